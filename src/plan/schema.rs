//! The JSON Schemas of all files of a system, derived from that of its scenarios.

use serde_json::{Map, Value, json};

use battle_odds_scenario::typed::schema_of;
use battle_odds_scenario::{card, equip, matrix};

/// Keys that only scenarios have; army files have the others.
const OF_A_SCENARIO: [&str; 11] =
    ["title", "base", "tags", "goal", "armies", "variants", "choices", "exclusions", "max-points", "turns", "readings"];

/// Adds to the schema of a scenario what its formations may say of army lists.
pub fn with_cards(mut scenario: Value) -> Value {
    let taken = schema_of::<equip::Taken>().to_value();
    if let (Some(keys), Some(more)) =
        (scenario["$defs"][FORMATION]["properties"].as_object_mut(), taken["properties"].as_object())
    {
        keys.extend(more.clone());
    }
    scenario
}

/// The definition of a formation.
const FORMATION: &str = "a formation";

/// The schema of a file that is a scenario, an army or a matrix. A formation may lack what the card of an army list says.
pub fn of_files(scenario: &Value) -> Value {
    let mut scenario = scenario.clone();
    let formation = &mut scenario["$defs"][FORMATION];
    if let Some(needed) = formation.as_object_mut().and_then(|formation| formation.remove("required")) {
        formation["anyOf"] = json!([{ "required": needed }, { "required": ["card"] }, { "required": ["upgrades"] }]);
    }
    open_steps(&mut scenario);
    let scenario = &scenario;
    joined([
        ("a scenario".to_owned(), scenario.clone()),
        ("an army".to_owned(), army(scenario)),
        ("a matrix".to_owned(), matrix(scenario)),
    ])
}

/// The definition of a value that is open until its step is due.
const SEVERAL: &str = "several values";

/// Keys of a step whose values are never open.
const SETTLED: [&str; 8] = ["action", "chooser", "instead", "optional", "otherwise", "secret", "skip", "when"];

/// Lets every key of a step have several values to choose from, also inside its tables.
fn open_steps(scenario: &mut Value) {
    let mut found = Vec::new();
    references(&scenario["properties"]["steps"], &mut found);
    let mut next = 0;
    while let Some(name) = found.get(next).cloned() {
        next += 1;
        references(&scenario["$defs"][&name], &mut found);
    }
    for name in found {
        open(&mut scenario["$defs"][&name]);
    }
    scenario["$defs"][SEVERAL] = json!({
        "description": "Values to choose from when the step is due.",
        "type": "object",
        "properties": { "choose": { "type": "array", "minItems": 1 } },
        "required": ["choose"],
        "additionalProperties": false,
    });
}

/// The definitions that a schema refers to and that are not found yet.
fn references(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(entries) => {
            let name = entries.get("$ref").and_then(Value::as_str).and_then(|place| place.strip_prefix("#/$defs/"));
            let name = name.map(|name| name.replace("%20", " ").replace("%60", "`"));
            found.extend(name.filter(|name| !found.contains(name)));
            entries.values().for_each(|part| references(part, found));
        }
        Value::Array(parts) => parts.iter().for_each(|part| references(part, found)),
        _ => {}
    }
}

/// Lets the values of all keys in a schema be open.
fn open(schema: &mut Value) {
    let Some(entries) = schema.as_object_mut() else { return };
    for (part, value) in entries {
        match (part.as_str(), value) {
            ("properties", Value::Object(keys)) => {
                keys.iter_mut()
                    .filter(|(key, _)| !SETTLED.contains(&key.as_str()))
                    .for_each(|(_, value)| opened(value));
            }
            ("additionalProperties" | "items", value @ Value::Object(_)) => opened(value),
            ("allOf" | "anyOf" | "oneOf", Value::Array(ways)) => ways.iter_mut().for_each(open),
            _ => {}
        }
    }
}

/// The same for the schema of a value, which may be open itself.
fn opened(value: &mut Value) {
    open(value);
    let mut known = value.take();
    let about = known.as_object_mut().and_then(|entries| entries.remove("description"));
    *value = json!({ "anyOf": [known, { "$ref": format!("#/$defs/{}", SEVERAL.replace(' ', "%20")) }] });
    if let Some(about) = about {
        value["description"] = about;
    }
}

