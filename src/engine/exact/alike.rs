//! States that are alike in all cells that a piece reads: the piece is played every way for one of them, and its outcomes,
//! with equal ones merged, apply to them all.
//!
//! Which cells a piece reads is found out by watching it. What it reads next depends on what it has read so far: a state
//! with equal values in all cells that were read while another was played would have been asked for the same cells. So what
//! is known of one state stays true of those alike, whichever other cells later states make it read.

use std::ops::Range;
use std::sync::Arc;

use foldhash::fast::FixedState;
use indexmap::{IndexMap, IndexSet};
use rayon::prelude::*;

use super::expansion::{Expansion, REPORTED};
use super::outcome::{Outcome, Outcomes};
use super::walked::Waiting;
use crate::exhaustive::EveryWay;
use crate::row::Change;
use crate::rules::{Progress, Rules, counters_here};

/// The most outcomes of one piece that are kept: more are not worth it.
const MOST_OUTCOMES: usize = 8192;

/// For an estimate a piece is played in at most this many ways.
const MOST_WAYS: u64 = 20_000;

/// States looked at together; for an estimate the check whether enough of them are alike follows each time.
const LOOKED_AT: usize = 256;

/// The number of states after which the check counts, since the first ones have the least in common. Fewer than one in five
/// alike are too few.
const TRIED: usize = 4096;

/// Ways with an equal key are one outcome: the progress, what is spread over counters, what changes.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    progress: Progress,
    spread: Vec<(usize, *const [f64])>,
    changes: Vec<Change>,
}

/// What is known of the states of one clock.
#[derive(Default)]
pub(super) struct Alike {
    /// The cells that pieces have read.
    asked: Vec<usize>,
    /// The states played, by the values of those cells.
    known: IndexMap<Box<[u16]>, Known, FixedState>,
    /// States looked at.
    looked_at: usize,
    /// Too few are alike: each state is played by itself.
    is_off: bool,
    /// The bytes this takes.
    bytes: u64,
}

/// A state that has been played.
struct Known {
    /// Its place among the states of its clock.
    place: usize,
    /// Its outcomes; `None` if they are too many to keep.
    outcomes: Option<Arc<Outcomes>>,
}

/// A state just played: the cells read, its outcomes, the number of plays and the work.
struct Played {
    /// The first cell on a strand that it touched.
    touched: Option<u16>,
    asked: Vec<bool>,
    outcomes: Option<Arc<Outcomes>>,
    plays: u64,
    work: u64,
}

/// The outcomes of some states, and the plays and work it took to find them.
#[derive(Default)]
pub(super) struct Ahead {
    /// For each state; `None` if it has to be played by itself.
    pub outcomes: Vec<Option<Arc<Outcomes>>>,
    /// Plays of a piece.
    pub plays: u64,
    /// The plays, with long ones counted by their rolls.
    pub work: u64,
}

impl Alike {
    /// The outcomes of some states; `None` when there was more work than allowed or not enough memory, when a cell on a
    /// strand was touched, or when cancelled.
    pub(super) fn look<R: Rules>(
        &mut self,
        expansion: &Expansion<R>,
        waiting: &Waiting,
        some: Range<usize>,
    ) -> Option<Ahead> {
        let mut ahead = Ahead { outcomes: vec![None; some.len()], ..Ahead::default() };
        for first in some.clone().step_by(LOOKED_AT) {
            if self.is_off {
                break;
            }
            let mut open: Vec<usize> = (first..some.end.min(first + LOOKED_AT)).collect();
            open.retain(|&place| waiting.states.value(place) >= expansion.limit.rarest);
            self.looked_at += open.len();
            while !open.is_empty() {
                let mut unlike: IndexSet<Box<[u16]>, FixedState> = IndexSet::default();
                let (mut key, mut next) = (Vec::new(), Vec::new());
                open.retain(|&place| {
                    self.key_of(waiting, place, &mut key);
                    let known = self.known.get(&key[..]);
                    if let Some(known) = known {
                        ahead.outcomes[place - some.start] = known.outcomes.clone();
                    } else if !unlike.contains(&key[..]) {
                        unlike.insert(key[..].into());
                        next.push(place);
                    }
                    known.is_none()
                });
                let played = next.into_par_iter().map_init(
                    || (expansion.limit.dice(), None),
                    |(dice, state), place| Some((place, play(expansion, waiting, place, dice, state)?)),
                );
                let played: Vec<(usize, Played)> = played.collect::<Option<_>>()?;
                for (_, played) in &played {
                    ahead.plays += played.plays;
                    ahead.work += played.work;
                }
                let mut touched = played.iter().filter_map(|(place, played)| Some((*place, played.touched?)));
                if let (Some((place, touched)), Some(guard)) = (touched.next(), expansion.guard) {
                    guard.catch(place, touched);
                    return None;
                }
                if !self.learn(expansion, waiting, played) {
                    return None;
                }
            }
            let tried = if expansion.limit.likely { LOOKED_AT } else { TRIED };
            self.is_off = self.looked_at >= tried && self.known.len() * 5 > self.looked_at * 4;
            if self.is_off {
                expansion.memory.give(self.bytes);
                (self.known, self.bytes) = (IndexMap::default(), 0);
            }
        }
        Some(ahead)
    }

