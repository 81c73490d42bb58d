//! The size of an exact walk, the largest size allowed, and why it gave no answer.

use crate::exhaustive::EveryWay;

/// The size of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    /// Different states.
    pub states: f64,
    /// Plays of a piece, but for those made to look ahead.
    pub plays: f64,
    /// The same, with long plays counted by their rolls.
    pub work: f64,
    /// The most bytes held at one time.
    pub bytes: f64,
    /// The same if hardly any more states are found at one time than so far.
    pub least_bytes: f64,
    /// How much of the work was done.
    pub done: f64,
}

impl Size {
    /// The larger of each.
    pub(crate) fn or_more(self, other: Size) -> Size {
        Size {
            states: self.states.max(other.states),
            plays: self.plays.max(other.plays),
            work: self.work.max(other.work),
            bytes: self.bytes.max(other.bytes),
            least_bytes: self.least_bytes.max(other.least_bytes),
            done: self.done.max(other.done),
        }
    }
}

/// How much an exact walk may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The most bytes it may hold at one time.
    pub memory: u64,
    /// The most plays of a piece in all, by the estimate, long ones counted by their rolls. A walk that takes three times
    /// as many is given up.
    pub plays: u64,
    /// After this many plays the total is estimated; if that is more than allowed, the walk is refused.
    pub outlook: u64,
    /// States rarer than this are left out.
    pub rarest: f64,
    /// Also leaves out such rare ways in the middle of a piece, and estimates how many there are: for estimates.
    pub likely: bool,
    /// Keeps all cells of a trial together, even independent ones.
    pub whole: bool,
    /// Every state is played by itself, one piece at a time: slow, for proofs.
    pub one_by_one: bool,
    /// Every single die branches on its faces: slow, for proofs on tiny cases.
    pub die_by_die: bool,
}

/// Bytes allowed by default.
pub const USUAL_MEMORY: u64 = 2_000_000_000;

/// Plays allowed with this much memory or less.
const USUAL_PLAYS: u64 = 120_000_000;

impl Default for Limit {
    fn default() -> Self {
        Limit {
            memory: USUAL_MEMORY,
            plays: USUAL_PLAYS,
            outlook: 2_000_000,
            rarest: 1e-15,
            likely: false,
            whole: false,
            one_by_one: false,
            die_by_die: false,
        }
    }
}

impl Limit {
    /// The exhaustive dice that this limit asks for.
    pub(super) fn dice(&self) -> EveryWay {
        if self.die_by_die { EveryWay::die_by_die() } else { EveryWay::default() }
    }

    /// A limit of this many bytes; a walk that may take more memory may also take longer.
    pub fn within(memory: u64) -> Limit {
        let plays = u128::from(USUAL_PLAYS) * u128::from(memory.max(USUAL_MEMORY)) / u128::from(USUAL_MEMORY);
        Limit { memory, plays: u64::try_from(plays).unwrap_or(u64::MAX), ..Limit::default() }
    }

    /// The memory that would allow a walk of this size.
    pub fn needed(size: Size) -> f64 {
        size.bytes.max(size.work / USUAL_PLAYS as f64 * USUAL_MEMORY as f64)
    }

    /// A limit that allows walks this many times as large.
    pub(super) fn times(&self, many: u64) -> Limit {
        Limit { memory: self.memory.saturating_mul(many), plays: self.plays.saturating_mul(many), ..*self }
    }

    /// Whether a walk of this size is allowed.
    pub(crate) fn allows(&self, size: Size) -> bool {
        size.work <= self.plays as f64 && size.bytes <= self.memory as f64
    }
}

/// Why an exact walk gave no answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GivenUp {
    /// It would need more memory or plays than allowed: about this size.
    TooLarge(Size),
    /// The user stopped it.
    Cancelled,
}
