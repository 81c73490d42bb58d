//! One of two types, distinguished by the shape of the value.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer};

use super::super::source::Span;
use super::expected::expected;
use super::marked::{Read, Shape, placed};

/// The first type if the value has its shape, else the second.
#[derive(Clone, Debug)]
pub enum Either<A, B> {
    /// The first.
    First(A),
    /// The second.
    Second(B),
}

/// The shape in which a type is written.
pub trait Shaped {
    /// The shape in words, for messages; empty if the second type's words say it all.
    const WORDS: &'static str = "";

    /// The same, including what only the type knows: its bounds.
    fn words() -> Cow<'static, str> {
        Self::WORDS.into()
    }

    /// Whether a value of this shape could be one.
    fn takes(shape: &Shape) -> bool;
}

impl Shaped for bool {
    const WORDS: &'static str = mark!("true or false");

    fn takes(shape: &Shape) -> bool {
        matches!(shape, Shape::Boolean)
    }
}

impl<const LEAST: i64, const MOST: i64> Shaped for super::Whole<LEAST, MOST> {
    fn words() -> Cow<'static, str> {
        expected::<Self>().into()
    }

    fn takes(shape: &Shape) -> bool {
        matches!(shape, Shape::Number)
    }
}

impl<T: super::distance::Centimetres> Shaped for super::Distance<T> {
    fn words() -> Cow<'static, str> {
        expected::<Self>().into()
    }

    fn takes(shape: &Shape) -> bool {
        matches!(shape, Shape::Number | Shape::Text)
    }
}

impl<T> Shaped for Vec<T> {
    const WORDS: &'static str = mark!("a list in [brackets]");

    fn takes(shape: &Shape) -> bool {
        matches!(shape, Shape::List)
    }
}

impl<T> Shaped for super::Named<T> {
    const WORDS: &'static str = mark!("a table of keys and values");

    fn takes(shape: &Shape) -> bool {
        matches!(shape, Shape::Table(_))
    }
}

impl<T: Shaped> Shaped for super::Marked<T> {
    const WORDS: &'static str = T::WORDS;

    fn words() -> Cow<'static, str> {
        T::words()
    }

    fn takes(shape: &Shape) -> bool {
        T::takes(shape)
    }
}

impl<'de, A: Deserialize<'de> + Shaped, B: Deserialize<'de>> Deserialize<'de> for Either<A, B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Inner;
        impl<'de, A: Deserialize<'de> + Shaped, B: Deserialize<'de>> Read<'de, Either<A, B>> for Inner {
            fn read<D: Deserializer<'de>>(self, inner: D, _: Span, shape: Shape) -> Result<Either<A, B>, D::Error> {
                match A::takes(&shape) {
                    true => A::deserialize(inner).map(Either::First),
                    false => B::deserialize(inner).map(Either::Second),
                }
            }
        }
        // Whichever of the two is read, a message also says what the other takes.
        placed(deserializer, Some(|shape| if A::takes(shape) { expected::<B>().into() } else { A::words() }), Inner)
    }
}

impl<A: JsonSchema, B: JsonSchema> JsonSchema for Either<A, B> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("{} or {}", A::schema_name(), B::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [generator.subschema_for::<A>(), generator.subschema_for::<B>()] })
    }
}
