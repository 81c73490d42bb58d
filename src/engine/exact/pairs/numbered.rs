//! Numbers states by what they have in some cells, without building them.

use std::collections::HashMap;
use std::hash::Hash;

use foldhash::fast::FixedState;

use super::{Entry, Pairs};
use crate::exact::rests::Rests;

/// A number with the values of several cells, each in a field of its own.
pub(super) trait Key: Copy + Eq + Hash {
    const NOTHING: Self;
    /// With a value in the field that begins at this bit. What is added to a rest may be negative.
    fn with(self, value: i32, field: u32) -> Self;
    fn plus(self, other: Self) -> Self;
}

macro_rules! keys {
    ($($number:ty),*) => {$(
        impl Key for $number {
            const NOTHING: $number = 0;

            #[inline]
            fn with(self, value: i32, field: u32) -> $number {
                self.wrapping_add((value as $number).wrapping_shl(field))
            }

            #[inline]
            fn plus(self, other: $number) -> $number {
                self.wrapping_add(other)
            }
        }
    )*};
}

keys!(u64, u128);

/// Where each of some cells has its field, and how many bits all need.
pub(super) struct Fields {
    begin: Vec<u32>,
    bits: u32,
}

impl Pairs {
    /// Numbers states by their values in some cells: `number` is asked once for each different row of values, with the place of
    /// the first state that has them. What it answers, for each state.
    pub(in crate::exact) fn by(&self, cells: &[u16], number: impl FnMut(&[u16], usize) -> u32) -> Vec<u32> {
        let fields = self.fields(cells);
        match fields.bits {
            65..=128 => self.by_keys::<u128>((cells, &fields), number),
            _ => self.by_keys::<u64>((cells, &fields), number),
        }
    }

    fn by_keys<K: Key>(
        &self,
        (cells, fields): (&[u16], &Fields),
        mut number: impl FnMut(&[u16], usize) -> u32,
    ) -> Vec<u32> {
        let (mut numbers, mut values) = (Vec::with_capacity(self.len()), Vec::new());
        let (mut known, mut last) = (HashMap::with_hasher(FixedState::default()), None);
        let (mut made, mut made_by) = (Vec::new(), None);
        self.each_key((cells, fields), |place, entry, key: K| {
            // Often all states of an entry have the same in these cells.
            let same = last.filter(|(known, _)| *known == key).map(|(_, number)| number);
            let found = same.unwrap_or_else(|| {
                *known.entry(key).or_insert_with(|| {
                    let rests = &self.tables[entry.table as usize];
                    if made_by.replace(entry.first) != Some(entry.first) {
                        rests.made_by(self.entry(entry), cells, &mut made);
                    }
                    rests.make(&made, self.rests[place], &mut values);
                    number(&values, place)
                })
            });
            last = Some((key, found));
            numbers.push(found);
        });
        numbers
    }

    /// Numbers states by their values in some cells, from 0.
    pub(super) fn numbered(&self, cells: &[u16]) -> Vec<u32> {
        let mut count = 0;
        let number: &mut dyn FnMut(&[u16], usize) -> u32 = &mut |_, _| {
            count += 1;
            count - 1
        };
        self.by(cells, number)
    }

    /// How many of the states are different.
    pub(in crate::exact) fn different(&self) -> usize {
        let mut count = 0;
        self.by(self.differing(), |_, _| {
            count += 1;
            0
        });
        count
    }

    /// A key for each state in order, with its place and entry: equal for those that have the same in some cells.
    pub(super) fn each_key<K: Key>(&self, (cells, fields): (&[u16], &Fields), mut found: impl FnMut(usize, &Entry, K)) {
        if fields.bits > u128::BITS {
            let (one, other) = cells.split_at(cells.len() / 2);
            let (one, other) = (self.numbered(one), self.numbered(other));
            for (nth, entry) in self.entries.iter().enumerate() {
                for place in entry.first as usize..self.end(nth) as usize {
                    found(place, entry, K::NOTHING.with(other[place] as i32, 0).with(one[place] as i32, u32::BITS));
                }
            }
            return;
        }
        let (mut open, mut shares) = (Vec::new(), Vec::<Share<K>>::new());
        for (nth, entry) in self.entries.iter().enumerate() {
            let (rests, numbers) = (&self.tables[entry.table as usize], self.entry(entry));
            let mut of_entry = K::NOTHING;
            open.clear();
            for (&cell, &field) in cells.iter().zip(&fields.begin) {
                let number = numbers[usize::from(cell)];
                of_entry = match rests.open_bit(numbers, cell) {
                    None => of_entry.with(number.into(), field),
                    Some(bit) => {
                        open.push((field, bit));
                        of_entry.with((number as i16).into(), field)
                    }
                };
            }
            let known = shares.iter().position(|share| share.table == entry.table && share.open == open);
            let share = known.unwrap_or_else(|| {
                shares.push(Share { table: entry.table, open: open.clone(), of: vec![None; rests.len()] });
                shares.len() - 1
            });
            for place in entry.first as usize..self.end(nth) as usize {
                found(place, entry, of_entry.plus(shares[share].of(rests, self.rests[place])));
            }
        }
    }

    /// A field for each of some cells that holds all its values.
    pub(super) fn fields(&self, cells: &[u16]) -> Fields {
        let mut most = vec![0; cells.len()];
        for entry in &self.entries {
            let (rests, numbers) = (&self.tables[entry.table as usize], self.entry(entry));
            for (most, &cell) in most.iter_mut().zip(cells) {
                let number = numbers[usize::from(cell)];
                let here = match rests.open_bit(numbers, cell) {
                    None => number.into(),
                    Some(bit) => i32::from(rests.most(bit)) + i32::from(number as i16),
                };
                *most = here.max(*most);
            }
        }
        let mut bits = 0;
        let begin = most.into_iter().map(|most: i32| {
            let field = bits;
            bits += i32::BITS - most.leading_zeros();
            field
        });
        Fields { begin: begin.collect(), bits }
    }
}

/// What the rests of a table add to the key of a state, if these cells are open: where each has its field, and which of the
/// cells apart it is.
struct Share<K> {
    table: u32,
    open: Vec<(u32, u16)>,
    of: Vec<Option<K>>,
}

impl<K: Key> Share<K> {
    #[inline]
    fn of(&mut self, rests: &Rests, rest: u32) -> K {
        *self.of[rest as usize].get_or_insert_with(|| {
            let values = rests.values(rest);
            self.open.iter().fold(K::NOTHING, |key, &(field, bit)| key.with(values[usize::from(bit)].into(), field))
        })
    }
}
