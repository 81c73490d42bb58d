//! What is read off a battle: measures of steps and of the end, and points.

use crate::forces::written::Order;
use crate::forces::{Forces, Formation, Group, INSTINCT, ROUTED};
use crate::locations::sheet::Sheet;
use battle_odds_plan::state::{Cell, NOTHING, State};

/// How a measure is read off a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A cell as it is.
    Cell(Cell),
    /// The sum of cells.
    Sum(Vec<Cell>),
    /// Bases left of these groups.
    Survivors(Vec<usize>),
    /// Bases that these groups have lost.
    Losses(Vec<usize>),
    /// Wounds that a formation has left.
    WoundsLeft(usize),
    /// Shields of a formation that are up.
    ShieldsLeft(usize),
    /// 1 if it is broken and alive.
    Broken(usize),
    /// 1 if it falls back.
    FallBack(usize),
    /// 1 if it is under instinct.
    Instinct(usize),
    /// 1 if it is routed.
    Routed(usize),
    /// 1 if no base of it is left.
    Destroyed(usize),
    /// 1 if it falls back, is routed, destroyed or broken.
    OutOfAction(usize),
    /// §3.9: weapons of it damaged or destroyed on charts.
    WeaponsOut(usize),
    /// §3.9: bases of it that are alive and cannot move.
    Immobilised(usize),
    /// Its points, if it is broken or gone.
    PointsLost(usize),
    /// The sum of these over all formations of a side.
    SidePointsLost(usize),
}

impl From<Cell> for Reading {
    fn from(cell: Cell) -> Self {
        Reading::Cell(cell)
    }
}

impl Reading {
    /// The value.
    pub fn value(&self, forces: &Forces, state: &State) -> u64 {
        let bases = |groups: &[usize]| groups.iter().map(|&group| forces.groups[group].bases(state)).sum::<u32>();
        let falls_back = |of: usize| forces.formations[of].has_order(state, Order::FallBack);
        match self {
            Reading::Cell(cell) => state[*cell].into(),
            Reading::Sum(cells) => cells.iter().map(|&cell| u64::from(state[cell])).sum(),
            Reading::Survivors(groups) => bases(groups).into(),
            Reading::Losses(groups) => forces.start(groups) - u64::from(bases(groups)),
            Reading::WoundsLeft(of) => forces.wounds(state, *of).into(),
            Reading::ShieldsLeft(of) => forces.of(*of).iter().map(|group| u64::from(state[group.shields])).sum(),
            Reading::Broken(of) => forces.is_broken(state, *of).into(),
            Reading::FallBack(of) => (falls_back(*of) && !forces.is_destroyed(state, *of)).into(),
            Reading::Instinct(of) => forces.formations[*of].is(state, INSTINCT).into(),
            Reading::Routed(of) => forces.formations[*of].is(state, ROUTED).into(),
            Reading::Destroyed(of) => forces.is_destroyed(state, *of).into(),
            Reading::OutOfAction(of) => (falls_back(*of) || forces.is_gone(state, *of)).into(),
            Reading::WeaponsOut(of) => forces.sheets(*of).map(|(_, sheet)| u64::from(sheet.weapons_out(state))).sum(),
            Reading::Immobilised(of) => {
                let stuck = |(group, sheet): &(&Group, &Sheet)| group.is_alive(state) && sheet.is_immobile(state);
                forces.sheets(*of).filter(stuck).count() as u64
            }
            Reading::PointsLost(of) => forces.points_lost(state, *of),
            Reading::SidePointsLost(side) => forces.of_a_side(*side).map(|of| forces.points_lost(state, of)).sum(),
        }
    }
}

impl Forces {
    /// §3.9: the titans of a formation with charts.
    fn sheets(&self, formation: usize) -> impl Iterator<Item = (&Group, &Sheet)> {
        self.of(formation).iter().filter_map(|group| Some((group, group.sheet.as_ref()?)))
    }

    /// The formations of a side.
    fn of_a_side(&self, side: usize) -> impl Iterator<Item = usize> {
        (0..self.formations.len()).filter(move |&of| self.formations[of].side == side)
    }

    /// Bases that groups start with.
    fn start(&self, groups: &[usize]) -> u64 {
        groups.iter().map(|&group| u64::from(self.groups[group].start)).sum()
    }

    /// §3.8: whether a formation is broken, or no base of it is left.
    fn is_gone(&self, state: &State, formation: usize) -> bool {
        self.is_destroyed(state, formation) || self.is_at_break_point(state, formation)
    }

    /// Its points: all when it is broken or gone.
    fn points_lost(&self, state: &State, formation: usize) -> u64 {
        let points = self.formations[formation].points.unwrap_or(0);
        if self.is_gone(state, formation) { points.into() } else { 0 }
    }

    /// The largest value of a cell: wounds and bases that a formation can lose.
    fn most_counted(&self, cell: Cell) -> Option<u64> {
        let of = |formation: &Formation| {
            let groups = &self.groups[formation.groups.clone()];
            let sum = |each: &dyn Fn(&Group) -> u8| {
                groups.iter().map(|group| u64::from(group.start) * u64::from(each(group))).sum()
            };
            match cell {
                cell if cell == formation.ledger.lost => Some(sum(&|_| 1)),
                cell if cell == formation.ledger.wounds => Some(sum(&|group| group.profile.wounds)),
                _ => None,
            }
        };
        if cell == NOTHING { Some(0) } else { self.formations.iter().find_map(of) }
    }

    /// The largest value of a reading, if it is known.
    pub fn most(&self, reading: &Reading) -> Option<u64> {
        let points = |of: usize| u64::from(self.formations[of].points.unwrap_or(0));
        let sum = |of: usize, each: &dyn Fn(&Group) -> u8| {
            self.of(of).iter().map(|group| u64::from(group.start) * u64::from(each(group))).sum()
        };
        match reading {
            Reading::Cell(cell) => self.most_counted(*cell),
            Reading::Sum(cells) => cells.iter().map(|&cell| self.most_counted(cell)).sum(),
            Reading::Survivors(groups) | Reading::Losses(groups) => Some(self.start(groups)),
            Reading::WoundsLeft(of) => Some(sum(*of, &|group| group.profile.wounds)),
            Reading::ShieldsLeft(of) => Some(sum(*of, &|group| group.profile.shields)),
            Reading::WeaponsOut(of) => {
                let weapons = |group: &Group| group.profile.weapons.iter().map(|weapon| u64::from(weapon.count)).sum();
                Some(self.sheets(*of).map(|(group, _)| -> u64 { weapons(group) }).sum())
            }
            Reading::Immobilised(of) => Some(self.sheets(*of).count() as u64),
            Reading::PointsLost(of) => Some(points(*of)),
            Reading::SidePointsLost(side) => Some(self.of_a_side(*side).map(points).sum()),
            _ => Some(1),
        }
    }
}
