//! A text with a name, and places in it.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use sha2::{Digest, Sha256};

/// The path that means standard input.
pub const STANDARD_INPUT: &str = "-";

/// What a user wrote: a file, or one argument of the command line.
#[derive(Debug)]
pub struct Source {
    /// The file as the user named it, or the option (`--set`).
    pub name: String,
    /// All of its text.
    pub text: String,
    /// Whether the text was generated from the file, so that its lines are not those of the file.
    pub made: bool,
    hash: OnceLock<String>,
}

impl Source {
    /// A source to be shared by all the places in it.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Self::either(name.into(), text.into(), false)
    }

    /// A source whose text was generated from the file of this name.
    pub fn made(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Self::either(name.into(), text.into(), true)
    }

    fn either(name: String, text: String, made: bool) -> Arc<Self> {
        Arc::new(Self { name, text, made, hash: OnceLock::new() })
    }

    /// The hash of the text, computed once.
    pub fn hash(&self) -> &str {
        self.hash.get_or_init(|| content_hash(&self.text))
    }
}

/// A part of a source; always within its text and on whole characters.
#[derive(Clone)]
pub struct Span {
    source: Arc<Source>,
    range: Range<usize>,
}

impl Span {
    /// The part `range` (bytes) of a source, moved to be within the text if it is not.
    pub fn new(source: &Arc<Source>, range: Range<usize>) -> Self {
        let start = whole(&source.text, range.start);
        let end = whole(&source.text, range.end).max(start);
        Self { source: Arc::clone(source), range: start..end }
    }

    /// The source it is in.
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// Whether both are the same part of the same source.
    pub fn is(&self, other: &Span) -> bool {
        Arc::ptr_eq(&self.source, &other.source) && self.range == other.range
    }

    /// Its range in bytes.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// The text of this part.
    pub fn text(&self) -> &str {
        self.source.text.get(self.range()).unwrap_or_default()
    }

    /// A part of this part, in bytes from its start.
    pub fn part(&self, range: Range<usize>) -> Self {
        let from = |offset: usize| self.range.start.saturating_add(offset).min(self.range.end);
        Self::new(&self.source, from(range.start)..from(range.end))
    }

    /// Line and column of its start, both from 1, columns in characters.
    pub fn line_and_column(&self) -> (usize, usize) {
        let before = self.source.text.get(..self.range.start).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        (before.matches('\n').count() + 1, line.chars().count() + 1)
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.line_and_column();
        write!(f, "{}:{line}:{column}", self.source.name)
    }
}

/// The SHA-256 of a text, as 64 hexadecimal digits.
pub fn content_hash(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The nearest character boundary at or before `offset`.
fn whole(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_the_standard() {
        assert_eq!(content_hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn lines_and_columns_count_from_one_and_in_characters() {
        let source = Source::new("a", "one\nzwölf x\n");
        assert_eq!(Span::new(&source, 0..1).line_and_column(), (1, 1));
        let x = Span::new(&source, 11..12);
        assert_eq!((x.text(), x.line_and_column()), ("x", (2, 7)));
        assert_eq!(Span::new(&source, 13..13).line_and_column(), (3, 1));
    }

    #[test]
    fn a_span_is_moved_to_whole_characters_within_the_text() {
        let source = Source::new("a", "aöb");
        assert_eq!(Span::new(&source, 2..99).text(), "öb");
        #[expect(clippy::reversed_empty_ranges, reason = "what a caller must not do")]
        let reversed = Span::new(&source, 4..1);
        assert_eq!(reversed.range(), 4..4);
        let whole = Span::new(&source, 0..3);
        assert_eq!(whole.part(1..usize::MAX).text(), "ö");
    }
}
