//! What states that are played together carry (`sheets`): for each counter the chance of each value.

use std::ops::Range;

use super::carried::{Carried, NO_VALUES, Section, include};
use super::leaving::added;
use super::members::Member;
use super::outcome::Outcome;
use super::walked::add;

/// What an outcome adds to a counter: a number, and another with these chances, if there are any.
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
    /// The cells of the counters, in their order.
    cells: &'a [u16],
    /// Those of each outcome, one for each counter.
    gains: Vec<Gain>,
    /// Where the section of each counter ends in a row of what is added up.
    ends: Vec<usize>,
}

/// Nothing is gained.
pub(super) const NOTHING: u32 = u32::MAX;

impl<'a> Loads<'a> {
    /// What these states carry, whose counters are these cells.
    pub(super) fn of(carried: &'a Carried, cells: &'a [u16]) -> Loads<'a> {
        Loads { carried, together: Carried::default(), cells, gains: Vec::new(), ends: vec![0; carried.counters()] }
    }

    /// Adds up what states that are equal carry: the places of their members become those after all states. `equal` has the place
    /// of each that was added to a member, after the member's own.
    pub(super) fn put_together(&mut self, mut equal: Vec<[u32; 2]>, members: &mut [Member]) {
        if self.counters() == 0 || equal.is_empty() {
            return;
        }
        equal.sort_by_key(|[first, _]| *first);
        let (mut together, mut firsts, mut needed) = (Carried::nothing(self.counters()), Vec::new(), Vec::new());
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
        let has_gained = self.cells.iter().any(|&cell| numbers[usize::from(cell)] > 0);
        if outcome.spread.is_empty() && !has_gained {
            return NOTHING;
        }
        let (counters, first) = (self.carried.counters(), self.gains.len());
        let cells = self.cells.iter().map(Some).chain(std::iter::repeat(None)).take(counters);
        self.gains.extend(cells.map(|cell| {
            let gained = cell.map_or(0, |&cell| std::mem::take(&mut numbers[usize::from(cell)]));
            Gain { gained: gained.into(), spread: Vec::new() }
        }));
        // Several numbers may be added to one counter.
        for (counter, chances) in &outcome.spread {
            let spread = &mut self.gains[first + counter].spread;
            *spread = if spread.is_empty() { chances.to_vec() } else { added(spread, chances) };
        }
        (first / counters) as u32
    }

    /// What an outcome adds to each counter; nothing for [`NOTHING`].
    fn gains(&self, gain: u32) -> &[Gain] {
        let counters = self.carried.counters();
        if gain == NOTHING { &[] } else { &self.gains[gain as usize * counters..][..counters] }
    }

    /// To be called when all outcomes are known: makes room in a row for all that is gained.
    pub(super) fn make_room(&mut self) {
        let mut end = 0;
        for (counter, used) in self.carried.used().iter().enumerate() {
            let gains = self.gains.iter().skip(counter).step_by(self.carried.counters());
            end += used + gains.map(Gain::most).max().unwrap_or(0);
            self.ends[counter] = end;
        }
    }

    /// The length of a row of what is added up; 0 without counters.
    pub(super) fn width(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// The number of counters.
    pub(super) fn counters(&self) -> usize {
        self.ends.len()
    }

    /// How many numbers a state carries in the mean.
    pub(super) fn numbers(&self) -> usize {
        self.carried.numbers() / self.carried.len().max(1)
    }

    /// What a state carries.
    fn row(&self, state: u32) -> impl Iterator<Item = Section<'_>> + Clone {
        match (state as usize).checked_sub(self.carried.len()) {
            None => self.carried.row(state as usize),
            Some(nth) => self.together.row(nth),
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
                let row = self.row(part.place).zip(gained).map(|((first, chances), gained)| (first + gained, chances));
                return into.push_times(row, part.way);
            }
        }
        needed.clear();
        needed.resize(self.ends.len(), NO_VALUES);
        for part in parts.clone() {
            let gains = self.gains(part.gain);
            for (counter, (needed, (first, chances))) in needed.iter_mut().zip(self.row(part.place)).enumerate() {
                let (gained, more) = gains.get(counter).map_or((0, 0), |gain| (gain.gained, gain.most() - gain.gained));
                include(needed, first + gained, chances.len() + more);
            }
        }
        let place = into.push(needed.iter().cloned());
        parts.for_each(|part| self.add(into.row_mut(place), part));
    }

    /// Adds what a part carries to a row of all values.
    pub(super) fn add_to(&self, mut row: &mut [f64], part: Part) {
        let mut start = 0;
        let sections = self.ends.iter().map(|&end| {
            let section = row.split_off_mut(..end - std::mem::replace(&mut start, end));
            (0, section.unwrap_or_default())
        });
        self.add(sections, part);
    }

    /// Adds what a part carries to the sections of a row.
    fn add<'r>(&self, row: impl Iterator<Item = (usize, &'r mut [f64])>, part: Part) {
        let gains = self.gains(part.gain);
        for (counter, ((first, from), (least, section))) in self.row(part.place).zip(row).enumerate() {
            let mut add = |more: usize, way: f64| {
                section[first + more - least..].iter_mut().zip(from).for_each(|(sum, chance)| *sum += chance * way);
            };
            match gains.get(counter) {
                None => add(0, part.way),
                Some(gain) if gain.spread.is_empty() => add(gain.gained, part.way),
                Some(Gain { gained, spread }) => {
                    let some = spread.iter().enumerate().filter(|(_, chance)| **chance > 0.0);
                    some.for_each(|(more, chance)| add(gained + more, part.way * chance));
                }
            }
        }
    }

    /// Counts the values of measures that are counters, each with its counter, by the sum of all rows.
    pub(super) fn count(&self, row: &[f64], measures: &[(usize, usize)], chances: &mut [Vec<f64>]) {
        for &(measure, counter) in measures {
            let start = counter.checked_sub(1).map_or(0, |before| self.ends[before]);
            for (value, &chance) in row[start..self.ends[counter]].iter().enumerate().filter(|(_, some)| **some > 0.0) {
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
        let mut loads = Loads::of(&carried, &[3, 1]);
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
