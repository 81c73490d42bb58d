//! Whole counts: a histogram a measure, and the counter of equal outcomes that feeds it.

use std::hash::{BuildHasher, Hash};

use foldhash::fast::FixedState;

/// For every measure, how many trials gave each value. Merging is exact and order-free.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// `histograms[measure][value]` trials, by values as recorded. Each value up to the largest takes eight bytes, whether
    /// it occurs or not: little, even for points by the ten thousand.
    pub histograms: Vec<Vec<u64>>,
}

impl Tally {
    /// An empty tally of this many measures.
    pub fn new(measures: usize) -> Tally {
        Tally { histograms: vec![Vec::new(); measures] }
    }

    /// Counts a value `times` times.
    pub fn add(&mut self, measure: usize, value: u64, times: u64) {
        let histogram = &mut self.histograms[measure];
        let value = value as usize;
        if value >= histogram.len() {
            histogram.resize(value + 1, 0);
        }
        histogram[value] += times;
    }

    /// Adds another tally of the same measures.
    pub fn merge(mut self, other: Tally) -> Tally {
        for (measure, histogram) in other.histograms.into_iter().enumerate() {
            for (value, times) in histogram.into_iter().enumerate().filter(|(_, times)| *times > 0) {
                self.add(measure, value as u64, times);
            }
        }
        self
    }
}

/// Counts equal outcomes together: a million trials end in a few thousand different states, so measures are read off
/// once a state, not once a trial. Its memory is made once and kept.
pub struct Counter<S> {
    outcomes: Vec<(S, u64)>,
    used: usize,
    /// Open addressing: position in `outcomes` plus one, 0 for free.
    slots: Vec<u32>,
    hasher: FixedState,
}

/// So many different outcomes are held before they are read off: reading one costs as much as counting dozens.
const CAPACITY: usize = 1 << 14;

/// So many slots there are at first, a power of two; of each four one is taken at most.
const SLOTS: usize = 1 << 8;

impl<S: Clone + Eq + Hash> Counter<S> {
    /// An empty counter.
    pub fn new() -> Self {
        Counter { outcomes: Vec::new(), used: 0, slots: vec![0; SLOTS], hasher: FixedState::default() }
    }

    /// Counts an outcome of so many trials; true when the counter is full and must be drained before the next.
    #[inline]
    pub fn count(&mut self, outcome: &S, trials: u64) -> bool {
        let mask = self.slots.len() - 1;
        let mut slot = self.hasher.hash_one(outcome) as usize & mask;
        loop {
            match self.slots[slot] {
                0 => return self.insert(slot, outcome, trials),
                held => {
                    let (state, times) = &mut self.outcomes[held as usize - 1];
                    if state == outcome {
                        *times += trials;
                        return false;
                    }
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    #[cold]
    fn insert(&mut self, slot: usize, outcome: &S, trials: u64) -> bool {
        match self.outcomes.get_mut(self.used) {
            Some(old) => {
                old.0.clone_from(outcome);
                old.1 = trials;
            }
            None => self.outcomes.push((outcome.clone(), trials)),
        }
        self.used += 1;
        self.slots[slot] = self.used as u32;
        if self.used * 4 > self.slots.len() {
            self.grow();
        }
        self.used == CAPACITY
    }

    /// Twice as many slots.
    fn grow(&mut self) {
        let mask = 2 * self.slots.len() - 1;
        self.slots.clear();
        self.slots.resize(mask + 1, 0);
        for (place, (outcome, _)) in self.outcomes[..self.used].iter().enumerate() {
            let mut slot = self.hasher.hash_one(outcome) as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = place as u32 + 1;
        }
    }

    /// Hands out every outcome with its count, and is empty again.
    pub fn drain(&mut self, mut each: impl FnMut(&S, u64)) {
        for (outcome, times) in &self.outcomes[..self.used] {
            each(outcome, *times);
        }
        self.used = 0;
        self.slots.fill(0);
    }
}

impl<S: Clone + Eq + Hash> Default for Counter<S> {
    fn default() -> Self {
        Counter::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_counts_what_a_plain_sum_counts() {
        let mut counter = Counter::new();
        let mut counted = std::collections::BTreeMap::new();
        let mut collect = |counter: &mut Counter<u64>| {
            counter.drain(|&outcome, times| *counted.entry(outcome).or_insert(0) += times);
        };
        for i in 0..50_000u64 {
            if counter.count(&(i * i % 7919), 1 + i % 3) {
                collect(&mut counter);
            }
        }
        collect(&mut counter);
        let mut plain = std::collections::BTreeMap::new();
        (0..50_000u64).for_each(|i| *plain.entry(i * i % 7919).or_insert(0) += 1 + i % 3);
        assert_eq!(counted, plain);
    }

    #[test]
    fn merging_adds() {
        let mut one = Tally::new(2);
        one.add(0, 3, 2);
        let mut two = Tally::new(2);
        two.add(0, 1, 5);
        two.add(1, 0, 7);
        let merged = one.clone().merge(two.clone());
        assert_eq!(merged.histograms, vec![vec![0, 5, 0, 2], vec![7]]);
        assert_eq!(two.merge(one), merged);
    }
}
