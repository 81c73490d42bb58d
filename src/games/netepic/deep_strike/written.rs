//! What a step `deep-strike` may hold (#9).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::values::Cm;
use battle_odds_scenario::typed::Marked;

/// Row 9: a deep strike.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `deep-strike`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct DeepStrike {
    /// The formation.
    pub by: Marked<String>,
    /// How far from its point it may land, in cm. Left out: 6.
    pub radius: Option<Cm>,
}
