//! A distance: a number of cm, or text with a unit, `"12in"`.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

use super::{Number, Whole};
use battle_odds_armies::inches::cm;

/// A distance in cm; an inch is 2.5 cm, as in the books.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance<T>(T);

/// A number that may be a distance in cm.
pub trait Centimetres: Copy {
    /// The least and the most.
    const BOUNDS: [f64; 2];
    /// Whether only whole cm will do.
    const IS_WHOLE: bool;

    /// A number that is within the bounds, and whole if it has to be.
    fn of(cm: f64) -> Self;
}

impl<const LEAST: i64, const MOST: i64> Centimetres for Whole<LEAST, MOST> {
    const BOUNDS: [f64; 2] = [LEAST as f64, MOST as f64];
    const IS_WHOLE: bool = true;

    fn of(cm: f64) -> Self {
        Whole::within(cm as i64)
    }
}

impl<const LEAST: i64, const MOST: i64> Centimetres for Number<LEAST, MOST> {
    const BOUNDS: [f64; 2] = [LEAST as f64 / 100.0, MOST as f64 / 100.0];
    const IS_WHOLE: bool = false;

    fn of(cm: f64) -> Self {
        Number::within(cm)
    }
}

impl<T> Deref for Distance<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// Conversions into number types that hold all of its values, which the compiler checks.
macro_rules! into {
    ($($number:ty)*) => {$(
        impl<const LEAST: i64, const MOST: i64> From<Distance<Whole<LEAST, MOST>>> for $number {
            fn from(distance: Distance<Whole<LEAST, MOST>>) -> $number {
                distance.0.into()
            }
        }
    )*};
}

into!(u16 u32);

/// A number of cm without digits that say nothing.
fn said(cm: f64) -> String {
    format!("{}", (cm * 1000.0).round() / 1000.0)
}

impl<T: Centimetres> Distance<T> {
    fn read<E: Error>(cm: f64, text: Option<&str>, visitor: &Told<T>) -> Result<Self, E> {
        let [least, most] = T::BOUNDS;
        let fits = (least..=most).contains(&cm);
        match text {
            _ if fits && (!T::IS_WHOLE || cm.fract() == 0.0) => Ok(Distance(T::of(cm))),
            Some(text) if fits => Err(E::custom(text!(
                "{text} is {cm} cm, and whole cm are needed here: {below} or {above}",
                text,
                cm = said(cm),
                below = cm.floor(),
                above = cm.ceil()
            ))),
            Some(text) => Err(E::custom(text!(
                "{text} is {cm} cm: it must be {least} to {most} cm",
                text,
                cm = said(cm),
                least,
                most
            ))),
            None => Err(E::invalid_value(Unexpected::Float(cm), visitor)),
        }
    }
}

/// Reads a distance.
struct Told<T>(PhantomData<T>);

impl<T: Centimetres> Visitor<'_> for Told<T> {
    type Value = Distance<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [least, most] = T::BOUNDS;
        let example = "\"12in\"";
        f.write_str(&match T::IS_WHOLE {
            true => {
                text!("a whole number of cm from {least} to {most}, or inches such as {example}", least, most, example)
            }
            false => text!("a number of cm from {least} to {most}, or inches such as {example}", least, most, example),
        })
    }

    fn visit_i64<E: Error>(self, cm: i64) -> Result<Distance<T>, E> {
        Distance::read(cm as f64, None, &self)
    }

    fn visit_f64<E: Error>(self, cm: f64) -> Result<Distance<T>, E> {
        Distance::read(cm, None, &self)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Distance<T>, E> {
        match cm(text) {
            Some(cm) => Distance::read(cm, Some(text.trim()), &self),
            None => Err(E::invalid_value(Unexpected::Str(text), &self)),
        }
    }
}

impl<'de, T: Centimetres> Deserialize<'de> for Distance<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Told(PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for Distance<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("a distance, {} cm", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [generator.subschema_for::<T>(), in_text()] })
    }
}

/// The schema of a distance in text.
pub fn in_text() -> serde_json::Value {
    serde_json::json!({
        "type": "string",
        "description": mark!("Inches, 2.5 cm each, or cm."),
        "pattern": "^\\s*-?[0-9][0-9.,/ ¼½¾]*\\s*(in|inch|inches|\"|''|”|po|pouces?|cm)\\s*$",
        "examples": ["12in"]
    })
}
