//! Lists as players paste them: text from a forum, a blog or an army builder becomes formations of an army that is known.
//!
//! | file | what is in it |
//! |---|---|
//! | [`tokens`] | a line as tokens: numbers, points, words, what stands between parts |
//! | [`lines`] | the lines of a text: parts with their numbers and points |
//! | [`known`] | the army that a list is of: its units and its cards |
//! | [`names`] | which name of the army somebody means |
//! | [`blocks`] | headings, and the lines below them |
//! | [`parts`] | what the parts of a line are |
//! | [`made`] | what a list becomes |
//! | [`force`] | the units of a formation while it is read |
//! | [`prices`] | the points of a list, held against those of the army |
//! | [`sums`] | what a card and its upgrades cost |
//! | [`reading`] | from the lines to formations |
//! | [`written`] | the formations as an army file |

pub mod blocks;
pub mod force;
pub mod known;
pub mod lines;
pub mod made;
pub mod names;
pub mod parts;
pub mod prices;
pub mod reading;
#[cfg(test)]
mod reading_tests;
pub mod sums;
pub mod tokens;
pub mod written;

use std::path::Path;

/// Whether a file may be a list as text, by its ending.
pub fn is_named_text(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("txt"))
}

/// Whether a file is a list as text: by its ending, and because it gives no key that a scenario or an army needs.
pub fn is_pasted(path: &Path, text: &str) -> bool {
    let gives = |line: &str, key: &str| line.strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='));
    let is_toml = |line: &str| gives(line, "system") || gives(line, "army");
    is_named_text(path) && !text.lines().any(|line| is_toml(line.trim_start()))
}
