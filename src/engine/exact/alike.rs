//! States that are alike in all cells that a piece reads: the piece is played every way for one of them, and its outcomes,
//! with equal ones merged, apply to them all.
//!
//! Which cells a piece reads is found out by watching it. What it reads next depends on what it has read so far: a state
//! with equal values in all cells that were read while another was played would have been asked for the same cells. So what
//! is known of one state stays true of those alike, whichever other cells later states make it read.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::expansion::Expansion;
use super::limit::Limit;
use super::outcome::Outcomes;
use super::piece::{Gear, Played, play};
use crate::bucket::Bucket;
use crate::rules::Rules;

/// States looked at together; for an estimate the check whether enough of them are alike follows each time.
const LOOKED_AT: usize = 256;

/// The number of states after which the check counts, since the first ones have the least in common. Fewer than one in five
/// alike are too few.
const TRIED: usize = 4096;

/// How many states have to be looked at before too few may be alike.
pub(super) fn tried(limit: Limit) -> usize {
    if limit.likely { LOOKED_AT } else { TRIED }
}

/// What is known of the states of one clock.
#[derive(Default)]
pub(super) struct Alike {
    /// The cells that pieces have read.
    asked: Vec<u16>,
    /// The values of those cells in the states played.
    keys: Bucket<f64>,
    /// These states.
    known: Vec<Known>,
    /// States looked at.
    looked_at: usize,
    /// Too few are alike: each state is played by itself.
    is_off: bool,
    /// The bytes this takes.
    bytes: u64,
}

/// A state that has been played.
struct Known {
    state: Box<[u16]>,
    /// The cells that were read.
    asked: Box<[u16]>,
    /// Its outcomes; `None` if they are too many to keep.
    outcomes: Option<Outcomes>,
}

/// A state that has to be played by itself.
pub(super) const UNLIKE: u32 = u32::MAX;

/// The outcomes of some states, and the plays and work it took to find them.
#[derive(Default)]
pub(super) struct Ahead {
    /// For each state the known one that it is like; [`UNLIKE`] if it has to be played by itself.
    pub like: Vec<u32>,
    /// Plays of a piece.
    pub plays: u64,
    /// The plays, with long ones counted by their rolls.
    pub work: u64,
}

impl Alike {
    /// The outcomes of one piece of some states, each with its place in its bucket; `None` when there was more work than
    /// allowed or not enough memory, when a cell on a strand was touched, or when cancelled.
    pub(super) fn look<R: Rules>(&mut self, expansion: &Expansion<R>, states: &[(usize, &[u16])]) -> Option<Ahead> {
        let mut ahead = Ahead { like: vec![UNLIKE; states.len()], ..Ahead::default() };
        let mut key = Vec::new();
        for first in (0..states.len()).step_by(LOOKED_AT) {
            if self.is_off {
                break;
            }
            let mut open: Vec<usize> = (first..states.len().min(first + LOOKED_AT)).collect();
            self.looked_at += open.len();
            while !open.is_empty() {
                let mut unlike: Bucket<f64> = Bucket::default();
                let mut next = Vec::new();
                open.retain(|&index| {
                    self.key_of(states[index].1, &mut key);
                    let known = self.keys.place(&key);
                    match known {
                        Some(place) if self.known[place].outcomes.is_some() => ahead.like[index] = place as u32,
                        Some(_) => {}
                        None if unlike.add(&key, 0.0).1.is_none() => next.push(states[index]),
                        None => {}
                    }
                    known.is_none()
                });
                if next.is_empty() {
                    break;
                }
                // Counted at once: many outcomes of many states may be more than there is room for.
                let taken = AtomicU64::new(0);
                let play_one = |gear: &mut _, (_, from): &(usize, &[u16])| {
                    let played = play(expansion, from, gear)?;
                    let bytes = played.outcomes.as_ref().map_or(0, Outcomes::bytes);
                    taken.fetch_add(bytes, Ordering::Relaxed);
                    expansion.memory.take(bytes).then_some(played)
                };
                let played = next.par_iter().map_init(|| Gear::new(&expansion.limit), play_one);
                let played: Option<Vec<Played>> = played.collect();
                expansion.memory.give(taken.into_inner());
                let played = played?;
                let played: Vec<(usize, &[u16], Played)> =
                    next.into_iter().zip(played).map(|((place, from), played)| (place, from, played)).collect();
                for (.., played) in &played {
                    ahead.plays += played.plays;
                    ahead.work += played.work;
                }
                let mut touched = played.iter().filter_map(|(place, _, played)| Some((*place, played.touched?)));
                if let (Some((place, touched)), Some(guard)) = (touched.next(), expansion.guard) {
                    guard.catch(place, touched);
                    return None;
                }
                if !self.learn(expansion, played) {
                    return None;
                }
            }
            self.turn_off_if(self.known.len(), self.looked_at, expansion);
        }
        Some(ahead)
    }

