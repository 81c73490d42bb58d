//! How large an exact walk will be, without walking it to the end.
//!
//! Walks that leave out all but the likeliest states are quick, and each tells how many more states a walk finds that goes
//! ten times as deep. That growth falls by about a fifth from one power of ten to the next, as less and less is left to be
//! found; so the size of the whole walk can be told from the last two. On engagements of very different kinds, whose walks
//! take 1 to 150 million plays, this was right to a factor of two.

use std::sync::atomic::AtomicBool;

use super::every_way::Enumerate;
use super::exact::{GivenUp, Limit, Size, walk_with};
use super::rules::Rules;

/// A walk of so many plays tells enough.
const ENOUGH: f64 = 300_000.0;

/// What is left of the growth after ten times the depth.
const FALLING: f64 = 0.8;

/// About how large the walk is that leaves out states rarer than `rarest`.
pub fn size<R: Rules, D: Enumerate>(rules: &R, rarest: f64, cancelled: &AtomicBool) -> Result<Size, GivenUp> {
    let (mut before, mut depth) = (Size { states: 1.0, plays: 1.0 }, 1e-2);
    loop {
        let limit = Limit { states: usize::MAX, plays: 2_000_000, outlook: u64::MAX, rarest: depth };
        let size = match walk_with::<R, D>(rules, limit, cancelled) {
            Ok(exact) => exact.size,
            Err(GivenUp::TooLarge(size)) => size,
            Err(GivenUp::Cancelled) => return Err(GivenUp::Cancelled),
        };
        let decades = (depth / rarest).log10().round().max(0.0);
        if size.plays > ENOUGH || decades == 0.0 {
            // The sum of a geometric row.
            let more = FALLING * (1.0 - FALLING.powf(decades)) / (1.0 - FALLING);
            let grown = |before: f64, now: f64| now * (now / before).powf(more);
            return Ok(Size { states: grown(before.states, size.states), plays: grown(before.plays, size.plays) });
        }
        (before, depth) = (size, depth / 10.0);
    }
}
