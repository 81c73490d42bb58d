//! One piece of many states, each played every way.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::leaving::Leaving;
use super::limit::Limit;
use super::outcome::Outcomes;
use super::strands::Guard;
use super::walked::{Waiting, Walked};
use crate::exhaustive::EveryWay;
use crate::memory::Memory;
use crate::rules::{Progress, Rules, settle};
use crate::sampled::Stream;

/// Where states are played.
pub struct Expansion<'a, R> {
    /// What is played.
    pub rules: &'a R,
    /// Which counter each measure is.
    pub is_of: &'a [Option<usize>],
    /// How rare states may be.
    pub limit: Limit,
    /// Work so far, of all threads together.
    pub work: &'a AtomicU64,
    /// How much of it is allowed.
    pub allowed: u64,
    /// The memory of all threads.
    pub memory: &'a Memory,
    /// Set when the walk is to be given up.
    pub cancelled: &'a AtomicBool,
    /// What no play may touch, if there is anything.
    pub guard: Option<&'a Guard>,
}

/// Work reported to the other threads at one time.
pub const REPORTED: u64 = 4096;

/// Plays that probe how many ways lead on from a state that is sure to be reached; of a rarer one fewer, but one.
const PROBES: f64 = 64.0;

/// How a state is reached: from which one, where the trial stands, the chance of the state left, and of the way from it.
struct Arriving {
    place: usize,
    progress: Progress,
    from: f64,
    way: f64,
}

impl<R: Rules> Expansion<'_, R> {
    /// Plays one piece of each of some states, every way; `ahead` is what comes of them as far as it is known. False when there
    /// is more work than allowed, not enough memory, or it was cancelled.
    pub fn play(
        &self,
        waiting: &Waiting,
        some: Range<usize>,
        ahead: &[Option<Arc<Outcomes>>],
        walked: &mut Walked,
    ) -> bool {
        let (mut state, mut reported) = (self.rules.deploy(), walked.work);
        let (mut dice, mut leaving) = (self.limit.dice(), Leaving::default());
        dice.put_off();
        for (place, ahead) in some.zip(ahead) {
            let (from, chance) = (waiting.states.state(place), waiting.states.value(place));
            walked.done += 1;
            if chance < self.limit.rarest {
                walked.unexplored += chance;
                continue;
            }
            leaving.leave(&waiting.carried, place);
            if let Some(outcomes) = ahead {
                for outcome in &outcomes.all {
                    if self.limit.likely && chance * outcome.chance < self.limit.rarest {
                        walked.skipped.0 += 1.0;
                        walked.skipped.1 += 1.0;
                        continue;
                    }
                    state.as_mut().become_like(from);
                    outcomes.changes_of(outcome).iter().for_each(|&change| state.as_mut().make(change));
                    let arriving = Arriving { place, progress: outcome.progress, from: chance, way: outcome.chance };
                    if !self.arrive(&mut state, arriving, &outcome.spread, &mut leaving, walked) {
                        return false;
                    }
                    walked.plays += 1;
                    walked.work += 1;
                    if !self.go_on(walked, &mut reported) {
                        return false;
                    }
                }
                continue;
            }
            if self.limit.likely {
                dice.follow(self.limit.rarest / chance);
            }
            let before = (walked.plays, walked.work);
            state.as_mut().become_like(from);
            dice.spread_over(self.rules.counters_here(&state));
            loop {
                state.as_mut().become_like(from);
                self.guard.inspect(|_| state.as_mut().watch_on());
                dice.begin();
                let progress = self.rules.advance(&mut state, &mut dice);
                if self.guard.is_some_and(|guard| guard.take_off(state.as_mut(), place)) {
                    return false;
                }
                let arriving = Arriving { place, progress, from: chance, way: dice.chance() };
                if !self.arrive(&mut state, arriving, dice.spread(), &mut leaving, walked) {
                    return false;
                }
                walked.plays += 1;
                walked.work += dice.work();
                if !self.go_on(walked, &mut reported) {
                    return false;
                }
                if !dice.go_on() {
                    break;
                }
            }
            if self.limit.likely && dice.left_some_out() {
                let (plays, work) = self.probed(&mut dice, from, &mut state, chance);
                walked.skipped.0 += (plays - (walked.plays - before.0) as f64).max(0.0);
                walked.skipped.1 += (work - (walked.work - before.1) as f64).max(0.0);
            }
        }
        self.report_all(walked, &mut reported)
    }

    /// A state is reached: what it has counted, its measures if they have become final, and that it waits. False when there is
    /// not enough memory, or something was touched that is laid aside.
    fn arrive(
        &self,
        state: &mut R::State,
        Arriving { place, progress, from, way }: Arriving,
        spread: &[(usize, Arc<[f64]>)],
        leaving: &mut Leaving,
        walked: &mut Walked,
    ) -> bool {
        let reached = from * way;
        leaving.set_out();
        self.rules.take_counters(state, &mut |counter, more| leaving.gain(counter, more));
        leaving.spread(spread);
        let is_read_later = progress == Progress::Over && self.guard.is_some();
        let guard = self.guard.filter(|_| progress == Progress::Settled);
        guard.inspect(|_| state.as_mut().watch_on());
        settle(self.rules, state, progress, |state| {
            self.rules.record(state, &mut |measure, value| match self.is_of[measure] {
                None if is_read_later => {}
                None => walked.count(measure, value, reached),
                Some(counter) => {
                    leaving.counted(counter, way).for_each(|(value, chance)| walked.count(measure, value, chance));
                }
            });
        });
        if guard.is_some_and(|guard| guard.take_off(state.as_mut(), place)) {
            return false;
        }
        if progress == Progress::Over {
            walked.is_over = true;
            return !is_read_later || walked.end(state.as_ref().numbers(), reached, self.memory);
        }
        let counting = (progress == Progress::Within).then_some((&*leaving, way));
        walked.reach(self.rules.clock(state), state.as_ref().numbers(), reached, counting, self.memory)
    }

    /// Whether there may be more work, asked now and then: the others are told what has been done since.
    #[inline]
    fn go_on(&self, walked: &Walked, reported: &mut u64) -> bool {
        walked.work - *reported < REPORTED || self.report_all(walked, reported)
    }

    /// Tells the others what has been done since the last time; false when that is enough.
    fn report_all(&self, walked: &Walked, reported: &mut u64) -> bool {
        let more = walked.work - *reported;
        *reported = walked.work;
        self.report(more)
    }

    /// Tells the others of more work; false when that is enough.
    pub fn report(&self, more: u64) -> bool {
        let all = self.work.fetch_add(more, Ordering::Relaxed) + more;
        all <= self.allowed && !self.cancelled.load(Ordering::Relaxed)
    }

    /// About how many ways lead on from a state, and what work they are.
    fn probed(&self, dice: &mut EveryWay, from: &[u16], state: &mut R::State, chance: f64) -> (f64, f64) {
        let probes = (PROBES * chance).ceil().max(1.0);
        let (mut plays, mut work) = (0.0, 0.0);
        for number in 0..probes as u64 {
            state.as_mut().become_like(from);
            dice.probe(Stream { seed: 1, scenario: "how many ways".into() }.batch(number));
            self.rules.advance(state, dice);
            plays += dice.ways() / probes;
            work += dice.ways() / probes * dice.work() as f64;
        }
        (plays, work)
    }
}
