//! What states that are played together carry (`sheets`): for each counter the chance of each value.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::FixedState;

use super::carried::Carried;
use super::columns::Columns;
use super::members::Member;
use super::outcome::Outcome;
use super::section::{MOST_VALUES, NO_VALUES, Place, add_times, include};
use super::walked::add;
use crate::odds::added;

/// What an outcome adds to a counter: a number, and another with these chances, if there are any.
#[derive(Clone, PartialEq)]
struct Gain {
    gained: usize,
    spread: Vec<f64>,
}

impl Gain {
    /// The most that it adds.
    fn most(&self) -> usize {
        self.gained + self.spread.len().saturating_sub(1)
    }
}

/// A state on a way that leads to a place.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// The place of the state, the chance of the way, and what it adds to counters.
    pub place: u32,
    pub way: f64,
    pub gain: u32,
}

/// What the states of a clock carry, and what outcomes add to it.
pub(super) struct Loads<'a> {
    carried: &'a Carried,
    /// What equal states carry together: their places come after those of all states.
    together: Carried,
    /// The cells of the counters, in their order, and those that nothing reads.
    cells: &'a [u16],
    unread: &'a [u16],
    /// What outcomes add, one for each counter, and once all are known one for each column; known by its numbers, since most
    /// outcomes of a clock add the same as others.
    gains: Vec<Gain>,
    known: HashMap<Vec<u64>, u32, FixedState>,
    key: Vec<u64>,
    /// The columns of the states reached: counters that were equal are so still if all outcomes add the same to them. And the
    /// column of each in the states left.
    columns: Columns,
    from: Vec<usize>,
    /// The place of each column in a row of what is added up.
    places: Vec<Place>,
}

/// Nothing is gained.
pub(super) const NOTHING: u32 = u32::MAX;

