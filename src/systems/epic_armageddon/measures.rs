//! What is read off a battle: measures of steps, of the end, and the goal.

use super::battle::Battle;
use super::state::{Cell, GOAL, State};

/// How a measure is read off a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A cell as it is.
    Cell(Cell),
    /// 1 if a cell has this value.
    Is(Cell, u8),
    /// The sum of cells.
    Sum(Vec<Cell>),
    /// 1 if the formation broke in this step and some of it is left.
    Broke(usize),
    /// 1 if the formation was destroyed in this step.
    Destroyed(usize),
    /// Units left.
    Survivors(usize),
    /// Units lost since the start.
    Losses(usize),
    /// Markers on it; none while it is broken.
    Markers(usize),
    /// 1 if it is broken; a destroyed formation is not.
    IsBroken(usize),
    /// 1 if nothing of it is left.
    IsDestroyed(usize),
    /// §5.1.7: the part of its points that the enemy would score.
    PointsLost(usize),
    /// Nothing that this scenario could have.
    Zero,
    /// 1 if everything asked for came true.
    Goal,
}

impl Reading {
    /// The value.
    pub fn value(&self, battle: &Battle, state: &State) -> u64 {
        let forces = &battle.forces;
        let units = |formation: usize| u64::from(forces.units(state, formation));
        let start = |formation: usize| u64::from(forces.formations[formation].start);
        match self {
            Reading::Cell(cell) => state[*cell].into(),
            Reading::Is(cell, value) => (state[*cell] == *value).into(),
            Reading::Sum(cells) => cells.iter().map(|&cell| u64::from(state[cell])).sum(),
            Reading::Broke(formation) => {
                (state[forces.formations[*formation].ledger.broke] == 1 && units(*formation) > 0).into()
            }
            Reading::Destroyed(formation) => {
                (state[forces.formations[*formation].ledger.losses] > 0 && units(*formation) == 0).into()
            }
            Reading::Survivors(formation) => units(*formation),
            Reading::Losses(formation) => start(*formation) - units(*formation),
            Reading::Markers(formation) => match units(*formation) {
                0 => 0,
                _ => state[forces.formations[*formation].markers].into(),
            },
            Reading::IsBroken(formation) => {
                (forces.formations[*formation].is_broken(state) && units(*formation) > 0).into()
            }
            Reading::IsDestroyed(formation) => (units(*formation) == 0).into(),
            Reading::PointsLost(formation) => points_lost(battle, state, *formation),
            Reading::Zero => 0,
            Reading::Goal => battle.goal.reached(battle, state).into(),
        }
    }
}

/// §5.1.7: full points for a formation destroyed, or broken at half its strength or less; half of them, rounded up,
/// for one broken, or at half its strength or less.
fn points_lost(battle: &Battle, state: &State, formation: usize) -> u64 {
    let of = &battle.forces.formations[formation];
    let points = u64::from(of.points.unwrap_or(0));
    let units = battle.forces.units(state, formation);
    let halved = 2 * units <= of.start;
    match (units, of.is_broken(state), halved) {
        (0, _, _) | (_, true, true) => points,
        (_, true, false) | (_, false, true) => points.div_ceil(2),
        _ => 0,
    }
}

/// How a measure is compared with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The five signs.
pub enum Comparison {
    Less,
    AtMost,
    Equal,
    AtLeast,
    More,
}

impl Comparison {
    fn holds(self, value: u64, than: u64) -> bool {
        match self {
            Comparison::Less => value < than,
            Comparison::AtMost => value <= than,
            Comparison::Equal => value == than,
            Comparison::AtLeast => value >= than,
            Comparison::More => value > than,
        }
    }
}

/// What the player wants: all of it must come true.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    /// Conditions on measures, by their index.
    pub conditions: Vec<(usize, Comparison, u64)>,
}

impl Goal {
    /// Whether the conditions on the measures of a step (from 0) hold.
    pub fn holds_after(&self, step: usize, battle: &Battle, state: &State) -> bool {
        let final_now = &battle.steps[step].measures;
        self.holds(battle, state, |index| final_now.contains(&index))
    }

    /// Whether everything came true, read at the very end.
    fn reached(&self, battle: &Battle, state: &State) -> bool {
        let last = battle.steps.last().map_or(0, |step| step.measures.start);
        state[GOAL] == 1 && self.holds(battle, state, |index| index >= last)
    }

    fn holds(&self, battle: &Battle, state: &State, concerned: impl Fn(usize) -> bool) -> bool {
        let mut conditions = self.conditions.iter().filter(|condition| concerned(condition.0));
        conditions
            .all(|&(index, comparison, than)| comparison.holds(battle.measures[index].1.value(battle, state), than))
    }
}