/// The keys that matrix files have in addition to those of a scenario.
pub fn of_matrices() -> Value {
    schema_of::<matrix::Written>().to_value()
}

/// The keys that army files have in addition to those of a scenario.
pub fn of_armies() -> Value {
    schema_of::<card::WrittenArmy>().to_value()
}

/// A schema for anything that fits one of several, each with definitions of its own.
pub fn joined(schemas: impl IntoIterator<Item = (String, Value)>) -> Value {
    let mut definitions = Map::new();
    for (name, mut schema) in schemas {
        let place = format!("#/$defs/{}/", name.replace(' ', "%20"));
        moved(&mut schema, &place);
        definitions.insert(name, schema);
    }
    let ways = definitions.keys().map(|name| json!({ "$ref": format!("#/$defs/{}", name.replace(' ', "%20")) }));
    let ways: Vec<Value> = ways.collect();
    json!({ "$schema": "https://json-schema.org/draft/2020-12/schema", "anyOf": ways, "$defs": definitions })
}

/// Rewrites the references of a schema for its place in another.
fn moved(schema: &mut Value, place: &str) {
    match schema {
        Value::Object(entries) => {
            entries.remove("$schema");
            if let Some(Value::String(reference)) = entries.get_mut("$ref")
                && let Some(rest) = reference.strip_prefix("#/")
            {
                *reference = format!("{place}{rest}");
            }
            entries.values_mut().for_each(|part| moved(part, place));
        }
        Value::Array(parts) => parts.iter_mut().for_each(|part| moved(part, place)),
        _ => {}
    }
}

/// An army file: a title, and the tables of a scenario; its formations are cards, or may lack what only a scenario can say.
fn army(scenario: &Value) -> Value {
    let mut army = scenario.clone();
    if let Some(keys) = army["properties"].as_object_mut() {
        keys.retain(|key, _| key != "steps" && !OF_A_SCENARIO.contains(&key.as_str()));
    }
    let mut army = added(army, of_armies());
    army["required"] = json!(["army"]);
    for table in [CARD_TABLE, FORMATION] {
        if let Some(of) = army["$defs"][table].as_object_mut() {
            of.remove("additionalProperties");
            of.remove("required");
            of.remove("anyOf");
        }
    }
    army["properties"]["formations"]["additionalProperties"] =
        json!({ "allOf": [{ "$ref": "#/$defs/a%20formation" }, { "$ref": "#/$defs/a%20card" }] });
    army
}

/// The definition of what the card of an army list says.
const CARD_TABLE: &str = "a card";

/// A matrix file: what all engagements share, and the engagements, each a scenario without formations.
fn matrix(scenario: &Value) -> Value {
    let mut matrix = scenario.clone();
    let mut engagement = added(scenario.clone(), schema_of::<matrix::WrittenEngagement>().to_value());
    engagement["required"] = json!(["steps"]);
    let of_all = ["title", "base", "tags", "goal", "variants", "choices", "exclusions", "max-points", "turns", "steps"];
    for (part, left_out) in [
        (&mut matrix, &of_all[..]),
        (&mut engagement, &["system", "base", "formations", "variants", "choices", "exclusions", "max-points"]),
    ] {
        if let Some(keys) = part["properties"].as_object_mut() {
            keys.retain(|key, _| !left_out.contains(&key.as_str()));
        }
    }
    let mut matrix = added(matrix, of_matrices());
    matrix["required"] = json!(["matrix", "system", "rows", "engagements"]);
    if let Some(entries) = engagement.as_object_mut() {
        entries.remove("$defs");
    }
    matrix["$defs"]["an engagement"] = engagement;
    matrix
}

/// A schema of a table with the keys and definitions of another one added.
fn added(mut schema: Value, other: Value) -> Value {
    for part in ["properties", "$defs"] {
        let (Some(all), Some(more)) = (schema[part].as_object_mut(), other[part].as_object()) else { continue };
        all.extend(more.clone());
    }
    schema["description"] = other["description"].clone();
    schema
}
