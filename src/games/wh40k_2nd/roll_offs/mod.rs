//! §3.2, §9: who has the first turn, and how many turns the game lasts.

pub mod compile;
pub mod dice;
pub mod written;

use crate::battle::Battle;
use crate::roll_offs::dice::{Higher, RollOff};
use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::{Dice, Roll, Throw};
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::{Cell, State};

/// A roll-off repeated until one player is higher.
#[derive(Clone, Debug)]
pub struct UntilHigher(RollOff);

impl UntilHigher {
    /// A roll-off with these bonuses; ties are rerolled, so that the answers are the second (0) and the first (1).
    pub fn new(rolls: [Roll; 2], added: [i32; 2]) -> Compound<UntilHigher> {
        let once = RollOff::new(rolls, added);
        let [second, _, first] = [0, 1, 2].map(|answer| once.odds.chance(answer));
        let chances = vec![second / (first + second), first / (first + second)];
        Compound::known(UntilHigher(once.throw), chances)
    }
}

impl Throw for UntilHigher {
    fn answers(&self) -> usize {
        2
    }

    fn cast<D: Dice + ?Sized>(&self, dice: &mut D) -> usize {
        loop {
            match Higher::ALL[self.0.cast(dice)] {
                Higher::Second => return 0,
                Higher::Tie => {}
                Higher::First => return 1,
            }
        }
    }
}

/// §3.2, §9: each player rolls a D6 and adds his strategy rating; the higher has the first turn.
#[derive(Debug)]
pub struct Strategy {
    /// The rolls.
    pub roll: Compound<UntilHigher>,
    /// 1 for the player who has the first turn.
    pub first: [Cell; 2],
}

impl Play<Battle> for Strategy {
    fn advance<D: Dice>(&self, _: usize, _: &Battle, state: &mut State, dice: &mut D) -> bool {
        let winner = 1 - dice.answer_to(&self.roll);
        state.set(self.first[winner], 1);
        true
    }
}

/// §3.2: the game lasts three turns on 1–2, four on 3–4, five on 5–6.
#[derive(Debug)]
pub struct GameLength {
    /// The number of turns.
    pub turns: Cell,
}

const LENGTH: Roll = Roll::new(mark!("length of the game"), "3.2");

impl Play<Battle> for GameLength {
    fn advance<D: Dice>(&self, _: usize, _: &Battle, state: &mut State, dice: &mut D) -> bool {
        state.set(self.turns, 2 + u32::from(dice.die(&LENGTH, 6)).div_ceil(2));
        true
    }
}
