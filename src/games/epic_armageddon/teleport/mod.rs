//! §2.1.21: teleportation.

pub mod compile;
pub mod written;

use crate::battle::Battle;
use crate::forces::Forces;
use battle_odds_engine::dice::Dice;
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::State;

/// §2.1.21: a formation teleports in.
#[derive(Debug)]
pub struct Teleport {
    /// The formation.
    pub formation: usize,
    /// The [`Teleport::test`].
    pub pool: Pool,
}

impl Teleport {
    /// The test of a unit: it passes on anything but a 1.
    pub fn test() -> Test {
        Test::once(Need::at_least(2))
    }

    /// Each 1 is a marker on the formation.
    pub fn arrive<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let units = forces.heads(state, self.formation);
        let markers = units - dice.successes(&self.pool, units);
        forces.place_markers(state, dice, self.formation, markers);
        forces.check_broken(state, dice, self.formation);
    }
}

impl Play<Battle> for Teleport {
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        self.arrive(&battle.forces, state, dice);
        true
    }
}
