//! Dangerous terrain (§1.8.1).

use crate::counts::Counts;
use battle_odds_scenario::typed::Marked;
use schemars::JsonSchema;
use serde::Deserialize;

/// A `dangerous-terrain`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `dangerous-terrain`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct DangerousTerrain {
    /// The formation that moves.
    pub by: Marked<String>,
    /// Units that test, by name. Left out: all.
    pub units: Option<Counts>,
    /// Whether they go carefully, and roll failed tests again. Left out: false.
    pub careful: Option<bool>,
}
