//! What a state carries along each of the ways on from it: for each counter, how the chance of the state is distributed
//! over its values. States need not be kept apart by counters, and one walk gives the distributions of all counters.

use std::sync::Arc;

use super::carried::Carried;
use super::section::{Section, trimmed};
use crate::memory::Memory;
use crate::odds::added;

/// A state being left, with what it carries, on one of the ways on from it.
#[derive(Default)]
pub(super) struct Leaving<'a> {
    /// For each counter, the chance of the state at each value, from the first possible one to the last.
    values: Vec<Section<'a>>,
    /// What is added to each counter on this way, and whether anything is.
    gained: Vec<usize>,
    has_gained: bool,
    /// The values of counters over which something has been spread on this way; empty for the others.
    spread: Vec<Vec<f64>>,
    has_spread: bool,
}

impl<'a> Leaving<'a> {
    /// Leaves another state, with this row; nothing is gained yet.
    pub(super) fn leave(&mut self, carried: &'a Carried, state: usize) {
        self.values.clear();
        self.values.extend(carried.row(state).map(trimmed));
        self.gained.clear();
        self.gained.resize(carried.counters(), 0);
        self.has_gained = false;
        self.spread.resize(carried.counters(), Vec::new());
    }

    /// Starts another way, on which nothing has been gained yet.
    pub(super) fn set_out(&mut self) {
        if self.has_gained {
            self.gained.fill(0);
            self.has_gained = false;
        }
    }

    /// Adds to a counter on this way.
    pub(super) fn gain(&mut self, counter: usize, more: u64) {
        self.gained[counter] = more as usize;
        self.has_gained = true;
    }

    /// Adds numbers with these chances to some counters on this way.
    pub(super) fn spread(&mut self, over: &[(usize, Arc<[f64]>)]) {
        if self.has_spread {
            self.spread.iter_mut().for_each(Vec::clear);
        }
        self.has_spread = !over.is_empty();
        for (counter, numbers) in over {
            let spread = &self.spread[*counter];
            let before = if spread.is_empty() { self.values[*counter].1 } else { spread };
            self.spread[*counter] = added(before, numbers);
        }
    }

    /// The chances of a counter's values at the end of this way, if it is certain.
    fn section(&self, counter: usize) -> Section<'_> {
        let (first, values) = self.values[counter];
        let spread = &self.spread[counter];
        (first + self.gained[counter], if spread.is_empty() { values } else { spread })
    }

    /// The values of a counter at the end of this way with their chances, if `way` is the chance of the way.
    pub(super) fn counted(&self, counter: usize, way: f64) -> impl Iterator<Item = (u64, f64)> {
        let (first, chances) = self.section(counter);
        (first as u64..).zip(chances.iter().map(move |chance| chance * way)).filter(|(_, chance)| *chance > 0.0)
    }

    /// Adds what the state carries to the state reached; false when there is not enough memory. `way` is the chance of the
    /// way.
    pub(super) fn arrive(&self, carried: &mut Carried, state: usize, way: f64, memory: &Memory) -> bool {
        carried.add(state, (0..self.values.len()).map(|counter| self.section(counter)), way, memory)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::exact::{Exact, Limit, walk};
    use crate::player::Player;

    #[test]
    fn counters_go_up_each_for_itself() {
        let memory = Memory::new(10_000);
        let mut first = Carried::nothing(2);
        assert!(first.begin(0, 0.5, &memory) && first.begin(1, 0.5, &memory));
        let mut second = Carried::nothing(2);
        // Half of the first gains 3 of one counter, the second gains 1 of the other; both lead to the same state.
        let mut leaving = Leaving::default();
        leaving.leave(&first, 0);
        leaving.gain(0, 3);
        assert!(leaving.arrive(&mut second, 0, 0.5, &memory));
        leaving.leave(&first, 1);
        leaving.gain(1, 1);
        assert!(leaving.arrive(&mut second, 0, 1.0, &memory));
        leaving.leave(&second, 0);
        let chances = |counter| leaving.counted(counter, 1.0).collect::<Vec<_>>();
        assert_eq!(chances(0), [(0, 0.5), (3, 0.25)]);
        assert_eq!(chances(1), [(0, 0.25), (1, 0.5)]);
        assert_eq!(memory.used(), first.bytes() + second.bytes());
    }

    #[test]
    fn room_that_nothing_needs_is_left_behind() {
        let (memory, mut now, coin) = (Memory::new(1 << 20), Carried::with_room(1), Arc::<[f64]>::from([0.5, 0.5]));
        assert!(now.begin(0, 1.0, &memory));
        for _ in 0..40 {
            let (mut next, mut leaving) = (Carried::with_room(1), Leaving::default());
            leaving.leave(&now, 0);
            for coins in [vec![(0, coin.clone())], vec![(0, coin.clone()); 2]] {
                leaving.spread(&coins);
                assert!(leaving.arrive(&mut next, 0, 0.5, &memory));
            }
            memory.give(now.bytes());
            now = next;
        }
        let (first, chances) = now.row(0).next().unwrap();
        assert!(first == 0 && (81..110).contains(&chances.len()), "{first} {}", chances.len());
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-12 && chances[80] > 0.0);
    }

    #[test]
    fn what_counts_has_the_chances_that_it_has_as_a_part_of_the_state() {
        let exact = |tells| walk(&Player { tells }, Limit::default(), &AtomicBool::new(false)).expect("a small walk");
        let (carried, apart): (Exact, Exact) = (exact(true), exact(false));
        assert!(carried.size.states < 40.0 && apart.size.states > 400.0, "{:?} {:?}", carried.size, apart.size);
        for (measure, chances) in apart.chances.iter().enumerate() {
            assert!(chances.len() > 2);
            for (value, chance) in chances.iter().enumerate() {
                let found = carried.chances[measure].get(value).copied().unwrap_or(0.0);
                assert!((found - chance).abs() < 1e-14, "{measure} = {value}: {found}, {chance}");
            }
        }
    }
}
