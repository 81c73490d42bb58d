//! L2127: flyers return to a commander.

pub mod compile;
pub mod written;

use crate::battle::Battle;
use crate::forces::{FAR, Forces};
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::chapter::Play;
use battle_odds_plan::sequence::one_by_one;
use battle_odds_plan::state::{Cell, State};

const HOME: Roll = Roll::new(mark!("home back, 10 cm a pip"), "L2127");

/// L2127: flyers come back to a commander, unit by unit.
#[derive(Debug)]
pub struct HomeBack {
    /// The formation.
    pub formation: usize,
    /// For each of its units: cm to within 20 cm of a commander.
    pub distances: Vec<u16>,
    /// The most cm flown by a unit.
    pub flown: Cell,
    /// Units for which that was far enough.
    pub returned: Cell,
}

impl Play<Battle> for HomeBack {
    /// L2127: D6 times 10 cm for each unit; true when all have flown. A unit that is still too far away cannot be
    /// ordered in this phase (L2123).
    fn advance<D: Dice>(&self, _: usize, Battle { forces, .. }: &Battle, state: &mut State, dice: &mut D) -> bool {
        let first = forces.formations[self.formation].units.start;
        one_by_one(state, self.distances.len(), |place, state| {
            let unit = first + place;
            if !forces.is_present(state, unit) {
                return;
            }
            let flown = 10 * u16::from(dice.die(&HOME, 6));
            state.put(self.flown, state[self.flown].max(flown));
            if flown >= self.distances[place] {
                state.add(self.returned, 1);
            } else {
                state[forces.units[unit].status] |= FAR;
            }
        })
    }
}

impl HomeBack {
    /// The units that fly.
    pub fn units(&self, forces: &Forces) -> Vec<usize> {
        forces.formations[self.formation].units.clone().collect()
    }
}
