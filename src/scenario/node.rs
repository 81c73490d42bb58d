//! The tree of a TOML text: values in written order, each with its place.

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::bounds;
use super::depth::too_deep;
use super::problem::Problem;
use super::problem_kind::ProblemKind;
use super::source::{Source, Span};
use battle_odds_armies::inches::cm;

/// A value and where it is written.
#[derive(Clone, Debug)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Where it is written; for a table with a header, the header.
    pub span: Span,
}

/// The kinds of values in a scenario.
#[derive(Clone, Debug)]
pub enum Value {
    /// Text in quotes, without them.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// A number with a point; always finite.
    Float(f64),
    /// `true` or `false`.
    Boolean(bool),
    /// Values in brackets, or the `[[tables]]` of one name.
    List(Vec<Node>),
    /// Keys with their values, in written order; no key twice.
    Table(Vec<(Key, Node)>),
}

/// The name of a value in a table.
#[derive(Clone, Debug)]
pub struct Key {
    /// The name, without quotes.
    pub name: String,
    /// Where it is written.
    pub span: Span,
}

impl Node {
    /// The value of a key; `None` if there is no such key, or this is not a table.
    pub fn child(&self, key: &str) -> Option<&Node> {
        match &self.value {
            Value::Table(entries) => entries.iter().find(|(k, _)| k.name == key).map(|(_, node)| node),
            _ => None,
        }
    }

    /// The same, mutable.
    pub fn child_mut(&mut self, key: &str) -> Option<&mut Node> {
        match &mut self.value {
            Value::Table(entries) => entries.iter_mut().find(|(k, _)| k.name == key).map(|(_, node)| node),
            _ => None,
        }
    }

    /// The table written at a place, this one or one inside it, mutable.
    pub fn spanned(&mut self, span: &Span) -> Option<&mut Node> {
        if self.span.is(span) && matches!(self.value, Value::Table(_)) {
            return Some(self);
        }
        match &mut self.value {
            Value::Table(entries) => entries.iter_mut().find_map(|(_, node)| node.spanned(span)),
            Value::List(list) => list.iter_mut().find_map(|node| node.spanned(span)),
            _ => None,
        }
    }

    /// Appends its content to a text, without places.
    pub(super) fn tell(&self, text: &mut String) {
        match &self.value {
            Value::List(list) => {
                text.push('[');
                for node in list {
                    node.tell(text);
                    text.push(',');
                }
                text.push(']');
            }
            Value::Table(entries) => {
                text.push('{');
                for (key, node) in entries {
                    text.push_str(&format!("{:?}=", key.name));
                    node.tell(text);
                    text.push(',');
                }
                text.push('}');
            }
            plain => text.push_str(&format!("{plain:?}")),
        }
    }

    /// Puts a value at nested keys, making the tables that are not there; does nothing if this is not a table.
    pub fn put(&mut self, keys: &[&str], value: Node) {
        let Some((first, further)) = keys.split_first() else {
            *self = value;
            return;
        };
        let span = value.span.clone();
        if let Value::Table(entries) = &mut self.value {
            let place = entries.iter().position(|(key, _)| key.name == *first).unwrap_or_else(|| {
                let table = Node { value: Value::Table(Vec::new()), span: span.clone() };
                entries.push((Key { name: (*first).to_owned(), span }, table));
                entries.len() - 1
            });
            entries[place].1.put(further, value);
        }
    }

    /// Removes a key and its value from a table.
    pub fn remove(&mut self, key: &str) -> Option<Node> {
        match &mut self.value {
            Value::Table(entries) => {
                let at = entries.iter().position(|(k, _)| k.name == key)?;
                Some(entries.remove(at).1)
            }
            _ => None,
        }
    }
}

