//! #5: Elite dice, rerolled from the pool of a side.

pub mod compile;

use std::ops::Range;

use crate::abilities::Kind;
use crate::forces::Forces;
use battle_odds_engine::dice::Dice;
use battle_odds_engine::pool::Pool;
use battle_odds_plan::state::{Cell, State};

/// The Elite dice that a formation has announced for an action.
#[derive(Clone, Debug)]
pub struct Elite {
    /// The formation.
    pub formation: usize,
    /// How many are announced.
    pub announced: u16,
    /// Its groups as written in the scenario, each with the most of its bases that roll in the action.
    pub groups: Vec<(Range<usize>, u16)>,
    /// How many may still be rerolled in the action.
    pub left: Cell,
}

impl Elite {
    /// The action begins: no more than are in the pool, and no more than there are Elite bases that roll (`rolls`).
    pub fn begin(&self, forces: &Forces, state: &mut State, rolls: &dyn Fn(&State, usize) -> bool) {
        if self.announced == 0 {
            return;
        }
        let elite = |group: usize| forces.groups[group].profile.has(Kind::Elite) && rolls(state, group);
        let of = |part: &(Range<usize>, u16)| {
            let bases = part.0.clone().filter(|&group| elite(group)).map(|group| forces.groups[group].bases(state));
            bases.sum::<u32>().min(part.1.into())
        };
        let bases: u32 = self.groups.iter().map(of).sum();
        self.open(forces, state, bases);
    }

    /// The same, with the number of Elite bases given.
    pub fn open(&self, forces: &Forces, state: &mut State, bases: u32) {
        let pool = state.count(self.pool(forces));
        state.set(self.left, pool.min(bases).min(self.announced.into()));
    }

    /// Whether a die may be rerolled.
    #[inline]
    pub fn may(&self, forces: &Forces, state: &State) -> bool {
        state[self.left] > 0 && state[self.pool(forces)] > 0
    }

    /// The pool of its side.
    fn pool(&self, forces: &Forces) -> Cell {
        forces.elite[forces.formations[self.formation].side]
    }

    /// How many of these dice are rerolled: they leave the pool.
    pub fn take(&self, forces: &Forces, state: &mut State, dice: u32) -> u32 {
        let taken = dice.min(state.count(self.left));
        if taken > 0 {
            state.take(self.left, taken);
            state.take(self.pool(forces), taken);
            state.add(forces.formations[self.formation].ledger.rerolls, taken);
        }
        taken
    }

    /// Of these failed dice, how many pass when rerolled; each must pass all of the pools.
    pub fn again<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, pools: &[Pool], failed: u32) -> u32 {
        let taken = self.take(forces, state, failed);
        pools.iter().fold(taken, |left, pool| if left > 0 { dice.successes(pool, left) } else { 0 })
    }

    /// The action is over.
    pub fn end(&self, state: &mut State) {
        state.put(self.left, 0);
    }
}

/// #5, #17: the Elite dice of a side: the X of each formation with Elite bases, once, and that of each attached
/// character.
pub fn pool(forces: &Forces, side: usize) -> u32 {
    let of = |formation: usize| {
        let groups = forces.of(formation);
        let elite =
            |attached: bool| groups.iter().filter(move |group| group.profile.has(Kind::AttachedCharacter) == attached);
        let own = elite(false).map(|group| group.profile.value(Kind::Elite)).max().unwrap_or(0);
        let attached = elite(true).map(|group| u32::from(group.start) * u32::from(group.profile.value(Kind::Elite)));
        u32::from(own) + attached.sum::<u32>()
    };
    (0..forces.formations.len()).filter(|&formation| forces.formations[formation].side == side).map(of).sum()
}
