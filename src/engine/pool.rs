//! Pools: equal dice with the same test, answered in one draw.
//!
//! "Roll eight dice, count the 5+" has nine answers, whatever the eight faces were. A pool knows the chance of each answer
//! for every number of dice it may be asked for, so a sample costs one random number and one look-up, and an exact walk
//! branches `n + 1` ways instead of `6ⁿ`.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};

use foldhash::fast::FixedState;

use super::odds::Odds;
use super::roll::Roll;

pub use super::need::{Need, Test};

/// Equal dice with the same test.
#[derive(Clone, Debug)]
pub struct Pool {
    /// What the dice are rolled for.
    pub roll: Roll,
    /// How many faces each die has.
    pub faces: u8,
    /// The test of each die.
    pub test: Test,
    draws: &'static Draws,
    /// This many dice are drawn at once; more are drawn in portions.
    most: usize,
}

/// Tables are made for at most this many dice; more are drawn in portions.
const MOST_IN_ONE_DRAW: u32 = 64;

/// The odds of every number of dice that each pass with the same chance: computed on first use, and shared by all pools
/// with this chance. There are few different chances, whatever is played.
#[derive(Debug)]
struct Draws {
    chance: f64,
    odds: [OnceLock<Odds>; MOST_IN_ONE_DRAW as usize + 1],
}

impl Draws {
    /// The draws for a chance.
    fn of(chance: f64) -> &'static Draws {
        static KNOWN: Mutex<HashMap<u64, &Draws, FixedState>> =
            Mutex::new(HashMap::with_hasher(FixedState::with_seed(0)));
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        known
            .entry(chance.to_bits())
            .or_insert_with(|| Box::leak(Box::new(Draws { chance, odds: [const { OnceLock::new() }; _] })))
    }

    /// The odds for this number of dice, if it has a table.
    #[inline]
    fn odds(&self, dice: usize) -> &Odds {
        self.odds[dice].get_or_init(|| {
            let dice = dice as u32;
            Odds::of((0..=dice).map(|passed| binomial(dice, self.chance, passed)).collect())
        })
    }
}

impl Pool {
    /// A pool of D6, of which at most `most` are usually rolled at once (more are only slower).
    pub fn new(roll: Roll, test: Test, most: u32) -> Pool {
        Pool::of(6, roll, test, most)
    }

    /// A pool of other dice.
    pub fn of(faces: u8, roll: Roll, test: Test, most: u32) -> Pool {
        assert!((1..=Need::MOST_FACES).contains(&faces), "no pool of D{faces}");
        assert!(!test.stages().is_empty(), "a test has a stage");
        let chance = test.chance(faces);
        Pool { roll, faces, test, draws: Draws::of(chance), most: most.clamp(1, MOST_IN_ONE_DRAW) as usize }
    }

    /// The chance that one die passes.
    pub fn chance(&self) -> f64 {
        self.draws.chance
    }

    /// How many of `count` dice pass, from a stream of random 64-bit words: one word a draw.
    #[inline]
    pub fn sample(&self, count: u32, mut word: impl FnMut() -> u64) -> u32 {
        let mut left = count as usize;
        let mut passed = 0;
        while left > self.most {
            passed += self.draws.odds(self.most).sample(word()) as u32;
            left -= self.most;
        }
        if left > 0 {
            passed += self.draws.odds(left).sample(word()) as u32;
        }
        passed
    }

    /// How many of `count` dice pass if luck is `word` (out of 2^64): the answer at that quantile, so that better luck
    /// never passes fewer, and with the same luck more dice, or better ones, never pass fewer. Words are used as by
    /// [`Pool::sample`].
    #[inline]
    pub fn quantile(&self, count: u32, mut word: impl FnMut() -> u64) -> u32 {
        let mut left = count as usize;
        let mut passed = 0;
        while left > self.most {
            passed += self.draws.odds(self.most).quantile(word()) as u32;
            left -= self.most;
        }
        if left > 0 {
            passed += self.draws.odds(left).quantile(word()) as u32;
        }
        passed
    }

