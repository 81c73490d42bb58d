//! The keys of a rulebook's tables, read from its JSON Schema: what a player may write, for a terminal and for README.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use battle_odds_words::shown;

/// A table that a player may write.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name: `unit`, `shoot`.
    pub name: String,
    /// What it describes.
    pub about: String,
    /// Its keys, required ones first.
    pub keys: Vec<Key>,
}

/// A key of a table.
#[derive(Clone, Debug)]
pub struct Key {
    /// Its name.
    pub name: String,
    /// Its possible values.
    pub value: String,
    /// What it means, with its unit and its default.
    pub about: String,
    /// Whether it is required.
    pub needed: bool,
}

/// The tables of the schema of a file with this name: the file, what it contains, what every step has, then each kind of
/// step.
pub fn tables(file: &str, schema: &Value) -> Vec<Table> {
    let empty = Map::new();
    let definitions = schema["$defs"].as_object().unwrap_or(&empty);
    let kinds = || definitions.get(ACTIONS).and_then(|actions| actions["oneOf"].as_array()).into_iter().flatten();
    let mut held = BTreeSet::new();
    let of_every_step = definitions.keys().filter(|name| name.starts_with(EVERY_STEP));
    held.extend(of_every_step.clone().map(String::as_str));
    for place in [&schema["properties"]].into_iter().chain(kinds()).chain(of_every_step.map(|name| &definitions[name]))
    {
        hold(place, definitions, &mut held);
    }
    let mut tables = vec![table(file, schema, definitions)];
    for (name, definition) in definitions {
        if definition["properties"].is_object() && held.contains(name.as_str()) {
            tables.push(table(&plain(name), definition, definitions));
        }
    }
    for kind in kinds() {
        let name = kind["properties"]["action"]["const"].as_str().unwrap_or_default();
        tables.push(table(name, kind, definitions));
    }
    tables
}

/// The definition that contains the kinds of steps, that of a step, and the beginning of those of what every step has.
const ACTIONS: &str = "an action";
const STEP: &str = "a step";
const EVERY_STEP: &str = "every step";

/// Adds the definitions that a part of a schema refers to, and those that they refer to.
fn hold<'a>(part: &'a Value, definitions: &'a Map<String, Value>, held: &mut BTreeSet<&'a str>) {
    match part {
        Value::Object(entries) => {
            if let Some((name, definition)) = referred(part).and_then(|name| definitions.get_key_value(&name))
                && name != STEP
                && held.insert(name)
            {
                hold(definition, definitions, held);
            }
            entries.values().for_each(|part| hold(part, definitions, held));
        }
        Value::Array(parts) => parts.iter().for_each(|part| hold(part, definitions, held)),
        _ => {}
    }
}

/// The name of the definition that a schema refers to.
fn referred(schema: &Value) -> Option<String> {
    let name = schema["$ref"].as_str()?.rsplit('/').next()?;
    Some(name.replace("%20", " ").replace("%60", "`").replace("~1", "/").replace("~0", "~"))
}

/// The name of a definition without its article and quotes; for one table read as two types, that of the last.
fn plain(name: &str) -> String {
    let name = name.rsplit(" and ").next().unwrap_or(name);
    let name = name.split_once(' ').filter(|(article, _)| ["a", "an"].contains(article)).map_or(name, |(_, rest)| rest);
    name.trim_matches('`').to_owned()
}

fn table(name: &str, schema: &Value, definitions: &Map<String, Value>) -> Table {
    let needed = |key: &str| schema["required"].as_array().is_some_and(|needed| needed.iter().any(|it| it == key));
    let key = |(name, schema): (&String, &Value)| Key {
        name: name.clone(),
        value: value(schema, definitions),
        about: words(schema),
        needed: needed(name),
    };
    let properties = schema["properties"].as_object();
    let mut keys: Vec<Key> = properties.into_iter().flatten().filter(|(name, _)| *name != "action").map(key).collect();
    keys.sort_by_key(|key| !key.needed);
    Table { name: name.to_owned(), about: words(schema), keys }
}

