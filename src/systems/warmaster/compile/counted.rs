//! What a scenario counts, under the names of the reports.

use std::ops::Range;

use super::super::action::{Action, Deed};
use super::super::forces::Forces;
use super::super::measures::Reading;
use crate::engine::measure::{Kind, Measure, When};
use crate::systems::plan;
use crate::systems::plan::state::Cell;

/// A step as read.
pub type Read = plan::steps::Read<Deed, Counted>;

/// What a step counts, as far as its kind decides.
pub enum Counted {
    /// A commander who gives orders, under the name the step gives him.
    Commander(usize, String),
    /// A formation that is ordered.
    Ordered(usize),
    /// A wizard who casts.
    Wizard(usize, String),
    /// A formation under fire.
    Target {
        /// The formation.
        formation: usize,
        /// L1207: whether it may be driven back in this step.
        is_driven: bool,
    },
    /// A combat: its sides, rounds, and whether it goes on.
    Combat {
        /// Formations of each side.
        sides: [Vec<usize>; 2],
        /// Rounds fought.
        rounds: Cell,
        /// 1 if it goes on.
        unresolved: Cell,
    },
    /// Flyers: cm flown, and whether that was enough.
    HomeBack(usize, Cell, Cell),
    /// A formation off the table: whether it is back, and may be ordered.
    OffTable(usize, Cell, Cell),
    /// Formations that may become confused.
    MakeWay(Vec<usize>),
    /// Two armies.
    ArmyBreak([usize; 2]),
    /// Turns.
    GameLength(Cell),
}

/// A step put together.
pub fn read(command_phases: Vec<usize>, action: Action, title: String, counted: Vec<Counted>) -> Read {
    Read { deed: Deed::new(command_phases, action), title, counted }
}

/// A list of measures in the making.
struct Sheet {
    when: When,
    measures: Vec<(Measure, Reading)>,
}

impl Sheet {
    fn push(&mut self, subject: &str, metric: &'static str, kind: Kind, reading: Reading) {
        let measure = Measure { when: self.when, subject: subject.to_owned(), metric, kind, least: 0, most: None };
        if !self.measures.iter().any(|(known, _)| *known == measure) {
            self.measures.push((measure, reading));
        }
    }

    fn count(&mut self, subject: &str, metric: &'static str, reading: impl Into<Reading>) {
        self.push(subject, metric, Kind::Count, reading.into());
    }

    fn event(&mut self, subject: &str, metric: &'static str, reading: impl Into<Reading>) {
        self.push(subject, metric, Kind::Event, reading.into());
    }
}

impl Sheet {
    /// Units of a formation for which something has come true: an event where it has one unit.
    fn units(&mut self, forces: &Forces, formation: usize, metric: &'static str, reading: impl Into<Reading>) {
        let formation = &forces.formations[formation];
        let kind = if formation.units.len() == 1 { Kind::Event } else { Kind::Count };
        self.push(&formation.name, metric, kind, reading.into());
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
        counted.iter().for_each(|counted| of_step(forces, counted, side_names, &mut sheet));
        ranges.push(from..sheet.measures.len());
    }
    sheet.when = When::End;
    at_the_end(forces, &mut sheet);
    (sheet.measures, ranges)
}

fn of_step(forces: &Forces, counted: &Counted, side_names: &[String], sheet: &mut Sheet) {
    let name = |formation: usize| forces.formations[formation].name.as_str();
    let ledger = |formation: usize| forces.formations[formation].ledger;
    match counted {
        Counted::Commander(commander, by) => {
            let commander = &forces.commanders[*commander];
            sheet.count(by, "orders", commander.orders);
            sheet.event(by, "blunder", Reading::Any(commander.blunder));
            sheet.count(by, "blunder_result", commander.blunder);
        }
        Counted::Ordered(formation) => sheet.count(name(*formation), "orders", ledger(*formation).orders),
        Counted::Wizard(wizard, by) => {
            sheet.count(by, "cast", forces.commanders[*wizard].cast);
            sheet.count(by, "dispelled", forces.commanders[*wizard].dispelled);
        }
        Counted::Target { formation, is_driven } => {
            let (subject, ledger) = (name(*formation), ledger(*formation));
            sheet.count(subject, "hits", ledger.hits);
            sheet.count(subject, "wounds", ledger.wounds);
            sheet.count(subject, "stands_lost", ledger.lost);
            if *is_driven {
                sheet.count(subject, "drive_back", ledger.driven);
                sheet.event(subject, "confused", Reading::Confused(*formation));
                sheet.event(subject, "routed", Reading::Routed(*formation));
            }
            sheet.event(subject, "destroyed", Reading::Destroyed(*formation));
        }
        Counted::Combat { sides, rounds, unresolved } => of_combat(forces, sides, *rounds, *unresolved, sheet),
        Counted::HomeBack(formation, flown, returned) => {
            sheet.count(name(*formation), "flown", *flown);
            sheet.units(forces, *formation, "returned", *returned);
        }
        Counted::OffTable(formation, back, ready) => {
            sheet.event(name(*formation), "destroyed", Reading::Destroyed(*formation));
            sheet.units(forces, *formation, "off_table", Reading::Off(*formation));
            sheet.units(forces, *formation, "back", *back);
            sheet.units(forces, *formation, "may_be_ordered", *ready);
        }
        Counted::MakeWay(formations) => {
            for &formation in formations {
                sheet.event(name(formation), "confused", Reading::Confused(formation));
            }
        }
        Counted::ArmyBreak(sides) => {
            for &side in sides.iter().filter(|&&side| side_names.get(side).is_some_and(|name| !name.is_empty())) {
                let subject = &side_names[side];
                sheet.event(subject, "broken", Reading::Broken(side));
                sheet.count(subject, "points_won", Reading::PointsWon(side));
                sheet.count(subject, "points_lost", Reading::SidePointsLost(side));
                sheet.event(subject, "won", Reading::Won(side));
                sheet.event(subject, "drew", Reading::Drawn(side));
            }
        }
        Counted::GameLength(turns) => sheet.count("game", "turns", *turns),
    }
}

