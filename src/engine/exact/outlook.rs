//! Whether a walk that has begun goes on.
//!
//! A walk stops when it has done as much work as it was allowed, or takes too many bytes. Then its size is estimated, more and
//! more closely until it shows whether it fits. Not even the closest estimate is sure: where nothing shows that a walk is far
//! too large it goes on, and is looked at again.

use std::sync::atomic::AtomicBool;

use super::limit::{GivenUp, Limit, Size};
use super::size_estimate::{ENOUGH, Estimate, ROUGHLY, SLIGHTLY};
use super::walk::Walk;
use crate::memory::Memory;
use crate::rules::Rules;

/// How much further a walk goes.
pub(super) struct Outlook<'a, R: Rules> {
    limit: Limit,
    estimate: Estimate<'a, R>,
    /// The size by an estimate that was too large and may be wrong: it is told if the walk does not come to an end.
    doubted: Option<Size>,
}

/// After this much work, or so many bytes, it is seen whether a walk is far too large: more than so many times as large as
/// allowed. How many bytes it takes is known less well, above all roughly.
const FIRST_LOOK: u64 = 1_300_000;
const FIRST_BYTES: u64 = 100_000_000;
const FAR: f64 = 8.0;
const FAR_BYTES: f64 = 16.0;
const FAR_BYTES_ROUGHLY: f64 = 64.0;

/// A walk that is too large by one estimate and not by another goes on until it has taken this many times the work.
const FURTHER: u64 = 4;

/// What takes no more than this part of the work allowed, by a rough estimate, is not looked at more closely. How many bytes a
/// walk takes is rather estimated too high.
const SURE: u64 = 4;

/// A walk that takes this many times the estimated work is given up.
const PATIENCE: u64 = 3;

/// Bytes that an estimate may take even if hardly any are left.
const LEAST_OUTLOOK: u64 = 20_000_000;

impl<'a, R: Rules> Outlook<'a, R> {
    pub(super) fn new(rules: &'a R, limit: Limit, cancelled: &'a AtomicBool) -> Self {
        Outlook { limit, estimate: Estimate::new(rules, cancelled), doubted: None }
    }

    /// The most work of any walk.
    pub(super) fn most(&self) -> u64 {
        self.limit.plays.saturating_mul(PATIENCE)
    }

    /// The work after which it is looked at closely.
    fn outlook(&self) -> u64 {
        self.limit.plays.min(self.limit.outlook)
    }

    /// How much work a walk may do first, with how many bytes.
    pub(super) fn first(&self, memory: &mut Memory) -> u64 {
        let outlook = self.outlook();
        if outlook == self.limit.plays || outlook <= FIRST_LOOK {
            return outlook;
        }
        memory.allow(self.limit.memory.min(FIRST_BYTES));
        FIRST_LOOK
    }

    /// How much work a walk may do in all, if it goes on after this much, or when it has no more memory.
    pub(super) fn next(&mut self, walk: &Walk<R>, done: u64, is_full: bool) -> Result<u64, GivenUp> {
        let (limit, outlook) = (self.limit, self.outlook());
        let is_full = is_full && (done >= outlook || limit.memory <= FIRST_BYTES);
        let is_first = done < outlook && !is_full;
        if done >= limit.plays && !is_full {
            return Err(GivenUp::TooLarge(self.doubted.unwrap_or_default().or_more(walk.size())));
        }
        let further = if is_first { outlook } else { self.most() };
        // What is far too large shows at once, and so does what is far from too large.
        let bounds = if is_first { limit.times(FAR as u64) } else { limit };
        let (mut size, is_hopeless) = self.size(walk, bounds, (is_first, is_full))?;
        if !is_full && !is_hopeless && limit.allows(size) {
            return Ok(further);
        }
        // It may be that nearly all states have been found: that shows at the clocks that follow.
        let least = self.estimate.at_least(walk).unwrap_or(size);
        if is_full || is_hopeless || !limit.allows(least) {
            if is_hopeless {
                size = size.or_more(self.estimate.grown(limit.rarest));
            }
            size.least_bytes = least.bytes;
            return Err(GivenUp::TooLarge(size.or_more(walk.size())));
        }
        if !bounds.allows(size) {
            self.doubted = Some(size);
            return Ok(self.most().min(FURTHER * walk.walked.work).max(outlook));
        }
        Ok(further)
    }

    /// The size of a walk, as closely as it takes to see whether it is within these bounds; and whether it is hopeless.
    fn size(
        &mut self,
        walk: &Walk<R>,
        bounds: Limit,
        (is_first, is_full): (bool, bool),
    ) -> Result<(Size, bool), GivenUp> {
        let (limit, is_doubted) = (self.limit, self.doubted.is_some());
        let asked = Limit { memory: walk.memory.left().max(LEAST_OUTLOOK), ..limit };
        let is_far = |grown: Size, bytes: f64| {
            grown.work > FAR * limit.plays as f64 || grown.bytes > bytes * limit.memory as f64
        };
        let mut size = self.estimate.size(asked, SLIGHTLY, walk)?;
        if !is_first || !limit.allows(size) {
            size = self.estimate.size(asked, ROUGHLY, walk)?;
        }
        let is_far_too_large = is_far(self.estimate.grown(limit.rarest), FAR_BYTES_ROUGHLY);
        let is_hopeless = is_far_too_large && self.is_too_large(bounds, size);
        let is_sure = bounds.allows(size) && (is_first || size.work <= (limit.plays / SURE) as f64);
        if !is_full && !is_doubted && (is_sure || is_hopeless) {
            return Ok((size, is_hopeless));
        }
        size = self.estimate.size(asked, ENOUGH, walk)?;
        let is_far_too_large = is_far(self.estimate.grown(limit.rarest), FAR_BYTES);
        Ok((size, is_far_too_large && (is_doubted || self.is_too_large(bounds, size))))
    }

    /// Whether a walk of this size is too large. By the clocks that it has come to it may seem not to be, if they have nearly all
    /// their states and those later do not.
    fn is_too_large(&self, bounds: Limit, size: Size) -> bool {
        !bounds.allows(size) || self.estimate.is_still_rising()
    }
}
