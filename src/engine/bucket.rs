//! Different states, each with a value, in the order first met. They are stored one after the other in large blocks of
//! memory, so that no state is allocated or freed by itself, and the hash of each is computed once.

use std::hash::BuildHasher;
use std::ops::AddAssign;

use foldhash::fast::FixedState;

/// States of equal length, each with a value.
#[derive(Clone, Debug)]
pub struct Bucket<V> {
    /// The length of a state.
    width: usize,
    /// The numbers of all states, [`BLOCK`] states to a block. They are never moved, except in the first block.
    blocks: Vec<Vec<u16>>,
    values: Vec<V>,
    hashes: Vec<u32>,
    /// Open addressing: the place of a state plus one, and above it the part of its hash that does not say which slot it is;
    /// 0 is free. The length is a power of two, or 0.
    slots: Vec<u32>,
    /// The number of states that blocks are allocated for, and the number that may be stored before anything has to grow.
    in_blocks: usize,
    room: usize,
}

impl<V> Default for Bucket<V> {
    fn default() -> Self {
        Bucket {
            width: 0,
            blocks: Vec::new(),
            values: Vec::new(),
            hashes: Vec::new(),
            slots: Vec::new(),
            in_blocks: 0,
            room: 0,
        }
    }
}

/// States of a block; the first block is smaller until it is full.
const BLOCK: usize = 256;

/// States and slots allocated at first.
const FIRST: usize = 4;
const SLOTS: usize = 8;

/// If there are more than this many slots for each state, the used slots are emptied one by one.
const FEW: usize = 8;

/// How many states this many slots are enough for: two thirds.
const fn enough_for(slots: usize) -> usize {
    slots * 2 / 3
}

/// The hash of a state.
#[inline]
pub(crate) fn hash_of(numbers: &[u16]) -> u32 {
    FixedState::default().hash_one(numbers) as u32
}

impl<V: Copy + AddAssign> Bucket<V> {
    /// The number of states.
    #[inline]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no states.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The state at a place.
    #[inline]
    pub fn state(&self, place: usize) -> &[u16] {
        &self.blocks[place / BLOCK][place % BLOCK * self.width..][..self.width]
    }

    /// The value of the state at a place.
    #[inline]
    pub fn value(&self, place: usize) -> V {
        self.values[place]
    }

    /// The hash of the state at a place.
    #[inline]
    pub fn hash(&self, place: usize) -> u32 {
        self.hashes[place]
    }

    /// The values of all states, in order of place.
    pub fn values(&self) -> &[V] {
        &self.values
    }

    /// All states.
    pub fn states(&self) -> impl ExactSizeIterator<Item = &[u16]> {
        (0..self.len()).map(|place| self.state(place))
    }

