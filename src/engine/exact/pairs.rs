//! States of one clock as pairs: where outcomes have led, and what these left as it was.
//!
//! Of all states reached together (`sheets`) each is an entry with a rest. There may be a million pairs of a few thousand
//! entries and a few thousand rests. So what all pairs have in some cells is found out from the entries and the rests, and
//! no state is built.

pub(super) mod kept;
pub(super) mod numbered;

use std::sync::{Arc, OnceLock};

use super::rests::Rests;
use crate::bucket::Bucket;
use crate::memory::Memory;

/// States, each an entry and one of the rests.
#[derive(Default)]
pub(super) struct Pairs {
    /// The rests of the sheets that led here.
    tables: Vec<Arc<Rests>>,
    entries: Vec<Entry>,
    /// The numbers of all entries, one after the other.
    numbers: Vec<u16>,
    /// The rest of each state.
    rests: Vec<u32>,
    /// The chance of each state.
    chances: Vec<f64>,
    /// If these are only some of the states of a clock: the place of each among all.
    places: Vec<u32>,
    /// The cells in which states may differ, and the most that each can be, once they have been asked for.
    differing: OnceLock<Vec<u16>>,
    most: OnceLock<Vec<i32>>,
}

/// An entry: whose rests its states have, where its numbers begin, and the place of its first state.
#[derive(Clone, Copy)]
struct Entry {
    table: u32,
    numbers: usize,
    first: u32,
}

/// States that have been reached: an entry, with its numbers, and the rest and the chance of each.
#[derive(Clone, Copy)]
pub(super) struct Arrived<'a> {
    /// The rests of its sheets.
    pub table: &'a Arc<Rests>,
    pub numbers: &'a [u16],
    pub rests: &'a [u32],
    pub chances: &'a [f64],
}

