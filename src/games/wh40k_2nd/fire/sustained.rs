//! §11.23: sustained fire dice, and the jams that they cause.

use schemars::JsonSchema;
use serde::Deserialize;

use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::{Dice, Roll, Throw};
use battle_odds_engine::odds::Odds;

/// §11.23, §20: when the sustained fire dice are rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a reading of when sustained fire dice are rolled", rename_all = "kebab-case")]
pub enum SustainedFire {
    /// After one roll to hit: their total is the number of hits.
    #[default]
    HitFirst,
    /// House rule: before it. Their total is the number of shots, and each rolls to hit.
    DiceFirst,
}

/// The face of a sustained fire die for a D6: its hits, and nothing for the jam. The book says only that one face is a
/// jam; the die sold with the game has 1, 1, 2, 2, 3.
pub fn face(d6: u8) -> Option<u32> {
    [Some(1), Some(1), Some(2), Some(2), Some(3), None][usize::from(d6) - 1]
}

/// The result of several sustained fire dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Burst {
    /// Their total: hits, or shots by the house rule.
    pub hits: u32,
    /// How many of them show the jam.
    pub jams: u32,
}

/// A number of sustained fire dice rolled together; linked weapons use those of both (§15.4.7).
#[derive(Clone, Debug)]
pub struct SustainedDice {
    roll: Roll,
    dice: u32,
}

impl SustainedDice {
    /// This many dice, with the chances of all their results.
    pub fn new(roll: Roll, dice: u8) -> Compound<SustainedDice> {
        let throw = SustainedDice { roll, dice: dice.into() };
        let mut chances = vec![0.0; throw.answers()];
        for (burst, chance) in bursts(throw.dice) {
            chances[throw.answer(burst)] += chance;
        }
        Compound::known(throw, chances)
    }

    /// Decodes an answer.
    pub fn burst(&self, answer: usize) -> Burst {
        let answer = answer as u32;
        let jams = (0..self.dice).take_while(|&jams| self.before(jams + 1) <= answer).count() as u32;
        Burst { hits: self.dice - jams + answer - self.before(jams), jams }
    }

    /// The most hits that they can show.
    pub fn most(&self) -> u32 {
        3 * self.dice
    }

    /// All their results, with their chances.
    pub fn all(&self, odds: &Odds) -> Vec<(Burst, f64)> {
        (0..).zip(odds.chances()).map(|(answer, &chance)| (self.burst(answer), chance)).collect()
    }

    /// Encodes a result as an answer: few jams come first, then few hits.
    fn answer(&self, burst: Burst) -> usize {
        (self.before(burst.jams) + burst.hits - (self.dice - burst.jams)) as usize
    }

    /// How many answers have fewer jams. The other dice show 1 to 3 each: 2 × dice + 1 totals.
    fn before(&self, jams: u32) -> u32 {
        (0..jams).map(|fewer| 2 * (self.dice - fewer) + 1).sum()
    }
}

impl Throw for SustainedDice {
    fn answers(&self) -> usize {
        self.before(self.dice + 1) as usize
    }

    fn cast<D: Dice + ?Sized>(&self, dice: &mut D) -> usize {
        let mut burst = Burst::default();
        for _ in 0..self.dice {
            match face(dice.die(&self.roll, 6)) {
                Some(hits) => burst.hits += hits,
                None => burst.jams += 1,
            }
        }
        self.answer(burst)
    }
}

/// Rolls sustained fire dice.
pub fn roll<D: Dice + ?Sized>(dice: &mut D, of: &Compound<SustainedDice>) -> Burst {
    let answer = dice.answer_to(of);
    of.throw.burst(answer)
}