/// Reads a whole TOML text: its root is a table.
///
/// # Errors
/// A problem that points at the first thing that is not TOML, that nests deeper than 64 levels, or that a scenario cannot
/// contain: a date, a whole number beyond 64 bits, an infinite number.
pub fn parse(source: Arc<Source>) -> Result<Node, Problem> {
    let reader = Reader { span: Span::new(&source, 0..source.text.len()) };
    reader.shallow()?;
    let root = DeTable::parse(&source.text).map_err(|error| reader.syntax(&error))?;
    let place = root.span();
    reader.node(Spanned::new(place, DeValue::Table(root.into_inner())))
}

/// Reads one value as given on the command line: as TOML if possible, otherwise as bare text.
///
/// # Errors
/// As for [`parse`]. What begins like a list, a table or a quoted text must be one.
pub fn parse_value(span: &Span) -> Result<Node, Problem> {
    let reader = Reader { span: span.clone() };
    reader.shallow()?;
    match DeValue::parse(span.text()) {
        Ok(value) => reader.node(value),
        Err(error) if span.text().starts_with(['[', '{', '"', '\'']) => Err(reader.syntax(&error)),
        Err(_) => {
            bounds::text(span.text(), span)?;
            Ok(Node { value: Value::Text(span.text().to_owned()), span: span.clone() })
        }
    }
}

/// Turns the TOML parser's tree of part of a source into nodes with places in that source.
struct Reader {
    span: Span,
}

impl Reader {
    fn place(&self, range: Range<usize>) -> Span {
        self.span.part(range)
    }

    fn shallow(&self) -> Result<(), Problem> {
        too_deep(self.span.text()).map_or(Ok(()), |at| Err(ProblemKind::TooDeep.at(&self.place(at..at + 1))))
    }

    fn syntax(&self, error: &toml::de::Error) -> Problem {
        let span = self.place(error.span().unwrap_or_default());
        if let Some(problem) = self.foreign_letter(&span) {
            return problem;
        }
        if let Some(problem) = self.inches(&span) {
            return problem;
        }
        let kind = match error.message() {
            "string values must be quoted, expected literal string" => match span.text() {
                "" => ProblemKind::NoValue,
                text => ProblemKind::NeedsQuotes(text.to_owned()),
            },
            "duplicate key" => ProblemKind::KeyTwice,
            message => ProblemKind::NotToml(message.trim_end_matches(", expected nothing").to_owned()),
        };
        kind.at(&span)
    }

    /// The problem of a curly quote, or of a name with an accent and without quotes, in the line up to where the TOML
    /// parser gave up.
    fn foreign_letter(&self, at: &Span) -> Option<Problem> {
        let text = self.span.text();
        let end = (at.range().start - self.span.range().start).min(text.len());
        let line = text[..end].rfind('\n').map_or(0, |newline| newline + 1);
        let here = |start: usize, length: usize| self.place(start..start + length);
        let rest = text[line..].split('\n').next().unwrap_or_default();
        if rest.trim_start().starts_with('#') {
            return None;
        }
        if let Some((place, quote)) = rest.char_indices().find(|(_, letter)| "“”„«»‘’".contains(*letter)) {
            return Some(ProblemKind::CurlyQuote(quote).at(&here(line + place, quote.len_utf8())));
        }
        let key = rest.split('=').next().unwrap_or_default().trim().trim_matches(['[', ']']);
        let part = key.split('.').find(|part| !part.is_ascii() && !part.contains(['"', '\'']))?.trim();
        let letter = part.chars().find(|letter| !letter.is_ascii())?;
        if !letter.is_alphabetic() {
            return None;
        }
        let place = line + rest.find(part)?;
        Some(ProblemKind::KeyNeedsQuotes { letter, key: part.to_owned() }.at(&here(place, part.len())))
    }

    /// The problem of inches without quotes, `12"`, where the TOML parser gave up.
    fn inches(&self, at: &Span) -> Option<Problem> {
        let text = self.span.text();
        let start = at.range().start - self.span.range().start;
        let number = text.get(start..)?.split(['"', '\'']).next()?;
        let mark = ["\"", "''"].into_iter().find(|mark| text[start + number.len()..].starts_with(mark))?;
        cm(&format!("{number}{mark}"))?;
        let place = self.place(start..start + number.len() + mark.len());
        Some(ProblemKind::NeedsQuotes(format!("{}in", number.trim())).at(&place))
    }

