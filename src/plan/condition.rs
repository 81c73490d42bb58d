//! What may hold of a trial at some moment, and what the player wants.

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
    /// Whether a value compares so with a number.
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

/// Something that may hold of a trial at some moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition<R> {
    /// What is read off.
    pub reading: R,
    /// What a reading of 0 stands for.
    pub least: i64,
    /// How it is compared.
    pub comparison: Comparison,
    /// With what.
    pub than: i64,
}

impl<R> Condition<R> {
    /// Whether it holds, with the readings given by `read`.
    pub fn holds(&self, read: impl FnOnce(&R) -> u64) -> bool {
        self.comparison.holds(read(&self.reading) as i64 + self.least, self.than)
    }
}

/// What the player wants: all of it must come true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal<R> {
    /// What is wanted.
    pub clauses: Vec<Clause<R>>,
}

/// One thing wanted, in one way or in several of which any will do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause<R> {
    /// Conditions on measures, by their index.
    pub parts: Vec<(usize, Condition<R>)>,
    /// 1 once a part has held, where its parts are known one after another.
    pub held: Option<Cell>,
}

impl<R> Clause<R> {
    /// Whether a part holds of those on measures that have just become known.
    fn holds_now(&self, known: &Range<usize>, read: impl Fn(&R) -> u64) -> bool {
        self.parts.iter().any(|(index, condition)| known.contains(index) && condition.holds(&read))
    }

    /// Whether it holds now that these measures are known; one that is not decided by them does.
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
    /// Whether what is decided now that these measures are known came true.
    pub fn holds(&self, state: &State, known: &Range<usize>, read: impl Fn(&R) -> u64) -> bool {
        self.clauses.iter().all(|clause| clause.comes_true(state, known, &read))
    }

    /// The same of one clause alone.
    pub fn clause_holds(&self, clause: usize, state: &State, known: &Range<usize>, read: impl Fn(&R) -> u64) -> bool {
        self.clauses[clause].comes_true(state, known, read)
    }

    /// Whether it asks for any of these measures.
    pub fn asks_for(&self, known: &Range<usize>) -> bool {
        self.clauses.iter().flat_map(|clause| &clause.parts).any(|(index, _)| known.contains(index))
    }

    /// Notes what came true of what is not decided yet; nothing is kept of a goal that is out of `reach`.
    pub fn note(&self, state: &mut State, known: &Range<usize>, reach: bool, read: impl Fn(&R, &State) -> u64) {
        for clause in &self.clauses {
            let Some(held) = clause.held else { continue };
            let so_far = clause.has_held(state) || clause.holds_now(known, |reading| read(reading, state));
            state[held] = u16::from(reach && so_far && !clause.is_decided(known));
        }
    }
}