    /// All states with their values.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&[u16], V)> + Clone {
        (0..self.len()).map(|place| (self.state(place), self.values[place]))
    }

    /// The value of a state, if it is here.
    pub fn get(&self, state: &[u16]) -> Option<V> {
        self.find(hash_of(state), state).ok().map(|place| self.values[place])
    }

    /// The place of a state, if it is here.
    #[inline]
    pub fn place(&self, state: &[u16]) -> Option<usize> {
        self.find(hash_of(state), state).ok()
    }

    /// Sets the value of a state.
    pub fn set(&mut self, state: &[u16], value: V) {
        let (place, before) = self.add(state, value);
        if before.is_some() {
            self.values[place] = value;
        }
    }

    /// The place of a state with this hash; else the free slot where it belongs.
    #[inline]
    fn find(&self, hash: u32, state: &[u16]) -> Result<usize, usize> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut slot = hash as usize & mask;
        while let Some(&held) = self.slots.get(slot).filter(|held| **held != 0) {
            let place = (held as usize & mask) - 1;
            if (held ^ hash) as usize <= mask && self.state(place) == state {
                return Ok(place);
            }
            slot = (slot + 1) & mask;
        }
        Err(slot)
    }

    /// Adds to the value of a state; returns its place, and its value before if it was already here.
    #[inline]
    pub fn add(&mut self, state: &[u16], more: V) -> (usize, Option<V>) {
        self.add_hashed(hash_of(state), state, more)
    }

    /// The same with the hash already known.
    #[inline]
    pub(crate) fn add_hashed(&mut self, hash: u32, state: &[u16], more: V) -> (usize, Option<V>) {
        match self.find(hash, state) {
            Ok(place) => {
                let before = self.values[place];
                self.values[place] += more;
                (place, Some(before))
            }
            Err(slot) => (self.push(hash, slot, state, more), None),
        }
    }

    fn push(&mut self, hash: u32, mut slot: usize, state: &[u16], value: V) -> usize {
        let place = self.len();
        if place == self.room {
            self.grow(state.len());
            slot = free(&self.slots, hash);
        }
        self.blocks[place / BLOCK].extend_from_slice(state);
        self.values.push(value);
        self.hashes.push(hash);
        self.slots[slot] = held(hash, place, self.slots.len());
        place
    }

    /// The numbers of slots and of states allocated for that one more state needs.
    fn grown(&self) -> (usize, usize) {
        let Bucket { slots, in_blocks, .. } = self;
        let slots = if self.len() < enough_for(slots.len()) { slots.len() } else { (2 * slots.len()).max(SLOTS) };
        let in_blocks = match *in_blocks {
            in_blocks if self.len() < in_blocks => in_blocks,
            in_blocks if in_blocks < BLOCK => (2 * in_blocks).max(FIRST),
            in_blocks => in_blocks + BLOCK,
        };
        (slots, in_blocks)
    }

    /// Makes room for one more state of this length.
    #[cold]
    pub(crate) fn grow(&mut self, width: usize) {
        self.grow_with(width, Vec::with_capacity);
    }

    /// The same, with a way to get a block that holds this many numbers.
    #[cold]
    pub(crate) fn grow_with(&mut self, width: usize, block: impl FnOnce(usize) -> Vec<u16>) {
        self.width = width;
        let (slots, in_blocks) = self.grown();
        if slots > self.slots.len() {
            let more = enough_for(slots) - self.len();
            self.values.reserve_exact(more);
            self.hashes.reserve_exact(more);
            self.slots = vec![0; slots];
            for (place, &hash) in self.hashes.iter().enumerate() {
                let slot = free(&self.slots, hash);
                self.slots[slot] = held(hash, place, slots);
            }
        }
        if in_blocks > self.in_blocks {
            match self.blocks.last_mut().filter(|_| in_blocks <= BLOCK) {
                Some(first) => first.reserve_exact(in_blocks * self.width - first.len()),
                None => self.blocks.push(block(in_blocks.min(BLOCK) * self.width)),
            }
            self.in_blocks = in_blocks;
        }
        self.room = in_blocks.min(enough_for(slots));
    }

    /// Its blocks of full size, empty: room for other states.
    pub(crate) fn into_blocks(mut self) -> Vec<Vec<u16>> {
        self.blocks.retain(|block| block.capacity() == BLOCK * self.width);
        self.blocks.iter_mut().for_each(Vec::clear);
        self.blocks
    }

    /// The bytes allocated.
    pub fn bytes(&self) -> u64 {
        self.bytes_of(self.slots.len()) + self.bytes_of_blocks(self.in_blocks, self.width)
    }

    /// For one more state of this length: the bytes to be allocated, and the bytes freed once the old content has been
    /// moved. `None` while there is room.
    #[inline]
    pub(crate) fn growth(&self, width: usize) -> Option<(u64, u64)> {
        (self.len() == self.room).then(|| {
            let (slots, in_blocks) = self.grown();
            let (of_slots, of_blocks) = (self.bytes_of(self.slots.len()), self.bytes_of_blocks(self.in_blocks, width));
            let (mut asked, mut given_back) = (0, 0);
            if slots > self.slots.len() {
                asked += self.bytes_of(slots);
                given_back += of_slots;
            }
            let more = self.bytes_of_blocks(in_blocks, width);
            match in_blocks {
                _ if in_blocks == self.in_blocks => {}
                ..=BLOCK => {
                    asked += more;
                    given_back += of_blocks;
                }
                _ => asked += more - of_blocks,
            }
            (asked, given_back)
        })
    }

    fn bytes_of(&self, slots: usize) -> u64 {
        (enough_for(slots) * (size_of::<V>() + size_of::<u32>()) + slots * size_of::<u32>()) as u64
    }

    fn bytes_of_blocks(&self, states: usize, width: usize) -> u64 {
        (states * width * size_of::<u16>()) as u64
    }

    /// Empties it. The room for states is kept, except for the blocks: other buckets may need those first.
    pub fn clear(&mut self) {
        if self.len() * FEW < self.slots.len() {
            let mask = self.slots.len() - 1;
            for (place, &hash) in self.hashes.iter().enumerate() {
                let mut slot = hash as usize & mask;
                while self.slots[slot] != held(hash, place, mask + 1) {
                    slot = (slot + 1) & mask;
                }
                self.slots[slot] = 0;
            }
        } else {
            self.slots.fill(0);
        }
        self.blocks.truncate(1);
        self.blocks.iter_mut().for_each(Vec::clear);
        self.in_blocks = self.in_blocks.min(BLOCK);
        self.room = self.in_blocks.min(enough_for(self.slots.len()));
        self.values.clear();
        self.hashes.clear();
    }
}

