//! What the states of one clock carry: for each counter, the distribution of its value given the state. States need not be
//! kept apart by counters.
//!
//! Most states say much of what has been counted on the way to them: of a hundred values of a counter only a few are possible
//! in each. So a state has a section for each counter, from the first of its possible values to the last. What one side wins the
//! other loses: counters that are equal in all states have one section (`columns`).

use std::ops::Range;

use super::columns::Columns;
use super::section::{MOST_VALUES, Place, Section, add_times, likely, trimmed};
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

/// Rows of more numbers than this in the mean are long.
const LONG: usize = 200;

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

    /// Adds a row of others to a state, known or the next new one; false when there is not enough memory.
    #[inline]
    pub(super) fn add_of(&mut self, state: usize, others: &Carried, place: usize, memory: &Memory) -> bool {
        if others.counters() == 0 {
            return true;
        }
        let before = self.bytes;
        self.tell_apart(&others.columns);
        let section = |column: usize| trimmed(others.section(place, column));
        if self.columns == others.columns {
            self.put(state, (0..others.columns.len()).map(section), 1.0);
        } else {
            let from: Vec<usize> = self.columns.within(&others.columns).collect();
            self.put(state, from.iter().map(|&column| section(column)), 1.0);
        }
        self.count(before, memory)
    }

    /// Adds a row, each number `way` times, to a state, known or the next new one; false when there is not enough memory. From
    /// now on each counter is a column here.
    #[inline]
    pub(super) fn add<'r>(
        &mut self,
        state: usize,
        row: impl Iterator<Item = Section<'r>> + Clone,
        way: f64,
        memory: &Memory,
    ) -> bool {
        let before = self.bytes;
        if self.columns.len() < self.counters() {
            self.tell_apart(&Columns::all_apart(self.counters()));
        }
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

    /// Whether rows are long.
    pub(super) fn are_long(&self) -> bool {
        self.numbers() > LONG * self.len()
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

    /// If rows are long, leaves out the values at both ends of each section that are rarer than this: how much of a counter's
    /// chances is left out at most.
    pub(super) fn leave_out(&mut self, rarest: f64) -> f64 {
        if !self.are_long() {
            return 0.0;
        }
        let Carried { sections, starts, blocks, columns, .. } = self;
        let mut left_out = vec![0.0; columns.len()];
        for (places, &[block, first]) in sections.chunks_exact_mut(columns.len().max(1)).zip(&*starts) {
            let row = &blocks[block as usize][first as usize..];
            for (place, left_out) in places.iter_mut().zip(&mut left_out) {
                let numbers = &row[place.numbers()];
                let some = likely(numbers, rarest);
                *left_out += numbers[..some.start].iter().chain(&numbers[some.end..]).sum::<f64>();
                *place = place.part(some);
            }
        }
        left_out.into_iter().fold(0.0, f64::max)
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
mod tests;
