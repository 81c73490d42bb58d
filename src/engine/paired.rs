//! Dice of paired trials: trial i of two engagements that differ in one thing is played with the same luck in everything
//! else ("common random numbers"; J. M. Hammersley and D. C. Handscomb 1964), so that their difference shows in far fewer
//! trials.
//!
//! A die is not the next one of a stream, where one roll more would shift all that follow. It is a function of the seed,
//! the trial, the step, the purpose of the roll, and how often that purpose has been rolled for in the step. The function
//! is the finaliser of SplitMix64 (G. L. Steele, D. Lea and C. H. Flood 2014) over a counter (J. K. Salmon and others
//! 2011). Every die and every pool is the quantile of its luck: of two rolls for the same purpose the one with more dice or
//! an easier test is never worse, which is the coupling that leaves the least variance (P. Glasserman and D. D. Yao 1992).

use sha2::{Digest, Sha256};

use super::dice::{Dice, Roll};
use super::pool::Pool;
use super::spinner::Spinner;

/// The odd number nearest to 2^64 over the golden ratio: a step through all 64-bit numbers.
const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;

/// The luck of a seed and a scenario, the same for all its variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Luck {
    key: u64,
}

impl Luck {
    /// The first 64 bits of the SHA-256 of (seed, scenario).
    pub fn new(seed: u64, scenario: &str) -> Luck {
        let mut hash = Sha256::new();
        hash.update(b"paired");
        hash.update(seed.to_le_bytes());
        hash.update(scenario.as_bytes());
        let key = hash.finalize().iter().take(8).fold(0, |key, &byte| key << 8 | u64::from(byte));
        Luck { key }
    }

    /// The dice, before the first trial.
    pub fn dice(self) -> Paired {
        Paired { luck: self.key, trial: 0, stage: 0, key: 0, rolls: vec![Seen::default(); SLOTS], age: 0 }
    }
}

/// Purposes counted separately in one step; if a step has more, the rest are counted together.
const SLOTS: usize = 256;

/// How often a purpose has been rolled for, valid if `age` is that of the step.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    purpose: u64,
    age: u64,
    times: u64,
}

/// Paired dice.
#[derive(Clone, Debug)]
pub struct Paired {
    luck: u64,
    trial: u64,
    stage: u64,
    /// The key of the luck of this step.
    key: u64,
    rolls: Vec<Seen>,
    /// The number of steps in all trials so far: counts of another step are out of date.
    age: u64,
}

impl Paired {
    /// Begins a trial.
    #[inline]
    pub fn begin(&mut self, number: u64) {
        self.trial = mix(self.luck.wrapping_add(STRIDE.wrapping_mul(number)));
        self.stage = 0;
        self.next_stage();
    }

    /// Ends a step: rolls are counted anew.
    #[inline]
    pub(crate) fn next_stage(&mut self) {
        self.stage += 1;
        self.age += 1;
        self.key = mix(self.trial.wrapping_add(STRIDE.wrapping_mul(self.stage)));
    }

    /// The luck of the next roll for this purpose.
    #[inline]
    fn luck(&mut self, roll: &Roll) -> u64 {
        let purpose = roll.purpose.number();
        let times = self.times(purpose);
        mix((self.key ^ purpose).wrapping_add(STRIDE.wrapping_mul(times)))
    }

    /// How often this purpose has been rolled for in the step, this time included.
    #[inline]
    fn times(&mut self, purpose: u64) -> u64 {
        let mut slot = purpose as usize % SLOTS;
        for _ in 0..8 {
            let seen = &mut self.rolls[slot];
            if seen.age != self.age {
                *seen = Seen { purpose, age: self.age, times: 0 };
            }
            if seen.purpose == purpose {
                seen.times += 1;
                return seen.times;
            }
            slot = (slot + 1) % SLOTS;
        }
        self.rolls[slot].times += 1;
        self.rolls[slot].times
    }
}

