//! What critical hits do (§3.2.3): `critical = ["destroyed", "explosion 5+"]`.

use crate::critical;
use crate::critical::Explosion;
use crate::hit::UnitKinds;
use crate::profile::{Amount, Effect, Strength};
use battle_odds_scenario::typed::{Either, Marked, Named, Several, Shape, Shaped, grammar};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;

/// One effect of a critical hit: a word or two, or a table.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "an effect of a critical hit", transparent)]
pub struct Harm(pub Either<HarmWord, Marked<HarmTable>>);

/// An effect that needs more than a word: one of these keys.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "an effect of a critical hit", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(
    expecting = "a table such as { weapon-lost = \"Name\" }, { roll = { \"1\" = \"destroyed\", \"2-3\" = \"damage 1\" } } or { end-phase = { \"1\" = \"destroyed\", \"4-6\" = \"repaired\" } }"
)]
#[schemars(rename = "a larger effect of a critical hit")]
pub struct HarmTable {
    /// The weapon of that name is lost.
    pub weapon_lost: Option<Marked<String>>,
    /// A D6 at once: effects by face, such as `"1"` or `"2-3"`. Nothing happens on faces left out.
    pub roll: Option<Named<Several<Harm>>>,
    /// A D6 in every end phase: effects by face, such as `"1"` or `"2-3"`. Nothing happens on faces left out.
    pub end_phase: Option<Named<Several<Harm>>>,
}

/// An effect that is a word or two.
#[derive(Debug)]
pub struct HarmWord(pub critical::Harm);

impl Shaped for HarmWord {
    const WORDS: &'static str = mark!("text in quotes");

    fn takes(shape: &Shape) -> bool {
        matches!(shape, Shape::Text)
    }
}

const WORDS: &[&str] = &[
    "destroyed",
    "damage 1",
    "damage D3",
    "explosion 5+",
    "explosion AP5+",
    "explosion MW6+",
    "shock",
    "shield-lost",
    "shields-lost",
    "slowed",
    "immobilised",
    "repaired",
    "spreads",
    "{ weapon-lost = \"Name\" }",
    "{ roll = { \"1\" = \"destroyed\", \"2-3\" = \"damage 1\" } }",
    "{ end-phase = { … } }",
];

/// How many of them are plain words, without a number.
const ALONE: usize = 13;

impl HarmWord {
    fn read(text: &str) -> Option<HarmWord> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        Some(HarmWord(match (word, rest) {
            ("destroyed", "") => critical::Harm::Destroyed,
            ("damage", points) => critical::Harm::Damage(Amount::parse(points, 20)?),
            ("explosion", value) => critical::Harm::Explosion(explosion(value)?),
            ("shock", "") => critical::Harm::Shock,
            ("shield-lost", "") => critical::Harm::ShieldLost,
            ("shields-lost", "") => critical::Harm::ShieldsLost,
            ("slowed", "") => critical::Harm::Slowed,
            ("immobilised", "") => critical::Harm::Immobilised,
            ("repaired", "") => critical::Harm::Repaired,
            ("spreads", "") => critical::Harm::Spreads,
            _ => return None,
        }))
    }
}

/// `5+`, `AP5+`, `AT6+`, `MW6+`.
fn explosion(value: &str) -> Option<Explosion> {
    let (only, strength, face) = match value.get(..2)? {
        "AP" => (Some(UnitKinds::Soft), Strength::Normal, &value[2..]),
        "AT" => (Some(UnitKinds::Hard), Strength::Normal, &value[2..]),
        "MW" => (None, Strength::Macro, &value[2..]),
        _ => (None, Strength::Normal, value),
    };
    let value = face.strip_suffix('+')?.parse().ok().filter(|face| (2..=6).contains(face))?;
    Some(Explosion { value, only, effect: Effect { strength, ..Effect::PLAIN } })
}

impl<'de> Deserialize<'de> for HarmWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        grammar::known(deserializer, mark!("an effect of a critical hit"), WORDS, HarmWord::read)
    }
}

impl JsonSchema for HarmWord {
    fn schema_name() -> Cow<'static, str> {
        "a word for an effect of a critical hit".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "What a critical hit does (§3.2.3). Points of damage may be rolled for; explosions hurt whoever stands `near`.",
            "anyOf": [
                { "enum": &WORDS[..ALONE] },
                { "type": "string", "pattern": r"^(damage (\d*D[2-6](\+\d+)?|\d+)|explosion (AP|AT|MW)?[2-6]\+)$" },
            ],
        })
    }
}
