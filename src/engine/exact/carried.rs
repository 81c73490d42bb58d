//! What the states of one clock carry: for each counter, the distribution of its value given the state. States need not be
//! kept apart by counters.
//!
//! Most states say much of what has been counted on the way to them: of a hundred values of a counter only a few are possible
//! in each. So a state has a section for each counter, from the first of its possible values to the last.

use std::ops::Range;

use crate::memory::Memory;

/// A row for each state, in order, and in it a section for each counter: one number for each value.
#[derive(Debug, Default)]
pub(super) struct Carried {
    counters: usize,
    /// Whether sections begin at 0 and have room for all values that have been needed.
    has_all: bool,
    /// How many values, from 0 on, of each counter have been needed.
    used: Vec<usize>,
    /// For each counter of each state its first value, and how many there are.
    sections: Vec<[u32; 2]>,
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

/// The chances of the values of a counter: the first value, and one number for each from there on.
pub(super) type Section<'a> = (usize, &'a [f64]);

/// No values of a counter are needed yet.
pub(super) const NO_VALUES: Range<usize> = Range { start: usize::MAX, end: 0 };

/// Other values are needed, too.
#[inline]
pub(super) fn include(needed: &mut Range<usize>, first: usize, count: usize) {
    *needed = needed.start.min(first)..needed.end.max(first + count);
}

impl Carried {
    /// No states yet, and this many counters.
    pub(super) fn nothing(counters: usize) -> Self {
        Carried { counters, used: vec![1; counters], ..Carried::default() }
    }

    /// The same where equal states meet: sections have room for all values, since they would have to be widened again and again.
    pub(super) fn all_values(counters: usize) -> Self {
        Carried { has_all: true, ..Carried::nothing(counters) }
    }

    /// The number of counters.
    pub(super) fn counters(&self) -> usize {
        self.counters
    }

    /// The number of states that carry something.
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// How many values, from 0 on, of each counter have been needed.
    pub(super) fn used(&self) -> &[usize] {
        &self.used
    }

    /// Forgets all states, to be used again; those to come have this many counters. What is kept for them is not counted.
    pub(super) fn clear(&mut self, counters: usize) {
        let Carried { mut sections, mut starts, mut blocks, .. } = std::mem::take(self);
        sections.clear();
        starts.clear();
        // The last block is as large as any.
        blocks.drain(..blocks.len().saturating_sub(1));
        blocks.iter_mut().for_each(Vec::clear);
        *self = Carried { sections, starts, blocks, ..Carried::nothing(counters) };
    }

