//! Estimates the size of an exact walk without walking to the end.
//!
//! Walks that leave out all but the likeliest states and ways are quick, and each shows how many more states are found by a
//! walk ten times as deep. That growth falls by about a fifth from one power of ten to the next, as there is less and less
//! left to find; so the size of the whole walk follows from the last two. On engagements of very different kinds, whose
//! walks take 1 to 150 million plays, this was right to a factor of two. If a state has more ways than can be followed, a
//! few plays probe how many there are.
//!
//! Where many ways lead to the same states that is far too much. So the walk that has begun is compared with the quick one,
//! clock by clock, and what is left of the quick one says what is left of it.

use std::sync::atomic::AtomicBool;

use super::limit::{GivenUp, Limit, Size};
use super::walk::{Stage, Stop, Walk};
use crate::rules::Rules;

/// A walk of this much work says enough; enough for a rough estimate; or for one that shows only what is small.
pub(super) const ENOUGH: f64 = 200_000.0;
pub(super) const ROUGHLY: f64 = 20_000.0;
pub(super) const SLIGHTLY: f64 = 10_000.0;

/// No walk takes more work than this.
const MOST: u64 = 800_000;

/// One that is expected to take so many times more is not begun.
const FAR_MORE: f64 = 2.0;

/// The chance of the rarest state in the first walk.
const SHALLOW: f64 = 1e-2;

/// The factor by which the growth shrinks with ten times the depth.
const FALLING: f64 = 0.8;

/// The walks of the likeliest states of an engagement, each ten times as deep as the one before.
pub(super) struct Estimate<'a, R: Rules> {
    rules: &'a R,
    cancelled: &'a AtomicBool,
    /// Those that went to the end: their sizes, and the chance of the rarest state played.
    sizes: Vec<(Size, f64)>,
    /// The last of them, and the clocks of the one before.
    last: Option<Walk<'a, R>>,
    before: Vec<Stage>,
}

impl<'a, R: Rules> Estimate<'a, R> {
    pub(super) fn new(rules: &'a R, cancelled: &'a AtomicBool) -> Self {
        Estimate { rules, cancelled, sizes: Vec::new(), last: None, before: Vec::new() }
    }

    /// The approximate size of a walk with this limit that has begun, from one of `enough` work.
    pub(super) fn size(&mut self, asked: Limit, enough: f64, begun: &Walk<R>) -> Result<Size, GivenUp> {
        loop {
            // Where all ways are seldom, the likeliest say nothing yet: less than what has been done.
            let says = || enough <= SLIGHTLY || self.grown(asked.rarest).work >= begun.walked.work as f64;
            let next = match self.sizes.last() {
                Some(&(_, depth)) if depth <= asked.rarest => break,
                Some(&(size, _)) if size.done > enough && says() => break,
                Some((_, depth)) => (depth / 10.0).max(asked.rarest),
                None => SHALLOW,
            };
            if grown(&self.sizes, next).work > FAR_MORE * MOST as f64 {
                return Ok(grown(&self.sizes, asked.rarest));
            }
            let limit = Limit { plays: MOST, outlook: u64::MAX, rarest: next, likely: true, leave_out: 0.0, ..asked };
            let mut walk = Walk::new(self.rules, limit, self.cancelled);
            match walk.go_on(MOST) {
                Stop::Finished | Stop::Tangled => self.sizes.push((walk.size(), next)),
                Stop::Cancelled => return Err(GivenUp::Cancelled),
                // A walk that was not finished is used only if none was finished.
                Stop::TooMuch { .. } if self.sizes.is_empty() => return Ok(walk.size()),
                Stop::TooMuch { .. } => return Ok(grown(&self.sizes, asked.rarest)),
            }
            self.before = self.last.replace(walk).map(|last| last.course).unwrap_or_default();
        }
        let size = grown(&self.sizes, asked.rarest);
        let other = self.last.as_ref().and_then(|likely| gone_on(begun, likely));
        Ok(other.filter(|other| other.work < size.work).unwrap_or(size))
    }

    /// The same by the growth of the walks so far alone.
    pub(super) fn grown(&self, rarest: f64) -> Size {
        grown(&self.sizes, rarest)
    }

    /// Whether nothing shows yet that there is less and less left to find.
    pub(super) fn is_still_rising(&self) -> bool {
        is_still_rising(&self.sizes)
    }

    /// The same if the number of states grows with the depth no more than at the clock where the walk stands: at the first
    /// clocks nearly all states may have been found, while those found later grow for longer.
    pub(super) fn at_least(&self, begun: &Walk<R>) -> Option<Size> {
        let last = &self.last.as_ref()?.course;
        let here = begun.course.iter().rfind(|stage| states(&self.before, stage.clock).is_some())?.clock;
        let [before, last, all] = [&self.before, last, &begun.course].map(|course| states(course, here));
        let (in_a_decade, more) = ((last? / before?).ln(), (all? / last?).ln());
        (in_a_decade > 0.0).then(|| grown_by(&self.sizes, more / in_a_decade))
    }
}