/// The first paragraph of a description, in one line.
fn words(schema: &Value) -> String {
    let description = schema["description"].as_str().unwrap_or_default();
    description.split("\n\n").next().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The possible values of a key.
fn value(schema: &Value, definitions: &Map<String, Value>) -> String {
    if let Some(name) = referred(schema) {
        let Some(definition) = definitions.get(&name) else { return plain(&name) };
        return match definition["properties"].is_object() || name == STEP {
            true => text!("a table: {what}", what = plain(&name)),
            false => value(definition, definitions),
        };
    }
    if let Some(ways) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        if let [one, several] = &ways[..]
            && several["items"] == *one
        {
            return text!("{one}, or a list of them", one = value(one, definitions));
        }
        return list(ways.iter().map(|way| value(way, definitions)).collect());
    }
    if let Some(word) = schema.get("const") {
        return quoted(word);
    }
    if let Some(words) = schema["enum"].as_array() {
        return match &words[..] {
            [first, .., last] if words.iter().all(|word| word.as_str().is_some_and(|word| word.ends_with('+'))) => {
                text!("{least} to {most}", least = quoted(first), most = quoted(last))
            }
            _ => list(words.iter().map(quoted).collect()),
        };
    }
    match schema["type"].as_str() {
        Some("integer" | "number") => number(schema),
        Some("boolean") => text!("true or false"),
        Some("array") => text!("a list: {what}", what = value(&schema["items"], definitions)),
        Some("object") => match schema.get("additionalProperties") {
            Some(inner) if inner.is_object() => text!("by name: {what}", what = value(inner, definitions)),
            _ => text!("a table"),
        },
        Some("string") => {
            schema["examples"][0].as_str().map_or_else(|| text!("text"), |example| format!("\"{example}\""))
        }
        _ => text!("any value"),
    }
}

fn number(schema: &Value) -> String {
    let kind = if schema["type"] == "integer" { text!("a whole number") } else { text!("a number") };
    match (schema.get("minimum"), schema.get("maximum")) {
        (Some(least), Some(most)) => text!("{least} to {most}", least, most),
        (Some(least), None) => text!("{kind} from {least}", kind, least),
        _ => kind,
    }
}

/// A word as it is written in a file.
fn quoted(word: &Value) -> String {
    word.as_str().map_or_else(|| word.to_string(), |word| format!("\"{word}\""))
}

/// `a, b or c`, without repetitions.
fn list(ways: Vec<String>) -> String {
    let mut all: Vec<String> = Vec::new();
    for way in ways {
        if !all.contains(&way) {
            all.push(way);
        }
    }
    match all.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => text!("{others} or {last}", others = others.join(", "), last),
        None => String::new(),
    }
}

impl Table {
    /// For a terminal.
    pub fn text(&self) -> String {
        let mut text = text!("{name}: {what}\n", name = self.name, what = shown(&self.about));
        for key in &self.keys {
            let needed = if key.needed { text!(", needed") } else { String::new() };
            text += &format!("  {} = {}{needed}\n      {}\n", key.name, key.value, shown(&key.about));
        }
        text
    }

    /// For README: one line per key.
    pub fn markdown(&self) -> String {
        let escaped = |text: &str| text.replace('|', "\\|");
        let head = text!("| key | value | |");
        let mut text = format!("**`{}`** — {}\n\n{head}\n|---|---|---|\n", self.name, shown(&self.about));
        for key in &self.keys {
            let needed = if key.needed { text!(" (needed)") } else { String::new() };
            text +=
                &format!("| `{}`{needed} | {} | {} |\n", key.name, escaped(&key.value), escaped(&shown(&key.about)));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(schema: Value) -> String {
        let definitions = json!({ "an order": { "oneOf": [{ "const": "hold" }, { "const": "double" }] }, "a unit": { "properties": {} } });
        value(&schema, definitions.as_object().unwrap())
    }

    #[test]
    fn values_are_said_as_they_are_written() {
        for (schema, words) in [
            (json!({ "type": "integer", "minimum": 0, "maximum": 300 }), "0 to 300"),
            (json!({ "type": "integer", "minimum": 1 }), "a whole number from 1"),
            (json!({ "type": "string", "enum": ["3+", "4+", "5+"] }), "\"3+\" to \"5+\""),
            (json!({ "enum": [1, 2, "to-end"] }), "1, 2 or \"to-end\""),
            (json!({ "$ref": "#/$defs/an%20order" }), "\"hold\" or \"double\""),
            (json!({ "type": "array", "items": { "$ref": "#/$defs/a%20unit" } }), "a list: a table: unit"),
            (
                json!({ "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }] }),
                "text, or a list of them",
            ),
            (json!({ "type": "object", "additionalProperties": { "type": "boolean" } }), "by name: true or false"),
        ] {
            assert_eq!(of(schema), words);
        }
    }

    #[test]
    fn needed_keys_come_first() {
        let schema = json!({
            "description": "A shot.", "required": ["by"],
            "properties": { "at": { "type": "string", "description": "Whom." }, "by": { "type": "string", "description": "Who\nshoots." } },
        });
        let text = table("shoot", &schema, &Map::new()).text();
        assert_eq!(text, "shoot: A shot.\n  by = text, needed\n      Who shoots.\n  at = text\n      Whom.\n");
    }
}
