//! Values with a grammar of their own.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

use crate::damage::wound::Save;
use crate::fire::to_hit::Cover;
use battle_odds_engine::amount;
use battle_odds_scenario::typed::{Distance, Number, Shape, Shaped, Value, cm, in_text};

/// A distance in cm.
pub type Cm = Distance<Number<0, 100_000>>;

/// The most dice of an amount, and the most added to them.
const MOST: u16 = 50;

/// A type that is read from a number or a text: its description for errors, and the parser for each.
macro_rules! number_or_text {
    ($type:ty, $name:expr, $expected:expr, $number:expr, $text:expr, $schema:tt) => {
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Told;
                impl Visitor<'_> for Told {
                    type Value = $type;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($expected)
                    }

                    fn visit_i64<E: Error>(self, number: i64) -> Result<$type, E> {
                        let read: fn(f64) -> Option<$type> = $number;
                        read(number as f64).ok_or_else(|| E::invalid_value(Unexpected::Signed(number), &self))
                    }

                    fn visit_f64<E: Error>(self, number: f64) -> Result<$type, E> {
                        let read: fn(f64) -> Option<$type> = $number;
                        read(number).ok_or_else(|| E::invalid_value(Unexpected::Float(number), &self))
                    }

                    fn visit_str<E: Error>(self, text: &str) -> Result<$type, E> {
                        let read: fn(&str) -> Option<$type> = $text;
                        read(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
                    }
                }
                deserializer.deserialize_any(Told)
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
                json_schema!($schema)
            }
        }
    };
}

/// The kinds of dice in this book.
const DICE: [u8; 7] = [3, 4, 6, 8, 10, 12, 20];

/// An amount as text.
pub fn amount(text: &str) -> Option<amount::Amount> {
    amount::Amount::parse_of(text, MOST, &DICE)
}

/// A whole number, within bounds.
fn whole(number: f64, least: i64, most: i64) -> Option<i64> {
    let fits = number.fract() == 0.0 && (least as f64..=most as f64).contains(&number);
    fits.then_some(number as i64)
}

/// A face of a die, `"4+"`.
fn face(text: &str, least: u8, most: u8) -> Option<u8> {
    text.strip_suffix('+')?.parse().ok().filter(|face| (least..=most).contains(face))
}

/// An amount, as a file has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Amount(pub amount::Amount);

impl Value for Amount {}

/// Dice of several kinds and a number, all added up: what a card gives as a penetration (§15.4.5, faq 1.18).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sum(Vec<amount::Amount>);

impl Sum {
    /// Reads `D6+D20+8`, its parts in any order; at most as many dice, and at most as much added, as in an
    /// [`amount::Amount`].
    pub fn read(text: &str) -> Option<Sum> {
        let parts: Vec<amount::Amount> = text.split('+').map(|part| amount(part.trim())).collect::<Option<_>>()?;
        let of_kind = |kind: u8| {
            parts.iter().map(|part| part.dice()).filter(|(_, faces)| *faces == kind).map(|(dice, _)| dice).sum()
        };
        let added: u32 = parts.iter().map(|part| part.added()).sum();
        let counts = DICE.map(|kind| (kind, of_kind(kind)));
        let dice: u32 = counts.iter().map(|(_, dice)| dice).sum();
        if dice.max(added) > MOST.into() {
            return None;
        }
        let rolled = counts
            .into_iter()
            .filter(|(_, dice)| *dice > 0)
            .map(|(kind, dice)| amount::Amount::rolled(dice as u16, kind));
        let fixed = (added > 0).then(|| amount::Amount::fixed(added as u16));
        Some(Sum(rolled.chain(fixed).collect()))
    }

    /// Its parts.
    pub fn amounts(&self) -> &[amount::Amount] {
        &self.0
    }

    /// How many of its dice have this many faces.
    pub fn dice_of(&self, faces: u8) -> u32 {
        self.0.iter().map(|part| part.dice()).filter(|(_, kind)| *kind == faces).map(|(dice, _)| dice).sum()
    }
}

number_or_text!(
    Sum, mark!("a sum of dice"), mark!("a whole number from 0 to 50, or dice from D3 to D20 and a number added up, such as \"2D6+D20+8\""),
    |number| whole(number, 0, MOST.into()).map(|number| Sum(vec![amount::Amount::fixed(number as u16)])),
    Sum::read,
    { "anyOf": [{ "type": "integer", "minimum": 0, "maximum": 50 }, { "type": "string" }] }
);

/// The dice of the warp flux (§17.4.2): how many D6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flux(pub u8);

/// The most dice of a flux.
const MOST_FLUX: u16 = 100;

number_or_text!(
    Flux, mark!("a warp flux"), mark!("the D6 that are rolled for it, as a text: \"1D6\", \"2D6\", \"3D6\" and so on"),
    |_| None,
    |text| {
        let dice = amount::Amount::parse_of(text, MOST_FLUX, &[6]).filter(|amount| amount.is_rolled() && amount.added() == 0)?;
        Some(Flux(dice.dice().0 as u8))
    },
    { "type": "string", "pattern": "^[0-9]*D6$" }
);

number_or_text!(
    Amount, mark!("an amount"), mark!("a whole number from 0 to 50, or dice from D3 to D20, such as \"D3\", \"2D6\" or \"D10+5\""),
    |number| whole(number, 0, MOST.into()).map(|number| Amount(amount::Amount::fixed(number as u16))),
    |text| amount(text).map(Amount),
    { "anyOf": [{ "type": "integer", "minimum": 0, "maximum": 50 }, { "type": "string" }] }
);

