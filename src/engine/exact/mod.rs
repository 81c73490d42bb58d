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
//! nor by what an outcome has set (`overwritten`). Measures that are final before their step is over are recorded there, and what
//! only they need is forgotten (`early`).

mod alike;
mod carried;
mod classes;
mod columns;
pub mod deciding;
mod early;
mod entries;
mod expansion;
mod followers;
mod leaving;
mod limit;
mod loads;
mod members;
mod outcome;
mod outlook;
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

use self::outlook::Outlook;
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
    let mut walk = Walk::new(rules, limit, cancelled);
    let mut outlook = Outlook::new(rules, limit, cancelled);
    let mut allowed = outlook.first(&mut walk);
    loop {
        let stop = walk.go_on(allowed);
        if limit.is_too_much_left_out(walk.walked.unexplored) {
            return Err(outlook.too_large(&walk));
        }
        let can_go_on = match stop {
            Stop::Finished => break,
            Stop::Cancelled => return Err(GivenUp::Cancelled),
            Stop::Tangled => {
                limit.whole = true;
                walk = Walk::new(rules, limit, cancelled);
                outlook = Outlook::new(rules, limit, cancelled);
                continue;
            }
            Stop::TooMuch { can_go_on } => can_go_on,
        };
        let is_full = walk.memory.is_refused();
        walk.memory.allow(limit.memory);
        walk.pause = u64::MAX;
        allowed = outlook.next(&walk, allowed, is_full)?;
        if is_full || !can_go_on {
            walk = Walk::new(rules, Limit { outlook: u64::MAX, ..limit }, cancelled);
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
