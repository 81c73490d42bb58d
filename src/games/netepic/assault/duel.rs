//! §3.7: one base against another: each rolls (2 + duels that the other has fought)D6 + AF. The higher total wins.

use std::sync::OnceLock;

use crate::assault::written::EliteWhen;
use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::{Dice, Roll, Throw};
use battle_odds_words::shown;

/// A duel. Its answer is who wins, by how much, and who has rerolled a die.
#[derive(Clone, Debug)]
pub struct Duel {
    rolls: [Roll; 2],
    again: [Roll; 2],
    /// The number of dice of each side.
    dice: [u32; 2],
    /// The bonus of the first base less that of the second.
    added: i32,
    /// #5: whether each has an Elite die.
    elite: [bool; 2],
    when: EliteWhen,
    /// The largest difference that matters, if the first wins and if the second wins.
    caps: [i32; 2],
}

/// The result of a duel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// By how much the first wins; negative if the second wins.
    pub difference: i32,
    /// #5: who has rerolled a die.
    pub again: [bool; 2],
}

/// The combinations of rerolls by the two sides.
const USES: usize = 4;

impl Duel {
    /// Decodes an answer.
    pub fn outcome(&self, answer: usize) -> Outcome {
        let difference = (answer / USES) as i32 - self.caps[1];
        Outcome { difference, again: [answer & 1 > 0, answer & 2 > 0] }
    }

    fn answer(&self, difference: i32, again: [bool; 2]) -> usize {
        let difference = difference.clamp(-self.caps[1], self.caps[0]);
        (difference + self.caps[1]) as usize * USES + usize::from(again[0]) + 2 * usize::from(again[1])
    }

    /// #5: who rerolls the lowest die now: the losing side; if a tie is a reason to reroll, the first before the
    /// second.
    fn rolls_again(&self, difference: i32, again: [bool; 2]) -> Option<usize> {
        let wants = |own: i32| own < 0 || (own == 0 && self.when == EliteWhen::NotWon);
        let lies = [difference, -difference];
        (0..2).find(|&side| self.elite[side] && !again[side] && wants(lies[side]))
    }

    /// The chance of every answer, from the totals of all dice rather than die by die.
    fn chances(&self) -> Vec<f64> {
        let mut chances = vec![0.0; self.answers()];
        let hands = [0, 1].map(|side| hands(self.dice[side], self.elite[side]));
        for first in &hands[0] {
            for second in &hands[1] {
                let chance = first.chance * second.chance;
                self.follow([first, second], chance, first.total - second.total + self.added, [false; 2], &mut chances);
            }
        }
        chances
    }

    /// Adds the chances of everything that can follow this result of the dice.
    fn follow(&self, hands: [&Hand; 2], chance: f64, difference: i32, again: [bool; 2], chances: &mut [f64]) {
        let Some(side) = self.rolls_again(difference, again) else {
            chances[self.answer(difference, again)] += chance;
            return;
        };
        for face in 1..=6 {
            let better = face - hands[side].lowest;
            let difference = difference + if side == 0 { better } else { -better };
            let again = [again[0] || side == 0, again[1] || side == 1];
            self.follow(hands, chance / 6.0, difference, again, chances);
        }
    }
}

impl Throw for Duel {
    fn answers(&self) -> usize {
        (self.caps[0] + self.caps[1] + 1) as usize * USES
    }

    fn cast<D: Dice + ?Sized>(&self, dice: &mut D) -> usize {
        let mut lowest = [6; 2];
        let mut difference = self.added;
        for (side, sign) in [(0, 1), (1, -1)] {
            for _ in 0..self.dice[side] {
                let face = i32::from(dice.die(&self.rolls[side], 6));
                lowest[side] = face.min(lowest[side]);
                difference += sign * face;
            }
        }
        let mut again = [false; 2];
        while let Some(side) = self.rolls_again(difference, again) {
            let better = i32::from(dice.die(&self.again[side], 6)) - lowest[side];
            difference += if side == 0 { better } else { -better };
            again[side] = true;
        }
        self.answer(difference, again)
    }
}

