//! The interface between the engine and the rulebooks.

use super::counters::Counters;
use super::dice::Dice;
use super::measure::Measure;
use super::row::Row;

/// The progress of a trial after a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// In the middle of something.
    Within,
    /// Some measures have become final: record them, then [`Rules::forget`] what only they needed.
    Settled,
    /// The trial is over and the last measures are final.
    Over,
}

/// Where a state is among the steps of an engagement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before this step, with nothing under way: all counters are at 0, and each measure is final or has not begun.
    Before(usize),
    /// Within this step.
    Within(usize),
}

impl Moment {
    /// The step, from 0.
    #[inline]
    pub fn step(self) -> usize {
        match self {
            Moment::Before(step) | Moment::Within(step) => step,
        }
    }
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
    pub(crate) fn of_none(self) -> i64 {
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

/// What is up to the players before a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alternatives {
    /// The case of the step, from 0: what may be done depends on it.
    pub case: usize,
    /// In how many ways it can be played.
    pub ways: usize,
}

/// A compiled engagement: immutable numbers, with no names, files or choices left.
pub trait Rules: Send + Sync {
    /// Everything that changes in a trial: a row of numbers, the same length in all states, and nothing else, so that equal
    /// states can be merged. It holds nothing that no longer matters.
    type State: Clone + AsRef<Row> + AsMut<Row> + Send + Sync;

    /// The measures, in the order of the reports.
    fn measures(&self) -> Vec<Measure>;

    /// The cells that are only counted, if there are any.
    fn counters(&self) -> &Counters {
        Counters::none()
    }

    /// The state in which every trial begins.
    fn deploy(&self) -> Self::State;

    /// How far on a state is in the trial. It never falls: the exact walk plays states with a lower clock first, so that
    /// equal states meet.
    fn clock(&self, state: &Self::State) -> u128;

    /// Where a state is among the steps: the same for all states of one clock, and asked for at every piece.
    fn moment(&self, _state: &Self::State) -> Moment {
        Moment::Within(0)
    }

    /// Plays one piece: up to the next moment that has a name, with few rolls, so that exhaustive dice stay affordable.
    fn advance<D: Dice>(&self, state: &mut Self::State, dice: &mut D) -> Progress;

    /// Reads the measures that have just become final off a settled state: (index of the measure, value counted from its
    /// [`least`](Measure::least)). Which measures these are is the same for all states of one clock.
    fn record(&self, state: &Self::State, write: &mut dyn FnMut(usize, u64));

    /// One of the measures that [`record`](Rules::record) reads off this state.
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

    /// The measures that nothing changes any more in a state before a piece, though their step is not over; none of them is a
    /// counter. They are the same for all states of one clock. The exact walk records them there, so that what only they need
    /// does not keep states apart for the rest of the step.
    fn early(&self, _state: &Self::State, _known: &mut dyn FnMut(usize)) {}

    /// Clears what only these measures needed, and notes that they have been recorded.
    fn forget_early(&self, _state: &mut Self::State) {}

    /// Whether a measure has been recorded early.
    fn is_recorded(&self, _state: &Self::State, _measure: usize) -> bool {
        false
    }

    /// What is up to the players in a state before a step.
    fn alternatives(&self, _state: &Self::State) -> Alternatives {
        Alternatives { case: 0, ways: 1 }
    }

    /// Takes one of these ways, from 0. A state in which none is taken plays the first.
    fn take(&self, _state: &mut Self::State, _case: usize, _way: usize) {}

    /// The value of a measure that nothing can change any more, in a state between two steps.
    fn foregone(&self, _state: &Self::State, _measure: usize) -> Option<u64> {
        None
    }

    /// What players see on the table in a state between two steps: the same list of numbers in all of them.
    fn seen(&self, _state: &Self::State) -> Vec<i64> {
        Vec::new()
    }

    /// A settled state in words, for the narrator.
    fn describe(&self, state: &Self::State) -> Vec<String>;
}

/// The counters of the step in which a state is: their cells, by which rolls name them.
#[inline]
pub(crate) fn counters_here<'r, R: Rules>(rules: &'r R, state: &R::State) -> &'r [u16] {
    rules.counters().cells(rules.moment(state).step())
}

/// Whether measures are known in a state before a piece though its step is not over.
pub(crate) fn knows_early<R: Rules>(rules: &R, state: &R::State) -> bool {
    let mut is_known = false;
    rules.early(state, &mut |_| is_known = true);
    is_known
}

/// Sets the cells of a state that nothing reads to 0.
#[inline]
pub(crate) fn clear_unread<R: Rules>(rules: &R, state: &mut R::State) {
    rules.counters().clear(rules.moment(state).step(), state.as_mut());
}

/// Hands over the counters of a state that are not at 0, and sets them to 0.
#[inline]
pub(crate) fn take_counters<R: Rules>(rules: &R, state: &mut R::State, taken: impl FnMut(usize, u64)) {
    rules.counters().take(rules.moment(state).step(), state.as_mut(), taken);
}

/// To be called after every [`advance`](Rules::advance): hands over a state in which measures have become final before it
/// forgets them.
#[inline]
pub(crate) fn settle<R: Rules>(rules: &R, state: &mut R::State, progress: Progress, settled: impl FnOnce(&R::State)) {
    if progress != Progress::Within {
        settled(state);
    }
    if progress == Progress::Settled {
        rules.forget(state);
    }
}

/// Plays one piece, takes these counters out of the state, and settles it.
///
/// The exact walk and the flow of trials do not call this: they must see between two of these acts whether the piece has
/// touched a cell that is set aside.
#[inline]
pub(crate) fn play<R: Rules, D: Dice>(
    rules: &R,
    state: &mut R::State,
    dice: &mut D,
    without: &Counters,
    settled: impl FnOnce(&R::State),
) -> Progress {
    let progress = rules.advance(state, dice);
    without.take(rules.moment(state).step(), state.as_mut(), |_, _| {});
    settle(rules, state, progress, settled);
    progress
}

/// Plays a trial from this state to its end. `settled` is given each state in which measures have become final, and the
/// dice.
///
/// Walks over many states do not call this: they merge equal states after every piece.
#[inline]
pub(crate) fn play_out<R: Rules, D: Dice>(
    rules: &R,
    state: &mut R::State,
    dice: &mut D,
    mut settled: impl FnMut(&R::State, &mut D),
) {
    loop {
        let progress = rules.advance(state, dice);
        settle(rules, state, progress, |state| settled(state, dice));
        if progress == Progress::Over {
            return;
        }
    }
}
