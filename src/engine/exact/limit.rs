//! How large an exact walk is, how large it may be, and why it gave no answer.

use crate::exhaustive::EveryWay;

/// How large a walk is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    /// Different states.
    pub states: f64,
    /// Plays of a piece.
    pub plays: f64,
    /// The same, long plays counted by their rolls.
    pub work: f64,
    /// Bytes at one time.
    pub bytes: f64,
    /// How much of the work was done.
    pub done: f64,
}

impl Size {
    /// The larger of each.
    pub fn or_more(self, other: Size) -> Size {
        Size {
            states: self.states.max(other.states),
            plays: self.plays.max(other.plays),
            work: self.work.max(other.work),
            bytes: self.bytes.max(other.bytes),
            done: self.done.max(other.done),
        }
    }
}

/// How much an exact walk may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Bytes that it may take at one time.
    pub memory: u64,
    /// Plays of a piece in all, as far as they can be foreseen, long ones counted by their rolls; a walk that takes three
    /// times as many is given up.
    pub plays: u64,
    /// After so many plays it is estimated how many there will be; more than allowed are refused then.
    pub outlook: u64,
    /// States rarer than this are left out.
    pub rarest: f64,
    /// Leaves out such rare ways in the middle of a piece too, and supposes how many there are: for estimates.
    pub likely: bool,
    /// Keeps all numbers of a trial together, even those that have nothing to do with each other.
    pub whole: bool,
    /// Every single die branches on its faces: slow, for proofs on tiny cases.
    pub die_by_die: bool,
}

/// Bytes where nobody asks for more.
pub const USUAL_MEMORY: u64 = 2_000_000_000;

/// Plays that are allowed with so much memory, and with less.
const USUAL_PLAYS: u64 = 120_000_000;

impl Default for Limit {
    fn default() -> Self {
        Limit {
            memory: USUAL_MEMORY,
            plays: USUAL_PLAYS,
            outlook: 500_000,
            rarest: 1e-15,
            likely: false,
            whole: false,
            die_by_die: false,
        }
    }
}

impl Limit {
    /// Dice that fall every way, as they are asked for here.
    pub(super) fn dice(&self) -> EveryWay {
        EveryWay::new(self.die_by_die)
    }

    /// This many bytes; a walk that may take more of them may take longer, too.
    pub fn within(memory: u64) -> Limit {
        let plays = u128::from(USUAL_PLAYS) * u128::from(memory.max(USUAL_MEMORY)) / u128::from(USUAL_MEMORY);
        Limit { memory, plays: u64::try_from(plays).unwrap_or(u64::MAX), ..Limit::default() }
    }

    /// The memory that would allow a walk of this size.
    pub fn needed(size: Size) -> f64 {
        size.bytes.max(size.work / USUAL_PLAYS as f64 * USUAL_MEMORY as f64)
    }

    /// Whether a walk of this size is allowed.
    pub fn allows(&self, size: Size) -> bool {
        size.work <= self.plays as f64 && size.bytes <= self.memory as f64
    }
}

/// Why an exact walk gave no answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GivenUp {
    /// More memory or plays than allowed: about so large.
    TooLarge(Size),
    /// The user stopped it.
    Cancelled,
}
