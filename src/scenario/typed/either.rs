//! Either of two forms of a value.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer};

use super::super::source::Span;
use super::marked::{Form, Read, Shape, placed};

/// One of two that differ in form, such as `true` or a name, a table or a list.
#[derive(Clone, Debug)]
pub enum Either<A, B> {
    /// The first.
    One(A),
    /// The second.
    Other(B),
}

/// What is known by its form.
pub trait Formed {
    /// Its form.
    const FORM: Form;
}

impl Formed for bool {
    const FORM: Form = Form::Boolean;
}

impl<T> Formed for Vec<T> {
    const FORM: Form = Form::List;
}

impl<T> Formed for super::Named<T> {
    const FORM: Form = Form::Table;
}

impl<const LEAST: i64, const MOST: i64> Formed for super::Whole<LEAST, MOST> {
    const FORM: Form = Form::Number;
}

impl<T: Formed> Formed for super::Marked<T> {
    const FORM: Form = T::FORM;
}

impl<'de, A: Deserialize<'de> + Formed, B: Deserialize<'de>> Deserialize<'de> for Either<A, B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Inner;
        impl<'de, A: Deserialize<'de> + Formed, B: Deserialize<'de>> Read<'de, Either<A, B>> for Inner {
            fn read<D: Deserializer<'de>>(self, inner: D, _: Span, shape: Shape) -> Result<Either<A, B>, D::Error> {
                match shape.form == A::FORM {
                    true => A::deserialize(inner).map(Either::One),
                    false => B::deserialize(inner).map(Either::Other),
                }
            }
        }
        let mark = match A::FORM {
            Form::Boolean => "battle-odds: where it is written, or true or false",
            Form::Text => "battle-odds: where it is written, or text in quotes",
            Form::Number => "battle-odds: where it is written, or a whole number",
            Form::List => "battle-odds: where it is written, or a list in [brackets]",
            Form::Table => "battle-odds: where it is written, or a table of keys and values",
        };
        placed(deserializer, mark, Inner)
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
        let (one, other) = (generator.subschema_for::<A>(), generator.subschema_for::<B>());
        json_schema!({ "anyOf": [one, other] })
    }
}
