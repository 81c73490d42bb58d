//! Dice of paired trials: trial i of two engagements that differ in one thing is played with the same luck in all else
//! ("common random numbers"; J. M. Hammersley and D. C. Handscomb 1964), so that their difference shows in far fewer
//! trials.
//!
//! A die does not come next out of a stream, where one roll more would shift all that follow: it is a function of the
//! seed, the trial, the step, what it is rolled for, and how often that has been rolled in the step. The function is the
//! finaliser of SplitMix64 (G. L. Steele, D. Lea and C. H. Flood 2014) over a counter (J. K. Salmon and others 2011).
//! Every die and every pool is the quantile of its luck: of two rolls for the same the one with more dice or an easier
//! task never comes out worse, which is the coupling that leaves least of the variance (P. Glasserman and D. D. Yao 1992).

use sha2::{Digest, Sha256};

use super::dice::{Dice, Roll};
use super::pool::Pool;

/// The odd number nearest to 2^64 over the golden ratio: a step through all 64-bit numbers.
const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;

/// Whose luck: that of a seed and a scenario, the same for all its variants.
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

/// Purposes of one step that are counted apart; a step that has more of them counts the others together.
const SLOTS: usize = 256;

/// How often a purpose has been rolled for, if `age` is that of the step.
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
    /// What the luck of the step hangs on.
    key: u64,
    rolls: Vec<Seen>,
    /// How many steps there have been in all trials: what was noted in another step is out of date.
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

    /// A step is over: rolls are counted anew.
    #[inline]
    pub fn next_stage(&mut self) {
        self.stage += 1;
        self.age += 1;
        self.key = mix(self.trial.wrapping_add(STRIDE.wrapping_mul(self.stage)));
    }

    /// The luck of the next roll for this.
    #[inline]
    fn luck(&mut self, roll: &Roll) -> u64 {
        let purpose = roll.purpose();
        let times = self.times(purpose);
        mix((self.key ^ purpose).wrapping_add(STRIDE.wrapping_mul(times)))
    }

    /// How often this has been rolled for in the step, this time included.
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

/// Scrambles a number: every bit of it changes about half of the bits of the answer.
#[inline]
fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// The words of one roll, the first being its luck.
#[inline]
fn words(luck: u64) -> impl FnMut() -> u64 {
    let mut next = luck;
    move || {
        let word = next;
        next = mix(next.wrapping_add(STRIDE));
        word
    }
}

/// The face of a die where luck is `word` (out of 2^64).
#[inline]
fn face(word: u64, faces: u8) -> u8 {
    ((u128::from(word) * u128::from(faces)) >> 64) as u8 + 1
}

impl Dice for Paired {
    #[inline]
    fn die(&mut self, roll: &Roll, faces: u8) -> u8 {
        face(self.luck(roll), faces)
    }

    fn highest_of(&mut self, roll: &Roll, count: u8, faces: u8) -> u8 {
        let mut word = words(self.luck(roll));
        (0..count).map(|_| face(word(), faces)).max().unwrap_or(0)
    }

    fn sum_of_d3(&mut self, roll: &Roll, count: u32) -> u32 {
        let mut word = words(self.luck(roll));
        (0..count).map(|_| u32::from(face(word(), 3))).sum()
    }

    #[inline]
    fn successes(&mut self, pool: &Pool, count: u32) -> u32 {
        if count == 0 {
            return 0;
        }
        pool.quantile(count, words(self.luck(&pool.roll)))
    }
}
