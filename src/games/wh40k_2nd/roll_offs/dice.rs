//! Roll-offs: two players roll a D6 each, and the higher wins.

use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::{Dice, Roll, Throw};

/// Two players roll a D6 each and add a number: psychic duels (level), Destroy Power (cards sacrificed), first turn
/// (strategy).
#[derive(Clone, Debug)]
pub struct RollOff {
    rolls: [Roll; 2],
    added: [i32; 2],
}

/// Which player has the higher total of a roll-off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Higher {
    /// The second.
    Second,
    /// Neither.
    Tie,
    /// The first.
    First,
}

impl RollOff {
    /// A roll-off with the chances of its answers, which [`Higher::ALL`] lists.
    pub fn new(rolls: [Roll; 2], added: [i32; 2]) -> Compound<RollOff> {
        Compound::new(RollOff { rolls, added })
    }
}

impl Higher {
    /// What each answer of a roll-off means.
    pub const ALL: [Higher; 3] = [Higher::Second, Higher::Tie, Higher::First];

    /// Rolls off.
    pub fn roll<D: Dice>(dice: &mut D, of: &Compound<RollOff>) -> Higher {
        Higher::ALL[dice.answer_to(of)]
    }
}

impl Throw for RollOff {
    fn answers(&self) -> usize {
        Higher::ALL.len()
    }

    fn cast<D: Dice + ?Sized>(&self, dice: &mut D) -> usize {
        let [first, second] = [0, 1].map(|of| i32::from(dice.die(&self.rolls[of], 6)) + self.added[of]);
        match first.cmp(&second) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle_odds_engine::scripted::Scripted;

    const ROLLS: [Roll; 2] = [Roll::new("first", "17.4.5"), Roll::new("second", "17.4.5")];

    #[test]
    fn section_17_4_5_psychic_duels() {
        let of = RollOff::new(ROLLS, [4, 2]);
        // The second needs 3 more on its die to win (6 of 36 results), 2 more to tie (4).
        let expected = [6.0, 4.0, 26.0];
        for (chance, expected) in of.odds.chances().iter().zip(expected) {
            assert!((chance - expected / 36.0).abs() < 1e-15);
        }
        let roll =
            |faces: [u8; 2]| Higher::roll(&mut Scripted::new(&[("first", &faces[..1]), ("second", &faces[1..])]), &of);
        assert_eq!([roll([1, 2]), roll([1, 3]), roll([1, 4])], [Higher::First, Higher::Tie, Higher::Second]);
    }
}
