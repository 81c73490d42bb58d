//! A mistake in what a user wrote, and how it is shown.

use std::fmt;

use codespan_reporting::diagnostic::{Diagnostic, Label};
use codespan_reporting::files::SimpleFile;
use codespan_reporting::term::{Chars, Config, emit_into_string};

use super::excerpt::{Excerpt, first};
use super::nearest::suggestions;
use super::problem_kind::ProblemKind;
use super::source::Span;
use battle_odds_words::visible::visible;

/// How many characters of a message, a label or a line of help are shown: names come from files and may have any length.
const LONGEST: usize = 500;

/// What is wrong, where, and what may help. Displayed, it is the whole report: message, `file:line:column`, the line with a
/// caret, and the help.
#[derive(Clone)]
pub struct Problem {
    kind: Box<ProblemKind>,
    span: Option<Span>,
    label: String,
    first: Option<String>,
    help: Vec<String>,
}

/// An unknown name: ``no formation is called `warbnd` ``, with the nearest known name. `what` has no article.
pub fn unknown<'a>(what: &str, found: &str, span: &Span, known: impl IntoIterator<Item = &'a str>) -> Problem {
    let (what, found) = (what.to_owned(), found.to_owned());
    ProblemKind::Unknown { what, found, known: owned(known) }.at(span)
}

/// A word that is none of those known: ``‘sustaned’ is not an order``. `what` has its article.
pub fn not_one_of<'a>(what: &str, found: &str, span: &Span, known: impl IntoIterator<Item = &'a str>) -> Problem {
    let (what, found) = (what.to_owned(), found.to_owned());
    ProblemKind::NotOneOf { what, found, known: owned(known) }.at(span)
}

/// Refuses what is written if this holds; only then is the problem put into words.
pub fn refuse_if(this: bool, problem: impl FnOnce() -> Problem) -> Result<(), Problem> {
    if this { Err(problem()) } else { Ok(()) }
}

/// The names as owned strings.
pub(super) fn owned<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    names.into_iter().map(str::to_owned).collect()
}

impl ProblemKind {
    /// The problem of this kind at a place.
    pub fn at(self, span: &Span) -> Problem {
        Problem::of(self).at(span)
    }
}

impl Problem {
    /// A problem that only a rulebook or a command knows of, in its own words.
    pub fn new(message: impl Into<String>) -> Self {
        Self::of(ProblemKind::Rule(message.into()))
    }

    /// A problem of this kind, without a place.
    pub fn of(kind: ProblemKind) -> Self {
        Self { label: kind.label(), kind: Box::new(kind), span: None, first: None, help: Vec::new() }
    }

    /// What is wrong.
    pub fn kind(&self) -> &ProblemKind {
        &self.kind
    }

    /// Points at this place instead of the one before.
    #[must_use]
    pub fn at(mut self, span: &Span) -> Self {
        self.span = Some(span.clone());
        self
    }

    /// Points at a place if it points at none.
    #[must_use]
    pub(super) fn or_at(self, span: &Span) -> Self {
        if self.span.is_some() { self } else { self.at(span) }
    }

