//! L347, L2230: how long a battle lasts, and the army that breaks.

pub mod compile;
pub mod written;

use crate::battle::Battle;
use crate::measures::is_broken;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::{Cell, State};

const LENGTH: Roll = Roll::new(mark!("length of the game"), "L347");

/// L347: how many turns the battle lasts.
#[derive(Debug)]
pub struct GameLength {
    /// The turns.
    pub turns: Cell,
}

/// L2230: whether an army breaks.
#[derive(Debug)]
pub struct ArmyBreak {
    /// The two sides.
    pub sides: [usize; 2],
}

impl Play<Battle> for GameLength {
    /// L347, L2218: how many turns are played.
    fn advance<D: Dice>(&self, _: usize, _: &Battle, state: &mut State, dice: &mut D) -> bool {
        state.put(self.turns, 5 + u16::from(dice.die(&LENGTH, 6)).div_ceil(2));
        true
    }
}

impl Play<Battle> for ArmyBreak {
    /// L2189, L2230: the battle is over when an army breaks.
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        for side in self.sides {
            if is_broken(&battle.forces, state, side) {
                dice.note(|| text!("the army of side {side} breaks (Rout)", side = side + 1));
                state.put(battle.over, 1);
            }
        }
        true
    }
}
