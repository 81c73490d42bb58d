//! One of two types, told apart by what stands there.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer};

use super::super::source::Span;
use super::expected::expected;
use super::marked::{Read, Shape, placed};

/// The first type where what stands there has its shape, else the second.
#[derive(Clone, Debug)]
pub enum Either<A, B> {
    /// The first.
    First(A),
    /// The second.
    Second(B),
}

/// What a type is written as.
pub trait Shaped {
    /// The same in words, for messages; none where the second type says it all.
    const WORDS: &'static str = "";

    /// The same with what only the type at hand knows: its bounds.
    fn words() -> Cow<'static, str> {
        Self::WORDS.into()
    }

    /// Whether this could be one.
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
        // Whichever of the two is read, what the other takes would do as well.
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
