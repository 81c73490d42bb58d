//! What steps count, and what a scenario does, under the names of the reports.

use std::ops::Range;

use super::super::assault::{ATTACKER, DEFENDER};
use super::super::battle::Deed;
use super::super::forces::{Forces, Group};
use super::super::measures::Reading;
use super::super::state::Cell;
use super::super::volley::Aside;
use crate::engine::measure::{Kind, Measure, When};

/// A step as read.
pub type Read = crate::systems::plan::steps::Read<Deed, Counted>;

/// What a step counts, as far as its kind decides.
pub enum Counted {
    /// Fire of formations at others, the target first.
    Fire {
        /// The shooters.
        by: Vec<usize>,
        /// Formations touched.
        touched: Vec<usize>,
    },
    /// An assault: its sides, bystanders, and where its outcome is kept.
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
    /// A formation that comes from orbit, and where its scatter is kept.
    Planetfall(usize, Cell),
    /// The sides of a strategy roll, and where the winner is kept.
    Strategy([usize; 2], Cell),
    /// The roll that ends the game.
    GameEnd(Cell),
    /// Formations that may lose units in withdrawal.
    Caught(Vec<usize>),
}

impl Counted {
    /// Everybody it is about.
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
    /// Fire at those who charge: from overwatch, flak, interceptors.
    pub reaction: bool,
    /// Fire of those who failed to charge.
    pub hold: bool,
    /// What it does, formation by formation.
    pub aside: Vec<Aside>,
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
        Counted::Assault { sides, bystanders, cells: [winner, margin, rounds], fire } => {
            for (side, formations) in sides.iter().enumerate() {
                for &formation in formations {
                    let enemies = sides[1 - side].iter().map(|&enemy| ledger(enemy).fallen).collect();
                    sheet.event(name(formation), "activated", Reading::Cell(ledger(formation).activated));
                    sheet.event(name(formation), "won", Reading::Is(*winner, side as u16 + 1));
                    sheet.push(name(formation), "kills", Kind::Count, Reading::Sum(enemies));
                    let of_enemies = fire.aside.iter().filter(|aside| sides[1 - side].contains(&aside.formation));
                    let by_fire = Reading::Sum(of_enemies.map(|aside| aside.fallen).collect());
                    // Those charged fire as the enemy comes; those who fail to charge may fire where they stand.
                    match side {
                        ATTACKER if fire.hold => sheet.push(name(formation), "hold_kills", Kind::Count, by_fire),
                        DEFENDER if fire.reaction => {
                            sheet.push(name(formation), "reaction_kills", Kind::Count, by_fire)
                        }
                        _ => {}
                    }
                    sheet.count(name(formation), "losses", ledger(formation).losses);
                    if has_engines(forces, formation) {
                        let own = fire.aside.iter().filter(|aside| aside.formation == formation);
                        let by_fire = own.filter_map(|aside| aside.damage);
                        let cells = std::iter::once(ledger(formation).damage).chain(by_fire).collect();
                        sheet.push(name(formation), "damage", Kind::Count, Reading::Sum(cells));
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
                sheet.event(name(formation), "first", Reading::Is(*winner, side as u16 + 1));
            }
        }
        Counted::Caught(formations) => {
            for &formation in formations {
                sheet.count(name(formation), "losses", ledger(formation).losses);
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
        let (when, subject, kind) = (When::End, name.clone(), Kind::Count);
        let measure = Measure { when, subject, metric: "points_swing", kind, least, most: None };
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
        by_unit(forces, index, sheet);
    }
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
        sheet.push(&subject, "survivors", Kind::Count, Reading::Sum(alive.clone()));
        sheet.push(&subject, "losses", Kind::Count, Reading::Gone(start, alive));
        let capacity: Vec<Cell> = of_kind.iter().filter_map(|group| Some(group.engine.as_ref()?.left)).collect();
        if !capacity.is_empty() {
            sheet.push(&subject, "dc_left", Kind::Count, Reading::Sum(capacity));
        }
    }
}