    /// The values of a state in the cells that pieces have read.
    fn key_of(&self, waiting: &Waiting, place: usize, key: &mut Vec<u16>) {
        let numbers = waiting.states.state(place);
        key.clear();
        key.extend(self.asked.iter().map(|&place| numbers[place]));
    }

    /// Adds states just played; false when there is not enough memory for them.
    fn learn<R: Rules>(&mut self, expansion: &Expansion<R>, waiting: &Waiting, played: Vec<(usize, Played)>) -> bool {
        let (before, mut key) = (self.asked.len(), Vec::new());
        for (_, played) in &played {
            let asked = (0..played.asked.len()).filter(|&place| played.asked[place]);
            let more: Vec<usize> = asked.filter(|place| !self.asked.contains(place)).collect();
            self.asked.extend(more);
        }
        if self.asked.len() > before {
            for (_, known) in std::mem::take(&mut self.known) {
                self.key_of(waiting, known.place, &mut key);
                self.known.insert(key[..].into(), known);
            }
        }
        for (place, Played { outcomes, .. }) in played {
            let bytes = outcomes.as_ref().map_or(0, |outcomes| outcomes.bytes()) + 2 * self.asked.len() as u64;
            if !expansion.memory.take(bytes) {
                return false;
            }
            self.bytes += bytes;
            self.key_of(waiting, place, &mut key);
            self.known.insert(key[..].into(), Known { place, outcomes });
        }
        true
    }

    /// The bytes this takes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// Plays a piece of one state every way, and watches which cells it reads; `None` when there was more work than allowed, or
/// when cancelled.
fn play<R: Rules>(
    expansion: &Expansion<R>,
    waiting: &Waiting,
    place: usize,
    dice: &mut EveryWay,
    state: &mut Option<R::State>,
) -> Option<Played> {
    let from = waiting.states.state(place);
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
        let mut changes = Vec::new();
        let all = all.into_iter().map(|(key, outcome)| {
            let first = changes.len();
            changes.extend(key.changes);
            Outcome { changes: first..changes.len(), ..outcome }
        });
        let all = all.collect();
        played.outcomes = Some(Arc::new(Outcomes { all, changes }));
    }
    Some(played)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    use super::*;
    use crate::dice::{Dice, Roll};
    use crate::exact::walk::{Stop, Walk};
    use crate::exact::{Limit, walk};
    use crate::measure::{Measure, Metric, Quantity, Wanted, When};
    use crate::row::Row;

    /// Four duels, fought in turn for three rounds. In each the lower roll loses a life, and in the last round the first to
    /// have lost one strikes with two dice. All lives lost are counted as well.
    #[derive(Default)]
    struct Duels {
        advanced: AtomicU64,
    }

    const ROUNDS: u16 = 3;
    const DUELS: u16 = 4;
    const DIE: Roll = Roll::new("a die", "0");
    static LIVES: Metric = Metric::new("lives", Quantity::Count, Wanted::More);

