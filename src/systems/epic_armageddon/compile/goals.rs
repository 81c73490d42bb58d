//! What a scenario counts, under the names of the reports, and what its player wants.

use std::ops::Range;

use super::super::battle::Battle;
use super::super::forces::Forces;
use super::super::measures::{Comparison, Goal, Reading};
use super::super::state::Cell;
use super::steps::Counted;
use crate::engine::measure::{Kind, Measure, When};
use crate::scenario::{Problem, Source, Span, unknown};

/// A list of measures in the making.
struct Sheet {
    when: When,
    measures: Vec<(Measure, Reading)>,
}

impl Sheet {
    fn push(&mut self, subject: &str, metric: &'static str, kind: Kind, reading: Reading) {
        let measure = Measure { when: self.when, subject: subject.to_owned(), metric, kind };
        if !self.measures.iter().any(|(known, _)| *known == measure) {
            self.measures.push((measure, reading));
        }
    }

    fn count(&mut self, subject: &str, metric: &'static str, cell: Cell) {
        self.push(subject, metric, Kind::Count, Reading::Cell(cell));
    }

    fn event(&mut self, subject: &str, metric: &'static str, reading: Reading) {
        self.push(subject, metric, Kind::Event, reading);
    }
}

/// All measures in the order of the reports, and for each step the range of its own.
pub fn measures(forces: &Forces, steps: &[Counted]) -> (Vec<(Measure, Reading)>, Vec<Range<usize>>) {
    let mut sheet = Sheet { when: When::End, measures: Vec::new() };
    let mut ranges = Vec::new();
    for (number, counted) in steps.iter().enumerate() {
        let from = sheet.measures.len();
        sheet.when = When::Step(number as u16 + 1);
        of_step(forces, counted, &mut sheet);
        ranges.push(from..sheet.measures.len());
    }
    sheet.when = When::End;
    at_the_end(forces, &mut sheet);
    (sheet.measures, ranges)
}

fn of_step(forces: &Forces, counted: &Counted, sheet: &mut Sheet) {
    let name = |formation: usize| forces.formations[formation].name.as_str();
    let ledger = |formation: usize| forces.formations[formation].ledger;
    match counted {
        Counted::Fire { by, touched } => {
            for &formation in touched {
                sheet.count(name(formation), "hits", ledger(formation).hits);
                sheet.count(name(formation), "kills", ledger(formation).fallen);
                sheet.push(name(formation), "damage", Kind::Count, Reading::Zero);
                sheet.count(name(formation), "blast_markers", ledger(formation).gained);
                sheet.event(name(formation), "broken", Reading::Broke(formation));
            }
            sheet.event(name(*by), "activated", Reading::Cell(ledger(*by).activated));
            sheet.count(name(*by), "suppressed", ledger(*by).suppressed);
        }
        Counted::Assault { sides, bystanders, cells: [winner, margin, rounds] } => {
            for (side, formations) in sides.iter().enumerate() {
                for &formation in formations {
                    let enemies = sides[1 - side].iter().map(|&enemy| ledger(enemy).fallen).collect();
                    sheet.event(name(formation), "activated", Reading::Cell(ledger(formation).activated));
                    sheet.event(name(formation), "won", Reading::Is(*winner, side as u8 + 1));
                    sheet.push(name(formation), "kills", Kind::Count, Reading::Sum(enemies));
                    sheet.count(name(formation), "losses", ledger(formation).losses);
                    sheet.count(name(formation), "blast_markers", ledger(formation).gained);
                    sheet.event(name(formation), "broken", Reading::Broke(formation));
                    sheet.event(name(formation), "destroyed", Reading::Destroyed(formation));
                }
            }
            for &formation in bystanders {
                sheet.count(name(formation), "blast_markers", ledger(formation).gained);
                sheet.event(name(formation), "broken", Reading::Broke(formation));
            }
            sheet.count("assault", "rounds", *rounds);
            sheet.count("assault", "margin", *margin);
        }
        Counted::Action(by) => {
            sheet.event(name(*by), "activated", Reading::Cell(ledger(*by).activated));
            sheet.count(name(*by), "removed", ledger(*by).removed);
            sheet.event(name(*by), "broken", Reading::Broke(*by));
        }
        Counted::Rally(who) => {
            for &formation in who {
                sheet.event(name(formation), "rallied", Reading::Cell(ledger(formation).rallied));
                sheet.count(name(formation), "removed", ledger(formation).removed);
            }
        }
        Counted::Terrain(by) => sheet.count(name(*by), "losses", ledger(*by).losses),
        Counted::Teleport(by) => {
            sheet.count(name(*by), "blast_markers", ledger(*by).gained);
            sheet.event(name(*by), "broken", Reading::Broke(*by));
        }
    }
}

