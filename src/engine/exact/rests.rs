//! In what the states of a class differ (`sheets`).

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::row::{Asked, Change, Row, sum};
use crate::rules::Rules;

/// The values of the cells that are apart: those in which members of a class may differ.
///
/// An entry, where outcomes lead, is a row of numbers: the cells reached, those that are apart at 0 or at what is added to
/// them, which may be negative; then a bit for each of these that is set, whatever it was; then the progress.
#[derive(Debug)]
pub(super) struct Rests {
    /// The length of a state.
    pub width: usize,
    /// The cells that are apart, in order; and for each cell which of them it is, [`TOGETHER`] if none.
    apart: Vec<u16>,
    bits: Vec<u16>,
    /// The largest value of each.
    most: Vec<u16>,
    /// The number of rests, and the values of all, one after the other.
    count: usize,
    values: Vec<u16>,
}

/// How an entry makes the value of a cell: its number, and if it is open, which of the cells that are apart it is added to.
#[derive(Clone, Copy)]
pub(super) struct Made {
    number: u16,
    open: Option<u16>,
}

impl Made {
    /// The value with a rest that has these values.
    #[inline]
    pub(super) fn with(self, of_rest: &[u16]) -> u16 {
        match self.open {
            Some(bit) => sum(of_rest[usize::from(bit)], self.number as i16),
            None => self.number,
        }
    }
}

/// A cell that is not apart.
const TOGETHER: u16 = u16::MAX;

/// The rests met in an entry, and the chance of each.
#[derive(Clone, Copy)]
pub(super) struct Met<'a> {
    /// Which of the rests.
    pub rests: &'a [u32],
    /// The chance of every rest.
    pub sums: &'a [f64],
}

impl Rests {
    /// No rests yet of states of this length with these cells apart.
    pub(super) fn of(width: usize, apart: Vec<u16>) -> Rests {
        let mut bits = vec![TOGETHER; width];
        (0..).zip(&apart).for_each(|(bit, &cell)| bits[usize::from(cell)] = bit);
        let most = vec![0; apart.len()];
        Rests { width, apart, bits, most, count: 0, values: Vec::new() }
    }

    /// No cells are apart: all states of this length have the same rest.
    pub(super) fn none(width: usize) -> Rests {
        let mut rests = Rests::of(width, Vec::new());
        rests.add(&[]);
        rests
    }

    /// Adds a rest with these values, which no other has.
    pub(super) fn add(&mut self, values: &[u16]) -> u32 {
        self.most.iter_mut().zip(values).for_each(|(most, &value)| *most = value.max(*most));
        self.values.extend_from_slice(values);
        self.count += 1;
        self.count as u32 - 1
    }

    /// The length of an entry.
    pub(super) fn of_entry(&self) -> usize {
        self.width + self.apart.len().div_ceil(16) + 1
    }

    /// The number of rests.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// The values of a rest, in the order of the cells.
    pub(super) fn values(&self, rest: u32) -> &[u16] {
        &self.values[rest as usize * self.apart.len()..][..self.apart.len()]
    }