/// All results of this many dice, with their chances.
fn bursts(dice: u32) -> Vec<(Burst, f64)> {
    let most = 3 * dice as usize;
    // By jams, then by hits.
    let mut chances = vec![vec![0.0; most + 1]; dice as usize + 1];
    chances[0][0] = 1.0;
    for rolled in 0..dice as usize {
        let before = chances.clone();
        chances.iter_mut().for_each(|row| row.fill(0.0));
        for (jams, row) in before.iter().enumerate().take(rolled + 1) {
            for (hits, chance) in row.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
                for d6 in 1..=6 {
                    match face(d6) {
                        Some(more) => chances[jams][hits + more as usize] += chance / 6.0,
                        None => chances[jams + 1][hits] += chance / 6.0,
                    }
                }
            }
        }
    }
    let burst = |jams: usize, hits: usize| Burst { hits: hits as u32, jams: jams as u32 };
    let rows = chances.iter().enumerate();
    rows.flat_map(|(jams, row)| row.iter().enumerate().map(move |(hits, &chance)| (burst(jams, hits), chance)))
        .filter(|(_, chance)| *chance > 0.0)
        .collect()
}

/// §11.23.1, faq 3.5, 3.40: what the jams of a weapon do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Jamming {
    /// Each jam is a token.
    #[default]
    Jams,
    /// None is.
    IgnoresJams,
    /// All but the first jam that it ever has.
    IgnoresFirstJam,
}

impl Jamming {
    /// The tokens for a number of jams; `had_one` says whether the weapon has had a jam before.
    pub fn tokens(self, jams: u32, had_one: bool) -> u32 {
        match self {
            Jamming::Jams => jams,
            Jamming::IgnoresJams => 0,
            Jamming::IgnoresFirstJam => jams.saturating_sub(u32::from(!had_one)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle_odds_engine::exhaustive::EveryWay;
    use battle_odds_engine::scripted::Scripted;

    const ROLL: Roll = Roll::new("sustained fire", "11.23");

    fn chance(dice: u8, which: impl Fn(Burst) -> bool) -> f64 {
        let of = SustainedDice::new(ROLL, dice);
        (0..of.throw.answers())
            .filter(|&answer| which(of.throw.burst(answer)))
            .map(|answer| of.odds.chance(answer))
            .sum()
    }

    #[test]
    fn section_11_23_linked_heavy_bolters_hit_four_times_and_jam() {
        let of = SustainedDice::new(ROLL, 4);
        let mut dice = Scripted::new(&[("sustained fire", &[1, 2, 3, 6])]);
        assert_eq!((roll(&mut dice, &of), dice.finish()), (Burst { hits: 4, jams: 1 }, Ok(())));
    }

    #[test]
    fn section_20_three_dice_give_four_shots() {
        let of = SustainedDice::new(ROLL, 3);
        assert_eq!(roll(&mut Scripted::new(&[("sustained", &[1, 1, 4])]), &of), Burst { hits: 4, jams: 0 });
    }

    #[test]
    fn two_dice() {
        assert!((chance(2, |burst| burst.hits == 0) - 1.0 / 36.0).abs() < 1e-15);
        assert!((chance(2, |burst| burst.jams > 0) - 11.0 / 36.0).abs() < 1e-15);
        let mean: f64 = (0..=6).map(|hits| f64::from(hits) * chance(2, |burst| burst.hits == hits)).sum();
        assert!((mean - 3.0).abs() < 1e-14);
        assert_eq!(chance(0, |burst| burst == Burst::default()), 1.0);
    }

    #[test]
    fn the_table_is_what_single_dice_come_to() {
        for count in 0..=4 {
            let of = SustainedDice::new(ROLL, count);
            let mut chances = vec![0.0; of.throw.answers()];
            let mut dice = EveryWay::die_by_die();
            loop {
                dice.begin();
                let answer = of.throw.cast(&mut dice);
                chances[answer] += dice.chance();
                if !dice.go_on() {
                    break;
                }
            }
            for (answer, chance) in chances.iter().enumerate() {
                assert!((chance - of.odds.chance(answer)).abs() < 1e-14);
                assert_eq!(of.throw.answer(of.throw.burst(answer)), answer);
            }
        }
    }

    #[test]
    fn jams_count_or_not() {
        assert_eq!([0, 2].map(|jams| Jamming::Jams.tokens(jams, false)), [0, 2]);
        assert_eq!(Jamming::IgnoresJams.tokens(3, true), 0);
        assert_eq!([0, 1, 2].map(|jams| Jamming::IgnoresFirstJam.tokens(jams, false)), [0, 0, 1]);
        assert_eq!(Jamming::IgnoresFirstJam.tokens(2, true), 2);
    }
}
