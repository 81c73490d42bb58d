//! A whole number within bounds.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

/// A whole number from `LEAST` to `MOST`; of any size if `MOST` is `i64::MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole<const LEAST: i64, const MOST: i64>(i64);

impl<const LEAST: i64, const MOST: i64> Whole<LEAST, MOST> {
    /// A number that is within the bounds.
    pub(super) const fn within(number: i64) -> Self {
        Whole(number)
    }

    /// The number.
    pub const fn get(self) -> i64 {
        self.0
    }
}

/// Conversions into number types that hold all of its values, which the compiler checks.
macro_rules! into {
    ($($number:ty)*) => {$(
        impl<const LEAST: i64, const MOST: i64> From<Whole<LEAST, MOST>> for $number {
            fn from(whole: Whole<LEAST, MOST>) -> $number {
                const { assert!(LEAST >= <$number>::MIN as i64 && MOST <= <$number>::MAX as i64) };
                whole.0 as $number
            }
        }
    )*};
}

into!(u8 u16 u32 i8 i16 i32);

impl<const LEAST: i64, const MOST: i64> From<Whole<LEAST, MOST>> for i64 {
    fn from(whole: Whole<LEAST, MOST>) -> i64 {
        whole.0
    }
}

impl<const LEAST: i64, const MOST: i64> From<Whole<LEAST, MOST>> for usize {
    fn from(whole: Whole<LEAST, MOST>) -> usize {
        const { assert!(LEAST >= 0 && MOST <= u32::MAX as i64) };
        whole.0 as usize
    }
}

impl<const LEAST: i64, const MOST: i64> Visitor<'_> for Whole<LEAST, MOST> {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (LEAST, MOST) {
            (i64::MIN, i64::MAX) => f.write_str(&text!("a whole number")),
            (least, i64::MAX) => f.write_str(&text!("a whole number of at least {least}", least)),
            (least, most) => f.write_str(&text!("a whole number from {least} to {most}", least, most)),
        }
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Self, E> {
        match (LEAST..=MOST).contains(&number) {
            true => Ok(Whole(number)),
            false => Err(E::invalid_value(Unexpected::Signed(number), &self)),
        }
    }
}

impl<'de, const LEAST: i64, const MOST: i64> Deserialize<'de> for Whole<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_i64(Whole(LEAST))
    }
}

impl<const LEAST: i64, const MOST: i64> JsonSchema for Whole<LEAST, MOST> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("from {LEAST} to {MOST}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let mut schema = json_schema!({ "type": "integer" });
        if LEAST > i64::MIN {
            schema.insert("minimum".into(), LEAST.into());
        }
        if MOST < i64::MAX {
            schema.insert("maximum".into(), MOST.into());
        }
        schema
    }
}
