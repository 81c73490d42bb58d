//! What the states of one clock carry: for each counter, the distribution of its value given the state. States need not be
//! kept apart by counters.
//!
//! Most states say much of what has been counted on the way to them: of a hundred values of a counter only a few are possible
//! in each. So a state has a section for each counter, from the first of its possible values to the last. What one side wins the
//! other loses: counters that are equal in all states have one section (`columns`).

use std::ops::Range;

use super::columns::Columns;
use super::section::{MOST_VALUES, Place, Section, add_times, trimmed};
use crate::memory::Memory;

/// A row for each state, in order, and in it a section for each column: one number for each value.
#[derive(Debug, Default)]
pub(super) struct Carried {
    columns: Columns,
    /// Whether new sections have room for another value at each end.
    has_room: bool,
    /// How many values, from 0 on, of each column have been needed.
    used: Vec<usize>,
    /// For each column of each state the place of its section in the row.
    sections: Vec<Place>,
    /// Where the row of each state begins: the block, and the place there.
    starts: Vec<[u32; 2]>,
    blocks: Vec<Vec<f64>>,
    /// The bytes that all this takes, and those of sections and starts.
    bytes: u64,
    of_places: u64,
}

/// A block holds this many numbers, or one row if that is longer; the first ones hold fewer.
const BLOCK: usize = 1 << 15;
const FIRST_BLOCK: usize = 1 << 6;

impl Carried {
    /// No states yet, and this many counters, each a column.
    pub(super) fn nothing(counters: usize) -> Self {
        Carried::of(Columns::all_apart(counters))
    }

    /// The same where equal states meet: most have nearly the same values, and widening a section wastes what it had.
    pub(super) fn with_room(counters: usize) -> Self {
        Carried { has_room: true, ..Carried::nothing(counters) }
    }

    /// No states yet, with these columns.
    pub(super) fn of(columns: Columns) -> Self {
        Carried { used: vec![1; columns.len()], columns, ..Carried::default() }
    }

    /// The number of counters.
    pub(super) fn counters(&self) -> usize {
        self.columns.counters()
    }

    /// Which counters are one column.
    pub(super) fn columns(&self) -> &Columns {
        &self.columns
    }

    /// The number of states that carry something.
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// How many values, from 0 on, of each column have been needed.
    pub(super) fn used(&self) -> &[usize] {
        &self.used
    }

    /// Forgets all states, to be used again with these columns. What is kept for them is not counted.
    pub(super) fn clear(&mut self, columns: &Columns) {
        let Carried { mut sections, mut starts, mut blocks, .. } = std::mem::take(self);
        sections.clear();
        starts.clear();
        // The last block is as large as any.
        blocks.drain(..blocks.len().saturating_sub(1));
        blocks.iter_mut().for_each(Vec::clear);
        *self = Carried { sections, starts, blocks, ..Carried::of(columns.clone()) };
    }

