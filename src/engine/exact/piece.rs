//! Plays one piece every way, and watches which cells it reads and what it changes.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

use foldhash::fast::FixedState;

use super::expansion::{Expansion, REPORTED};
use super::limit::Limit;
use super::outcome::{Outcome, Outcomes};
use crate::exhaustive::EveryWay;
use crate::row::{Asked, Change};
use crate::rules::{Progress, Rules, counters_here, knows_early};

/// The most outcomes of one piece that are kept: more are not worth it.
const MOST_OUTCOMES: usize = 8192;

/// For an estimate a piece is played in at most this many ways.
const MOST_WAYS: u64 = 20_000;

/// Up to so many outcomes are looked through one by one.
const FEW: usize = 8;

/// What pieces are played with, used again for each.
pub(super) struct Gear<S> {
    dice: EveryWay,
    state: Option<S>,
    found: Found,
    asked: Asked,
}

impl<S> Gear<S> {
    /// For walks with this limit.
    pub(super) fn new(limit: &Limit) -> Gear<S> {
        Gear { dice: limit.dice(), state: None, found: Found::default(), asked: Asked::default() }
    }
}

/// The outcomes of a piece found so far.
#[derive(Default)]
struct Found {
    outcomes: Outcomes,
    /// What the way just played changes.
    changes: Vec<Change>,
    /// If there are more than a few: the first outcome with each hash.
    by_hash: HashMap<u64, usize, FixedState>,
}

impl Found {
    /// Forgets those of another piece.
    fn clear(&mut self) {
        self.outcomes.all.clear();
        self.outcomes.changes.clear();
        self.by_hash.clear();
    }

    /// Adds the way just played: ways with the same progress, changes, and numbers spread over counters are one outcome.
    fn add(&mut self, progress: Progress, dice: &EveryWay) {
        let place = self.place(progress, dice.spread());
        let Found { outcomes: Outcomes { all, changes }, .. } = self;
        if place < all.len() {
            all[place].chance += dice.chance();
            return;
        }
        let first = changes.len();
        changes.extend_from_slice(&self.changes);
        let spread = dice.spread().to_vec();
        all.push(Outcome { chance: dice.chance(), progress, changes: first..changes.len(), spread });
    }

    /// Which outcome the way just played has; if it is a new one, the place for it.
    fn place(&mut self, progress: Progress, spread: &[(usize, Arc<[f64]>)]) -> usize {
        let Found { outcomes, changes, by_hash } = self;
        let is_spread_alike = |other: &Outcome| {
            let mut pairs = other.spread.iter().zip(spread);
            other.spread.len() == spread.len() && pairs.all(|(one, two)| one.0 == two.0 && Arc::ptr_eq(&one.1, &two.1))
        };
        let is_this = |other: &Outcome| {
            other.progress == progress && outcomes.changes_of(other) == changes && is_spread_alike(other)
        };
        let count = outcomes.all.len();
        if count <= FEW {
            return outcomes.all.iter().position(is_this).unwrap_or(count);
        }
        if by_hash.is_empty() {
            by_hash.extend(
                outcomes.all.iter().enumerate().map(|(place, of)| (hash(of.progress, outcomes.changes_of(of)), place)),
            );
        }
        let first = *by_hash.entry(hash(progress, changes)).or_insert(count);
        let same = outcomes.all[first..].iter().position(is_this);
        same.map_or(count, |later| first + later)
    }

    /// All that were found.
    fn take(&mut self) -> Outcomes {
        Outcomes { all: self.outcomes.all.drain(..).collect(), changes: self.outcomes.changes.clone() }
    }
}

/// What outcomes are looked up by. What they spread is seldom told apart, and not part of it.
fn hash(progress: Progress, changes: &[Change]) -> u64 {
    let mut hasher = FixedState::default().build_hasher();
    hasher.write_u64(progress as u64);
    changes.iter().for_each(|change| hasher.write_u64(change.number()));
    hasher.finish()
}

/// A state just played: the cells read, its outcomes, the number of plays and the work.
pub(super) struct Played {
    /// The first cell on a strand that it touched.
    pub touched: Option<u16>,
    /// The cells read, in order.
    pub asked: Box<[u16]>,
    /// The outcomes; `None` if they are too many to keep.
    pub outcomes: Option<Outcomes>,
    /// Plays of the piece.
    pub plays: u64,
    /// The plays, with long ones counted by their rolls.
    pub work: u64,
}

/// Plays a piece of one state every way, and watches which cells it reads; `None` when there was more work than allowed, or
/// when cancelled.
pub(super) fn play<R: Rules>(expansion: &Expansion<R>, from: &[u16], gear: &mut Gear<R::State>) -> Option<Played> {
    let Gear { dice, state, found, asked } = gear;
    let state = state.get_or_insert_with(|| expansion.rules.deploy());
    state.as_mut().unwatch();
    state.as_mut().become_like(from);
    found.clear();
    asked.clear(from.len());
    let (mut played, mut reported) =
        (Played { touched: None, asked: Box::default(), outcomes: None, plays: 0, work: 0 }, 0);
    let most_ways = if expansion.limit.likely { MOST_WAYS } else { u64::MAX };
    dice.follow(0.0);
    dice.put_off();
    dice.spread_over(counters_here(expansion.rules, state));
    let knows_early = knows_early(expansion.rules, state);
    let is_kept = loop {
        state.as_mut().watch(from);
        dice.begin();
        if knows_early {
            expansion.rules.forget_early(state);
        }
        let progress = expansion.rules.advance(state, dice);
        played.touched = expansion.guard.and_then(|guard| guard.look(state.as_ref()));
        if played.touched.is_some() {
            return Some(played);
        }
        found.changes.clear();
        state.as_ref().seen(from, asked, &mut found.changes);
        found.add(progress, dice);
        played.plays += 1;
        played.work += dice.work();
        if played.work - reported >= REPORTED {
            let so_far = expansion.report(played.work - reported);
            reported = played.work;
            if !so_far {
                return None;
            }
        }
        if !dice.go_on() {
            break true;
        }
        if found.outcomes.all.len() > MOST_OUTCOMES || played.plays >= most_ways {
            break false;
        }
    };
    if !expansion.report(played.work - reported) {
        return None;
    }
    played.asked = asked.cells().into();
    played.asked.sort_unstable();
    played.outcomes = is_kept.then(|| found.take());
    Some(played)
}
