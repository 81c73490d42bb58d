//! §1.10: formations that go on overwatch. Their fire is in [`fire`](crate::fire).

pub mod compile;
pub mod waiting;
pub mod written;

use crate::battle::Battle;
use crate::forces::OVERWATCH;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::State;

/// §1.10: a formation goes on overwatch.
#[derive(Debug)]
pub struct Overwatch {
    /// The formation.
    pub formation: usize,
}

impl Play<Battle> for Overwatch {
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, _: &mut D) -> bool {
        let forces = &battle.forces;
        if forces.can_act(state, self.formation) {
            state[forces.formations[self.formation].status] |= OVERWATCH;
        }
        true
    }
}
