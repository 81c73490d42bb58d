//! Estimates the size of an exact walk without walking to the end.
//!
//! Walks that leave out all but the likeliest states and ways are quick, and each shows how many more states are found by a
//! walk ten times as deep. That growth falls by about a fifth from one power of ten to the next, as there is less and less
//! left to find; so the size of the whole walk follows from the last two. On engagements of very different kinds, whose
//! walks take 1 to 150 million plays, this was right to a factor of two. If a state has more ways than can be followed, a
//! few plays probe how many there are.

use std::sync::atomic::AtomicBool;

use super::limit::{GivenUp, Limit, Size};
use super::walk::{Stop, Walk};
use crate::rules::Rules;

/// A walk of this much work says enough; or enough for a rough estimate.
pub(super) const ENOUGH: f64 = 200_000.0;
pub(super) const ROUGHLY: f64 = 20_000.0;

/// No walk takes more work than this.
const MOST: u64 = 800_000;

/// The factor by which the growth shrinks with ten times the depth.
const FALLING: f64 = 0.8;

/// The approximate size of the walk with this limit, from one of `enough` work.
pub(super) fn size<R: Rules>(rules: &R, asked: Limit, enough: f64, cancelled: &AtomicBool) -> Result<Size, GivenUp> {
    let rarest = asked.rarest;
    let (mut walks, mut depth): (Vec<(Size, f64)>, f64) = (Vec::new(), 1e-2);
    loop {
        let limit = Limit { plays: MOST, outlook: u64::MAX, rarest: depth, likely: true, ..asked };
        let mut walk = Walk::new(rules, limit, cancelled);
        match walk.go_on(MOST) {
            Stop::Finished | Stop::Tangled => walks.push((walk.size(), depth)),
            Stop::Cancelled => return Err(GivenUp::Cancelled),
            // A walk that was not finished is used only if none was finished.
            Stop::TooMuch { .. } if walks.is_empty() => return Ok(walk.size()),
            Stop::TooMuch { .. } => return Ok(grown(&walks, rarest)),
        }
        if walks.last().is_some_and(|(size, _)| size.done > enough) || depth <= rarest {
            return Ok(grown(&walks, rarest));
        }
        depth = (depth / 10.0).max(rarest);
    }
}

/// The size that the last of these walks, each ten times as deep as the one before, would have at this depth.
fn grown(walks: &[(Size, f64)], rarest: f64) -> Size {
    let [.., (before, _), (last, depth)] = walks else {
        return walks.first().map(|(size, _)| *size).unwrap_or_default();
    };
    let decades = (depth / rarest).log10().round().max(0.0);
    // The sum of a geometric series.
    let more = FALLING * (1.0 - FALLING.powf(decades)) / (1.0 - FALLING);
    let grown = |before: f64, last: f64| last * (last / before).max(1.0).powf(more);
    let plays = grown(before.plays, last.plays);
    // Every state but the first is reached by a play.
    let states = grown(before.states, last.states).min(plays + 1.0);
    let bytes = last.bytes * states / last.states.max(1.0);
    Size { states, plays, work: grown(before.work, last.work), bytes, done: last.done }
}
