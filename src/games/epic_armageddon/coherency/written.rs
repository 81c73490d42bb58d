//! Units out of coherency (§1.7.4).

use crate::counts::Counts;
use battle_odds_scenario::typed::Marked;
use schemars::JsonSchema;
use serde::Deserialize;

/// An `out-of-coherency`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `out-of-coherency`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct OutOfCoherency {
    /// The formation that has moved.
    pub by: Marked<String>,
    /// Units that are lost, by name.
    pub units: Counts,
}
