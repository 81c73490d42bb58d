//! The sampling loop: batches of trials over the rayon pool, tallies merged. The only file that knows threads.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::chain::{Chain, Tabled};
use super::rules::Rules;
use super::sampled::Stream;
use super::tally::Tally;

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
    sample_with(rules, &Tabled::pilot(rules), plan)
}

/// The same with tables for other pieces than the pilot picks.
pub fn sample_with<R: Rules>(rules: &R, tabled: &Tabled, plan: &Plan) -> Option<Tally> {
    let measures = rules.measures().len();
    let batches = plan.trials.div_ceil(BATCH);
    let tally = (0..batches)
        .into_par_iter()
        .fold(
            || (Chain::new(rules, tabled), Tally::new(measures)),
            |(mut chain, mut tally), batch| {
                if !plan.cancelled.load(Ordering::Relaxed) {
                    let trials = BATCH.min(plan.trials - batch * BATCH);
                    chain.play(&mut plan.stream.batch(batch), trials, &mut tally);
                    (plan.progress)(trials);
                }
                (chain, tally)
            },
        )
        .map(|(_, tally)| tally)
        .reduce(|| Tally::new(measures), Tally::merge);
    (!plan.cancelled.load(Ordering::Relaxed)).then_some(tally)
}
