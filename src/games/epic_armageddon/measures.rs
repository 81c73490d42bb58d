//! What is read off a battle: measures of steps and of the end.

use crate::forces::{Forces, Group};
use battle_odds_plan::formations::Formations;
use battle_odds_plan::state::{Cell, State};

/// How a measure is read off a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A cell as it is.
    Cell(Cell),
    /// 1 if a cell has this value.
    Is(Cell, u16),
    /// The sum of cells.
    Sum(Vec<Cell>),
    /// The sum of the cells at the start, less their sum now.
    Gone(u64, Vec<Cell>),
    /// 1 if the formation broke in this step and some of it is left.
    Broke(usize),
    /// 1 if the formation was destroyed in this step.
    Destroyed(usize),
    /// Units left; a war engine is one.
    Survivors(usize),
    /// Points of damage capacity left.
    DcLeft(usize),
    /// Shields that work.
    ShieldsLeft(usize),
    /// Units lost since the start.
    Losses(usize),
    /// Markers on it; none while it is broken.
    Markers(usize),
    /// 1 if it is broken; a destroyed formation is not.
    IsBroken(usize),
    /// 1 if no unit of it is left.
    IsDestroyed(usize),
    /// §5.1.7: the part of its points that the enemy would score.
    PointsLost(usize),
    /// The sum of these over all formations of a side.
    SidePointsLost(usize),
    /// What a side wins and loses in points, and the most it can lose: recorded as won − lost + most.
    Swing(usize, u64),
    /// 1 if it is broken or no unit of it is left.
    OutOfAction(usize),
}

impl From<Cell> for Reading {
    fn from(cell: Cell) -> Self {
        Reading::Cell(cell)
    }
}

impl Reading {
    /// The value.
    pub fn value(&self, forces: &Forces, state: &State) -> u64 {
        let units = |formation: usize| u64::from(forces.heads(state, formation));
        let start = |formation: usize| u64::from(forces.formations[formation].start);
        match self {
            Reading::Cell(cell) => state[*cell].into(),
            Reading::Is(cell, value) => (state[*cell] == *value).into(),
            Reading::Sum(cells) => sum(state, cells),
            Reading::Gone(start, cells) => start.saturating_sub(sum(state, cells)),
            Reading::Broke(formation) => {
                (state[forces.formations[*formation].ledger.broke] > 0 && units(*formation) > 0).into()
            }
            Reading::Destroyed(formation) => {
                (state[forces.formations[*formation].ledger.losses] > 0 && units(*formation) == 0).into()
            }
            Reading::Survivors(formation) => units(*formation),
            Reading::DcLeft(formation) => {
                let engines = forces.groups_of(*formation).iter().filter_map(|group| group.engine.as_ref());
                engines.map(|engine| u64::from(state[engine.left])).sum()
            }
            Reading::ShieldsLeft(formation) => {
                let engines = forces.groups_of(*formation).iter().filter_map(|group| group.engine.as_ref());
                engines.map(|engine| u64::from(engine.shields_up(state))).sum()
            }
            Reading::Losses(formation) => start(*formation) - units(*formation),
            Reading::Markers(formation) => match units(*formation) {
                0 => 0,
                _ => state[forces.formations[*formation].markers].into(),
            },
            Reading::IsBroken(formation) => {
                (forces.formations[*formation].is_broken(state) && units(*formation) > 0).into()
            }
            Reading::IsDestroyed(formation) => (units(*formation) == 0).into(),
            Reading::PointsLost(formation) => points_lost(forces, state, *formation),
            Reading::SidePointsLost(side) => side_points_lost(forces, state, *side),
            Reading::Swing(side, most) => {
                most + side_points_lost(forces, state, side ^ 1) - side_points_lost(forces, state, *side)
            }
            Reading::OutOfAction(formation) => {
                (forces.formations[*formation].is_broken(state) || units(*formation) == 0).into()
            }
        }
    }
}