    /// Sets the words under the caret.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds a line of help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Adds lines of help: the nearest of the known names, if one is near, and the known names themselves.
    #[must_use]
    pub fn suggest<'a>(self, found: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        suggestions(found, known).into_iter().fold(self, Problem::help)
    }

    /// Adds names that would also be valid, if it is about an unknown name of one of these kinds.
    #[must_use]
    pub fn known_too(mut self, kinds: &[&str], names: &[&str]) -> Self {
        if let ProblemKind::Unknown { what, known, .. } = &mut *self.kind
            && kinds.contains(&what.as_str())
        {
            known.extend(owned(names.iter().copied()));
        }
        self
    }

    /// Adds a line of help before all others.
    #[must_use]
    pub fn help_first(mut self, help: impl Into<String>) -> Self {
        self.first = Some(help.into());
        self
    }

    /// The keys that a table may have, if it is about one that it does not have.
    #[must_use]
    pub fn with_keys(mut self, keys: Vec<String>) -> Self {
        if let ProblemKind::UnknownKey { known, .. } = &mut *self.kind {
            *known = keys;
        }
        self
    }

    /// Replaces words in the lines of help.
    #[must_use]
    pub fn with_help_for(mut self, words: &str, others: &str) -> Problem {
        self.help.iter_mut().for_each(|help| *help = help.replace(words, others));
        self
    }

    /// What is wrong, in one line.
    pub fn message(&self) -> String {
        self.kind.to_string()
    }

    /// Where it is wrong, if it is in the text of a file or of an option.
    pub fn span(&self) -> Option<&Span> {
        self.span.as_ref()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |text: &str| first(&visible(text), LONGEST);
        let made = self.span.as_ref().filter(|span| span.source().made);
        let place = made.map(|span| {
            let (name, excerpt) = (&span.source().name, Excerpt::of(span));
            text!("in {name}, as it is imported: {line}", name, line = excerpt.text().trim())
        });
        let notes = place
            .iter()
            .chain(&self.first)
            .chain(&self.kind.help())
            .chain(&self.help)
            .map(|help| shown(help))
            .collect();
        let diagnostic = Diagnostic::error().with_message(shown(&self.message())).with_notes(notes);
        let config = Config { chars: Chars::ascii(), ..Config::default() };
        let report = match self.span.as_ref().filter(|_| made.is_none()) {
            Some(span) => {
                let excerpt = Excerpt::of(span);
                let label = Label::primary((), excerpt.marked()).with_message(shown(&self.label));
                emit_into_string(&config, &excerpt, &diagnostic.with_label(label))
            }
            None => emit_into_string(&config, &SimpleFile::new("", ""), &diagnostic),
        };
        let report = report.unwrap_or_else(|_| self.message());
        match report.trim_end().strip_prefix("error: ") {
            Some(what) => f.write_str(&text!("error: {what}", what)),
            None => f.write_str(report.trim_end()),
        }
    }
}

impl fmt::Debug for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Problem {}

#[cfg(test)]
mod tests {
    use super::super::source::Source;
    use super::*;

    #[test]
    fn shows_place_line_caret_and_help() {
        let source = Source::new("orks.toml", "# größe\nunit = \"boi\" # ö\n");
        let problem = Problem::new("no unit is called `boi`")
            .at(&Span::new(&source, 17..22))
            .label("named here")
            .help("did you mean `boy`?");
        assert_eq!(
            problem.to_string(),
            "error: no unit is called `boi`
  --> orks.toml:2:8
  |
2 | unit = \"boi\" # ö
  |        ^^^^^ named here
  |
  = did you mean `boy`?"
        );
    }

    #[test]
    fn without_a_place_shows_message_and_help() {
        let problem = Problem::new("a.toml: the file is empty").help("write a scenario into it");
        assert_eq!(problem.to_string(), "error: a.toml: the file is empty\n = write a scenario into it");
    }

    #[test]
    fn a_line_of_a_megabyte_does_not_flood_the_terminal() {
        let source = Source::new("a.toml", format!("a = '{}'", "x".repeat(1 << 20)));
        let problem = Problem::new("y".repeat(1 << 20)).at(&Span::new(&source, 4..source.text.len()));
        let shown = problem.to_string();
        assert!(shown.contains("a.toml:1:5"), "{shown}");
        assert!(shown.len() < 2000, "{} bytes", shown.len());
    }

    #[test]
    fn the_end_of_a_text_gets_a_caret_too() {
        let source = Source::new("--set", "a.b=");
        let shown = Problem::new("nothing after `=`").at(&Span::new(&source, 4..4)).to_string();
        assert!(shown.contains("--set:1:5") && shown.contains("  |     ^"), "{shown}");
    }
}
