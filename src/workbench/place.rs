//! Places in the text of a scenario, and changes there that leave everything else as it is written.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value};

use battle_odds_scenario::Problem;

/// One step to a place: into a table, or into a list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged)]
pub(crate) enum At {
    /// To an entry of a list, counted from 0.
    Entry(usize),
    /// To a key of a table.
    Key(String),
}

impl From<&str> for At {
    fn from(key: &str) -> At {
        At::Key(key.to_owned())
    }
}

impl From<usize> for At {
    fn from(entry: usize) -> At {
        At::Entry(entry)
    }
}

/// A place, from the root of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(transparent)]
pub(crate) struct Place(pub Vec<At>);

impl Place {
    /// A place further in.
    pub fn then(&self, at: impl Into<At>) -> Place {
        let mut place = self.clone();
        place.0.push(at.into());
        place
    }

    /// A key of a formation of this name.
    pub fn of_formation(name: &str) -> Place {
        Place::default().then("formations").then(name)
    }

    /// A step, counted from 0.
    pub fn of_step(step: usize) -> Place {
        Place::default().then("steps").then(step)
    }

    /// The last key on the way.
    pub fn key(&self) -> &str {
        let keys = self.0.iter().rev().filter_map(|at| if let At::Key(key) = at { Some(key.as_str()) } else { None });
        keys.into_iter().next().unwrap_or_default()
    }

    /// As a control of the page carries it.
    pub fn written(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// As the command line writes it.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, at) in self.0.iter().enumerate() {
            match at {
                At::Entry(entry) => write!(f, "[{entry}]")?,
                At::Key(key) => {
                    let is_plain = key.chars().all(|letter| letter.is_alphanumeric() || "-_".contains(letter));
                    let dot = if number == 0 { "" } else { "." };
                    let quote = if is_plain { "" } else { "\"" };
                    write!(f, "{dot}{quote}{key}{quote}")?;
                }
            }
        }
        Ok(())
    }
}

/// The text of a scenario that is being changed.
pub(crate) struct Sheet(DocumentMut);

