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
    /// How much chance a walk may leave out in all, rather than be refused: 0 for no more than what is so rare. The more it has
    /// taken of what it may take, the likelier are the states it leaves out.
    pub leave_out: f64,
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

/// States rarer than this are always left out.
const RAREST: f64 = 1e-15;

/// A walk that may leave out more does so from this part of the memory or work on. When all of the work is done, or this much
/// of the memory taken (a table that grows asks for much at once), the states that it leaves out may be so many powers of ten
/// likelier.
const ROOMY: f64 = 0.25;
const FULL: f64 = 0.8;
const DECADES: f64 = 8.0;

impl Default for Limit {
    fn default() -> Self {
        Limit {
            memory: USUAL_MEMORY,
            plays: USUAL_PLAYS,
            outlook: 2_000_000,
            rarest: RAREST,
            leave_out: 0.0,
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

    /// States rarer than this are left out by a walk that has taken so much.
    pub(super) fn rarest_after(&self, bytes: u64, work: u64) -> f64 {
        if self.leave_out == 0.0 {
            return self.rarest;
        }
        let taken = (bytes as f64 / (self.memory as f64 * FULL)).max(work as f64 / self.plays as f64);
        self.rarest.max(RAREST * 10f64.powf(DECADES * ((taken - ROOMY) / (1.0 - ROOMY)).max(0.0)))
    }

    /// A walk of this size at most leaves nothing out but what is always too rare, even if it may.
    #[must_use]
    pub fn roomy(&self) -> Limit {
        let (memory, plays) = (self.memory as f64 * FULL * ROOMY, self.plays as f64 * ROOMY);
        Limit { memory: memory as u64, plays: plays as u64, leave_out: 0.0, ..*self }
    }

    /// Whether more is left out than what is always too rare.
    pub(super) fn has_raised(&self, rarest: f64) -> bool {
        self.leave_out > 0.0 && rarest > RAREST
    }

    /// Whether a walk has left out more than it may.
    pub(super) fn is_too_much_left_out(&self, unexplored: f64) -> bool {
        self.leave_out > 0.0 && unexplored > self.leave_out
    }

    /// Whether a walk of this size is allowed.
    pub fn allows(&self, size: Size) -> bool {
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
