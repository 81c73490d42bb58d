//! A value and where it is written.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Deserialize, Deserializer, Error, Visitor};

use super::super::problem::Problem;
use super::super::source::Span;

/// A value and where it is written, so that problems can point at it.
#[derive(Clone, Debug)]
pub struct Marked<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

/// The name by which a type asks for the place and shape of a value.
pub(super) const MARK: &str = "battle-odds: where it is written";

/// The key that says which of several kinds of table this is.
pub(super) const TAG: &str = "action";

/// The name by which a table is read twice, as two types.
pub(super) const TWICE: &str = "battle-odds: one table in two";

/// The shape of a value.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A table with these keys.
    Table(Vec<String>),
    /// A list.
    List,
    /// A text.
    Text,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
}

thread_local! {
    static LEFT: RefCell<Option<(Span, Shape)>> = const { RefCell::new(None) };
    static OR: Cell<Option<Or>> = const { Cell::new(None) };
}

/// Leaves the answer for the type that asked by [`MARK`].
pub(super) fn leave(span: &Span, shape: Shape) {
    LEFT.set(Some((span.clone(), shape)));
}

/// What else would be accepted, for messages, in place of a value of this shape; empty if that adds nothing.
pub(super) type Or = fn(&Shape) -> Cow<'static, str>;

/// What else the asking type would accept, apart from what it reads.
pub(super) fn or() -> Option<Or> {
    OR.take()
}

/// Asks for the place and shape of a value, and reads it with that knowledge. `or`, for messages, is what else would be
/// accepted.
pub(super) fn placed<'de, D, T, R>(deserializer: D, or: Option<Or>, read: R) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    R: Read<'de, T>,
{
    struct Mark<T, R>(R, PhantomData<T>);
    impl<'de, T, R: Read<'de, T>> Visitor<'de> for Mark<T, R> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a value with a place")
        }

        fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<T, D::Error> {
            let (span, shape) = LEFT.take().ok_or_else(|| D::Error::custom("a value without a place"))?;
            self.0.read(inner, span, shape)
        }
    }
    OR.set(or);
    deserializer.deserialize_newtype_struct(MARK, Mark(read, PhantomData))
}

/// How to read a value whose place and shape are known.
pub(super) trait Read<'de, T> {
    /// Reads it.
    fn read<D: Deserializer<'de>>(self, inner: D, span: Span, shape: Shape) -> Result<T, D::Error>;
}

impl<T> Marked<T> {
    /// A problem that points at it.
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        Problem::new(message).at(&self.span)
    }
}

impl<T> Deref for Marked<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Marked<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Inner;
        impl<'de, T: Deserialize<'de>> Read<'de, Marked<T>> for Inner {
            fn read<D: Deserializer<'de>>(self, inner: D, span: Span, _: Shape) -> Result<Marked<T>, D::Error> {
                Ok(Marked { value: T::deserialize(inner)?, span })
            }
        }
        placed(deserializer, None, Inner)
    }
}

/// Its schema is that of the value.
impl<T: JsonSchema> JsonSchema for Marked<T> {
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
