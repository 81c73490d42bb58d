//! How much memory states may take, counted before it is allocated: a bucket that doubles needs the old and the new memory
//! at once.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::bucket::Bucket;

/// The bytes that may be taken, shared by all threads.
#[derive(Debug)]
pub(crate) struct Memory {
    limit: u64,
    used: AtomicU64,
    most: AtomicU64,
    refused: AtomicBool,
    /// Blocks of buckets that are gone, to be used again: memory that is new to the process costs more than what is in it.
    blocks: Mutex<Vec<Vec<u16>>>,
}

impl Memory {
    /// This limit, with nothing taken yet.
    pub(crate) fn new(limit: u64) -> Memory {
        let (used, most, refused) = Default::default();
        Memory { limit, used, most, refused, blocks: Mutex::default() }
    }

    /// Sets how many bytes may be taken in all from now on; nothing has been refused yet.
    pub(crate) fn allow(&mut self, limit: u64) {
        self.limit = limit;
        *self.refused.get_mut() = false;
    }

    /// Takes bytes; false when too few are left.
    pub(crate) fn take(&self, bytes: u64) -> bool {
        let used = self.used.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.most.fetch_max(used.min(self.limit), Ordering::Relaxed);
        if used > self.limit {
            self.refused.store(true, Ordering::Relaxed);
        }
        used <= self.limit
    }

    /// Whether more was asked for than there is.
    pub(crate) fn is_refused(&self) -> bool {
        self.refused.load(Ordering::Relaxed)
    }

    /// The bytes taken.
    pub(crate) fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// The bytes left.
    pub(crate) fn left(&self) -> u64 {
        self.limit.saturating_sub(self.used())
    }

    /// Gives bytes back.
    pub(crate) fn give(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Sets the bytes taken, after counting them anew.
    pub(crate) fn recount(&self, bytes: u64) {
        self.used.store(bytes, Ordering::Relaxed);
    }

    /// Keeps what was allocated for states that are gone.
    pub(crate) fn keep(&self, states: Bucket<f64>) {
        if let Ok(mut blocks) = self.blocks.lock() {
            blocks.extend(states.into_blocks());
        }
    }

    /// A block that holds this many numbers.
    fn block(&self, numbers: usize) -> Vec<u16> {
        let kept = self.blocks.lock().ok().and_then(|mut blocks| blocks.pop());
        kept.filter(|block| block.capacity() == numbers).unwrap_or_else(|| Vec::with_capacity(numbers))
    }

    /// The most bytes taken at one time.
    pub(crate) fn most(&self) -> u64 {
        self.most.load(Ordering::Relaxed)
    }
}

/// Makes sure that a bucket has room for one more state of this length; false, with the bucket unchanged, when there is not
/// enough memory.
#[inline]
pub(crate) fn make_room(bucket: &mut Bucket<f64>, width: usize, memory: &Memory) -> bool {
    bucket.growth(width).is_none_or(|(asked, given_back)| {
        let has_room = memory.take(asked);
        if has_room {
            bucket.grow_with(width, |numbers| memory.block(numbers));
            memory.give(given_back);
        }
        has_room
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_grows_as_far_as_there_is_memory() {
        let (memory, mut bucket) = (Memory::new(100_000), Bucket::default());
        let mut state = 0;
        while make_room(&mut bucket, 1, &memory) {
            bucket.add(&[state], 1.0);
            state += 1;
        }
        // States of 14 bytes, and 12 to 24 bytes of slots for each; while growing, the slots of twice as many exist at the
        // same time.
        assert!((1_000..3_000).contains(&state), "{state}");
        assert!(memory.is_refused() && bucket.bytes() < memory.most() && memory.most() <= 100_000);
    }
}
