//! Going on overwatch (§1.10).

use crate::activation::written::Beginning;
use battle_odds_scenario::typed::{InTwo, Marked};
use schemars::JsonSchema;
use serde::Deserialize;

/// An `overwatch`.
pub type Overwatch = InTwo<Beginning, Waiting>;

/// The formation of an `overwatch`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `overwatch`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Waiting {
    /// The formation that lies in wait.
    pub by: Marked<String>,
}
