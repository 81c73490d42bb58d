//! §1.4, §1.5, §5.1.7: the strategy roll, the end of a turn, and the roll that ends the game.

use super::activation::Side;
use super::forces::{Forces, MARCHED, Magazine};
use super::sky;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::state::{Cell, State};

const STRATEGY: Roll = Roll::new(mark!("strategy roll"), "1.5");
const TIE: Roll = Roll::new(mark!("tie of the strategy rolls"), "1.5");
const END: Roll = Roll::new(mark!("end of the game"), "5.1.7");

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
        state[self.winner] = winner as u16 + 1;
    }
}

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
        state[self.another] = u16::from(one == other);
    }
}

/// §1.4: the turn is over: marches end, slow weapons reload, supreme commanders have their re-rolls again, and no side
/// has lost the initiative.
pub fn next(forces: &Forces, sides: &[Side], magazines: &[Magazine], state: &mut State) {
    for formation in forces.formations.iter().filter(|formation| formation.marches) {
        state[formation.status] &= !MARCHED;
    }
    sky::clear(forces, state);
    for magazine in magazines {
        magazine.next_turn(state);
    }
    for side in sides {
        state.set(side.rerolls, 0);
        state.set(side.lost_initiative, 0);
    }
}