impl<'s, V: Copy + AddAssign> FromIterator<(&'s [u16], V)> for Bucket<V> {
    fn from_iter<I: IntoIterator<Item = (&'s [u16], V)>>(states: I) -> Self {
        let mut bucket = Bucket::default();
        states.into_iter().for_each(|(state, value)| _ = bucket.add(state, value));
        bucket
    }
}

#[inline]
fn held(hash: u32, place: usize, slots: usize) -> u32 {
    let mask = u32::try_from(slots - 1).expect("fewer states");
    hash & !mask | (place as u32 + 1)
}

/// The free slot for a hash.
#[inline]
fn free(slots: &[u32], hash: u32) -> usize {
    let mask = slots.len() - 1;
    let mut slot = hash as usize & mask;
    while slots[slot] != 0 {
        slot = (slot + 1) & mask;
    }
    slot
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn equal_states_are_one_and_their_values_add_up() {
        let (mut bucket, mut plain) = (Bucket::default(), BTreeMap::new());
        for number in 0..50_000u64 {
            let state = [(number * number % 7919) as u16, 3];
            let (place, before) = bucket.add(&state, 1 + number % 3);
            assert_eq!((bucket.state(place), before), (&state[..], plain.get(&state).copied()));
            *plain.entry(state).or_insert(0) += 1 + number % 3;
        }
        assert_eq!(bucket.len(), plain.len());
        assert!(bucket.iter().all(|(state, value)| plain[state] == value && bucket.get(state) == Some(value)));
        assert_eq!(bucket.get(&[7919, 3]), None);
        let mut twice = bucket.clone();
        (0..bucket.len())
            .for_each(|place| _ = twice.add_hashed(bucket.hash(place), bucket.state(place), bucket.value(place)));
        assert!(twice.iter().zip(bucket.iter()).all(|(two, one)| two == (one.0, 2 * one.1)));
        bucket.clear();
        for _ in 0..2 {
            assert!(bucket.is_empty() && bucket.get(&[1, 3]).is_none());
            assert_eq!([1, 2, 1].map(|number| bucket.add(&[number, 3], 5)), [(0, None), (1, None), (0, Some(5))]);
            // Few states in many slots.
            bucket.clear();
        }
        assert!((0..5_000).all(|number| bucket.add(&[number, 3], 1) == (number.into(), None)));
    }

    #[test]
    fn its_bytes_are_known_beforehand() {
        let (mut bucket, mut counted) = (Bucket::default(), 0);
        for number in 0..1_000u16 {
            let (asked, given_back) = bucket.growth(3).unwrap_or_default();
            counted = counted + asked - given_back;
            bucket.add(&[number, 0, 1], 1.0);
            assert_eq!(counted, bucket.bytes());
        }
        let Bucket { blocks, values, hashes, slots, .. } = &bucket;
        let in_blocks: usize = blocks.iter().map(Vec::capacity).sum();
        let room = 2 * in_blocks + 8 * values.capacity() + 4 * hashes.capacity() + 4 * slots.capacity();
        assert_eq!(bucket.bytes(), room as u64);
    }
}
