//! §1.5: the strategy roll.

pub mod compile;
pub mod written;

use crate::battle::Battle;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::{Cell, State};

const STRATEGY: Roll = Roll::new(mark!("strategy roll"), "1.5");
const TIE: Roll = Roll::new(mark!("tie of the strategy rolls"), "1.5");

/// §1.5: each side rolls a D6 and adds its strategy rating; the higher chooses who acts first.
#[derive(Clone, Copy, Debug)]
pub struct StrategyRoll {
    /// The ratings of the two sides.
    pub ratings: [u8; 2],
    /// Who wins a tie: the loser of the roll of the turn before; in the first turn that is unknown, so it is rolled
    /// for.
    pub ties: Option<usize>,
    /// 1 if the first side has won, 2 if the second.
    pub winner: Cell,
}

impl StrategyRoll {
    /// Rolls it.
    pub fn roll<D: Dice>(&self, state: &mut State, dice: &mut D) {
        let scores = self.ratings.map(|rating| dice.die(&STRATEGY, 6) + rating);
        let winner = match scores[0].cmp(&scores[1]) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => match self.ties {
                Some(side) => side,
                None => usize::from(dice.die(&TIE, 6) > 3),
            },
        };
        state.put(self.winner, winner as u16 + 1);
    }
}

impl Play<Battle> for StrategyRoll {
    fn advance<D: Dice>(&self, _: usize, _: &Battle, state: &mut State, dice: &mut D) -> bool {
        self.roll(state, dice);
        true
    }
}
