//! Plays one piece of many states, each in every way.

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
use crate::rules::{Progress, Rules, counters_here, knows_early, settle, take_counters};
use crate::sampled::Stream;

/// What is needed to play states.
pub(super) struct Expansion<'a, R> {
    /// The rules being played.
    pub rules: &'a R,
    /// The limits of the walk, among them how rare states may be.
    pub limit: Limit,
    /// Work so far, of all threads together.
    pub work: &'a AtomicU64,
    /// How much work is allowed.
    pub allowed: u64,
    /// The memory of all threads.
    pub memory: &'a Memory,
    /// Set to give up the walk.
    pub cancelled: &'a AtomicBool,
    /// The number of measures.
    pub measures: usize,
    /// The cells that no play may touch, if there are any.
    pub guard: Option<&'a Guard>,
}

/// Work is reported to the other threads in portions of this size.
pub(super) const REPORTED: u64 = 4096;

/// Plays that probe how many ways lead on from a state that is certain to be reached; fewer from a rarer one, but at least
/// one.
const PROBES: f64 = 64.0;

/// How a state is reached: from which one, the progress, the chance of the state left, and of the way from it.
struct Arriving {
    place: usize,
    progress: Progress,
    from: f64,
    way: f64,
}

impl<R: Rules> Expansion<'_, R> {
    /// Plays one piece of some states, every way; `ahead` holds the outcomes already known. False when there is more work
    /// than allowed, not enough memory, or when cancelled.
    pub(super) fn play(
        &self,
        waiting: &Waiting,
        some: Range<usize>,
        ahead: &[Option<&Outcomes>],
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
            dice.spread_over(counters_here(self.rules, &state));
            let knows_early = knows_early(self.rules, &state);
            loop {
                state.as_mut().become_like(from);
                self.guard.inspect(|_| state.as_mut().watch_on());
                dice.begin();
                if knows_early {
                    self.rules.forget_early(&mut state);
                }
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

    /// A state is reached: takes its counters, its measures if they have become final, and queues it. False when there is
    /// not enough memory, or a guarded cell was touched.
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
        take_counters(self.rules, state, |counter, more| leaving.gain(counter, more));
        leaving.spread(spread);
        let is_read_later = progress == Progress::Over && self.guard.is_some();
        let guard = self.guard.filter(|_| progress == Progress::Settled);
        guard.inspect(|_| state.as_mut().watch_on());
        settle(self.rules, state, progress, |state| {
            self.rules.record(state, &mut |measure, value| match self.rules.counters().of_measure(measure) {
                None if is_read_later || self.rules.is_recorded(state, measure) => {}
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

    /// Whether there may be more work; from time to time it reports what has been done to the other threads.
    #[inline]
    fn go_on(&self, walked: &Walked, reported: &mut u64) -> bool {
        walked.work - *reported < REPORTED || self.report_all(walked, reported)
    }

    /// Reports what has been done since the last time to the other threads; false when the work allowed is used up.
    fn report_all(&self, walked: &Walked, reported: &mut u64) -> bool {
        let more = walked.work - *reported;
        *reported = walked.work;
        self.report(more)
    }

    /// Adds work to the total of all threads; false when the work allowed is used up.
    pub(super) fn report(&self, more: u64) -> bool {
        let all = self.work.fetch_add(more, Ordering::Relaxed) + more;
        all <= self.allowed && !self.cancelled.load(Ordering::Relaxed)
    }

    /// An estimate of how many ways lead on from a state, and of their work.
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
