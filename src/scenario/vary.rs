//! `--vary PATH=2..8`: a key of a scenario, and the values that it takes in turn.

use super::called::is_distance;
use super::lookup::set;
use super::node::{Node, Value, parse_value};
use super::patched::Scenario;
use super::path::Path;
use super::problem::Problem;
use super::problem_kind::ProblemKind;
use super::source::{Source, Span};
use crate::refuse_if;

/// More values than this are taken for a typing error.
const MOST: usize = 1000;

/// A key and its values.
#[derive(Clone, Debug)]
pub struct Vary {
    /// The key as written.
    pub name: String,
    /// The values in the order given, each as written; never empty, none twice.
    pub values: Vec<(String, Node)>,
    path: Path,
}

impl Vary {
    /// Reads `PATH=2..8`, `PATH=3+..6+` or `PATH=a,b,c`. A value is TOML, or bare text if it is not.
    ///
    /// # Errors
    /// A problem that points into `--vary`.
    pub fn parse(argument: &str) -> Result<Vary, Problem> {
        let source = Source::new("--vary", argument);
        let span = Span::new(&source, 0..argument.len());
        let (path, rest) = Path::parse_start(argument, &span)?;
        let starts = argument.len() - rest.len();
        let no_sign = || ProblemKind::VaryForm.at(&span.part(starts..argument.len()));
        let text = rest.strip_prefix('=').ok_or_else(no_sign)?;
        let span = span.part(starts + 1..argument.len());
        let values = match range(text, &span)? {
            Some(values) => values,
            None => list(text, &span)?,
        };
        for (place, (value, node)) in values.iter().enumerate() {
            refuse_if(values[..place].iter().any(|(earlier, _)| earlier == value), || {
                ProblemKind::ValueTwice(value.clone()).at(&node.span)
            })?;
        }
        Ok(Vary { name: argument[..starts].trim().to_owned(), values, path })
    }

    /// The key in words.
    pub fn called(&self, scenario: &Scenario) -> String {
        scenario.called(&self.path)
    }

    /// Whether its values are distances in cm.
    pub fn is_distance(&self) -> bool {
        is_distance(&self.path)
    }

    /// The scenario with one of the values. A profile that only an army has is copied into the scenario first.
    ///
    /// # Errors
    /// A problem that points at the part of the path that is not there.
    pub fn apply(&self, scenario: &Scenario, value: usize) -> Result<Scenario, Problem> {
        let mut scenario = scenario.clone();
        scenario.adopt(&self.path)?;
        set(&mut scenario.root, &self.path, self.values[value].1.clone())?;
        Ok(scenario)
    }
}

/// What the two ends of a range may end with: a face of a die, a distance.
const UNITS: [&str; 4] = ["+", "in", "\"", "cm"];

/// `2..8`, `3+..6+`, `6in..12in`: all values from the first to the last; `None` if it is not a range.
fn range(text: &str, span: &Span) -> Result<Option<Vec<(String, Node)>>, Problem> {
    let Some((from, to)) = text.trim().split_once("..") else { return Ok(None) };
    let number = |text: &str| text.trim().parse::<i64>().ok();
    let ends = |unit: &&&str| from.trim().ends_with(**unit) && to.trim().ends_with(**unit);
    let unit = UNITS.iter().find(ends).copied().unwrap_or_default();
    let end = |text: &str| number(text.trim().strip_suffix(unit)?);
    let (from, to) = match (end(from), end(to)) {
        (Some(from), Some(to)) => (from, to),
        (None, None) => return Ok(None),
        _ => return Err(ProblemKind::RangeForm.at(span)),
    };
    let problem = match to.checked_sub(from) {
        Some(0..) if from.abs_diff(to) < MOST as u64 => None,
        Some(0..) | None => Some(ProblemKind::RangeTooLong(MOST)),
        Some(_) => Some(ProblemKind::RangeDownwards { from, to }),
    };
    if let Some(problem) = problem {
        return Err(problem.at(span));
    }
    let value = |number: i64| match unit {
        "" => (number.to_string(), Value::Integer(number)),
        unit => (format!("{number}{unit}"), Value::Text(format!("{number}{unit}"))),
    };
    Ok(Some((from..=to).map(value).map(|(text, value)| (text, Node { value, span: span.clone() })).collect()))
}