/// The states that a walk has at a clock.
fn states(course: &[Stage], clock: u128) -> Option<f64> {
    let at_clock = course.iter().filter(|stage| stage.clock == clock);
    Some(at_clock.map(|stage| stage.states as f64).sum::<f64>()).filter(|sum| *sum > 0.0)
}

/// The size of a walk that has begun, by one of the likeliest states that went to the end. It shows how many times as many
/// states the first has at the clock where it stands, how that has grown so far, and what is left to do. `None` if too
/// little can be seen.
fn gone_on<R: Rules>(begun: &Walk<R>, likely: &Walk<R>) -> Option<Size> {
    let states = |walk: &Walk<R>, clock| states(&walk.course, clock);
    // The likeliest states may not come to the last clock.
    let here = begun.course.iter().rfind(|stage| states(likely, stage.clock).is_some())?.clock;
    let times = |clock| Some(states(begun, clock)? / states(likely, clock)?);
    let before = |clock| Some(likely.course.iter().find(|stage| stage.clock == clock)?.before as f64);
    let (now, done) = (times(here)?, before(here)?);
    // The growth since about half as much work was done.
    let is_earlier = |stage: &&Stage| stage.before as f64 <= done / 2.0 && states(begun, stage.clock).is_some();
    let earlier = likely.course.iter().rfind(is_earlier)?.clock;
    let (then, since) = (times(earlier)?, done - before(earlier)?);
    let so_far = begun.size();
    if since <= 0.0 {
        return None;
    }
    let left = likely.walked.work as f64 - done;
    let factor = now * (now / then).max(1.0).powf(left / since);
    let most = |walk: &Walk<R>, from| {
        let later = walk.course.iter().filter(|stage| stage.clock >= from);
        later.map(|stage| stage.states).max().unwrap_or(0) as f64
    };
    let states_left = likely.course.iter().filter(|stage| stage.clock >= here).map(|stage| stage.states as f64);
    let bytes = so_far.bytes * (most(likely, here) * factor / most(begun, 0).max(1.0)).max(1.0);
    Some(Size {
        states: so_far.states + states_left.sum::<f64>() * factor,
        plays: so_far.plays + left * factor,
        work: so_far.work + left * factor,
        bytes,
        done: so_far.done,
    })
}

/// The size that the last of these walks, each ten times as deep as the one before, would have at this depth.
pub(super) fn grown(walks: &[(Size, f64)], rarest: f64) -> Size {
    let depth = walks.last().map_or(rarest, |(_, depth)| *depth);
    let decades = (depth / rarest).log10().round().max(0.0);
    // The sum of a geometric series.
    grown_by(walks, FALLING * (1.0 - FALLING.powf(decades)) / (1.0 - FALLING))
}

/// Whether the last of these walks, each ten times as deep as the one before, has grown faster than the one before.
fn is_still_rising(walks: &[(Size, f64)]) -> bool {
    let [.., (first, _), (second, _), (last, _)] = walks else { return false };
    last.work / second.work > second.work / first.work
}

/// The size that the last of these walks would have if it grew so many times more as it has grown since the one before.
fn grown_by(walks: &[(Size, f64)], more: f64) -> Size {
    let [.., (before, _), (last, _)] = walks else {
        return walks.first().map(|(size, _)| *size).unwrap_or_default();
    };
    let grown = |before: f64, last: f64| last * (last / before).max(1.0).powf(more);
    let plays = grown(before.plays, last.plays);
    // Every state but the first is reached by a play.
    let states = grown(before.states, last.states).min(plays + 1.0);
    let bytes = last.bytes * states / last.states.max(1.0);
    Size { states, plays, work: grown(before.work, last.work), bytes, done: last.done }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_grows_as_it_has_grown() {
        let size = |states: f64| Size {
            states,
            plays: 2.0 * states,
            work: 3.0 * states,
            bytes: 8.0 * states,
            ..Size::default()
        };
        let walks = [(size(10.0), 1e-3), (size(50.0), 1e-4)];
        let twice = grown_by(&walks, 2.0);
        assert_eq!((twice.states, twice.work, twice.bytes), (1250.0, 3750.0, 10_000.0));
        // Two decades more: 0.8 + 0.64 times.
        assert!((grown(&walks, 1e-6).states / 50.0 / 5f64.powf(1.44) - 1.0).abs() < 1e-12);
        assert_eq!(grown(&walks[..1], 1e-6).states, 10.0);
    }

    /// Brigades of Warmaster over two rounds: four units against four, and three against three, which is answered.
    #[test]
    fn a_walk_rises_until_there_is_less_to_find() {
        let walks =
            |work: &[f64]| work.iter().map(|&work| (Size { work, ..Size::default() }, 1e-3)).collect::<Vec<_>>();
        assert!(is_still_rising(&walks(&[604.0, 5_593.0, 51_638.0, 513_241.0])));
        assert!(!is_still_rising(&walks(&[607.0, 5_326.0, 49_555.0, 328_972.0])));
        assert!(!is_still_rising(&walks(&[604.0, 5_593.0])));
    }
}
