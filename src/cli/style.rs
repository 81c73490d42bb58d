//! How what a command says is laid out: decided once from the command line and the terminal, and handed to whoever writes.

use crate::report::dialect::Dialect;
use crate::report::text::Width;

/// How reports are written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// How wide texts may be.
    pub width: Width,
    /// How CSV is written.
    pub dialect: Dialect,
}
