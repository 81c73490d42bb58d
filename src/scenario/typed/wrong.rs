//! What serde finds wrong, and how it becomes a problem with a place.

use std::fmt::{self, Display};

use serde::de::{Error, Expected, Unexpected};

use super::super::problem::Problem;
use super::super::source::Span;
use battle_odds_words::shown;

/// What is wrong with a value, before its place is known.
#[derive(Debug)]
pub(super) enum Wrong {
    /// Something else was expected.
    Expected(String),
    /// A key that the table does not have.
    Key(String),
    /// A key is missing.
    Missing(&'static str),
    /// A word that is none of those known.
    Word(String, &'static [&'static str]),
    /// A problem in the type's own words.
    Said(String),
    /// A problem whose place is known.
    Placed(Box<Problem>),
}

impl Wrong {
    /// The problem; if it has no place yet, it points at the whole value.
    pub(super) fn into_problem(self, span: &Span) -> Problem {
        match self {
            Wrong::Placed(problem) => *problem,
            other => Problem::new(other.to_string()).at(span),
        }
    }
}

impl Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Expected(expected) => f.write_str(&text!("{expected} is expected here", expected = shown(expected))),
            Wrong::Key(key) => f.write_str(&text!("there is no key `{key}`", key)),
            Wrong::Missing(key) => f.write_str(&text!("`{key}` is missing", key)),
            Wrong::Word(word, _) => f.write_str(&text!("`{word}` means nothing here", word)),
            Wrong::Said(words) => f.write_str(words),
            Wrong::Placed(problem) => f.write_str(&problem.message()),
        }
    }
}

impl std::error::Error for Wrong {}

impl Error for Wrong {
    fn custom<T: Display>(words: T) -> Self {
        Wrong::Said(words.to_string())
    }

    fn invalid_type(_: Unexpected, expected: &dyn Expected) -> Self {
        Wrong::Expected(expected.to_string())
    }

    fn invalid_value(_: Unexpected, expected: &dyn Expected) -> Self {
        Wrong::Expected(expected.to_string())
    }

    fn unknown_variant(word: &str, known: &'static [&'static str]) -> Self {
        Wrong::Word(word.to_owned(), known)
    }

    fn unknown_field(key: &str, _: &'static [&'static str]) -> Self {
        Wrong::Key(key.to_owned())
    }

    fn missing_field(key: &'static str) -> Self {
        Wrong::Missing(key)
    }
}
