//! What has come of a walk so far: the states that wait to be played, and the chances of what is final.

use std::collections::BTreeMap;
use std::hash::Hash;

use foldhash::fast::FixedState;
use indexmap::IndexMap;

use super::carried::{Carried, Leaving};
use super::limit::Size;
use super::memory::{Memory, make_room, room_of};

/// States of one clock with their chances, in the order first met.
pub struct Bucket<S> {
    /// The states.
    pub states: IndexMap<S, f64, FixedState>,
}

impl<S> Default for Bucket<S> {
    fn default() -> Self {
        Bucket { states: IndexMap::default() }
    }
}

impl<S: Clone + Eq + Hash> Bucket<S> {
    /// Adds chance to a state; its place, and whether it is new here.
    #[inline]
    pub fn add(&mut self, state: &S, chance: f64) -> (usize, bool) {
        match self.states.get_full_mut(state) {
            Some((place, _, sum)) => {
                *sum += chance;
                (place, false)
            }
            None => (self.states.insert_full(state.clone(), chance).0, true),
        }
    }

    /// The same of a state that is no longer needed, whose `heap` bytes are given back if it is known here; nothing when there
    /// is not enough memory.
    fn take_in(&mut self, state: S, chance: f64, heap: u64, memory: &Memory) -> Option<(usize, bool)> {
        if !make_room(&mut self.states, memory) {
            return None;
        }
        let known = self.states.len();
        let entry = self.states.entry(state);
        let place = entry.index();
        *entry.or_insert(0.0) += chance;
        let is_new = self.states.len() > known;
        if !is_new {
            memory.give(heap);
        }
        Some((place, is_new))
    }
}

/// States of one clock that wait to be played, with what they carry.
pub struct Waiting<S> {
    /// The states.
    pub bucket: Bucket<S>,
    /// What each of them carries.
    pub carried: Carried,
}

impl<S> Waiting<S> {
    /// None, of this many counters.
    pub fn nothing(counters: usize) -> Self {
        Waiting { bucket: Bucket::default(), carried: Carried::nothing(counters) }
    }

    /// The bytes that they take, without what states hold on the heap.
    pub fn bytes(&self) -> u64 {
        room_of(&self.bucket.states) + self.carried.bytes()
    }
}

/// What has come of the states played so far.
pub struct Walked<S> {
    /// How many states.
    pub done: usize,
    /// States to be played, by clock.
    pub waiting: BTreeMap<u128, Waiting<S>>,
    /// How many counters each of them carries.
    counters: usize,
    /// How many states are waiting.
    pub held: usize,
    /// Whether a trial is over.
    pub is_over: bool,
    /// States in which trials are over, of which the last measures are read later.
    pub over: Bucket<S>,
    /// `chances[measure][value]`.
    pub chances: Vec<Vec<f64>>,
    /// The chance of what was left out.
    pub unexplored: f64,
    /// Plays of a piece.
    pub plays: u64,
    /// The same, long plays counted by their rolls.
    pub work: u64,
    /// Plays and work supposed to have been left out.
    pub skipped: (f64, f64),
}

impl<S: Clone + Eq + Hash> Walked<S> {
    /// Nothing, of this many measures and counters.
    pub fn nothing(measures: usize, counters: usize) -> Self {
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
            skipped: (0.0, 0.0),
        }
    }

    /// Adds chance to a state that waits to be played; false when there is not enough memory for it. `from` is where it
    /// comes from, by a way of what chance, unless all its counters are at 0.
    #[inline]
    pub fn reach(
        &mut self,
        clock: u128,
        state: &S,
        chance: f64,
        from: Option<(&Leaving, f64)>,
        memory: &Memory,
    ) -> bool {
        let Waiting { bucket, carried } = self.waiting.entry(clock).or_insert_with(|| Waiting::nothing(self.counters));
        if !make_room(&mut bucket.states, memory) {
            return false;
        }
        let (place, is_new) = bucket.add(state, chance);
        self.held += usize::from(is_new);
        match from {
            _ if self.counters == 0 => true,
            Some((from, way)) => carried.reach(place, from, way, memory),
            None => carried.begin(place, chance, memory),
        }
    }

    /// Adds chance to a state in which the trial is over, to be read later; false when there is not enough memory.
    pub fn end(&mut self, state: &S, chance: f64, memory: &Memory) -> bool {
        let has_room = make_room(&mut self.over.states, memory);
        if has_room {
            let (_, is_new) = self.over.add(state, chance);
            self.held += usize::from(is_new);
        }
        has_room
    }

    /// The bytes that it takes, `heap` of them a state.
    pub fn bytes(&self, heap: u64) -> u64 {
        let waiting: u64 = self.waiting.values().map(Waiting::bytes).sum();
        waiting + room_of(&self.over.states) + heap * self.held as u64
    }

    /// How large the walk is so far.
    pub fn size(&self, memory: &Memory) -> Size {
        let (plays, work) = self.skipped;
        Size {
            states: (self.done + self.held) as f64,
            plays: self.plays as f64 + plays,
            work: self.work as f64 + work,
            bytes: memory.most() as f64,
            done: self.work as f64,
        }
    }

    /// Counts a value that a measure has with this chance.
    #[inline]
    pub fn count(&mut self, measure: usize, value: u64, chance: f64) {
        add(&mut self.chances[measure], value as usize, chance);
    }

    /// Takes note of how much others have done, who are merged later.
    pub fn note(&mut self, portion: &Self) {
        self.done += portion.done;
        self.plays += portion.plays;
        self.work += portion.work;
        self.skipped.0 += portion.skipped.0;
        self.skipped.1 += portion.skipped.1;
        self.unexplored += portion.unexplored;
        self.is_over |= portion.is_over;
    }

    /// Adds what has come of others, who have been noted, `heap` bytes a state; false when there is not enough memory.
    pub fn merge(&mut self, portion: Self, heap: u64, memory: &Memory) -> bool {
        for (sums, chances) in self.chances.iter_mut().zip(portion.chances) {
            for (value, chance) in chances.into_iter().enumerate() {
                add(sums, value, chance);
            }
        }
        for (clock, waiting) in portion.waiting {
            let sums = self.waiting.entry(clock).or_insert_with(|| Waiting::nothing(self.counters));
            let (bytes, mut leaving) = (waiting.bytes(), Leaving::default());
            for (number, (state, chance)) in waiting.bucket.states.into_iter().enumerate() {
                let Some((place, is_new)) = sums.bucket.take_in(state, chance, heap, memory) else { return false };
                self.held += usize::from(is_new);
                leaving.leave(&waiting.carried, number);
                if self.counters > 0 && !sums.carried.reach(place, &leaving, 1.0, memory) {
                    return false;
                }
            }
            memory.give(bytes);
        }
        let bytes = room_of(&portion.over.states);
        for (state, chance) in portion.over.states {
            let Some((_, is_new)) = self.over.take_in(state, chance, heap, memory) else { return false };
            self.held += usize::from(is_new);
        }
        memory.give(bytes);
        true
    }
}

fn add(chances: &mut Vec<f64>, value: usize, chance: f64) {
    if value >= chances.len() {
        chances.resize(value + 1, 0.0);
    }
    chances[value] += chance;
}
