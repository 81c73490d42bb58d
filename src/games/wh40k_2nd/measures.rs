//! What is read off a battle: measures of steps and of the end, and victory points (§4, §20).

use crate::forces::written::CountsAs;
use crate::forces::{BROKEN, DAMAGED, Forces, Group, IMMOBILISED};
use battle_odds_plan::state::{Cell, State};

/// How a measure is read off a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A cell as it is.
    Cell(Cell),
    /// 1 if a cell is not 0.
    Any(Cell),
    /// The sum of cells.
    Sum(Vec<Cell>),
    /// A number, less the sum of cells.
    Gone(u64, Vec<Cell>),
    /// 1 if a formation has a status.
    Is(usize, u16),
    /// 1 if no model of it is left.
    IsDestroyed(usize),
    /// 1 if it is broken or destroyed.
    OutOfAction(usize),
    /// Wounds that its models have left.
    WoundsLeft(usize),
    /// §20: points that the enemy scores for it.
    PointsLost(usize),
    /// §4: victory points that the enemy gets for it.
    VictoryPoints(usize),
    /// The sum of points lost over all formations of a side.
    SidePointsLost(usize),
    /// The sum of victory points over all formations of a side.
    SideVictoryPoints(usize),
}

impl From<Cell> for Reading {
    fn from(cell: Cell) -> Self {
        Reading::Cell(cell)
    }
}

impl Reading {
    /// The value.
    pub fn value(&self, forces: &Forces, state: &State) -> u64 {
        let sum = |cells: &[Cell]| cells.iter().map(|&cell| u64::from(state[cell])).sum::<u64>();
        match self {
            Reading::Cell(cell) => state[*cell].into(),
            Reading::Any(cell) => (state[*cell] > 0).into(),
            Reading::Sum(cells) => sum(cells),
            Reading::Gone(all, cells) => all - sum(cells),
            Reading::Is(formation, status) => {
                (forces.formations[*formation].is(state, *status) && !forces.is_destroyed(state, *formation)).into()
            }
            Reading::IsDestroyed(formation) => forces.is_destroyed(state, *formation).into(),
            Reading::OutOfAction(formation) => forces.is_out_of_action(state, *formation).into(),
            Reading::WoundsLeft(formation) => {
                forces.of(*formation).iter().map(|group| u64::from(group.wounds(state))).sum()
            }
            Reading::PointsLost(formation) => forces.points_lost(state, *formation),
            Reading::VictoryPoints(formation) => forces.victory_points(state, *formation),
            Reading::SidePointsLost(side) => forces.of_side_sum(*side, |of| forces.points_lost(state, of)),
            Reading::SideVictoryPoints(side) => forces.of_side_sum(*side, |of| forces.victory_points(state, of)),
        }
    }
}

/// The state of a formation, for points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Whole,
    Half,
    Gone,
}

impl Forces {
    /// Whether a formation is broken or destroyed.
    pub fn is_out_of_action(&self, state: &State, formation: usize) -> bool {
        self.formations[formation].is(state, BROKEN) || self.is_destroyed(state, formation)
    }

    /// The largest value of a reading, if it is known.
    pub fn most(&self, reading: &Reading) -> Option<u64> {
        let models = |cells: &[Cell]| -> Option<u64> {
            let of = |cell: &Cell| self.groups.iter().find(|group| group.left.contains(cell)).map(|group| group.start);
            let mut starts: Vec<(Cell, u64)> = Vec::new();
            for cell in cells {
                let group = self.groups.iter().find(|group| group.left.contains(cell))?;
                if !starts.iter().any(|(known, _)| *known == group.left[0]) {
                    starts.push((group.left[0], of(cell)?.into()));
                }
            }
            Some(starts.iter().map(|(_, start)| start).sum())
        };
        let points = |formation: usize| u64::from(self.formations[formation].points.unwrap_or(0));
        match reading {
            Reading::Cell(cell) => self.formations.iter().enumerate().find_map(|(index, of)| {
                let (models, wounds) = self.models_and_wounds(index);
                let ledger = &of.ledger;
                match *cell {
                    cell if cell == Cell::default() => None,
                    cell if cell == ledger.kills => Some(models),
                    cell if cell == ledger.wounds => Some(wounds),
                    _ => None,
                }
            }),
            Reading::Sum(cells) => models(cells),
            Reading::Gone(all, _) => Some(*all),
            Reading::WoundsLeft(formation) => Some(self.models_and_wounds(*formation).1),
            Reading::PointsLost(formation) => Some(points(*formation)),
            Reading::SidePointsLost(side) => Some(self.of_side_sum(*side, points)),
            Reading::VictoryPoints(_) => Some(6),
            Reading::SideVictoryPoints(side) => Some(self.of_side_sum(*side, |_| 6)),
            _ => Some(1),
        }
    }

