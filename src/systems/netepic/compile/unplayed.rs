//! What the format has and no chapter plays yet: it is refused, never passed over.

use crate::scenario::{Problem, Span};

/// Something that is not played yet.
pub fn not_played(what: &str, at: &Span) -> Problem {
    Problem::new(text!("{what} is not played yet", what)).at(at)
}
