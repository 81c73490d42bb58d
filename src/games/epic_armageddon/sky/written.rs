//! What aircraft do (§4.2).

use crate::activation::written::Beginning;
use crate::assault::written::Fighting;
use crate::fire::written::{Fire, Reactions};
use battle_odds_scenario::typed::{InTwo, Marked};
use schemars::JsonSchema;
use serde::Deserialize;

/// When aircraft jink (§4.2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "when aircraft jink", rename_all = "kebab-case")]
pub enum Jinking {
    /// As soon as they have to save.
    Always,
    /// Not at all.
    Never,
    /// When they have no attack left to lose, if it saves more often.
    WhenFree,
}

/// What happens while aircraft come (§4.2.4).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a sortie", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Sortie {
    /// When they jink. Left out: when-free.
    pub jink: Option<Marked<Jinking>>,
    /// The formation on patrol that intercepts them, such as `{ by = "fighters" }`. Left out: none.
    pub interception: Option<Interception>,
    /// Flak of their side at the interceptors. Left out: none.
    pub escort_flak: Flak,
    /// Whether they fire at the interceptors. Left out: true.
    pub return_fire: Option<Marked<bool>>,
    /// Flak at them, such as `[{ by = "hydras", range = 30 }]`. Left out: none.
    pub flak: Flak,
}

impl Sortie {
    /// The names at one of its keys.
    pub fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "interception" => self.interception.iter().map(|interception| &interception.by).collect(),
            "escort-flak" => firing(&self.escort_flak),
            "flak" => firing(&self.flak),
            _ => Vec::new(),
        }
    }
}

/// Aircraft on patrol that intercept others.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "an interception", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { by = \"fighters\" }")]
pub struct Interception {
    /// The interceptors.
    pub by: Marked<String>,
    /// When they jink. Left out: when-free.
    pub jink: Option<Marked<Jinking>>,
}

/// Fire from the ground at aircraft (§4.2.4), formation by formation.
pub type Flak = Option<Vec<Marked<InTwo<Fire, FlakBy>>>>;

/// The formations that fire flak.
pub fn firing(flak: &Flak) -> Vec<&Marked<String>> {
    flak.iter().flatten().map(|flak| &flak.1.by).collect()
}

/// A formation that fires flak.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "flak", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { by = \"hydras\", range = 30 }")]
pub struct FlakBy {
    /// The formation.
    pub by: Marked<String>,
    /// Whether it has moved, and fires at −1 as aircraft leave. Left out: false.
    pub moved: Option<bool>,
}

/// A `ground-attack`.
pub type GroundAttack = InTwo<Fire, InTwo<Beginning, InTwo<Sortie, Striking>>>;

/// The formations of a `ground-attack`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `ground-attack`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Striking {
    /// The aircraft.
    pub by: Marked<String>,
    /// The target.
    pub at: Marked<String>,
    /// Whether they land and let their troops out first; the troops shoot with them (§4.2.5). Left out: false.
    pub landing: Option<bool>,
    /// Fire from overwatch at the formations that land. Left out: none.
    pub reactions: Reactions,
}

/// An `air-assault`.
pub type AirAssault = InTwo<Fire, InTwo<Beginning, InTwo<Sortie, InTwo<Fighting, Assaulting>>>>;

/// The aircraft of an `air-assault`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `air-assault`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Assaulting {
    /// The aircraft.
    pub by: Marked<String>,
}

/// An `intercept`.
pub type Intercept = InTwo<Beginning, Hunting>;

/// The formations of an `intercept`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `intercept`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Hunting {
    /// The interceptors.
    pub by: Marked<String>,
    /// The aircraft attacked.
    pub at: Marked<String>,
    /// When the interceptors jink. Left out: when-free.
    pub jink: Option<Marked<Jinking>>,
    /// Whether the attacked aircraft fire back. Left out: true.
    pub return_fire: Option<bool>,
    /// Flak at the interceptors. Left out: none.
    pub flak: Flak,
}

/// A `patrol`.
pub type Patrol = InTwo<Beginning, Patrolling>;

/// The aircraft of a `patrol`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `patrol`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Patrolling {
    /// The aircraft on patrol.
    pub by: Marked<String>,
}

/// A `departure`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `departure`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Departure {
    /// The aircraft that leave.
    pub by: Marked<String>,
    /// When they jink. Left out: when-free.
    pub jink: Option<Marked<Jinking>>,
    /// Whether they leave over an edge that is not their own (§4.2.7). Left out: false.
    pub foreign_edge: Option<bool>,
    /// Flak that has not fired at them yet. Left out: none.
    pub flak: Flak,
}
