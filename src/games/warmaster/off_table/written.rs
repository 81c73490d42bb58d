//! What a step `off-table` may hold (L906).

use schemars::JsonSchema;
use serde::Deserialize;

use battle_odds_scenario::typed::Marked;

/// L906: units that have left the table may come back, each by its own roll.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `off-table`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct OffTable {
    /// The formation.
    pub by: Marked<String>,
}
