//! What a step `end-turn` may hold (§9.1).

use schemars::JsonSchema;
use serde::Deserialize;

/// §9.1: a player's turn ends.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `end-turn`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct EndTurn {}
