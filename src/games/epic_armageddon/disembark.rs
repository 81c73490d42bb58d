//! §1.7.5: units leave their transports.

use crate::battle::Battle;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::State;

/// These groups leave their transports.
#[derive(Debug)]
pub struct Disembark(pub Vec<usize>);

impl Play<Battle> for Disembark {
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, _: &mut D) -> bool {
        for &group in &self.0 {
            battle.forces.disembark(state, group);
        }
        true
    }
}
