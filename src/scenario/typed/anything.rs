//! Any value, kept as it is written.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Deserialize, Deserializer, Error, Visitor};

use super::super::node::Node;

/// Any value, kept as it is written: what a variant puts in the place of another.
#[derive(Clone, Debug)]
pub struct Anything(pub Node);

/// The name by which a type asks for a value as it is written.
pub(super) const AS_WRITTEN: &str = "battle-odds: as it is written";

thread_local! {
    static LEFT: RefCell<Option<Node>> = const { RefCell::new(None) };
}

/// Leaves a value for the type that asked by [`AS_WRITTEN`].
pub(super) fn leave(node: &Node) {
    LEFT.set(Some(node.clone()));
}

impl<'de> Deserialize<'de> for Anything {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Taken;
        impl<'de> Visitor<'de> for Taken {
            type Value = Anything;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(mark!("a value"))
            }

            fn visit_newtype_struct<D: Deserializer<'de>>(self, _: D) -> Result<Anything, D::Error> {
                LEFT.take().map(Anything).ok_or_else(|| D::Error::custom("a value that is not written"))
            }
        }
        deserializer.deserialize_newtype_struct(AS_WRITTEN, Taken)
    }
}

impl JsonSchema for Anything {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "anything".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        Schema::default()
    }
}
