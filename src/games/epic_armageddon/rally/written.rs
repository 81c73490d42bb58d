//! Rallies (§1.14.1).

use battle_odds_scenario::typed::{Either, Names, Whole};
use schemars::JsonSchema;
use serde::Deserialize;

/// A `rally`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `rally`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rally {
    /// The formations that rally, one after the other.
    pub by: Names,
    /// Added to their tests. Left out: 0.
    pub initiative_modifier: Option<Whole<-6, 6>>,
    /// Whether enemies are within 30 cm of them: `true`, or the names of the formations that have enemies near. Left
    /// out: false.
    pub enemy_within_30: Option<Either<bool, Names>>,
}
