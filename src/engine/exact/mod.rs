//! The exact walk: every way the dice can fall, with equal states merged.
//!
//! The walk keeps a map from state to chance, sorted by the states' clock. It takes all states of the lowest clock, plays
//! one piece of each with dice that fall every way, and adds up the states that come out equal. States are played in
//! portions of a fixed size, and sums are made portion by portion in the order in which states were first met, so the same
//! scenario gives the same bits everywhere, on any number of threads.
//!
//! Independent parts are walked separately (`strands`): the costs of fights side by side add up instead of multiplying. A
//! piece is played once for all states that are alike in what it reads (`alike`), and its outcomes apply to them all
//! together (`sheets`). States reached that way are not built: each is a pair of where an outcome led and what it left alone
//! (`pairs`). So that one state is not several pairs, it is not told apart by what follows from the rest of it (`followers`),
//! nor by what an outcome has set (`overwritten`).

mod alike;
mod carried;
mod classes;
mod columns;
pub mod deciding;
mod entries;
mod expansion;
mod followers;
mod leaving;
mod limit;
mod loads;
mod members;
mod outcome;
mod overwritten;
mod pairs;
mod parts;
mod piece;
mod reached;
mod reading;
mod remembered;
mod rests;
mod section;
mod sheets;
mod size_estimate;
mod strands;
mod sums;
mod walk;
mod walked;

use std::sync::atomic::AtomicBool;

use self::size_estimate::Estimate;
use self::walk::{Stop, Walk};
use super::rules::Rules;

pub use self::limit::{GivenUp, Limit, Size, USUAL_MEMORY};
pub(crate) use self::walk::Prefix;

/// The exact distribution of every measure.
#[derive(Clone, Debug, Default)]
pub struct Exact {
    /// `chances[measure][value]`.
    pub chances: Vec<Vec<f64>>,
    /// The chance of all that was left out because it was too rare, shared among the values above in proportion: no chance
    /// is wrong by more than this.
    pub unexplored: f64,
    /// The size of the walk.
    pub size: Size,
}

impl Exact {
    /// Shares the chance left out among all values in proportion, so that what is certain has chance 1.
    fn normalise(&mut self) {
        for chances in &mut self.chances {
            let sum: f64 = chances.iter().sum();
            if sum > 0.0 {
                chances.iter_mut().for_each(|chance| *chance /= sum);
            }
        }
    }
}

/// Walks all states with dice that fall every way.
pub fn walk<R: Rules>(rules: &R, mut limit: Limit, cancelled: &AtomicBool) -> Result<Exact, GivenUp> {
    let patient = limit.plays.saturating_mul(PATIENCE);
    let mut walk = Walk::new(rules, limit, cancelled);
    let outlook = limit.plays.min(limit.outlook);
    let (mut estimate, mut doubted) = (Estimate::new(rules, cancelled), Size::default());
    let mut allowed = if outlook < limit.plays { outlook.min(FIRST_LOOK) } else { outlook };
    if allowed < outlook {
        walk.memory.allow(limit.memory.min(FIRST_BYTES));
    }
    loop {
        let can_go_on = match walk.go_on(allowed) {
            Stop::Finished => break,
            Stop::Cancelled => return Err(GivenUp::Cancelled),
            Stop::Tangled => {
                limit.whole = true;
                walk = Walk::new(rules, limit, cancelled);
                estimate = Estimate::new(rules, cancelled);
                continue;
            }
            Stop::TooMuch { can_go_on } => can_go_on && !walk.memory.is_refused(),
        };
        let is_refused = walk.memory.is_refused() && (allowed >= outlook || limit.memory <= FIRST_BYTES);
        let is_first = allowed < outlook && !is_refused;
        walk.memory.allow(limit.memory);
        if allowed >= limit.plays && !is_refused {
            return Err(GivenUp::TooLarge(doubted.or_more(walk.size())));
        }
        let asked = Limit { memory: walk.memory.left().max(LEAST_OUTLOOK), ..limit };
        // What is far too large shows at once, and so does what is far from too large.
        let is_doubted = doubted.work > 0.0;
        let bounds = if is_first { limit.times(FAR as u64) } else { limit };
        let is_far = |grown: Size, bytes: f64| {
            grown.work > FAR * limit.plays as f64 || grown.bytes > bytes * limit.memory as f64
        };
        let mut size = estimate.size(asked, size_estimate::SLIGHTLY, &walk)?;
        if !is_first || !limit.allows(size) {
            size = estimate.size(asked, size_estimate::ROUGHLY, &walk)?;
        }
        let mut is_hopeless = is_far(estimate.grown(limit.rarest), FAR_BYTES_ROUGHLY) && !bounds.allows(size);
        let is_sure = bounds.allows(size) && (is_first || size.work <= (limit.plays / SURE) as f64);
        if is_refused || is_doubted || !is_sure && !is_hopeless {
            size = estimate.size(asked, size_estimate::ENOUGH, &walk)?;
            is_hopeless = is_far(estimate.grown(limit.rarest), FAR_BYTES) && (is_doubted || !bounds.allows(size));
        }
        let mut next = if is_first { outlook } else { patient };
        if is_refused || is_hopeless || !limit.allows(size) {
            // It may be that nearly all states have been found: that shows at the clocks that follow.
            let least = estimate.at_least(&walk).unwrap_or(size);
            if is_refused || is_hopeless || !limit.allows(least) {
                if is_hopeless {
                    size = size.or_more(estimate.grown(limit.rarest));
                }
                size.least_bytes = least.bytes;
                return Err(GivenUp::TooLarge(size.or_more(walk.size())));
            }
            if !bounds.allows(size) {
                // If it does not come to an end, this is what is told.
                doubted = size;
                next = patient.min(FURTHER * walk.walked.work).max(outlook);
            }
        }
        allowed = next;
        if !can_go_on {
            walk = Walk::new(rules, Limit { plays: patient, outlook: u64::MAX, ..limit }, cancelled);
        }
    }
    let size = walk.size();
    let mut exact = Exact { size, chances: walk.walked.chances, unexplored: walk.walked.unexplored };
    exact.normalise();
    Ok(exact)
}

/// The longest part of an engagement, step by step, that can be walked within the limit; `None` if that is not even the
/// first step, or if the walk was given up.
pub(crate) fn prefix<R: Rules>(rules: &R, limit: Limit, cancelled: &AtomicBool) -> Option<Prefix> {
    let mut walk = Walk::new(rules, Limit { outlook: u64::MAX, ..limit }, cancelled).keeping();
    match walk.go_on(limit.plays) {
        Stop::Cancelled => None,
        Stop::Finished | Stop::Tangled | Stop::TooMuch { .. } => walk.prefix(),
    }
}

/// After this much work, or so many bytes, it is seen whether a walk is far too large: more than so many times as large as
/// allowed. How many bytes it takes is known less well, above all roughly.
const FIRST_LOOK: u64 = 800_000;
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
