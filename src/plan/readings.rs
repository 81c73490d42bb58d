//! Readings of rules that a book leaves open: each an enum whose variants name the readings, the default first. A
//! scenario chooses among them under `readings`, and its results report which one holds whenever that matters.

use std::borrow::Cow;

use battle_odds_words::shown;

/// A question that a book leaves open.
pub trait Reading: Copy {
    /// Its key under `readings`.
    const KEY: &'static str;
    /// The section.
    const SECTION: &'static str;

    /// This reading in words.
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
