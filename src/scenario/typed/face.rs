//! `"4+"`: the lowest face that a die must show.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

/// `"4+"`: a face that a D6 must show, from `LEAST` to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face<const LEAST: u8>(pub u8);

impl<const LEAST: u8> Visitor<'_> for Face<LEAST> {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text!("\"{least}+\" to \"6+\"", least = LEAST))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self, E> {
        let face = text.strip_suffix('+').and_then(|face| face.parse().ok());
        let face = face.filter(|face| (LEAST..=6).contains(face));
        face.map(Face).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

impl<'de, const LEAST: u8> Deserialize<'de> for Face<LEAST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Face(LEAST))
    }
}

impl<const LEAST: u8> JsonSchema for Face<LEAST> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("{LEAST}+ to 6+").into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let faces: Vec<String> = (LEAST..=6).map(|face| format!("{face}+")).collect();
        json_schema!({ "type": "string", "enum": faces })
    }
}
