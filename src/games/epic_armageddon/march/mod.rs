//! §1.6.1: marches.

pub mod compile;
pub mod written;

use crate::battle::Battle;
use crate::forces::MARCHED;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::State;

/// §1.6.1: a formation marches.
#[derive(Debug)]
pub struct March {
    /// The formation.
    pub formation: usize,
}

impl Play<Battle> for March {
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, _: &mut D) -> bool {
        let forces = &battle.forces;
        if forces.can_act(state, self.formation) {
            state[forces.formations[self.formation].status] |= MARCHED;
        }
        true
    }
}