    /// The bytes this takes.
    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&self.values[..]) as u64
    }

    /// The entry of a state that stays as it is.
    pub(super) fn entry(&self, state: &[u16]) -> Vec<u16> {
        let mut entry = Vec::with_capacity(self.of_entry());
        entry.extend_from_slice(state);
        self.apart.iter().for_each(|&cell| entry[usize::from(cell)] = 0);
        entry.resize(self.of_entry(), 0);
        entry
    }

    /// Applies changes to an entry.
    pub(super) fn change(&self, entry: &mut [u16], changes: &[Change]) {
        for &change in changes {
            match change {
                Change::Add(cell, more) => {
                    let bit = self.bit(cell).filter(|&bit| !self.is_put(entry, bit));
                    let number = &mut entry[usize::from(cell)];
                    *number = if bit.is_some() { number.wrapping_add_signed(more) } else { sum(*number, more) };
                }
                Change::Put(cell, value) => {
                    entry[usize::from(cell)] = value;
                    if let Some(bit) = self.bit(cell) {
                        entry[self.width + bit / 16] |= 1 << (bit % 16);
                    }
                }
            }
        }
    }

    /// Which of the cells that are apart this one is.
    #[inline]
    fn bit(&self, cell: u16) -> Option<usize> {
        let bit = self.bits[usize::from(cell)];
        (bit != TOGETHER).then_some(bit.into())
    }

    /// Whether an entry sets this one of the cells that are apart.
    fn is_put(&self, entry: &[u16], bit: usize) -> bool {
        entry[self.width + bit / 16] >> (bit % 16) & 1 == 1
    }

    /// Which of the cells that are apart an entry does not set: where each is among them, and the cell.
    pub(super) fn open(&self, entry: &[u16], open: &mut Vec<(u16, u16)>) {
        self.open_where(self.put(entry), open);
    }

    /// The same where these are set.
    pub(super) fn open_where(&self, put: &[u16], open: &mut Vec<(u16, u16)>) {
        open.clear();
        for (first, &put) in (0..).step_by(16).zip(put) {
            let mut left = !put;
            while left != 0 {
                let bit = first + left.trailing_zeros() as u16;
                let Some(&cell) = self.apart.get(usize::from(bit)) else { break };
                open.push((bit, cell));
                left &= left - 1;
            }
        }
    }

    /// Which of the cells that are apart this one is, if an entry leaves it as it is in the rest.
    #[inline]
    pub(super) fn open_bit(&self, entry: &[u16], cell: u16) -> Option<u16> {
        self.bit(cell).filter(|&bit| !self.is_put(entry, bit)).map(|bit| bit as u16)
    }

    /// Numbers the rests, from 0 in the order in which they are met, by their values in some of the cells that are apart.
    pub(super) fn groups(&self, bits: &[usize]) -> Vec<u32> {
        // Where all have 0 they are the same.
        let bits: Vec<usize> = bits.iter().copied().filter(|&bit| self.most[bit] > 0).collect();
        let (mut groups, mut left) = (vec![0u32; self.count], &bits[..]);
        while !left.is_empty() {
            // As many cells at once as fit beside the number of a group.
            let (mut fields, mut end) = (Vec::new(), u32::BITS);
            while let Some((&bit, more)) = left.split_first() {
                let width = u16::BITS - self.most[bit].leading_zeros();
                if end + width > u64::BITS {
                    break;
                }
                fields.push((bit, end));
                (left, end) = (more, end + width);
            }
            let mut count = 0;
            let mut next = || {
                count += 1;
                count - 1
            };
            let with = |key: u64, values: &[u16]| {
                fields.iter().fold(key, |key, &(bit, field)| key | u64::from(values[bit]) << field)
            };
            let rows = groups.iter_mut().zip(self.values.chunks_exact(self.apart.len()));
            if fields.len() == bits.len() && 1u64 << (end - u32::BITS) <= self.count as u64 {
                // All values fit into a small table.
                let mut known = vec![None; 1 << (end - u32::BITS)];
                rows.for_each(|(group, values)| {
                    *group = *known[(with(0, values) >> u32::BITS) as usize].get_or_insert_with(&mut next)
                });
            } else {
                let mut known = HashMap::with_hasher(FixedState::default());
                rows.for_each(|(group, values)| {
                    *group = *known.entry(with((*group).into(), values)).or_insert_with(&mut next)
                });
            }
        }
        groups
    }

    /// Which of the cells that are apart an entry sets.
    pub(super) fn put<'a>(&self, entry: &'a [u16]) -> &'a [u16] {
        &entry[self.width..][..self.apart.len().div_ceil(16)]
    }

    /// All of the cells that are apart.
    pub(super) fn all_put(&self) -> Vec<u16> {
        vec![u16::MAX; self.apart.len().div_ceil(16)]
    }

    /// For each rest the first that has the same where an entry leaves cells open; empty if all are different.
    pub(super) fn first_alike(&self, entry: &[u16]) -> Vec<u32> {
        let mut open = Vec::new();
        self.open(entry, &mut open);
        if open.len() == self.apart.len() {
            return Vec::new();
        }
        let bits: Vec<usize> = open.into_iter().map(|(bit, _)| bit.into()).collect();
        let (groups, mut firsts) = (self.groups(&bits), Vec::new());
        for (rest, &group) in (0..).zip(&groups) {
            if group as usize == firsts.len() {
                firsts.push(rest);
            }
        }
        if firsts.len() == self.count {
            Vec::new()
        } else {
            groups.iter().map(|&group| firsts[group as usize]).collect()
        }
    }

    /// The largest value of one of the cells that are apart.
    pub(super) fn most(&self, bit: u16) -> u16 {
        self.most[usize::from(bit)]
    }

    /// How an entry makes the value of a cell.
    pub(super) fn made(&self, entry: &[u16], cell: u16) -> Made {
        Made { number: entry[usize::from(cell)], open: self.open_bit(entry, cell) }
    }

    /// The values that are made so with a rest.
    pub(super) fn make(&self, made: &[Made], rest: u32, values: &mut Vec<u16>) {
        let of_rest = self.values(rest);
        values.clear();
        values.extend(made.iter().map(|made| made.with(of_rest)));
    }

    /// The numbers of the state of an entry with a rest, if these cells are open.
    #[inline]
    pub(super) fn fill(&self, entry: &[u16], open: &[(u16, u16)], rest: u32, numbers: &mut Vec<u16>) {
        numbers.clear();
        numbers.extend_from_slice(&entry[..self.width]);
        let values = self.values(rest);
        for &(bit, cell) in open {
            let number = &mut numbers[usize::from(cell)];
            *number = sum(values[usize::from(bit)], *number as i16);
        }
    }

    /// The numbers of the state of an entry with a rest.
    pub(super) fn numbers(&self, entry: &[u16], rest: u32, numbers: &mut Vec<u16>) {
        let mut open = Vec::new();
        self.open(entry, &mut open);
        self.fill(entry, &open, rest, numbers);
    }

    /// What is forgotten in all states of an entry; false if that depends on their rests.
    pub(super) fn forget<R: Rules>(
        &self,
        rules: &R,
        state: &mut R::State,
        entry: &[u16],
        changes: &mut Vec<Change>,
    ) -> bool {
        let (numbers, mut asked) = (&entry[..self.width], Asked::default());
        asked.clear(self.width);
        state.as_mut().watch(numbers);
        rules.forget(state);
        state.as_ref().seen(numbers, &mut asked, changes);
        asked.cells().iter().all(|&cell| self.open_bit(entry, cell).is_none())
    }

    /// Which of the cells that are apart have been touched in a watched row.
    pub(super) fn touched(&self, row: &Row) -> impl Iterator<Item = usize> {
        row.touched().filter_map(|cell| self.bit(cell))
    }
}
