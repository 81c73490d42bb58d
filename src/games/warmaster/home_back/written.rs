//! What a step `home-back` may hold (L2127).

use schemars::JsonSchema;
use serde::Deserialize;

use battle_odds_scenario::typed::{ByName, Distance, Marked, Whole};

/// L2127: flyers come back to the table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `home-back`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct HomeBack {
    /// The flyers.
    pub by: Marked<String>,
    /// How far away they are, in cm, for all or by unit.
    pub distance: Marked<ByName<Distance<Whole<0, 200>>>>,
}
