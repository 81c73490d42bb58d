//! What the steps `move` and `overwatch` may hold (§10, §11.24).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::fire::written::Reactions;
use battle_odds_scenario::typed::Marked;

/// §10: a formation moves.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `move`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Move {
    /// The formation.
    pub by: Marked<String>,
    /// Fire from overwatch at it, such as `[{ by = "guard", range = 40, snap = true }]` (§11.24.2). Left out: none.
    pub reactions: Reactions,
}

/// §11.24.1: a formation goes on overwatch.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `overwatch`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Overwatch {
    /// The formation.
    pub by: Marked<String>,
}
