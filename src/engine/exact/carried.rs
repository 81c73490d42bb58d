//! What states carry along: for each counter of a trial, how the chance of a state falls on the values that it can have. So
//! states need not be kept apart by what only counts, and one walk tells of all counters.

use std::ops::Range;
use std::sync::Arc;

use super::memory::Memory;

/// What the states of one clock carry, in their order: a row each, and in it a stretch for each counter.
#[derive(Debug, Default)]
pub struct Carried {
    /// Where the stretch of each counter ends in a row.
    ends: Vec<usize>,
    rows: Vec<f64>,
}

/// A state that is left, with what it carries, on one of the ways on from it.
#[derive(Default)]
pub struct Leaving<'a> {
    /// The chance of the state at each value of each counter, up to the last that it can have.
    values: Vec<&'a [f64]>,
    /// What is added to each counter on the way, and whether anything is.
    gained: Vec<usize>,
    has_gained: bool,
    /// The values of counters over which something has been spread on the way; of the others nothing.
    spread: Vec<Vec<f64>>,
    has_spread: bool,
}

impl<'a> Leaving<'a> {
    /// Another state is left, with this row; nothing is gained yet.
    pub fn leave(&mut self, carried: &'a Carried, state: usize) {
        self.values.clear();
        self.values.extend((0..carried.ends.len()).map(|counter| {
            let values = &carried.rows[carried.place(state, counter)];
            &values[..values.iter().rposition(|&chance| chance > 0.0).map_or(1, |last| last + 1)]
        }));
        self.gained.clear();
        self.gained.resize(carried.ends.len(), 0);
        self.has_gained = false;
        self.spread.resize(carried.ends.len(), Vec::new());
    }

    /// Another way is gone, on which nothing has been gained yet.
    pub fn set_out(&mut self) {
        if self.has_gained {
            self.gained.fill(0);
            self.has_gained = false;
        }
    }

    /// So much is added to a counter on the way.
    pub fn gain(&mut self, counter: usize, more: u64) {
        self.gained[counter] = more as usize;
        self.has_gained = true;
    }

    /// Numbers of these chances are added to some counters on the way.
    pub fn spread(&mut self, over: &[(usize, Arc<[f64]>)]) {
        if self.has_spread {
            self.spread.iter_mut().for_each(Vec::clear);
        }
        self.has_spread = !over.is_empty();
        for (counter, numbers) in over {
            let before = self.row(*counter);
            let mut after = vec![0.0; before.len() + numbers.len() - 1];
            for (number, chance) in numbers.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
                after[number..].iter_mut().zip(before).for_each(|(sum, before)| *sum += before * chance);
            }
            self.spread[*counter] = after;
        }
    }

    /// The chances of a counter's values, without what is gained.
    fn row(&self, counter: usize) -> &[f64] {
        if self.spread[counter].is_empty() { self.values[counter] } else { &self.spread[counter] }
    }

    /// How many values each counter can have where this way ends, from 0 on.
    fn needs(&self) -> impl Iterator<Item = usize> {
        self.gained.iter().enumerate().map(|(counter, gained)| self.row(counter).len() + gained)
    }

    /// The chances of the values of a counter where this way ends, if `way` is its chance: from the value given on.
    pub fn counted(&self, counter: usize, way: f64) -> impl Iterator<Item = (u64, f64)> {
        let values = self.row(counter).iter().map(move |chance| chance * way);
        (self.gained[counter] as u64..).zip(values)
    }
}

impl Carried {
    /// Nobody carries anything yet; there are so many counters.
    pub fn nothing(counters: usize) -> Carried {
        Carried { ends: (1..=counters).collect(), rows: Vec::new() }
    }

    fn width(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// How many values of each counter there is room for.
    fn widths(&self) -> impl Iterator<Item = usize> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        self.ends.iter().zip(starts).map(|(end, start)| end - start)
    }

