//! The sampling loop: batches of trials over the rayon pool, tallies merged. The only file that knows threads.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::rules::{Moment, Rules};
use super::sampled::{Sampled, Stream};
use super::tally::{Counter, Tally};

/// Trials in one batch: long enough to outweigh its start, short enough to keep all cores busy to the end.
pub const BATCH: u64 = 8192;

/// What to sample.
pub struct Plan<'a> {
    /// Whose dice.
    pub stream: Stream,
    /// How many trials.
    pub trials: u64,
    /// Told the number of trials finished after every batch.
    pub progress: &'a (dyn Fn(u64) + Sync),
    /// Set when the run is to be given up.
    pub cancelled: &'a AtomicBool,
}

/// Plays the trials and counts their measures; nothing when the run was given up. The tally depends on the stream and
/// the number of trials alone, never on threads.
pub fn simulate<R: Rules>(rules: &R, plan: &Plan) -> Option<Tally> {
    let measures = rules.measures().len();
    let batches = plan.trials.div_ceil(BATCH);
    let tally = (0..batches)
        .into_par_iter()
        .fold(
            || (Counter::new(), Tally::new(measures)),
            |(mut counter, mut tally), batch| {
                if !plan.cancelled.load(Ordering::Relaxed) {
                    let trials = BATCH.min(plan.trials - batch * BATCH);
                    play_batch(rules, &mut plan.stream.batch(batch), trials, &mut counter, &mut tally);
                    (plan.progress)(trials);
                }
                (counter, tally)
            },
        )
        .map(|(_, tally)| tally)
        .reduce(|| Tally::new(measures), Tally::merge);
    (!plan.cancelled.load(Ordering::Relaxed)).then_some(tally)
}

/// Plays one batch on this thread, adding to the tally.
pub fn play_batch<R: Rules>(
    rules: &R,
    dice: &mut Sampled,
    trials: u64,
    counter: &mut Counter<R::State>,
    tally: &mut Tally,
) {
    let start = rules.deploy();
    let mut state = start.clone();
    let mut read_off = |counter: &mut Counter<R::State>| {
        counter.drain(|state, times| rules.record(state, &mut |measure, value| tally.add(measure, value, times)));
    };
    for _ in 0..trials {
        state.clone_from(&start);
        loop {
            let moment = rules.advance(&mut state, dice);
            if moment == Moment::Within {
                continue;
            }
            if counter.count(&state) {
                read_off(counter);
            }
            if moment == Moment::Over {
                break;
            }
            rules.forget(&mut state);
        }
    }
    read_off(counter);
}
