//! What the steps `strategy` and `game-length` may hold (§3.2).

use schemars::JsonSchema;
use serde::Deserialize;

use battle_odds_scenario::typed::{Marked, Whole};

/// §3.2: which side has the first turn.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `strategy`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Strategy {
    /// A formation of one side.
    pub by: Marked<String>,
    /// A formation of the other.
    pub at: Marked<String>,
    /// Strategy rating of `by`.
    pub rating: Whole<0, 20>,
    /// Strategy rating of `at`.
    pub enemy_rating: Whole<0, 20>,
}

/// §3.2: how many turns the game lasts.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `game-length`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct GameLength {}
