//! Plays one piece every way, and watches which cells it reads and what it changes.

use std::sync::Arc;

use foldhash::fast::FixedState;
use indexmap::IndexMap;

use super::expansion::{Expansion, REPORTED};
use super::outcome::{Outcome, Outcomes};
use crate::exhaustive::EveryWay;
use crate::row::Change;
use crate::rules::{Progress, Rules, counters_here};

/// The most outcomes of one piece that are kept: more are not worth it.
const MOST_OUTCOMES: usize = 8192;

/// For an estimate a piece is played in at most this many ways.
const MOST_WAYS: u64 = 20_000;

/// Ways with an equal key are one outcome: the progress, what is spread over counters, what changes.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    progress: Progress,
    spread: Vec<(usize, *const [f64])>,
    changes: Vec<Change>,
}

/// A state just played: the cells read, its outcomes, the number of plays and the work.
pub(super) struct Played {
    /// The first cell on a strand that it touched.
    pub touched: Option<u16>,
    /// Whether each cell has been read.
    pub asked: Vec<bool>,
    /// The outcomes; `None` if they are too many to keep.
    pub outcomes: Option<Outcomes>,
    /// Plays of the piece.
    pub plays: u64,
    /// The plays, with long ones counted by their rolls.
    pub work: u64,
}

/// Plays a piece of one state every way, and watches which cells it reads; `None` when there was more work than allowed, or
/// when cancelled.
pub(super) fn play<R: Rules>(
    expansion: &Expansion<R>,
    from: &[u16],
    dice: &mut EveryWay,
    state: &mut Option<R::State>,
) -> Option<Played> {
    let state = state.get_or_insert_with(|| expansion.rules.deploy());
    state.as_mut().unwatch();
    state.as_mut().become_like(from);
    let mut all: IndexMap<Key, Outcome, FixedState> = IndexMap::default();
    let mut key = Key { progress: Progress::Within, spread: Vec::new(), changes: Vec::new() };
    let (mut played, mut reported) =
        (Played { touched: None, asked: vec![false; from.len()], outcomes: None, plays: 0, work: 0 }, 0);
    let most_ways = if expansion.limit.likely { MOST_WAYS } else { u64::MAX };
    dice.follow(0.0);
    dice.put_off();
    dice.spread_over(counters_here(expansion.rules, state));
    let is_kept = loop {
        state.as_mut().watch(from);
        dice.begin();
        key.progress = expansion.rules.advance(state, dice);
        played.touched = expansion.guard.and_then(|guard| guard.look(state.as_ref()));
        if played.touched.is_some() {
            return Some(played);
        }
        key.changes.clear();
        state.as_ref().seen(from, &mut played.asked, &mut key.changes);
        key.spread.clear();
        key.spread.extend(dice.spread().iter().map(|(counter, chances)| (*counter, Arc::as_ptr(chances))));
        played.plays += 1;
        played.work += dice.work();
        match all.get_mut(&key) {
            Some(outcome) => outcome.chance += dice.chance(),
            None => {
                let spread = dice.spread().to_vec();
                let outcome = Outcome { chance: dice.chance(), progress: key.progress, changes: 0..0, spread };
                all.insert(key.clone(), outcome);
            }
        }
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
        if all.len() > MOST_OUTCOMES || played.plays >= most_ways {
            break false;
        }
    };
    if !expansion.report(played.work - reported) {
        return None;
    }
    if is_kept {
        let mut changes = Vec::with_capacity(all.keys().map(|key| key.changes.len()).sum());
        let all = all.into_iter().map(|(key, outcome)| {
            let first = changes.len();
            changes.extend(key.changes);
            Outcome { changes: first..changes.len(), ..outcome }
        });
        let all = all.collect();
        played.outcomes = Some(Outcomes { all, changes });
    }
    Some(played)
}
