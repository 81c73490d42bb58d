//! In what the states of a class differ (`sheets`).

use crate::bucket::Bucket;
use crate::row::{Change, Row, sum};
use crate::rules::Rules;

/// The values of the cells that are apart: those in which members of a class may differ.
///
/// An entry, where outcomes lead, is a row of numbers: the cells reached, those that are apart at 0 or at what is added to
/// them, which may be negative; then a bit for each of these that is set, whatever it was; then the progress.
pub(super) struct Rests {
    /// The length of a state.
    pub width: usize,
    /// The cells that are apart, in order.
    apart: Vec<u16>,
    /// Their different values.
    values: Bucket<f64>,
}

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
        Rests { width, apart, values: Bucket::default() }
    }

    /// The rest of a state; `key` is room to put it together.
    pub(super) fn add(&mut self, state: &[u16], key: &mut Vec<u16>) -> u32 {
        key.clear();
        key.extend(self.apart.iter().map(|&cell| state[usize::from(cell)]));
        self.values.add(key, 0.0).0 as u32
    }

    /// The number of rests.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// The values of a rest, in the order of the cells.
    pub(super) fn values(&self, rest: u32) -> &[u16] {
        self.values.state(rest as usize)
    }

    /// The bytes this takes.
    pub(super) fn bytes(&self) -> u64 {
        self.values.bytes()
    }

    /// The entry of a state that stays as it is.
    pub(super) fn entry(&self, state: &[u16]) -> Vec<u16> {
        let mut entry = state.to_vec();
        self.apart.iter().for_each(|&cell| entry[usize::from(cell)] = 0);
        entry.resize(self.width + self.apart.len().div_ceil(16) + 1, 0);
        entry
    }

    /// Applies changes to an entry.
    pub(super) fn change(&self, entry: &mut [u16], changes: &[Change]) {
        for &change in changes {
            match change {
                Change::Add(cell, more) => {
                    let bit = self.apart.binary_search(&cell).ok().filter(|&bit| !self.is_put(entry, bit));
                    let number = &mut entry[usize::from(cell)];
                    *number = if bit.is_some() { number.wrapping_add_signed(more) } else { sum(*number, more) };
                }
                Change::Put(cell, value) => {
                    entry[usize::from(cell)] = value;
                    if let Ok(bit) = self.apart.binary_search(&cell) {
                        entry[self.width + bit / 16] |= 1 << (bit % 16);
                    }
                }
            }
        }
    }

    /// Whether an entry sets this one of the cells that are apart.
    fn is_put(&self, entry: &[u16], bit: usize) -> bool {
        entry[self.width + bit / 16] >> (bit % 16) & 1 == 1
    }

    /// Which of the cells that are apart an entry does not set: where each is among them, and the cell.
    pub(super) fn open(&self, entry: &[u16], open: &mut Vec<(u16, u16)>) {
        open.clear();
        open.extend((0..).zip(&self.apart).map(|(bit, &cell)| (bit, cell)));
        open.retain(|&(bit, _)| !self.is_put(entry, bit.into()));
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
        let (numbers, mut asked) = (&entry[..self.width], vec![false; self.width]);
        state.as_mut().watch(numbers);
        rules.forget(state);
        state.as_ref().seen(numbers, &mut asked, changes);
        (0..self.apart.len()).all(|bit| !asked[usize::from(self.apart[bit])] || self.is_put(entry, bit))
    }

    /// Which of the cells that are apart have been touched in a watched row.
    pub(super) fn touched(&self, row: &Row) -> impl Iterator<Item = usize> {
        (0..self.apart.len()).filter(|&at| row.is_touched(self.apart[at]))
    }
}