/// Scrambles a number: each bit of it changes about half of the bits of the result.
#[inline]
fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// The words of one roll; the first is its luck.
#[inline]
fn words(luck: u64) -> impl FnMut() -> u64 {
    let mut next = luck;
    move || {
        let word = next;
        next = mix(next.wrapping_add(STRIDE));
        word
    }
}

/// The face of a die whose luck is `word` (out of 2^64).
#[inline]
fn face(word: u64, faces: u8) -> u8 {
    ((u128::from(word) * u128::from(faces)) >> 64) as u8 + 1
}

impl Dice for Paired {
    #[inline]
    fn die(&mut self, roll: &Roll, faces: u8) -> u8 {
        face(self.luck(roll), faces)
    }

    fn highest_of(&mut self, roll: &Roll, count: u32, faces: u8) -> u8 {
        let mut word = words(self.luck(roll));
        (0..count).map(|_| face(word(), faces)).max().unwrap_or(0)
    }

    fn sum_of(&mut self, roll: &Roll, count: u32, faces: u8) -> u32 {
        let mut word = words(self.luck(roll));
        (0..count).map(|_| u32::from(face(word(), faces))).sum()
    }

    #[inline]
    fn successes(&mut self, pool: &Pool, count: u32) -> u32 {
        if count == 0 {
            return 0;
        }
        pool.quantile(count, words(self.luck(&pool.roll)))
    }

