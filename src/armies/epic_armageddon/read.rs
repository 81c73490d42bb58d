//! What reading a cell comes to, where the pen may have slipped.

use super::super::normalise::plain;
use super::super::words::Words;

/// Something read, and how it should have been written if the pen slipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read<T> {
    /// What it says.
    pub value: T,
    /// The text with its one possible meaning, if that is not what is written.
    pub repaired: Option<String>,
}

impl<T> Read<T> {
    /// Read as it is written.
    pub fn as_written(value: T) -> Read<T> {
        Read { value, repaired: None }
    }
}

/// Whether a cell says that there is nothing to say.
pub fn says_nothing(text: &str) -> bool {
    let text = plain(text);
    let text = text.trim_matches(['.', '(', ')', ' ']);
    Words("|-|--|n/a|na|n.a|n|none|nil|s/o|aucun|aucune|keine|kein|ninguna|ninguno").has(text)
}
