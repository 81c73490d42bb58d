//! What a scenario counts, under the names of the reports.

use super::super::forces::Forces;
use super::super::measures::Reading;
use super::steps::Counted;
use crate::engine::measure::Kind;
use crate::systems::plan::measures;
use crate::systems::plan::state::Cell;

/// A list of measures in the making.
pub type Sheet = measures::Sheet<Reading>;

/// Units of a formation for which something has come true: an event where it has one unit.
fn units(sheet: &mut Sheet, forces: &Forces, formation: usize, metric: &'static str, reading: impl Into<Reading>) {
    let formation = &forces.formations[formation];
    let kind = if formation.units.len() == 1 { Kind::Event } else { Kind::Count };
    sheet.push(&formation.name, metric, kind, reading);
}

/// What a step counts.
pub fn of_step(forces: &Forces, counted: &Counted, side_names: &[String], sheet: &mut Sheet) {
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
            units(sheet, forces, *formation, "returned", *returned);
        }
        Counted::OffTable(formation, back, ready) => {
            sheet.event(name(*formation), "destroyed", Reading::Destroyed(*formation));
            units(sheet, forces, *formation, "off_table", Reading::Off(*formation));
            units(sheet, forces, *formation, "back", *back);
            units(sheet, forces, *formation, "may_be_ordered", *ready);
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

/// What is counted at the end.
pub fn at_the_end(forces: &Forces, sheet: &mut Sheet) {
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
