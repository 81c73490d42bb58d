//! What a scenario counts, under the names in the reports.

use crate::abilities::Kind;
use crate::chapters::Action;
use crate::forces::Forces;
use crate::measures::Reading;
use crate::metrics;
use battle_odds_engine::measure::Metric;
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
    /// A formation that is shot at, hit by a power, or under a template.
    Struck(usize),
    /// §3.9: a formation near a titan that may be destroyed.
    Near(usize),
    /// A formation that shoots.
    Shooter(usize),
    /// A formation that takes a morale test.
    Tested(usize),
    /// A formation that tries to rally.
    Rallied(usize),
    /// A formation in an assault, and whether its side attacks.
    Fought(usize, bool),
    /// A sum of cells.
    Sum(String, &'static Metric, Vec<Cell>),
    /// A formation in a building that is attacked.
    Garrison(usize),
    /// What a chapter counts itself: the subject, the metric, and its cell.
    Own(String, &'static Metric, Cell),
}

/// A list of measures that is being built.
pub type Sheet = measures::Sheet<Reading>;

/// What a step counts.
pub fn of_step(forces: &Forces, counted: &Counted, sheet: &mut Sheet) {
    let of = |formation: &usize| {
        let of = &forces.formations[*formation];
        (&of.name, &of.ledger)
    };
    match counted {
        Counted::Struck(formation) | Counted::Near(formation) => {
            let (name, ledger) = of(formation);
            sheet.push(name, &metrics::HITS, ledger.hits);
            sheet.push(name, &metrics::SHIELDS_LOST, ledger.shields_lost);
            sheet.push(name, &metrics::WOUNDS, ledger.wounds);
            sheet.push(name, &metrics::KILLS, ledger.lost);
            if forces.of(*formation).iter().any(|group| group.profile.has(Kind::Hq)) {
                sheet.push(name, &metrics::HQ_LOST, ledger.hq_lost);
            }
            sheet.push(name, &metrics::REROLLS, ledger.rerolls);
            tested(forces, *formation, sheet);
            passengers(forces, *formation, sheet);
        }
        Counted::Shooter(formation) => {
            let (name, ledger) = of(formation);
            sheet.push(name, &metrics::ACTIVATED, ledger.activated);
            sheet.push(name, &metrics::REROLLS, ledger.rerolls);
        }
        Counted::Tested(formation) => {
            let (name, ledger) = of(formation);
            sheet.push(name, &metrics::PASSED, ledger.passed);
            tested(forces, *formation, sheet);
        }
        Counted::Rallied(formation) => {
            let (name, ledger) = of(formation);
            sheet.push(name, &metrics::RALLIED, ledger.rallied);
        }
        Counted::Garrison(formation) => {
            let (name, ledger) = of(formation);
            sheet.push(name, &metrics::LOSSES, ledger.lost);
            tested(forces, *formation, sheet);
            passengers(forces, *formation, sheet);
        }
        Counted::Fought(formation, _) => {
            let (name, ledger) = of(formation);
            sheet.push(name, &metrics::REROLLS, ledger.rerolls);
            tested(forces, *formation, sheet);
            passengers(forces, *formation, sheet);
        }
        Counted::Sum(subject, metric, cells) => sheet.push(subject, metric, Reading::Sum(cells.clone())),
        Counted::Own(subject, metric, cell) => sheet.push(subject, metric, *cell),
    }
}

/// §3.8: the morale of a formation in the step.
pub fn tested(forces: &Forces, formation: usize, sheet: &mut Sheet) {
    let (name, ledger) = (&forces.formations[formation].name, &forces.formations[formation].ledger);
    sheet.push(name, &metrics::FALL_BACK, ledger.fall_back);
    sheet.push(name, &metrics::INSTINCT, ledger.instinct);
    sheet.push(name, &metrics::ROUTED, ledger.routed);
}

/// §3.11: the passengers of a formation's transports.
pub fn passengers(forces: &Forces, formation: usize, sheet: &mut Sheet) {
    for carried in forces.carried_by(formation) {
        let (name, ledger) = (&forces.formations[carried].name, &forces.formations[carried].ledger);
        sheet.push(name, &metrics::PASSENGERS_LOST, ledger.passengers_lost);
        if carried != formation {
            tested(forces, carried, sheet);
        }
    }
}

/// What is counted at the end.
pub fn at_the_end(forces: &Forces, sides: &[String], sheet: &mut Sheet) {
    for (index, formation) in forces.formations.iter().enumerate() {
        let name = &formation.name;
        let groups: Vec<usize> = formation.groups.clone().collect();
        sheet.push(name, &metrics::SURVIVORS, Reading::Survivors(groups.clone()));
        sheet.push(name, &metrics::LOSSES, Reading::Losses(groups));
        sheet.push(name, &metrics::WOUNDS_LEFT, Reading::WoundsLeft(index));
        if forces.of(index).iter().any(|group| group.profile.shields > 0) {
            sheet.push(name, &metrics::SHIELDS_LEFT, Reading::ShieldsLeft(index));
        }
        sheet.push(name, &metrics::BROKEN, Reading::Broken(index));
        sheet.push(name, &metrics::FALL_BACK, Reading::FallBack(index));
        sheet.push(name, &metrics::INSTINCT, Reading::Instinct(index));
        sheet.push(name, &metrics::ROUTED, Reading::Routed(index));
        sheet.push(name, &metrics::DESTROYED, Reading::Destroyed(index));
        sheet.push(name, &metrics::OUT_OF_ACTION, Reading::OutOfAction(index));
        if forces.of(index).iter().any(|group| group.profile.locations.is_some()) {
            sheet.push(name, &metrics::WEAPONS_OUT, Reading::WeaponsOut(index));
            sheet.push(name, &metrics::IMMOBILISED, Reading::Immobilised(index));
        }
        if formation.points.is_some() {
            sheet.push(name, &metrics::POINTS_LOST, Reading::PointsLost(index));
        }
        by_unit(forces, index, sheet);
    }
    for (side, subject) in sides.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        if forces.formations.iter().any(|of| of.side == side && of.points.is_some()) {
            sheet.push(subject, &metrics::POINTS_LOST, Reading::SidePointsLost(side));
        }
    }
}

/// What is left of each kind of unit, `brood.gaunt`, if a formation has several.
fn by_unit(forces: &Forces, formation: usize, sheet: &mut Sheet) {
    let units = forces.units(formation);
    if units.len() < 2 {
        return;
    }
    for (unit, groups) in units {
        let subject = format!("{}.{unit}", forces.formations[formation].name);
        sheet.push(&subject, &metrics::SURVIVORS, Reading::Survivors(groups.clone()));
        sheet.push(&subject, &metrics::LOSSES, Reading::Losses(groups));
    }
}
