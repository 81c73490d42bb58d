//! Teleportation (§2.1.21).

use battle_odds_scenario::typed::Marked;
use schemars::JsonSchema;
use serde::Deserialize;

/// A `teleport`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `teleport`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Teleport {
    /// The formation that teleports.
    pub by: Marked<String>,
}