    // The cells of the row: the progress, all lives lost, then two cells for each duel, and who was the first to lose.
    const NOW: u16 = 0;
    const LOST: u16 = 1;
    const FIRST: u16 = 2;
    const PLACES: u16 = 3 + 2 * DUELS;

    impl Rules for Duels {
        type State = Row;

        fn measures(&self) -> Vec<Measure> {
            (0..2 + 2 * DUELS).map(|_| Measure::new(When::End, "all", &LIVES)).collect()
        }

        fn deploy(&self) -> Row {
            Row::blank(PLACES.into())
        }

        fn clock(&self, state: &Row) -> u128 {
            u128::from(*state.at(NOW))
        }

        fn advance<D: Dice>(&self, state: &mut Row, dice: &mut D) -> Progress {
            self.advanced.fetch_add(1, Ordering::Relaxed);
            let now = *state.at(NOW);
            state.put(NOW, now + 1);
            let (round, duel) = (now / DUELS, now % DUELS);
            let rolled = [0, 1].map(|side| {
                let first = round + 1 == ROUNDS && *state.at(FIRST) == 1 + 2 * duel + side;
                dice.highest_of(&DIE, 1 + u32::from(first), 6)
            });
            if rolled[0] != rolled[1] {
                let loser = 2 * duel + u16::from(rolled[1] < rolled[0]);
                *state.at_mut(3 + loser) += 1;
                *state.at_to_add(LOST) += 1;
                if *state.at(FIRST) == 0 {
                    state.put(FIRST, 1 + loser);
                }
            }
            if now + 1 == ROUNDS * DUELS { Progress::Over } else { Progress::Within }
        }

        fn record(&self, state: &Row, write: &mut dyn FnMut(usize, u64)) {
            (1..PLACES).for_each(|place| write(usize::from(place) - 1, (*state.at(place)).into()));
        }

        fn forget(&self, _state: &mut Row) {}

        fn describe(&self, _state: &Row) -> Vec<String> {
            Vec::new()
        }
    }

    /// The same duels, but each piece reads all cells: no two states are alike.
    #[derive(Default)]
    struct Apart(Duels);

    impl Rules for Apart {
        type State = Row;

        fn measures(&self) -> Vec<Measure> {
            self.0.measures()
        }

        fn deploy(&self) -> Row {
            self.0.deploy()
        }

        fn clock(&self, state: &Row) -> u128 {
            self.0.clock(state)
        }

        fn advance<D: Dice>(&self, state: &mut Row, dice: &mut D) -> Progress {
            (0..PLACES).for_each(|place| _ = state.at(place));
            self.0.advance(state, dice)
        }

        fn record(&self, state: &Row, write: &mut dyn FnMut(usize, u64)) {
            self.0.record(state, write);
        }

        fn forget(&self, state: &mut Row) {
            self.0.forget(state);
        }

        fn describe(&self, state: &Row) -> Vec<String> {
            self.0.describe(state)
        }
    }

    #[test]
    fn a_piece_is_played_once_for_all_states_that_are_alike_in_what_it_asks_for() {
        let (duels, each) = (Duels::default(), Apart::default());
        let stop = AtomicBool::new(false);
        let once = walk(&duels, Limit::default(), &stop).expect("a small walk");
        let apart = walk(&each, Limit::default(), &stop).expect("a small walk");
        assert_eq!(once.size.states, apart.size.states);
        let (played, all) = (duels.advanced.into_inner(), each.0.advanced.into_inner());
        assert!(played * 20 < all, "{played} {all}");
        for (measure, chances) in apart.chances.iter().enumerate() {
            for (value, chance) in chances.iter().enumerate() {
                let found = once.chances[measure].get(value).copied().unwrap_or(0.0);
                assert!((found - chance).abs() < 1e-14, "{measure} = {value}: {found}, {chance}");
            }
        }
    }

    #[test]
    fn memory_that_was_taken_is_given_back() {
        let (rules, stop) = (Duels::default(), AtomicBool::new(false));
        let mut walk = Walk::new(&rules, Limit::default(), &stop);
        assert!(matches!(walk.go_on(1 << 40), Stop::Finished));
        assert_eq!((walk.memory.used(), walk.memory.most() > 0), (0, true));
    }
}