    /// The chance that exactly `passed` of `count` dice pass.
    pub fn probability(&self, count: u32, passed: u32) -> f64 {
        match count as usize {
            dice if dice <= self.most => self.draws.odds(dice).chance(passed as usize),
            _ => binomial(count, self.chance(), passed),
        }
    }

    /// The chance that exactly `passed` of `count` dice pass `times` times in a row.
    pub fn probability_in_a_row(&self, count: u32, times: u32, passed: u32) -> f64 {
        if times == 1 && count > 0 {
            return self.probability(count, passed);
        }
        binomial(count, self.chance().powi(times as i32), passed)
    }
}

/// The chance of `passed` successes in `count` trials of chance `p`, computed in logarithms so that no term overflows.
pub(crate) fn binomial(count: u32, p: f64, passed: u32) -> f64 {
    if passed > count {
        return 0.0;
    }
    if p <= 0.0 {
        return f64::from(u8::from(passed == 0));
    }
    if p >= 1.0 {
        return f64::from(u8::from(passed == count));
    }
    if count <= MOST_IN_ONE_DRAW {
        // Multiplying and dividing in turn keeps every partial product a whole binomial coefficient below 2^63.
        let ways = (0..passed).fold(1.0, |ways, i| ways * f64::from(count - i) / f64::from(i + 1));
        return ways * p.powi(passed as i32) * (1.0 - p).powi((count - passed) as i32);
    }
    let ways = ln_factorial(count) - ln_factorial(passed) - ln_factorial(count - passed);
    (ways + f64::from(passed) * p.ln() + f64::from(count - passed) * (1.0 - p).ln()).exp()
}

/// ln n!, as a sum of logarithms; the sums for all numbers that a plan can need are computed once.
fn ln_factorial(n: u32) -> f64 {
    static SUMS: LazyLock<Vec<f64>> = LazyLock::new(|| {
        let mut sum = 0.0;
        let mut next = |n: u32| {
            sum += f64::from(n.max(1)).ln();
            sum
        };
        (0..=u16::MAX.into()).map(&mut next).collect()
    });
    SUMS.get(n as usize).copied().unwrap_or_else(|| (1..=n).map(|i| f64::from(i).ln()).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(test: Test, most: u32) -> Pool {
        Pool::new(Roll::new("test", "0"), test, most)
    }

    #[test]
    fn probabilities_of_three_dice() {
        // Three dice at 4+: 1, 3, 3, 1 of 8.
        let pool = pool(Test::once(Need::at_least(4)), 3);
        let chances: Vec<f64> = (0..=3).map(|passed| pool.probability(3, passed)).collect();
        for (chance, eighths) in chances.iter().zip([1.0, 3.0, 3.0, 1.0]) {
            assert!((chance - eighths / 8.0).abs() < 1e-15);
        }
    }

    #[test]
    fn the_two_ways_to_a_binomial_agree() {
        for passed in 0..=64 {
            let small = binomial(64, 1.0 / 3.0, passed);
            let logs = {
                let ways = ln_factorial(64) - ln_factorial(passed) - ln_factorial(64 - passed);
                (ways + f64::from(passed) * (1.0f64 / 3.0).ln() + f64::from(64 - passed) * (2.0f64 / 3.0).ln()).exp()
            };
            assert!((small - logs).abs() <= 1e-12 * small, "{passed}: {small} {logs}");
        }
    }

    #[test]
    fn more_dice_than_the_table_are_drawn_in_portions() {
        let pool = pool(Test::once(Need::at_least(1)), 10);
        let mut words = 0;
        let passed = pool.sample(25, || {
            words += 1;
            u64::MAX / 3
        });
        assert_eq!((passed, words), (25, 3));
    }
}
