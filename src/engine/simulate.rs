//! The sampling loop: blocks of trials, played on all threads, and their tallies merged.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::current_num_threads;
use rayon::prelude::*;

use super::block::Blocks;
use super::flow::{A_WAY, Flow};
use super::rules::Rules;
use super::sampled::Stream;
use super::tally::Tally;

/// How many trials are played together if each is played by itself.
pub const BATCH: u64 = 8192;

/// Which blocks of a run are played. Blocks are dealt to the shards like cards: in a long run, where nearly all blocks have
/// the longest length, all shards get about the same amount. Their tallies add up to the tally of the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The number of the shard, from 1.
    pub number: u64,
    /// The number of shards.
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

    /// The same share of a deal that begins with another shard, this many after the first.
    #[must_use]
    pub fn of_deal_from(self, first: u64) -> Share {
        Share { number: (self.number - 1 + self.of - first % self.of) % self.of + 1, ..self }
    }

    /// Which of these blocks are played.
    fn blocks(self, of: Range<u64>) -> impl Iterator<Item = u64> {
        // The first of them that is dealt to this shard.
        let first = of.start + (self.number - 1 + self.of - of.start % self.of) % self.of;
        (first..of.end).step_by(usize::try_from(self.of).unwrap_or(usize::MAX))
    }
}

/// What to sample.
pub struct Sampling<'a> {
    /// The stream of dice.
    pub stream: Stream,
    /// How many trials.
    pub trials: u64,
    /// Which of them are played.
    pub share: Share,
    /// Called with the number of trials finished, whenever there are some more.
    pub progress: &'a (dyn Fn(u64) + Sync),
    /// Set to give up the run.
    pub cancelled: &'a AtomicBool,
}

/// The result of a run that was given up: its first trials, up to the last block with none missing before it. They are the
/// trials that a run of this length plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Their tally.
    pub tally: Tally,
    /// How many trials.
    pub trials: u64,
}

/// Plays the trials and counts their measures. The tally depends on the stream, the number of trials and the share alone, never
/// on threads.
///
/// # Errors
/// The tally of the first trials, when the run was given up.
pub(crate) fn simulate<R: Rules>(rules: &R, plan: &Sampling) -> Result<Tally, Stopped> {
    let blocks = Blocks::Counted;
    simulate_blocks(rules, plan, blocks, 0..blocks.count(plan.trials))
}

/// Plays trials as one block: if no single trial of them is asked for later, and no shards. With `only`, just that one of
/// the measures final at the end of a trial is counted. `None` when it was given up.
pub(crate) fn simulate_at_once<R: Rules>(
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

/// What trials cost that are played as one block, in plays of the exact walk: the ways that they go, long ones counted by
/// their rolls.
pub(crate) fn cost<R: Rules>(rules: &R, stream: &Stream, trials: u64, cancelled: &AtomicBool) -> u64 {
    let mut flow = Flow::new(rules);
    flow.flow(stream.batch(0), trials, cancelled);
    flow.cost() / A_WAY
}

/// Plays trials until there are enough: given the tally and the number of trials so far, `next` says how many there are to
/// be in all, or `None` when it is enough. It is asked where blocks end.
///
/// # Errors
/// The tally of the first trials, when the run was given up.
pub(crate) fn simulate_until<R: Rules>(
    rules: &R,
    plan: &Sampling,
    next: &mut dyn FnMut(&Tally, u64) -> Option<u64>,
) -> Result<Tally, Stopped> {
    let (mut tally, mut done, blocks) = (Tally::new(rules.measures().len()), 0, Blocks::UntilKnown);
    let mut wanted = |tally: &Tally, done| next(tally, done).map(|trials| blocks.end_after(trials).min(plan.trials));
    while let Some(trials) = wanted(&tally, done).filter(|&trials| trials > done) {
        match simulate_blocks(rules, plan, blocks, blocks.count(done)..blocks.count(trials)) {
            Ok(more) => tally = tally.merge(more),
            Err(more) => return Err(Stopped { tally: tally.merge(more.tally), trials: done + more.trials }),
        }
        done = trials;
    }
    Ok(tally)
}

/// Plays those of some blocks that are in the share: each thread takes the first one left, so that what is finished when
/// the run is given up are its first trials.
fn simulate_blocks<R: Rules>(rules: &R, plan: &Sampling, blocks: Blocks, some: Range<u64>) -> Result<Tally, Stopped> {
    let numbers: Vec<u64> = plan.share.blocks(some).collect();
    let (taken, played) = (AtomicUsize::new(0), Mutex::new(Played::of(rules.measures().len())));
    let play = |_| {
        let mut flow = Flow::new(rules).telling(plan.progress);
        loop {
            let place = taken.fetch_add(1, Ordering::Relaxed);
            let Some(number) = numbers.get(place) else { return };
            let block = blocks.whole(*number).within(plan.trials);
            if !flow.flow(block.dice(blocks, &plan.stream), block.trials, plan.cancelled) {
                return;
            }
            played.lock().unwrap_or_else(PoisonError::into_inner).add(place, block.trials, flow.take());
        }
    };
    let threads = current_num_threads().min(numbers.len());
    (0..threads).into_par_iter().with_max_len(1).for_each(play);
    let Played { tally, trials, blocks, .. } = played.into_inner().unwrap_or_else(PoisonError::into_inner);
    if blocks == numbers.len() { Ok(tally) } else { Err(Stopped { tally, trials }) }
}

/// Blocks that have been played: those from the first on without a gap, and others that finished before one in front of
/// them.
struct Played {
    tally: Tally,
    trials: u64,
    blocks: usize,
    sooner: BTreeMap<usize, (u64, Tally)>,
}

impl Played {
    fn of(measures: usize) -> Played {
        Played { tally: Tally::new(measures), trials: 0, blocks: 0, sooner: BTreeMap::new() }
    }

    fn add(&mut self, place: usize, trials: u64, tally: Tally) {
        self.sooner.insert(place, (trials, tally));
        while let Some((trials, tally)) = self.sooner.remove(&self.blocks) {
            self.tally = std::mem::take(&mut self.tally).merge(tally);
            self.trials += trials;
            self.blocks += 1;
        }
    }
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
        // Another shard begins: block 0 is its, and the next block is of the next shard.
        let blocks_from = |number, first| Share { number, of: 3 }.of_deal_from(first).blocks(0..4).collect::<Vec<_>>();
        assert_eq!([1, 2, 3].map(|number| blocks_from(number, 1)), [vec![2], vec![0, 3], vec![1]]);
        assert_eq!([1, 2, 3].map(|number| blocks_from(number, 5)), [vec![1], vec![2], vec![0, 3]]);
        let far = 1_000_000_000_000;
        let shares = (1..=8).map(|number| Share { number, of: 8 }.trials(far));
        assert!(shares.into_iter().all(|share| share.abs_diff(far / 8) < 1_000_000_000));
    }
}