impl Pairs {
    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.chances.len()
    }

    /// Whether there are no states.
    pub(super) fn is_empty(&self) -> bool {
        self.chances.is_empty()
    }

    /// The chance of each state.
    pub(super) fn chances(&self) -> &[f64] {
        &self.chances
    }

    /// The place of a state among all of its clock.
    pub(super) fn place(&self, at: usize) -> u32 {
        self.places.get(at).copied().unwrap_or(at as u32)
    }

    /// The states by their values in a cell, which are in these groups. Other values are with those of the first.
    pub(super) fn split(&self, cell: u16, groups: &[Vec<u16>]) -> Vec<Pairs> {
        let of_value = |value| groups.iter().position(|group| group.contains(&value)).unwrap_or(0);
        let of = self.by(&[cell], |values, _| of_value(values[0]) as u32);
        let mut counts = vec![0; groups.len()];
        of.iter().for_each(|&part| counts[part as usize] += 1);
        let mut parts: Vec<Pairs> = counts.into_iter().map(Pairs::for_some).collect();
        for (nth, entry) in self.entries.iter().enumerate() {
            let mut begun = u32::MAX;
            for at in entry.first as usize..self.end(nth) as usize {
                let part = &mut parts[of[at] as usize];
                if begun != of[at] {
                    part.begin_entry(&self.tables[entry.table as usize], self.entry(entry));
                    begun = of[at];
                }
                part.rests.push(self.rests[at]);
                part.chances.push(self.chances[at]);
                part.places.push(self.place(at));
            }
        }
        parts
    }

    /// Nothing yet, with room for so many states of a clock.
    fn for_some(count: usize) -> Pairs {
        let (rests, chances, places) =
            (Vec::with_capacity(count), Vec::with_capacity(count), Vec::with_capacity(count));
        Pairs { rests, chances, places, ..Pairs::default() }
    }

    /// The number of cells of a state.
    pub(super) fn width(&self) -> usize {
        self.tables.first().map_or(0, |rests| rests.width)
    }

    fn begin_entry(&mut self, rests: &Arc<Rests>, numbers: &[u16]) {
        let known = self.tables.iter().rposition(|table| Arc::ptr_eq(table, rests));
        let table = known.unwrap_or_else(|| {
            self.tables.push(Arc::clone(rests));
            self.tables.len() - 1
        });
        self.differing.take();
        self.most.take();
        self.entries.push(Entry { table: table as u32, numbers: self.numbers.len(), first: self.len() as u32 });
        self.numbers.extend_from_slice(numbers);
    }

    /// Adds the states of an entry; false when there is not enough memory.
    pub(super) fn add(&mut self, Arrived { table, numbers, rests, chances }: Arrived, memory: &Memory) -> bool {
        let before = self.bytes();
        self.begin_entry(table, numbers);
        self.rests.extend_from_slice(rests);
        self.chances.extend_from_slice(chances);
        memory.take(self.bytes() - before)
    }

    /// The bytes this takes.
    pub(super) fn bytes(&self) -> u64 {
        let entries = size_of::<Entry>() * self.entries.capacity() + size_of::<u16>() * self.numbers.capacity();
        let states = size_of::<u32>() * self.rests.capacity() + size_of::<f64>() * self.chances.capacity();
        (entries + states) as u64 + self.tables.iter().map(|rests| rests.bytes()).sum::<u64>()
    }

    /// The numbers of an entry.
    fn entry(&self, entry: &Entry) -> &[u16] {
        &self.numbers[entry.numbers..][..self.tables[entry.table as usize].of_entry()]
    }

    /// The place after the last state of an entry.
    fn end(&self, entry: usize) -> u32 {
        self.entries.get(entry + 1).map_or(self.len() as u32, |next| next.first)
    }

    /// The numbers of the state at a place.
    pub(super) fn state(&self, place: usize, numbers: &mut Vec<u16>) {
        let entry = self.entries.partition_point(|entry| entry.first as usize <= place) - 1;
        let entry = &self.entries[entry];
        self.tables[entry.table as usize].numbers(self.entry(entry), self.rests[place], numbers);
    }

    /// The numbers of the states at these places, which rise, one after the other.
    pub(super) fn states(&self, mut places: &[usize]) -> Vec<u16> {
        let (mut all, mut numbers) = (Vec::with_capacity(places.len() * self.width()), Vec::new());
        let mut open = Vec::new();
        for (nth, entry) in self.entries.iter().enumerate() {
            let end = self.end(nth) as usize;
            let here = places.iter().take_while(|place| **place < end).count();
            let (some, later) = places.split_at(here);
            if some.is_empty() {
                continue;
            }
            let (rests, of_entry) = (&self.tables[entry.table as usize], self.entry(entry));
            rests.open(of_entry, &mut open);
            for &place in some {
                rests.fill(of_entry, &open, self.rests[place], &mut numbers);
                all.extend_from_slice(&numbers);
            }
            places = later;
        }
        all
    }

    /// All states in order, with their chances.
    pub(super) fn each(&self, mut found: impl FnMut(usize, &[u16], f64) -> bool) -> bool {
        let (mut open, mut numbers) = (Vec::new(), Vec::new());
        self.entries.iter().enumerate().all(|(nth, entry)| {
            let (rests, of_entry) = (&self.tables[entry.table as usize], self.entry(entry));
            rests.open(of_entry, &mut open);
            (entry.first as usize..self.end(nth) as usize).all(|place| {
                rests.fill(of_entry, &open, self.rests[place], &mut numbers);
                found(place, &numbers, self.chances[place])
            })
        })
    }

    /// The cells in which states may differ.
    pub(super) fn differing(&self) -> &[u16] {
        self.differing.get_or_init(|| self.all_differing())
    }

    fn all_differing(&self) -> Vec<u16> {
        let Some(first) = self.entries.first() else { return Vec::new() };
        // The bits in which any entry differs from the first, and for each table the cells apart that all its entries set.
        let (first, mut bits) = (self.entry(first), vec![0u16; self.width()]);
        let mut put: Vec<Vec<u16>> = self.tables.iter().map(|rests| rests.all_put()).collect();
        for entry in &self.entries {
            let (table, numbers) = (entry.table as usize, self.entry(entry));
            bits.iter_mut().zip(numbers.iter().zip(first)).for_each(|(bits, (one, other))| *bits |= one ^ other);
            put[table].iter_mut().zip(self.tables[table].put(numbers)).for_each(|(all, here)| *all &= here);
        }
        let mut open = Vec::new();
        for (rests, put) in self.tables.iter().zip(put) {
            rests.open_where(&put, &mut open);
            open.iter().for_each(|&(_, cell)| bits[usize::from(cell)] = u16::MAX);
        }
        (0..bits.len() as u16).filter(|&cell| bits[usize::from(cell)] != 0).collect()
    }

    /// Adds states, each an entry by itself; false when there is not enough memory.
    pub(super) fn absorb(&mut self, states: &Bucket<f64>, memory: &Memory) -> bool {
        let (before, width) = (self.bytes(), states.states().next().map_or(0, |first| first.len()));
        let (rests, mut numbers) = (Arc::new(Rests::none(width)), Vec::new());
        for (state, chance) in states.iter() {
            numbers.clear();
            numbers.extend_from_slice(state);
            numbers.push(0);
            self.begin_entry(&rests, &numbers);
            self.rests.push(0);
            self.chances.push(chance);
        }
        memory.take(self.bytes() - before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::Change;

    const WIDTH: usize = 12;

    /// States of two tables: some cells are set by an entry, some added to, most left to the rest. Of `large` values not all
    /// cells fit into one number.
    pub(super) fn pairs(large: u16) -> Pairs {
        let (mut pairs, memory) = (Pairs::default(), Memory::new(1 << 20));
        for apart in [&[1u16, 4, 5, 9][..], &[0, 1, 2, 3, 4, 6, 7, 8, 10, 11]] {
            let mut rests = Rests::of(WIDTH, apart.to_vec());
            for nth in 0..7 {
                let values: Vec<u16> = (0..apart.len() as u16).map(|at| 2 + (nth * (at + 3)) % 5 * large).collect();
                if nth < 5 {
                    rests.add(&values);
                }
            }
            let rests = Arc::new(rests);
            for nth in 0..6u16 {
                let state: Vec<u16> = (0..WIDTH as u16).map(|cell| (cell + nth % 3) % 4 * large).collect();
                let mut numbers = rests.entry(&state);
                let more = [-2, 0, 1][usize::from(nth % 3)];
                rests.change(&mut numbers, &[Change::Add(4, more), Change::Put(1, nth % 2 * large), Change::Add(5, 3)]);
                let some: Vec<u32> = (0..5).filter(|rest| (rest + u32::from(nth)) % 4 > 0).collect();
                let chances: Vec<f64> = some.iter().map(|&rest| f64::from(rest + 1)).collect();
                assert!(
                    pairs.add(Arrived { table: &rests, numbers: &numbers, rests: &some, chances: &chances }, &memory)
                );
            }
        }
        assert_eq!(memory.used(), pairs.bytes());
        pairs
    }

    #[test]
    fn states_are_numbered_by_what_they_have_in_some_cells() {
        for large in [1, 3, 12_000] {
            let pairs = pairs(large);
            let mut states = Vec::new();
            pairs.each(|place, state, chance| {
                assert_eq!((place, chance), (states.len(), pairs.chances()[place]));
                states.push(state.to_vec());
                true
            });
            assert_eq!(states.concat(), pairs.states(&(0..pairs.len()).collect::<Vec<_>>()));
            for cells in [&[][..], &[4], &[9, 1], &[5, 0, 4, 7], &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]] {
                let values = |state: &Vec<u16>| cells.iter().map(|&cell| state[usize::from(cell)]).collect::<Vec<_>>();
                let mut met: Vec<Vec<u16>> = Vec::new();
                let numbers = pairs.by(cells, |row, place| {
                    assert!(row == values(&states[place]) && !met.iter().any(|known| known == row));
                    met.push(row.to_vec());
                    met.len() as u32 - 1
                });
                assert!(states.iter().zip(numbers).all(|(state, number)| met[number as usize] == values(state)));
            }
            let differing = pairs.differing();
            let differ = |cell: usize| states.iter().any(|state| state[cell] != states[0][cell]);
            assert!((0..WIDTH).all(|cell| !differ(cell) || differing.contains(&(cell as u16))));
        }
    }

    #[test]
    fn parts_have_all_states_in_their_places() {
        let pairs = pairs(1);
        let mut places = Vec::new();
        let groups = [vec![0, 2, 3], vec![1, 5]];
        for (part, group) in pairs.split(4, &groups).iter().zip(0..) {
            let mut values = Vec::new();
            part.each(|at, state, chance| {
                let (mut whole, place) = (Vec::new(), part.place(at) as usize);
                pairs.state(place, &mut whole);
                assert_eq!((state, chance), (&whole[..], pairs.chances()[place]));
                places.push(place);
                values.push(state[4]);
                true
            });
            assert!(values.iter().all(|value| groups[1].contains(value) == (group == 1)));
        }
        places.sort_unstable();
        assert!(places.into_iter().eq(0..pairs.len()));
    }
}
