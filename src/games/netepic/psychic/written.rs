//! What a step `psychic` may hold (#19).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::fire::written::Fire;
use battle_odds_scenario::typed::{InTwo, Marked};

/// Row 19: a psychic power.
pub type Psychic = InTwo<Fire, Power>;

/// The power that is used.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `psychic`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Power {
    /// The power, by its name. Left out: all that the formation has.
    pub power: Option<Marked<String>>,
}