    fn arc_of(&mut self, spinner: &Spinner) -> usize {
        spinner.odds.quantile(self.luck(&spinner.roll))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::{Need, Test};

    const SHOTS: Roll = Roll::new("shots", "1.9.5");
    const SAVES: Roll = Roll::new("saves", "1.9.6");

    fn dice(seed: u64, scenario: &str, trial: u64) -> Paired {
        let mut dice = Luck::new(seed, scenario).dice();
        dice.begin(trial);
        dice
    }

    fn faces(dice: &mut Paired, roll: &Roll) -> Vec<u8> {
        (0..12).map(|_| dice.die(roll, 6)).collect()
    }

    #[test]
    fn the_first_faces_of_a_seed_are_pinned() {
        assert_eq!(faces(&mut dice(1, "contact", 0), &SHOTS), PINNED);
    }

    const PINNED: [u8; 12] = [6, 4, 4, 5, 4, 6, 3, 1, 4, 5, 4, 2];

    #[test]
    fn every_part_of_the_key_changes_the_luck_and_nothing_else_does() {
        let first = faces(&mut dice(1, "a", 0), &SHOTS);
        assert_ne!(first, faces(&mut dice(2, "a", 0), &SHOTS));
        assert_ne!(first, faces(&mut dice(1, "b", 0), &SHOTS));
        assert_ne!(first, faces(&mut dice(1, "a", 1), &SHOTS));
        assert_ne!(first, faces(&mut dice(1, "a", 0), &SAVES));
        let mut later = dice(1, "a", 0);
        later.next_stage();
        assert_ne!(first, faces(&mut later, &SHOTS));
        // Rolls for other purposes come between, in this trial and in earlier ones: nothing shifts.
        let mut busy = dice(1, "a", 7);
        faces(&mut busy, &SAVES);
        faces(&mut busy, &SHOTS);
        busy.begin(0);
        let between: Vec<u8> = (0..12)
            .map(|_| {
                busy.die(&SAVES, 6);
                busy.die(&SHOTS, 6)
            })
            .collect();
        assert_eq!(first, between);
    }

    /// With the same luck more dice never pass fewer, nor do better ones; nor does a die with more faces show less in
    /// proportion.
    #[test]
    fn luck_is_monotone() {
        let pool = |need| Pool::new(SHOTS, Test::once(Need::at_least(need)), 12);
        let pools = [pool(6), pool(5), pool(4), pool(2)];
        for trial in 0..2000 {
            let passed = |pool: &Pool, count| dice(3, "monotone", trial).successes(pool, count);
            for count in 1..12 {
                assert!(pools.windows(2).all(|two| passed(&two[0], count) <= passed(&two[1], count)));
                assert!(pools.iter().all(|pool| passed(pool, count) <= passed(pool, count + 1)));
            }
        }
    }

    /// Every kind of roll against its chances: chi-squared over 60,000 trials, seeds fixed, at most 18 degrees of freedom,
    /// limit 55 (α below 2e-5). That neighbouring trials, purposes and times are independent is tested by the sum of two
    /// dice that differ in nothing else.
    #[test]
    fn they_fall_as_dice_do() {
        let pool = Pool::new(SHOTS, Test::Any(vec![Need::at_least(5), Need::at_least(6)]), 12);
        let trials = 60_000;
        let fair = |name: &str, chances: &[f64], fall: &dyn Fn(&Luck, u64) -> usize| {
            let luck = Luck::new(4, name);
            let mut counts = vec![0.0; chances.len()];
            (0..trials).for_each(|trial| counts[fall(&luck, trial)] += 1.0);
            let chi: f64 = counts
                .iter()
                .zip(chances)
                .filter(|(_, chance)| **chance * trials as f64 > 5.0)
                .map(|(count, chance)| (count - chance * trials as f64).powi(2) / (chance * trials as f64))
                .sum();
            assert!(chi < 55.0, "{name}: chi-squared {chi}");
        };
        let begun = |luck: &Luck, trial| {
            let mut dice = luck.dice();
            dice.begin(trial);
            dice
        };
        let two_d6: Vec<f64> = (0..=12_u8).map(|sum| f64::from(6_u8.saturating_sub(sum.abs_diff(7))) / 36.0).collect();
        fair("die", &[0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0].map(|sixths| sixths / 6.0), &|luck, trial| {
            begun(luck, trial).die(&SHOTS, 6).into()
        });
        fair("times", &two_d6, &|luck, trial| {
            let mut dice = begun(luck, trial);
            usize::from(dice.die(&SHOTS, 6) + dice.die(&SHOTS, 6))
        });
        fair("purposes", &two_d6, &|luck, trial| {
            let mut dice = begun(luck, trial);
            usize::from(dice.die(&SHOTS, 6) + dice.die(&SAVES, 6))
        });
        fair("trials", &two_d6, &|luck, trial| {
            usize::from(begun(luck, 2 * trial).die(&SHOTS, 6) + begun(luck, 2 * trial + 1).die(&SHOTS, 6))
        });
        fair("stages", &two_d6, &|luck, trial| {
            let mut dice = begun(luck, trial);
            let first = dice.die(&SHOTS, 6);
            dice.next_stage();
            usize::from(first + dice.die(&SHOTS, 6))
        });
        fair("highest", &[0.0, 1.0, 3.0, 5.0, 7.0, 9.0, 11.0].map(|ways| ways / 36.0), &|luck, trial| {
            begun(luck, trial).highest_of(&SHOTS, 2, 6).into()
        });
        fair("D3", &[0.0, 0.0, 1.0, 2.0, 3.0, 2.0, 1.0].map(|ninths| ninths / 9.0), &|luck, trial| {
            begun(luck, trial).sum_of(&SHOTS, 2, 3) as usize
        });
        let passed: Vec<f64> = (0..=12).map(|passed| pool.probability(12, passed)).collect();
        fair("pool", &passed, &|luck, trial| begun(luck, trial).successes(&pool, 12) as usize);
        let many: Vec<f64> = (0..=30).map(|passed| pool.probability(30, passed)).collect();
        fair("portions", &many, &|luck, trial| begun(luck, trial).successes(&pool, 30) as usize);
    }

    #[test]
    fn more_purposes_than_slots_are_no_harm() {
        let mut dice = dice(5, "slots", 0);
        let rolls: Vec<Roll> = (0..600).map(|number| Roll::named("x".repeat(number), "0")).collect();
        let falls: Vec<u8> = rolls.iter().map(|roll| dice.die(roll, 6)).collect();
        assert!((1..=6).all(|face| (60..140).contains(&falls.iter().filter(|&&fall| fall == face).count())));
    }
}
