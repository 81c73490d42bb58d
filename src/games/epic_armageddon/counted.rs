//! What a scenario and its steps count, under the names in the reports.

use crate::actions::Action;
use crate::assault::{ATTACKER, DEFENDER};
use crate::fire::Aside;
use crate::forces::Forces;
use crate::measures::Reading;
use crate::metrics;
use battle_odds_plan::measures;
use battle_odds_plan::state::Cell;

/// A step as read.
pub type Read = battle_odds_plan::steps::Read<Action, Counted>;

/// What a step counts, if its kind decides it.
pub enum Counted {
    /// Fire of formations at others, the target first.
    Fire {
        /// The shooters.
        by: Vec<usize>,
        /// Formations touched.
        touched: Vec<usize>,
    },
    /// An assault: its sides, bystanders, and the cells for its outcome.
    Assault {
        /// Formations of each side.
        sides: [Vec<usize>; 2],
        /// Formations that may take a marker.
        bystanders: Vec<usize>,
        /// Winner, margin, rounds.
        cells: [Cell; 3],
        /// Fire in the same step.
        fire: Fire,
    },
    /// Formations that regroup, march or go on overwatch.
    Action(usize),
    /// Formations that rally.
    Rally(Vec<usize>),
    /// A formation that tests for dangerous terrain.
    Terrain(usize),
    /// A formation that teleports.
    Teleport(usize),
    /// A formation that took part in what happened in the air.
    Sky(usize),
    /// A formation that comes from orbit, and the cell for its scatter.
    Planetfall(usize, Cell),
    /// The sides of a strategy roll, and the cell for the winner.
    Strategy([usize; 2], Cell),
    /// The roll that ends the game.
    GameEnd(Cell),
    /// Formations that may lose units in withdrawal.
    Caught(Vec<usize>),
}

impl Counted {
    /// All formations that it is about.
    pub fn formations(&self) -> Vec<usize> {
        match self {
            Counted::Fire { by, touched } => [&by[..], touched].concat(),
            Counted::Assault { sides: [one, other], bystanders, .. } => [&one[..], other, bystanders].concat(),
            Counted::Rally(formations) | Counted::Caught(formations) => formations.clone(),
            Counted::Action(formation)
            | Counted::Terrain(formation)
            | Counted::Teleport(formation)
            | Counted::Sky(formation)
            | Counted::Planetfall(formation, _) => vec![*formation],
            Counted::Strategy(..) | Counted::GameEnd(_) => Vec::new(),
        }
    }
}

/// Fire in a step with an assault.
pub struct Fire {
    /// Whether there is fire at the charge: from overwatch, flak, interceptors.
    pub reaction: bool,
    /// Whether there is fire of formations that failed to charge.
    pub hold: bool,
    /// Its effects, formation by formation.
    pub aside: Vec<Aside>,
}

