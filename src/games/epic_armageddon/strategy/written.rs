//! The strategy roll (§1.5).

use battle_odds_scenario::typed::{Marked, Whole};
use schemars::JsonSchema;
use serde::Deserialize;

/// A `strategy` roll.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `strategy`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Strategy {
    /// A formation of the side that rolls.
    pub by: Marked<String>,
    /// A formation of the other side.
    pub at: Marked<String>,
    /// The strategy rating of the side.
    pub rating: Whole<1, 10>,
    /// The strategy rating of the other.
    pub enemy_rating: Whole<1, 10>,
    /// The one of the two that wins a tie. Left out: a die decides.
    pub ties: Option<Marked<String>>,
}
