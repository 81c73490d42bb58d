//! Blocks: trials that flow together. All that a block costs grows with the states that its trials reach, and a shorter one reaches
//! nearly as many: so a run has few of them. They lie where the number of a trial says; the last one is cut short.

use super::sampled::{Sampled, Stream};

/// So many trials come first that are each a block of its own.
const ALONE: u64 = 100;

/// From where the last of the others ends, blocks end at multiples of this: none is longer, so that many machines can share a long
/// run.
const LONGEST: u64 = 500_000_000;

/// Where the blocks of a run lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// Of a run of so many trials: they end at a thousand, and at two, twenty and a hundred million, so that of a long run that is
    /// stopped a good part of the trials played is over.
    Counted,
    /// Of a run that looks now and then whether it knows enough: they end at each power of ten up to there.
    UntilKnown,
}

/// Some trials of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Which it is, from 0.
    pub number: u64,
    /// Its first trial, from 0.
    pub first: u64,
    /// How many they are.
    pub trials: u64,
}

impl Blocks {
    /// Where blocks end after those of a single trial, and before those that end at multiples of `LONGEST`.
    fn ends(self) -> &'static [u64] {
        match self {
            Blocks::Counted => &[1_000, 2_000_000, 20_000_000, 100_000_000],
            Blocks::UntilKnown => &[1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000],
        }
    }

    /// How many end up to there.
    fn shorter(self) -> u64 {
        ALONE + self.ends().len() as u64
    }

    /// The whole block of a number.
    pub fn whole(self, number: u64) -> Block {
        let (first, end) = (number.checked_sub(1).map_or(0, |before| self.end(before)), self.end(number));
        Block { number, first, trials: end.saturating_sub(first) }
    }

    /// Where a block ends.
    fn end(self, number: u64) -> u64 {
        match number.checked_sub(ALONE) {
            None => number + 1,
            Some(after) => match self.ends().get(after as usize) {
                Some(&end) => end,
                None => (number - self.shorter() + 1).saturating_mul(LONGEST),
            },
        }
    }

    /// The whole block that a trial is in, counted from 0.
    pub fn of(self, trial: u64) -> Block {
        let after = self.ends().partition_point(|&end| end <= trial) as u64;
        self.whole(match ALONE + after {
            _ if trial < ALONE => trial,
            number if number == self.shorter() => number + trial / LONGEST,
            number => number,
        })
    }

    /// The first number of trials from this on at which a block ends.
    pub fn end_after(self, trials: u64) -> u64 {
        trials.checked_sub(1).map_or(0, |last| {
            let block = self.of(last);
            block.first.saturating_add(block.trials)
        })
    }

    /// How many blocks a run of so many trials has.
    pub fn count(self, trials: u64) -> u64 {
        trials.checked_sub(1).map_or(0, |last| self.of(last).number + 1)
    }
}

impl Block {
    /// What is left of it in a run of so many trials.
    pub fn within(self, trials: u64) -> Block {
        Block { trials: self.trials.min(trials.saturating_sub(self.first)), ..self }
    }

    /// The dice of its trials; others if it is cut short.
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
        assert_eq!(ends(Blocks::Counted), [1, 30, 99, 1_000, 2_000_000, 2_000_000, 2_000_000]);
        assert_eq!([2_000_001, 20_000_001].map(|trials| Blocks::Counted.end_after(trials)), [20_000_000, 100_000_000]);
        assert_eq!(Blocks::Counted.count(1_000_000), ALONE + 2);
        // Where it is looked whether enough is known, at each power of ten.
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
