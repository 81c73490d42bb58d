//! Dice of a narrated trial: how they fall is known beforehand, or left to chance. One type for all of them, so that the rules are compiled
//! only once for narration.

use super::chart::Chart;
use super::compound::Compound;
use super::dealt::Dealt;
use super::dice::{Dice, Roll, Spread, Throw};
use super::pool::Pool;
use super::sampled::Sampled;
use super::scripted::Scripted;
use super::spinner::Spinner;

/// Where the falls come from.
#[derive(Debug)]
pub(crate) enum Known<'a> {
    /// A trial that has been played among others.
    Dealt(&'a mut Dealt),
    /// A script.
    Scripted(&'a mut Scripted),
    /// Chance.
    Sampled(&'a mut Sampled),
}

/// Calls the method of the dice it holds.
macro_rules! ask {
    ($known:expr, $method:ident($($argument:expr),*)) => {
        match $known {
            Known::Dealt(dice) => dice.$method($($argument),*),
            Known::Scripted(dice) => dice.$method($($argument),*),
            Known::Sampled(dice) => dice.$method($($argument),*),
        }
    };
}

impl Dice for Known<'_> {
    fn die(&mut self, roll: &Roll, faces: u8) -> u8 {
        ask!(self, die(roll, faces))
    }

    fn throw(&mut self, roll: &Roll, faces: u8) -> u8 {
        ask!(self, throw(roll, faces))
    }

    fn highest_of(&mut self, roll: &Roll, count: u32, faces: u8) -> u8 {
        ask!(self, highest_of(roll, count, faces))
    }

    fn sum_of(&mut self, roll: &Roll, count: u32, faces: u8) -> u32 {
        ask!(self, sum_of(roll, count, faces))
    }

    fn answer_of(&mut self, chart: &Chart) -> usize {
        ask!(self, answer_of(chart))
    }

    fn successes(&mut self, pool: &Pool, count: u32) -> u32 {
        ask!(self, successes(pool, count))
    }

    fn answer_to<T: Throw>(&mut self, compound: &Compound<T>) -> usize {
        ask!(self, answer_to(compound))
    }

    fn draw(&mut self, roll: &Roll, lots: impl Iterator<Item = u32> + Clone) -> usize {
        ask!(self, draw(roll, lots))
    }

    fn arc_of(&mut self, spinner: &Spinner) -> usize {
        ask!(self, arc_of(spinner))
    }

    fn answer_and_count<const N: usize, S: Spread<N>>(&mut self, spread: &S) -> (usize, [u32; N]) {
        ask!(self, answer_and_count(spread))
    }
}
