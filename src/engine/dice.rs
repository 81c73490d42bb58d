//! The dice as the rules see them: rules roll, a supplier decides how the dice fall.
//!
//! A rules system is written once over [`Dice`]. Sampled dice make a simulation of it, dice that fall every way
//! make it exact, scripted dice replay a printed example, narrated dice tell one battle. The methods with a body
//! *define* what a shortcut means, one die at a time; a supplier may answer faster, never differently.

use super::chart::Chart;
use super::compound::Compound;
use super::need::Test;
use super::odds::Odds;
use super::pool::Pool;
use super::spinner::Spinner;
use super::spread::Way;

pub use super::roll::{Purpose, Roll};

/// Dice of any number of faces: pools of them up to [`Need::MOST_FACES`](super::need::Need::MOST_FACES).
pub trait Dice {
    /// One die of `faces` sides: 1 to `faces`, each as likely.
    fn die(&mut self, roll: &Roll, faces: u8) -> u8;

    /// A die as it is thrown on the table: a D3 is half a D6, rounded up.
    #[inline]
    fn throw(&mut self, roll: &Roll, faces: u8) -> u8 {
        if faces == 3 { self.die(roll, 6).div_ceil(2) } else { self.die(roll, faces) }
    }

    /// The highest of `count` dice of `faces` sides; 0 without dice.
    fn highest_of(&mut self, roll: &Roll, count: u32, faces: u8) -> u8 {
        (0..count).map(|_| self.throw(roll, faces)).max().unwrap_or(0)
    }

    /// The lowest of `count` dice of `faces` sides; 0 without dice.
    fn lowest_of(&mut self, roll: &Roll, count: u32, faces: u8) -> u8 {
        (0..count).map(|_| self.throw(roll, faces)).min().unwrap_or(0)
    }

    /// The sum of `count` dice of `faces` sides.
    fn sum_of(&mut self, roll: &Roll, count: u32, faces: u8) -> u32 {
        (0..count).map(|_| u32::from(self.throw(roll, faces))).sum()
    }

    /// Which answer of a chart the die shows, counted from 0.
    fn answer_of(&mut self, chart: &Chart) -> usize {
        let face = self.throw(&chart.roll, chart.faces());
        chart.answer(face)
    }

    /// Rolls `count` dice of one pool and counts those that pass its test.
    fn successes(&mut self, pool: &Pool, count: u32) -> u32 {
        one_die_at_a_time(pool, self, count)
    }

    /// Whether a roll may be put off until something depends on it: exhaustive dice keep fewer states apart then. Others
    /// roll in the order of the book.
    #[inline]
    fn puts_off(&self) -> bool {
        false
    }

    /// Several rolls that come to one answer: which, counted from 0.
    fn answer_to<T: Throw>(&mut self, compound: &Compound<T>) -> usize {
        compound.throw.cast(self)
    }

    /// Which of some is drawn, counted from 0: each with its number of lots. Nothing is rolled where only one has any.
    fn draw(&mut self, roll: &Roll, lots: impl Iterator<Item = u32> + Clone) -> usize {
        let all: u32 = lots.clone().sum();
        let sole = lots.clone().position(|lots| lots == all);
        sole.unwrap_or_else(|| {
            let mut lot = u32::from(self.die(roll, u8::try_from(all).expect("at most 255 lots")));
            let drawn = lots.into_iter().position(|lots| {
                let is_here = lot <= lots;
                lot -= lots.min(lot);
                is_here
            });
            drawn.unwrap_or(0)
        })
    }

    /// In which arc of a circle a direction falls, counted from 0.
    fn arc_of(&mut self, spinner: &Spinner) -> usize {
        // With dice alone: eight D100 are the digits of the direction, as a share of the circle.
        let share = (0..8).fold((0.0, 1.0), |(share, digit), _| {
            let digit = digit / 100.0;
            (share + digit * (f64::from(self.die(&spinner.roll, 100)) - 1.0), digit)
        });
        spinner.odds.quantile((share.0 * 2f64.powi(64)) as u64)
    }

    /// Several rolls that come to one answer, and to numbers that are added to counters.
    fn answer_and_count<const N: usize, S: Spread<N>>(&mut self, spread: &S) -> (usize, [u32; N]) {
        spread.roll(self)
    }

    /// Says what happens between the rolls; only narrated dice listen.
    fn note(&mut self, _words: impl FnOnce() -> String) {}
}

/// What a pool means: every die rolled by itself, stage after stage.
pub fn one_die_at_a_time<D: Dice + ?Sized>(pool: &Pool, dice: &mut D, count: u32) -> u32 {
    if let Test::Total { dice: together, least } = pool.test {
        let total = |dice: &mut D| (0..together).map(|_| u32::from(dice.throw(&pool.roll, pool.faces))).sum::<u32>();
        return (0..count).map(|_| u32::from(total(dice) >= least)).sum();
    }
    let (mut rolled, mut passed) = (count, 0);
    for stage in 0..pool.test.stages().len() {
        let mut rolled_on = 0;
        for _ in 0..rolled {
            match pool.test.judge(stage, dice.throw(&pool.roll, pool.faces)) {
                Some(is_passed) => passed += u32::from(is_passed),
                None => rolled_on += 1,
            }
        }
        rolled = rolled_on;
    }
    passed
}

/// Rolls that come to an answer.
pub trait Throw {
    /// How many answers there are.
    fn answers(&self) -> usize;

    /// What the throw means: every die rolled, and the answer, counted from 0.
    fn cast<D: Dice + ?Sized>(&self, dice: &mut D) -> usize;
}

impl<T: Throw> Compound<T> {
    /// A throw the chances of whose answers are worked out otherwise.
    pub fn known(throw: T, chances: Vec<f64>) -> Compound<T> {
        assert_eq!(throw.answers(), chances.len(), "a chance for every answer");
        Compound { throw, odds: Odds::of(chances) }
    }
}

/// Rolls that come to an answer, and to numbers that are added to counters.
pub trait Spread<const N: usize> {
    /// What is rolled: the answer, and the numbers.
    fn roll<D: Dice + ?Sized>(&self, dice: &mut D) -> (usize, [u32; N]);

    /// Every answer that can come.
    fn ways(&self) -> &[Way<N>];

    /// The marks of the counters that its numbers are added to with this answer.
    fn counters(&self, answer: usize) -> [u16; N];
}
