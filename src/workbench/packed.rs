//! A battle whose text needs no other file: what it uses of its armies stands in it.

use std::collections::HashSet;
use std::sync::Arc;

use toml_edit::{Array, InlineTable, Item, Table, Value as Toml};

use crate::battle::scenario;
use crate::place::Sheet;
use crate::written::json;
use battle_odds_scenario::{Files, Node, Problem, Source, Value, parse};

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

/// An entry of an army: its table, its key, and what it says.
type Part = (String, String, Node);

/// What these words name in armies, and what that names; of several armies the first counts.
fn gathered(armies: &[&Node], mut words: Vec<String>) -> Vec<Part> {
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    while let Some(word) = words.pop() {
        if !seen.insert(word.clone()) {
            continue;
        }
        let mut tables = HashSet::new();
        for (table, entry) in armies.iter().flat_map(|army| parts(army, &word)) {
            if tables.insert(table) {
                texts(entry, &mut words);
                found.push((table.to_owned(), word.clone(), entry.clone()));
            }
        }
    }
    found
}

/// Adds to a text what these words name in armies; what the text says itself holds.
fn pack(sheet: &mut Sheet, armies: &[&Node], words: Vec<String>) {
    for (table, key, entry) in gathered(armies, words) {
        if !has(sheet, &table, &key) {
            put(sheet, &table, &key, &entry);
        }
    }
}

/// Adds to a text what something of an army names; what the text says otherwise under the same name stays, and the new one gets
/// another name, in `of` too.
///
/// # Errors
/// The text is not TOML.
pub(crate) fn pack_beside(sheet: &mut Sheet, army: &Node, mut of: Node) -> Result<Node, Problem> {
    let mut words = Vec::new();
    texts(&of, &mut words);
    let mut new = gathered(&[army], words);
    let root = parse(Source::new("battle.toml", sheet.text()))?;
    let known = |table: &str, key: &str| root.child(table).and_then(|table| table.child(key));
    let is_other = |(table, key, entry): &&Part| known(table, key).is_some_and(|known| json(known) != json(entry));
    let renamed: Vec<(String, String)> = new
        .iter()
        .filter(is_other)
        .map(|(table, key, _)| {
            let mut names = (2..).map(|number| format!("{key}-{number}"));
            (key.clone(), names.find(|name| known(table, name).is_none()).unwrap_or_default())
        })
        .collect();
    for (old, name) in &renamed {
        new.iter_mut().for_each(|(_, _, entry)| called(entry, old, name));
        called(&mut of, old, name);
    }
    for (table, key, entry) in &new {
        let name = renamed.iter().find(|(old, _)| old == key).map_or(key, |(_, name)| name);
        if !has(sheet, table, name) {
            put(sheet, table, name, entry);
        }
    }
    Ok(of)
}

/// Calls by another name what goes by this one.
fn called(node: &mut Node, old: &str, new: &str) {
    match &mut node.value {
        Value::Text(text) if text == old => *text = new.to_owned(),
        Value::List(list) => list.iter_mut().for_each(|node| called(node, old, new)),
        Value::Table(entries) => {
            let named = entries.iter_mut().filter(|(key, _)| key.name != "name");
            named.for_each(|(_, node)| called(node, old, new));
        }
        _ => {}
    }
}

/// Takes away the units, weapons and the like that nothing in the text names any more.
///
/// # Errors
/// The text is not TOML.
pub(crate) fn swept(sheet: &mut Sheet) -> Result<(), Problem> {
    let root = parse(Source::new("battle.toml", sheet.text()))?;
    let Value::Table(tables) = &root.value else { return Ok(()) };
    let mut words = Vec::new();
    let is_kept = |key: &str| !PARTS.contains(&key);
    tables.iter().filter(|(key, _)| is_kept(&key.name)).for_each(|(_, table)| texts(table, &mut words));
    let named: HashSet<String> = gathered(&[&root], words.clone()).into_iter().map(|(_, key, _)| key).collect();
    for table in PARTS {
        let Some(of) = sheet.root().get_mut(table).and_then(Item::as_table_like_mut) else { continue };
        let gone: Vec<String> = of.iter().map(|(key, _)| key.to_owned()).filter(|key| !named.contains(key)).collect();
        gone.iter().for_each(|key| drop(of.remove(key)));
    }
    Ok(())
}

/// The tables of what is named by formations and by each other.
const PARTS: [&str; 3] = ["units", "weapons", "powers"];

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
