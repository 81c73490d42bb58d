//! The JSON Schema of a type.

use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema, generate::SchemaSettings};
use serde_json::Value;

/// The JSON Schema (draft 2020-12) of a type, as it is written in TOML: an optional key is never null.
pub fn schema_of<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().with_transform(WithoutNull).into_generator().into_root_schema_for::<T>()
}

/// Removes null: TOML has none, an optional key is left out instead.
#[derive(Clone, Debug)]
struct WithoutNull;

impl Transform for WithoutNull {
    fn transform(&mut self, schema: &mut Schema) {
        let is_null = |value: &Value| value == "null" || value.get("type").is_some_and(|kind| kind == "null");
        if let Some(Value::Array(kinds)) = schema.get_mut("type") {
            kinds.retain(|kind| !is_null(kind));
            if let [one] = &kinds[..] {
                let one = one.clone();
                schema.insert("type".into(), one);
            }
        }
        if let Some(Value::Array(values)) = schema.get_mut("enum") {
            values.retain(|value| !value.is_null());
        }
        if schema.get("default").is_some_and(Value::is_null) {
            schema.remove("default");
        }
        if let Some(Value::Array(ways)) = schema.get_mut("anyOf") {
            ways.retain(|way| !is_null(way));
            if let [Value::Object(only)] = &ways[..] {
                let only = only.clone();
                schema.remove("anyOf");
                for (key, value) in only {
                    schema.ensure_object().entry(key).or_insert(value);
                }
            }
        }
        transform_subschemas(self, schema);
    }
}
