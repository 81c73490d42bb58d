//! What has come of a walk so far: the states that wait to be played, and the chances of what is final.

use std::collections::BTreeMap;
use std::hash::Hash;

use foldhash::fast::FixedState;
use indexmap::IndexMap;

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
    /// Adds chance to a state; true when the state is new here.
    #[inline]
    pub fn add(&mut self, state: &S, chance: f64) -> bool {
        match self.states.get_mut(state) {
            Some(sum) => {
                *sum += chance;
                false
            }
            None => {
                self.states.insert(state.clone(), chance);
                true
            }
        }
    }

    /// The same of a state that is no longer needed.
    fn add_owned(&mut self, state: S, chance: f64) -> bool {
        let known = self.states.len();
        *self.states.entry(state).or_insert(0.0) += chance;
        self.states.len() > known
    }
}

/// What has come of the states played so far.
pub struct Walked<S> {
    /// How many states.
    pub done: usize,
    /// States to be played, by clock.
    pub waiting: BTreeMap<u128, Bucket<S>>,
    /// How many states are waiting.
    pub held: usize,
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
    /// Nothing, of this many measures.
    pub fn nothing(measures: usize) -> Self {
        Walked {
            done: 0,
            waiting: BTreeMap::new(),
            held: 0,
            chances: vec![Vec::new(); measures],
            unexplored: 0.0,
            plays: 0,
            work: 0,
            skipped: (0.0, 0.0),
        }
    }

    /// Adds chance to a state that waits to be played; false when there is not enough memory for it.
    #[inline]
    pub fn reach(&mut self, clock: u128, state: &S, chance: f64, memory: &Memory) -> bool {
        let bucket = self.waiting.entry(clock).or_default();
        let has_room = make_room(&mut bucket.states, memory);
        if has_room && bucket.add(state, chance) {
            self.held += 1;
        }
        has_room
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

    /// Adds what has come of others, `heap` bytes a state; false when there is not enough memory.
    pub fn merge(&mut self, portion: Self, heap: u64, memory: &Memory) -> bool {
        self.done += portion.done;
        self.plays += portion.plays;
        self.work += portion.work;
        self.skipped.0 += portion.skipped.0;
        self.skipped.1 += portion.skipped.1;
        self.unexplored += portion.unexplored;
        for (sums, chances) in self.chances.iter_mut().zip(portion.chances) {
            for (value, chance) in chances.into_iter().enumerate() {
                add(sums, value, chance);
            }
        }
        for (clock, bucket) in portion.waiting {
            let sums = self.waiting.entry(clock).or_default();
            let room = room_of(&bucket.states);
            for (state, chance) in bucket.states {
                if !make_room(&mut sums.states, memory) {
                    return false;
                }
                if sums.add_owned(state, chance) {
                    self.held += 1;
                } else {
                    memory.give(heap);
                }
            }
            memory.give(room);
        }
        true
    }
}

fn add(chances: &mut Vec<f64>, value: usize, chance: f64) {
    if value >= chances.len() {
        chances.resize(value + 1, 0.0);
    }
    chances[value] += chance;
}
