//! What a step `combat` may hold (L1300).

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::{Deserializer, Error, Unexpected, Visitor};

use crate::combat::OnWin;
use crate::cover::written::Cover;
use crate::fire::Luck;
use crate::names::{Counts, CountsOrAll};
use battle_odds_scenario::typed::{ByName, Distance, Either, Marked, Names, Several, Value, Whole};

/// Whether all dice that there are; or how many.
pub type FireDice = Either<bool, Whole<0, 200>>;

/// Whether to advance into the second of `at`; or the names of the formations to advance into.
pub type Advance = Either<bool, Several<Marked<String>>>;

/// L1300: formations charge others, or continue a combat, until it is over or put off to the next phase.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `combat`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Combat {
    /// The formations that charge.
    pub by: Names,
    /// The charged formations.
    pub at: Names,
    /// Whether it begins with a charge. Left out: true.
    pub charge: Option<bool>,
    /// How the stands of the charged are protected, as in `shoot`. Left out: open.
    pub cover: Option<Cover>,
    /// How two units touch, by name (Bases, Bases by type of troops). Left out: all stands fight.
    pub contact: Option<Marked<Contact>>,
    /// Stands that fight, by formation or `"formation.unit"`. Left out: all.
    pub fighting: Counts,
    /// Stands of infantry in support: those that do not fight, the hindmost first, or `{ spears = true }` for all that
    /// do not fight (Support). Left out: none.
    pub support: CountsOrAll,
    /// Of those that fight: stands caught in flank or rear, or `{ knights = true }` for all. Left out: none.
    pub flanked: CountsOrAll,
    /// Where stands are after the first round. Left out: all that are left fight.
    pub later: Option<Marked<Places>>,
    /// Dice of fire at the chargers: true for all that the stands have, or how many: at all together, spread evenly, or
    /// charger by charger: `{ bows = { knights = 3 } }` (Shooting at charging enemies). Left out: none.
    pub counter_fire: Option<Marked<ByName<ByName<FireDice>>>>,
    /// Attacks that a commander adds to one stand, by formation, in addition to those of his profile: those of a
    /// monster or chariot that he rides, or all, if no profile has him (Commanders and combats). Left out: 0.
    pub commander: Option<ByName<Whole<0, 10>>>,
    /// Rounds of a phase: 1, 2, or `"to-end"`, phase after phase until it is over. Left out: 2.
    pub rounds: Option<Rounds>,
    /// What the winner of a round does, for all or by formation (Epilogue). Left out: `"pursue"`.
    pub on_win: Option<ByName<OnWin>>,
    /// Whether it charges only if it received an order in this turn. Left out: true if a step orders it, unless `when`
    /// is about orders.
    pub needs_order: Option<Marked<bool>>,
    /// Fresh enemies that the winner may advance into, one a side; `true`: the chargers into the second of `at`
    /// (Advance). Left out: none.
    pub advance: Option<Marked<Advance>>,
    /// Formations that come in by an advance, if they destroyed all their enemies in an earlier step of this phase
    /// (Advance).
    pub advancing: Option<Names>,
    /// The enemy formation that a unit attacks while it is there, for all or by formation (Attack value). Left out: all
    /// that are there.
    pub targets: Option<ByName<String>>,
    /// Cm that a unit can retreat, by formation (Blocked retreats). Left out: any distance.
    pub retreat_room: Option<ByName<Distance<Whole<0, 200>>>>,
    /// Stands that are lost if it must retreat farther. Left out: all.
    pub blocked: Option<ByName<Whole<0, 10>>>,
    /// Cm to fall back after a win until it is clear of all units, or `{ contact = 5, clear = 12 }`: cm to touch no
    /// enemy, and to be clear (Falling back). For all or by formation. Left out: 0.
    pub fall_back: Option<ByName<Either<Distance<Whole<0, 30>>, FallBack>>>,
    /// When the banner of luck is used. Left out: `"unlucky"`.
    pub luck: Option<Luck>,
}

impl Combat {
    /// Where stands are in the first round.
    pub fn places(&self) -> Places {
        let Combat { contact, fighting, support, flanked, .. } = self;
        Places {
            contact: contact.clone(),
            fighting: fighting.clone(),
            support: support.clone(),
            flanked: flanked.clone(),
        }
    }
}

/// Where stands are in a combat after its first round.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename = "`later`", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { fighting = { knights = 2 } }")]
pub struct Places {
    /// How two units touch, by name (Bases, Bases by type of troops).
    pub contact: Option<Marked<Contact>>,
    /// Stands that fight, by formation. Left out: all.
    pub fighting: Counts,
    /// Stands of infantry in support, by formation: those that do not fight, the hindmost first, or `true` for all that
    /// do not fight (Support). Left out: none.
    pub support: CountsOrAll,
    /// Of those that fight: stands caught in flank or rear, by formation, or `true` for all. Left out: none.
    pub flanked: CountsOrAll,
}

/// How units of three stands touch, by name; from the widths of their bases (L219, L241): a wide stand has a front of
/// 40 mm, a narrow one of 20 mm. Contact at a corner is enough to fight (L1322).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a way to touch", rename_all = "kebab-case")]
#[allow(missing_docs)] // Chargers, then charged.
pub enum Contact {
    WideOnWide,
    NarrowOnNarrow,
    NarrowOnWidePacked,
    NarrowOnWideSpread,
    WideOnNarrowMiddle,
    WideOnNarrowEnd,
    LineOnColumn,
    WideOnFlankOfWide,
    NarrowOnFlankOfWide,
    WideOnFlankOfNarrow,
    OnRear,
    OnFlankOfColumn,
}

/// How far a winner falls back (Falling back).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "`fall-back`", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "{ contact = 5, clear = 12 }")]
pub struct FallBack {
    /// cm to touch no enemy: a unit that does not get this far still fights. Left out: 0.
    pub contact: Option<Distance<Whole<0, 30>>>,
    /// cm to be clear of all units: a unit that does not get this far is confused. Left out: as `contact`.
    pub clear: Option<Marked<Distance<Whole<0, 30>>>>,
}

impl Value for FallBack {
    const KEYS: &'static [&'static str] = &["contact", "clear"];
}

impl Value for OnWin {}

/// Rounds of a combat phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounds {
    /// This many.
    Of(u16),
    /// Phase after phase until it is over.
    ToEnd,
}

impl<'de> Deserialize<'de> for Rounds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Told;
        impl Visitor<'_> for Told {
            type Value = Rounds;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&text!("1, 2 or \"to-end\""))
            }

            fn visit_i64<E: Error>(self, rounds: i64) -> Result<Rounds, E> {
                match rounds {
                    1 | 2 => Ok(Rounds::Of(rounds as u16)),
                    _ => Err(E::invalid_value(Unexpected::Signed(rounds), &self)),
                }
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Rounds, E> {
                match text {
                    "to-end" => Ok(Rounds::ToEnd),
                    _ => Err(E::invalid_value(Unexpected::Str(text), &self)),
                }
            }
        }
        deserializer.deserialize_any(Told)
    }
}

impl JsonSchema for Rounds {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "rounds".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": [1, 2, "to-end"] })
    }
}
