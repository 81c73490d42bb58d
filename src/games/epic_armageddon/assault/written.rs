//! Assaults (§1.12).

use crate::activation::written::Beginning;
use crate::counts::{Counts, Numbers};
use crate::fire::written::{Fire, Reactions, reacting};
use battle_odds_scenario::typed::{Either, InTwo, Marked, Named, Names, Shape, Shaped, Whole};
use schemars::JsonSchema;
use serde::Deserialize;

/// An `assault`.
pub type Assault = InTwo<Fire, InTwo<Beginning, InTwo<Fighting, Attackers>>>;

/// The attackers of an `assault`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `assault`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Attackers {
    /// The attackers: several for a combined assault (§2.1.7), or a transport and the formations that leave it
    /// (§3.1.3).
    pub by: Names,
}

/// How an assault is fought.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "an assault", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Fighting {
    /// The defenders: several where they are intermingled (§1.12.10).
    pub at: Names,
    /// Whether units are in contact, or fight from afar. Left out: contact.
    pub mode: Option<Mode>,
    /// Whether the defenders countercharge (§1.12.4). Left out: false.
    pub countercharge: Option<bool>,
    /// Units in contact, by name, instead of `mode`. Units named neither here nor in `firefight` are out of reach.
    pub contact: Option<Counts>,
    /// Units in the firefight, by name, instead of `mode`.
    pub firefight: Option<Counts>,
    /// Embarked units that get out to fight (§1.7.5). Left out: none.
    pub disembark: Option<Names>,
    /// Skimmers that force a firefight (§2.1.2). Left out: none.
    pub force_firefight: Option<Names>,
    /// Support fire for the attackers (§1.12.6): names, with all of their units; or counts such as `{ devastators = 3,
    /// "guard.ogryn" = [1, 2] }`: of two counts the second is that of later rounds. Left out: none.
    pub support: Option<Support>,
    /// Support fire for the defenders. Left out: none.
    pub defender_support: Option<Support>,
    /// Formations that take a blast marker if their side loses (§1.12.8), in addition to those that support. Left out:
    /// none.
    pub in_support_range: Option<Names>,
    /// Dice of war engines in close combat (§3.3.2), by name. Left out: where they hit more often.
    pub dice: Option<Numbers>,
    /// How hits are shared among formations that fight as one (§1.12.10): a way, or formations one after the other. Left out:
    /// `in-order`.
    pub share_hits: Option<Marked<Either<ShareHits, Names>>>,
    /// Fire from overwatch at the charging formations. Left out: none.
    pub reactions: Reactions,
}

impl Fighting {
    /// The names at one of its keys.
    pub fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "at" => self.at.iter().collect(),
            "reactions" => reacting(&self.reactions),
            "support" => supporting(&self.support),
            "defender-support" => supporting(&self.defender_support),
            _ => Vec::new(),
        }
    }
}

/// The names of supporting formations and units.
fn supporting(support: &Option<Support>) -> Vec<&Marked<String>> {
    match support {
        None => Vec::new(),
        Some(Either::First(counts)) => counts.iter().map(|(name, _)| name).collect(),
        Some(Either::Second(names)) => names.iter().collect(),
    }
}

/// Whether units fight in contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a mode", rename_all = "kebab-case")]
pub enum Mode {
    /// In contact.
    Contact,
    /// From afar.
    Firefight,
}

/// Supporting formations and units: names, or numbers of units by name, in the first round and in later ones.
pub type Support = Either<Named<Marked<SupportCount>>, Names>;

/// Units in support: a number, or two: in the first round, and in every later one.
pub type SupportCount = Either<Marked<Whole<0, 1000>>, Vec<Marked<Whole<0, 1000>>>>;

/// How hits are shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a way to share hits", rename_all = "kebab-case")]
pub enum ShareHits {
    /// Units in contact take them first, then those named first.
    InOrder,
    /// The formations take one each in turn.
    Evenly,
}

impl Shaped for ShareHits {
    const WORDS: &'static str = mark!("\"in-order\" or \"evenly\"");

    fn takes(shape: &Shape) -> bool {
        matches!(shape, Shape::Text)
    }
}
