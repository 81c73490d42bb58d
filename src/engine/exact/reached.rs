//! States reached together, to be added to those that wait.

use std::sync::Arc;

use super::carried::Carried;
use super::columns::Columns;
use super::entries::Entries;
use super::expansion::Expansion;
use super::pairs::Arrived;
use super::rests::Rests;
use super::walked::{Walked, add};
use crate::bucket::hash_of;
use crate::rules::{Progress, Rules, settle};

/// How a state is reached: the progress, its chance, from which entry, whether its measures have been read, and whether it carries
/// something.
pub(super) struct Arriving {
    pub progress: Progress,
    pub chance: f64,
    pub entry: usize,
    pub is_read: bool,
    pub carries: bool,
}

/// States of one entry at one clock.
struct Run {
    entry: usize,
    clock: u128,
    count: usize,
}

/// States reached, to be added to those that wait.
#[derive(Default)]
pub(super) struct Reached {
    /// The numbers of all states, one after the other.
    numbers: Vec<u16>,
    /// The hash and the chance of each.
    states: Vec<(u32, f64)>,
    /// How many of them follow one another at each clock, `None` where the trial is over and is read later; and whether
    /// they carry something.
    clocks: Vec<(Option<u128>, usize, bool)>,
    /// Pairs: which entry, at which clock, and how many rests follow one another; then these, each with its chance.
    runs: Vec<Run>,
    rests: Vec<u32>,
    chances_of_rests: Vec<f64>,
    /// What the states carry that carry something, and what the pairs do.
    pub carried: Carried,
    pub of_pairs: Carried,
    /// `chances[measure][value]` of what has become final.
    pub chances: Vec<Vec<f64>>,
    /// How many ways were left out as too rare, and their chance.
    pub left_out: f64,
    pub unexplored: f64,
    /// Whether a trial is over, and whether a guarded cell was touched.
    pub is_over: bool,
    is_touched: bool,
}

impl Reached {
    /// No states yet, of a game with this many measures, with these columns of counters. What has been allocated is used again.
    pub(super) fn clear(&mut self, measures: usize, columns: &Columns) {
        let Reached {
            mut numbers,
            mut states,
            mut clocks,
            mut runs,
            mut rests,
            mut chances_of_rests,
            mut carried,
            mut of_pairs,
            ..
        } = std::mem::take(self);
        numbers.clear();
        runs.clear();
        rests.clear();
        chances_of_rests.clear();
        states.clear();
        clocks.clear();
        carried.clear(columns);
        of_pairs.clear(columns);
        let chances = vec![Vec::new(); measures];
        *self = Reached {
            numbers,
            states,
            clocks,
            runs,
            rests,
            chances_of_rests,
            carried,
            of_pairs,
            chances,
            ..Reached::default()
        };
    }

    /// Adds a state reached; false if it touches a guarded cell.
    pub(super) fn arrive<R: Rules>(
        &mut self,
        expansion: &Expansion<R>,
        state: &mut R::State,
        arriving: Arriving,
    ) -> bool {
        let Arriving { progress, chance, entry, is_read, carries } = arriving;
        let is_read_later = progress == Progress::Over && expansion.guard.is_some();
        let guard = expansion.guard.filter(|_| progress == Progress::Settled);
        guard.inspect(|_| state.as_mut().watch_on());
        settle(expansion.rules, state, progress, |state| {
            if !is_read && !is_read_later {
                expansion.rules.record(state, &mut |measure, value| {
                    let is_counter = expansion.rules.counters().of_measure(measure).is_some();
                    if !is_counter && !expansion.rules.is_recorded(state, measure) {
                        add(&mut self.chances[measure], value as usize, chance);
                    }
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
        // What becomes final has been counted: counters begin anew.
        self.push(clock, state.as_ref().numbers(), chance, carries && progress == Progress::Within);
        true
    }

    /// Adds a state reached at this clock, `None` if it is read later, and whether it carries something.
    #[inline]
    pub(super) fn push(&mut self, clock: Option<u128>, numbers: &[u16], chance: f64, carries: bool) {
        match self.clocks.last_mut().filter(|(last, _, with)| (*last, *with) == (clock, carries)) {
            Some((_, count, _)) => *count += 1,
            None => self.clocks.push((clock, 1, carries)),
        }
        self.states.push((hash_of(numbers), chance));
        self.numbers.extend_from_slice(numbers);
    }

    /// Begins the states of an entry at this clock.
    pub(super) fn begin(&mut self, entry: usize, clock: u128) {
        self.runs.push(Run { entry, clock, count: 0 });
    }

    /// Adds a state of the entry begun last.
    #[inline]
    pub(super) fn pair(&mut self, rest: u32, chance: f64) {
        if let Some(run) = self.runs.last_mut() {
            run.count += 1;
            self.rests.push(rest);
            self.chances_of_rests.push(chance);
        }
    }
}

/// To carry so many bytes takes about as long as to reach a state.
const BYTES_OF_WORK: u64 = 256;

impl Walked {
    /// Adds the states reached from these entries to those that wait; false when there is more work than allowed, not enough
    /// memory, when cancelled, or when a guarded cell was touched.
    pub(super) fn take<R: Rules>(
        &mut self,
        reached: &mut Reached,
        (entries, table): (&Entries, &Arc<Rests>),
        expansion: &Expansion<R>,
    ) -> bool {
        self.add_chances(std::mem::take(&mut reached.chances));
        self.is_over |= reached.is_over;
        self.unexplored += reached.unexplored;
        self.skipped.0 += reached.left_out;
        self.skipped.1 += reached.left_out;
        let work = (reached.states.len() + reached.rests.len()) as u64 + 1;
        self.plays += work;
        self.work += work;
        self.of_rows += (reached.carried.bytes() + reached.of_pairs.bytes()) / BYTES_OF_WORK;
        let mut states = reached.numbers.chunks_exact(table.width).zip(reached.states.iter().copied());
        let mut next = 0;
        let has_room = reached.clocks.iter().all(|&(clock, count, carries)| {
            let mut some = states.by_ref().take(count);
            match clock {
                Some(clock) => {
                    let first = next;
                    next += if carries { count } else { 0 };
                    let rows = carries.then_some((&reached.carried, first..next));
                    self.reach_all(clock, some, rows, expansion.memory)
                }
                None => some.all(|(state, (_, chance))| self.end(state, chance, expansion.memory)),
            }
        });
        let mut start = 0;
        let has_room = has_room
            && reached.runs.iter().all(|&Run { entry, clock, count }| {
                let some = start..start + count;
                start = some.end;
                let (rests, chances) = (&reached.rests[some.clone()], &reached.chances_of_rests[some.clone()]);
                let (numbers, _) = entries.entry(entry);
                let arrived = Arrived { table, numbers, rests, chances };
                self.reach_pairs(clock, arrived, (&reached.of_pairs, some), expansion.memory)
            });
        let is_enough = !expansion.limit.is_too_much_left_out(self.unexplored);
        has_room && is_enough && !reached.is_touched && expansion.report(work)
    }
}
