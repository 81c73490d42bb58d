//! Numbers states by what they have in some cells, without building them.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::{Entry, Pairs};
use crate::exact::rests::Rests;

impl Pairs {
    /// Numbers states by their values in some cells: `number` is asked once for each different row of values, with the place of
    /// the first state that has them. What it answers, for each state.
    pub(in crate::exact) fn by(&self, cells: &[u16], mut number: impl FnMut(&[u16], usize) -> u32) -> Vec<u32> {
        let (mut numbers, mut values) = (Vec::with_capacity(self.len()), Vec::new());
        let (mut known, mut last) = (HashMap::with_hasher(FixedState::default()), None);
        self.each_key(cells, |place, entry, key| {
            // Often all states of an entry have the same in these cells.
            let same = last.filter(|(known, _)| *known == key).map(|(_, number)| number);
            let found = same.unwrap_or_else(|| {
                *known.entry(key).or_insert_with(|| {
                    let rests = &self.tables[entry.table as usize];
                    rests.values_of(self.entry(entry), (cells, self.rests[place]), &mut values);
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

    /// A number for each state in order, with its place and entry: equal for those that have the same in some cells.
    pub(super) fn each_key(&self, cells: &[u16], mut found: impl FnMut(usize, &Entry, u128)) {
        let Some(fields) = self.fields(cells) else {
            let (one, other) = cells.split_at(cells.len() / 2);
            let (one, other) = (self.numbered(one), self.numbered(other));
            for (nth, entry) in self.entries.iter().enumerate() {
                for place in entry.first as usize..self.end(nth) as usize {
                    found(place, entry, u128::from(one[place]) << 32 | u128::from(other[place]));
                }
            }
            return;
        };
        let (mut open, mut shares) = (Vec::new(), Vec::<Share>::new());
        for (nth, entry) in self.entries.iter().enumerate() {
            let (rests, numbers) = (&self.tables[entry.table as usize], self.entry(entry));
            let mut of_entry = 0u128;
            open.clear();
            for (&cell, &field) in cells.iter().zip(&fields) {
                let number = numbers[usize::from(cell)];
                of_entry = of_entry.wrapping_add(match rests.open_bit(numbers, cell) {
                    None => u128::from(number).wrapping_shl(field),
                    Some(bit) => {
                        open.push((field, bit));
                        // What is added to a rest may be negative.
                        (i128::from(number as i16) as u128).wrapping_shl(field)
                    }
                });
            }
            let known = shares.iter().position(|share| share.table == entry.table && share.open == open);
            let share = known.unwrap_or_else(|| {
                shares.push(Share { table: entry.table, open: open.clone(), of: vec![None; rests.len()] });
                shares.len() - 1
            });
            for place in entry.first as usize..self.end(nth) as usize {
                found(place, entry, of_entry.wrapping_add(shares[share].of(rests, self.rests[place])));
            }
        }
    }

    /// Where each of some cells has its place in a number of 128 bits that holds the values of all; `None` if they do not fit.
    fn fields(&self, cells: &[u16]) -> Option<Vec<u32>> {
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
        let mut end = 0;
        let fields = most.into_iter().map(|most: i32| {
            let field = end;
            end += i32::BITS - most.leading_zeros();
            field
        });
        let fields = fields.collect();
        (end <= u128::BITS).then_some(fields)
    }
}

/// What the rests of a table add to the number of a state, if these cells are open: where each has its place in it, and which
/// of the cells apart it is.
struct Share {
    table: u32,
    open: Vec<(u32, u16)>,
    of: Vec<Option<u128>>,
}

impl Share {
    #[inline]
    fn of(&mut self, rests: &Rests, rest: u32) -> u128 {
        *self.of[rest as usize].get_or_insert_with(|| {
            let values = rests.values(rest);
            self.open.iter().map(|&(field, bit)| u128::from(values[usize::from(bit)]).wrapping_shl(field)).sum()
        })
    }
}
