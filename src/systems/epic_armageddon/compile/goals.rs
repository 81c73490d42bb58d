//! What a scenario counts, under the names of the reports, and what its player wants.

use std::ops::Range;

use super::super::battle::Battle;
use super::super::forces::Forces;
use super::super::measures::{Comparison, Condition, Goal, Reading};
use super::super::state::Cell;
use super::steps::Counted;
use crate::engine::measure::{Kind, Measure, When};
use crate::scenario::{Node, Problem, Source, Span, unknown};

/// A list of measures in the making.
struct Sheet {
    when: When,
    measures: Vec<(Measure, Reading)>,
}

impl Sheet {
    fn push(&mut self, subject: &str, metric: &'static str, kind: Kind, reading: Reading) {
        let measure = Measure { when: self.when, subject: subject.to_owned(), metric, kind, least: 0 };
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
pub fn measures(
    forces: &Forces,
    steps: &[Vec<Counted>],
    side_names: &[String],
) -> (Vec<(Measure, Reading)>, Vec<Range<usize>>) {
    let mut sheet = Sheet { when: When::End, measures: Vec::new() };
    let mut ranges = Vec::new();
    for (number, counted) in steps.iter().enumerate() {
        let from = sheet.measures.len();
        sheet.when = When::Step(number as u16 + 1);
        counted.iter().for_each(|counted| of_step(forces, counted, &mut sheet));
        ranges.push(from..sheet.measures.len());
    }
    sheet.when = When::End;
    at_the_end(forces, &mut sheet);
    points(forces, side_names, &mut sheet);
    (sheet.measures, ranges)
}

fn of_step(forces: &Forces, counted: &Counted, sheet: &mut Sheet) {
    let name = |formation: usize| forces.formations[formation].name.as_str();
    let ledger = |formation: usize| forces.formations[formation].ledger;
    match counted {
        Counted::Fire { by, touched } => {
            for &formation in touched {
                under_fire(forces, formation, sheet);
            }
            for &formation in by {
                sheet.event(name(formation), "activated", Reading::Cell(ledger(formation).activated));
                sheet.count(name(formation), "suppressed", ledger(formation).suppressed);
            }
        }
        Counted::Sky(formation) => {
            sheet.event(name(*formation), "activated", Reading::Cell(ledger(*formation).activated));
            under_fire(forces, *formation, sheet);
        }
        Counted::Assault { sides, bystanders, cells: [winner, margin, rounds] } => {
            for (side, formations) in sides.iter().enumerate() {
                for &formation in formations {
                    let enemies = sides[1 - side].iter().map(|&enemy| ledger(enemy).fallen).collect();
                    sheet.event(name(formation), "activated", Reading::Cell(ledger(formation).activated));
                    sheet.event(name(formation), "won", Reading::Is(*winner, side as u8 + 1));
                    sheet.push(name(formation), "kills", Kind::Count, Reading::Sum(enemies));
                    sheet.count(name(formation), "losses", ledger(formation).losses);
                    if has_engines(forces, formation) {
                        sheet.count(name(formation), "damage", ledger(formation).damage);
                    }
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
        Counted::Planetfall(by, scatter) => {
            sheet.event(name(*by), "activated", Reading::Cell(ledger(*by).activated));
            sheet.count(name(*by), "losses", ledger(*by).losses);
            sheet.count(name(*by), "scatter", *scatter);
        }
        Counted::Strategy(sides, winner) => {
            for (side, &formation) in sides.iter().enumerate() {
                sheet.event(name(formation), "first", Reading::Is(*winner, side as u8 + 1));
            }
        }
        Counted::GameEnd(another) => sheet.event("game", "another_turn", Reading::Cell(*another)),
    }
}

/// What fire does to a formation.
fn under_fire(forces: &Forces, formation: usize, sheet: &mut Sheet) {
    let of = &forces.formations[formation];
    sheet.count(&of.name, "hits", of.ledger.hits);
    sheet.count(&of.name, "kills", of.ledger.fallen);
    sheet.count(&of.name, "damage", of.ledger.damage);
    sheet.count(&of.name, "blast_markers", of.ledger.gained);
    sheet.event(&of.name, "broken", Reading::Broke(formation));
}

fn has_engines(forces: &Forces, formation: usize) -> bool {
    forces.groups_of(formation).iter().any(|group| group.engine.is_some())
}

/// §5.1.7 for each side whose enemy can score points: points lost, won, and the swing between them.
fn points(forces: &Forces, names: &[String], sheet: &mut Sheet) {
    let worth = |side: usize| -> u64 {
        let of_side = forces.formations.iter().filter(|formation| formation.side == side);
        of_side.map(|formation| u64::from(formation.points.unwrap_or(0))).sum()
    };
    for (side, name) in names.iter().enumerate() {
        if worth(side) + worth(side ^ 1) == 0 {
            continue;
        }
        sheet.push(name, "points_won", Kind::Count, Reading::SidePointsLost(side ^ 1));
        sheet.push(name, "points_lost", Kind::Count, Reading::SidePointsLost(side));
        let most = worth(side);
        let least = -(most as i64);
        let measure =
            Measure { when: When::End, subject: name.clone(), metric: "points_swing", kind: Kind::Count, least };
        sheet.measures.push((measure, Reading::Swing(side, most)));
    }
}

fn at_the_end(forces: &Forces, sheet: &mut Sheet) {
    for (index, formation) in forces.formations.iter().enumerate() {
        let name = &formation.name;
        sheet.push(name, "survivors", Kind::Count, Reading::Survivors(index));
        sheet.push(name, "losses", Kind::Count, Reading::Losses(index));
        sheet.push(name, "dc_left", Kind::Count, Reading::DcLeft(index));
        sheet.push(name, "shields_left", Kind::Count, Reading::ShieldsLeft(index));
        sheet.push(name, "blast_markers", Kind::Count, Reading::Markers(index));
        sheet.event(name, "broken", Reading::IsBroken(index));
        sheet.event(name, "destroyed", Reading::IsDestroyed(index));
        sheet.event(name, "out_of_action", Reading::OutOfAction(index));
        if formation.points.is_some() {
            sheet.push(name, "points_lost", Kind::Count, Reading::PointsLost(index));
        }
    }
}

/// Reads the goal, or takes the default: the last assault won, or the last target broken. Adds its measure and gives
/// its words.
pub fn set_goal(
    battle: &mut Battle,
    written: &[(String, Span)],
    steps: &[Vec<Counted>],
) -> Result<Vec<String>, Problem> {
    let mut goal = Goal::default();
    let mut words = Vec::new();
    for (text, span) in written {
        goal.conditions.push(condition(&battle.measures, text, span, None)?);
        words.push(text.clone());
    }
    if written.is_empty() {
        let name = |formation: usize| battle.forces.formations[formation].name.as_str();
        let last = |wish: &dyn Fn(&Counted) -> Option<String>| steps.iter().flatten().rev().find_map(wish);
        let assault_won = last(&|step| match step {
            Counted::Assault { sides, .. } => Some(format!("{}.won", name(sides[0][0]))),
            _ => None,
        });
        let target_broken = last(&|step| match step {
            Counted::Fire { by, touched } if !by.is_empty() => Some(format!("{}.broken", name(touched[0]))),
            _ => None,
        });
        let Some(text) = assault_won.or(target_broken) else { return Ok(words) };
        let span = Span::new(&Source::new("the default goal", text.as_str()), 0..text.len());
        goal.conditions.push(condition(&battle.measures, &text, &span, None)?);
        words.push(text);
    }
    battle.goal = goal;
    let measure = Measure { when: When::End, subject: "scenario".into(), metric: "goal", kind: Kind::Event, least: 0 };
    battle.measures.push((measure, Reading::Goal));
    Ok(words)
}

/// Where a condition on the course of a battle is read (`when`): in the step after `before` others, in a turn that begins
/// with step `turn` (both from 0).
#[derive(Clone, Copy)]
pub struct Moment {
    /// Steps played before.
    pub before: usize,
    /// The first step of the turn.
    pub turn: usize,
}

/// `warband.broken`, `tacticals.losses <= 2`, `2.tacticals.won`: the index of the measure, and the comparison. In a `when`
/// the steps counted are those of the same turn, and only those before it are known.
pub fn condition(
    measures: &[(Measure, Reading)],
    text: &str,
    span: &Span,
    moment: Option<Moment>,
) -> Result<(usize, Condition), Problem> {
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
    let index = measure(measures, name.trim(), span, moment)?;
    let (measure, reading) = &measures[index];
    Ok((index, Condition { reading: reading.clone(), least: measure.least, comparison, than }))
}

/// The measure of a name: at the end, else in the last step that has it; with a step's number, in that step.
fn measure(measures: &[(Measure, Reading)], name: &str, span: &Span, moment: Option<Moment>) -> Result<usize, Problem> {
    let parts: Vec<&str> = name.split('.').collect();
    let (step, subject, metric) = match parts[..] {
        [subject, metric] => (None, subject, metric),
        [step, subject, metric] => (Some(step), subject, metric),
        _ => {
            let problem = Problem::new(format!("`{name}` is no condition")).at(span);
            return Err(
                problem.help("write formation.metric, such as \"warband.broken\" or \"2.tacticals.losses <= 2\"")
            );
        }
    };
    let known_by_then = |measure: &Measure| match (measure.when, moment) {
        (When::Step(number), Some(moment)) => usize::from(number) <= moment.before,
        _ => true,
    };
    let number = |measure: &Measure| match (measure.when, moment) {
        (When::Step(number), Some(moment)) => (usize::from(number)).saturating_sub(moment.turn).to_string(),
        (when, _) => when.to_string(),
    };
    let matches = |measure: &Measure| measure.subject == subject && measure.metric == metric;
    let known = measures.iter().enumerate().map(|(index, (measure, _))| (index, measure));
    let all = || known.clone().filter(|(_, measure)| known_by_then(measure));
    // Measures of the end stand last, so the last match is that of the end, or else of the last step that has it.
    let in_step = |measure: &Measure| step.is_none_or(|step| number(measure) == step);
    let found = all().rfind(|(_, measure)| matches(measure) && in_step(measure));
    if let Some((index, _)) = found {
        return Ok(index);
    }
    let subjects: Vec<&str> = all().map(|(_, measure)| measure.subject.as_str()).collect();
    if !subjects.contains(&subject) {
        let mut known = subjects;
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

/// What a `when` comes to: the conditions at that moment, and for those on what was counted in an earlier step that step
/// (from 0), the condition there, and the cell that keeps whether it held.
pub type Conditions = (Vec<Condition>, Vec<(usize, Condition, Cell)>);

/// The conditions of a `when`.
pub fn when(
    measures: &[(Measure, Reading)],
    node: &Node,
    moment: Moment,
    mut cell: impl FnMut() -> Result<Cell, Problem>,
) -> Result<Conditions, Problem> {
    let (mut conditions, mut remembered) = (Vec::new(), Vec::new());
    for (text, span) in node.texts("conditions")? {
        let (index, condition) = condition(measures, text, span, Some(moment))?;
        match measures[index].0.when {
            When::End => conditions.push(condition),
            When::Step(number) => {
                let kept = cell()?;
                remembered.push((usize::from(number) - 1, condition, kept));
                conditions.push(Condition {
                    reading: Reading::Is(kept, 1),
                    least: 0,
                    comparison: Comparison::Equal,
                    than: 1,
                });
            }
        }
    }
    Ok((conditions, remembered))
}
