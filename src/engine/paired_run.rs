//! Several engagements played with the same luck, and how often each reached its goal in the same trials.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::engagement::Engagement;
use super::pair_counts::Joint;
use super::paired::Luck;
use super::simulate::BATCH;

/// Trials of several engagements with the same luck.
pub struct PairedRun<'a> {
    /// The luck.
    pub luck: Luck,
    /// The engagements, each with the measure of its end that is its goal.
    pub engagements: &'a [(&'a dyn Engagement, usize)],
    /// Called with the number of trials finished, counting those of each engagement.
    pub progress: &'a (dyn Fn(u64) + Sync),
    /// Set to give up the run.
    pub cancelled: &'a AtomicBool,
}

/// Words of marks for one batch.
const MARKS: usize = BATCH as usize / 64;

/// How many batches are marked before they are counted: enough for all cores, little to keep.
const MARKED: usize = 256;

impl PairedRun<'_> {
    /// Plays these trials of each engagement and counts them; false when given up, with only whole stretches counted. The
    /// counts depend on the luck and the trials alone, never on threads.
    pub fn play(&self, trials: Range<u64>, joint: &mut Joint) -> bool {
        let engagements = self.engagements.len();
        let stretch = (MARKED / engagements.max(1)).max(1);
        let mut marks = vec![0; stretch * engagements * MARKS];
        let mut from = trials.start;
        while from < trials.end {
            let to = trials.end.min(from + stretch as u64 * BATCH);
            marks.par_chunks_mut(MARKS).enumerate().for_each(|(task, marks)| {
                let start = to.min(from + (task / engagements) as u64 * BATCH);
                let end = to.min(start + BATCH);
                if !self.cancelled.load(Ordering::Relaxed) {
                    let (engagement, goal) = self.engagements[task % engagements];
                    engagement.mark(goal, self.luck, start..end, marks);
                    (self.progress)(end - start);
                }
            });
            if self.cancelled.load(Ordering::Relaxed) {
                return false;
            }
            joint.rows(to - from).par_bridge().for_each(|(one, row)| {
                for batch in marks.chunks(engagements * MARKS) {
                    let of = |number: usize| &batch[number * MARKS..(number + 1) * MARKS];
                    for (other, together) in row.iter_mut().enumerate().skip(one) {
                        let both = of(one).iter().zip(of(other)).map(|(a, b)| u64::from((a & b).count_ones()));
                        *together += both.sum::<u64>();
                    }
                }
            });
            from = to;
        }
        true
    }
}
