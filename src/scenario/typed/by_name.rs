//! One value for all, or a table of values by name.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer};

use super::super::source::Span;
use super::marked::{Marked, Read, Shape, placed};
use super::named::Named;

/// One value for all, or a table of values for some of them by name.
#[derive(Clone, Debug)]
pub enum ByName<T> {
    /// The same for all.
    All(Marked<T>),
    /// By name, in written order.
    Each(Named<Marked<T>>),
}

/// A type that may be used in a [`ByName`].
pub trait Value {
    /// The keys of a value that is itself a table. A table that has one of them is a value, not a table of names.
    const KEYS: &'static [&'static str] = &[];
}

impl Value for bool {}
impl Value for String {}
impl<const LEAST: i64, const MOST: i64> Value for super::Whole<LEAST, MOST> {}
impl<const LEAST: i64, const MOST: i64> Value for super::Number<LEAST, MOST> {}
impl<T> Value for super::Distance<T> {}
impl<const LEAST: u8> Value for super::Face<LEAST> {}
impl<T> Value for super::Several<T> {}
impl<T> Value for ByName<T> {}
impl<A, B: Value> Value for super::Either<A, B> {
    const KEYS: &'static [&'static str] = B::KEYS;
}

impl<T> ByName<T> {
    /// The value for one of these names; a value for all comes first.
    pub fn of(&self, name: &str) -> Option<&Marked<T>> {
        match self {
            ByName::All(value) => Some(value),
            ByName::Each(values) => values.get(name),
        }
    }
}

impl<'de, T: Deserialize<'de> + Value> Deserialize<'de> for ByName<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Inner;
        impl<'de, T: Deserialize<'de> + Value> Read<'de, ByName<T>> for Inner {
            fn read<D: Deserializer<'de>>(self, inner: D, span: Span, shape: Shape) -> Result<ByName<T>, D::Error> {
                match shape {
                    Shape::Table(keys) if !keys.iter().any(|key| T::KEYS.contains(&key.as_str())) => {
                        Named::deserialize(inner).map(ByName::Each)
                    }
                    _ => Ok(ByName::All(Marked { value: T::deserialize(inner)?, span })),
                }
            }
        }
        placed(deserializer, None, Inner)
    }
}

impl<T: JsonSchema> JsonSchema for ByName<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("{} for all or by name", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = generator.subschema_for::<T>();
        json_schema!({ "anyOf": [one, { "type": "object", "additionalProperties": one }] })
    }
}
