//! Values with a grammar of their own.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer};

use battle_odds_scenario::typed::{Distance, Either, Face, Number, Shape, Shaped, Whole, grammar};

/// A distance in cm.
pub type Cm = Distance<Number<0, 100_000>>;

/// A coordinate in cm.
pub type Coordinate = Distance<Number<-100_000, 100_000>>;

/// A distance in mm.
pub fn mm(cm: Cm) -> u32 {
    (cm.hundredths() / 10) as u32
}

/// §3.8: what a morale test needs: `7` on 2D6, or `"4+"` on one die.
pub type Morale = Either<Whole<2, 12>, Face<1>>;

/// §3.4: an armour save, and a fixed save.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Save {
    /// The save that penetration modifies.
    pub armour: Option<u8>,
    /// The fixed save.
    pub fixed: Option<u8>,
}

impl Save {
    /// Reads `"4+"`, `"6+f"` or `"4+/6+f"`.
    pub fn read(text: &str) -> Option<Save> {
        let face = |text: &str| text.strip_suffix('+')?.parse().ok().filter(|face| (1..=6).contains(face));
        match text.split_once('/') {
            Some((armour, fixed)) => {
                Some(Save { armour: Some(face(armour)?), fixed: Some(face(fixed.strip_suffix('f')?)?) })
            }
            None => match text.strip_suffix('f') {
                Some(fixed) => Some(Save { armour: None, fixed: Some(face(fixed)?) }),
                None => Some(Save { armour: Some(face(text)?), fixed: None }),
            },
        }
    }
}

impl std::fmt::Display for Save {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.armour, self.fixed) {
            (Some(armour), Some(fixed)) => write!(f, "{armour}+/{fixed}+f"),
            (Some(armour), None) => write!(f, "{armour}+"),
            (None, Some(fixed)) => write!(f, "{fixed}+f"),
            (None, None) => f.write_str("-"),
        }
    }
}

/// A type that is read from text: its description for errors, its parser, and its pattern.
macro_rules! from_text {
    ($type:ty, $name:expr, $expected:expr, $read:expr, $pattern:literal) => {
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                fn read(text: &str) -> Result<$type, &'static str> {
                    let read: fn(&str) -> Option<$type> = $read;
                    read(text).ok_or($expected)
                }
                grammar::text(deserializer, $expected, read)
            }
        }

        impl JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "pattern": $pattern })
            }
        }
    };
}

from_text!(
    Save,
    mark!("a save"),
    mark!("a save such as \"4+\", \"6+f\" (fixed) or \"4+/6+f\""),
    Save::read,
    r"^[1-6]\+(f|/[1-6]\+f)?$"
);

/// §3.4: what a die of a weapon needs to hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToHit {
    /// It hits without a roll.
    Auto,
    /// This face or a higher one.
    On(u8),
}

from_text!(
    ToHit,
    mark!("what hits"),
    mark!("\"2+\" to \"6+\", or \"auto\""),
    |text| match text {
        "auto" => Some(ToHit::Auto),
        _ => text.strip_suffix('+')?.parse().ok().filter(|face| (2..=6).contains(face)).map(ToHit::On),
    },
    r"^([2-6]\+|auto)$"
);

/// A total of two dice, `"4+"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Total(pub u8);

from_text!(
    Total,
    mark!("a total of two dice"),
    mark!("\"2+\" to \"12+\""),
    |text| text.strip_suffix('+')?.parse().ok().filter(|total| (2..=12).contains(total)).map(Total),
    r"^([2-9]|1[0-2])\+$"
);

/// §3.12: what a building's save needs on 2D6: `4`, or `"4+"`.
pub type OnTwoDice = Either<Whole<2, 12>, Total>;

/// §3.13: cover, as a number or a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cover(pub u8);

/// §3.13: the words for cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, JsonSchema)]
#[serde(rename = "a cover", rename_all = "kebab-case")]
#[allow(missing_docs)] // The words of the table.
pub enum CoverWord {
    Open,
    Woods,
    Ruins,
    Craters,
    Barricade,
    LightStructure,
    Trench,
    Structure,
    Bunker,
    Fortified,
}

impl CoverWord {
    /// §3.13: its penalty to hit.
    pub fn penalty(self) -> u8 {
        match self {
            CoverWord::Open => 0,
            CoverWord::Woods
            | CoverWord::Ruins
            | CoverWord::Craters
            | CoverWord::Barricade
            | CoverWord::LightStructure => 1,
            CoverWord::Trench | CoverWord::Structure | CoverWord::Bunker => 2,
            CoverWord::Fortified => 3,
        }
    }
}

type WrittenCover = Either<Whole<0, 3>, CoverWord>;

impl<'de> Deserialize<'de> for Cover {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match WrittenCover::deserialize(deserializer)? {
            Either::First(number) => Cover(number.into()),
            Either::Second(word) => Cover(word.penalty()),
        })
    }
}

impl JsonSchema for Cover {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "cover".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        WrittenCover::json_schema(generator)
    }
}

/// Row 1: how many hits a die that hits scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hits {
    /// This many.
    Of(u8),
    /// A D3.
    D3,
}

#[derive(Clone, Copy, serde::Deserialize, JsonSchema)]
#[serde(rename = "a number of hits")]
enum D3 {
    D3,
}

type WrittenHits = Either<Whole<1, 20>, D3>;

impl<'de> Deserialize<'de> for Hits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match WrittenHits::deserialize(deserializer)? {
            Either::First(number) => Hits::Of(number.into()),
            Either::Second(D3::D3) => Hits::D3,
        })
    }
}

impl JsonSchema for Hits {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "hits".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        WrittenHits::json_schema(generator)
    }
}

impl Shaped for Cover {
    const WORDS: &'static str = "a cover";

    fn takes(shape: &Shape) -> bool {
        matches!(shape, Shape::Number | Shape::Text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saves_are_read_as_they_are_printed() {
        for text in ["4+", "6+f", "4+/6+f", "1+"] {
            assert_eq!(Save::read(text).map(|save| save.to_string()).as_deref(), Some(text));
        }
        for text in ["", "0+", "7+", "4", "4+f/6+", "4+/6+", "+", "4+/"] {
            assert_eq!(Save::read(text), None, "{text}");
        }
    }
}