impl Forces {
    /// The largest value of a reading, known from the forces at the start.
    pub fn most_at_start(&self, reading: &Reading) -> Option<u64> {
        let held = |cell: &Cell| held(self, *cell).or_else(|| self.most_of(*cell));
        match reading {
            Reading::Sum(cells) => cells.iter().map(held).sum(),
            Reading::Gone(start, _) => Some(*start),
            Reading::ShieldsLeft(_) | Reading::Markers(_) => None,
            _ => self.most(reading),
        }
    }

    /// The largest value of a reading, if it is known. Markers are limited because the formation breaks (§1.13.2).
    pub fn most(&self, reading: &Reading) -> Option<u64> {
        let start = |formation: usize| Some(u64::from(self.formations[formation].start));
        let engines = |formation: usize| self.groups_of(formation).iter().filter_map(|group| group.engine.as_ref());
        match reading {
            Reading::Cell(cell) => self.most_of(*cell),
            Reading::Sum(cells) => cells.iter().map(|&cell| self.most_of(cell)).sum(),
            Reading::Survivors(formation) | Reading::Losses(formation) => start(*formation),
            Reading::DcLeft(formation) => Some(engines(*formation).map(|engine| u64::from(engine.dc)).sum()),
            Reading::ShieldsLeft(formation) => {
                Some(self.groups_of(*formation).iter().map(|group| u64::from(group.unit.shields)).sum())
            }
            Reading::Markers(formation) => {
                let of = &self.formations[*formation];
                (!of.aircraft).then(|| self.breaks_at(*formation, of.strength).into())
            }
            Reading::PointsLost(formation) => Some(self.formations[*formation].points.unwrap_or(0).into()),
            Reading::SidePointsLost(side) => Some(self.worth(*side)),
            Reading::Swing(side, most) => Some(most + self.worth(side ^ 1)),
            _ => None,
        }
    }

    /// The same for a cell: units and damage capacity lost in a step are limited by those of the formation.
    fn most_of(&self, cell: Cell) -> Option<u64> {
        self.formations.iter().enumerate().find_map(|(index, of)| {
            let units = [of.ledger.suppressed, of.ledger.fallen, of.ledger.engines, of.ledger.losses];
            let engines = || self.groups_of(index).iter().filter_map(|group| group.engine.as_ref());
            match cell {
                cell if units.contains(&cell) => Some(of.start.into()),
                cell if cell == of.ledger.damage => Some(engines().map(|engine| u64::from(engine.dc)).sum()),
                _ => None,
            }
        })
    }

    /// The points of all formations of a side.
    pub fn worth(&self, side: usize) -> u64 {
        self.of_side(side).map(|formation| u64::from(self.formations[formation].points.unwrap_or(0))).sum()
    }
}

fn sum(state: &State, cells: &[Cell]) -> u64 {
    cells.iter().map(|&cell| u64::from(state[cell])).sum()
}

/// Units that a cell holds at the start, if it holds units, or points of damage capacity.
fn held(forces: &Forces, cell: Cell) -> Option<u64> {
    let holds = |group: &Group| match &group.engine {
        Some(engine) if engine.left == cell => Some(engine.dc.into()),
        _ if group.alive == cell => Some(group.start.into()),
        _ => None,
    };
    forces.groups.iter().find_map(holds)
}

/// §5.1.7: full points for a formation destroyed, or broken at half its strength or less; half of them, rounded up, for
/// one that is either broken or at half its strength or less. Strength is units, and the points of damage that war
/// engines have left.
fn points_lost(forces: &Forces, state: &State, formation: usize) -> u64 {
    let of = &forces.formations[formation];
    let points = u64::from(of.points.unwrap_or(0));
    let strength = |group: &Group| match &group.engine {
        Some(engine) => state.count(engine.left),
        None => state.count(group.alive),
    };
    let units: u32 = forces.groups_of(formation).iter().map(strength).sum();
    let halved = 2 * units <= of.strength;
    match (units, of.is_broken(state), halved) {
        (0, _, _) | (_, true, true) => points,
        (_, true, false) | (_, false, true) => points.div_ceil(2),
        _ => 0,
    }
}

fn side_points_lost(forces: &Forces, state: &State, side: usize) -> u64 {
    forces.of_side(side).map(|formation| points_lost(forces, state, formation)).sum()
}
