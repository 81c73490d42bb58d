//! Blocks: trials that flow together. They lie where the number of a trial says, and the numbers of trials that people ask
//! for end where a block does.

use super::sampled::{Sampled, Stream};

/// So many trials come first that are each a block of its own.
const ALONE: u64 = 100;

/// Up to here each power of ten ends a block.
const POWERS: u64 = 100_000_000;

/// From there on blocks end at multiples of this: none is longer, so that many machines can share a long run. Some of them end
/// at powers of ten.
const LONGEST: u64 = 500_000_000;

/// Blocks that end before.
const SHORTER: u64 = ALONE + (POWERS / ALONE).ilog10() as u64;

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

impl Block {
    /// The whole block of a number: each of the first trials for itself, then they end at 1,000, 10,000, 100,000 trials and so
    /// on, and from `POWERS` on at multiples of `LONGEST`. All that a block costs grows with the states that its trials reach, and
    /// shorter blocks reach nearly as many.
    pub fn whole(number: u64) -> Block {
        let (first, end) = (Block::end(number.checked_sub(1)), Block::end(Some(number)));
        Block { number, first, trials: end.saturating_sub(first) }
    }

    /// Where a block ends; what is before the first, at 0.
    fn end(number: Option<u64>) -> u64 {
        match number {
            None => 0,
            Some(number) if number < ALONE => number + 1,
            Some(number) if number < SHORTER => ALONE * 10u64.pow((number - ALONE) as u32 + 1),
            Some(number) => (number - SHORTER + 1).saturating_mul(LONGEST),
        }
    }

    /// The whole block that a trial is in, counted from 0.
    pub fn of(trial: u64) -> Block {
        Block::whole(match trial {
            0..ALONE => trial,
            POWERS.. => SHORTER + trial / LONGEST,
            _ => ALONE + u64::from((trial / ALONE).ilog10()),
        })
    }

    /// The first number of trials from this on at which a block ends.
    pub fn end_after(trials: u64) -> u64 {
        trials.checked_sub(1).map_or(0, |last| {
            let block = Block::of(last);
            block.first.saturating_add(block.trials)
        })
    }

    /// What is left of it in a run of so many trials.
    pub fn within(self, trials: u64) -> Block {
        Block { trials: self.trials.min(trials.saturating_sub(self.first)), ..self }
    }

    /// How many blocks a run of so many trials has.
    pub fn count(trials: u64) -> u64 {
        trials.checked_sub(1).map_or(0, |last| Block::of(last).number + 1)
    }

    /// The dice of its trials; others if it is cut short.
    pub fn dice(self, stream: &Stream) -> Sampled {
        if self.trials == Block::whole(self.number).trials {
            return stream.batch(self.number);
        }
        let scenario = format!("{}, {} of a block", stream.scenario, self.trials);
        Stream { scenario, ..*stream }.batch(self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_follow_one_another() {
        let mut next = 0;
        for number in 0..130 {
            let block = Block::whole(number);
            assert_eq!((block.number, block.first), (number, next));
            for trial in [block.first, block.first + block.trials / 2, block.first + block.trials - 1] {
                assert_eq!(Block::of(trial), block, "{trial}");
            }
            next += block.trials;
            assert_eq!(Block::count(next), number + 1);
            let after = Block::whole(number + 1);
            assert_eq!(
                [block.first + 1, next, next + 1].map(Block::end_after),
                [next, next, after.first + after.trials]
            );
        }
        assert!(next > 2_000_000_000);
        assert_eq!((Block::count(0), Block::end_after(0)), (0, 0));
    }

    #[test]
    fn round_numbers_end_a_block() {
        for power in 2..15 {
            let trials = 10u64.pow(power);
            assert_eq!(Block::end_after(trials), trials);
        }
        assert_eq!([1, 30, 99, 101].map(Block::end_after), [1, 30, 99, 1_000]);
        assert_eq!([1_500, 15_000, 223_456].map(Block::end_after), [10_000, 100_000, 1_000_000]);
        assert_eq!(Block::end_after(7 * LONGEST - 1), 7 * LONGEST);
        assert_eq!(Block::of(u64::MAX).first / LONGEST, u64::MAX / LONGEST);
    }

    #[test]
    fn a_block_cut_short_has_other_dice() {
        let stream = Stream { seed: 1, scenario: "blocks".into() };
        let block = Block::of(9_000);
        let first = |trials| block.within(trials).dice(&stream).word();
        assert_eq!(first(10_000), first(1_000_000));
        assert_eq!(first(10_000), stream.batch(block.number).word());
        assert!(first(9_999) != first(10_000) && first(9_999) != first(9_998));
    }
}
