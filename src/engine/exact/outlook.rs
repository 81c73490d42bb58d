//! Whether a walk that has begun goes on.
//!
//! A walk stops when it has done as much work as it was allowed, or takes too many bytes. Then its size is estimated, more and
//! more closely until it shows whether it fits. Not even the closest estimate is sure: where nothing shows that a walk is far
//! too large it goes on, and is looked at again. A walk that may leave out more as it gets larger is looked at once, early: it
//! comes to an end.

use std::sync::atomic::AtomicBool;

use super::limit::{GivenUp, Limit, Size};
use super::size_estimate::{ENOUGH, Estimate, ROUGHLY, SLIGHTLY};
use super::walk::Walk;
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

/// A walk that may leave out more is looked at once, before a clock when this much work has been done, with what it takes to carry
/// rows, or in one after more. So many times as much work as allowed is too much even for it.
const EARLY: u64 = 500_000;
const EARLY_LOOK: u64 = 1_000_000;
const LARGER: f64 = 3.0;

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
    pub(super) fn first(&self, walk: &mut Walk<R>) -> u64 {
        let outlook = self.outlook();
        if outlook == self.limit.plays || outlook <= FIRST_LOOK {
            return outlook;
        }
        walk.memory.allow(self.limit.memory.min(FIRST_BYTES));
        if self.limit.leave_out > 0.0 {
            walk.pause = EARLY;
            return EARLY_LOOK;
        }
        FIRST_LOOK
    }

    /// The size of a walk that would leave out too much within this limit, or has no more memory.
    pub(super) fn too_large(&self, walk: &Walk<R>) -> GivenUp {
        let size = self.grown(walk);
        GivenUp::TooLarge(Size { bytes: size.bytes.max(self.limit.memory as f64), ..size })
    }

    /// The size of a walk by its growth.
    fn grown(&self, walk: &Walk<R>) -> Size {
        self.estimate.grown(self.limit.rarest).or_more(walk.size())
    }

    /// How much work a walk may do in all, if it goes on after this much, or when it has no more memory.
    pub(super) fn next(&mut self, walk: &Walk<R>, done: u64, is_full: bool) -> Result<u64, GivenUp> {
        let (limit, outlook) = (self.limit, self.outlook());
        let is_full = is_full && (done >= outlook || limit.memory <= FIRST_BYTES);
        let is_first = done < outlook && !is_full;
        if done >= limit.plays && !is_full {
            return Err(GivenUp::TooLarge(self.doubted.unwrap_or_default().or_more(walk.size())));
        }
        if limit.leave_out > 0.0 {
            return if is_full { Err(self.too_large(walk)) } else { self.look_once(walk) };
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
            return Err(GivenUp::TooLarge(size.or_more(walk.size())));
        }
        if !bounds.allows(size) {
            self.doubted = Some(size);
            return Ok(self.most().min(FURTHER * walk.walked.work).max(outlook));
        }
        Ok(further)
    }

    /// The same for a walk that may leave out more, so that it comes to an end however large it is: it is not worth it only if by
    /// its growth it would be far too large.
    fn look_once(&mut self, walk: &Walk<R>) -> Result<u64, GivenUp> {
        let asked = Limit { memory: walk.memory.left().max(LEAST_OUTLOOK), ..self.limit };
        self.roughly(asked, walk, true)?;
        let size = self.grown(walk);
        match size.work > LARGER * self.limit.plays as f64 {
            true => Err(GivenUp::TooLarge(size)),
            false => Ok(u64::MAX),
        }
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
        let mut size = self.roughly(asked, walk, is_first)?;
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

    /// The size of a walk, roughly; if it may be slight, no closer than it takes to see that it fits.
    fn roughly(&mut self, asked: Limit, walk: &Walk<R>, may_be_slight: bool) -> Result<Size, GivenUp> {
        let size = self.estimate.size(asked, SLIGHTLY, walk)?;
        match may_be_slight && self.limit.allows(size) {
            true => Ok(size),
            false => self.estimate.size(asked, ROUGHLY, walk),
        }
    }

    /// Whether a walk of this size is too large. By the clocks that it has come to it may seem not to be, if they have nearly all
    /// their states and those later do not.
    fn is_too_large(&self, bounds: Limit, size: Size) -> bool {
        !bounds.allows(size) || self.estimate.is_still_rising()
    }
}
