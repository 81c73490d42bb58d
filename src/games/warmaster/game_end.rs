//! L347, L2230: how long a battle lasts, and the army that breaks.

use super::forces::Forces;
use super::measures::is_broken;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::state::{Cell, State};

const LENGTH: Roll = Roll::new(mark!("length of the game"), "L347");

/// L347, L2218: how many turns are played.
pub fn game_length<D: Dice>(state: &mut State, dice: &mut D, turns: Cell) {
    state[turns] = 5 + u16::from(dice.die(&LENGTH, 6)).div_ceil(2);
}

/// L2189, L2230: the battle is over when an army breaks.
pub fn army_break<D: Dice>(forces: &Forces, state: &mut State, dice: &mut D, sides: [usize; 2], over: Cell) {
    for side in sides {
        if is_broken(forces, state, side) {
            dice.note(|| text!("the army of side {side} breaks (L2230)", side = side + 1));
            state[over] = 1;
        }
    }
}
