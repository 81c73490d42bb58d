//! What a step `structure` may hold (#31).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::values::OnTwoDice;
use battle_odds_scenario::typed::{Marked, Whole};

/// Row 31: an attack on a building.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `structure`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Structure {
    /// The tunnellers.
    pub by: Marked<String>,
    /// The building's save on 2D6 (§3.12).
    pub save: OnTwoDice,
    /// The building's wounds (§3.12).
    pub wounds: Whole<1, 100>,
    /// The formation inside. Left out: none.
    pub garrison: Option<Marked<String>>,
}
