//! The end phase (§1.14).

use battle_odds_scenario::typed::{Either, Names, Whole};
use schemars::JsonSchema;
use serde::Deserialize;

/// An `end-phase`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `end-phase`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct EndPhase {
    /// Added to the rally tests. Left out: 0.
    pub initiative_modifier: Option<Whole<-6, 6>>,
    /// Whether enemies are within 30 cm of all formations: `true`, or the names of the formations that have enemies
    /// near. Left out: false.
    pub enemy_within_30: Option<Either<bool, Names>>,
}
