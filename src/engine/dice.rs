//! The dice as the rules see them: the rules roll, a supplier decides how the dice fall.
//!
//! A rules system is written once, over [`Dice`]. Sampled dice make it a simulation, dice that fall every way make it
//! exact, scripted dice replay a printed example, narrated dice report one battle. The methods with a body
//! *define* what a shortcut means, one die at a time; a supplier may answer faster, never differently.

use super::chart::Chart;
use super::compound::Compound;
use super::need::Test;
use super::odds::Odds;
use super::pool::Pool;
use super::spinner::Spinner;
use super::spread::Way;

pub use super::roll::{Purpose, Roll};

/// Dice with any number of faces; in pools up to [`Need::MOST_FACES`](super::need::Need::MOST_FACES).
pub trait Dice {
    /// One die of `faces` faces: 1 to `faces`, all equally likely.
    fn die(&mut self, roll: &Roll, faces: u8) -> u8;

    /// A die as it is thrown at the table: a D3 is half a D6, rounded up.
    #[inline]
    fn throw(&mut self, roll: &Roll, faces: u8) -> u8 {
        if faces == 3 { self.die(roll, 6).div_ceil(2) } else { self.die(roll, faces) }
    }

    /// The highest of `count` dice of `faces` sides; 0 without dice.
    fn highest_of(&mut self, roll: &Roll, count: u32, faces: u8) -> u8 {
        (0..count).map(|_| self.throw(roll, faces)).max().unwrap_or(0)
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

    /// Rolls dice of one pool again and again, each time those that have passed: how many pass, of each (dice, times), so many
    /// times in a row.
    fn successes_in_a_row(&mut self, pool: &Pool, rows: [(u32, u32); 2]) -> u32 {
        let mut all = 0;
        for (count, times) in rows {
            let mut passing = count;
            for _ in 0..times {
                if passing == 0 {
                    break;
                }
                passing = self.successes(pool, passing);
            }
            all += passing;
        }
        all
    }

    /// Rolls dice of one pool, of which no more than `most` successes make a difference: how many pass, up to so many.
    fn successes_up_to(&mut self, pool: &Pool, count: u32, most: u32) -> u32 {
        self.successes(pool, count).min(most)
    }

    /// Rolls for units in several runs, each with the pools that a unit of it has to pass one after the other: how many units of
    /// all runs pass.
    fn survivors<'p, P: AsRef<[&'p Pool]>>(&mut self, runs: &[(u32, P)]) -> u32 {
        let of_run = |(units, pools): &(u32, P)| {
            pools
                .as_ref()
                .iter()
                .fold(*units, |standing, pool| if standing == 0 { 0 } else { self.successes(pool, standing) })
        };
        runs.iter().map(of_run).sum()
    }

    /// Whether a roll may be put off until something depends on it: exhaustive dice then have fewer states to keep apart.
    /// Other dice roll in the order of the book.
    #[inline]
    fn puts_off(&self) -> bool {
        false
    }

    /// Several rolls with one answer: which one, counted from 0.
    fn answer_to<T: Throw>(&mut self, compound: &Compound<T>) -> usize {
        compound.throw.cast(self)
    }

    /// Draws one of several, each with its number of lots; counted from 0. Nothing is rolled if only one has any lots.
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

    /// The arc of a circle in which a direction falls, counted from 0.
    fn arc_of(&mut self, spinner: &Spinner) -> usize {
        // With plain dice: eight D100 are the digits of the direction, as a share of the circle.
        let share = (0..8).fold((0.0, 1.0), |(share, digit), _| {
            let digit = digit / 100.0;
            (share + digit * (f64::from(self.die(&spinner.roll, 100)) - 1.0), digit)
        });
        spinner.odds.quantile((share.0 * 2f64.powi(64)) as u64)
    }

    /// Several rolls with one answer, and numbers that are added to counters.
    fn answer_and_count<const N: usize, S: Spread<N>>(&mut self, spread: &S) -> (usize, [u32; N]) {
        spread.roll(self)
    }

    /// Says what happens between the rolls; only narrated dice use it.
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

/// Rolls with one answer.
pub trait Throw {
    /// The number of answers.
    fn answers(&self) -> usize;

    /// What the throw means: every die rolled; the answer, counted from 0.
    fn cast<D: Dice + ?Sized>(&self, dice: &mut D) -> usize;
}

impl<T: Throw> Compound<T> {
    /// A throw whose chances are worked out elsewhere.
    pub fn known(throw: T, chances: Vec<f64>) -> Compound<T> {
        assert_eq!(throw.answers(), chances.len(), "a chance for every answer");
        Compound { throw, odds: Odds::of(chances) }
    }
}

/// Rolls with one answer, and numbers that are added to counters.
pub trait Spread<const N: usize> {
    /// Rolls: the answer, and the numbers.
    fn roll<D: Dice + ?Sized>(&self, dice: &mut D) -> (usize, [u32; N]);

    /// Every possible answer.
    fn ways(&self) -> &[Way<N>];

    /// The marks of the counters that the numbers of this answer are added to.
    fn counters(&self, answer: usize) -> [u16; N];
}
