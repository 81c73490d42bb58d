//! What a scenario counts, under the names in the reports.

use crate::chapters::Action;
use crate::forces::{BROKEN, Forces, Group, OVERWATCH, SHAKEN};
use crate::measures::Reading;
use crate::metrics;
use battle_odds_engine::measure::{Kind, Metric};
use battle_odds_plan::measures;
use battle_odds_plan::state::Cell;

/// A step as read.
pub type Read = battle_odds_plan::steps::Read<Action, Counted>;

/// A step put together.
pub fn read(action: Action, title: String, counted: Vec<Counted>) -> Read {
    Read { action, title, counted }
}

/// What a step counts, if its kind decides it.
pub enum Counted {
    /// A formation that is shot at, hit by a power, rammed, or in danger.
    Struck(usize),
    /// A formation that shoots.
    Firer(usize),
    /// A formation that takes a break test.
    Tested(usize),
    /// What a chapter counts itself: the subject, the metric, and its cell.
    Own(String, &'static Metric, Cell),
}

/// A list of measures that is being built.
pub type Sheet = measures::Sheet<Reading>;

/// What a step counts.
pub fn of_step(forces: &Forces, counted: &Counted, sheet: &mut Sheet) {
    match counted {
        Counted::Struck(formation) => struck(forces, *formation, sheet),
        Counted::Firer(formation) => {
            let (name, ledger) = (&forces.formations[*formation].name, &forces.formations[*formation].ledger);
            sheet.push(name, &metrics::FIRED, ledger.fired);
            sheet.push(name, &metrics::JAMS, ledger.jams);
            sheet.push(name, &metrics::MISFIRES, ledger.misfires);
            sheet.push(name, &metrics::WEAPONS_LOST, ledger.weapons_lost);
        }
        Counted::Tested(formation) => tested(forces, *formation, sheet),
        Counted::Own(subject, metric, cell) => sheet.push(subject, metric, *cell),
    }
}

/// A formation that is hit, with the metrics of its types.
fn struck(forces: &Forces, formation: usize, sheet: &mut Sheet) {
    let (name, ledger) = (&forces.formations[formation].name, &forces.formations[formation].ledger);
    sheet.push(name, &metrics::HITS, ledger.hits);
    let built = forces.of(formation).iter().all(|group| group.profile.kind.is_built());
    if !forces.of(formation).iter().all(Group::is_hard) {
        sheet.push(name, &metrics::WOUNDS, ledger.wounds);
        sheet.push(name, &metrics::KILLS, ledger.kills);
        sheet.push(name, &metrics::OVERWATCH_LOST, ledger.overwatch_lost);
        tested(forces, formation, sheet);
    }
    if !forces.is_hard(formation) {
        return;
    }
    sheet.push(name, &metrics::PENETRATIONS, ledger.penetrations);
    if built {
        sheet.push_as(Kind::Event, name, &metrics::SHAKEN, Reading::Any(ledger.shaken));
        sheet.push(name, &metrics::BADLY_SHAKEN, ledger.badly_shaken);
        sheet.push_as(Kind::Event, name, &metrics::DESTROYED, Reading::Any(ledger.destroyed));
        sheet.push(name, &metrics::BREACHES, ledger.breaches);
        return;
    }
    sheet.push_as(Kind::Event, name, &metrics::DESTROYED, Reading::Any(ledger.destroyed));
    sheet.push(name, &metrics::IMMOBILISED, ledger.immobilised);
    sheet.push(name, &metrics::OUT_OF_CONTROL, ledger.out_of_control);
    sheet.push(name, &metrics::LOCATIONS_LOST, ledger.locations_lost);
    sheet.push(name, &metrics::WEAPONS_LOST, ledger.weapons_lost);
    sheet.push(name, &metrics::CREW_KILLED, ledger.crew_killed);
    sheet.push(name, &metrics::OVERWATCH_LOST, ledger.overwatch_lost);
}

/// The morale of a formation in the step.
pub fn tested(forces: &Forces, formation: usize, sheet: &mut Sheet) {
    let (name, ledger) = (&forces.formations[formation].name, &forces.formations[formation].ledger);
    sheet.push(name, &metrics::TESTED, ledger.tested);
    sheet.push(name, &metrics::PASSED, ledger.passed);
    sheet.push(name, &metrics::BROKEN, ledger.broke);
    sheet.push(name, &metrics::SHAKEN, ledger.shook);
}

/// What is counted at the end.
pub fn at_the_end(forces: &Forces, sides: &[String], sheet: &mut Sheet) {
    for (index, formation) in forces.formations.iter().enumerate() {
        let name = &formation.name;
        let cells: Vec<Cell> = forces.of(index).iter().flat_map(|group| group.left.clone()).collect();
        let start = forces.of(index).iter().map(|group| u64::from(group.start)).sum();
        let weapons = forces.of(index).iter().flat_map(|group| &group.weapons);
        let jams = weapons.map(|carried| carried.jams).filter(|cell| *cell != Cell::default()).collect();
        sheet.push(name, &metrics::SURVIVORS, Reading::Sum(cells.clone()));
        sheet.push(name, &metrics::LOSSES, Reading::Gone(start, cells));
        sheet.push(name, &metrics::WOUNDS_LEFT, Reading::WoundsLeft(index));
        sheet.push(name, &metrics::JAMS, Reading::Sum(jams));
        sheet.push(name, &metrics::OVERWATCH, Reading::Is(index, OVERWATCH));
        sheet.push(name, &metrics::BROKEN, Reading::Is(index, BROKEN));
        sheet.push(name, &metrics::SHAKEN, Reading::Is(index, SHAKEN));
        sheet.push(name, &metrics::DESTROYED, Reading::IsDestroyed(index));
        sheet.push(name, &metrics::OUT_OF_ACTION, Reading::OutOfAction(index));
        if formation.points.is_some() {
            sheet.push(name, &metrics::POINTS_LOST, Reading::PointsLost(index));
            sheet.push(name, &metrics::VICTORY_POINTS, Reading::VictoryPoints(index));
        }
        by_unit(forces, index, sheet);
    }
    points(forces, sides, sheet);
}

/// What is left of each kind of unit, `squad.sergeant`, if a formation has several.
fn by_unit(forces: &Forces, formation: usize, sheet: &mut Sheet) {
    let units = forces.units(formation);
    if units.len() < 2 {
        return;
    }
    for (unit, groups) in units {
        let subject = format!("{}.{unit}", forces.formations[formation].name);
        let cells: Vec<Cell> = groups.iter().flat_map(|&group| forces.groups[group].left.clone()).collect();
        let start = groups.iter().map(|&group| u64::from(forces.groups[group].start)).sum();
        sheet.push(&subject, &metrics::SURVIVORS, Reading::Sum(cells.clone()));
        sheet.push(&subject, &metrics::LOSSES, Reading::Gone(start, cells));
    }
}

/// Points of the sides that have priced formations.
fn points(forces: &Forces, sides: &[String], sheet: &mut Sheet) {
    for (side, subject) in sides.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        if forces.formations.iter().any(|of| of.side == side && of.points.is_some()) {
            sheet.push(subject, &metrics::POINTS_LOST, Reading::SidePointsLost(side));
            sheet.push(subject, &metrics::VICTORY_POINTS, Reading::SideVictoryPoints(side));
        }
    }
}