    /// The stretch of a counter in the row of a state.
    fn place(&self, state: usize, counter: usize) -> Range<usize> {
        let row = state * self.width();
        let start = counter.checked_sub(1).map_or(0, |before| self.ends[before]);
        row + start..row + self.ends[counter]
    }

    /// A state that begins with all counters at 0 has this much chance, or more of it; false when there is not enough memory.
    pub fn begin(&mut self, state: usize, chance: f64, memory: &Memory) -> bool {
        let has_room = self.make_row(state, memory);
        for counter in (0..self.ends.len()).filter(|_| has_room) {
            let start = self.place(state, counter).start;
            self.rows[start] += chance;
        }
        has_room
    }

    /// A state is reached on a way of this chance; false when there is not enough memory.
    pub fn reach(&mut self, state: usize, from: &Leaving, way: f64, memory: &Memory) -> bool {
        let is_narrow = self.widths().zip(from.needs()).any(|(width, needed)| width < needed);
        if is_narrow && !self.widen(from.needs(), memory) || !self.make_row(state, memory) {
            return false;
        }
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let first = state * self.width();
        let row = &mut self.rows[first..];
        for (start, (counter, gained)) in starts.zip(from.gained.iter().enumerate()) {
            let values = from.row(counter);
            let sums = &mut row[start + gained..][..values.len()];
            sums.iter_mut().zip(values).for_each(|(sum, chance)| *sum += chance * way);
        }
        true
    }

    /// Makes sure that a state, old or the next new one, has a row.
    fn make_row(&mut self, state: usize, memory: &Memory) -> bool {
        let end = (state + 1) * self.width();
        if end > self.rows.capacity() && !self.make_room(end.max(2 * self.rows.capacity()), memory) {
            return false;
        }
        if end > self.rows.len() {
            self.rows.resize(end, 0.0);
        }
        true
    }

    fn make_room(&mut self, places: usize, memory: &Memory) -> bool {
        let old = self.bytes();
        if !memory.take(bytes(places)) {
            return false;
        }
        self.rows.reserve_exact(places - self.rows.len());
        memory.give(old);
        true
    }

    /// Makes the stretches wide enough for so many values.
    #[cold]
    fn widen(&mut self, needs: impl Iterator<Item = usize>, memory: &Memory) -> bool {
        let mut end = 0;
        let ends = self.widths().zip(needs).map(|(width, needed)| {
            end += width.max(needed.next_power_of_two());
            end
        });
        let mut wide = Carried { ends: ends.collect(), rows: Vec::new() };
        let states = self.rows.len() / self.width();
        if !wide.make_room(states * end, memory) {
            return false;
        }
        wide.rows.resize(states * end, 0.0);
        for state in 0..states {
            for counter in 0..self.ends.len() {
                let values = &self.rows[self.place(state, counter)];
                let start = wide.place(state, counter).start;
                wide.rows[start..start + values.len()].copy_from_slice(values);
            }
        }
        memory.give(self.bytes());
        *self = wide;
        true
    }

    /// Whether there are no counters.
    pub fn is_nothing(&self) -> bool {
        self.ends.is_empty()
    }

