//! Typed reading of the tree: each result is a value or a problem that says what was expected, what was found and where.
//!
//! `what` is the thing being read, with its article, as it appears in a message: `"an armour"`, `"a count"`.

use std::ops::RangeInclusive;

use super::node::{Key, Node, Value};
use super::problem::Problem;
use super::problem_kind::{Expected, ProblemKind};
use super::source::Span;

/// How many characters of a found text a message repeats.
const REPEATED: usize = 40;

impl Node {
    /// A text.
    pub fn text(&self, what: &str) -> Result<&str, Problem> {
        match &self.value {
            Value::Text(text) => Ok(text),
            _ => Err(self.expected(what, Expected::Text)),
        }
    }

    /// One text or a list of them, each with its place.
    pub fn texts(&self, what: &str) -> Result<Vec<(&str, &Span)>, Problem> {
        match &self.value {
            Value::List(list) => list.iter().map(|node| Ok((node.text(what)?, &node.span))).collect(),
            Value::Text(text) => Ok(vec![(text, &self.span)]),
            _ => Err(self.expected(what, Expected::Texts)),
        }
    }

    /// A whole number within a range. A bound at the end of `i64` is no limit, and not mentioned.
    pub fn integer(&self, what: &str, range: RangeInclusive<i64>) -> Result<i64, Problem> {
        match self.value {
            Value::Integer(integer) if range.contains(&integer) => Ok(integer),
            _ => Err(self.expected(what, Expected::Whole(*range.start(), *range.end()))),
        }
    }

    /// `true` or `false`.
    pub fn boolean(&self, what: &str) -> Result<bool, Problem> {
        match self.value {
            Value::Boolean(boolean) => Ok(boolean),
            _ => Err(self.expected(what, Expected::Boolean)),
        }
    }

    /// The values of a list.
    pub fn list(&self, what: &str) -> Result<&[Node], Problem> {
        match &self.value {
            Value::List(list) => Ok(list),
            _ => Err(self.expected(what, Expected::List)),
        }
    }

    /// The entries of a table with free keys, in written order.
    pub fn entries(&self, what: &str) -> Result<&[(Key, Node)], Problem> {
        match &self.value {
            Value::Table(entries) => Ok(entries),
            _ => Err(self.expected(what, Expected::Table)),
        }
    }

    /// The problem that this is not what was expected: `a count is a whole number from 0 to 200, found 3000`.
    pub fn unexpected(&self, what: &str, expected: &str) -> Problem {
        self.expected(what, Expected::Words(expected.to_owned()))
    }

    fn expected(&self, what: &str, expected: Expected) -> Problem {
        ProblemKind::Expected { what: what.to_owned(), expected, found: self.value.found() }.at(&self.span)
    }
}

impl Value {
    /// The value in a few words for a message.
    fn found(&self) -> String {
        match self {
            Value::List(list) => text!("a list of {length}", length = list.len()),
            Value::Table(_) => text!("a table"),
            _ => self.describe(),
        }
    }

    /// The same in English, for names and tables.
    pub fn describe(&self) -> String {
        match self {
            Value::Text(text) if text.chars().nth(REPEATED).is_some() => {
                format!("\"{}…\"", text.chars().take(REPEATED).collect::<String>())
            }
            Value::Text(text) => format!("\"{text}\""),
            Value::Integer(integer) => integer.to_string(),
            Value::Float(float) => format!("{float:?}"),
            Value::Boolean(boolean) => boolean.to_string(),
            Value::List(list) => text!("a list of {count}", count = list.len()),
            Value::Table(_) => text!("a table"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::node::parse;
    use super::super::source::Source;
    use super::*;

    const UNIT: &str = "[unit]\nspeed = 15\narmour = '4+'\nfast = true\nabilities = ['a', 'b']\ncount = 3000\nsize = 1.5\nmixed = ['a', 1]";

    fn unit() -> Node {
        parse(Source::new("a.toml", UNIT)).unwrap().remove("unit").unwrap()
    }

    fn shown<T: std::fmt::Debug>(result: Result<T, Problem>, parts: &[&str]) {
        let shown = result.unwrap_err().to_string();
        for part in parts {
            assert!(shown.contains(part), "no {part} in {shown}");
        }
    }

    #[test]
    fn values_are_read_as_what_they_are() {
        let unit = unit();
        let child = |key| unit.child(key).unwrap();
        assert_eq!(child("armour").text("an armour").unwrap(), "4+");
        assert_eq!(child("speed").integer("a speed", 0..=100).unwrap(), 15);
        assert!(child("fast").boolean("`fast`").unwrap());
        assert_eq!(child("abilities").list("abilities").unwrap().len(), 2);
        assert_eq!(unit.entries("a unit").unwrap().len(), 7);
        assert_eq!(child("armour").texts("`by`").unwrap()[0].0, "4+");
        assert_eq!(child("abilities").texts("`by`").unwrap()[1].0, "b");
    }

    #[test]
    fn a_wrong_value_says_what_was_expected_and_found() {
        let unit = unit();
        let child = |key| unit.child(key).unwrap();
        let count = "a count is a whole number from 0 to 200, found 3000";
        shown(child("count").integer("a count", 0..=200), &[count, "a.toml:6:9", "^^^^"]);
        shown(child("size").integer("a count", 1..=i64::MAX), &["of at least 1, found 1.5"]);
        shown(child("fast").integer("a count", i64::MIN..=i64::MAX), &["a whole number, found true"]);
        shown(child("speed").text("an armour"), &["an armour is text in quotes, found 15"]);
        shown(child("armour").boolean("`fast`"), &["`fast` is true or false, found \"4+\""]);
        shown(child("armour").list("abilities"), &["abilities is a list"]);
        shown(child("abilities").entries("a unit"), &["found a list of 2"]);
        shown(child("speed").texts("`by`"), &["`by` is text in quotes, or a list of such texts, found 15"]);
        shown(child("mixed").texts("`by`"), &["`by` is text in quotes, found 1", "a.toml:8:15"]);
        shown(unit.text("a name"), &["found a table", "a.toml:1:1"]);
    }
}
