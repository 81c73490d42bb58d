//! What states that are played together carry (`sheets`): for each counter the chance of each value.

use super::carried::Carried;
use super::leaving::added;
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

/// What the states of a clock carry, and what outcomes add to it.
pub(super) struct Loads<'a> {
    carried: &'a Carried,
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
        Loads { carried, cells, gains: Vec::new(), ends: carried.ends().to_vec() }
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

    /// Where the section of each counter ends in it.
    pub(super) fn ends(&self) -> &[usize] {
        &self.ends
    }

    /// Adds what a state carries along a way of this chance to a row.
    pub(super) fn add(&self, row: &mut [f64], state: u32, way: f64, gain: u32) {
        let from = self.carried.row(state as usize);
        let gains = self.gains(gain);
        let (mut start, mut first) = (0, 0);
        let sections = self.carried.ends().iter().zip(self.carried.used()).zip(&self.ends);
        for (counter, ((&before, &used), &end)) in sections.enumerate() {
            let (from, row) = (&from[start..start + used], &mut row[first..end]);
            (start, first) = (before, end);
            let mut add = |more: usize, way: f64| {
                row[more..].iter_mut().zip(from).for_each(|(sum, chance)| *sum += chance * way);
            };
            match gains.get(counter) {
                None => add(0, way),
                Some(gain) if gain.spread.is_empty() => add(gain.gained, way),
                Some(Gain { gained, spread }) => {
                    let some = spread.iter().enumerate().filter(|(_, chance)| **chance > 0.0);
                    some.for_each(|(more, chance)| add(gained + more, way * chance));
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

    /// The bytes this takes, with rows for this many states.
    pub(super) fn bytes(&self, states: usize) -> u64 {
        (self.gains.len() * size_of::<Gain>() + states * self.width() * size_of::<f64>()) as u64
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
        let mut row = vec![0.0; loads.width()];
        loads.add(&mut row, 0, 1.0, gain);
        assert_eq!((numbers, &row[..]), ([0, 0, 7, 0], &[0.0, 0.125, 0.25, 0.125, 0.25, 0.25][..]));
    }
}
