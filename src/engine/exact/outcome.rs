//! The outcomes of a piece, with equal ways merged.

use std::ops::Range;
use std::sync::Arc;

use crate::row::Change;
use crate::rules::Progress;

/// One outcome of a piece: the ways that lead to the same result.
pub(super) struct Outcome {
    /// The chance of those ways together.
    pub chance: f64,
    /// The progress of the trial after it.
    pub progress: Progress,
    /// The changes to the cells of the state: a range of [`Outcomes::changes`].
    pub changes: Range<usize>,
    /// The numbers spread over counters.
    pub spread: Vec<(usize, Arc<[f64]>)>,
}

/// All outcomes of a piece.
#[derive(Default)]
pub(super) struct Outcomes {
    /// Each outcome.
    pub all: Vec<Outcome>,
    /// The changes of all outcomes, one after the other.
    pub changes: Vec<Change>,
}

impl Outcomes {
    /// The changes an outcome makes to the cells of a state.
    pub(super) fn changes_of(&self, outcome: &Outcome) -> &[Change] {
        &self.changes[outcome.changes.clone()]
    }

    /// The bytes this takes.
    pub(super) fn bytes(&self) -> u64 {
        (self.all.len() * size_of::<Outcome>() + self.changes.len() * size_of::<Change>()) as u64
    }
}
