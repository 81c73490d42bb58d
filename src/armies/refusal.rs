//! Why a file cannot be imported.

use std::fmt;

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
        Refusal { message: message.into(), help: None }
    }

    /// With a line of help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Refusal {
        self.help = Some(help.into());
        self
    }

    /// With the name of the file before the message.
    #[must_use]
    pub fn of(mut self, file: &str) -> Refusal {
        self.message = format!("{file}: {}", self.message);
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
