//! §5.1.7: the roll that ends the game.

pub mod compile;
pub mod written;

use crate::battle::Battle;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::{Cell, State};

const END: Roll = Roll::new(mark!("end of the game"), "5.1.7");

/// §5.1.7: at the end of the fourth turn each player rolls a D6; if both roll the same there is one more turn.
#[derive(Clone, Copy, Debug)]
pub struct GameEnd {
    /// 1 if there is another turn.
    pub another: Cell,
}

impl GameEnd {
    /// Rolls it.
    pub fn roll<D: Dice>(&self, state: &mut State, dice: &mut D) {
        let [one, other] = [dice.die(&END, 6), dice.die(&END, 6)];
        state.put(self.another, u16::from(one == other));
    }
}

impl Play<Battle> for GameEnd {
    fn advance<D: Dice>(&self, _: usize, _: &Battle, state: &mut State, dice: &mut D) -> bool {
        self.roll(state, dice);
        true
    }
}