/// A list of measures that is being built.
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
                sheet.push(name(formation), &metrics::ACTIVATED, ledger(formation).activated);
                sheet.push(name(formation), &metrics::SUPPRESSED, ledger(formation).suppressed);
            }
        }
        Counted::Sky(formation) => {
            sheet.push(name(*formation), &metrics::ACTIVATED, ledger(*formation).activated);
            under_fire(forces, *formation, sheet);
        }
        Counted::Assault { sides, bystanders, cells, fire } => {
            of_assault(forces, sides, bystanders, *cells, fire, sheet)
        }
        Counted::Action(by) => {
            sheet.push(name(*by), &metrics::ACTIVATED, ledger(*by).activated);
            sheet.push(name(*by), &metrics::REMOVED, ledger(*by).removed);
            sheet.push(name(*by), &metrics::BROKEN, Reading::Broke(*by));
        }
        Counted::Rally(who) => {
            for &formation in who {
                sheet.push(name(formation), &metrics::RALLIED, ledger(formation).rallied);
                sheet.push(name(formation), &metrics::REMOVED, ledger(formation).removed);
            }
        }
        Counted::Terrain(by) => sheet.push(name(*by), &metrics::LOSSES, ledger(*by).losses),
        Counted::Teleport(by) => {
            sheet.push(name(*by), &metrics::BLAST_MARKERS, ledger(*by).gained);
            sheet.push(name(*by), &metrics::BROKEN, Reading::Broke(*by));
        }
        Counted::Planetfall(by, scatter) => {
            sheet.push(name(*by), &metrics::ACTIVATED, ledger(*by).activated);
            sheet.push(name(*by), &metrics::LOSSES, ledger(*by).losses);
            sheet.push(name(*by), &metrics::SCATTER, *scatter);
        }
        Counted::Strategy(sides, winner) => {
            for (side, &formation) in sides.iter().enumerate() {
                sheet.push(name(formation), &metrics::FIRST, Reading::Is(*winner, side as u16 + 1));
            }
        }
        Counted::Caught(formations) => {
            for &formation in formations {
                sheet.push(name(formation), &metrics::LOSSES, ledger(formation).losses);
            }
        }
        Counted::GameEnd(another) => sheet.push(mark!("counted of": "game"), &metrics::ANOTHER_TURN, *another),
    }
}

/// What an assault does to all formations.
fn of_assault(
    forces: &Forces,
    sides: &[Vec<usize>; 2],
    bystanders: &[usize],
    [winner, margin, rounds]: [Cell; 3],
    fire: &Fire,
    sheet: &mut Sheet,
) {
    let name = |formation: usize| forces.formations[formation].name.as_str();
    let ledger = |formation: usize| forces.formations[formation].ledger;
    for (side, formations) in sides.iter().enumerate() {
        for &formation in formations {
            let enemies = sides[1 - side].iter().map(|&enemy| ledger(enemy).fallen).collect();
            sheet.push(name(formation), &metrics::ACTIVATED, ledger(formation).activated);
            sheet.push(name(formation), &metrics::WON, Reading::Is(winner, side as u16 + 1));
            sheet.push(name(formation), &metrics::KILLS, Reading::Sum(enemies));
            let of_enemies = fire.aside.iter().filter(|aside| sides[1 - side].contains(&aside.formation));
            let by_fire = Reading::Sum(of_enemies.map(|aside| aside.fallen).collect());
            // The defenders fire as the enemy comes; attackers that fail to charge may fire where they stand.
            match side {
                ATTACKER if fire.hold => sheet.push(name(formation), &metrics::HOLD_KILLS, by_fire),
                DEFENDER if fire.reaction => sheet.push(name(formation), &metrics::REACTION_KILLS, by_fire),
                _ => {}
            }
            sheet.push(name(formation), &metrics::LOSSES, ledger(formation).losses);
            if has_engines(forces, formation) {
                let own = fire.aside.iter().filter(|aside| aside.formation == formation);
                let by_fire = own.filter_map(|aside| aside.damage);
                let cells = std::iter::once(ledger(formation).damage).chain(by_fire).collect();
                sheet.push(name(formation), &metrics::DAMAGE, Reading::Sum(cells));
            }
            sheet.push(name(formation), &metrics::BLAST_MARKERS, ledger(formation).gained);
            sheet.push(name(formation), &metrics::BROKEN, Reading::Broke(formation));
            sheet.push(name(formation), &metrics::DESTROYED, Reading::Destroyed(formation));
        }
    }
    for &formation in bystanders {
        sheet.push(name(formation), &metrics::BLAST_MARKERS, ledger(formation).gained);
        sheet.push(name(formation), &metrics::BROKEN, Reading::Broke(formation));
    }
    sheet.push(mark!("counted of": "assault"), &metrics::ROUNDS, rounds);
    sheet.push(mark!("counted of": "assault"), &metrics::MARGIN, margin);
}

