//! Pools: equal dice with an equal test, answered in one draw.
//!
//! "Roll eight dice, count the 5+" has nine answers, whatever the eight faces were. A pool knows the chance of each
//! answer for every number of dice it may be asked for, so that a sample costs one random number and one look-up,
//! and an exact walk branches `n + 1` ways instead of `6ⁿ`.

use std::sync::LazyLock;

use super::alias::{self, Column};
use super::dice::{Dice, Roll};

/// The face a D6 must show at least; 1 always passes, 7 never.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Need(u8);

impl Need {
    /// A need that no face meets.
    pub const IMPOSSIBLE: Need = Need(7);

    /// At least this face; below 1 counts as 1, above 6 is impossible.
    pub fn at_least(face: i32) -> Need {
        Need(face.clamp(1, 7) as u8)
    }

    /// Whether a face is enough.
    pub fn met_by(self, face: u8) -> bool {
        face >= self.0
    }

    /// The lowest face that is enough: 1 to 7.
    pub fn face(self) -> u8 {
        self.0
    }

    fn chance(self) -> f64 {
        f64::from(7 - self.0) / 6.0
    }
}

/// What one die of a pool has to do. Stages are rolled one after the other, each with the dice it still concerns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// Every stage must be passed: a 7+ is a 6, then a 4+.
    All(Vec<Need>),
    /// One passed stage is enough: a save, its re-roll, an invulnerable save.
    Any(Vec<Need>),
}

impl Test {
    /// One roll of a D6.
    pub fn once(need: Need) -> Test {
        Test::All(vec![need])
    }

    /// The chance that one die passes.
    pub fn chance(&self) -> f64 {
        match self {
            Test::All(stages) => stages.iter().map(|need| need.chance()).product(),
            Test::Any(stages) => 1.0 - stages.iter().map(|need| 1.0 - need.chance()).product::<f64>(),
        }
    }

    /// The stages in the order they are rolled.
    pub fn stages(&self) -> &[Need] {
        match self {
            Test::All(stages) | Test::Any(stages) => stages,
        }
    }
}

/// Equal dice with an equal test.
#[derive(Clone, Debug)]
pub struct Pool {
    /// What the dice are rolled for.
    pub roll: Roll,
    /// What each die has to do.
    pub test: Test,
    chance: f64,
    draws: Vec<Draw>,
}

/// Tables are made for at most this many dice; more are drawn in portions.
const MOST_IN_ONE_DRAW: u32 = 64;

impl Pool {
    /// A pool of which at most `most` dice will commonly be rolled at once (more is only slower).
    pub fn new(roll: Roll, test: Test, most: u32) -> Pool {
        let chance = test.chance();
        let most = most.clamp(1, MOST_IN_ONE_DRAW);
        let draws = (0..=most).map(|dice| Draw::binomial(dice, chance)).collect();
        Pool { roll, test, chance, draws }
    }

    /// The chance that one die passes.
    pub fn chance(&self) -> f64 {
        self.chance
    }

    /// How many of `count` dice pass, from a stream of random 64-bit words: one word a draw.
    #[inline]
    pub fn sample(&self, count: u32, mut word: impl FnMut() -> u64) -> u32 {
        let mut left = count as usize;
        let most = self.draws.len() - 1;
        let mut passed = 0;
        while left > most {
            passed += self.draws[most].sample(word());
            left -= most;
        }
        if left > 0 {
            passed += self.draws[left].sample(word());
        }
        passed
    }

    /// How many of `count` dice pass where luck is `word` (out of 2^64): the answer of which it is the quantile, so that
    /// better luck never passes fewer, and more dice, or better ones, never pass fewer with the same luck. Words are asked
    /// for as by [`Pool::sample`].
    #[inline]
    pub fn quantile(&self, count: u32, mut word: impl FnMut() -> u64) -> u32 {
        let mut left = count as usize;
        let most = self.draws.len() - 1;
        let mut passed = 0;
        while left > most {
            passed += self.draws[most].quantile(word());
            left -= most;
        }
        if left > 0 {
            passed += self.draws[left].quantile(word());
        }
        passed
    }

    /// The chance that exactly `passed` of `count` dice pass.
    pub fn probability(&self, count: u32, passed: u32) -> f64 {
        match self.draws.get(count as usize) {
            Some(draw) => draw.chances.get(passed as usize).copied().unwrap_or(0.0),
            None => binomial(count, self.chance, passed),
        }
    }

    /// What the pool means: every die rolled by itself, stage after stage.
    pub fn one_die_at_a_time<D: Dice + ?Sized>(&self, dice: &mut D, count: u32) -> u32 {
        let mut rolled = count;
        for need in self.test.stages() {
            let met = (0..rolled).filter(|_| need.met_by(dice.die(&self.roll, 6))).count() as u32;
            rolled = match self.test {
                Test::All(_) => met,
                Test::Any(_) => rolled - met,
            };
        }
        match self.test {
            Test::All(_) => rolled,
            Test::Any(_) => count - rolled,
        }
    }
}

/// The chance of `passed` successes in `count` trials of chance `p`, computed in logarithms so that no term overflows.
fn binomial(count: u32, p: f64, passed: u32) -> f64 {
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

/// ln n!, as the sum of logarithms; those of all numbers that a plan can come to are summed up once.
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

/// The answers of one number of dice.
#[derive(Clone, Debug)]
struct Draw {
    columns: Vec<Column>,
    chances: Vec<f64>,
}

impl Draw {
    fn binomial(dice: u32, p: f64) -> Draw {
        let chances: Vec<f64> = (0..=dice).map(|passed| binomial(dice, p, passed)).collect();
        Draw { columns: alias::columns(&chances), chances }
    }

    #[inline]
    fn sample(&self, word: u64) -> u32 {
        alias::draw(&self.columns, word)
    }

    /// The largest answer of which all smaller ones together are no likelier than the word.
    #[inline]
    fn quantile(&self, word: u64) -> u32 {
        let mut left = word as f64 / 2f64.powi(64);
        let mut passed = 0;
        for chance in &self.chances[..self.chances.len() - 1] {
            if left < *chance {
                break;
            }
            left -= chance;
            passed += 1;
        }
        passed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(test: Test, most: u32) -> Pool {
        Pool::new(Roll::new("test", "0"), test, most)
    }

    #[test]
    fn chances_of_stages() {
        assert_eq!(Test::once(Need::at_least(5)).chance(), 1.0 / 3.0);
        // 8+: a 6, then a 5+.
        let eight = Test::All(vec![Need::at_least(6), Need::at_least(5)]);
        assert!((eight.chance() - 1.0 / 18.0).abs() < 1e-15);
        // A 4+ save with its re-roll fails one time in four.
        let reinforced = Test::Any(vec![Need::at_least(4), Need::at_least(4)]);
        assert!((reinforced.chance() - 0.75).abs() < 1e-15);
        assert_eq!(Test::once(Need::IMPOSSIBLE).chance(), 0.0);
        assert_eq!(Test::Any(vec![]).chance(), 0.0);
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