/// The strength of a weapon (§11.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// The weapon's own.
    Of(amount::Amount),
    /// That of the user, plus this.
    User(u8),
}

number_or_text!(
    Strength, mark!("a strength"), mark!("a whole number from 0 to 10, dice such as \"D6\", \"user\", or \"user+2\""),
    |number| whole(number, 0, 10).map(|number| Strength::Of(amount::Amount::fixed(number as u16))),
    |text| match text.strip_prefix("user") {
        Some("") => Some(Strength::User(0)),
        Some(more) => more.strip_prefix('+')?.parse().ok().filter(|more| (1..=9).contains(more)).map(Strength::User),
        None => amount(text).map(Strength::Of),
    },
    { "anyOf": [{ "type": "integer", "minimum": 0, "maximum": 10 }, { "type": "string" }] }
);

/// What a weapon does to saves (§11.13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SaveModifier {
    /// Added to the roll: 0 or less.
    By(i8),
    /// No save of any kind.
    None,
}

number_or_text!(
    SaveModifier, mark!("a save modifier"), mark!("a whole number from -20 to 0, or \"none\""),
    |number| whole(number, -20, 0).map(|number| SaveModifier::By(number as i8)),
    |text| (text == "none").then_some(SaveModifier::None),
    { "anyOf": [{ "type": "integer", "minimum": -20, "maximum": 0 }, { "const": "none" }] }
);

/// What a hit needs to wound, instead of the table of §11.11.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wounds {
    /// This face.
    On(u8),
    /// It always wounds.
    Always,
}

number_or_text!(
    Wounds, mark!("what a hit needs to wound"), mark!("\"2+\" to \"6+\", or \"auto\""),
    |_| None,
    |text| if text == "auto" { Some(Wounds::Always) } else { face(text, 2, 6).map(Wounds::On) },
    { "enum": ["2+", "3+", "4+", "5+", "6+", "auto"] }
);

/// What a weapon covers (§11.18, §11.22).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Template {
    /// A circle of this radius, in mm.
    Blast(u32),
    /// A cone.
    Flame,
}

impl Template {
    fn blast(radius: f64) -> Option<Template> {
        (0.5..=50.0).contains(&radius).then_some(Template::Blast((radius * 10.0).round() as u32))
    }
}

number_or_text!(
    Template, mark!("a template"), mark!("a radius from 0.5 to 50 cm or in inches such as \"2in\", or \"flame\""),
    Template::blast,
    |text| if text == "flame" { Some(Template::Flame) } else { Template::blast(cm(text)?) },
    { "anyOf": [{ "type": "number", "minimum": 0.5, "maximum": 50 }, in_text(), { "const": "flame" }] }
);

number_or_text!(
    Save, mark!("a save"), mark!("\"1+\" to \"6+\", or on two dice \"1+ on 2D6\" to \"12+ on 2D6\""),
    |_| None,
    |text| Save::parse(text),
    { "type": "string", "pattern": "^([1-6]\\+|([1-9]|1[0-2])\\+ on 2D6)$" }
);

impl Shaped for Cover {
    const WORDS: &'static str = "a cover";

    fn takes(shape: &Shape) -> bool {
        matches!(shape, Shape::Text)
    }
}

/// Faces of a die, `"3-5"` or `"6"`: from the first to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Faces(pub u8, pub u8);

impl Faces {
    /// Reads `"3-5"` or `"6"`: faces of a D6.
    pub fn read(text: &str) -> Option<Faces> {
        let face = |text: &str| text.parse().ok().filter(|face| (1..=6).contains(face));
        let (from, to) = text.split_once('-').unwrap_or((text, text));
        Some(Faces(face(from)?, face(to)?)).filter(|Faces(from, to)| from <= to)
    }
}

number_or_text!(
    Faces, mark!("faces of a die"), mark!("faces of a D6, such as \"3-5\" or \"6\""),
    |number| whole(number, 1, 6).map(|face| Faces(face as u8, face as u8)),
    Faces::read,
    { "anyOf": [{ "type": "integer", "minimum": 1, "maximum": 6 }, { "type": "string" }] }
);

/// How fast something moved: cm, or a speed (§15.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Speed {
    /// A distance in mm.
    Of(u32),
    /// Combat speed.
    Combat,
    /// Fast speed.
    Fast,
}

impl Speed {
    fn of(cm: f64) -> Option<Speed> {
        (0.0..=1000.0).contains(&cm).then_some(Speed::Of((cm * 10.0).round() as u32))
    }
}

number_or_text!(
    Speed, mark!("a speed"), mark!("a number of cm from 0 to 1000 or inches such as \"12in\", \"combat\" or \"fast\""),
    Speed::of,
    |text| match text {
        "combat" => Some(Speed::Combat),
        "fast" => Some(Speed::Fast),
        _ => Speed::of(cm(text)?),
    },
    { "anyOf": [{ "type": "number", "minimum": 0, "maximum": 1000 }, in_text(), { "enum": ["combat", "fast"] }] }
);

/// A distance in mm.
pub fn mm(cm: Cm) -> u32 {
    (cm.hundredths() / 10) as u32
}
