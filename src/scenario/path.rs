//! Paths such as `formations.warband.units[1].count`, which name a value in a scenario.
//!
//! A key that contains dots or brackets is quoted: `steps[0].under."warband.nob"`. Entries of lists count from 0.

use crate::refuse_if;
use std::ops::Range;

use super::depth::DEEPEST;
use super::node::Key;
use super::problem::Problem;
use super::problem_kind::ProblemKind;
use super::source::Span;

/// The steps from the root of a scenario to a value: at least one key.
#[derive(Clone, Debug)]
pub struct Path(pub(super) Vec<Step>);

/// One step of a path, and where it is written.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) to: To,
    pub(super) span: Span,
}

/// Where a step leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum To {
    /// To a key of a table.
    Key(String),
    /// To an entry of a list, counted from 0.
    Entry(usize),
}

impl Path {
    /// Reads a path. `span` is where it is written: problems point at the wrong part of it.
    ///
    /// # Errors
    /// A problem if it is not a path.
    pub fn parse(text: &str, span: &Span) -> Result<Self, Problem> {
        let (path, rest) = Self::parse_start(text, span)?;
        if rest.is_empty() { Ok(path) } else { Err(Scanner { text, rest, span }.malformed()) }
    }

    /// The table and the name in it that a path leads into, if the path goes further than that.
    pub(super) fn entry(&self) -> Option<(&str, &str)> {
        match &self.0[..] {
            [Step { to: To::Key(table), .. }, Step { to: To::Key(name), .. }, _, ..] => Some((table, name)),
            _ => None,
        }
    }

    /// Reads the path at the start of a text; returns the rest as well.
    pub(super) fn parse_start<'a>(text: &'a str, span: &'a Span) -> Result<(Self, &'a str), Problem> {
        let mut scanner = Scanner { text, rest: text, span };
        let mut steps = vec![scanner.key()?];
        loop {
            let step = match scanner.rest.chars().next() {
                Some('[') => scanner.entry()?,
                Some('.') => {
                    scanner.skip(1);
                    scanner.key()?
                }
                _ => return Ok((Self(steps), scanner.rest)),
            };
            steps.push(step);
            refuse_if(steps.len() > DEEPEST, || scanner.malformed())?;
        }
    }

    /// For a path into an entry of a table at the root, the path of another key of that entry: `formations.boyz.points` for
    /// `formations.boyz.units[0].count`.
    pub(super) fn sibling(&self, table: &str, key: &str) -> Option<Path> {
        let [Step { to: To::Key(root), .. }, entry @ Step { to: To::Key(_), .. }, ..] = &self.0[..] else {
            return None;
        };
        let key = Step { to: To::Key(key.to_owned()), span: entry.span.clone() };
        (root == table).then(|| Path(vec![self.0[0].clone(), entry.clone(), key]))
    }

    /// Whether both lead to the same value.
    pub(super) fn is_same(&self, other: &Path) -> bool {
        let steps = || self.0.iter().zip(&other.0);
        self.0.len() == other.0.len() && steps().all(|(one, other)| one.to == other.to)
    }

    /// The path extended by one key.
    #[must_use]
    pub fn then(mut self, key: &Key) -> Self {
        let to = To::Key(key.name.clone());
        let span = key.span.clone();
        self.0.push(Step { to, span });
        self
    }
}

/// Reads the steps of a path one after another.
struct Scanner<'a> {
    text: &'a str,
    rest: &'a str,
    span: &'a Span,
}

impl Scanner<'_> {
    /// A key, in quotes or up to the next special character.
    fn key(&mut self) -> Result<Step, Problem> {
        self.blanks();
        let quote = self.rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        let inner = match quote {
            Some(quote) => self.rest.get(1..).and_then(|inside| inside.find(quote)).map(|end| 1..end + 1),
            None => Some(0..self.rest.find(['.', '[', ']', '=']).unwrap_or(self.rest.len())),
        };
        let name = inner.and_then(|range| self.rest.get(range));
        let name = name.filter(|name| quote.is_some() || !name.trim().is_empty()).ok_or_else(|| self.malformed())?;
        match quote {
            Some(_) => Ok(self.step(To::Key(name.to_owned()), name.len() + 2)),
            None => Ok(self.step(To::Key(name.trim_end().to_owned()), name.trim_end().len())),
        }
    }

    /// An entry of a list: `[1]`.
    fn entry(&mut self) -> Result<Step, Problem> {
        let inside = self.rest.strip_prefix('[').and_then(|inside| inside.split_once(']'));
        let entry = inside.and_then(|(number, _)| Some((number.len() + 2, number.trim().parse().ok()?)));
        let (length, number) = entry.ok_or_else(|| self.malformed())?;
        Ok(self.step(To::Entry(number), length))
    }

    /// A step written in the next `length` bytes, and the blanks after it.
    fn step(&mut self, to: To, length: usize) -> Step {
        let start = self.text.len() - self.rest.len();
        let span = self.place(start..start + length);
        self.skip(length);
        self.blanks();
        Step { to, span }
    }

    fn skip(&mut self, length: usize) {
        self.rest = self.rest.get(length..).unwrap_or_default();
    }

    fn blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Where a part of the path is written; all of it if it is written differently there, as with escapes.
    fn place(&self, range: Range<usize>) -> Span {
        match self.span.text().find(self.text) {
            Some(shift) => self.span.part(shift + range.start..shift + range.end),
            None => self.span.clone(),
        }
    }

    fn malformed(&self) -> Problem {
        let start = self.text.len() - self.rest.len();
        ProblemKind::NotAPath.at(&self.place(start..self.text.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::source::Source;
    use super::*;

    fn path(text: &str) -> Result<Path, Problem> {
        let source = Source::new("--set", text);
        Path::parse(text, &Span::new(&source, 0..text.len()))
    }

    #[test]
    fn what_is_no_path_is_refused_where_it_ends_to_be_one() {
        for (text, column) in [
            ("", 1),
            ("a..b", 3),
            (".a", 1),
            ("a.", 3),
            ("a[x]", 2),
            ("a[0", 2),
            ("a[0]b", 5),
            ("a]", 2),
            ("a=1", 2),
            ("[0]", 1),
            ("a.\"b", 3),
            ("'a'b", 4),
            ("a[99999999999999999999]", 2),
            ("a[-1]", 2),
            ("ö.[0]", 3),
        ] {
            let shown = path(text).unwrap_err().to_string();
            assert!(shown.contains("not a path") && shown.contains(&format!("--set:1:{column}\n")), "{text}: {shown}");
        }
        for deep in ["a.".repeat(100_000), format!("a{}", "[0]".repeat(64))] {
            assert_eq!(path(&deep).unwrap_err().message(), "this is not a path");
        }
    }

    #[test]
    fn a_path_in_a_file_is_pointed_at_within_its_quotes() {
        let file = Source::new("a.toml", "set = { \"steps[0].at\" = 1, \"st\\u0065ps.at\" = 2 }");
        let inside = Path::parse("steps[0].at", &Span::new(&file, 8..21)).unwrap();
        assert_eq!(inside.0[1].span.text(), "[0]");
        let escaped = Path::parse("steps.at", &Span::new(&file, 27..42)).unwrap();
        assert_eq!(escaped.0[0].span.text(), "\"st\\u0065ps.at\"");
    }
}