    /// Whether all counters of all states are at 0.
    pub fn is_at_zero(&self) -> bool {
        let starts = || std::iter::once(0).chain(self.ends.iter().copied());
        self.rows.chunks(self.width().max(1)).all(|row| {
            let is_start = |place: usize| starts().any(|start| start == place);
            row.iter().enumerate().all(|(place, &chance)| chance == 0.0 || is_start(place))
        })
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> u64 {
        bytes(self.rows.capacity())
    }
}

fn bytes(places: usize) -> u64 {
    (places * size_of::<f64>()) as u64
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::engine::dice::{Dice, Roll};
    use crate::engine::exact::{Exact, Limit, walk};
    use crate::engine::measure::{Measure, Metric, Quantity, Wanted, When};
    use crate::engine::row::Row;
    use crate::engine::rules::{Progress, Rules};

    #[test]
    fn counters_go_up_each_for_itself() {
        let memory = Memory::new(10_000);
        let mut first = Carried::nothing(2);
        assert!(first.begin(0, 0.5, &memory) && first.begin(1, 0.5, &memory));
        let mut second = Carried::nothing(2);
        // Half of the first gains 3 of one counter, the second gains 1 of the other; both come to the same state.
        let mut leaving = Leaving::default();
        leaving.leave(&first, 0);
        leaving.gain(0, 3);
        assert!(second.reach(0, &leaving, 0.5, &memory));
        leaving.leave(&first, 1);
        leaving.gain(1, 1);
        assert!(second.reach(0, &leaving, 1.0, &memory));
        leaving.leave(&second, 0);
        let chances = |counter| leaving.counted(counter, 1.0).collect::<Vec<_>>();
        assert_eq!(chances(0), [(0, 0.5), (1, 0.0), (2, 0.0), (3, 0.25)]);
        assert_eq!(chances(1), [(0, 0.25), (1, 0.5)]);
        assert_eq!(memory.used(), first.bytes() + second.bytes());
    }

    /// A player rolls dice until he has rolled six or three ones, twice; in the second stage the ones of the first count too.
    /// What he counts are sixes and pips, and nothing depends on them.
    struct Player {
        /// Whether the walk is told so.
        tells: bool,
    }

    // The places of the row: the stage, how many dice have been rolled in it, and what is counted.
    const STAGE: u16 = 0;
    const ROLLED: u16 = 1;
    const ONES: u16 = 2;
    const SIXES: u16 = 3;
    const PIPS: u16 = 4;
    const PLACES: u16 = 5;

    const DIE: Roll = Roll::new("a die", "0");
    static COUNTED: Metric = Metric::new("pips", Quantity::Count, Wanted::More);

    impl Rules for Player {
        type State = Row;

        fn measures(&self) -> Vec<Measure> {
            (0..6).map(|_| Measure::new(When::End, "player", &COUNTED)).collect()
        }

        fn deploy(&self) -> Row {
            Row::blank(PLACES.into())
        }

        fn clock(&self, state: &Row) -> u128 {
            u128::from(*state.at(STAGE)) * 10 + u128::from(*state.at(ROLLED))
        }

        fn advance<D: Dice>(&self, state: &mut Row, dice: &mut D) -> Progress {
            let face = dice.die(&DIE, 6);
            *state.at_mut(ROLLED) += 1;
            *state.at_mut(ONES) += u16::from(face == 1);
            *state.at_to_add(SIXES) += u16::from(face == 6);
            *state.at_to_add(PIPS) += u16::from(face);
            match *state.at(ROLLED) == 6 || *state.at(ONES) >= 3 {
                false => Progress::Within,
                true if *state.at(STAGE) == 0 => Progress::Settled,
                true => Progress::Over,
            }
        }

        fn record(&self, state: &Row, write: &mut dyn FnMut(usize, u64)) {
            let first = 3 * usize::from(*state.at(STAGE));
            (first..).zip([ONES, SIXES, PIPS]).for_each(|(measure, place)| write(measure, (*state.at(place)).into()));
        }

        fn forget(&self, state: &mut Row) {
            let ones = (*state.at(ONES)).min(2);
            state.clear(0, PLACES);
            state.put(STAGE, 1);
            state.put(ONES, ones);
        }

        fn counters(&self) -> usize {
            if self.tells { 2 } else { 0 }
        }

        fn counter_of(&self, measure: usize) -> Option<usize> {
            if self.tells { (measure % 3).checked_sub(1) } else { None }
        }

        fn take_counters(&self, state: &mut Row, taken: &mut dyn FnMut(usize, u64)) {
            if self.tells {
                taken(0, std::mem::take(state.at_mut(SIXES)).into());
                taken(1, std::mem::take(state.at_mut(PIPS)).into());
            }
        }

        fn describe(&self, _state: &Row) -> Vec<String> {
            Vec::new()
        }
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
