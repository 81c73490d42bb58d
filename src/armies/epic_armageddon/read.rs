//! The result of reading a cell that may contain a misprint.

use super::super::normalise::plain;
use super::super::words::Words;

/// A value read, and the corrected text if there was a misprint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read<T> {
    /// The value.
    pub value: T,
    /// The text with its only possible meaning, if that is not what is written.
    pub repaired: Option<String>,
}

impl<T> Read<T> {
    /// A value read as written.
    pub fn as_written(value: T) -> Read<T> {
        Read { value, repaired: None }
    }
}

/// Whether a cell is marked as empty.
pub fn says_nothing(text: &str) -> bool {
    let text = plain(text);
    let text = text.trim_matches(['.', '(', ')', ' ']);
    Words("|-|--|n/a|na|n.a|n|none|nil|s/o|aucun|aucune|keine|kein|ninguna|ninguno").has(text)
}
