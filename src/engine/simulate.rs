//! The sampling loop: batches of trials over the rayon pool, tallies merged. The only file that knows threads.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::rules::Rules;
use super::sampled::Stream;
use super::tables::{Player, Tables};
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
    sample_with(rules, &Tables::of(rules), plan)
}

/// The same with tables made beforehand, or none.
pub fn sample_with<R: Rules>(rules: &R, tables: &Tables<R::State>, plan: &Plan) -> Option<Tally> {
    let batches = plan.trials.div_ceil(BATCH);
    let tally = (0..batches)
        .into_par_iter()
        .fold(
            || Player::new(rules, tables),
            |mut player, batch| {
                if !plan.cancelled.load(Ordering::Relaxed) {
                    let trials = BATCH.min(plan.trials - batch * BATCH);
                    player.play(&mut plan.stream.batch(batch), trials);
                    (plan.progress)(trials);
                }
                player
            },
        )
        .map(Player::finish)
        .reduce(|| Tally::new(rules.measures().len()), Tally::merge);
    (!plan.cancelled.load(Ordering::Relaxed)).then_some(tally)
}
