//! What may hold of a trial at some moment, and what the player wants.

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
    /// Conditions on measures, by their index.
    pub conditions: Vec<(usize, Condition<R>)>,
}

impl<R> Goal<R> {
    /// Whether the conditions on those measures hold that are concerned now.
    pub fn holds(&self, concerned: impl Fn(usize) -> bool, read: impl Fn(&R) -> u64) -> bool {
        let mut conditions = self.conditions.iter().filter(|(index, _)| concerned(*index));
        conditions.all(|(_, condition)| condition.holds(&read))
    }
}
