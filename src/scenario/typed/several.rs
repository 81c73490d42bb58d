//! One value, or a list of them.

use std::borrow::Cow;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer};

use super::super::source::Span;
use super::marked::{Read, Shape, placed};

/// One value, or a list of them in brackets.
#[derive(Clone, Debug)]
pub struct Several<T>(pub Vec<T>);

impl<T> Deref for Several<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<'a, T> IntoIterator for &'a Several<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Several<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Inner;
        impl<'de, T: Deserialize<'de>> Read<'de, Several<T>> for Inner {
            fn read<D: Deserializer<'de>>(self, inner: D, _: Span, shape: Shape) -> Result<Several<T>, D::Error> {
                Ok(Several(match shape {
                    Shape::List => Vec::deserialize(inner)?,
                    _ => vec![T::deserialize(inner)?],
                }))
            }
        }
        placed(deserializer, Some(|_| mark!("a list of such").into()), Inner)
    }
}

impl<T: JsonSchema> JsonSchema for Several<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("one or several of {}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = generator.subschema_for::<T>();
        json_schema!({ "anyOf": [one, { "type": "array", "items": one }] })
    }
}
