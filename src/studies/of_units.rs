//! What the files of a scenario say of its units, for the profiles on its page.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use battle_odds_scenario::{Army, Node, Scenario, Value as Written};

/// What each unit of these forces has in the scenario or in the first of its armies that knows it.
pub fn of_units(scenario: &Scenario, forces: &Value) -> BTreeMap<String, Map<String, Value>> {
    let mut keys = Vec::new();
    units(forces, &mut keys);
    let files = || std::iter::once(&scenario.root).chain(scenario.armies.iter().map(|army: &Army| &*army.root));
    let of = |key: &str| {
        let unit = files().find_map(|file| file.child("units")?.child(key))?;
        let Value::Object(mut unit) = json(unit) else { return None };
        unit.iter_mut().for_each(|(table, value)| spell_out(table, value, files));
        Some(unit)
    };
    keys.into_iter().filter_map(|key| Some((key.to_owned(), of(key)?))).collect()
}

/// The keys of all units in the forces.
fn units<'a>(forces: &'a Value, found: &mut Vec<&'a str>) {
    match forces {
        Value::Object(table) => {
            found.extend(table.get("unit").and_then(Value::as_str));
            table.values().for_each(|value| units(value, found));
        }
        Value::Array(list) => list.iter().for_each(|value| units(value, found)),
        _ => {}
    }
}

/// Names of a list that stand in a table of the list's own name, `weapons = ["lasgun"]`, become what stands there.
fn spell_out<'a, F: Iterator<Item = &'a Node>>(table: &str, value: &mut Value, files: impl Fn() -> F) {
    let names = match value {
        Value::Array(list) => &mut list[..],
        Value::String(_) => std::slice::from_mut(value),
        _ => return,
    };
    for name in names {
        let entry = || files().find_map(|file| file.child(table)?.child(name.as_str()?));
        if let Some(Value::Object(mut entry)) = entry().map(json) {
            entry.entry("name").or_insert_with(|| name.clone());
            *name = Value::Object(entry);
        }
    }
}

fn json(node: &Node) -> Value {
    match &node.value {
        Written::Text(text) => json!(text),
        Written::Integer(number) => json!(number),
        Written::Float(number) => json!(number),
        Written::Boolean(yes) => json!(yes),
        Written::List(list) => list.iter().map(json).collect(),
        Written::Table(entries) => {
            Value::Object(entries.iter().map(|(key, value)| (key.name.clone(), json(value))).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle_odds_scenario::{Source, parse};

    fn file(text: &str) -> Node {
        parse(Source::new("a test", text)).unwrap()
    }

    #[test]
    fn names_of_a_list_become_what_stands_in_its_table() {
        let files = [file("units.a.weapons = ['x', 'y']"), file("weapons.x = { range = 30 }")];
        let mut weapons = json(files[0].child("units").unwrap().child("a").unwrap().child("weapons").unwrap());
        spell_out("weapons", &mut weapons, || files.iter());
        assert_eq!(weapons, json!([{ "name": "x", "range": 30 }, "y"]));
    }
}