impl<'a> Loads<'a> {
    /// What these states carry, whose counters are these cells, and cells that nothing reads.
    pub(super) fn of(carried: &'a Carried, cells: &'a [u16], unread: &'a [u16]) -> Loads<'a> {
        let columns = carried.columns().clone();
        Loads {
            carried,
            together: Carried::of(columns.clone()),
            cells,
            unread,
            gains: Vec::new(),
            known: HashMap::default(),
            key: Vec::new(),
            from: (0..columns.len()).collect(),
            places: Vec::new(),
            columns,
        }
    }

    /// Adds up what states that are equal carry: the places of their members become those after all states. `equal` has the place
    /// of each that was added to a member, after the member's own.
    pub(super) fn put_together(&mut self, mut equal: Vec<[u32; 2]>, members: &mut [Member]) {
        if self.counters() == 0 || equal.is_empty() {
            return;
        }
        equal.sort_by_key(|[first, _]| *first);
        let (mut together, mut firsts, mut needed) = (Carried::of(self.columns.clone()), Vec::new(), Vec::new());
        for group in equal.chunk_by(|[one, _], [other, _]| one == other) {
            let first = group[0][0];
            let places = std::iter::once(first).chain(group.iter().map(|[_, place]| *place));
            let parts = places.map(|place| Part { place, way: 1.0, gain: NOTHING });
            self.gather(parts, &mut together, &mut needed);
            firsts.push(first);
        }
        for member in members {
            if let Ok(nth) = firsts.binary_search(&member.place) {
                member.place = (self.carried.len() + nth) as u32;
            }
        }
        self.together = together;
    }

    /// Takes what an outcome has added to counters out of the numbers it leads to.
    pub(super) fn take(&mut self, numbers: &mut [u16], outcome: &Outcome) -> u32 {
        let Loads { carried, cells, unread, gains, known, key, .. } = self;
        unread.iter().for_each(|&cell| numbers[usize::from(cell)] = 0);
        key.clear();
        key.extend(cells.iter().map(|&cell| u64::from(std::mem::take(&mut numbers[usize::from(cell)]))));
        if outcome.spread.is_empty() && key.iter().all(|&gained| gained == 0) {
            return NOTHING;
        }
        for (counter, chances) in &outcome.spread {
            key.extend([*counter as u64, chances.len() as u64]);
            key.extend(chances.iter().map(|chance| chance.to_bits()));
        }
        if let Some(&gain) = known.get(key) {
            return gain;
        }
        let (counters, first) = (carried.counters(), gains.len());
        let of_cells = key[..cells.len()].iter().copied().chain(std::iter::repeat(0)).take(counters);
        gains.extend(of_cells.map(|gained| Gain { gained: gained as usize, spread: Vec::new() }));
        // Several numbers may be added to one counter.
        for (counter, chances) in &outcome.spread {
            let spread = &mut gains[first + counter].spread;
            *spread = if spread.is_empty() { chances.to_vec() } else { added(spread, chances) };
        }
        let gain = (first / counters) as u32;
        known.insert(key.clone(), gain);
        gain
    }

    /// What an outcome adds to each column; nothing for [`NOTHING`].
    fn gains(&self, gain: u32) -> &[Gain] {
        let columns = self.columns.len();
        if gain == NOTHING { &[] } else { &self.gains[gain as usize * columns..][..columns] }
    }

    /// To be called when all outcomes are known: makes room in a row for all that is gained.
    pub(super) fn make_room(&mut self) {
        let Loads { carried, gains, columns, from, places, .. } = self;
        let (before, counters) = (carried.columns(), carried.counters());
        let are_equal = |first: usize, counter: usize| {
            let gain_the_same = || gains.chunks_exact(counters).all(|gains| gains[first] == gains[counter]);
            before.of()[first] == before.of()[counter] && gain_the_same()
        };
        *columns = Columns::where_equal(counters, are_equal);
        *from = columns.within(before).collect();
        if counters > 0 {
            let of_columns = |gains: &[Gain]| columns.firsts().iter().map(|&counter| gains[counter].clone()).collect();
            *gains = gains.chunks_exact(counters).flat_map::<Vec<Gain>, _>(of_columns).collect();
        }
        let mut start = 0;
        *places = Vec::with_capacity(columns.len());
        for (column, &before) in from.iter().enumerate() {
            let most = gains.iter().skip(column).step_by(columns.len()).map(Gain::most).max().unwrap_or(0);
            let place = Place::new(&(0..(carried.used()[before] + most).min(MOST_VALUES)), start);
            start = place.numbers().end;
            places.push(place);
        }
    }

    /// The columns of the states reached.
    pub(super) fn columns(&self) -> &Columns {
        &self.columns
    }

    /// The length of a row of what is added up; 0 without counters.
    pub(super) fn width(&self) -> usize {
        self.places.last().map_or(0, |place| place.numbers().end)
    }

    /// The number of counters.
    fn counters(&self) -> usize {
        self.columns.counters()
    }

    /// How many numbers a state carries in the mean.
    pub(super) fn numbers(&self) -> usize {
        self.carried.numbers() / self.carried.len().max(1)
    }

    /// Whether states carry much.
    pub(super) fn are_long(&self) -> bool {
        self.carried.are_long()
    }

    /// What a state carries: for each of its columns the place, and the row.
    #[inline]
    fn row(&self, state: u32) -> (&[Place], &[f64]) {
        match (state as usize).checked_sub(self.carried.len()) {
            None => self.carried.numbers_of(state as usize),
            Some(nth) => self.together.numbers_of(nth),
        }
    }

    /// Adds a new state that carries all that these parts do. `needed` is used again and again.
    pub(super) fn gather(
        &self,
        parts: impl Iterator<Item = Part> + Clone,
        into: &mut Carried,
        needed: &mut Vec<Range<usize>>,
    ) {
        let mut rest = parts.clone();
        if let (Some(part), None) = (rest.next(), rest.next()) {
            let gains = self.gains(part.gain);
            if gains.iter().all(|gain| gain.spread.is_empty()) {
                let gained = gains.iter().map(|gain| gain.gained).chain(std::iter::repeat(0));
                let (places, numbers) = self.row(part.place);
                let row = self
                    .from
                    .iter()
                    .zip(gained)
                    .map(|(&column, gained)| (places[column].first() + gained, &numbers[places[column].numbers()]));
                return into.push_times(row, part.way);
            }
        }
        needed.clear();
        needed.resize(self.columns.len(), NO_VALUES);
        for part in parts.clone() {
            let (gains, (places, _)) = (self.gains(part.gain), self.row(part.place));
            for (column, (needed, &before)) in needed.iter_mut().zip(&self.from).enumerate() {
                let (gained, more) = gains.get(column).map_or((0, 0), |gain| (gain.gained, gain.most() - gain.gained));
                let values = places[before].values();
                include(needed, values.start + gained, values.len() + more);
            }
        }
        let place = into.push(needed.iter().cloned());
        let (places, row) = into.numbers_of_mut(place);
        parts.for_each(|part| self.add((places, row), part));
    }

    /// Adds what a part carries to a row of all values.
    pub(super) fn add_to(&self, row: &mut [f64], part: Part) {
        self.add((&self.places, row), part);
    }

    /// Adds what a part carries to a row with its columns in these places.
    fn add(&self, (places, row): (&[Place], &mut [f64]), part: Part) {
        let (gains, (from, numbers)) = (self.gains(part.gain), self.row(part.place));
        for (column, (place, &before)) in places.iter().zip(&self.from).enumerate() {
            let (first, numbers) = (from[before].first(), &numbers[from[before].numbers()]);
            let (gained, spread) = gains.get(column).map_or((0, &[][..]), |gain| (gain.gained, &gain.spread));
            let sums = &mut row[place.numbers().start + first + gained - place.first()..];
            match spread {
                [] => add_times(sums, numbers, part.way),
                spread => {
                    let some = spread.iter().enumerate().filter(|(_, chance)| **chance > 0.0);
                    some.for_each(|(more, chance)| add_times(&mut sums[more..], numbers, part.way * chance));
                }
            }
        }
    }

    /// Counts the values of measures that are counters, each with its counter, by the sum of all rows.
    pub(super) fn count(&self, row: &[f64], measures: &[(usize, usize)], chances: &mut [Vec<f64>]) {
        for &(measure, counter) in measures {
            let place = self.places[self.columns.of()[counter] as usize];
            for (value, &chance) in row[place.numbers()].iter().enumerate().filter(|(_, some)| **some > 0.0) {
                add(&mut chances[measure], value, chance);
            }
        }
    }

    /// The bytes this takes.
    pub(super) fn bytes(&self) -> u64 {
        (self.gains.len() * size_of::<Gain>()) as u64 + self.together.bytes()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::memory::Memory;
    use crate::rules::Progress;

    #[test]
    fn an_outcome_may_add_several_numbers_to_one_counter() {
        let (memory, mut carried) = (Memory::new(10_000), Carried::nothing(2));
        assert!(carried.begin(0, 0.5, &memory));
        let mut loads = Loads::of(&carried, &[3, 1], &[]);
        let coin: Arc<[f64]> = [0.5, 0.5].into();
        let spread = vec![(0, coin.clone()), (1, coin.clone()), (0, coin)];
        let outcome = Outcome { chance: 1.0, progress: Progress::Within, changes: 0..0, spread };
        // One more is gained of the first.
        let mut numbers = [0, 0, 7, 1];
        let gain = loads.take(&mut numbers, &outcome);
        loads.make_room();
        let (mut row, part) = (vec![0.0; loads.width()], Part { place: 0, way: 1.0, gain });
        loads.add_to(&mut row, part);
        assert_eq!((numbers, &row[..]), ([0, 0, 7, 0], &[0.0, 0.125, 0.25, 0.125, 0.25, 0.25][..]));
        let mut gathered = Carried::nothing(2);
        loads.gather([part, part].into_iter(), &mut gathered, &mut Vec::new());
        let sections: Vec<_> = gathered.row(0).collect();
        assert_eq!(sections, [(1, &[0.25, 0.5, 0.25][..]), (0, &[0.5, 0.5])]);
    }
}
