//! The sampling loop: blocks of trials, played by as many threads as there are, and their tallies merged.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::current_num_threads;
use rayon::prelude::*;

use super::block::Blocks;
use super::flow::Flow;
use super::rules::Rules;
use super::sampled::Stream;
use super::tally::Tally;

/// Trials that are played together where each is played by itself.
pub const BATCH: u64 = 8192;

/// Which blocks of a run are played. Blocks go round the shards like cards: of a long run, where nearly all are as long as
/// the longest, all shards have about as much. Their tallies add up to the tally of the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Which shard, from 1.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Share {
    /// All blocks.
    pub const WHOLE: Share = Share { number: 1, of: 1 };

    /// How many of the trials of a run are played.
    pub fn trials(self, trials: u64) -> u64 {
        let all = Blocks::Counted;
        self.blocks(0..all.count(trials)).map(|number| all.whole(number).within(trials).trials).sum()
    }

    /// Which of these blocks are played.
    fn blocks(self, of: Range<u64>) -> impl Iterator<Item = u64> {
        // The first from there on that is dealt to this shard.
        let first = of.start + (self.number - 1 + self.of - of.start % self.of) % self.of;
        (first..of.end).step_by(usize::try_from(self.of).unwrap_or(usize::MAX))
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
    /// Called with the number of trials finished, whenever there are some more.
    pub progress: &'a (dyn Fn(u64) + Sync),
    /// Set when the run is to be given up.
    pub cancelled: &'a AtomicBool,
}

/// Plays the trials and counts their measures; nothing when the run was given up. The tally depends on the stream,
/// the number of trials and the share alone, never on threads.
pub fn simulate<R: Rules>(rules: &R, plan: &Sampling) -> Option<Tally> {
    let blocks = Blocks::Counted;
    simulate_blocks(rules, plan, blocks, 0..blocks.count(plan.trials))
}

/// Plays trials as one block: for those who ask for no single trial of them later, and for no shards. Where `only` one of the
/// measures is asked for that are final when a trial is over, no other is counted. Nothing when it was given up.
pub fn simulate_at_once<R: Rules>(
    rules: &R,
    only: Option<usize>,
    stream: &Stream,
    trials: u64,
    cancelled: &AtomicBool,
) -> Option<Tally> {
    let flow = Flow::new(rules);
    let mut flow = only.into_iter().fold(flow, Flow::only);
    flow.flow(stream.batch(0), trials, cancelled).then(|| flow.finish())
}

/// Plays trials until there are enough: given the tally and the number of trials so far, `next` says how many there are to
/// be in all, or nothing when it is enough. It is asked where blocks end.
pub fn simulate_until<R: Rules>(
    rules: &R,
    plan: &Sampling,
    next: &mut dyn FnMut(&Tally, u64) -> Option<u64>,
) -> Option<Tally> {
    let (mut tally, mut done, blocks) = (Tally::new(rules.measures().len()), 0, Blocks::UntilKnown);
    let mut wanted = |tally: &Tally, done| next(tally, done).map(|trials| blocks.end_after(trials).min(plan.trials));
    while let Some(trials) = wanted(&tally, done).filter(|&trials| trials > done) {
        tally = tally.merge(simulate_blocks(rules, plan, blocks, blocks.count(done)..blocks.count(trials))?);
        done = trials;
    }
    Some(tally)
}

/// Plays some blocks, as far as they are of the share: each thread takes the longest that is left.
fn simulate_blocks<R: Rules>(rules: &R, plan: &Sampling, blocks: Blocks, some: Range<u64>) -> Option<Tally> {
    let numbers: Vec<u64> = plan.share.blocks(some).collect();
    let left = AtomicUsize::new(numbers.len());
    let take = || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).ok();
    let play = |_| {
        let mut flow = Flow::new(rules).telling(plan.progress);
        while let Some(left) = take() {
            let block = blocks.whole(numbers[left - 1]).within(plan.trials);
            if !flow.flow(block.dice(blocks, &plan.stream), block.trials, plan.cancelled) {
                return None;
            }
        }
        Some(flow.finish())
    };
    let threads = current_num_threads().min(numbers.len());
    let nothing = || Some(Tally::new(rules.measures().len()));
    (0..threads).into_par_iter().with_max_len(1).map(play).reduce(nothing, |one, other| Some(one?.merge(other?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_all_blocks_and_none_twice() {
        for (trials, of) in
            [(1, 1), (1, 3), (1000, 2), (1001, 2), (40_005, 3), (1_000_000, 7), (99, 100), (5_000_000_007, 9)]
        {
            let blocks = Blocks::Counted.count(trials);
            let shares: Vec<Share> = (1..=of).map(|number| Share { number, of }).collect();
            for from in [0, 5, blocks] {
                let mut played: Vec<u64> = shares.iter().flat_map(|share| share.blocks(from..blocks)).collect();
                played.sort_unstable();
                assert_eq!(played, (from..blocks).collect::<Vec<_>>());
            }
            assert_eq!(shares.iter().map(|share| share.trials(trials)).sum::<u64>(), trials);
        }
        assert_eq!([1, 2, 3].map(|number| Share { number, of: 3 }.trials(99)), [33, 33, 33]);
        let far = 1_000_000_000_000;
        let shares = (1..=8).map(|number| Share { number, of: 8 }.trials(far));
        assert!(shares.into_iter().all(|share| share.abs_diff(far / 8) < 1_000_000_000));
    }
}