    /// For each counter of a state its section; none if it carries nothing.
    #[inline]
    pub(super) fn row(&self, state: usize) -> impl Iterator<Item = Section<'_>> + Clone {
        let counters = if state < self.len() { self.columns.of() } else { &[] };
        counters.iter().map(move |&column| self.section(state, column as usize))
    }

    /// The section of a column of a state.
    #[inline]
    fn section(&self, state: usize, column: usize) -> Section<'_> {
        let (places, numbers) = self.numbers_of(state);
        (places[column].first(), &numbers[places[column].numbers()])
    }

    /// For each column of a state the place of its section, and the row.
    #[inline]
    pub(super) fn numbers_of(&self, state: usize) -> (&[Place], &[f64]) {
        let [block, first] = self.starts[state];
        (self.of_state(state), &self.blocks[block as usize][first as usize..])
    }

    /// The same, to be changed.
    #[inline]
    pub(super) fn numbers_of_mut(&mut self, state: usize) -> (&[Place], &mut [f64]) {
        let (columns, [block, first]) = (self.columns.len(), self.starts[state]);
        (&self.sections[state * columns..(state + 1) * columns], &mut self.blocks[block as usize][first as usize..])
    }

    /// The places of a state; none if it carries nothing.
    #[inline]
    fn of_state(&self, state: usize) -> &[Place] {
        let columns = self.columns.len();
        self.sections.get(state * columns..(state + 1) * columns).unwrap_or(&[])
    }

    /// Adds a row, each number `way` times, to a state, known or the next new one; false when there is not enough memory. Each
    /// counter is a column here.
    #[inline]
    pub(super) fn add<'r>(
        &mut self,
        state: usize,
        row: impl Iterator<Item = Section<'r>> + Clone,
        way: f64,
        memory: &Memory,
    ) -> bool {
        let before = self.bytes;
        self.put(state, row, way);
        self.count(before, memory)
    }

    /// Adds `chance` to a state in which all counters are at 0; false when there is not enough memory.
    pub(super) fn begin(&mut self, state: usize, chance: f64, memory: &Memory) -> bool {
        self.add(state, std::iter::repeat_n((0, &[chance][..]), self.counters()), 1.0, memory)
    }

    /// Adds new states that carry what some states of others do; false when there is not enough memory.
    pub(super) fn extend(&mut self, others: &Carried, some: Range<usize>, memory: &Memory) -> bool {
        if self.counters() == 0 {
            return true;
        }
        let before = self.bytes;
        self.tell_apart(&others.columns);
        if self.columns == others.columns {
            for state in some.clone() {
                let (places, numbers) = others.numbers_of(state);
                let count = places.iter().map(|place| place.numbers().end).max().unwrap_or(0);
                let start = self.room(count);
                self.blocks[start[0] as usize].extend_from_slice(&numbers[..count]);
                self.starts.push(start);
            }
            let columns = self.columns.len();
            self.sections.extend_from_slice(&others.sections[some.start * columns..some.end * columns]);
            self.used.iter_mut().zip(&others.used).for_each(|(used, more)| *used = *more.max(used));
            self.recount();
        } else {
            let from: Vec<usize> = self.columns.within(&others.columns).collect();
            some.for_each(|state| self.push_times(from.iter().map(|&column| others.section(state, column)), 1.0));
        }
        self.count(before, memory)
    }

    /// Adds all states of others, with no more room than they need; false when there is not enough memory.
    pub(super) fn absorb(&mut self, others: &Carried, memory: &Memory) -> bool {
        let mut before = self.bytes;
        self.tell_apart(&Columns::alike(others.counters(), (0..others.len()).map(|state| others.row(state))));
        let from: Vec<usize> = self.columns.within(&others.columns).collect();
        let mut row = Vec::new();
        (0..others.len()).all(|state| {
            row.clear();
            row.extend(from.iter().map(|&column| trimmed(others.section(state, column))));
            self.push_times(row.iter().copied(), 1.0);
            self.count(std::mem::replace(&mut before, self.bytes), memory)
        })
    }

    /// Tells all counters apart that these columns tell apart, too.
    fn tell_apart(&mut self, others: &Columns) {
        if self.starts.is_empty() {
            (self.columns, self.used) = (others.clone(), vec![1; others.len()]);
        } else if self.columns != *others {
            let finer = self.columns.told_apart(others);
            if finer.len() > self.columns.len() {
                let before: Vec<usize> = finer.within(&self.columns).collect();
                // Columns that were one have the same numbers.
                let rows = self.sections.chunks_exact(self.columns.len());
                self.sections = rows.flat_map(|row| before.iter().map(|&column| row[column])).collect();
                self.used = before.iter().map(|&column| self.used[column]).collect();
                self.columns = finer;
                self.recount();
            }
        }
    }

    /// Adds a new state with these sections, in which all numbers are 0: its place.
    pub(super) fn push(&mut self, needs: impl Iterator<Item = Range<usize>> + Clone) -> usize {
        let place = self.len();
        if self.counters() > 0 {
            self.add_row(needs);
        }
        place
    }

    /// Adds a new state that carries this in its columns, each number `way` times.
    #[inline]
    pub(super) fn push_times<'r>(&mut self, row: impl Iterator<Item = Section<'r>> + Clone, way: f64) {
        let (start, mut after) = (self.room(row.clone().map(|(_, chances)| chances.len()).sum()), 0);
        let block = &mut self.blocks[start[0] as usize];
        for ((first, chances), used) in row.zip(&mut self.used) {
            *used = (first + chances.len()).max(*used);
            let place = Place::new(&(first..first + chances.len()), after);
            self.sections.push(place);
            after += chances.len();
            block.extend(chances.iter().map(|chance| chance * way));
        }
        self.starts.push(start);
        self.recount();
    }

    /// Adds a new state of this chance in which all counters are at 0.
    #[inline]
    pub(super) fn begin_new(&mut self, chance: f64) {
        if self.counters() > 0 {
            self.push_times(std::iter::repeat_n((0, &[chance][..]), self.columns.len()), 1.0);
        }
    }

    /// How many numbers there are.
    pub(super) fn numbers(&self) -> usize {
        self.blocks.iter().map(Vec::len).sum()
    }

    /// Adds a row, each number `way` times, to a state, known or the next new one.
    #[inline]
    fn put<'r>(&mut self, state: usize, row: impl Iterator<Item = Section<'r>> + Clone, way: f64) {
        if self.counters() == 0 {
            return;
        }
        self.make_row(state, row.clone().map(|(first, chances)| first..first + chances.len()));
        let (places, numbers) = self.numbers_of_mut(state);
        for (place, (first, chances)) in places.iter().zip(row) {
            add_times(&mut numbers[place.numbers()][first - place.first()..], chances, way);
        }
    }

    /// Makes sure that a state, known or the next new one, has a row with these sections.
    #[inline]
    fn make_row(&mut self, state: usize, needs: impl Iterator<Item = Range<usize>> + Clone) {
        let known = self.of_state(state);
        let has = |(place, needed): (&Place, Range<usize>)| {
            let values = place.values();
            values.start <= needed.start && needed.end <= values.end
        };
        if known.is_empty() {
            self.add_row(needs);
        } else if !known.iter().zip(needs.clone()).all(has) {
            self.widen(state, needs);
        }
    }

    /// Makes a row with these sections for a new state.
    #[inline]
    fn add_row(&mut self, needs: impl Iterator<Item = Range<usize>> + Clone) {
        let mut numbers = 0;
        for (needed, used) in needs.zip(&mut self.used) {
            *used = needed.end.max(*used);
            let section =
                if self.has_room { needed.start.saturating_sub(1)..(needed.end + 1).min(*used) } else { needed };
            self.sections.push(Place::new(&section, numbers));
            numbers += section.len();
        }
        let start = self.zeros(numbers);
        self.starts.push(start);
        self.recount();
    }

    /// Counts the bytes anew that it takes to know where the numbers are.
    #[inline]
    fn recount(&mut self) {
        let sections = self.sections.capacity() * size_of::<Place>();
        let now = (sections + self.starts.capacity() * size_of::<[u32; 2]>()) as u64;
        self.bytes = self.bytes + now - std::mem::replace(&mut self.of_places, now);
    }

    /// Takes the memory that it takes now, in place of the bytes before; false when there is not enough.
    #[inline]
    fn count(&self, before: u64, memory: &Memory) -> bool {
        match self.bytes.checked_sub(before) {
            Some(0) => true,
            Some(more) => memory.take(more),
            None => {
                memory.give(before - self.bytes);
                true
            }
        }
    }

    /// This many numbers, which are 0.
    #[inline]
    fn zeros(&mut self, numbers: usize) -> [u32; 2] {
        let start = self.room(numbers);
        let block = &mut self.blocks[start[0] as usize];
        block.resize(block.len() + numbers, 0.0);
        start
    }

    /// Room for this many numbers.
    #[inline]
    fn room(&mut self, numbers: usize) -> [u32; 2] {
        if self.blocks.last().is_none_or(|last| last.capacity() - last.len() < numbers) {
            let next = self.blocks.last().map_or(FIRST_BLOCK, |last| (2 * last.capacity()).min(BLOCK));
            let block = Vec::with_capacity(next.max(numbers));
            self.bytes += (block.capacity() * size_of::<f64>()) as u64;
            self.blocks.push(block);
        }
        let nth = self.blocks.len() - 1;
        [nth as u32, self.blocks[nth].len() as u32]
    }

    /// Gives a state a row with wider sections.
    #[cold]
    fn widen(&mut self, state: usize, needs: impl Iterator<Item = Range<usize>>) {
        let columns = self.columns.len();
        let of_state = state * columns..(state + 1) * columns;
        let wider = self.sections[of_state.clone()].iter().zip(needs).map(|(place, needed)| {
            let values = place.values();
            // What has grown once will grow again.
            let more = if needed.end > values.end { needed.end / 4 } else { 0 };
            needed.start.min(values.start)..values.end.max((needed.end + more).min(MOST_VALUES))
        });
        let wider: Vec<Range<usize>> = wider.collect();
        let start = self.zeros(wider.iter().map(Range::len).sum());
        let [block, from] = std::mem::replace(&mut self.starts[state], start).map(|at| at as usize);
        let ([new_block, mut to], first) = (start.map(|at| at as usize), start[1] as usize);
        for ((place, wide), used) in self.sections[of_state].iter_mut().zip(wider).zip(&mut self.used) {
            let moved = to + place.first() - wide.start;
            for (nth, number) in place.numbers().enumerate() {
                self.blocks[new_block][moved + nth] = self.blocks[block][from + number];
            }
            *used = wide.end.max(*used);
            *place = Place::new(&wide, to - first);
            to += wide.len();
        }
    }

    /// Whether all counters of all states are at 0.
    pub(super) fn is_at_zero(&self) -> bool {
        let is_at_zero =
            |(first, chances): Section| chances.iter().skip(usize::from(first == 0)).all(|more| *more == 0.0);
        (0..self.len()).all(|state| (0..self.columns.len()).all(|column| is_at_zero(self.section(state, column))))
    }

    /// The bytes this takes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sections of a state, trimmed.
    fn of(carried: &Carried, state: usize) -> Vec<(usize, Vec<f64>)> {
        carried.row(state).map(trimmed).map(|(first, chances)| (first, chances.to_vec())).collect()
    }

    #[test]
    fn sections_are_as_wide_as_their_values() {
        let memory = Memory::new(1 << 20);
        for mut carried in [Carried::nothing(2), Carried::with_room(2)] {
            let free = memory.left();
            assert!(carried.begin(0, 0.5, &memory) && carried.is_at_zero());
            assert!(carried.add(1, [(3, &[0.25, 0.5][..]), (7, &[0.75])].into_iter(), 1.0, &memory));
            assert!(carried.add(0, [(2, &[1.0][..]), (0, &[1.0])].into_iter(), 0.25, &memory));
            assert!(carried.add(1, [(1, &[1.0][..]), (9, &[1.0])].into_iter(), 0.5, &memory));
            assert_eq!(of(&carried, 0), [(0, vec![0.5, 0.0, 0.25]), (0, vec![0.75])]);
            assert_eq!(of(&carried, 1), [(1, vec![0.5, 0.0, 0.25, 0.5]), (7, vec![0.75, 0.0, 0.5])]);
            assert!(!carried.is_at_zero() && carried.used()[0] >= 5 && carried.used()[1] >= 10);
            assert_eq!(carried.bytes(), free - memory.left());
        }
    }

    #[test]
    fn states_of_others_are_added() {
        let (memory, mut carried, mut more) = (Memory::new(1 << 20), Carried::nothing(1), Carried::with_room(1));
        let row = |first: usize| std::iter::once((first, &[0.5, 0.25][..]));
        (0..200).for_each(|state| assert!(carried.add(state, row(state % 7), 1.0, &memory)));
        assert!(more.begin(0, 1.0, &memory) && more.extend(&carried, 198..200, &memory));
        assert_eq!([of(&more, 1), of(&more, 2)], [of(&carried, 198), of(&carried, 199)]);
        more.push_times(carried.row(6), 2.0);
        assert_eq!(of(&more, 3), [(6, vec![1.0, 0.5])]);
        let mut trimmed = Carried::nothing(1);
        assert!(trimmed.absorb(&more, &memory) && trimmed.len() == 4 && trimmed.numbers() == 1 + 2 + 2 + 2);
        more.clear(&Columns::all_apart(1));
        more.begin_new(0.5);
        assert!(more.len() == 1 && more.is_at_zero() && more.used() == [1]);
    }

    #[test]
    fn columns_are_told_apart_when_their_counters_are() {
        let memory = Memory::new(1 << 20);
        let (coin, sure) = ((0, &[0.25, 0.25][..]), (1, &[0.5][..]));
        let [mut equal, mut unlike] = [Carried::with_room(3), Carried::with_room(3)];
        assert!(equal.add(0, [coin, sure, coin].into_iter(), 1.0, &memory));
        assert!(unlike.add(0, [coin, coin, sure].into_iter(), 1.0, &memory));
        let (mut all, mut both) = (Carried::nothing(3), Carried::nothing(3));
        assert!(all.absorb(&equal, &memory) && all.columns().of() == [0, 1, 0] && all.numbers() == 3);
        assert!(both.extend(&all, 0..1, &memory) && both.columns() == all.columns());
        assert!(all.absorb(&unlike, &memory) && all.columns().of() == [0, 1, 2]);
        assert!(both.extend(&all, 1..2, &memory) && both.extend(&all, 0..1, &memory));
        let (equal, unlike) = (of(&equal, 0), of(&unlike, 0));
        assert_eq!([of(&all, 0), of(&all, 1)], [equal.clone(), unlike.clone()]);
        assert_eq!([of(&both, 0), of(&both, 1), of(&both, 2)], [equal.clone(), unlike, equal]);
    }
}
