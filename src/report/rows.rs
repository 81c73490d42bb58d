//! Rows of named cells, as CSV and as JSON.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use super::csv::in_memory;
use super::dialect::Dialect;
use super::json::pretty;

/// One cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// Words.
    Text(String),
    /// A whole number; blank if there is none.
    Whole(Option<u64>),
    /// A number; blank if there is none.
    Number(Option<f64>),
}

impl From<&str> for Entry {
    fn from(text: &str) -> Entry {
        Entry::Text(text.to_owned())
    }
}

impl From<&String> for Entry {
    fn from(text: &String) -> Entry {
        Entry::Text(text.clone())
    }
}

impl From<f64> for Entry {
    fn from(number: f64) -> Entry {
        Entry::Number(Some(number))
    }
}

impl From<Option<f64>> for Entry {
    fn from(number: Option<f64>) -> Entry {
        Entry::Number(number)
    }
}

impl From<Option<u64>> for Entry {
    fn from(number: Option<u64>) -> Entry {
        Entry::Whole(number)
    }
}

/// A header and rows with as many cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    /// The names of the columns.
    pub head: Vec<&'static str>,
    /// The cells.
    pub rows: Vec<Vec<Entry>>,
}

impl Rows {
    /// The same with a further column that has the same value in each row.
    #[must_use]
    pub fn with(mut self, name: &'static str, entry: &Entry) -> Rows {
        self.head.push(name);
        self.rows.iter_mut().for_each(|row| row.push(entry.clone()));
        self
    }

    /// As CSV: numbers are decimals with as many digits as it takes to read back exactly the same number.
    pub fn csv(&self, dialect: Dialect) -> String {
        let cells = |row: &Vec<Entry>| row.iter().map(|entry| written(entry, dialect)).collect::<Vec<_>>();
        let rows = self.rows.iter().map(cells);
        let head = self.head.iter().map(|&name| name.to_owned()).collect();
        in_memory(std::iter::once(head).chain(rows), dialect)
    }

    /// As JSON: what applies to all rows, in words, then a list of objects.
    pub fn json(&self, said: &[(&str, Value)]) -> String {
        pretty(&Whole { rows: self, said }).unwrap_or_default()
    }
}

fn written(entry: &Entry, dialect: Dialect) -> String {
    match entry {
        Entry::Text(text) => text.clone(),
        Entry::Whole(number) => number.map_or_else(String::new, |number| number.to_string()),
        Entry::Number(number) => number.map_or_else(String::new, |number| dialect.number(number)),
    }
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Entry::Text(text) => text.serialize(to),
            Entry::Whole(number) => number.serialize(to),
            Entry::Number(number) => number.filter(|number| number.is_finite()).serialize(to),
        }
    }
}

struct Row<'a>(&'a [&'static str], &'a [Entry]);

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        self.0.iter().zip(self.1).try_for_each(|(name, entry)| map.serialize_entry(name, entry))?;
        map.end()
    }
}

struct Whole<'a> {
    rows: &'a Rows,
    said: &'a [(&'a str, Value)],
}

impl Serialize for Whole<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        self.said.iter().try_for_each(|(name, said)| map.serialize_entry(name, said))?;
        let rows: Vec<Row> = self.rows.rows.iter().map(|row| Row(&self.rows.head, row)).collect();
        map.serialize_entry("rows", &rows)?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_written_plainly() {
        let rows = Rows {
            head: vec!["name", "trials", "low"],
            rows: vec![
                vec!["a,b".into(), Some(3).into(), 0.000_005.into()],
                vec!["c".into(), Entry::Whole(None), f64::INFINITY.into()],
            ],
        };
        assert_eq!(rows.csv(Dialect::Plain), "name,trials,low\n\"a,b\",3,0.000005\nc,,\n");
        let json: Value = serde_json::from_str(&rows.json(&[("goal", Value::from(vec!["x"]))])).unwrap();
        assert_eq!(json["goal"][0], "x");
        assert_eq!((&json["rows"][0]["trials"], &json["rows"][1]["low"]), (&3.into(), &Value::Null));
    }
}
