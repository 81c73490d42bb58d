//! Two kinds of steps with one table.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;

/// The table of a kind of step, for a second kind that has the same.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct Second<T>(pub T);

impl<T: JsonSchema> JsonSchema for Second<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}
