//! A battle whose text needs no other file: what it uses of its armies stands in it.

use std::collections::HashSet;
use std::sync::Arc;

use toml_edit::{Array, InlineTable, Item, Table, Value as Toml};

use crate::battle::scenario;
use crate::place::Sheet;
use battle_odds_scenario::{Files, Node, Problem, Value};

/// Tables of armies that hold nothing that is played by its name.
const NO_PARTS: [&str; 3] = ["formations", "upgrades", "names"];

/// The text with everything that it uses of its armies, and without their names.
///
/// # Errors
/// What is wrong with the battle.
pub fn packed(text: &str, files: Arc<dyn Files>) -> Result<String, Problem> {
    let mut sheet = Sheet::read(text)?;
    if sheet.root().get("armies").is_none() {
        return Ok(text.to_owned());
    }
    let scenario = scenario(text, files)?;
    let scenario = scenario.equipped()?;
    sheet.root().remove("armies");
    if let Some(Value::Table(formations)) = scenario.root.child("formations").map(|node| &node.value) {
        for (key, formation) in formations {
            put(&mut sheet, "formations", &key.name, formation);
        }
    }
    let mut words = Vec::new();
    texts(&scenario.root, &mut words);
    // The last of several armies that have a unit is the one that counts.
    let armies: Vec<&Node> = scenario.armies.iter().rev().map(|army| &*army.root).collect();
    pack(&mut sheet, &armies, words);
    Ok(sheet.text())
}

/// Adds to a text what these words name in armies, and what that names.
pub(crate) fn pack(sheet: &mut Sheet, armies: &[&Node], mut words: Vec<String>) {
    let mut seen = HashSet::new();
    while let Some(word) = words.pop() {
        if !seen.insert(word.clone()) {
            continue;
        }
        for (table, entry) in armies.iter().flat_map(|army| parts(army, &word)) {
            if !has(sheet, table, &word) {
                put(sheet, table, &word, entry);
                texts(entry, &mut words);
            }
        }
    }
}

/// What an army says of a name, in each of its tables.
fn parts<'a>(army: &'a Node, word: &str) -> Vec<(&'a str, &'a Node)> {
    let Value::Table(tables) = &army.value else { return Vec::new() };
    let tables = tables.iter().filter(|(key, _)| !NO_PARTS.contains(&key.name.as_str()));
    tables.filter_map(|(key, table)| Some((key.name.as_str(), table.child(word)?))).collect()
}

fn has(sheet: &mut Sheet, table: &str, key: &str) -> bool {
    sheet.root().get(table).and_then(Item::as_table_like).is_some_and(|table| table.contains_key(key))
}

/// Puts an entry into a table of the text, in the place of what is there, if that differs.
pub(crate) fn put(sheet: &mut Sheet, table: &str, key: &str, entry: &Node) {
    let root = sheet.root();
    let of = root.entry(table).or_insert_with(|| {
        let mut table = Table::new();
        table.set_implicit(true);
        Item::Table(table)
    });
    let Some(of) = of.as_table_like_mut() else { return };
    match (of.get_mut(key), &entry.value) {
        // What is there stays as it is written; only what is missing is added.
        (Some(known), Value::Table(entries)) => {
            let Some(known) = known.as_table_like_mut() else { return };
            for (key, node) in entries {
                let is_same = known.get(&key.name).is_some_and(|item| is_same(item, node));
                if !is_same {
                    known.insert(&key.name, Item::Value(toml(node)));
                }
            }
            let gone: Vec<String> = known.iter().map(|(key, _)| key.to_owned()).collect();
            for key in gone.iter().filter(|key| entry.child(key).is_none()) {
                known.remove(key);
            }
        }
        (Some(_), _) => {}
        (None, _) => drop(of.insert(key, item(entry))),
    }
}

/// Whether an item says what a node says.
fn is_same(item: &Item, node: &Node) -> bool {
    let plain = |text: String| text.split_whitespace().collect::<String>();
    item.as_value().is_some_and(|value| plain(value.to_string()) == plain(toml(node).to_string()))
}

/// A node as an item: a table with a header.
fn item(node: &Node) -> Item {
    let Value::Table(entries) = &node.value else { return Item::Value(toml(node)) };
    let mut table = Table::new();
    for (key, node) in entries {
        table.insert(&key.name, Item::Value(toml(node)));
    }
    Item::Table(table)
}

/// A node as a value.
pub(crate) fn toml(node: &Node) -> Toml {
    match &node.value {
        Value::Text(text) => text.as_str().into(),
        Value::Integer(number) => (*number).into(),
        Value::Float(number) => (*number).into(),
        Value::Boolean(is) => (*is).into(),
        Value::List(list) => {
            let mut array: Array = list.iter().map(toml).collect();
            // Tables in a list have a line each.
            if list.iter().any(|node| matches!(node.value, Value::Table(_))) && list.len() > 1 {
                array.iter_mut().for_each(|value| value.decor_mut().set_prefix("\n  "));
                array.set_trailing("\n");
                array.set_trailing_comma(true);
            }
            array.into()
        }
        Value::Table(entries) => {
            let entries = entries.iter().map(|(key, node)| (key.name.as_str(), toml(node)));
            entries.collect::<InlineTable>().into()
        }
    }
}

/// All names and texts in a tree: anything that may name a unit, a weapon or a power.
pub(crate) fn texts(node: &Node, found: &mut Vec<String>) {
    match &node.value {
        Value::Text(text) => found.push(text.clone()),
        Value::List(list) => list.iter().for_each(|node| texts(node, found)),
        Value::Table(entries) => {
            for (key, node) in entries {
                // `mob.boy` names the boy of the mob.
                found.push(key.name.rsplit('.').next().unwrap_or_default().to_owned());
                found.push(key.name.clone());
                texts(node, found);
            }
        }
        _ => {}
    }
}
