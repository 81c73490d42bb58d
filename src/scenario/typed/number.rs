//! A number within bounds.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

/// A number, whole or not. The bounds are in hundredths: from `LEAST / 100` to `MOST / 100`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number<const LEAST: i64, const MOST: i64>(f64);

impl<const LEAST: i64, const MOST: i64> Number<LEAST, MOST> {
    const BOUNDS: [f64; 2] = [LEAST as f64 / 100.0, MOST as f64 / 100.0];

    /// A number that is within the bounds.
    pub(super) const fn within(number: f64) -> Self {
        Number(number)
    }

    /// The number.
    pub const fn get(self) -> f64 {
        self.0
    }

    /// Its hundredths.
    pub fn hundredths(self) -> i64 {
        (self.0 * 100.0).round() as i64
    }
}

impl<const LEAST: i64, const MOST: i64> Visitor<'_> for Number<LEAST, MOST> {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [least, most] = Self::BOUNDS;
        f.write_str(&text!("a number from {least} to {most}", least, most))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Self, E> {
        let [least, most] = Self::BOUNDS;
        match (least..=most).contains(&number) {
            true => Ok(Number(number)),
            false => Err(E::invalid_value(Unexpected::Float(number), &self)),
        }
    }
}

impl<'de, const LEAST: i64, const MOST: i64> Deserialize<'de> for Number<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_f64(Number(0.0))
    }
}

impl<const LEAST: i64, const MOST: i64> JsonSchema for Number<LEAST, MOST> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        let [least, most] = Self::BOUNDS;
        format!("a number from {least} to {most}").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let [least, most] = Self::BOUNDS;
        json_schema!({ "type": "number", "minimum": least, "maximum": most })
    }
}
