//! L1873, L1906, L1928: friends that make way for a unit, which may confuse both.

pub mod compile;
pub mod written;

use crate::battle::Battle;
use crate::forces::{CONFUSED, Forces};
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::chapter::Play;
use battle_odds_plan::sequence::one_by_one;
use battle_odds_plan::state::State;

const WAY: Roll = Roll::new(mark!("confusion of making way"), "L1928");

/// L1906: friends make way outside of fire and combat, or after a retreat.
#[derive(Debug)]
pub struct MakeWay {
    /// The unit that comes through.
    pub unit: usize,
    /// The friends that step aside, one after the other.
    pub friends: Vec<usize>,
}

impl Play<Battle> for MakeWay {
    /// Two dice each time; true when all have stepped aside.
    fn advance<D: Dice>(&self, _: usize, Battle { forces, .. }: &Battle, state: &mut State, dice: &mut D) -> bool {
        one_by_one(state, self.friends.len(), |place, state| {
            let friend = self.friends[place];
            if forces.is_present(state, self.unit) && forces.is_present(state, friend) {
                step_aside(forces, state, dice, self.unit, friend);
            }
        })
    }
}

impl MakeWay {
    /// The unit that comes through, and its friends.
    pub fn units(&self) -> Vec<usize> {
        self.friends.iter().copied().chain([self.unit]).collect()
    }
}

/// L1928: a unit and a friend that makes way for it: each is confused on a 6.
pub fn step_aside<D: Dice>(forces: &Forces, state: &mut State, dice: &mut D, unit: usize, friend: usize) {
    for unit in [unit, friend] {
        if dice.die(&WAY, 6) == 6 && !forces.units[unit].is(state, CONFUSED) {
            forces.confuse(state, dice, unit);
        }
    }
}