    /// For each counter of a state its section.
    #[inline]
    pub(super) fn row(&self, state: usize) -> impl Iterator<Item = Section<'_>> + Clone {
        let numbers = match self.starts.get(state) {
            Some(&[block, first]) => &self.blocks[block as usize][first as usize..],
            None => &[],
        };
        let mut end = 0;
        self.sections_of(state).iter().map(move |&[first, count]| {
            let start = end;
            end += count as usize;
            (first as usize, &numbers[start..end])
        })
    }

    fn sections_of(&self, state: usize) -> &[[u32; 2]] {
        self.sections.get(state * self.counters..(state + 1) * self.counters).unwrap_or(&[])
    }

    /// Adds a row, each number `way` times, to a state, known or the next new one; false when there is not enough memory.
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
        self.bytes == before || memory.take(self.bytes - before)
    }

    /// Adds `chance` to a state in which all counters are at 0; false when there is not enough memory.
    pub(super) fn begin(&mut self, state: usize, chance: f64, memory: &Memory) -> bool {
        self.add(state, std::iter::repeat_n((0, &[chance][..]), self.counters), 1.0, memory)
    }

    /// Adds new states that carry what some states of others do; false when there is not enough memory.
    pub(super) fn extend(&mut self, others: &Carried, some: Range<usize>, memory: &Memory) -> bool {
        if self.counters == 0 {
            return true;
        }
        let before = self.bytes;
        for state in some.clone() {
            let count = others.sections_of(state).iter().map(|[_, count]| *count as usize).sum();
            let [from, first] = others.starts[state].map(|at| at as usize);
            let start = self.room(count);
            let [to, _] = start.map(|at| at as usize);
            self.blocks[to].extend_from_slice(&others.blocks[from][first..first + count]);
            self.starts.push(start);
        }
        self.sections.extend_from_slice(&others.sections[some.start * self.counters..some.end * self.counters]);
        self.used.iter_mut().zip(&others.used).for_each(|(used, more)| *used = *more.max(used));
        self.recount();
        self.bytes == before || memory.take(self.bytes - before)
    }

    /// Adds all states of others, with no more room than they need; false when there is not enough memory.
    pub(super) fn absorb(&mut self, others: &Carried, memory: &Memory) -> bool {
        (0..others.len()).all(|state| self.add(self.len(), others.row(state).map(trimmed), 1.0, memory))
    }

    /// Adds a new state with these sections, in which all numbers are 0: its place.
    pub(super) fn push(&mut self, needs: impl Iterator<Item = Range<usize>> + Clone) -> usize {
        let place = self.len();
        if self.counters > 0 {
            self.add_row(needs);
        }
        place
    }

    /// For each counter of a state its first value and the numbers from there on.
    #[inline]
    pub(super) fn row_mut(&mut self, state: usize) -> impl Iterator<Item = (usize, &mut [f64])> {
        let [block, first] = self.starts.get(state).map_or([0, 0], |start| start.map(|at| at as usize));
        let mut numbers = self.blocks.get_mut(block).map_or(&mut [][..], |block| &mut block[first..]);
        let sections = self.sections.get(state * self.counters..(state + 1) * self.counters).unwrap_or(&[]);
        sections
            .iter()
            .map(move |&[first, count]| (first as usize, numbers.split_off_mut(..count as usize).unwrap_or_default()))
    }

    /// Adds a new state that carries this, each number `way` times.
    #[inline]
    pub(super) fn push_times<'r>(&mut self, row: impl Iterator<Item = Section<'r>> + Clone, way: f64) {
        let start = self.room(row.clone().map(|(_, chances)| chances.len()).sum());
        let block = &mut self.blocks[start[0] as usize];
        for ((first, chances), used) in row.zip(&mut self.used) {
            *used = (first + chances.len()).max(*used);
            self.sections.push([first as u32, chances.len() as u32]);
            block.extend(chances.iter().map(|chance| chance * way));
        }
        self.starts.push(start);
        self.recount();
    }

    /// Adds a new state of this chance in which all counters are at 0.
    #[inline]
    pub(super) fn begin_new(&mut self, chance: f64) {
        if self.counters > 0 {
            self.put(self.len(), std::iter::repeat_n((0, &[chance][..]), self.counters), 1.0);
        }
    }

    /// How many numbers there are.
    pub(super) fn numbers(&self) -> usize {
        self.blocks.iter().map(Vec::len).sum()
    }

    /// Adds a row, each number `way` times, to a state, known or the next new one.
    #[inline]
    fn put<'r>(&mut self, state: usize, row: impl Iterator<Item = Section<'r>> + Clone, way: f64) {
        if self.counters == 0 {
            return;
        }
        self.make_row(state, row.clone().map(|(first, chances)| first..first + chances.len()));
        for ((first, section), (least, chances)) in self.row_mut(state).zip(row) {
            section[least - first..].iter_mut().zip(chances).for_each(|(sum, chance)| *sum += chance * way);
        }
    }

    /// Makes sure that a state, known or the next new one, has a row with these sections.
    #[inline]
    fn make_row(&mut self, state: usize, needs: impl Iterator<Item = Range<usize>> + Clone) {
        let known = self.sections_of(state);
        let has = |(&[first, count], needed): (&[u32; 2], Range<usize>)| {
            first as usize <= needed.start && needed.end <= (first + count) as usize
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
            let section = if self.has_all { 0..*used } else { needed };
            self.sections.push([section.start as u32, section.len() as u32]);
            numbers += section.len();
        }
        let start = self.zeros(numbers);
        self.starts.push(start);
        self.recount();
    }

    /// Counts the bytes anew that it takes to know where the numbers are.
    #[inline]
    fn recount(&mut self) {
        let now = (self.sections.capacity() + self.starts.capacity()) as u64 * size_of::<[u32; 2]>() as u64;
        self.bytes += now - std::mem::replace(&mut self.of_places, now);
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
        let of_state = state * self.counters..(state + 1) * self.counters;
        let wider = self.sections[of_state.clone()].iter().zip(needs).map(|(&[first, count], needed)| {
            // What has grown once will grow again.
            let more = if needed.end > (first + count) as usize { needed.end / 4 } else { 0 };
            needed.start.min(first as usize)..((first + count) as usize).max(needed.end + more)
        });
        let wider: Vec<Range<usize>> = wider.collect();
        let start = self.zeros(wider.iter().map(Range::len).sum());
        let [block, mut from] = std::mem::replace(&mut self.starts[state], start).map(|at| at as usize);
        let [new_block, mut to] = start.map(|at| at as usize);
        for ((section, wide), used) in self.sections[of_state].iter_mut().zip(wider).zip(&mut self.used) {
            let [first, count] = section.map(|number| number as usize);
            let before = first - wide.start;
            for place in 0..count {
                self.blocks[new_block][to + before + place] = self.blocks[block][from + place];
            }
            (from, to) = (from + count, to + wide.len());
            *used = wide.end.max(*used);
            *section = [wide.start as u32, wide.len() as u32];
        }
    }

    /// Whether all counters of all states are at 0.
    pub(super) fn is_at_zero(&self) -> bool {
        (0..self.len()).all(|state| {
            self.row(state)
                .all(|(first, chances)| chances.iter().skip(usize::from(first == 0)).all(|more| *more == 0.0))
        })
    }

    /// The bytes this takes.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// A section without the numbers at both ends that are 0.
fn trimmed((least, all): Section) -> Section {
    let first = all.iter().position(|chance| *chance != 0.0).unwrap_or(0);
    let end = all.iter().rposition(|chance| *chance != 0.0).map_or(1, |last| last + 1);
    (least + first, &all[first..end])
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
        for mut carried in [Carried::nothing(2), Carried::all_values(2)] {
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
        let (memory, mut carried, mut more) = (Memory::new(1 << 20), Carried::nothing(1), Carried::all_values(1));
        let row = |first: usize| std::iter::once((first, &[0.5, 0.25][..]));
        (0..200).for_each(|state| assert!(carried.add(state, row(state % 7), 1.0, &memory)));
        assert!(more.begin(0, 1.0, &memory) && more.extend(&carried, 198..200, &memory));
        assert_eq!([of(&more, 1), of(&more, 2)], [of(&carried, 198), of(&carried, 199)]);
        more.push_times(carried.row(6), 2.0);
        assert_eq!(of(&more, 3), [(6, vec![1.0, 0.5])]);
        let mut trimmed = Carried::nothing(1);
        assert!(trimmed.absorb(&more, &memory) && trimmed.len() == 4 && trimmed.numbers() == 1 + 2 + 2 + 2);
        more.clear(1);
        more.begin_new(0.5);
        assert!(more.len() == 1 && more.is_at_zero() && more.used() == [1]);
    }
}