fn at_the_end(forces: &Forces, sheet: &mut Sheet) {
    for (index, formation) in forces.formations.iter().enumerate() {
        let name = &formation.name;
        sheet.push(name, "survivors", Kind::Count, Reading::Survivors(index));
        sheet.push(name, "losses", Kind::Count, Reading::Losses(index));
        sheet.push(name, "dc_left", Kind::Count, Reading::Zero);
        sheet.push(name, "shields_left", Kind::Count, Reading::Zero);
        sheet.push(name, "blast_markers", Kind::Count, Reading::Markers(index));
        sheet.event(name, "broken", Reading::IsBroken(index));
        sheet.event(name, "destroyed", Reading::IsDestroyed(index));
        if formation.points.is_some() {
            sheet.push(name, "points_lost", Kind::Count, Reading::PointsLost(index));
        }
    }
}

/// Reads the goal, or takes the default: the last assault won, or the last target broken. Adds its measure and gives
/// its words.
pub fn set_goal(battle: &mut Battle, written: &[(String, Span)], steps: &[Counted]) -> Result<Vec<String>, Problem> {
    let mut goal = Goal::default();
    let mut words = Vec::new();
    for (text, span) in written {
        goal.conditions.push(condition(battle, text, span)?);
        words.push(text.clone());
    }
    if written.is_empty() {
        let name = |formation: usize| battle.forces.formations[formation].name.as_str();
        let last = |wish: &dyn Fn(&Counted) -> Option<String>| steps.iter().rev().find_map(wish);
        let assault_won = last(&|step| match step {
            Counted::Assault { sides, .. } => Some(format!("{}.won", name(sides[0][0]))),
            _ => None,
        });
        let target_broken = last(&|step| match step {
            Counted::Fire { touched, .. } => Some(format!("{}.broken", name(touched[0]))),
            _ => None,
        });
        let Some(text) = assault_won.or(target_broken) else { return Ok(words) };
        goal.conditions.push(condition(
            battle,
            &text,
            &Span::new(&Source::new("the default goal", text.as_str()), 0..text.len()),
        )?);
        words.push(text);
    }
    battle.goal = goal;
    let measure = Measure { when: When::End, subject: "scenario".into(), metric: "goal", kind: Kind::Event };
    battle.measures.push((measure, Reading::Goal));
    Ok(words)
}

/// `warband.broken`, `tacticals.losses <= 2`, `2.tacticals.won`.
fn condition(battle: &Battle, text: &str, span: &Span) -> Result<(usize, Comparison, u64), Problem> {
    let signs = [
        ("<=", Comparison::AtMost),
        (">=", Comparison::AtLeast),
        ("<", Comparison::Less),
        (">", Comparison::More),
        ("=", Comparison::Equal),
    ];
    let found = signs.iter().find_map(|(sign, comparison)| Some((text.split_once(sign)?, *comparison)));
    let (name, comparison, than) = match found {
        None => (text, Comparison::AtLeast, 1),
        Some(((name, number), comparison)) => {
            let wrong = || Problem::new(format!("`{}` is not a whole number", number.trim())).at(span);
            (name, comparison, number.trim().parse().map_err(|_| wrong())?)
        }
    };
    Ok((measure(battle, name.trim(), span)?, comparison, than))
}

/// The measure of a name: at the end, else in the last step that has it; with a step's number, in that step.
fn measure(battle: &Battle, name: &str, span: &Span) -> Result<usize, Problem> {
    let parts: Vec<&str> = name.split('.').collect();
    let (step, subject, metric) = match parts[..] {
        [subject, metric] => (None, subject, metric),
        [step, subject, metric] => (Some(step), subject, metric),
        _ => {
            let problem = Problem::new(format!("`{name}` is not a goal")).at(span);
            return Err(
                problem.help("write formation.metric, such as \"warband.broken\" or \"2.tacticals.losses <= 2\"")
            );
        }
    };
    let matches = |measure: &Measure| measure.subject == subject && measure.metric == metric;
    let all = || battle.measures.iter().enumerate().map(|(index, (measure, _))| (index, measure));
    // Measures of the end stand last, so the last match is that of the end, or else of the last step that has it.
    let in_step = |measure: &Measure| step.is_none_or(|step| measure.when.to_string() == step);
    let found = all().rfind(|(_, measure)| matches(measure) && in_step(measure));
    if let Some((index, _)) = found {
        return Ok(index);
    }
    let subjects: Vec<&str> = all().map(|(_, measure)| measure.subject.as_str()).collect();
    if !subjects.contains(&subject) {
        let mut known = subjects;
        known.dedup();
        known.sort_unstable();
        known.dedup();
        return Err(unknown("formation", subject, span, known));
    }
    let of_subject = all().filter(|(_, measure)| measure.subject == subject && in_step(measure));
    let mut known: Vec<&str> = of_subject.map(|(_, measure)| measure.metric).collect();
    known.sort_unstable();
    known.dedup();
    Err(unknown("measure of this formation", metric, span, known))
}
