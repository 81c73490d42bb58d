//! The interface between the engine and the rulebooks.

use super::dice::Dice;
use super::measure::Measure;
use super::row::Row;

/// The progress of a trial after a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Progress {
    /// In the middle of something.
    Within,
    /// Some measures have become final: record them, then [`Rules::forget`] what only they needed.
    Settled,
    /// The trial is over and the last measures are final.
    Over,
}

/// How a measure is put together from parts, each of which is read by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// It is the sum of this many parts.
    Sum(usize),
    /// It is 1 if each of this many parts is 1, else 0.
    All(usize),
}

impl Together {
    /// The number of parts.
    pub fn count(self) -> usize {
        match self {
            Together::Sum(count) | Together::All(count) => count,
        }
    }

    /// The value without any parts.
    pub fn of_none(self) -> i64 {
        match self {
            Together::Sum(_) => 0,
            Together::All(_) => 1,
        }
    }

    /// The value of two parts together.
    pub fn of(self, one: i64, other: i64) -> i64 {
        match self {
            Together::Sum(_) => one + other,
            Together::All(_) => one * other,
        }
    }
}

/// A compiled engagement: immutable numbers, with no names, files or choices left.
pub trait Rules: Send + Sync {
    /// Everything that changes in a trial: a row of numbers, the same length in all states, and nothing else, so that equal
    /// states can be merged. It holds nothing that no longer matters.
    type State: Clone + AsRef<Row> + AsMut<Row> + Send + Sync;

    /// The measures, in the order of the reports.
    fn measures(&self) -> Vec<Measure>;

    /// The state in which every trial begins.
    fn deploy(&self) -> Self::State;

    /// How far on a state is in the trial. It never falls: the exact walk plays states with a lower clock first, so that
    /// equal states meet.
    fn clock(&self, state: &Self::State) -> u128;

    /// Plays one piece: up to the next moment that has a name, with few rolls, so that exhaustive dice stay affordable.
    fn advance<D: Dice>(&self, state: &mut Self::State, dice: &mut D) -> Progress;

    /// Reads the measures that have just become final off a settled state: (index of the measure, value counted from its
    /// [`least`](Measure::least)).
    fn record(&self, state: &Self::State, write: &mut dyn FnMut(usize, u64));

    /// One of the measures that become final when the trial is over, read off its last state.
    fn outcome(&self, state: &Self::State, measure: usize) -> u64 {
        let mut found = 0;
        self.record(state, &mut |index, value| {
            if index == measure {
                found = value;
            }
        });
        found
    }

    /// The parts of such a measure. If parts depend on independent cells, the exact walk reads them separately.
    fn parts(&self, _measure: usize) -> Together {
        Together::Sum(1)
    }

    /// One of its parts, read off the last state of a trial.
    fn part(&self, state: &Self::State, measure: usize, _part: usize) -> i64 {
        self.outcome(state, measure) as i64
    }

    /// Clears the cells that only the measures just recorded needed.
    fn forget(&self, state: &mut Self::State);

    /// Whether nothing is under way in a state: all counters are at 0, and each measure is final or has not begun. This is
    /// the same for all states of one clock.
    fn is_between(&self, _state: &Self::State) -> bool {
        false
    }

    /// How many counters a state has: numbers that begin at 0, are only added to, and on which nothing depends but
    /// measures, until these have been recorded and the counters begin again at 0. They do not keep states apart.
    fn counters(&self) -> usize {
        0
    }

    /// The counter that a measure is; `None` if it depends on more.
    fn counter_of(&self, _measure: usize) -> Option<usize> {
        None
    }

    /// The counters of a state, in their order: the marks by which rolls name them.
    fn counters_here(&self, _state: &Self::State) -> &[u16] {
        &[]
    }

    /// The measures that are counters and become final with what is under way in a state: each with its counter.
    fn counted_here(&self, _state: &Self::State) -> &[(usize, usize)] {
        &[]
    }

    /// Hands over the counters that are not at 0, and sets them to 0.
    fn take_counters(&self, _state: &mut Self::State, _taken: &mut dyn FnMut(usize, u64)) {}

    /// A settled state in words, for the narrator.
    fn describe(&self, state: &Self::State) -> Vec<String>;
}

/// To be called after every [`advance`](Rules::advance): hands over a state in which measures have become final before it
/// forgets them.
#[inline]
pub fn settle<R: Rules>(rules: &R, state: &mut R::State, progress: Progress, settled: impl FnOnce(&R::State)) {
    if progress != Progress::Within {
        settled(state);
    }
    if progress == Progress::Settled {
        rules.forget(state);
    }
}

/// Plays one piece, then settles the state.
#[inline]
pub fn play<R: Rules, D: Dice>(
    rules: &R,
    state: &mut R::State,
    dice: &mut D,
    settled: impl FnOnce(&R::State),
) -> Progress {
    let progress = rules.advance(state, dice);
    settle(rules, state, progress, settled);
    progress
}
