//! The results of a walk so far: the states that wait to be played, and the chances of what is final.

use std::collections::BTreeMap;
use std::ops::Range;

use super::carried::Carried;
use super::leaving::Leaving;
use super::limit::{Limit, Size};
use super::pairs::{Arrived, Pairs};
use crate::alone::differing;
use crate::bucket::Bucket;
use crate::memory::{Memory, make_room};

/// States of one clock that wait to be played, with what they carry.
pub(super) struct Waiting {
    /// The states with their chances.
    pub states: Bucket<f64>,
    /// What each of them carries.
    pub carried: Carried,
    /// States that are pairs, and what each of these carries.
    pub pairs: Pairs,
    pub of_pairs: Carried,
}

impl Waiting {
    /// No states, and this many counters.
    pub(super) fn nothing(counters: usize) -> Waiting {
        let (states, pairs) = Default::default();
        Waiting { states, carried: Carried::with_room(counters), pairs, of_pairs: Carried::nothing(counters) }
    }

    /// The bytes this takes.
    pub(super) fn bytes(&self) -> u64 {
        self.states.bytes() + self.carried.bytes() + self.pairs.bytes() + self.of_pairs.bytes()
    }

    /// The number of states, with those that are pairs.
    pub(super) fn len(&self) -> usize {
        self.states.len() + self.pairs.len()
    }

    /// The numbers of the first state.
    pub(super) fn first(&self) -> Vec<u16> {
        let mut first = Vec::new();
        match self.pairs.is_empty() {
            true => first.extend_from_slice(self.states.states().next().unwrap_or(&[])),
            false => self.pairs.state(0, &mut first),
        }
        first
    }

    /// The cells in which the states may differ, if all are pairs or none is.
    pub(super) fn differing(&self) -> Vec<u16> {
        if self.pairs.is_empty() { differing(&self.states) } else { self.pairs.differing().to_vec() }
    }

    /// Builds the states that are pairs, and merges equal ones; false when there is not enough memory.
    pub(super) fn build(&mut self, memory: &Memory) -> bool {
        let pairs = std::mem::take(&mut self.pairs);
        let of_pairs = std::mem::replace(&mut self.of_pairs, Carried::nothing(self.carried.counters()));
        let has_room = pairs.each(|place, state, chance| {
            make_room(&mut self.states, state.len(), memory) && {
                let (here, _) = self.states.add(state, chance);
                self.carried.add_of(here, &of_pairs, place, memory)
            }
        });
        memory.give(pairs.bytes() + of_pairs.bytes());
        has_room
    }

    /// Makes pairs of all states; false when there is not enough memory.
    pub(super) fn pair(&mut self, memory: &Memory) -> bool {
        let has_room = self.states.is_empty()
            || self.pairs.absorb(&self.states, memory) && self.of_pairs.absorb(&self.carried, memory);
        memory.give(self.states.bytes() + self.carried.bytes());
        memory.keep(std::mem::take(&mut self.states));
        self.carried = Carried::with_room(self.carried.counters());
        has_room
    }

    /// Whether all counters of all states are at 0.
    pub(super) fn is_at_zero(&self) -> bool {
        self.carried.is_at_zero() && self.of_pairs.is_at_zero()
    }

    /// Adds other states: how many of them are new here; `None` when there is not enough memory.
    fn take_in(&mut self, others: &Waiting, memory: &Memory) -> Option<usize> {
        let before = self.states.len();
        for place in 0..others.states.len() {
            let here = add_from(&mut self.states, &others.states, place, memory)?;
            if !self.carried.add_of(here, &others.carried, place, memory) {
                return None;
            }
        }
        Some(self.states.len() - before)
    }
}

/// Adds a state of another bucket: its place here; `None` when there is not enough memory.
fn add_from(states: &mut Bucket<f64>, others: &Bucket<f64>, place: usize, memory: &Memory) -> Option<usize> {
    let state = others.state(place);
    make_room(states, state.len(), memory).then(|| states.add_hashed(others.hash(place), state, others.value(place)).0)
}

/// The results of the states played so far.
pub(super) struct Walked {
    /// How many states have been played.
    pub done: usize,
    /// States to be played, by clock.
    pub waiting: BTreeMap<u128, Waiting>,
    /// How many counters each of them carries.
    counters: usize,
    /// How many states wait.
    pub held: usize,
    /// Whether any trial is over.
    pub is_over: bool,
    /// States in which trials are over and whose last measures are read later.
    pub over: Bucket<f64>,
    /// `chances[measure][value]`.
    pub chances: Vec<Vec<f64>>,
    /// The chance of what was left out.
    pub unexplored: f64,
    /// Plays of a piece.
    pub plays: u64,
    /// The same, with long plays counted by their rolls.
    pub work: u64,
    /// How much longer it took because of what states carry.
    pub of_rows: u64,
    /// The estimated plays and work of what was left out.
    pub skipped: (f64, f64),
}

impl Walked {
    /// Empty, for this many measures and counters.
    pub(super) fn nothing(measures: usize, counters: usize) -> Self {
        Walked {
            done: 0,
            waiting: BTreeMap::new(),
            counters,
            held: 0,
            is_over: false,
            over: Bucket::default(),
            chances: vec![Vec::new(); measures],
            unexplored: 0.0,
            plays: 0,
            work: 0,
            of_rows: 0,
            skipped: (0.0, 0.0),
        }
    }

