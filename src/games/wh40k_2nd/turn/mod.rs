//! §9.1: a player's turn ends.

pub mod compile;
pub mod written;

use crate::battle::Battle;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::State;

/// A player's turn ends.
#[derive(Debug)]
pub struct EndTurn;

impl Play<Battle> for EndTurn {
    fn advance<D: Dice>(&self, _: usize, Battle { forces, .. }: &Battle, state: &mut State, dice: &mut D) -> bool {
        forces.end_turn(state, dice)
    }
}