    /// The most models and wounds of a formation: those that it begins with.
    fn models_and_wounds(&self, formation: usize) -> (u64, u64) {
        let models = |group: &Group| u64::from(group.start);
        let wounds = |group: &Group| u64::from(group.start) * u64::from(group.profile.w);
        (self.of(formation).iter().map(models).sum(), self.of(formation).iter().map(wounds).sum())
    }

    fn of_side_sum(&self, side: usize, of: impl Fn(usize) -> u64) -> u64 {
        (0..self.formations.len()).filter(|&formation| self.formations[formation].side == side).map(of).sum()
    }

    /// §4.3: whether a machine is destroyed, without crew, or neither moves nor shoots.
    fn is_neutralised(&self, state: &State, group: &Group) -> bool {
        let Some(cells) = &group.machine else { return group.models(state) == 0 };
        let armed = group.weapons.iter().any(|carried| state[carried.lost] == 0);
        let immobile = state[cells.status] & IMMOBILISED != 0;
        let manned = !group.profile.is_machine() || state[cells.crew] > 0;
        group.models(state) == 0 || !manned || immobile && !armed
    }

    /// §4.1–4.5: whether a formation counts as whole, half lost or lost.
    fn fate(&self, state: &State, formation: usize) -> Fate {
        let of = &self.formations[formation];
        let groups = self.of(formation);
        match of.counts_as {
            CountsAs::Character if self.is_destroyed(state, formation) => Fate::Gone,
            CountsAs::Character => Fate::Whole,
            CountsAs::Vehicle | CountsAs::Squadron if self.is_hard(formation) => {
                let out: u32 = groups.iter().filter(|group| self.is_neutralised(state, group)).map(|_| 1).sum();
                let is_damaged = |group: &Group| {
                    let damaged = group.machine.as_ref().is_some_and(|cells| state[cells.status] & DAMAGED != 0);
                    damaged || group.models(state) == 0
                };
                let half = match of.counts_as {
                    CountsAs::Vehicle => groups.iter().any(is_damaged),
                    _ => out * 2 >= of.strength,
                };
                match out >= of.strength {
                    true => Fate::Gone,
                    false if half => Fate::Half,
                    false => Fate::Whole,
                }
            }
            _ => {
                let left = self.models(state, formation);
                match () {
                    () if left == 0 || of.is(state, BROKEN) => Fate::Gone,
                    () if left * 2 <= of.strength => Fate::Half,
                    () => Fate::Whole,
                }
            }
        }
    }

    /// §20: all points, or half of them rounded down.
    fn points_lost(&self, state: &State, formation: usize) -> u64 {
        let points = u64::from(self.formations[formation].points.unwrap_or(0));
        match self.fate(state, formation) {
            Fate::Whole => 0,
            Fate::Half => points / 2,
            Fate::Gone => points,
        }
    }

    /// §4.1–4.5: the tables.
    fn victory_points(&self, state: &State, formation: usize) -> u64 {
        let of = &self.formations[formation];
        let points = of.points.unwrap_or(0);
        let fate = self.fate(state, formation);
        if of.counts_as == CountsAs::Character {
            let killed = [50, 100, 200, 300].iter().filter(|&&most| points > most).count() as u64;
            return if fate == Fate::Gone { killed } else { 0 };
        }
        let band = [100, 200, 300, 400, 500].iter().filter(|&&most| points > most).count();
        let is_squadron = of.counts_as == CountsAs::Squadron;
        let half = [0, 1, 1, 2, 2, if is_squadron { 3 } else { 2 }][band];
        let gone = [1, 1, 2, 2, 3, 3][band];
        match fate {
            Fate::Whole => 0,
            Fate::Half => half,
            Fate::Gone => half + gone,
        }
    }
}