    /// Adds chance to a state that waits to be played; false when there is not enough memory for it. `from` is the state
    /// left and the chance of the way from it, unless all its counters are at 0.
    #[inline]
    pub(super) fn reach(
        &mut self,
        clock: u128,
        state: &[u16],
        chance: f64,
        from: Option<(&Leaving, f64)>,
        memory: &Memory,
    ) -> bool {
        let waiting = self.waiting.entry(clock).or_insert_with(|| Waiting::nothing(self.counters));
        let Waiting { states, carried, .. } = waiting;
        if !make_room(states, state.len(), memory) {
            return false;
        }
        let (place, before) = states.add(state, chance);
        self.held += usize::from(before.is_none());
        match from {
            _ if self.counters == 0 => true,
            Some((from, way)) => from.arrive(carried, place, way, memory),
            None => carried.begin(place, chance, memory),
        }
    }

    /// The same for some states, each with its hash and chance, and some of these rows of what they carry; without rows all their
    /// counters are at 0.
    pub(super) fn reach_all<'s>(
        &mut self,
        clock: u128,
        mut some: impl Iterator<Item = (&'s [u16], (u32, f64))>,
        mut rows: Option<(&Carried, Range<usize>)>,
        memory: &Memory,
    ) -> bool {
        let waiting = self.waiting.entry(clock).or_insert_with(|| Waiting::nothing(self.counters));
        let Waiting { states, carried, .. } = waiting;
        let before = states.len();
        let has_room = some.all(|(state, (hash, chance))| {
            if !make_room(states, state.len(), memory) {
                return false;
            }
            let (place, _) = states.add_hashed(hash, state, chance);
            match &mut rows {
                Some((rows, some)) => some.next().is_some_and(|row| carried.add_of(place, rows, row, memory)),
                None => carried.begin(place, chance, memory),
            }
        });
        self.held += states.len() - before;
        has_room
    }

    /// Adds states of an entry at this clock, with some of these rows; false when there is not enough memory.
    pub(super) fn reach_pairs(
        &mut self,
        clock: u128,
        arrived: Arrived,
        (rows, some): (&Carried, Range<usize>),
        memory: &Memory,
    ) -> bool {
        let waiting = self.waiting.entry(clock).or_insert_with(|| Waiting::nothing(self.counters));
        self.held += arrived.rests.len();
        waiting.pairs.add(arrived, memory) && waiting.of_pairs.extend(rows, some, memory)
    }

    /// Adds chance to a state in which the trial is over, to be read later; false when there is not enough memory.
    pub(super) fn end(&mut self, state: &[u16], chance: f64, memory: &Memory) -> bool {
        let has_room = make_room(&mut self.over, state.len(), memory);
        if has_room {
            let (_, before) = self.over.add(state, chance);
            self.held += usize::from(before.is_none());
        }
        has_room
    }

    /// The bytes this takes.
    pub(super) fn bytes(&self) -> u64 {
        self.waiting.values().map(Waiting::bytes).sum::<u64>() + self.over.bytes()
    }

    /// The size of the walk so far.
    pub(super) fn size(&self, memory: &Memory) -> Size {
        let (plays, work) = self.skipped;
        Size {
            states: (self.done + self.held) as f64,
            plays: self.plays as f64 + plays,
            work: self.work as f64 + work,
            bytes: memory.most() as f64,
            done: self.work as f64,
        }
    }

    /// States rarer than this are left out from here on.
    pub(super) fn rarest(&self, limit: &Limit, memory: &Memory) -> f64 {
        limit.rarest_after(memory.used(), self.work)
    }

    /// And states reached that are rarer than this: they may be reached once more.
    pub(super) fn rarest_reached(&self, limit: &Limit, memory: &Memory) -> f64 {
        let rarest = self.rarest(limit, memory);
        if limit.likely || limit.has_raised(rarest) { rarest } else { 0.0 }
    }

    /// Adds chance to a value of a measure.
    #[inline]
    pub(super) fn count(&mut self, measure: usize, value: u64, chance: f64) {
        add(&mut self.chances[measure], value as usize, chance);
    }

    /// Adds chances of values of all measures.
    pub(super) fn add_chances(&mut self, all: Vec<Vec<f64>>) {
        for (sums, chances) in self.chances.iter_mut().zip(all) {
            for (value, chance) in chances.into_iter().enumerate() {
                add(sums, value, chance);
            }
        }
    }

    /// Adds up plays, and these with long ones counted by their rolls.
    pub(super) fn note_plays(&mut self, plays: u64, work: u64) {
        self.plays += plays;
        self.work += work;
    }

    /// Adds up the work of another portion, which is merged later.
    pub(super) fn note(&mut self, portion: &Self) {
        self.done += portion.done;
        self.plays += portion.plays;
        self.work += portion.work;
        self.skipped.0 += portion.skipped.0;
        self.skipped.1 += portion.skipped.1;
        self.unexplored += portion.unexplored;
        self.is_over |= portion.is_over;
    }

    /// Adds the results of another portion, whose work has been added; false when there is not enough memory.
    pub(super) fn merge(&mut self, portion: Self, memory: &Memory) -> bool {
        self.add_chances(portion.chances);
        for (clock, others) in portion.waiting {
            let waiting = self.waiting.entry(clock).or_insert_with(|| Waiting::nothing(self.counters));
            let Some(new) = waiting.take_in(&others, memory) else { return false };
            self.held += new;
            memory.give(others.bytes());
            memory.keep(others.states);
        }
        let before = self.over.len();
        let has_room =
            (0..portion.over.len()).all(|place| add_from(&mut self.over, &portion.over, place, memory).is_some());
        self.held += self.over.len() - before;
        memory.give(portion.over.bytes());
        has_room
    }
}

/// Adds chance to a value.
pub(super) fn add(chances: &mut Vec<f64>, value: usize, chance: f64) {
    if value >= chances.len() {
        chances.resize(value + 1, 0.0);
    }
    chances[value] += chance;
}