/// What stands at a place.
enum Here<'a> {
    Table(&'a mut dyn TableLike),
    Value(&'a mut Value),
    Tables(&'a mut toml_edit::ArrayOfTables),
}

impl Sheet {
    /// Reads a text.
    ///
    /// # Errors
    /// It is not TOML.
    pub fn read(text: &str) -> Result<Sheet, Problem> {
        text.parse().map(Sheet).map_err(|error: toml_edit::TomlError| Problem::new(error.message().to_owned()))
    }

    /// The text.
    pub fn text(&self) -> String {
        self.0.to_string()
    }

    /// The root.
    pub fn root(&mut self) -> &mut Table {
        self.0.as_table_mut()
    }

    /// Puts a value at a place, or takes away what is there. Tables on the way are made; lists are not made longer.
    ///
    /// # Errors
    /// The place is not in the text.
    pub fn put(&mut self, place: &Place, value: Option<Value>) -> Result<(), Problem> {
        let gone = || Problem::new(text!("this is no longer in the battle: {place}", place));
        let (last, way) = place.0.split_last().ok_or_else(gone)?;
        let here = find(Here::Table(self.0.as_table_mut()), way, value.is_some()).ok_or_else(gone)?;
        put_here(here, last, value).ok_or_else(gone)
    }

    /// Takes away the table that a value was taken from, if it is a key of a step or a formation and nothing is left in it.
    pub fn clear_away(&mut self, place: &Place) {
        let Some((At::Key(_), [_, _, .., At::Key(_)])) = place.0.split_last() else { return };
        let table = Place(place.0[..place.0.len() - 1].to_vec());
        let root = Here::Table(self.0.as_table_mut());
        if table.0.len() > 2 && matches!(find(root, &table.0, false), Some(Here::Table(table)) if table.is_empty()) {
            // What was found is there.
            let _ = self.put(&table, None);
        }
    }

    /// How long the list at a place is.
    pub fn length(&mut self, place: &Place) -> usize {
        match find(Here::Table(self.0.as_table_mut()), &place.0, false) {
            Some(Here::Value(Value::Array(list))) => list.len(),
            Some(Here::Tables(tables)) => tables.len(),
            _ => 0,
        }
    }

    /// Adds a step, written as TOML, after the last.
    ///
    /// # Errors
    /// The step is not TOML, or `steps` is no list.
    pub fn add_step(&mut self, step: Table) -> Result<(), Problem> {
        let root = self.0.as_table_mut();
        let steps = root.entry("steps").or_insert_with(|| Item::ArrayOfTables(toml_edit::ArrayOfTables::new()));
        match steps {
            Item::ArrayOfTables(steps) => steps.push(step),
            Item::Value(Value::Array(steps)) => steps.push(step.into_inline_table()),
            _ => return Err(Problem::new(text!("the steps are no list"))),
        }
        Ok(())
    }

    /// Puts a step in the place of another, which moves up or down.
    pub fn move_step(&mut self, from: usize, to: usize) {
        match self.0.get_mut("steps") {
            Some(Item::ArrayOfTables(steps)) if from.max(to) < steps.len() => {
                let mut tables: Vec<Table> = steps.iter().cloned().collect();
                let table = tables.remove(from);
                tables.insert(to, table);
                // Where they stand in the text follows their order.
                let mut places: Vec<_> = tables.iter().map(Table::position).collect();
                places.sort();
                steps.clear();
                for (mut table, place) in tables.into_iter().zip(places) {
                    table.set_position(place);
                    steps.push(table);
                }
            }
            Some(Item::Value(Value::Array(steps))) if from.max(to) < steps.len() => {
                let step = steps.remove(from);
                steps.insert(to, step);
            }
            _ => {}
        }
    }
}

/// What stands at the end of a way, with tables made on it if `make`.
fn find<'a>(here: Here<'a>, way: &[At], make: bool) -> Option<Here<'a>> {
    let Some((at, further)) = way.split_first() else { return Some(here) };
    let next = match (here, at) {
        (Here::Table(table), At::Key(key)) => {
            if table.get(key).is_none() {
                if !make {
                    return None;
                }
                table.insert(key, Item::Value(Value::InlineTable(InlineTable::new())));
            }
            of_item(table.get_mut(key)?)?
        }
        (Here::Tables(tables), At::Entry(entry)) => Here::Table(tables.get_mut(*entry)?),
        (Here::Value(Value::Array(list)), At::Entry(entry)) => of_value(list.get_mut(*entry)?),
        _ => return None,
    };
    find(next, further, make)
}

fn of_item(item: &mut Item) -> Option<Here<'_>> {
    Some(match item {
        Item::Table(table) => Here::Table(table),
        Item::ArrayOfTables(tables) => Here::Tables(tables),
        Item::Value(value) => of_value(value),
        Item::None => return None,
    })
}

fn of_value(value: &mut Value) -> Here<'_> {
    match value {
        Value::InlineTable(table) => Here::Table(table),
        value => Here::Value(value),
    }
}

fn put_here(here: Here, last: &At, value: Option<Value>) -> Option<()> {
    match (here, last, value) {
        (Here::Table(table), At::Key(key), None) => drop(table.remove(key)),
        (Here::Table(table), At::Key(key), Some(mut value)) => match table.get_mut(key) {
            Some(Item::Value(old)) => {
                *value.decor_mut() = old.decor().clone();
                *old = value;
            }
            _ => drop(table.insert(key, Item::Value(value))),
        },
        (Here::Tables(tables), At::Entry(entry), None) if *entry < tables.len() => drop(tables.remove(*entry)),
        (Here::Value(Value::Array(list)), At::Entry(entry), None) if *entry < list.len() => drop(list.remove(*entry)),
        (Here::Value(Value::Array(list)), At::Entry(entry), Some(value)) if *entry == list.len() => list.push(value),
        (Here::Value(Value::Array(list)), At::Entry(entry), Some(value)) if *entry < list.len() => {
            drop(list.replace(*entry, value));
        }
        _ => return None,
    }
    Some(())
}

