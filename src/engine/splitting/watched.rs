//! The watched event, and values near to it.

/// The watched event: the recorded value of a measure is in a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Watched {
    /// Its place among the measures.
    pub measure: usize,
    /// The smallest value that counts.
    pub from: u64,
    /// The largest.
    pub to: u64,
}

impl Watched {
    /// Whether a value counts.
    pub(super) fn has(self, value: u64) -> bool {
        (self.from..=self.to).contains(&value)
    }

    /// How far a value is from those that count.
    pub(super) fn distance(self, value: u64) -> u64 {
        self.from.saturating_sub(value).max(value.saturating_sub(self.to))
    }

    /// The same, widened so that all values up to this one count too, if there is one.
    pub(super) fn widened(self, value: Option<u64>) -> Watched {
        let value = value.unwrap_or(self.from);
        Watched { from: self.from.min(value), to: self.to.max(value), ..self }
    }
}
