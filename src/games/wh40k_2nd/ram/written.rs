//! What a step `ram` may hold (§15.3.7).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::profile::Facing;
use battle_odds_scenario::typed::{Marked, Several, Whole};

/// §15.3.7: a vehicle rams.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `ram`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Ram {
    /// The vehicle.
    pub by: Marked<String>,
    /// The formation that it rams.
    pub at: Marked<String>,
    /// Locations of the target that meet. Left out: none.
    pub contact: Option<Marked<Several<Marked<String>>>>,
    /// Its own locations that meet. Left out: none.
    pub own: Option<Marked<Several<Marked<String>>>>,
    /// The side of the target that is rammed. Left out: `"side"`.
    pub facing: Option<Facing>,
    /// Models in the way. Left out: all.
    pub path: Option<Marked<Whole<0, 1000>>>,
    /// Whether it is a light bike that rams what is larger. Left out: false.
    #[serde(default)]
    pub light: bool,
}