    /// The outcomes of a known state.
    pub(super) fn outcomes(&self, like: u32) -> Option<&Outcomes> {
        self.known.get(like as usize)?.outcomes.as_ref()
    }

    /// Whether the outcomes of all these states are known.
    pub(super) fn knows_all(&self, ahead: &Ahead) -> bool {
        !self.is_off && !ahead.like.contains(&UNLIKE)
    }

    /// The cells that were read of the known state that this one is like, if there is one.
    pub(super) fn asked_of(&self, state: &[u16], key: &mut Vec<u16>) -> Option<&[u16]> {
        self.key_of(state, key);
        self.keys.place(key).map(|place| &self.known[place].asked[..])
    }

    /// This many states will be put into classes, of which only the first of each is looked at.
    pub(super) fn expect(&mut self, states: usize) {
        self.looked_at += states;
    }

    /// Whether so many classes of so many states are too many; then each state is played by itself from now on.
    pub(super) fn turn_off_if<R: Rules>(&mut self, classes: usize, states: usize, expansion: &Expansion<R>) -> bool {
        if states >= tried(expansion.limit) && classes * 5 > states * 4 {
            expansion.memory.give(self.bytes);
            (self.is_off, self.bytes) = (true, 0);
            (self.keys, self.known) = Default::default();
        }
        self.is_off
    }

    /// The cells that pieces have read.
    pub(super) fn asked(&self) -> &[u16] {
        &self.asked
    }

    /// The values of a state in the cells that pieces have read.
    fn key_of(&self, state: &[u16], key: &mut Vec<u16>) {
        key.clear();
        key.extend(self.asked.iter().map(|&place| state[usize::from(place)]));
    }

    /// Adds states just played; false when there is not enough memory for them.
    fn learn<R: Rules>(&mut self, expansion: &Expansion<R>, played: Vec<(usize, &[u16], Played)>) -> bool {
        let (before, mut key) = (self.asked.len(), Vec::new());
        let mut is_new = vec![true; played.first().map_or(0, |(_, state, _)| state.len())];
        self.asked.iter().for_each(|&place| is_new[usize::from(place)] = false);
        for &cell in played.iter().flat_map(|(.., played)| &played.asked) {
            if std::mem::take(&mut is_new[usize::from(cell)]) {
                self.asked.push(cell);
            }
        }
        if self.asked.len() > before {
            self.keys = Bucket::default();
            for known in &self.known {
                self.key_of(&known.state, &mut key);
                self.keys.add(&key, 0.0);
            }
        }
        for (_, state, Played { outcomes, asked, .. }) in played {
            let bytes = outcomes.as_ref().map_or(0, Outcomes::bytes);
            let numbers = self.asked.len() + state.len() + asked.len();
            let bytes = bytes + (size_of::<Known>() + numbers * size_of::<u16>()) as u64;
            if !expansion.memory.take(bytes) {
                return false;
            }
            self.bytes += bytes;
            self.key_of(state, &mut key);
            self.keys.add(&key, 0.0);
            self.known.push(Known { state: state.into(), asked, outcomes });
        }
        true
    }

    /// The bytes this takes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::dice::{Dice, Roll};
    use crate::exact::walk::{Stop, Walk};
    use crate::exact::{Limit, walk};
    use crate::measure::{Measure, Metric, Quantity, Wanted, When};
    use crate::row::Row;
    use crate::rules::Progress;

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
        let each_by_itself = Limit { one_by_one: true, ..Limit::default() };
        let one_by_one = walk(&Apart::default(), each_by_itself, &stop).expect("a small walk");
        assert!(once.size.states <= apart.size.states && apart.size.states <= one_by_one.size.states);
        let (played, all) = (duels.advanced.into_inner(), each.0.advanced.into_inner());
        assert!(played * 20 < all, "{played} {all}");
        for found in [&once, &apart] {
            for (measure, chances) in one_by_one.chances.iter().enumerate() {
                for (value, chance) in chances.iter().enumerate() {
                    let found = found.chances[measure].get(value).copied().unwrap_or(0.0);
                    assert!((found - chance).abs() < 1e-13, "{measure} = {value}: {found}, {chance}");
                }
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
