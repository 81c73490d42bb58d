//! What has come of a walk so far: the states that wait to be played, and the chances of what is final.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;
use indexmap::IndexMap;
use indexmap::map::raw_entry_v1::{RawEntryApiV1, RawEntryMut};
use rayon::prelude::*;

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
        self.add_hashed(self.states.hasher().hash_one(state), state, chance)
    }

    /// The same of a state with this hash.
    #[inline]
    fn add_hashed(&mut self, hash: u64, state: &S, chance: f64) -> (usize, bool) {
        match self.states.raw_entry_mut_v1().from_hash(hash, |known| known == state) {
            RawEntryMut::Occupied(mut known) => {
                *known.get_mut() += chance;
                (known.index(), false)
            }
            RawEntryMut::Vacant(free) => {
                let place = free.index();
                free.insert_hashed_nocheck(hash, state.clone(), chance);
                (place, true)
            }
        }
    }

    /// The same of a state that is no longer needed.
    fn add_owned(&mut self, state: S, chance: f64) -> (usize, bool) {
        let known = self.states.len();
        let entry = self.states.entry(state);
        let place = entry.index();
        *entry.or_insert(0.0) += chance;
        (place, self.states.len() > known)
    }
}

/// States of one clock wait in so many parts, each state in that of its hash: what several threads have found is put together
/// part by part.
const PARTS: usize = 8;

/// The part of a hash: by bits that maps make no use of.
fn part_of(hash: u64) -> usize {
    (hash >> 40) as usize % PARTS
}

/// States of one clock that wait to be played, with what they carry.
pub struct Waiting<S> {
    parts: [Part<S>; PARTS],
}

struct Part<S> {
    bucket: Bucket<S>,
    carried: Carried,
}

impl<S: Clone + Eq + Hash> Waiting<S> {
    /// None, of this many counters.
    fn nothing(counters: usize) -> Self {
        let part = |_| Part { bucket: Bucket::default(), carried: Carried::nothing(counters) };
        Waiting { parts: std::array::from_fn(part) }
    }
}

impl<S: Clone + Eq + Hash> Part<S> {
    /// The bytes that it takes, without what states hold on the heap.
    fn bytes(&self) -> u64 {
        room_of(&self.bucket.states) + self.carried.bytes()
    }

    /// Adds what another part holds, `heap` bytes a state: how many of its states are new here; nothing when there is not
    /// enough memory.
    fn merge(&mut self, other: Part<S>, heap: u64, memory: &Memory) -> Option<usize> {
        let (bytes, mut leaving, mut new) = (other.bytes(), Leaving::default(), 0);
        let counts = !other.carried.is_nothing();
        for (number, (state, chance)) in other.bucket.states.into_iter().enumerate() {
            if !make_room(&mut self.bucket.states, memory) {
                return None;
            }
            let (place, is_new) = self.bucket.add_owned(state, chance);
            if is_new {
                new += 1;
            } else {
                memory.give(heap);
            }
            if counts {
                leaving.leave(&other.carried, number);
                if !self.carried.reach(place, &leaving, 1.0, memory) {
                    return None;
                }
            }
        }
        memory.give(bytes);
        Some(new)
    }
}

/// The states of one clock while they are played: each has its place.
pub struct Ready<S> {
    parts: Vec<Part<S>>,
    /// The place of the first state of each part, and that after the last of all.
    starts: Vec<usize>,
}

impl<S> Default for Ready<S> {
    fn default() -> Self {
        Ready { parts: Vec::new(), starts: vec![0] }
    }
}

impl<S: Clone + Eq + Hash> From<Waiting<S>> for Ready<S> {
    fn from(waiting: Waiting<S>) -> Self {
        let parts = Vec::from(waiting.parts);
        let ends = parts.iter().scan(0, |end, part| {
            *end += part.bucket.states.len();
            Some(*end)
        });
        Ready { starts: std::iter::once(0).chain(ends).collect(), parts }
    }
}

impl<S: Clone + Eq + Hash> Ready<S> {
    /// How many they are.
    pub fn len(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    /// The part of a place, and the place in it.
    fn find(&self, place: usize) -> (&Part<S>, usize) {
        let part = self.starts.partition_point(|&start| start <= place) - 1;
        (&self.parts[part], place - self.starts[part])
    }

    /// The state of a place with its chance.
    pub fn get(&self, place: usize) -> (&S, f64) {
        let (part, place) = self.find(place);
        let (state, &chance) = part.bucket.states.get_index(place).expect("a state that waits");
        (state, chance)
    }

    /// All of them with their chances.
    pub fn iter(&self) -> impl Iterator<Item = (&S, f64)> {
        self.parts.iter().flat_map(|part| part.bucket.states.iter().map(|(state, &chance)| (state, chance)))
    }

    /// Leaves a state with what it carries.
    pub fn leave<'a>(&'a self, place: usize, leaving: &mut Leaving<'a>) {
        let (part, place) = self.find(place);
        leaving.leave(&part.carried, place);
    }

    /// The bytes that they take, without what states hold on the heap.
    pub fn bytes(&self) -> u64 {
        self.parts.iter().map(Part::bytes).sum()
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
        let Waiting { parts } = self.waiting.entry(clock).or_insert_with(|| Waiting::nothing(self.counters));
        let hash = FixedState::default().hash_one(state);
        let Part { bucket, carried } = &mut parts[part_of(hash)];
        if !make_room(&mut bucket.states, memory) {
            return false;
        }
        let (place, is_new) = bucket.add_hashed(hash, state, chance);
        self.held += usize::from(is_new);
        match from {
            _ if self.counters == 0 => true,
            Some((from, way)) => carried.reach(place, from, way, memory),
            None => carried.begin(place, chance, memory),
        }
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

    /// Adds what has come of others, one after the other, `heap` bytes a state; false when there is not enough memory.
    pub fn merge(&mut self, portions: Vec<Self>, heap: u64, memory: &Memory) -> bool
    where
        S: Send,
    {
        let mut coming: BTreeMap<u128, [Vec<Part<S>>; PARTS]> = BTreeMap::new();
        for portion in portions {
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
            for (clock, waiting) in portion.waiting {
                let parts = coming.entry(clock).or_default();
                parts.iter_mut().zip(waiting.parts).for_each(|(parts, part)| parts.push(part));
            }
        }
        for (clock, parts) in coming {
            let sums = self.waiting.entry(clock).or_insert_with(|| Waiting::nothing(self.counters));
            let together = sums.parts.par_iter_mut().zip(parts).map(|(sum, parts)| {
                parts.into_iter().try_fold(0, |new, part| Some(new + sum.merge(part, heap, memory)?))
            });
            let Some(new) = together.try_reduce(|| 0, |one, other| Some(one + other)) else { return false };
            self.held += new;
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
