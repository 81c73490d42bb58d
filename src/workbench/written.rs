//! A value of the battle as JSON.

use serde_json::Value as Json;

use battle_odds_scenario::{Node, Value};

/// A node.
pub(crate) fn json(node: &Node) -> Json {
    value(&node.value)
}

/// A value.
pub(crate) fn value(value: &Value) -> Json {
    match value {
        Value::Text(text) => text.as_str().into(),
        Value::Integer(number) => (*number).into(),
        Value::Float(number) => (*number).into(),
        Value::Boolean(is) => (*is).into(),
        Value::List(list) => list.iter().map(json).collect(),
        Value::Table(entries) => entries.iter().map(|(key, node)| (key.name.clone(), json(node))).collect(),
    }
}
