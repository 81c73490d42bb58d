//! What is read off a battle: measures of steps and of the end, the break of an army and victory points.

use crate::forces::{CONFUSED, Forces, OFF, Unit};
use crate::profile::Kind;
use battle_odds_plan::formations::Formations;
use battle_odds_plan::state::{Cell, State};

/// How a measure is read off a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A cell as it is.
    Cell(Cell),
    /// 1 if a cell has this value.
    Is(Cell, u16),
    /// 1 if a cell is not 0.
    Any(Cell),
    /// The sum of cells.
    Sum(Vec<Cell>),
    /// How many of the cells are not 0.
    Left(Vec<Cell>),
    /// How many of the cells are 0.
    Gone(Vec<Cell>),
    /// Stands left.
    Stands(usize),
    /// 1 if no stand of it is left.
    IsDestroyed(usize),
    /// 1 if the step destroyed it by wounds or in any way other than flight.
    Destroyed(usize),
    /// 1 if it fled from the fire of this step, so that none of it is left.
    Routed(usize),
    /// 1 if any unit of it is on the table and confused.
    Confused(usize),
    /// L906: units of it that are off the table.
    Off(usize),
    /// L2240: points that the enemy scores for it.
    PointsLost(usize),
    /// The sum over the formations of a side.
    SidePointsLost(usize),
    /// L2230: 1 if the army of a side breaks.
    Broken(usize),
    /// L2240: what a side scores, not more than its enemy if it is broken itself.
    PointsWon(usize),
    /// 1 if a side wins on points.
    Won(usize),
    /// 1 if neither does, or both are broken.
    Drawn(usize),
}

impl From<Cell> for Reading {
    fn from(cell: Cell) -> Self {
        Reading::Cell(cell)
    }
}

impl Reading {
    /// The value.
    pub fn value(&self, forces: &Forces, state: &State) -> u64 {
        let ledger = |formation: usize| forces.formations[formation].ledger;
        match self {
            Reading::Cell(cell) => state[*cell].into(),
            Reading::Is(cell, value) => (state[*cell] == *value).into(),
            Reading::Any(cell) => (state[*cell] > 0).into(),
            Reading::Sum(cells) => cells.iter().map(|&cell| u64::from(state[cell])).sum(),
            Reading::Left(cells) => cells.iter().filter(|&&cell| state[cell] > 0).count() as u64,
            Reading::Gone(cells) => cells.iter().filter(|&&cell| state[cell] == 0).count() as u64,
            Reading::Stands(formation) => forces.stands(state, *formation).into(),
            Reading::IsDestroyed(formation) => forces.is_destroyed(state, *formation).into(),
            Reading::Destroyed(formation) => {
                let now = ledger(*formation);
                (state[now.lost] > 0 && state[now.routed] == 0 && forces.is_destroyed(state, *formation)).into()
            }
            Reading::Routed(formation) => {
                (state[ledger(*formation).routed] > 0 && forces.is_destroyed(state, *formation)).into()
            }
            Reading::Confused(formation) => {
                let units = &forces.units[forces.formations[*formation].units.clone()];
                units.iter().any(|unit| state[unit.stands] > 0 && unit.is(state, CONFUSED)).into()
            }
            Reading::Off(formation) => {
                let units = &forces.units[forces.formations[*formation].units.clone()];
                units.iter().filter(|unit| unit.is(state, OFF)).count() as u64
            }
            Reading::PointsLost(formation) => points_lost(forces, state, *formation),
            Reading::SidePointsLost(side) => side_points_lost(forces, state, *side),
            Reading::Broken(side) => is_broken(forces, state, *side).into(),
            Reading::PointsWon(side) => points_won(forces, state, *side),
            Reading::Won(side) => (standing(forces, state, *side) == std::cmp::Ordering::Greater).into(),
            Reading::Drawn(side) => (standing(forces, state, *side) == std::cmp::Ordering::Equal).into(),
        }
    }
}

impl Forces {
    /// The largest value of a reading, known from the forces at the start.
    pub fn most_at_start(&self, reading: &Reading) -> Option<u64> {
        match reading {
            Reading::Off(formation) => Some(self.formations[*formation].units.len() as u64),
            Reading::Left(cells) | Reading::Gone(cells) => Some(cells.len() as u64),
            _ => self.most(reading),
        }
    }

