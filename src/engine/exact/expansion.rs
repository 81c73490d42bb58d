//! One piece of many states, each played every way.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::carried::Leaving;
use super::limit::Limit;
use super::memory::Memory;
use super::walked::{Waiting, Walked};
use crate::engine::exhaustive::Enumerate;
use crate::engine::rules::{Progress, Rules};
use crate::engine::sampled::Stream;

/// Each time a play has this many rolls more, it counts as another one.
const ROLLS_A_PLAY: usize = 8;

/// Where states are played.
pub struct Expansion<'a, R> {
    /// What is played.
    pub rules: &'a R,
    /// Which counter each measure is.
    pub is_of: &'a [Option<usize>],
    /// How rare states may be.
    pub limit: Limit,
    /// Bytes of a state on the heap.
    pub heap: u64,
    /// Work so far, of all threads together.
    pub work: &'a AtomicU64,
    /// How much of it is allowed.
    pub allowed: u64,
    /// The memory of all threads.
    pub memory: &'a Memory,
    /// Set when the walk is to be given up.
    pub cancelled: &'a AtomicBool,
}

/// Work reported to the other threads at one time.
const REPORTED: u64 = 4096;

/// Plays that probe how many ways lead on from a state that is sure to be reached; of a rarer one fewer, but one.
const PROBES: f64 = 64.0;

impl<R: Rules> Expansion<'_, R> {
    /// Plays one piece of each of some states, every way; false when there is more work than allowed, not enough memory, or
    /// it was cancelled.
    pub fn play<D: Enumerate>(
        &self,
        waiting: &Waiting<R::State>,
        some: Range<usize>,
        walked: &mut Walked<R::State>,
    ) -> bool {
        let states = &waiting.bucket.states;
        let Some((first, _)) = states.get_index(some.start) else { return true };
        let mut state = first.clone();
        let (mut dice, mut leaving) = (D::default(), Leaving::default());
        let (mut reported, mut held) = (walked.work, walked.held);
        let mut report = |walked: &Walked<R::State>| {
            let more = walked.work - reported;
            let all = self.work.fetch_add(more, Ordering::Relaxed) + more;
            let has_room = self.memory.take(self.heap * (walked.held - held) as u64);
            (reported, held) = (walked.work, walked.held);
            has_room && all <= self.allowed && !self.cancelled.load(Ordering::Relaxed)
        };
        let mut last = walked.work;
        for place in some {
            let (from, &chance) = states.get_index(place).expect("a state that waits");
            walked.done += 1;
            if chance < self.limit.rarest {
                walked.unexplored += chance;
                continue;
            }
            if self.limit.likely {
                dice.follow(self.limit.rarest / chance);
            }
            let before = (walked.plays, walked.work);
            dice.spread_over(self.rules.counters_here(from));
            leaving.leave(&waiting.carried, place);
            loop {
                state.clone_from(from);
                dice.begin();
                let progress = self.rules.advance(&mut state, &mut dice);
                let way = dice.chance();
                let reached = chance * way;
                leaving.gained.fill(0);
                self.rules.take_counters(&mut state, &mut |counter, more| leaving.gained[counter] = more as usize);
                leaving.spread(dice.spread());
                self.rules.settle(&mut state, progress, |state| {
                    self.rules.record(state, &mut |measure, value| match self.is_of[measure] {
                        None => walked.count(measure, value, reached),
                        Some(counter) => {
                            leaving
                                .counted(counter, way)
                                .for_each(|(value, chance)| walked.count(measure, value, chance));
                        }
                    });
                });
                let counting = (progress == Progress::Within).then_some((&leaving, way));
                if progress != Progress::Over
                    && !walked.reach(self.rules.clock(&state), &state, reached, counting, self.memory)
                {
                    return false;
                }
                walked.plays += 1;
                walked.work += 1 + (dice.rolls() / ROLLS_A_PLAY) as u64;
                if walked.work - last >= REPORTED {
                    last = walked.work;
                    if !report(walked) {
                        return false;
                    }
                }
                if !dice.next() {
                    break;
                }
            }
            if self.limit.likely && dice.left_some_out() {
                let (plays, work) = self.probed(&mut dice, from, &mut state, chance);
                walked.skipped.0 += (plays - (walked.plays - before.0) as f64).max(0.0);
                walked.skipped.1 += (work - (walked.work - before.1) as f64).max(0.0);
            }
        }
        report(walked)
    }

    /// About how many ways lead on from a state, and what work they are.
    fn probed<D: Enumerate>(&self, dice: &mut D, from: &R::State, state: &mut R::State, chance: f64) -> (f64, f64) {
        let probes = (PROBES * chance).ceil().max(1.0);
        let (mut plays, mut work) = (0.0, 0.0);
        for number in 0..probes as u64 {
            state.clone_from(from);
            dice.probe(Stream { seed: 1, scenario: "how many ways".into() }.batch(number));
            self.rules.advance(state, dice);
            plays += dice.ways() / probes;
            work += dice.ways() / probes * (1 + dice.rolls() / ROLLS_A_PLAY) as f64;
        }
        (plays, work)
    }
}
