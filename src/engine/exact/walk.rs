//! A walk over all states of an engagement, which can be stopped and gone on with.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::alike::Alike;
use super::expansion::Expansion;
use super::limit::{Limit, Size};
use super::memory::{Memory, block};
use super::walked::{Waiting, Walked};
use crate::engine::exhaustive::Enumerate;
use crate::engine::rules::Rules;

/// Work done together before it is looked whether there is too much.
const TOGETHER: u64 = 200_000;

/// Fewer plays than this are not worth a thread of their own.
const ALONE: u64 = 512;

/// How many states are played together, given the plays of those before, and how many of them by one thread before it
/// looks for others. It hangs on counts alone, so that sums are made in the same order everywhere.
fn portions(plays: u64, done: usize) -> (usize, usize) {
    let each = plays / (done as u64).max(1) + 1;
    let together = (TOGETHER / each).clamp(2, 2048) as usize;
    (together, together.div_ceil(32).max((ALONE / each) as usize))
}

/// Where a walk stopped.
pub enum Stop {
    /// Every state has been played.
    Finished,
    /// The user stopped it.
    Cancelled,
    /// There was more work than allowed, or not enough memory.
    TooMuch {
        /// Whether it can go on from there; otherwise something has been counted by half.
        can_go_on: bool,
    },
}

/// The first steps of an engagement, walked to their end: where every trial stands between two steps, and all measures that are
/// final by then.
#[derive(Clone, Debug)]
pub struct Prefix<S> {
    /// The states with their chances.
    pub states: Vec<(S, f64)>,
    /// `chances[measure][value]`; of measures that are not final nothing.
    pub chances: Vec<Vec<f64>>,
    /// The chance of all that was left out as too rare.
    pub unexplored: f64,
}

/// A walk: the states of one clock are played, then those of the next.
pub struct Walk<'a, R: Rules> {
    rules: &'a R,
    limit: Limit,
    cancelled: &'a AtomicBool,
    /// The memory it takes.
    pub memory: Memory,
    /// What has come of it so far.
    pub walked: Walked<R::State>,
    /// Bytes of a state on the heap.
    heap: u64,
    /// The states of the clock that is being played, and how many of them have been.
    now: Waiting<R::State>,
    played: usize,
    /// What is known of them.
    alike: Alike,
    /// The last place between two steps that it came to, where that is kept.
    prefix: Option<Prefix<R::State>>,
    keeps: bool,
}

impl<'a, R: Rules> Walk<'a, R> {
    /// A walk that stands where every trial begins.
    pub fn new(rules: &'a R, limit: Limit, cancelled: &'a AtomicBool) -> Self {
        let (start, memory) = (rules.deploy(), Memory::new(limit.memory));
        let heap = block(rules.heap(&start));
        let mut walked = Walked::nothing(rules.measures().len(), rules.counters());
        walked.reach(rules.clock(&start), &start, 1.0, None, &memory);
        memory.take(heap);
        Walk {
            rules,
            limit,
            cancelled,
            memory,
            walked,
            heap,
            now: Waiting::nothing(0),
            played: 0,
            alike: Alike::default(),
            prefix: None,
            keeps: false,
        }
    }

    /// The same, keeping the last place between two steps.
    #[must_use]
    pub fn keeping(self) -> Self {
        Walk { keeps: true, ..self }
    }

    /// The last place between two steps that it came to.
    pub fn prefix(self) -> Option<Prefix<R::State>> {
        self.prefix
    }

    /// How large it is so far.
    pub fn size(&self) -> Size {
        self.walked.size(&self.memory)
    }

    /// Walks to the end, or until there has been more work than allowed.
    pub fn go_on<D: Enumerate>(&mut self, allowed: u64) -> Stop {
        loop {
            while self.played < self.now.bucket.states.len() {
                let (end, is_straight, is_finished) = self.play_some::<D>(allowed);
                if is_finished {
                    self.played = end;
                }
                if !is_finished || self.walked.work > allowed {
                    return match self.cancelled.load(Ordering::Relaxed) {
                        true => Stop::Cancelled,
                        false => Stop::TooMuch { can_go_on: is_finished || !is_straight },
                    };
                }
            }
            self.memory.give(self.now.bytes() + self.heap * self.played as u64 + self.alike.bytes());
            let Some((_, next)) = self.walked.waiting.pop_first() else { return Stop::Finished };
            self.walked.held -= next.bucket.states.len();
            let is_between = || next.bucket.states.first().is_some_and(|(state, _)| self.rules.is_between(state));
            if self.keeps && self.walked.done > 0 && self.walked.waiting.is_empty() && is_between() {
                self.prefix = Some(Prefix {
                    states: next.bucket.states.iter().map(|(state, &chance)| (state.clone(), chance)).collect(),
                    chances: self.walked.chances.clone(),
                    unexplored: self.walked.unexplored,
                });
            }
            (self.now, self.played, self.alike) = (next, 0, Alike::default());
        }
    }

    /// Plays the next states of the clock together: up to which one, whether straight into the whole, and whether to the end.
    fn play_some<D: Enumerate>(&mut self, allowed: u64) -> (usize, bool, bool) {
        let Walk { rules, limit, cancelled, memory, walked, heap, now, played, alike, .. } = self;
        let (together, portion) = portions(walked.work, walked.done);
        let end = now.bucket.states.len().min(*played + together);
        let work = AtomicU64::new(walked.work);
        let is_of: Vec<Option<usize>> = (0..walked.chances.len()).map(|measure| rules.counter_of(measure)).collect();
        let (rules, limit, heap, is_of) = (*rules, *limit, *heap, &is_of[..]);
        let expansion = Expansion { rules, is_of, limit, heap, work: &work, allowed, memory, cancelled };
        let Some(ahead) = alike.look::<R, D>(&expansion, now, *played..end) else { return (end, false, false) };
        walked.plays += ahead.plays;
        walked.work += ahead.work;
        let (outcomes, now) = (&ahead.outcomes[..], &*now);
        if end - *played <= portion {
            // What goes straight into the whole cannot be taken back, so it may go on for longer.
            let longer = allowed.saturating_add(limit.outlook.min(limit.plays));
            let finished = Expansion { allowed: longer, ..expansion }.play::<D>(now, *played..end, outcomes, walked);
            return (end, true, finished);
        }
        let (taken, measures, counters) = (memory.used(), walked.chances.len(), rules.counters());
        let in_one = |first: usize| {
            let mut walked = Walked::nothing(measures, counters);
            let last = end.min(first + portion);
            let outcomes = &outcomes[first - *played..last - *played];
            let finished = expansion.play::<D>(now, first..last, outcomes, &mut walked);
            finished.then_some(walked)
        };
        let starts: Vec<usize> = (*played..end).step_by(portion).collect();
        let portions: Option<Vec<Walked<R::State>>> = starts.into_par_iter().map(in_one).collect();
        let finished = match portions {
            Some(portions) => portions.into_iter().all(|portion| walked.merge(portion, heap, memory)),
            None => {
                memory.give(memory.used().saturating_sub(taken));
                false
            }
        };
        (end, false, finished)
    }
}
