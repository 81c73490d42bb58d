//! What a step `make-way` may hold (L1906).

use schemars::JsonSchema;
use serde::Deserialize;

use battle_odds_scenario::typed::{Marked, Names};

/// L1906: friends make way for a unit, and may be confused by it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `make-way`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct MakeWay {
    /// The formation that comes through.
    pub by: Marked<String>,
    /// The friends that make way.
    pub through: Names,
}