/// A result of several dice together.
#[derive(Clone, Copy, Debug)]
struct Hand {
    total: i32,
    /// The lowest die, if a reroll depends on it.
    lowest: i32,
    chance: f64,
}

/// All results of this many dice.
fn hands(dice: u32, apart: bool) -> Vec<Hand> {
    let most = 6 * dice as usize;
    let empty = || vec![[0.0; 7]; most + 1];
    let mut ways = empty();
    ways[0][6] = 1.0;
    for _ in 0..dice {
        let mut more = empty();
        for (total, by_lowest) in ways.iter().enumerate() {
            for (lowest, &chance) in by_lowest.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
                for face in 1..=6_usize {
                    let lowest = if apart { lowest.min(face) } else { lowest };
                    more[total + face][lowest] += chance / 6.0;
                }
            }
        }
        ways = more;
    }
    let all = (0..).zip(ways).flat_map(|(total, by_lowest)| {
        (0..).zip(by_lowest).map(move |(lowest, chance)| Hand { total, lowest, chance })
    });
    all.filter(|hand| hand.chance > 0.0).collect()
}

/// All duels between bases of two kinds, each computed when it is first needed.
#[derive(Debug)]
pub struct Duels {
    names: [String; 2],
    /// The most dice of each side.
    most: [u32; 2],
    /// The least and the largest bonus of the first less that of the second.
    added: [i32; 2],
    when: EliteWhen,
    caps: [i32; 2],
    /// By the first's number of dice, then the second's.
    tables: Vec<OnceLock<Row>>,
}

/// Duels with given numbers of dice, by bonus and by who has Elite dice.
type Row = Box<[OnceLock<Box<Compound<Duel>>>]>;

impl Duels {
    /// Duels between bases of two kinds, by their names, with at most `most` dice each.
    pub fn new(names: [String; 2], most: [u32; 2], added: [i32; 2], when: EliteWhen, caps: [i32; 2]) -> Duels {
        let tables = (0..(most[0] + 1) * (most[1] + 1)).map(|_| OnceLock::new()).collect();
        Duels { names, most, added, when, caps, tables }
    }

    /// The duel with these dice, this bonus, and Elite dice on these sides.
    #[inline]
    pub fn get(&self, dice: [u32; 2], added: i32, elite: [bool; 2]) -> &Compound<Duel> {
        let row = (dice[0] * (self.most[1] + 1) + dice[1]) as usize;
        let row = self.tables[row].get_or_init(|| {
            let wide = (self.added[1] - self.added[0] + 1) as usize * USES;
            (0..wide).map(|_| OnceLock::new()).collect()
        });
        let place = (added - self.added[0]) as usize * USES + usize::from(elite[0]) + 2 * usize::from(elite[1]);
        row[place].get_or_init(|| Box::new(self.duel(dice, added, elite)))
    }

