//! States reached together, to be added to those that wait.

use super::expansion::Expansion;
use super::walked::{Walked, add};
use crate::bucket::hash_of;
use crate::rules::{Progress, Rules, settle};

/// How a state is reached: the progress, its chance, from which entry, and whether its measures have been read.
pub(super) struct Arriving {
    pub progress: Progress,
    pub chance: f64,
    pub entry: usize,
    pub is_read: bool,
}

/// States reached, to be added to those that wait.
#[derive(Default)]
pub(super) struct Reached {
    /// The numbers of all states, one after the other.
    numbers: Vec<u16>,
    /// The hash and the chance of each.
    states: Vec<(u32, f64)>,
    /// How many of them follow one another at each clock; `None` where the trial is over, and is read later.
    clocks: Vec<(Option<u128>, usize)>,
    /// `chances[measure][value]` of what has become final.
    pub chances: Vec<Vec<f64>>,
    /// How many ways were left out as too rare.
    pub left_out: f64,
    /// Whether a trial is over, and whether a guarded cell was touched.
    pub is_over: bool,
    is_touched: bool,
}

impl Reached {
    /// No states yet, of a game with this many measures.
    pub(super) fn nothing(measures: usize) -> Reached {
        Reached { chances: vec![Vec::new(); measures], ..Reached::default() }
    }

    /// Adds a state reached; false if it touches a guarded cell.
    pub(super) fn arrive<R: Rules>(
        &mut self,
        expansion: &Expansion<R>,
        state: &mut R::State,
        arriving: Arriving,
    ) -> bool {
        let Arriving { progress, chance, entry, is_read } = arriving;
        let is_read_later = progress == Progress::Over && expansion.guard.is_some();
        let guard = expansion.guard.filter(|_| progress == Progress::Settled);
        guard.inspect(|_| state.as_mut().watch_on());
        settle(expansion.rules, state, progress, |state| {
            if !is_read && !is_read_later {
                expansion.rules.record(state, &mut |measure, value| {
                    add(&mut self.chances[measure], value as usize, chance);
                });
            }
        });
        if guard.is_some_and(|guard| guard.take_off(state.as_mut(), entry)) {
            self.is_touched = true;
            return false;
        }
        if progress == Progress::Over && !is_read_later {
            return true;
        }
        let clock = (!is_read_later).then(|| expansion.rules.clock(state));
        self.push(clock, state.as_ref().numbers(), chance);
        true
    }

    /// Adds a state reached at this clock.
    #[inline]
    pub(super) fn add(&mut self, clock: u128, numbers: &[u16], chance: f64) {
        self.push(Some(clock), numbers, chance);
    }

    #[inline]
    fn push(&mut self, clock: Option<u128>, numbers: &[u16], chance: f64) {
        match self.clocks.last_mut().filter(|(last, _)| *last == clock) {
            Some((_, count)) => *count += 1,
            None => self.clocks.push((clock, 1)),
        }
        self.states.push((hash_of(numbers), chance));
        self.numbers.extend_from_slice(numbers);
    }
}

impl Walked {
    /// Adds the states reached of this length to those that wait; false when there is more work than allowed, not enough
    /// memory, when cancelled, or when a guarded cell was touched.
    pub(super) fn take<R: Rules>(&mut self, reached: Reached, width: usize, expansion: &Expansion<R>) -> bool {
        let Reached { numbers, states, clocks, chances, left_out, is_over, is_touched } = reached;
        self.add_chances(chances);
        self.is_over |= is_over;
        self.skipped.0 += left_out;
        self.skipped.1 += left_out;
        let work = states.len() as u64 + 1;
        self.plays += work;
        self.work += work;
        let mut reached = numbers.chunks_exact(width).zip(states);
        let has_room = clocks.into_iter().all(|(clock, count)| {
            let mut some = reached.by_ref().take(count);
            match clock {
                Some(clock) => self.reach_all(clock, some, expansion.memory),
                None => some.all(|(state, (_, chance))| self.end(state, chance, expansion.memory)),
            }
        });
        has_room && !is_touched && expansion.report(work)
    }
}