/// A value of the page as TOML; nothing for null.
pub(crate) fn toml(value: &Json) -> Option<Value> {
    Some(match value {
        Json::Null => return None,
        Json::Bool(is) => Value::from(*is),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => Value::from(whole),
            None => Value::from(number.as_f64()?),
        },
        Json::String(text) => Value::from(text.as_str()),
        Json::Array(list) => Value::Array(list.iter().filter_map(toml).collect::<Array>()),
        Json::Object(table) => {
            let entries = table.iter().filter_map(|(key, value)| Some((key.as_str(), toml(value)?)));
            Value::InlineTable(entries.collect::<InlineTable>())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const TEXT: &str = "# Who.\n[formations.mob]\nunits = [{ unit = \"boy\", count = 6 }] # many\n\n[[steps]] # first\n\
        action = \"shoot\"\nrange = 30\n\n[[steps]]\naction = \"assault\"\n";

    #[test]
    fn an_empty_table_of_a_step_goes() {
        let place = |place: Json| serde_json::from_value::<Place>(place).unwrap();
        let mut sheet = Sheet::read(TEXT).unwrap();
        let boy = place(json!(["steps", 1, "contact", "boy"]));
        sheet.put(&boy, toml(&json!(3))).unwrap();
        assert!(sheet.text().contains("contact = { boy = 3 }"), "{}", sheet.text());
        sheet.put(&boy, None).unwrap();
        sheet.clear_away(&boy);
        assert_eq!(sheet.text(), TEXT);
        // A formation stays, whatever it has lost.
        let units = place(json!(["formations", "mob", "units"]));
        sheet.put(&units, None).unwrap();
        sheet.clear_away(&units);
        assert!(sheet.text().contains("[formations.mob]"));
    }

    fn put(text: &str, place: Json, value: Json) -> Result<String, Problem> {
        let mut sheet = Sheet::read(text)?;
        sheet.put(&serde_json::from_value(place).unwrap(), toml(&value))?;
        Ok(sheet.text())
    }

    #[test]
    fn a_change_leaves_everything_else_as_it_is_written() {
        let changed = put(TEXT, json!(["formations", "mob", "units", 0, "count"]), json!(8)).unwrap();
        assert_eq!(changed, TEXT.replace("count = 6", "count = 8"));
        let changed = put(TEXT, json!(["steps", 0, "range"]), json!("12in")).unwrap();
        assert_eq!(changed, TEXT.replace("range = 30", "range = \"12in\""));
        let changed = put(TEXT, json!(["steps", 0, "range"]), Json::Null).unwrap();
        assert_eq!(changed, TEXT.replace("range = 30\n", ""));
        let changed = put(TEXT, json!(["steps", 1, "aim", "ap"]), json!("open")).unwrap();
        assert_eq!(changed, TEXT.to_owned() + "aim = { ap = \"open\" }\n");
    }

    #[test]
    fn a_place_that_is_gone_is_a_problem_in_words() {
        for place in [json!(["steps", 7, "range"]), json!(["formations", "mob", "units", 3, "count"]), json!([])] {
            assert!(put(TEXT, place, json!(1)).is_err());
        }
        let place = Place::of_step(0).then("under").then("mob.boy");
        assert_eq!((place.to_string().as_str(), place.key()), ("steps[0].under.\"mob.boy\"", "mob.boy"));
    }

    #[test]
    fn steps_change_places() {
        let mut sheet = Sheet::read(TEXT).unwrap();
        sheet.move_step(1, 0);
        let text = sheet.text();
        assert!(text.find("assault") < text.find("shoot"), "{text}");
        sheet.move_step(5, 0);
        assert_eq!(sheet.text(), text);
    }
}
