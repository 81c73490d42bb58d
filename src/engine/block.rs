//! Blocks: trials that flow together. The cost of a block grows with the number of states its trials reach, and a shorter
//! block reaches nearly as many, so a run has few blocks. Where a block begins and ends depends only on the number of the
//! trial; the last block of a run is cut short.

use super::sampled::{Sampled, Stream};

/// The first trials, each a block by itself.
const ALONE: u64 = 100;

/// After the last of the fixed ends, blocks end at multiples of this. No block is longer, so that many machines can share a
/// long run.
const LONGEST: u64 = 500_000_000;

/// Where the blocks of a run end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// A run of a given number of trials: blocks end at a thousand and at 20 and 100 million, so that a good part of the
    /// trials played counts if a long run is stopped.
    Counted,
    /// A run that checks from time to time whether it knows enough: blocks end at each power of ten up to `LONGEST`.
    UntilKnown,
}

/// Consecutive trials of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The number of the block, from 0.
    pub number: u64,
    /// Its first trial, from 0.
    pub first: u64,
    /// The number of trials.
    pub trials: u64,
}

impl Blocks {
    /// The ends of the blocks between those of a single trial and those that end at multiples of `LONGEST`.
    fn ends(self) -> &'static [u64] {
        match self {
            Blocks::Counted => &[1_000, 20_000_000, 100_000_000],
            Blocks::UntilKnown => &[1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000],
        }
    }

    /// How many blocks end there or earlier.
    fn shorter(self) -> u64 {
        ALONE + self.ends().len() as u64
    }

    /// The block of this number, not cut short.
    pub fn whole(self, number: u64) -> Block {
        let (first, end) = (number.checked_sub(1).map_or(0, |before| self.end(before)), self.end(number));
        Block { number, first, trials: end.saturating_sub(first) }
    }

    /// The end of a block: the number of trials up to there.
    fn end(self, number: u64) -> u64 {
        match number.checked_sub(ALONE) {
            None => number + 1,
            Some(after) => match self.ends().get(after as usize) {
                Some(&end) => end,
                None => (number - self.shorter() + 1).saturating_mul(LONGEST),
            },
        }
    }

    /// The block, not cut short, that contains a trial (counted from 0).
    pub fn of(self, trial: u64) -> Block {
        let after = self.ends().partition_point(|&end| end <= trial) as u64;
        self.whole(match ALONE + after {
            _ if trial < ALONE => trial,
            number if number == self.shorter() => number + trial / LONGEST,
            number => number,
        })
    }

    /// The first end of a block at or after this number of trials.
    pub(crate) fn end_after(self, trials: u64) -> u64 {
        trials.checked_sub(1).map_or(0, |last| {
            let block = self.of(last);
            block.first.saturating_add(block.trials)
        })
    }

    /// How many blocks a run of `trials` trials has.
    pub fn count(self, trials: u64) -> u64 {
        trials.checked_sub(1).map_or(0, |last| self.of(last).number + 1)
    }
}

impl Block {
    /// This block cut short to a run of `trials` trials.
    pub fn within(self, trials: u64) -> Block {
        Block { trials: self.trials.min(trials.saturating_sub(self.first)), ..self }
    }

    /// The dice of its trials; a block that is cut short has dice of its own.
    pub fn dice(self, blocks: Blocks, stream: &Stream) -> Sampled {
        if self.trials == blocks.whole(self.number).trials {
            return stream.batch(self.number);
        }
        let scenario = format!("{}, {} of a block", stream.scenario, self.trials);
        Stream { scenario, ..*stream }.batch(self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [Blocks; 2] = [Blocks::Counted, Blocks::UntilKnown];

    #[test]
    fn blocks_follow_one_another() {
        for blocks in BOTH {
            let mut next = 0;
            for number in 0..130 {
                let block = blocks.whole(number);
                assert_eq!((block.number, block.first), (number, next));
                for trial in [block.first, block.first + block.trials / 2, block.first + block.trials - 1] {
                    assert_eq!(blocks.of(trial), block, "{trial}");
                }
                next += block.trials;
                assert_eq!(blocks.count(next), number + 1);
                let after = blocks.whole(number + 1);
                assert_eq!(
                    [block.first + 1, next, next + 1].map(|trials| blocks.end_after(trials)),
                    [next, next, after.first + after.trials]
                );
            }
            assert!(next > 2_000_000_000);
            assert_eq!((blocks.count(0), blocks.end_after(0)), (0, 0));
        }
    }

    #[test]
    fn a_run_is_one_block_but_for_its_first_trials() {
        let ends = |blocks: Blocks| [1, 30, 99, 101, 1_500, 15_000, 2_000_000].map(|trials| blocks.end_after(trials));
        assert_eq!(ends(Blocks::Counted), [1, 30, 99, 1_000, 20_000_000, 20_000_000, 20_000_000]);
        assert_eq!(
            [20_000_001, 100_000_001].map(|trials| Blocks::Counted.end_after(trials)),
            [100_000_000, 500_000_000]
        );
        assert_eq!(Blocks::Counted.count(1_000_000), ALONE + 2);
        // The ends at which the run checks whether it knows enough: each power of ten.
        assert_eq!(ends(Blocks::UntilKnown), [1, 30, 99, 1_000, 10_000, 100_000, 10_000_000]);
        for blocks in BOTH {
            assert_eq!(blocks.end_after(7 * LONGEST - 1), 7 * LONGEST);
            assert_eq!(blocks.of(u64::MAX).first / LONGEST, u64::MAX / LONGEST);
        }
    }

    #[test]
    fn a_block_cut_short_has_other_dice() {
        let (stream, blocks) = (Stream { seed: 1, scenario: "blocks".into() }, Blocks::UntilKnown);
        let block = blocks.of(9_000);
        let first = |trials| block.within(trials).dice(blocks, &stream).word();
        assert_eq!(first(10_000), first(1_000_000));
        assert_eq!(first(10_000), stream.batch(block.number).word());
        assert!(first(9_999) != first(10_000) && first(9_999) != first(9_998));
    }
}
