//! What the states of one clock carry: for each counter, the distribution of its value given the state. States need not be
//! kept apart by counters.

use std::ops::Range;

use crate::memory::Memory;

/// A row for each state, in order, and in it a section for each counter: one number for each value, from 0 on.
#[derive(Debug, Default)]
pub(super) struct Carried {
    /// Where the section of each counter ends in a row.
    ends: Vec<usize>,
    /// How many values of each counter have been needed.
    used: Vec<usize>,
    /// The rows; a block holds two to the power of `in_block` rows.
    blocks: Vec<Vec<f64>>,
    in_block: u32,
}

/// A block holds this many numbers, or one row if that is longer. The first is smaller until it is full.
const BLOCK: usize = 1 << 13;

impl Carried {
    /// No states yet, and this many counters.
    pub(super) fn nothing(counters: usize) -> Self {
        Carried::of((1..=counters).collect(), vec![1; counters])
    }

    fn of(ends: Vec<usize>, used: Vec<usize>) -> Self {
        let rows = BLOCK / ends.last().map_or(1, |&width| width.max(1));
        Carried { ends, used, blocks: Vec::new(), in_block: rows.max(1).ilog2() }
    }

    /// The number of counters.
    pub(super) fn counters(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no counters.
    pub(super) fn is_nothing(&self) -> bool {
        self.ends.is_empty()
    }

    fn width(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// How many values of each counter there is room for.
    fn widths(&self) -> impl Iterator<Item = usize> + '_ {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        self.ends.iter().zip(starts).map(|(end, start)| end - start)
    }

    /// The block of a state, and the start of its row there.
    fn place(&self, state: usize) -> (usize, usize) {
        (state >> self.in_block, (state & ((1 << self.in_block) - 1)) * self.width())
    }

    /// Where the section of each counter ends in a row.
    pub(super) fn ends(&self) -> &[usize] {
        &self.ends
    }

    /// How many values of each counter have been needed.
    pub(super) fn used(&self) -> &[usize] {
        &self.used
    }

    /// The row of a state.
    pub(super) fn row(&self, state: usize) -> &[f64] {
        let (block, first) = self.place(state);
        self.blocks.get(block).map_or(&[][..], |rows| &rows[first..first + self.width()])
    }

    /// Adds a row with these sections; false when there is not enough memory.
    pub(super) fn add(&mut self, state: usize, row: &[f64], sections: &[Range<usize>], memory: &Memory) -> bool {
        let has_room = self.make_row(state, sections.iter().map(Range::len), memory);
        if has_room {
            for (values, section) in self.values_mut(state).zip(sections) {
                values.iter_mut().zip(&row[section.clone()]).for_each(|(sum, more)| *sum += more);
            }
        }
        has_room
    }

    /// The values of each counter that a state carries, up to the last one present.
    pub(super) fn values(&self, state: usize) -> impl Iterator<Item = &[f64]> {
        let (block, first) = self.place(state);
        let (row, mut start) = (self.blocks.get(block).map_or(&[][..], |rows| &rows[first..]), 0);
        self.ends.iter().map(move |&end| {
            let values = &row[start..end];
            start = end;
            &values[..values.iter().rposition(|&number| number != 0.0).map_or(1, |last| last + 1)]
        })
    }

    /// The same, mutable, for all values there is room for.
    #[inline]
    pub(super) fn values_mut(&mut self, state: usize) -> impl Iterator<Item = &mut [f64]> {
        let (block, first) = self.place(state);
        let (mut row, mut start) = (self.blocks.get_mut(block).map_or(&mut [][..], |rows| &mut rows[first..]), 0);
        self.ends.iter().map(move |&end| {
            let values = row.split_off_mut(..end - start).expect("a row of all stretches");
            start = end;
            values
        })
    }

    /// Adds `number` to a state in which all counters are at 0; false when there is not enough memory.
    pub(super) fn begin(&mut self, state: usize, number: f64, memory: &Memory) -> bool {
        let has_room = self.make_row(state, std::iter::repeat_n(1, self.counters()), memory);
        if has_room {
            self.values_mut(state).for_each(|values| values[0] += number);
        }
        has_room
    }

    /// Makes sure that a state, known or the next new one, has a row with room for `needs` values of each counter; false
    /// when there is not enough memory.
    #[inline]
    pub(super) fn make_row(
        &mut self,
        state: usize,
        needs: impl Iterator<Item = usize> + Clone,
        memory: &Memory,
    ) -> bool {
        self.used.iter_mut().zip(needs.clone()).for_each(|(used, needed)| *used = needed.max(*used));
        let is_narrow = self.widths().zip(needs.clone()).any(|(width, needed)| width < needed);
        if is_narrow && !self.widen(needs, memory) {
            return false;
        }
        let (block, first) = self.place(state);
        self.is_nothing() || self.blocks.get(block).is_some_and(|rows| first < rows.len()) || self.add_row(memory)
    }

    fn add_row(&mut self, memory: &Memory) -> bool {
        let (width, all) = (self.width(), self.width() << self.in_block);
        let is_full = self.blocks.last().is_none_or(|rows| rows.len() == all);
        if is_full {
            self.blocks.push(Vec::new());
        }
        let is_first = self.blocks.len() == 1;
        let Some(rows) = self.blocks.last_mut() else { return false };
        if rows.len() == rows.capacity() {
            let (old, room) = (rows.capacity(), if is_first { (2 * rows.len()).max(width).min(all) } else { all });
            if !memory.take(bytes(room)) {
                return false;
            }
            rows.reserve_exact(room - rows.len());
            memory.give(bytes(old));
        }
        rows.resize(rows.len() + width, 0.0);
        true
    }

    /// Widens the sections to hold this many values.
    #[cold]
    fn widen(&mut self, needs: impl Iterator<Item = usize>, memory: &Memory) -> bool {
        let mut end = 0;
        let ends = self.widths().zip(needs).map(|(width, needed)| {
            end += if needed > width { (needed + needed / 4).next_multiple_of(4) } else { width };
            end
        });
        let mut wide = Carried::of(ends.collect(), self.used.clone());
        let rows: usize = self.blocks.iter().map(|rows| rows.len() / self.width()).sum();
        for state in 0..rows {
            if !wide.add_row(memory) {
                return false;
            }
            wide.values_mut(state)
                .zip(self.values(state))
                .for_each(|(to, from)| to[..from.len()].copy_from_slice(from));
        }
        memory.give(self.bytes());
        *self = wide;
        true
    }

    /// Whether all counters of all states are at 0.
    pub(super) fn is_at_zero(&self) -> bool {
        let states: usize = self.blocks.iter().map(|rows| rows.len() / self.width()).sum();
        (0..states).all(|state| self.values(state).all(|values| values.len() == 1))
    }

    /// The bytes this takes.
    pub(super) fn bytes(&self) -> u64 {
        self.blocks.iter().map(|rows| bytes(rows.capacity())).sum()
    }
}

fn bytes(numbers: usize) -> u64 {
    (numbers * size_of::<f64>()) as u64
}