/// Values separated by commas; commas within brackets and quotes do not separate.
fn list(text: &str, span: &Span) -> Result<Vec<(String, Node)>, Problem> {
    let (mut parts, mut start, mut depth, mut quote) = (Vec::new(), 0, 0_i32, None);
    for (place, letter) in text.char_indices() {
        match (letter, quote) {
            (_, Some(open)) if letter == open => quote = None,
            (_, Some(_)) => {}
            // After a number it means inches.
            ('"' | '\'', None) if !text[..place].ends_with(|before: char| before.is_ascii_digit()) => {
                quote = Some(letter);
            }
            ('[' | '{', None) => depth += 1,
            (']' | '}', None) => depth -= 1,
            (',', None) if depth == 0 => {
                parts.push(start..place);
                start = place + 1;
            }
            _ => {}
        }
    }
    parts.push(start..text.len());
    refuse_if(parts.len() > MOST, || ProblemKind::TooManyValues(MOST).at(span))?;
    let value = |part: std::ops::Range<usize>| {
        let written = &text[part.clone()];
        let before = written.len() - written.trim_start().len();
        let place = span.part(part.start + before..part.start + before + written.trim().len());
        refuse_if(written.trim().is_empty(), || ProblemKind::ListedNothing.at(&place))?;
        let node = parse_value(&place)?;
        let name = match &node.value {
            Value::Text(text) => text.clone(),
            _ => written.trim().to_owned(),
        };
        Ok((name, node))
    };
    parts.into_iter().map(value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(argument: &str) -> Vec<String> {
        Vary::parse(argument)
            .unwrap()
            .values
            .into_iter()
            .map(|(text, node)| format!("{text}={}", node.value.describe()))
            .collect()
    }

    #[test]
    fn ranges_and_lists() {
        assert_eq!(values("a.b[0].count=2..4"), ["2=2", "3=3", "4=4"]);
        assert_eq!(values("a.armour = 5+..6+"), ["5+=\"5+\"", "6+=\"6+\""]);
        assert_eq!(values("a.x=-1..0"), ["-1=-1", "0=0"]);
        assert_eq!(values("a.range=9in .. 10in"), ["9in=\"9in\"", "10in=\"10in\""]);
        assert_eq!(values("a.range=6\",12\",40"), ["6\"=\"6\"\"", "12\"=\"12\"\"", "40=40"]);
        assert_eq!(values("a.cover= open, ruins ,\"a,b\""), ["open=\"open\"", "ruins=\"ruins\"", "a,b=\"a,b\""]);
        assert_eq!(
            values("a.x=[1, 2],{ b = 1, c = 2 },true"),
            ["[1, 2]=a list of 2", "{ b = 1, c = 2 }=a table", "true=true"]
        );
        assert_eq!(values("a.x=../b.toml"), ["../b.toml=\"../b.toml\""]);
        assert_eq!(Vary::parse("a . b = 1").unwrap().name, "a . b");
    }

    #[test]
    fn mistakes_are_pointed_at() {
        for (argument, column, words) in [
            ("a.b", 4, "path=2..8"),
            ("a.b=", 5, "no value here"),
            ("a=1,,2", 5, "no value here"),
            ("a=8..2", 3, "write 2..8"),
            ("a=1..9999", 3, "more than 1000"),
            ("a=1..x", 3, "a range is written"),
            ("a=1,2,1", 7, "`1` is given twice"),
            ("a=[1", 5, "TOML"),
            ("=1", 1, "not a path"),
            ("a=1..9223372036854775807", 3, "more than 1000"),
            ("a=-9223372036854775807..9223372036854775807", 3, "more than 1000"),
        ] {
            let shown = Vary::parse(argument).unwrap_err().to_string();
            assert!(shown.contains(words) && shown.contains(&format!("--vary:1:{column}\n")), "{argument}: {shown}");
        }
    }
}
