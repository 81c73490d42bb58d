//! The seam between the engine and the rulebooks.

use super::dice::Dice;
use super::measure::Measure;
use super::row::Row;

/// Where a trial stands after one piece of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Progress {
    /// In the middle of something.
    Within,
    /// Some measures have become final: record them, then [`Rules::forget`] what served them alone.
    Settled,
    /// The trial is over and the last measures are final.
    Over,
}

/// How a measure is put together of parts, each of which is read by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// It is the sum of so many.
    Sum(usize),
    /// It is 1 if each of so many is 1, else 0.
    All(usize),
}

impl Together {
    /// How many parts.
    pub fn count(self) -> usize {
        match self {
            Together::Sum(count) | Together::All(count) => count,
        }
    }

    /// What no part comes to.
    pub fn of_none(self) -> i64 {
        match self {
            Together::Sum(_) => 0,
            Together::All(_) => 1,
        }
    }

    /// What two parts come to.
    pub fn of(self, one: i64, other: i64) -> i64 {
        match self {
            Together::Sum(_) => one + other,
            Together::All(_) => one * other,
        }
    }
}

/// A compiled engagement: immutable numbers; names, files and choices are behind it.
pub trait Rules: Send + Sync {
    /// Everything that changes in a trial: a row of numbers, as many in all states, and nothing else, so that equal states can be
    /// merged. It holds nothing that no longer matters.
    type State: Clone + AsRef<Row> + AsMut<Row> + Send + Sync;

    /// What is counted, in the order of the reports.
    fn measures(&self) -> Vec<Measure>;

    /// The state in which every trial begins.
    fn deploy(&self) -> Self::State;

    /// How far a state is in the trial. It never falls: states with a lower clock are played first by the exact walk,
    /// so that equal states meet.
    fn clock(&self, state: &Self::State) -> u128;

    /// Plays one piece: up to the next moment worth a name, with few rolls, so that exhaustive dice stay affordable.
    fn advance<D: Dice>(&self, state: &mut Self::State, dice: &mut D) -> Progress;

    /// Reads the measures that have just become final off a settled state: (index of the measure, value counted
    /// from its [`least`](Measure::least)).
    fn record(&self, state: &Self::State, write: &mut dyn FnMut(usize, u64));

    /// One of the measures that become final when the trial is over, off its last state.
    fn outcome(&self, state: &Self::State, measure: usize) -> u64 {
        let mut found = 0;
        self.record(state, &mut |index, value| {
            if index == measure {
                found = value;
            }
        });
        found
    }

    /// The parts that such a measure is put together of. Where parts hang on what has nothing to do with each other, the exact
    /// walk reads them apart.
    fn parts(&self, _measure: usize) -> Together {
        Together::Sum(1)
    }

    /// One of them, off the last state of a trial.
    fn part(&self, state: &Self::State, measure: usize, _part: usize) -> i64 {
        self.outcome(state, measure) as i64
    }

    /// Forgets what only the measures just recorded needed.
    fn forget(&self, state: &mut Self::State);

    /// Whether nothing is under way in a state: all counters are at 0, and measures are final or have not begun. States of one
    /// clock are all so or none is.
    fn is_between(&self, _state: &Self::State) -> bool {
        false
    }

    /// How many counters a state has: numbers that begin at 0, are only added to, and that nothing depends on but measures,
    /// until these have been recorded and all begin again. States are not kept apart by them.
    fn counters(&self) -> usize {
        0
    }

    /// The counter that a measure is; nothing for one that hangs on more.
    fn counter_of(&self, _measure: usize) -> Option<usize> {
        None
    }

    /// The counters of a state where it stands, in their order: the marks by which rolls name them.
    fn counters_here(&self, _state: &Self::State) -> &[u16] {
        &[]
    }

    /// The measures that become final with what is under way in a state and are counters: each with its counter.
    fn counted_here(&self, _state: &Self::State) -> &[(usize, usize)] {
        &[]
    }

    /// Hands over what counters have come to, those that are not at 0, and sets them to 0.
    fn take_counters(&self, _state: &mut Self::State, _taken: &mut dyn FnMut(usize, u64)) {}

    /// A settled state in words, for the narrator.
    fn describe(&self, state: &Self::State) -> Vec<String>;
}

/// What follows every [`advance`](Rules::advance): a state in which measures have become final is handed over before it forgets
/// them.
#[inline]
pub fn settle<R: Rules>(rules: &R, state: &mut R::State, progress: Progress, settled: impl FnOnce(&R::State)) {
    if progress != Progress::Within {
        settled(state);
    }
    if progress == Progress::Settled {
        rules.forget(state);
    }
}

/// Plays one piece and what follows it.
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
