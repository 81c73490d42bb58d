//! The sampling loop: batches of trials, played by as many threads as there are, and their tallies merged.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::rules::Rules;
use super::sampled::Stream;
use super::tables::{Resolution, Tables, TrialRunner};
use super::tally::Tally;

/// Trials in one batch: long enough to outweigh its start, short enough to keep all cores busy to the end.
pub const BATCH: u64 = 8192;

/// Which batches of a run are played. Batches go round the shards like cards, so shards are of equal size but for one
/// batch, and their tallies add up to the tally of the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Which shard, from 1.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Share {
    /// All batches.
    pub const WHOLE: Share = Share { number: 1, of: 1 };

    /// How many of the trials of a run are played.
    pub fn trials(self, trials: u64) -> u64 {
        let (full, rest) = (trials / BATCH, trials % BATCH);
        let has_rest = full % self.of == self.number - 1;
        self.count(full) * BATCH + if has_rest { rest } else { 0 }
    }

    /// How many of the first `batches` are played.
    fn count(self, batches: u64) -> u64 {
        batches.saturating_sub(self.number - 1).div_ceil(self.of)
    }

    /// The batch that is played as the `turn`-th, from 0.
    fn batch(self, turn: u64) -> u64 {
        self.number - 1 + turn * self.of
    }
}

/// What to sample.
pub struct Sampling<'a> {
    /// Whose dice.
    pub stream: Stream,
    /// How many trials.
    pub trials: u64,
    /// Which of them are played.
    pub share: Share,
    /// Called with the number of trials finished after every batch.
    pub progress: &'a (dyn Fn(u64) + Sync),
    /// Set when the run is to be given up.
    pub cancelled: &'a AtomicBool,
}

/// How fine the tables are that a batch is drawn from: the coarsest for the first 32 batches, the next for those up to eight
/// times as many, and so on, so that tables cost less than they save. It hangs on the batch alone: trial number n is the
/// same in short runs and in long ones.
pub fn resolution(batch: u64) -> Resolution {
    Resolution::ALL[step(batch)]
}

const LAST_STEP: usize = Resolution::ALL.len() - 1;

fn step(batch: u64) -> usize {
    (0..LAST_STEP).find(|&step| batch < first_after(step)).unwrap_or(LAST_STEP)
}

/// The first batch after those of a step.
fn first_after(step: usize) -> u64 {
    32 << (3 * step)
}

/// Plays the trials and counts their measures; nothing when the run was given up. The tally depends on the stream,
/// the number of trials and the share alone, never on threads.
pub fn simulate<R: Rules>(rules: &R, plan: &Sampling) -> Option<Tally> {
    let mut once = Some(plan.trials);
    simulate_until(rules, plan, &mut |_, _| once.take())
}

/// Plays trials until there are enough: given the tally and the number of trials so far, `next` says how many there are to
/// be in all, a whole number of batches, or nothing when it is enough.
pub fn simulate_until<R: Rules>(
    rules: &R,
    plan: &Sampling,
    next: &mut dyn FnMut(&Tally, u64) -> Option<u64>,
) -> Option<Tally> {
    let mut tally = Tally::new(rules.measures().len());
    let (mut turn, mut done) = (0, 0);
    let step_of = |turn: u64| step(plan.share.batch(turn));
    let tables_of = |step: usize| (step, Tables::of(rules, Resolution::ALL[step]));
    let mut tables = tables_of(step_of(turn));
    while let Some(trials) = next(&tally, done).map(|trials| trials.min(plan.trials)).filter(|&trials| trials > done) {
        let turns = plan.share.count(trials.div_ceil(BATCH));
        while turn < turns {
            let step = step_of(turn);
            if tables.0 != step {
                tables = tables_of(step);
            }
            let end = if step == LAST_STEP { turns } else { turns.min(plan.share.count(first_after(step))) };
            let batches = || sample_batches(rules, &tables.1, plan, turn..end, trials);
            // The next tables are made while these trials are played.
            let (more, finer) = rayon::join(batches, || (end < turns).then(|| tables_of(step_of(end))));
            tally = tally.merge(more?);
            tables = finer.unwrap_or(tables);
            turn = end;
        }
        done = trials;
    }
    Some(tally)
}

/// Plays a whole run with tables made beforehand, or none.
pub fn sample_with<R: Rules>(rules: &R, tables: &Tables<R::State>, plan: &Sampling) -> Option<Tally> {
    sample_batches(rules, tables, plan, 0..plan.share.count(plan.trials.div_ceil(BATCH)), plan.trials)
}

/// Plays some batches of the share; the whole run has this many trials.
fn sample_batches<R: Rules>(
    rules: &R,
    tables: &Tables<R::State>,
    plan: &Sampling,
    turns: Range<u64>,
    trials: u64,
) -> Option<Tally> {
    let tally = turns
        .into_par_iter()
        .map(|turn| plan.share.batch(turn))
        .fold(
            || TrialRunner::new(rules, tables),
            |mut runner, batch| {
                if !plan.cancelled.load(Ordering::Relaxed) {
                    let trials = BATCH.min(trials - batch * BATCH);
                    runner.play(&mut plan.stream.batch(batch), trials);
                    (plan.progress)(trials);
                }
                runner
            },
        )
        .map(TrialRunner::finish)
        .reduce(|| Tally::new(rules.measures().len()), Tally::merge);
    (!plan.cancelled.load(Ordering::Relaxed)).then_some(tally)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_all_batches_and_none_twice() {
        for (trials, of) in [(1, 1), (1, 3), (BATCH, 2), (BATCH + 1, 2), (10 * BATCH + 5, 3), (7 * BATCH, 7), (99, 100)]
        {
            let batches = trials.div_ceil(BATCH);
            let shares: Vec<Share> = (1..=of).map(|number| Share { number, of }).collect();
            let played = shares.iter().flat_map(|share| (0..share.count(batches)).map(|turn| share.batch(turn)));
            let mut played: Vec<u64> = played.collect();
            played.sort_unstable();
            assert_eq!(played, (0..batches).collect::<Vec<_>>());
            assert_eq!(shares.iter().map(|share| share.trials(trials)).sum::<u64>(), trials);
        }
        assert_eq!([1, 2, 3].map(|number| Share { number, of: 3 }.trials(3 * BATCH + 7)), [BATCH + 7, BATCH, BATCH]);
        assert_eq!(Share::WHOLE.trials(u64::MAX), u64::MAX);
    }
}
