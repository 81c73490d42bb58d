//! What trials have counted: how many of them have each value of each counter.

use crate::memory::Memory;

/// How many trials have each value of a counter, from the first that some have; without `trials`, all have the first.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    /// The smallest value.
    pub first: usize,
    /// How many trials have it, and each value after it.
    pub trials: Vec<u32>,
}

impl Values {
    /// All trials have this value.
    #[inline]
    pub(super) fn become_sole(&mut self, value: usize) {
        self.first = value;
        self.trials.clear();
    }

    /// Sets how many trials have each value from this one on.
    fn become_like(&mut self, first: usize, trials: &[u32]) {
        let before = trials.iter().position(|&trials| trials > 0).unwrap_or(0);
        let last = trials.iter().rposition(|&trials| trials > 0).unwrap_or(0);
        self.become_sole(first + before);
        if before < last {
            self.trials.extend_from_slice(&trials[before..=last]);
        }
    }

    /// The smallest value, and how many of `all` trials have it and each value after it.
    #[inline]
    pub(super) fn all<'a>(&'a self, all: &'a u32) -> (usize, &'a [u32]) {
        (self.first, if self.trials.is_empty() { std::slice::from_ref(all) } else { &self.trials })
    }
}

/// What the trials in the states of one clock have counted. For most counters all trials of a state have the same value.
#[derive(Debug, Default)]
pub(super) struct Counted {
    /// For each counter of each state, in order: the value that all its trials have, or [`UNLIKE`] plus the number of a
    /// section.
    rows: Vec<u32>,
    stretches: Vec<Stretch>,
    /// The numbers of trials, section by section.
    trials: Vec<u32>,
}

/// The highest bit of a number: the trials of the state have different values.
const UNLIKE: u32 = 1 << 31;

/// How many trials of a state have each value of a counter: `length` values from the first.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    first: usize,
    /// Where its section begins.
    at: usize,
    length: usize,
}

impl Counted {
    /// Adds trials with these values to a state, known or the next new one, that had `before` trials.
    pub(super) fn put(&mut self, state: usize, before: u32, more: &[Values], here: u32, memory: &Memory) {
        let had = self.bytes();
        let row = state * more.len();
        if row == self.rows.len() {
            self.rows.extend(more.iter().map(|more| more.first as u32));
        }
        let Counted { rows, stretches, trials } = self;
        for (known, more) in rows[row..].iter_mut().zip(more) {
            if more.trials.is_empty() && *known == more.first as u32 {
                continue;
            }
            if *known & UNLIKE == 0 {
                let sole = Stretch { first: *known as usize, at: trials.len(), length: 1 };
                *known = UNLIKE | stretches.len() as u32;
                stretches.push(sole);
                trials.push(before);
            }
            stretches[(*known ^ UNLIKE) as usize].add(more.all(&here), trials);
        }
        let has = self.bytes();
        if has > had {
            memory.take(has - had);
        }
    }

    /// Reads what the trials of a state have counted.
    pub(super) fn read(&self, state: usize, values: &mut [Values]) {
        let row = state * values.len();
        for (values, &known) in values.iter_mut().zip(&self.rows[row..]) {
            if known & UNLIKE == 0 {
                values.become_sole(known as usize);
            } else {
                let Stretch { first, at, length } = self.stretches[(known ^ UNLIKE) as usize];
                values.become_like(first, &self.trials[at..at + length]);
            }
        }
    }

    /// Empties it; its memory is kept.
    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.stretches.clear();
        self.trials.clear();
    }

    /// The bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        let Counted { rows, stretches, trials } = self;
        (size_of_val(&rows[..]) + size_of_val(&stretches[..]) + size_of_val(&trials[..])) as u64
    }

    /// The bytes allocated.
    pub(super) fn room(&self) -> usize {
        let numbers = self.rows.capacity() + self.trials.capacity();
        numbers * size_of::<u32>() + self.stretches.capacity() * size_of::<Stretch>()
    }
}

impl Stretch {
    /// Adds trials with these values.
    fn add(&mut self, (first, more): (usize, &[u32]), trials: &mut Vec<u32>) {
        let (from, to) = (self.first.min(first), (self.first + self.length).max(first + more.len()));
        if to - from > self.length {
            // The old place is no longer used. Room is left on the side to which it grows, so that it seldom grows.
            let length = (to - from).next_power_of_two();
            let from = if first < self.first { to.saturating_sub(length) } else { from };
            let wide = Stretch { first: from, at: trials.len(), length };
            trials.resize(wide.at + length, 0);
            trials.copy_within(self.at..self.at + self.length, wide.at + self.first - from);
            *self = wide;
        }
        let here = &mut trials[self.at + first - self.first..][..more.len()];
        here.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn trials_that_meet_are_as_many_at_each_value_as_they_were_apart() {
        let (mut counted, memory) = (Counted::default(), Memory::new(u64::MAX));
        let mut plain: Vec<[BTreeMap<usize, u32>; 2]> = Vec::new();
        for number in 0..3_000_usize {
            let state = if number % 7 == 0 { plain.len() } else { number * number % plain.len() };
            let values = [
                Values { first: number % 3, trials: vec![] },
                match number % 5 {
                    0 => Values { first: 90 + number % 41, trials: vec![1, 0, 2] },
                    _ => Values { first: 100, trials: vec![] },
                },
            ];
            if state == plain.len() {
                plain.push(Default::default());
            }
            let before = plain[state][0].values().sum();
            for (plain, values) in plain[state].iter_mut().zip(&values) {
                let (first, trials) = values.all(&3);
                (first..).zip(trials).for_each(|(value, &trials)| *plain.entry(value).or_default() += trials);
            }
            counted.put(state, before, &values, 3, &memory);
        }
        let mut read = vec![Values::default(); 2];
        for (state, plain) in plain.iter().enumerate() {
            counted.read(state, &mut read);
            for (plain, values) in plain.iter().zip(&read) {
                let (all, some) = (plain.values().sum(), |(_, trials): &(usize, u32)| *trials > 0);
                let (first, trials) = values.all(&all);
                let found: Vec<_> = (first..).zip(trials.iter().copied()).filter(some).collect();
                let plain: Vec<_> = plain.iter().map(|(value, trials)| (*value, *trials)).filter(some).collect();
                assert_eq!(found, plain);
                assert_eq!(values.trials.is_empty(), found.len() == 1);
            }
        }
        assert_eq!(memory.used(), counted.bytes());
        counted.clear();
        counted.put(0, 0, &[Values { first: 4, trials: vec![] }], 2, &memory);
        counted.put(0, 2, &[Values { first: 2, trials: vec![1, 1] }], 2, &memory);
        counted.read(0, &mut read[..1]);
        assert_eq!((read[0].first, &read[0].trials[..]), (2, &[1, 1, 2][..]));
    }
}