    /// The largest value of a reading, if it is known.
    pub fn most(&self, reading: &Reading) -> Option<u64> {
        match reading {
            Reading::Cell(cell) => self.most_of(*cell),
            Reading::Sum(cells) => cells.iter().map(|&cell| self.most_of(cell)).sum(),
            Reading::Stands(formation) => Some(self.stands_and_wounds(*formation).0),
            Reading::PointsLost(formation) => Some(self.worth(*formation)),
            Reading::SidePointsLost(side) => Some(self.worth_of_side(*side)),
            Reading::PointsWon(side) => Some(self.worth_of_side(side ^ 1)),
            _ => None,
        }
    }

    /// The same for a cell: stands and wounds lost in a step are limited by those of the formation.
    fn most_of(&self, cell: Cell) -> Option<u64> {
        self.formations.iter().enumerate().find_map(|(index, of)| {
            let (stands, wounds) = self.stands_and_wounds(index);
            match cell {
                cell if cell == of.ledger.lost => Some(stands),
                cell if cell == of.ledger.wounds => Some(wounds),
                _ => None,
            }
        })
    }

    /// All stands of a formation, and the wounds that they take.
    fn stands_and_wounds(&self, formation: usize) -> (u64, u64) {
        let units = &self.units[self.formations[formation].units.clone()];
        let wounds = |unit: &Unit| u64::from(unit.start) * u64::from(unit.profile.hits);
        (units.iter().map(|unit| u64::from(unit.start)).sum(), units.iter().map(wounds).sum())
    }

    /// The points of a formation.
    pub fn worth(&self, formation: usize) -> u64 {
        let of = &self.formations[formation];
        let units = self.units[of.units.clone()].iter().map(|unit| unit.points);
        let commanders = of.commanders.iter().map(|&commander| self.commanders[commander].points);
        units.chain(commanders).map(u64::from).sum()
    }

    /// The points of all formations of a side.
    pub fn worth_of_side(&self, side: usize) -> u64 {
        self.of_side(side).map(|formation| self.worth(formation)).sum()
    }
}

/// L2240: all points of destroyed units; half of them, rounded up to fives, for a unit of three stands with one left.
fn points_lost(forces: &Forces, state: &State, formation: usize) -> u64 {
    let of = &forces.formations[formation];
    let units = forces.units[of.units.clone()].iter().map(|unit| match state[unit.stands] {
        0 => unit.points,
        1 if unit.profile.stands == 3 => unit.points.div_ceil(10) * 5,
        _ => 0,
    });
    let dead = |&&commander: &&usize| state[forces.commanders[commander].alive] == 0;
    let commanders = of.commanders.iter().filter(dead).map(|&commander| forces.commanders[commander].points);
    units.chain(commanders).map(u64::from).sum()
}

fn side_points_lost(forces: &Forces, state: &State, side: usize) -> u64 {
    forces.of_side(side).map(|formation| points_lost(forces, state, formation)).sum()
}

/// L2230: an army breaks when its general is lost, dead or off the table, or half of its units are; a unit of three stands
/// with one left is half a unit lost.
pub fn is_broken(forces: &Forces, state: &State, side: usize) -> bool {
    let (mut all, mut lost) = (0, 0);
    for formation in forces.formations.iter().filter(|formation| formation.side == side) {
        for &commander in &formation.commanders {
            let commander = &forces.commanders[commander];
            if commander.profile.kind == Kind::General && state[commander.alive] == 0 {
                return true;
            }
        }
        for unit in forces.units[formation.units.clone()].iter().filter(|unit| unit.counts) {
            all += 2;
            lost += match state[unit.stands] {
                0 => 2,
                1 if unit.profile.stands == 3 => 1,
                _ => 0,
            };
        }
    }
    all > 0 && 2 * lost >= all
}

fn points_won(forces: &Forces, state: &State, side: usize) -> u64 {
    let won = side_points_lost(forces, state, side ^ 1);
    match is_broken(forces, state, side) {
        true => won.min(side_points_lost(forces, state, side)),
        false => won,
    }
}

/// L2230, L2240: how a side compares with its enemy; if both armies break in the same phase it is a draw.
fn standing(forces: &Forces, state: &State, side: usize) -> std::cmp::Ordering {
    if is_broken(forces, state, side) && is_broken(forces, state, side ^ 1) {
        return std::cmp::Ordering::Equal;
    }
    points_won(forces, state, side).cmp(&points_won(forces, state, side ^ 1))
}
