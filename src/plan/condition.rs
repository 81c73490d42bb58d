//! Conditions on a trial at some moment, and the player's goal.

use std::ops::Range;

use super::state::{Cell, State};

/// How a measure is compared with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The five signs.
pub enum Comparison {
    Less,
    AtMost,
    Equal,
    AtLeast,
    More,
}

impl Comparison {
    /// Whether a value compares like this with a number.
    pub fn holds(self, value: i64, than: i64) -> bool {
        match self {
            Comparison::Less => value < than,
            Comparison::AtMost => value <= than,
            Comparison::Equal => value == than,
            Comparison::AtLeast => value >= than,
            Comparison::More => value > than,
        }
    }
}

/// A condition on a trial at some moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition<R> {
    /// The reading that is compared.
    pub reading: R,
    /// The value that a reading of 0 stands for.
    pub least: i64,
    /// How it is compared.
    pub comparison: Comparison,
    /// The number it is compared with.
    pub than: i64,
}

impl<R> Condition<R> {
    /// Whether it holds, with readings provided by `read`.
    pub fn holds(&self, read: impl FnOnce(&R) -> u64) -> bool {
        self.comparison.holds(read(&self.reading) as i64 + self.least, self.than)
    }
}

/// The player's goal: all of it must come true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal<R> {
    /// Its clauses.
    pub clauses: Vec<Clause<R>>,
}

/// One part of a goal: a condition, or several of which any is enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause<R> {
    /// The conditions on measures, each with the measure's index.
    pub parts: Vec<(usize, Condition<R>)>,
    /// 1 once a condition has held, if its measures become known one after another.
    pub held: Option<Cell>,
}

impl<R> Clause<R> {
    /// Whether any condition holds on measures that have just become known.
    fn holds_now(&self, known: &Range<usize>, read: impl Fn(&R) -> u64) -> bool {
        self.parts.iter().any(|(index, condition)| known.contains(index) && condition.holds(&read))
    }

    /// Whether it holds now that these measures are known; true if they do not decide it.
    fn comes_true(&self, state: &State, known: &Range<usize>, read: impl Fn(&R) -> u64) -> bool {
        !self.is_decided(known) || self.has_held(state) || self.holds_now(known, read)
    }

    /// Whether it is decided once these measures are known.
    fn is_decided(&self, known: &Range<usize>) -> bool {
        self.parts.iter().map(|(index, _)| index).max().is_some_and(|last| known.contains(last))
    }

    fn has_held(&self, state: &State) -> bool {
        self.held.is_some_and(|held| state[held] == 1)
    }
}

impl<R> Goal<R> {
    /// Whether all clauses that these measures decide came true.
    pub fn holds(&self, state: &State, known: &Range<usize>, read: impl Fn(&R) -> u64) -> bool {
        self.clauses.iter().all(|clause| clause.comes_true(state, known, &read))
    }

    /// The same for a single clause.
    pub fn clause_holds(&self, clause: usize, state: &State, known: &Range<usize>, read: impl Fn(&R) -> u64) -> bool {
        self.clauses[clause].comes_true(state, known, read)
    }

    /// Whether it depends on any of these measures.
    pub fn asks_for(&self, known: &Range<usize>) -> bool {
        self.clauses.iter().flat_map(|clause| &clause.parts).any(|(index, _)| known.contains(index))
    }

    /// Records what came true in clauses that are not decided yet; a goal out of `reach` records nothing.
    pub fn note(&self, state: &mut State, known: &Range<usize>, reach: bool, read: impl Fn(&R, &State) -> u64) {
        for clause in &self.clauses {
            let Some(held) = clause.held else { continue };
            let so_far = clause.has_held(state) || clause.holds_now(known, |reading| read(reading, state));
            state.put(held, u16::from(reach && so_far && !clause.is_decided(known)));
        }
    }
}
