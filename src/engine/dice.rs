//! The dice as the rules see them: rules roll, somebody else decides how the dice fall.
//!
//! A rules system is written once over [`Dice`]. Sampled dice make a simulation of it, dice that fall every way
//! make it exact, scripted dice replay a printed example, narrated dice tell one battle. The methods with a body
//! *define* what a shortcut means, one die at a time; a supplier may answer faster, never differently.

use std::borrow::Cow;

use super::pool::Pool;

/// What a roll is for: its name in the book and the section that asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// The roll in words: "action test of the warband".
    pub name: Cow<'static, str>,
    /// The section of the book: "1.6.2".
    pub section: &'static str,
}

impl Roll {
    /// A roll known when the program is built.
    pub const fn new(name: &'static str, section: &'static str) -> Self {
        Roll { name: Cow::Borrowed(name), section }
    }

    /// A roll named after what the scenario holds.
    pub fn named(name: impl Into<String>, section: &'static str) -> Self {
        Roll { name: Cow::Owned(name.into()), section }
    }
}

/// Dice that somebody supplies.
pub trait Dice {
    /// One die of `faces` sides: 1 to `faces`, each as likely.
    fn die(&mut self, roll: &Roll, faces: u8) -> u8;

    /// The highest of `count` dice of `faces` sides.
    fn highest_of(&mut self, roll: &Roll, count: u8, faces: u8) -> u8 {
        (0..count).map(|_| self.die(roll, faces)).max().unwrap_or(0)
    }

    /// The sum of `count` D3; a D3 is half a D6, rounded up.
    fn sum_of_d3(&mut self, roll: &Roll, count: u32) -> u32 {
        (0..count).map(|_| u32::from(self.die(roll, 6).div_ceil(2))).sum()
    }

    /// Rolls `count` dice of one pool and counts those that pass its test.
    fn successes(&mut self, pool: &Pool, count: u32) -> u32 {
        pool.one_die_at_a_time(self, count)
    }

    /// Says what happens between the rolls; only narrated dice listen.
    fn note(&mut self, _words: impl FnOnce() -> String) {}
}
