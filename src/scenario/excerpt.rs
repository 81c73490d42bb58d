//! The one line of a text shown with a problem, cut to fit a terminal.

use std::ops::Range;

use codespan_reporting::files::{Error, Files};

use super::source::Span;
use battle_odds_words::visible::{visible, visible_lines};

/// The most characters shown of the marked part, before it and after it.
const SHOWN: usize = 80;

/// The line on which a span begins, cut to fit; it keeps its line and column.
pub(super) struct Excerpt {
    name: String,
    text: String,
    marked: Range<usize>,
    line: usize,
    column: usize,
}

impl Excerpt {
    /// The line around a span. If a span covers several lines only the first is marked.
    pub(super) fn of(span: &Span) -> Self {
        let (line, column) = span.line_and_column();
        let text = &span.source().text;
        let (before, after) = text.split_at_checked(span.range().end).unwrap_or_default();
        let before = before.strip_suffix(span.text()).unwrap_or_default();
        let before = visible_lines(before.rsplit('\n').next().unwrap_or_default());
        let (marked, rest) = match span.text().split_once('\n') {
            Some((first, _)) => (visible_line(first), String::new()),
            None => {
                (visible_lines(span.text()).into_owned(), visible_line(after.split('\n').next().unwrap_or_default()))
            }
        };

        let before = last(&before, SHOWN);
        let (marked, rest) = match first(&marked, SHOWN) {
            whole if whole == marked => (whole, first(&rest, SHOWN)),
            cut => (cut, String::new()),
        };
        Self {
            name: visible(&span.source().name).into_owned(),
            marked: before.len()..before.len() + marked.len(),
            text: before + &marked + &rest,
            line,
            column,
        }
    }

    /// The characters of the excerpt.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The marked characters, in bytes of the excerpt.
    pub(super) fn marked(&self) -> Range<usize> {
        self.marked.clone()
    }
}

/// A file of one line, whose line and column are those of the original.
impl<'a> Files<'a> for Excerpt {
    type FileId = ();
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(&self.name)
    }

    fn source(&'a self, (): ()) -> Result<&'a str, Error> {
        Ok(&self.text)
    }

    fn line_index(&'a self, (): (), _: usize) -> Result<usize, Error> {
        Ok(0)
    }

    fn line_number(&'a self, (): (), _: usize) -> Result<usize, Error> {
        Ok(self.line)
    }

    fn column_number(&'a self, (): (), _: usize, _: usize) -> Result<usize, Error> {
        Ok(self.column)
    }

    fn line_range(&'a self, (): (), _: usize) -> Result<Range<usize>, Error> {
        Ok(0..self.text.len())
    }
}

/// A line without a remaining `\r` at its end; tabs are kept.
fn visible_line(line: &str) -> String {
    visible_lines(line.strip_suffix('\r').unwrap_or(line)).into_owned()
}

/// The first `count` characters, with an ellipsis if there are more.
pub(super) fn first(text: &str, count: usize) -> String {
    match text.char_indices().nth(count) {
        Some(_) => text.chars().take(count).chain(['…']).collect(),
        None => text.to_owned(),
    }
}

/// The last `count` characters, after an ellipsis if there are more.
fn last(text: &str, count: usize) -> String {
    match text.chars().count().checked_sub(count) {
        None | Some(0) => text.to_owned(),
        Some(more) => ['…'].into_iter().chain(text.chars().skip(more)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::source::Source;
    use super::*;

    fn excerpt(text: &str, range: Range<usize>) -> Excerpt {
        Excerpt::of(&Span::new(&Source::new("a.toml", text), range))
    }

    #[test]
    fn a_short_line_is_whole_and_without_its_ending() {
        let shown = excerpt("a = 1\r\nb = 22\r\nc = 3", 11..13);
        assert_eq!(shown.text, "b = 22");
        assert_eq!(&shown.text[shown.marked()], "22");
        assert_eq!((shown.line, shown.column), (2, 5));
    }

    #[test]
    fn a_long_line_is_cut_around_the_mark() {
        let text = format!("{}HERE{}", "x".repeat(1_000_000), "y".repeat(1_000_000));
        let shown = excerpt(&text, 1_000_000..1_000_004);
        assert!(shown.text.chars().count() < 250);
        assert_eq!(&shown.text[shown.marked()], "HERE");
        assert_eq!(shown.column, 1_000_001);
    }

    #[test]
    fn a_long_mark_is_cut_and_a_mark_over_lines_ends_with_the_first() {
        let shown = excerpt(&"z".repeat(5000), 0..5000);
        assert_eq!(shown.text.chars().count(), 81);
        let shown = excerpt("a = [1,\n2]", 4..10);
        assert_eq!((shown.text.as_str(), shown.marked()), ("a = [1,", 4..7));
    }

    #[test]
    fn the_end_of_a_file_can_be_shown() {
        let shown = excerpt("a = [\n", 6..6);
        assert_eq!((shown.line, shown.column), (2, 1));
        assert_eq!(shown.text, "");
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        let shown = excerpt("a = '\u{1b}[31m\t\u{202e}'\r\n", 5..12);
        assert_eq!(
            (shown.text.as_str(), &shown.text[shown.marked()]),
            ("a = '\\u{1b}[31m\t\\u{202e}'", "\\u{1b}[31m\t")
        );
    }
}
