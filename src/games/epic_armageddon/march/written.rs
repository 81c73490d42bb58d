//! A march (§1.6.1).

use crate::activation::written::Beginning;
use crate::fire::written::Reactions;
use battle_odds_scenario::typed::{InTwo, Marked};
use schemars::JsonSchema;
use serde::Deserialize;

/// A `march`.
pub type March = InTwo<Beginning, Marching>;

/// The formation of a `march`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `march`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Marching {
    /// The formation that marches.
    pub by: Marked<String>,
    /// Fire from overwatch at it. Left out: none.
    pub reactions: Reactions,
}
