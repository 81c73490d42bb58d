//! What a scenario counts, under the names of the reports.

use super::super::assault::{ATTACKER, DEFENDER};
use super::super::forces::{Forces, Group};
use super::super::measures::Reading;
use super::super::state::Cell;
use super::steps::Counted;
use crate::systems::plan::measures;

/// A list of measures in the making.
pub type Sheet = measures::Sheet<Reading>;

/// What a step counts.
pub fn of_step(forces: &Forces, counted: &Counted, sheet: &mut Sheet) {
    let name = |formation: usize| forces.formations[formation].name.as_str();
    let ledger = |formation: usize| forces.formations[formation].ledger;
    match counted {
        Counted::Fire { by, touched } => {
            for &formation in touched {
                under_fire(forces, formation, sheet);
            }
            for &formation in by {
                sheet.event(name(formation), "activated", ledger(formation).activated);
                sheet.count(name(formation), "suppressed", ledger(formation).suppressed);
            }
        }
        Counted::Sky(formation) => {
            sheet.event(name(*formation), "activated", ledger(*formation).activated);
            under_fire(forces, *formation, sheet);
        }
        Counted::Assault { sides, bystanders, cells: [winner, margin, rounds], fire } => {
            for (side, formations) in sides.iter().enumerate() {
                for &formation in formations {
                    let enemies = sides[1 - side].iter().map(|&enemy| ledger(enemy).fallen).collect();
                    sheet.event(name(formation), "activated", ledger(formation).activated);
                    sheet.event(name(formation), "won", Reading::Is(*winner, side as u16 + 1));
                    sheet.count(name(formation), "kills", Reading::Sum(enemies));
                    let of_enemies = fire.aside.iter().filter(|aside| sides[1 - side].contains(&aside.formation));
                    let by_fire = Reading::Sum(of_enemies.map(|aside| aside.fallen).collect());
                    // Those charged fire as the enemy comes; those who fail to charge may fire where they stand.
                    match side {
                        ATTACKER if fire.hold => sheet.count(name(formation), "hold_kills", by_fire),
                        DEFENDER if fire.reaction => sheet.count(name(formation), "reaction_kills", by_fire),
                        _ => {}
                    }
                    sheet.count(name(formation), "losses", ledger(formation).losses);
                    if has_engines(forces, formation) {
                        let own = fire.aside.iter().filter(|aside| aside.formation == formation);
                        let by_fire = own.filter_map(|aside| aside.damage);
                        let cells = std::iter::once(ledger(formation).damage).chain(by_fire).collect();
                        sheet.count(name(formation), "damage", Reading::Sum(cells));
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
            sheet.event(name(*by), "activated", ledger(*by).activated);
            sheet.count(name(*by), "removed", ledger(*by).removed);
            sheet.event(name(*by), "broken", Reading::Broke(*by));
        }
        Counted::Rally(who) => {
            for &formation in who {
                sheet.event(name(formation), "rallied", ledger(formation).rallied);
                sheet.count(name(formation), "removed", ledger(formation).removed);
            }
        }
        Counted::Terrain(by) => sheet.count(name(*by), "losses", ledger(*by).losses),
        Counted::Teleport(by) => {
            sheet.count(name(*by), "blast_markers", ledger(*by).gained);
            sheet.event(name(*by), "broken", Reading::Broke(*by));
        }
        Counted::Planetfall(by, scatter) => {
            sheet.event(name(*by), "activated", ledger(*by).activated);
            sheet.count(name(*by), "losses", ledger(*by).losses);
            sheet.count(name(*by), "scatter", *scatter);
        }
        Counted::Strategy(sides, winner) => {
            for (side, &formation) in sides.iter().enumerate() {
                sheet.event(name(formation), "first", Reading::Is(*winner, side as u16 + 1));
            }
        }
        Counted::Caught(formations) => {
            for &formation in formations {
                sheet.count(name(formation), "losses", ledger(formation).losses);
            }
        }
        Counted::GameEnd(another) => sheet.event("game", "another_turn", *another),
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
        sheet.count(name, "points_won", Reading::SidePointsLost(side ^ 1));
        sheet.count(name, "points_lost", Reading::SidePointsLost(side));
        let most = worth(side);
        let least = -(most as i64);
        sheet.count_from(least, name, "points_swing", Reading::Swing(side, most));
    }
}

/// What is counted at the end.
pub fn at_the_end(forces: &Forces, sides: &[String], sheet: &mut Sheet) {
    for (index, formation) in forces.formations.iter().enumerate() {
        let name = &formation.name;
        sheet.count(name, "survivors", Reading::Survivors(index));
        sheet.count(name, "losses", Reading::Losses(index));
        sheet.count(name, "dc_left", Reading::DcLeft(index));
        sheet.count(name, "shields_left", Reading::ShieldsLeft(index));
        sheet.count(name, "blast_markers", Reading::Markers(index));
        sheet.event(name, "broken", Reading::IsBroken(index));
        sheet.event(name, "destroyed", Reading::IsDestroyed(index));
        sheet.event(name, "out_of_action", Reading::OutOfAction(index));
        if formation.points.is_some() {
            sheet.count(name, "points_lost", Reading::PointsLost(index));
        }
        by_unit(forces, index, sheet);
    }
    points(forces, sides, sheet);
}

/// What is left of each kind of unit, `warband.nob`, where a formation has several. §2.1.15: a character who joined a unit is
/// a kind of his own, and lost with it.
fn by_unit(forces: &Forces, formation: usize, sheet: &mut Sheet) {
    let groups = forces.groups_of(formation);
    let mut kinds: Vec<&str> = Vec::new();
    let units = groups.iter().map(|group| group.unit.key.as_str());
    for kind in units.chain(groups.iter().filter_map(|group| group.character.as_deref())) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    if kinds.len() < 2 {
        return;
    }
    for kind in kinds {
        let subject = format!("{}.{kind}", forces.formations[formation].name);
        let of_kind = groups.iter().filter(|group| group.is_called(kind));
        let of_kind: Vec<&Group> = of_kind.collect();
        let alive: Vec<Cell> = of_kind.iter().map(|group| group.alive).collect();
        let start = of_kind.iter().map(|group| u64::from(group.start)).sum();
        sheet.count(&subject, "survivors", Reading::Sum(alive.clone()));
        sheet.count(&subject, "losses", Reading::Gone(start, alive));
        let capacity: Vec<Cell> = of_kind.iter().filter_map(|group| Some(group.engine.as_ref()?.left)).collect();
        if !capacity.is_empty() {
            sheet.count(&subject, "dc_left", Reading::Sum(capacity));
        }
    }
}
