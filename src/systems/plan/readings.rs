//! Readings of rules that a book leaves open: each an enum whose variants name the readings, the default first. A scenario
//! chooses among them under `readings`, and is told which one holds wherever that matters to it.

use crate::scenario::{Fields, Problem};

/// A question that a book leaves open.
pub trait Reading: Copy + Default + PartialEq + 'static {
    /// Its key under `readings`.
    const KEY: &'static str;
    /// What it is about, for a message about a wrong value.
    const WHAT: &'static str;
    /// The section.
    const SECTION: &'static str;
    /// The readings: how each is written, and what it says.
    const VALUES: &'static [(&'static str, Self, &'static str)];

    /// The reading in force, in words.
    fn told(self) -> String {
        let words = Self::VALUES.iter().find(|(_, value, _)| *value == self).map_or("", |(_, _, words)| words);
        format!("reading of {}: {words} ({})", Self::SECTION, Self::KEY)
    }
}

/// Reads one of the keys under `readings`.
///
/// # Errors
/// What is no such reading, pointed at.
pub fn read<R: Reading>(fields: &mut Fields) -> Result<R, Problem> {
    let Some(node) = fields.take(R::KEY) else { return Ok(R::default()) };
    let options: Vec<(&str, R)> = R::VALUES.iter().map(|&(name, value, _)| (name, value)).collect();
    node.choice(R::WHAT, &options)
}
