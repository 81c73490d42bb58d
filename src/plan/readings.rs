//! Readings of rules that a book leaves open: each an enum whose variants name the readings, the default first. A scenario
//! chooses among them under `readings`, and is told which one holds wherever that matters to it.

use std::borrow::Cow;

use battle_odds_words::shown;

/// A question that a book leaves open.
pub trait Reading: Copy {
    /// Its key under `readings`.
    const KEY: &'static str;
    /// The section.
    const SECTION: &'static str;

    /// What this reading says.
    fn words(self) -> &'static str;

    /// The same in the reader's language.
    fn shown(self) -> Cow<'static, str> {
        shown(self.words())
    }

    /// The reading in force, in words.
    fn told(self) -> String {
        text!("reading of {section}: {words} ({key})", section = Self::SECTION, words = self.shown(), key = Self::KEY)
    }
}
