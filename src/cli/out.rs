//! Standard output, whose reader may leave: after `| head` has seen enough the rest is quietly dropped, and the files of
//! the run are written all the same.

use std::env;
use std::io::{self, ErrorKind, Write};

use super::ending::Failure;
pub use crate::report::figures::in_decimals;
use crate::report::text::fit_into;

/// Standard output.
#[derive(Clone, Copy, Debug)]
pub struct Out;

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        unless_left(io::stdout().write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_left(io::stdout().flush(), ())
    }
}

fn unless_left<T>(written: io::Result<T>, all: T) -> io::Result<T> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(all),
        written => written,
    }
}

/// Fits what is printed into the terminal, or where it goes elsewhere into as many columns as `COLUMNS` asks for.
pub fn fit() {
    let terminal = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
    let asked_for = || env::var("COLUMNS").ok()?.parse().ok();
    if let Some(columns) = terminal.or_else(asked_for) {
        fit_into(columns);
    }
}

/// Prints a text as it is.
///
/// # Errors
/// A failure if standard output cannot be written to, unless nobody reads it any more.
pub fn print(text: &str) -> Result<(), Failure> {
    Out.write_all(text.as_bytes()).and_then(|()| Out.flush()).map_err(unwritable)
}

/// The failure to write to standard output.
pub fn unwritable(error: io::Error) -> Failure {
    Failure::Machine(mark!("standard output cannot be written to"), error.to_string())
}
