//! How much memory an exact walk may take, counted as it is asked for: a map that doubles needs the old and the new room at
//! once, so the room is counted before it is taken.

use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use indexmap::IndexMap;

/// Bytes that may be taken, shared by all threads.
#[derive(Debug)]
pub struct Memory {
    limit: u64,
    used: AtomicU64,
    most: AtomicU64,
    refused: AtomicBool,
}

impl Memory {
    /// This many bytes, none of them taken.
    pub fn new(limit: u64) -> Memory {
        Memory { limit, used: AtomicU64::new(0), most: AtomicU64::new(0), refused: AtomicBool::new(false) }
    }

    /// Takes some; false when too few are left.
    pub fn take(&self, bytes: u64) -> bool {
        let used = self.used.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.most.fetch_max(used.min(self.limit), Ordering::Relaxed);
        if used > self.limit {
            self.refused.store(true, Ordering::Relaxed);
        }
        used <= self.limit
    }

    /// Whether more was asked for than there is.
    pub fn is_refused(&self) -> bool {
        self.refused.load(Ordering::Relaxed)
    }

    /// How much is taken.
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// How much is left.
    pub fn left(&self) -> u64 {
        self.limit.saturating_sub(self.used())
    }

    /// Gives some back.
    pub fn give(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// So much is taken, counted anew.
    pub fn recount(&self, bytes: u64) {
        self.used.store(bytes, Ordering::Relaxed);
    }

    /// The most that was taken at one time.
    pub fn most(&self) -> u64 {
        self.most.load(Ordering::Relaxed)
    }
}

/// What a block of this size takes on the heap: rounded up, with a word of the allocator's own.
pub fn block(bytes: usize) -> u64 {
    if bytes == 0 { 0 } else { ((bytes + 8).next_multiple_of(16)).max(32) as u64 }
}

/// What the room of a map takes, without what its keys hold on the heap: a row for each place with its hash, and a table
/// of places, at most seven eighths full, with a byte of its own for each.
fn room<K, V>(places: usize) -> u64 {
    if places == 0 {
        return 0;
    }
    (places * size_of::<(u64, K, V)>() + slots(places) * (size_of::<usize>() + 1)) as u64
}

/// A table for this many keys.
fn slots(keys: usize) -> usize {
    (keys * 8).div_ceil(7).next_power_of_two()
}

/// The room that a map has.
pub fn room_of<K, V, S>(map: &IndexMap<K, V, S>) -> u64 {
    room::<K, V>(map.capacity())
}

/// Makes sure that a map has room for one key more; false, and the map as it was, when there is not enough memory for it.
pub fn make_room<K: Hash + Eq, V, S: BuildHasher>(map: &mut IndexMap<K, V, S>, memory: &Memory) -> bool {
    if map.len() < map.capacity() {
        return true;
    }
    // As many keys as its next table holds. While it moves, the map stands in both.
    let (old, places) = (room_of(map), slots(map.len() + 1) / 8 * 7);
    let places = places.max(map.len() + 3);
    let new = room::<K, V>(places);
    if !memory.take(new) {
        return false;
    }
    map.reserve_exact(places - map.len());
    memory.take(room_of(map).saturating_sub(new));
    memory.give(old + new.saturating_sub(room_of(map)));
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_grows_as_far_as_there_is_memory() {
        let memory = Memory::new(100_000);
        let mut map: IndexMap<u64, f64> = IndexMap::default();
        let mut key = 0;
        while make_room(&mut map, &memory) {
            map.insert(key, 1.0);
            key += 1;
        }
        // Rows of 24 bytes and 9 to 16 bytes of table: 1,700 to 2,100 keys in half of the memory, for it must double.
        assert!((1_000..3_000).contains(&key), "{key}");
        assert!(memory.is_refused() && room_of(&map) < memory.most() && memory.most() <= 100_000);
    }

    #[test]
    fn blocks_are_rounded_up() {
        assert_eq!([0, 1, 24, 25, 40, 41].map(block), [0, 32, 32, 48, 48, 64]);
    }
}
