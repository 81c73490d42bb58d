//! Why a file cannot be imported.

use std::fmt;

use battle_odds_words::shown;

/// What is wrong with a file, in one line, and what may help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong.
    pub message: String,
    /// What may help.
    pub help: Option<String>,
}

impl Refusal {
    /// A refusal.
    pub fn new(message: impl Into<String>) -> Refusal {
        Refusal { message: shown(&message.into()).into_owned(), help: None }
    }

    /// With a line of help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Refusal {
        self.help = Some(shown(&help.into()).into_owned());
        self
    }

    /// With the name of the file before the message.
    #[must_use]
    pub fn of(mut self, file: &str) -> Refusal {
        self.message = text!("{file}: {message}", file, message = self.message);
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