/// What fire does to a formation.
fn under_fire(forces: &Forces, formation: usize, sheet: &mut Sheet) {
    let of = &forces.formations[formation];
    sheet.push(&of.name, &metrics::HITS, of.ledger.hits);
    sheet.push(&of.name, &metrics::KILLS, of.ledger.fallen);
    sheet.push(&of.name, &metrics::DAMAGE, of.ledger.damage);
    sheet.push(&of.name, &metrics::BLAST_MARKERS, of.ledger.gained);
    sheet.push(&of.name, &metrics::BROKEN, Reading::Broke(formation));
}

fn has_engines(forces: &Forces, formation: usize) -> bool {
    forces.groups_of(formation).iter().any(|group| group.engine.is_some())
}

/// §5.1.7 for each side that has formations: points lost if it has priced formations, points won if its enemy has, and
/// the swing between them if either has.
fn points(forces: &Forces, names: &[String], sheet: &mut Sheet) {
    for (side, name) in names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
        let [own, enemys] = [side, side ^ 1].map(|side| forces.worth(side));
        if enemys > 0 {
            sheet.push(name, &metrics::POINTS_WON, Reading::SidePointsLost(side ^ 1));
        }
        if own > 0 {
            sheet.push(name, &metrics::POINTS_LOST, Reading::SidePointsLost(side));
        }
        if own + enemys > 0 {
            sheet.push_from(-(own as i64), name, &metrics::POINTS_SWING, Reading::Swing(side, own));
        }
    }
}

/// What is counted at the end.
pub fn at_the_end(forces: &Forces, sides: &[String], sheet: &mut Sheet) {
    for (index, formation) in forces.formations.iter().enumerate() {
        let name = &formation.name;
        sheet.push(name, &metrics::SURVIVORS, Reading::Survivors(index));
        sheet.push(name, &metrics::LOSSES, Reading::Losses(index));
        sheet.push(name, &metrics::DC_LEFT, Reading::DcLeft(index));
        sheet.push(name, &metrics::SHIELDS_LEFT, Reading::ShieldsLeft(index));
        sheet.push(name, &metrics::BLAST_MARKERS, Reading::Markers(index));
        sheet.push(name, &metrics::BROKEN, Reading::IsBroken(index));
        sheet.push(name, &metrics::DESTROYED, Reading::IsDestroyed(index));
        sheet.push(name, &metrics::OUT_OF_ACTION, Reading::OutOfAction(index));
        if formation.points.is_some() {
            sheet.push(name, &metrics::POINTS_LOST, Reading::PointsLost(index));
        }
        by_unit(forces, index, sheet);
    }
    points(forces, sides, sheet);
}

/// What is left of each kind of unit, `warband.nob`, if a formation has several. §2.1.15: a unit joined by a character
/// is a kind of its own, and the character is lost with it.
fn by_unit(forces: &Forces, formation: usize, sheet: &mut Sheet) {
    let groups = forces.groups_of(formation);
    let units = groups.iter().map(|group| (group.unit.key.as_str(), group));
    let characters = groups.iter().filter_map(|group| Some((group.character.as_deref()?, group)));
    for (kind, groups) in measures::by_kind(units.chain(characters)) {
        let subject = format!("{}.{kind}", forces.formations[formation].name);
        let alive: Vec<Cell> = groups.iter().map(|group| group.alive).collect();
        let start = groups.iter().map(|group| u64::from(group.start)).sum();
        sheet.push(&subject, &metrics::SURVIVORS, Reading::Sum(alive.clone()));
        sheet.push(&subject, &metrics::LOSSES, Reading::Gone(start, alive));
        let capacity: Vec<Cell> = groups.iter().filter_map(|group| Some(group.engine.as_ref()?.left)).collect();
        if !capacity.is_empty() {
            sheet.push(&subject, &metrics::DC_LEFT, Reading::Sum(capacity));
        }
    }
}
