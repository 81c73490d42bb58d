//! Standard output and standard error. Everything printed passes through here, so that nothing in a file can control a
//! terminal: control characters are shown as their numbers. The reader of standard output may stop reading: after `|
//! head` has had enough the rest is silently dropped, and the files of the run are still written.

use std::env;
use std::io::{self, ErrorKind, IsTerminal, Stderr, Stdout, Write};

use super::ending::Failure;
pub use crate::report::figures::in_decimals;
use crate::report::text::Width;
use crate::words::visible::visible_lines;

/// A stream that may be shown on a terminal.
#[derive(Debug)]
pub struct Shown<W: Write> {
    to: W,
    /// The first bytes of a character whose other bytes have not arrived yet.
    begun: Vec<u8>,
}

/// Standard output.
pub type Out = Shown<Stdout>;

/// Standard output.
pub fn out() -> Out {
    Shown { to: io::stdout(), begun: Vec::new() }
}

/// Standard error.
pub fn err() -> Shown<Stderr> {
    Shown { to: io::stderr(), begun: Vec::new() }
}

/// Whether standard error is a terminal.
pub fn err_is_terminal() -> bool {
    io::stderr().is_terminal()
}

impl<W: Write> Shown<W> {
    /// Writes the first `bytes` of the pending bytes.
    fn pass(&mut self, bytes: usize) -> io::Result<()> {
        let text: Vec<u8> = self.begun.drain(..bytes).collect();
        unless_left(self.to.write_all(visible_lines(&String::from_utf8_lossy(&text)).as_bytes()))
    }
}

impl<W: Write> Write for Shown<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let whole = match str::from_utf8(&self.begun) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.begun.len(),
        };
        self.pass(whole).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_left(self.to.flush())
    }
}

fn unless_left(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// How wide what is printed may be: as the terminal, or where it goes elsewhere as `COLUMNS` asks for.
pub fn width() -> Width {
    let terminal = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
    let asked_for = || env::var("COLUMNS").ok()?.parse().ok();
    terminal.or_else(asked_for).map_or_else(Width::default, Width::of)
}

/// Prints a text.
///
/// # Errors
/// A failure if standard output cannot be written to, except when its reader has stopped reading.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = out();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(unwritable)
}

/// Whether standard output is shown in colours.
pub fn is_coloured() -> bool {
    io::stdout().is_terminal() && env::var_os("NO_COLOR").is_none_or(|asked| asked.is_empty())
}

/// Prints one of the program's own texts in colours, if they are shown: text from files must already have been made
/// visible with [`visible_lines`]. Anything else that a terminal would obey is shown as its number here too.
///
/// # Errors
/// As for [`print()`].
pub fn print_coloured(text: &str) -> Result<(), Failure> {
    if !is_coloured() {
        return print(text);
    }
    let mut stdout = io::stdout();
    unless_left(stdout.write_all(coloured(text).as_bytes()).and_then(|()| stdout.flush())).map_err(unwritable)
}

/// The start of a colour code.
const ESCAPE: &str = "\u{1b}[";

/// The text without any control codes except colours, bold and underlined letters: `\u{1b}[`, numbers and `m`.
fn coloured(text: &str) -> String {
    let mut pieces = text.split(ESCAPE);
    let mut shown = visible_lines(pieces.next().unwrap_or_default()).into_owned();
    for piece in pieces {
        let numbers = piece.find(|letter: char| !letter.is_ascii_digit() && letter != ';').unwrap_or(piece.len());
        let (colour, rest) = match piece[numbers..].strip_prefix('m') {
            Some(rest) => ([ESCAPE, &piece[..numbers], "m"].concat(), rest),
            None => (visible_lines(ESCAPE).into_owned(), piece),
        };
        shown = shown + &colour + &visible_lines(rest);
    }
    shown
}

/// The failure to write to standard output.
pub fn unwritable(error: io::Error) -> Failure {
    Failure::Machine(mark!("standard output cannot be written to"), error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_written_in_pieces_is_shown_as_its_number() {
        let text = "a\u{1b}[2J\u{202e}\u{9b}b\tc\n«\u{202f}é\u{202f}»";
        for size in 1..text.len() {
            let mut stream = Shown { to: Vec::new(), begun: Vec::new() };
            text.as_bytes().chunks(size).for_each(|bytes| stream.write_all(bytes).unwrap());
            let shown = String::from_utf8(stream.to).unwrap();
            assert_eq!(shown, "a\\u{1b}[2J\\u{202e}\\u{9b}b\tc\n«\u{202f}é\u{202f}»", "{size}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_do_not_stop_the_rest() {
        let mut stream = Shown { to: Vec::new(), begun: Vec::new() };
        stream.write_all(b"a\xff\x1bb\n").unwrap();
        assert_eq!(String::from_utf8(stream.to).unwrap(), "a\u{fffd}\\u{1b}b\n");
    }

    #[test]
    fn of_what_is_obeyed_only_colours_are() {
        let text = "\u{1b}[48;5;7;30m 12\u{1b}[0m \u{1b}[2J\u{1b}]0;x\u{7}\u{1b}[";
        let shown = "\u{1b}[48;5;7;30m 12\u{1b}[0m \\u{1b}[2J\\u{1b}]0;x\\u{7}\\u{1b}[";
        assert_eq!(coloured(text), shown);
    }
}