    fn node(&self, value: Spanned<DeValue>) -> Result<Node, Problem> {
        let span = self.place(value.span());
        let value = match value.into_inner() {
            DeValue::String(text) => {
                bounds::text(&text, &span)?;
                Value::Text(text.into_owned())
            }
            DeValue::Boolean(boolean) => Value::Boolean(boolean),
            DeValue::Integer(digits) => match i64::from_str_radix(digits.as_str(), digits.radix()) {
                Ok(integer) => Value::Integer(integer),
                Err(_) => return Err(ProblemKind::TooLarge.at(&span)),
            },
            DeValue::Float(digits) => match digits.as_str().parse::<f64>() {
                Ok(float) if float.is_finite() => Value::Float(float),
                _ => return Err(ProblemKind::NotFinite.at(&span)),
            },
            DeValue::Datetime(_) => return Err(ProblemKind::Date.at(&span)),
            DeValue::Array(list) => {
                Value::List(list.into_iter().map(|node| self.node(node)).collect::<Result<_, _>>()?)
            }
            DeValue::Table(table) => {
                let entry = |(key, node): (Spanned<_>, _)| {
                    let span = self.place(key.span());
                    let name = String::from(key.into_inner());
                    bounds::text(&name, &span)?;
                    Ok((Key { name, span }, self.node(node)?))
                };
                let mut entries = table.into_iter().map(entry).collect::<Result<Vec<_>, _>>()?;
                entries.sort_by_key(|(key, _)| key.span.range().start);
                Value::Table(entries)
            }
        };
        Ok(Node { value, span })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Result<Node, Problem> {
        parse(Source::new("a.toml", text))
    }

    fn message(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn keys_keep_their_written_order_and_places() {
        let root = read("z = 1\n[units.boy]\ncc = '4+'\n[formations]\n[units.ard]\n\"a b\" = [1.5, true]\n").unwrap();
        let Value::Table(entries) = &root.value else { panic!() };
        let names: Vec<_> = entries.iter().map(|(key, _)| key.name.as_str()).collect();
        assert_eq!(names, ["z", "units", "formations"]);
        let units = root.child("units").unwrap();
        let Value::Table(entries) = &units.value else { panic!() };
        assert_eq!(entries[1].0.name, "ard");
        assert_eq!(entries[0].1.span.text(), "[units.boy]");
        assert_eq!(format!("{:?}", entries[0].1.child("cc").unwrap().span), "a.toml:3:6");
        let list = units.child("ard").unwrap().child("a b").unwrap();
        assert!(
            matches!(&list.value, Value::List(l) if matches!(l[..], [Node { value: Value::Float(1.5), .. }, Node { value: Value::Boolean(true), .. }]))
        );
    }

    #[test]
    fn removed_keys_are_gone() {
        let mut root = read("a = 1\nb = 2").unwrap();
        assert!(matches!(root.remove("a").unwrap().value, Value::Integer(1)));
        assert!(root.child("a").is_none() && root.remove("a").is_none());
        assert!(root.remove("b").unwrap().remove("c").is_none());
    }

    #[test]
    fn mistakes_are_pointed_at_in_plain_words() {
        for (text, place, words) in [
            ("a = 1\nsystem = epic", "a.toml:2:10", "write \"epic\""),
            ("a = ", "a.toml:1:5", "a value is missing here"),
            ("a = 1\na = 2", "a.toml:2:1", "this key is given a second time"),
            ("a = [1,\n", "a.toml:1:8", "unclosed array, expected `]`"),
            ("a = 1979-05-27", "a.toml:1:5", "a date has no place here"),
            ("a = 07:32:00", "a.toml:1:5", "a date has no place here"),
            ("a = 9223372036854775808", "a.toml:1:5", "too large"),
            ("a = 0x", "a.toml:1:5", "too large"),
            ("a = inf", "a.toml:1:5", "finite"),
            ("a = 1e999", "a.toml:1:5", "finite"),
            ("ö", "a.toml:1:1", "a name with `ö` in it needs quotes"),
            ("a = 1\n[units.évêque]", "a.toml:2:8", "write \"évêque\""),
            ("a = “b”", "a.toml:1:5", "“ is not a quote that TOML knows"),
            ("a = \"b”", "a.toml:1:7", "straight quotes"),
        ] {
            let shown = message(text);
            assert!(shown.contains(place) && shown.contains(words), "{text}: {shown}");
        }
        assert!(matches!(
            read("a = -9223372036854775808").unwrap().child("a").unwrap().value,
            Value::Integer(i64::MIN)
        ));
    }

    #[test]
    fn deep_nesting_is_refused_without_exhausting_the_stack() {
        let keys = |n| vec!["a"; n].join(".");
        for text in [
            format!("a = {}", "[".repeat(100_000)),
            format!("a = {}{}", "[".repeat(100_000), "]".repeat(100_000)),
            format!("a = {}", "{a = ".repeat(100_000)),
            format!("{} = 1", keys(100_000)),
            format!("[{}]", keys(100_000)),
            format!("a = {}1{}", format!("{{{} = ", keys(79)).repeat(70), "}".repeat(70)),
            format!("a = {}", format!("[{{{} = ", keys(79)).repeat(39)),
        ] {
            assert!(message(&text).contains("nested too deeply"));
        }
        assert!(read(&format!("a = {}{}", "[".repeat(64), "]".repeat(64))).is_ok());
    }

    #[test]
    fn a_value_is_toml_or_else_bare_text() {
        let value = |text: &str| {
            let source = Source::new("--set", format!("x={text}"));
            parse_value(&Span::new(&source, 2..source.text.len()))
        };
        assert!(matches!(value("10").unwrap().value, Value::Integer(10)));
        assert!(matches!(value("true").unwrap().value, Value::Boolean(true)));
        for (text, read) in
            [("\"ruins\"", "ruins"), ("ruins", "ruins"), ("4+", "4+"), ("2 x AP5+", "2 x AP5+"), ("a.b", "a.b")]
        {
            assert!(matches!(value(text).unwrap().value, Value::Text(t) if t == read), "{text}");
        }
        let Value::List(list) = value("[\"a\", 3]").unwrap().value else { panic!() };
        assert_eq!(format!("{:?}", list[1].span), "--set:1:9");
        assert!(value("[a]").unwrap_err().to_string().contains("--set:1:4"));
        let refused = |text: &str| value(text).unwrap_err().message();
        assert_eq!(refused("[a]"), "text needs quotes");
        assert_eq!(refused("'a"), "this is not valid TOML: invalid literal string, expected `'`");
        assert_eq!(refused("2024-01-01"), "a date has no place here");
        assert_eq!(refused(&"[".repeat(100_000)), "brackets or dotted keys are nested too deeply");
    }

    fn depth(node: &Node) -> usize {
        match &node.value {
            Value::List(list) => 1 + list.iter().map(depth).max().unwrap_or(0),
            Value::Table(table) => 1 + table.iter().map(|(_, node)| depth(node)).max().unwrap_or(0),
            _ => 0,
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_parsing_panic(text in "(\\PC|\n)*") {
            if let Err(problem) = read(&text) {
                prop_assert!(problem.to_string().contains("a.toml:"));
            }
        }

        #[test]
        fn no_heap_of_toml_marks_makes_parsing_panic_or_deep(text in "([\\[\\]{}.,='\"#\\\\\n a1]|\\[\\[a\\]\\]\n|a = |'''|\"\"\"|é){0,60}") {
            match read(&text) {
                // A header may add as much as its value, and each name of a header a list.
                Ok(root) => prop_assert!(depth(&root) <= 4 * super::super::depth::DEEPEST),
                Err(problem) => prop_assert!(problem.to_string().contains("a.toml:")),
            }
        }
    }
}
