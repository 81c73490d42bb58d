//! What comes of a piece, equal ways as one.

use std::ops::Range;
use std::sync::Arc;

use crate::row::Change;
use crate::rules::Progress;

/// What comes of a piece in some of its ways.
pub struct Outcome {
    /// Their chance.
    pub chance: f64,
    /// Where the trial stands then.
    pub progress: Progress,
    /// Where among [`Outcomes::changes`] it stands what happens to the numbers of the state.
    pub changes: Range<usize>,
    /// What is spread over counters.
    pub spread: Vec<(usize, Arc<[f64]>)>,
}

/// What comes of a piece in all its ways.
pub struct Outcomes {
    /// Each outcome.
    pub all: Vec<Outcome>,
    /// The changes of all of them, one after the other.
    pub changes: Vec<Change>,
}

impl Outcomes {
    /// What happens to the numbers of a state.
    pub fn changes_of(&self, outcome: &Outcome) -> &[Change] {
        &self.changes[outcome.changes.clone()]
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> u64 {
        (self.all.len() * size_of::<Outcome>() + self.changes.len() * size_of::<Change>()) as u64
    }
}