fn of_combat(forces: &Forces, sides: &[Vec<usize>; 2], rounds: Cell, unresolved: Cell, sheet: &mut Sheet) {
    let ledger = |formation: usize| forces.formations[formation].ledger;
    for (side, formations) in sides.iter().enumerate() {
        for &formation in formations.iter().filter(|&&formation| !forces.formations[formation].units.is_empty()) {
            let subject = &forces.formations[formation].name;
            let of = ledger(formation);
            for (metric, result) in [("won", 1), ("drew", 2), ("lost", 3)] {
                sheet.event(subject, metric, Reading::Is(of.result, result));
            }
            let inflicted = sides[1 - side].iter().map(|&enemy| ledger(enemy).wounds).collect();
            sheet.count(subject, "wounds", Reading::Sum(inflicted));
            sheet.count(subject, "stands_lost", of.lost);
            sheet.count(subject, "retreat", of.retreat);
            sheet.event(subject, "destroyed", Reading::Destroyed(formation));
        }
    }
    sheet.count("combat", "rounds", rounds);
    sheet.event("combat", "unresolved", unresolved);
}

fn at_the_end(forces: &Forces, sheet: &mut Sheet) {
    for (index, formation) in forces.formations.iter().enumerate() {
        let name = &formation.name;
        if !formation.units.is_empty() {
            sheet.count(name, "stands", Reading::Stands(index));
        }
        sheet.event(name, "destroyed", Reading::IsDestroyed(index));
        if !formation.units.is_empty() {
            sheet.event(name, "confused", Reading::Confused(index));
        }
        let units = forces.units[formation.units.clone()].iter().map(|unit| unit.points);
        let commanders = formation.commanders.iter().map(|&commander| forces.commanders[commander].points);
        if units.chain(commanders).sum::<u32>() > 0 {
            sheet.count(name, "points_lost", Reading::PointsLost(index));
        }
        by_unit(forces, index, sheet);
    }
}

/// What is left of each kind of unit, `brigade.archers`, where a formation has several; a commander in it is one as well.
fn by_unit(forces: &Forces, formation: usize, sheet: &mut Sheet) {
    let of = &forces.formations[formation];
    let units = forces.units[of.units.clone()].iter().map(|unit| (&unit.profile, unit.stands, true));
    let commanders = of.commanders.iter().map(|&commander| &forces.commanders[commander]);
    let commanders = commanders.map(|commander| (&commander.profile, commander.alive, false));
    let mut kinds: Vec<(&str, Vec<Cell>, bool)> = Vec::new();
    for (profile, cell, has_stands) in units.chain(commanders) {
        // The profile of one formation alone is keyed `formation.unit`.
        let kind = profile.key.rsplit('.').next().unwrap_or_default();
        match kinds.iter_mut().find(|(known, ..)| *known == kind) {
            Some((_, cells, _)) => cells.push(cell),
            None => kinds.push((kind, vec![cell], has_stands)),
        }
    }
    if kinds.len() < 2 {
        return;
    }
    for (kind, cells, has_stands) in kinds {
        let subject = format!("{}.{kind}", of.name);
        if has_stands {
            sheet.count(&subject, "stands", Reading::Sum(cells.clone()));
        }
        sheet.count(&subject, "survivors", Reading::Left(cells.clone()));
        sheet.count(&subject, "losses", Reading::Gone(cells));
    }
}
