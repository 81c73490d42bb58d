//! What a scenario counts, under the names in the reports.

use crate::chapters::Action;
use crate::forces::Forces;
use crate::measures::Reading;
use crate::metrics;
use crate::profile::Profile;
use crate::timed::TimedAction;
use battle_odds_engine::measure::{Kind, Metric};
use battle_odds_plan::measures;
use battle_odds_plan::state::Cell;

/// A step as read.
pub type Read = battle_odds_plan::steps::Read<TimedAction, Counted>;

/// What a step counts, if its kind decides it.
pub enum Counted {
    /// A commander that gives orders, under the name in the step.
    Commander(usize, String),
    /// A formation that is ordered.
    Ordered(usize),
    /// A wizard that casts.
    Wizard(usize, String),
    /// A formation under fire.
    Target {
        /// The formation.
        formation: usize,
        /// L1207: whether it may be driven back in this step.
        is_driven: bool,
    },
    /// A combat: its sides, rounds, and whether it continues.
    Combat {
        /// Formations of each side.
        sides: [Vec<usize>; 2],
        /// Rounds fought.
        rounds: Cell,
        /// 1 if it continues.
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
    Read { action: TimedAction::new(command_phases, action), title, counted }
}

/// A list of measures that is being built.
pub type Sheet = measures::Sheet<Reading>;

/// The number of units of a formation for which something happened: an event if it has one unit.
fn units(sheet: &mut Sheet, forces: &Forces, formation: usize, metric: &'static Metric, reading: impl Into<Reading>) {
    let formation = &forces.formations[formation];
    let kind = if formation.units.len() == 1 { Kind::Event } else { Kind::Count };
    sheet.push_as(kind, &formation.name, metric, reading);
}

/// What a step counts.
pub fn of_step(forces: &Forces, counted: &Counted, side_names: &[String], sheet: &mut Sheet) {
    let name = |formation: usize| forces.formations[formation].name.as_str();
    let ledger = |formation: usize| forces.formations[formation].ledger;
    match counted {
        Counted::Commander(commander, by) => {
            let commander = &forces.commanders[*commander];
            sheet.push(by, &metrics::ORDERS, commander.orders);
            sheet.push(by, &metrics::BLUNDER, Reading::Any(commander.blunder));
            sheet.push(by, &metrics::BLUNDER_RESULT, commander.blunder);
        }
        Counted::Ordered(formation) => sheet.push(name(*formation), &metrics::ORDERS, ledger(*formation).orders),
        Counted::Wizard(wizard, by) => {
            sheet.push(by, &metrics::CAST, forces.commanders[*wizard].cast);
            sheet.push(by, &metrics::DISPELLED, forces.commanders[*wizard].dispelled);
        }
        Counted::Target { formation, is_driven } => {
            let (subject, ledger) = (name(*formation), ledger(*formation));
            sheet.push(subject, &metrics::HITS, ledger.hits);
            sheet.push(subject, &metrics::WOUNDS, ledger.wounds);
            sheet.push(subject, &metrics::STANDS_LOST, ledger.lost);
            if *is_driven {
                sheet.push(subject, &metrics::DRIVE_BACK, ledger.driven);
                sheet.push(subject, &metrics::CONFUSED, Reading::Confused(*formation));
                sheet.push(subject, &metrics::ROUTED, Reading::Routed(*formation));
            }
            sheet.push(subject, &metrics::DESTROYED, Reading::Destroyed(*formation));
        }
        Counted::Combat { sides, rounds, unresolved } => of_combat(forces, sides, *rounds, *unresolved, sheet),
        Counted::HomeBack(formation, flown, returned) => {
            sheet.push(name(*formation), &metrics::FLOWN, *flown);
            units(sheet, forces, *formation, &metrics::RETURNED, *returned);
        }
        Counted::OffTable(formation, back, ready) => {
            sheet.push(name(*formation), &metrics::DESTROYED, Reading::Destroyed(*formation));
            units(sheet, forces, *formation, &metrics::OFF_TABLE, Reading::Off(*formation));
            units(sheet, forces, *formation, &metrics::BACK, *back);
            units(sheet, forces, *formation, &metrics::MAY_BE_ORDERED, *ready);
        }
        Counted::MakeWay(formations) => {
            for &formation in formations {
                sheet.push(name(formation), &metrics::CONFUSED, Reading::Confused(formation));
            }
        }
        Counted::ArmyBreak(sides) => {
            for &side in sides.iter().filter(|&&side| side_names.get(side).is_some_and(|name| !name.is_empty())) {
                let subject = &side_names[side];
                sheet.push(subject, &metrics::BROKEN, Reading::Broken(side));
                let [own, enemys] = [side, side ^ 1].map(|side| forces.worth_of_side(side) > 0);
                if enemys {
                    sheet.push(subject, &metrics::POINTS_WON, Reading::PointsWon(side));
                }
                if own {
                    sheet.push(subject, &metrics::POINTS_LOST, Reading::SidePointsLost(side));
                }
                // L2240: by points, which both must have.
                if own && enemys {
                    sheet.push(subject, &metrics::WON, Reading::Won(side));
                    sheet.push(subject, &metrics::DREW, Reading::Drawn(side));
                }
            }
        }
        Counted::GameLength(turns) => sheet.push(mark!("counted of": "game"), &metrics::TURNS, *turns),
    }
}

fn of_combat(forces: &Forces, sides: &[Vec<usize>; 2], rounds: Cell, unresolved: Cell, sheet: &mut Sheet) {
    let ledger = |formation: usize| forces.formations[formation].ledger;
    for (side, formations) in sides.iter().enumerate() {
        for &formation in formations.iter().filter(|&&formation| !forces.formations[formation].units.is_empty()) {
            let subject = &forces.formations[formation].name;
            let of = ledger(formation);
            for (metric, result) in [(&metrics::WON, 1), (&metrics::DREW, 2), (&metrics::LOST, 3)] {
                sheet.push(subject, metric, Reading::Is(of.result, result));
            }
            let inflicted = sides[1 - side].iter().map(|&enemy| ledger(enemy).wounds).collect();
            sheet.push(subject, &metrics::WOUNDS, Reading::Sum(inflicted));
            sheet.push(subject, &metrics::STANDS_LOST, of.lost);
            sheet.push(subject, &metrics::RETREAT, of.retreat);
            sheet.push(subject, &metrics::DESTROYED, Reading::Destroyed(formation));
        }
    }
    sheet.push(mark!("counted of": "combat"), &metrics::ROUNDS, rounds);
    sheet.push(mark!("counted of": "combat"), &metrics::UNRESOLVED, unresolved);
}

/// What is counted at the end.
pub fn at_the_end(forces: &Forces, sheet: &mut Sheet) {
    for (index, formation) in forces.formations.iter().enumerate() {
        let name = &formation.name;
        if !formation.units.is_empty() {
            sheet.push(name, &metrics::STANDS, Reading::Stands(index));
        }
        sheet.push(name, &metrics::DESTROYED, Reading::IsDestroyed(index));
        if !formation.units.is_empty() {
            sheet.push(name, &metrics::CONFUSED, Reading::Confused(index));
        }
        let units = forces.units[formation.units.clone()].iter().map(|unit| unit.points);
        let commanders = formation.commanders.iter().map(|&commander| forces.commanders[commander].points);
        if units.chain(commanders).sum::<u32>() > 0 {
            sheet.push(name, &metrics::POINTS_LOST, Reading::PointsLost(index));
        }
        by_unit(forces, index, sheet);
    }
}

/// The kind of a unit: the profile of one formation only has the key `formation.unit`.
fn kind(profile: &Profile) -> &str {
    profile.key.rsplit('.').next().unwrap_or_default()
}

/// What is left of each kind of unit, `brigade.archers`, if a formation has several; a commander in it counts as one.
fn by_unit(forces: &Forces, formation: usize, sheet: &mut Sheet) {
    let of = &forces.formations[formation];
    let units = forces.units[of.units.clone()].iter().map(|unit| (kind(&unit.profile), unit.stands));
    let commanders = of.commanders.iter().map(|&commander| &forces.commanders[commander]);
    let commanders = commanders.map(|commander| (kind(&commander.profile), commander.alive));
    for (kind, cells) in measures::by_kind(units.chain(commanders)) {
        let subject = format!("{}.{kind}", of.name);
        if forces.units.iter().any(|unit| unit.stands == cells[0]) {
            sheet.push(&subject, &metrics::STANDS, Reading::Sum(cells.clone()));
        }
        sheet.push(&subject, &metrics::SURVIVORS, Reading::Left(cells.clone()));
        sheet.push(&subject, &metrics::LOSSES, Reading::Gone(cells));
    }
}
