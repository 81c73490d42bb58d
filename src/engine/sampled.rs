//! Random dice: one stream per batch, keyed by (seed, scenario, batch), so that a batch falls the same way on every
//! machine, on any number of threads, in any order. The only file that knows a random generator: xoshiro256++ (D. Blackman
//! and S. Vigna 2019).

use rand::{Rng, SeedableRng};
use rand_distr::{Binomial, Distribution};
use rand_xoshiro::Xoshiro256PlusPlus;
use sha2::{Digest, Sha256};

use super::compound::Compound;
use super::dice::{Dice, Roll, Throw};
use super::pool::Pool;
use super::spinner::Spinner;

/// Which stream of dice a batch of trials uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    /// The user's seed.
    pub seed: u64,
    /// The scenario's name.
    pub scenario: String,
}

impl Stream {
    /// The dice of one batch: the generator's state is the SHA-256 of (seed, batch, scenario).
    pub fn batch(&self, batch: u64) -> Sampled {
        let mut key = Sha256::new();
        key.update(self.seed.to_le_bytes());
        key.update(batch.to_le_bytes());
        key.update(self.scenario.as_bytes());
        Sampled { words: Xoshiro256PlusPlus::from_seed(key.finalize().into()) }
    }
}

/// Random dice.
#[derive(Clone, Debug)]
pub struct Sampled {
    words: Xoshiro256PlusPlus,
}

impl Default for Sampled {
    /// The dice of no seed.
    fn default() -> Sampled {
        Sampled { words: Xoshiro256PlusPlus::seed_from_u64(0) }
    }
}

impl Sampled {
    /// The next 64 random bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.words.next_u64()
    }

    /// New independent dice, seeded from these.
    pub(crate) fn branch(&mut self) -> Sampled {
        Sampled { words: Xoshiro256PlusPlus::from_rng(&mut self.words) }
    }

    /// The same generator 2^128 words on, which these dice never reach.
    pub(crate) fn far_on(&self) -> Sampled {
        let mut words = self.words.clone();
        words.jump();
        Sampled { words }
    }

    /// A number from 0 to 1, 1 excluded.
    pub fn share(&mut self) -> f64 {
        (self.word() >> 11) as f64 / 2f64.powi(53)
    }

    /// A whole number below `bound`, all equally likely but for a bias below bound / 2^64.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.words.next_u64()) * u128::from(bound)) >> 64) as u64
    }

    /// How many of these trials succeed, each with this chance (clamped to 0–1): by inversion or BTPE (V. Kachitvichyanukul
    /// and B. W. Schmeiser 1988).
    pub fn binomial(&mut self, trials: u64, chance: f64) -> u64 {
        Binomial::new(trials, chance.clamp(0.0, 1.0)).map_or(0, |binomial| binomial.sample(&mut self.words))
    }
}

/// The higher of two dice for each of their 36 falls, sorted.
const HIGHEST_OF_TWO: [u8; 36] = {
    let mut table = [0; 36];
    let mut fall = 0;
    while fall < 36 {
        let (first, second) = (fall / 6 + 1, fall % 6 + 1);
        table[fall] = if first > second { first } else { second } as u8;
        fall += 1;
    }
    table
};

impl Dice for Sampled {
    #[inline]
    fn die(&mut self, _roll: &Roll, faces: u8) -> u8 {
        self.below(u64::from(faces)) as u8 + 1
    }

    #[inline]
    fn highest_of(&mut self, roll: &Roll, count: u32, faces: u8) -> u8 {
        if (count, faces) == (2, 6) {
            return HIGHEST_OF_TWO[self.below(36) as usize];
        }
        (0..count).map(|_| self.throw(roll, faces)).max().unwrap_or(0)
    }

    #[inline]
    fn successes(&mut self, pool: &Pool, count: u32) -> u32 {
        pool.sample(count, || self.words.next_u64())
    }

    #[inline]
    fn answer_to<T: Throw>(&mut self, compound: &Compound<T>) -> usize {
        compound.odds.sample(self.word())
    }

    #[inline]
    fn arc_of(&mut self, spinner: &Spinner) -> usize {
        spinner.odds.sample(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::{Need, Test};

    const ROLL: Roll = Roll::new("test", "0");

    fn dice(seed: u64, scenario: &str, batch: u64) -> Sampled {
        Stream { seed, scenario: scenario.into() }.batch(batch)
    }

    fn faces(mut dice: Sampled) -> Vec<u8> {
        (0..12).map(|_| dice.die(&ROLL, 6)).collect()
    }

    #[test]
    fn the_first_faces_of_a_seed_are_pinned() {
        assert_eq!(faces(dice(1, "contact", 0)), PINNED);
    }

    const PINNED: [u8; 12] = [3, 4, 1, 6, 6, 5, 5, 3, 5, 4, 1, 6];

    #[test]
    fn every_part_of_the_key_changes_the_stream() {
        let first = faces(dice(1, "a", 0));
        assert_ne!(first, faces(dice(2, "a", 0)));
        assert_ne!(first, faces(dice(1, "b", 0)));
        assert_ne!(first, faces(dice(1, "a", 1)));
        assert_eq!(first, faces(dice(1, "a", 0)));
    }

    /// Every shortcut against its definition, one die at a time: chi-squared over 60,000 falls each, seeds fixed,
    /// 13 degrees of freedom at most, limit 45 (α below 1e-4).
    #[test]
    fn shortcuts_fall_as_single_dice_do() {
        struct Single(Sampled);
        impl Dice for Single {
            fn die(&mut self, roll: &Roll, faces: u8) -> u8 {
                self.0.die(roll, faces)
            }
        }
        let pool = Pool::new(ROLL, Test::Any(vec![Need::at_least(5), Need::at_least(6)]), 12);
        let falls = 60_000;
        let compare = |quick: &mut dyn FnMut(&mut Sampled) -> u32, slow: &mut dyn FnMut(&mut Single) -> u32| {
            let (mut one, mut two) = ([0f64; 40], [0f64; 40]);
            let (mut a, mut b) = (dice(3, "quick", 0), Single(dice(3, "slow", 0)));
            for _ in 0..falls {
                one[quick(&mut a) as usize] += 1.0;
                two[slow(&mut b) as usize] += 1.0;
            }
            let chi: f64 =
                one.iter().zip(&two).filter(|(x, y)| *x + *y > 10.0).map(|(x, y)| (x - y).powi(2) / (x + y)).sum();
            assert!(chi < 45.0, "chi-squared {chi}");
        };
        compare(&mut |d| d.successes(&pool, 12), &mut |d| d.successes(&pool, 12));
        compare(&mut |d| d.successes(&pool, 30), &mut |d| d.successes(&pool, 30));
        compare(&mut |d| d.highest_of(&ROLL, 2, 6).into(), &mut |d| d.highest_of(&ROLL, 2, 6).into());
        compare(&mut |d| d.sum_of(&ROLL, 4, 3), &mut |d| d.sum_of(&ROLL, 4, 3));
    }
}
