//! What states that are played together carry (`sheets`): for each counter the chance of each value.

use std::sync::Arc;

use super::carried::Carried;
use super::outcome::Outcome;
use super::walked::add;

/// What an outcome adds to counters.
struct Gain {
    /// By counter.
    gained: Vec<usize>,
    spread: Vec<(usize, Arc<[f64]>)>,
}

impl Gain {
    /// The most that it adds to a counter.
    fn most(&self, counter: usize) -> usize {
        let spread = self.spread.iter().filter(|(of, _)| *of == counter).map(|(_, numbers)| numbers.len() - 1);
        self.gained[counter] + spread.sum::<usize>()
    }
}

/// What the states of a clock carry, and what outcomes add to it.
pub(super) struct Loads<'a> {
    carried: &'a Carried,
    /// The cells of the counters, in their order.
    cells: &'a [u16],
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
        let mut gained = vec![0; self.carried.counters()];
        for (gained, &cell) in gained.iter_mut().zip(self.cells) {
            *gained = usize::from(std::mem::take(&mut numbers[usize::from(cell)]));
        }
        if outcome.spread.is_empty() && gained.iter().all(|gained| *gained == 0) {
            return NOTHING;
        }
        self.gains.push(Gain { gained, spread: outcome.spread.clone() });
        self.gains.len() as u32 - 1
    }

    /// To be called when all outcomes are known: makes room in a row for all that is gained.
    pub(super) fn make_room(&mut self) {
        let mut end = 0;
        for (counter, used) in self.carried.used().iter().enumerate() {
            end += used + self.gains.iter().map(|gain| gain.most(counter)).max().unwrap_or(0);
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
        let gain = self.gains.get(gain as usize);
        let (mut start, mut first) = (0, 0);
        let sections = self.carried.ends().iter().zip(self.carried.used()).zip(&self.ends);
        for (counter, ((&before, &used), &end)) in sections.enumerate() {
            let (from, row) = (&from[start..start + used], &mut row[first..end]);
            (start, first) = (before, end);
            let gained = gain.map_or(0, |gain| gain.gained[counter]);
            let spread = gain.and_then(|gain| gain.spread.iter().find(|(of, _)| *of == counter));
            let mut add = |more: usize, way: f64| {
                row[gained + more..].iter_mut().zip(from).for_each(|(sum, chance)| *sum += chance * way);
            };
            match spread {
                None => add(0, way),
                Some((_, numbers)) => {
                    let numbers = numbers.iter().enumerate().filter(|(_, chance)| **chance > 0.0);
                    numbers.for_each(|(more, chance)| add(more, way * chance));
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
