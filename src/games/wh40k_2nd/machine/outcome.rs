//! §15.4.8: the words of a damage table.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer};

use battle_odds_engine::amount::Amount;
use battle_odds_scenario::typed::grammar;

/// A result of a damage table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// `nothing`.
    Nothing,
    /// `location-destroyed`.
    LocationDestroyed,
    /// `destroyed`.
    Destroyed,
    /// `immobilised`.
    Immobilised,
    /// `out-of-control`.
    OutOfControl,
    /// `crew 1`, `crew D3`: this many of the crew are dead.
    Crew(Amount),
    /// `crew 4+`: each of the crew is dead on that roll.
    CrewOn(u8),
    /// `crew all`.
    CrewAll,
    /// `weapon KEY`: that weapon is destroyed.
    Weapon(String),
    /// `passengers 4+`: each of them is dead on that roll.
    PassengersOn(u8),
    /// `passengers all`.
    PassengersAll,
}

impl fmt::Display for Outcome {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Outcome::Nothing => to.write_str(&text!("of damage": "nothing")),
            Outcome::LocationDestroyed => to.write_str(&text!("the location is destroyed")),
            Outcome::Destroyed => to.write_str(&text!("of a machine": "destroyed")),
            Outcome::Immobilised => to.write_str(&text!("of a machine": "immobilised")),
            Outcome::OutOfControl => to.write_str(&text!("out of control")),
            Outcome::Crew(count) => to.write_str(&text!("{count} of the crew dead", count)),
            Outcome::CrewOn(face) => to.write_str(&text!("crew dead on {face}+", face)),
            Outcome::CrewAll => to.write_str(&text!("the crew dead")),
            Outcome::Weapon(key) => to.write_str(&text!("{weapon} destroyed", weapon = key)),
            Outcome::PassengersOn(face) => to.write_str(&text!("passengers dead on {face}+", face)),
            Outcome::PassengersAll => to.write_str(&text!("the passengers dead")),
        }
    }
}

/// The words, with numbers and names as examples.
const WORDS: &[&str] = &[
    "nothing",
    "location-destroyed",
    "destroyed",
    "immobilised",
    "out-of-control",
    "crew 1",
    "crew D3",
    "crew 4+",
    "crew all",
    "weapon KEY",
    "passengers 4+",
    "passengers all",
];

fn outcome(text: &str) -> Option<Outcome> {
    let face = |text: &str| text.strip_suffix('+')?.parse().ok().filter(|face| (2..=6).contains(face));
    let amount = |text: &str| {
        let fixed = text.parse().ok().filter(|count| (1..=30).contains(count)).map(Amount::fixed);
        fixed.or_else(|| crate::values::amount(text))
    };
    Some(match text.split_once(' ').unwrap_or((text, "")) {
        ("nothing", "") => Outcome::Nothing,
        ("location-destroyed", "") => Outcome::LocationDestroyed,
        ("destroyed", "") => Outcome::Destroyed,
        ("immobilised", "") => Outcome::Immobilised,
        ("out-of-control", "") => Outcome::OutOfControl,
        ("crew", "all") => Outcome::CrewAll,
        ("crew", number) => face(number).map(Outcome::CrewOn).or_else(|| amount(number).map(Outcome::Crew))?,
        ("weapon", key) if !key.is_empty() => Outcome::Weapon(key.to_owned()),
        ("passengers", "all") => Outcome::PassengersAll,
        ("passengers", on) => Outcome::PassengersOn(face(on)?),
        _ => return None,
    })
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        grammar::known(deserializer, mark!("a result of damage"), WORDS, outcome)
    }
}

impl JsonSchema for Outcome {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "a result of damage".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_they_are_written() {
        for (text, read) in [
            ("nothing", Outcome::Nothing),
            ("destroyed", Outcome::Destroyed),
            ("crew all", Outcome::CrewAll),
            ("crew 1", Outcome::Crew(Amount::fixed(1))),
            ("crew D3", Outcome::Crew(Amount::rolled(1, 3))),
            ("crew 4+", Outcome::CrewOn(4)),
            ("weapon lascannon", Outcome::Weapon("lascannon".to_owned())),
            ("passengers 4+", Outcome::PassengersOn(4)),
        ] {
            assert_eq!(outcome(text), Some(read), "{text}");
        }
        for wrong in ["", "crew", "crew 7+", "weapon", "passengers D3", "destroyed now", "explosion"] {
            assert!(outcome(wrong).is_none(), "{wrong}");
        }
        assert_eq!(outcome("crew 4+"), Some(Outcome::CrewOn(4)));
    }
}