    fn duel(&self, dice: [u32; 2], added: i32, elite: [bool; 2]) -> Compound<Duel> {
        let [first, second] = &self.names;
        let roll = |what: &str, own: &str, other: &str, section| {
            let words = text!("{what} of {own} with {other}", what = shown(what), own, other);
            Roll::named(format!("{what} of {own} with {other}"), section).in_words(words)
        };
        let both = |what: &str, section| [roll(what, first, second, section), roll(what, second, first, section)];
        // No total differs by more than this, so larger bonuses are cut off here.
        let widest = added.abs() + 6 * dice[0].max(dice[1]) as i32;
        let caps = self.caps.map(|cap| cap.min(widest));
        let (rolls, again) = (both(mark!("duel"), "3.7"), both(mark!("Elite die in the duel"), "#5"));
        let duel = Duel { rolls, again, dice, added, elite, when: self.when, caps };
        let chances = duel.chances();
        Compound::known(duel, chances)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn duel(dice: [u32; 2], added: i32, elite: [bool; 2], when: EliteWhen, cap: i32) -> Compound<Duel> {
        let names = ["men", "gaunts"].map(str::to_owned);
        Duels::new(names, [6, 6], [-12, 12], when, [cap; 2]).duel(dice, added, elite)
    }

    /// The chances of win, tie and loss for the first.
    fn odds(of: &Compound<Duel>) -> [f64; 3] {
        let mut all = [0.0; 3];
        for (answer, chance) in of.odds.chances().iter().enumerate() {
            all[(1 - of.throw.outcome(answer).difference.signum()) as usize] += chance;
        }
        all
    }

    #[track_caller]
    fn has(dice: [u32; 2], added: i32, chances: [f64; 3]) {
        let found = odds(&duel(dice, added, [false; 2], EliteWhen::Lost, 1));
        assert!(found.iter().zip(chances).all(|(found, chance)| (found - chance).abs() < 6e-7), "{added}: {found:?}");
        // With the sides swapped, win and loss swap too.
        let [win, tie, loss] = odds(&duel([dice[1], dice[0]], -added, [false; 2], EliteWhen::Lost, 1));
        let mirrored = [loss, tie, win];
        assert!(found.iter().zip(mirrored).all(|(found, chance)| (found - chance).abs() < 1e-12));
    }

    /// §8: two dice each.
    #[test]
    fn duels_of_two_dice() {
        has([2, 2], 0, [0.443_673, 0.112_654, 0.443_673]);
        has([2, 2], 1, [0.556_327, 0.108_025, 0.335_648]);
        has([2, 2], 2, [0.664_352, 0.096_451, 0.239_198]);
        has([2, 2], 3, [0.760_802, 0.080_247, 0.158_951]);
        has([2, 2], 4, [0.841_049, 0.061_728, 0.097_222]);
        has([2, 2], 5, [0.902_778, 0.043_210, 0.054_012]);
        has([2, 2], 6, [0.945_988, 0.027_006, 0.027_006]);
        has([2, 2], 7, [0.972_994, 0.015_432, 0.011_574]);
        has([2, 2], 8, [0.988_426, 0.007_716, 0.003_858]);
        has([2, 2], 10, [0.999_228, 0.000_772, 0.0]);
    }

    /// §8: outnumbering dice.
    #[test]
    fn outnumbering_dice() {
        has([3, 2], -4, [0.399_691, 0.100_309, 0.500_000]);
        has([3, 2], -2, [0.600_309, 0.094_522, 0.305_170]);
        has([3, 2], 0, [0.778_549, 0.069_444, 0.152_006]);
        has([3, 2], 2, [0.902_006, 0.039_223, 0.058_771]);
        has([3, 2], 4, [0.967_593, 0.016_204, 0.016_204]);
        has([4, 2], -6, [0.546_425, 0.090_471, 0.363_104]);
        has([4, 2], -3, [0.794_153, 0.061_214, 0.144_633]);
        has([4, 2], 0, [0.939_236, 0.024_884, 0.035_880]);
        has([5, 2], -6, [0.808_299, 0.054_537, 0.137_163]);
        has([5, 2], 0, [0.987_940, 0.005_955, 0.006_105]);
    }

    /// §8: an Elite die used when tied or losing.
    #[test]
    fn elite_dice() {
        let found = odds(&duel([2, 2], 0, [true, false], EliteWhen::NotWon, 1));
        let chances = [0.618_827, 0.079_218, 0.301_955];
        assert!(found.iter().zip(chances).all(|(found, chance)| (found - chance).abs() < 6e-7), "{found:?}");
    }

    /// The computed chances are those of rolling every single die.
    #[test]
    fn the_chances_are_those_of_the_dice() {
        for (dice, added, elite, when, cap) in [
            ([2, 2], 1, [true, true], EliteWhen::NotWon, 30),
            ([2, 2], -2, [true, true], EliteWhen::Lost, 2),
            ([3, 2], -1, [false, true], EliteWhen::Lost, 1),
            ([1, 3], 2, [true, false], EliteWhen::NotWon, 3),
        ] {
            let known = duel(dice, added, elite, when, cap);
            let slow = Compound::new(known.throw.clone());
            let same = known.odds.chances().iter().zip(slow.odds.chances()).all(|(one, two)| (one - two).abs() < 1e-12);
            assert!(same, "{dice:?} {added} {elite:?}");
        }
    }
}
