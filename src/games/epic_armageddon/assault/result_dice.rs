//! §1.12.7: the dice for the result of an assault.

use battle_odds_engine::dice::{Dice, Roll, Throw};

const RESULT: [Roll; 2] =
    [Roll::new(mark!("assault result, attacker"), "1.12.7"), Roll::new(mark!("assault result, defender"), "1.12.7")];

/// 2D6 of each side, of which the higher counts: how far the attacker's is above the defender's, from −5 to 5, counted from
/// 0 on.
#[derive(Debug)]
pub struct ResultDice;

/// The answer when both are equal.
pub const EQUAL: u32 = 5;

impl Throw for ResultDice {
    fn answers(&self) -> usize {
        2 * EQUAL as usize + 1
    }

    fn cast<D: Dice + ?Sized>(&self, dice: &mut D) -> usize {
        let [attacker, defender] = RESULT.each_ref().map(|roll| u32::from(dice.highest_of(roll, 2, 6)));
        (EQUAL + attacker - defender) as usize
    }
}
