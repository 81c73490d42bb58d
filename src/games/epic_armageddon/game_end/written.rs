//! The roll for the end of the game (§5.1.7).

use schemars::JsonSchema;
use serde::Deserialize;

/// A `game-end`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `game-end`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct GameEnd {}
