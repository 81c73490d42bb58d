//! `[formations.NAME]`: squads, characters, vehicles, squadrons and batteries, and their groups of models.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::{Deserializer, Error, Unexpected, Visitor};

use crate::fire::to_hit::Cover;
use crate::profile::Ability;
use battle_odds_scenario::typed::{Distance, Marked, Named, Number, Several, Whole};

/// A squad, a character, a vehicle, a squadron or a battery.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a formation", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { units = [{ unit = \"ork\", count = 20 }] }")]
pub struct Formation {
    /// Its groups of models, near to far: `[{ unit = "ork", count = 20 }]`.
    pub units: Marked<Vec<Marked<Group>>>,
    /// Its price. Left out: unknown.
    pub points: Option<Whole<0, 100_000>>,
    /// The side it fights on: any word. Left out: worked out from which formations attack each other.
    pub side: Option<String>,
    /// What it is for victory points (§4). Left out: by its types.
    pub counts_as: Option<CountsAs>,
    /// Ld of the army's commander, within 30 cm (§7.4.1). Left out: none.
    pub commander: Option<Whole<1, 10>>,
    /// Whether the banner is within 30 cm (§7.4.2). Left out: false.
    #[serde(default)]
    pub banner: bool,
    /// Whether it is broken when the battle begins (§13.2). Left out: false.
    #[serde(default)]
    pub broken: bool,
    /// Whether it is shaken when the battle begins (§13.4.1). Left out: false.
    #[serde(default)]
    pub shaken: bool,
    /// `"overwatch"` (§11.24). Left out: none.
    pub state: Option<Marked<FormationState>>,
    /// Whether it is hidden: `true`, or `"detected"` (§10.9). Left out: false.
    #[serde(default)]
    pub hidden: Hidden,
    /// Models lost earlier in this turn. Left out: 0.
    pub lost: Option<Whole<0, 1000>>,
    /// Whether it has had its break test in this turn. Left out: false.
    #[serde(default)]
    pub tested: bool,
    /// Models that it began the game with (§13.4). Left out: those it has and those `lost`.
    pub strength: Option<Marked<Whole<1, 1000>>>,
    /// Its building or transport, a formation. Left out: none.
    pub inside: Option<Marked<String>>,
    /// Where its models are, in cm, in the order of its groups: `[[0, 0], [5, 0]]`. Left out: nowhere.
    pub layout: Option<Marked<Vec<[Coordinate; 2]>>>,
    /// What an import leaves open, by the key that it is about; printed below the results.
    #[serde(default)]
    pub remarks: Named<Several<String>>,
}

/// A coordinate in cm.
pub type Coordinate = Distance<Number<-100_000, 100_000>>;

/// What a formation is for victory points (§4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "what a formation counts as", rename_all = "kebab-case")]
#[allow(missing_docs)] // The names of the book.
pub enum CountsAs {
    Squad,
    Character,
    Vehicle,
    Squadron,
    Battery,
}

/// How a formation begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a state of a formation", rename_all = "kebab-case")]
pub enum FormationState {
    /// §11.24.
    Overwatch,
}

/// Whether a formation is hidden (§10.9).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hidden {
    /// It is in the open, or behind cover.
    #[default]
    No,
    /// It has not been seen.
    Yes,
    /// Another unit has seen it.
    Detected,
}

impl<'de> Deserialize<'de> for Hidden {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Told;
        impl Visitor<'_> for Told {
            type Value = Hidden;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(mark!("true, false or \"detected\""))
            }

            fn visit_bool<E: Error>(self, hidden: bool) -> Result<Hidden, E> {
                Ok(if hidden { Hidden::Yes } else { Hidden::No })
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Hidden, E> {
                match text {
                    "detected" => Ok(Hidden::Detected),
                    _ => Err(E::invalid_value(Unexpected::Str(text), &self)),
                }
            }
        }
        deserializer.deserialize_any(Told)
    }
}

impl JsonSchema for Hidden {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "whether it is hidden".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": [true, false, "detected"] })
    }
}

/// Some equal models.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a group of models", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { unit = \"ork\", count = 20 }")]
pub struct Group {
    /// The key of its profile.
    pub unit: Marked<String>,
    /// How many models. Left out: 1.
    pub count: Option<Marked<Whole<1, 200>>>,
    /// The cover that they are in or behind (§11.4). Left out: none.
    pub cover: Option<Cover>,
    /// Weapons instead of those of the profile, by their keys. Left out: those of the profile.
    pub weapons: Option<Several<Marked<String>>>,
    /// Special rules in addition to those of the profile. Left out: none.
    #[serde(default)]
    pub abilities: Vec<Ability>,
    /// Wounds that the first has lost. Left out: 0.
    pub wounds: Option<Marked<Whole<0, 19>>>,
    /// Jam tokens on weapons, each of them: `{ autocannon = 1 }` (§11.23.1). Left out: none.
    #[serde(default)]
    pub jams: Named<Marked<Whole<0, 20>>>,
}
