//! What a step `hazard` may hold (§15.3.4–15.3.6, §15.6, §16.4).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::fire::written::Counts;
use crate::hazard::HazardKind;
use crate::values::{Cm, Speed};
use battle_odds_scenario::typed::{InTwo, Marked, Whole};

/// Something dangerous happens to a formation.
pub type Hazard = InTwo<HazardKeys, HazardOf>;

/// The formation, and the kind of hazard.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `hazard`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct HazardOf {
    /// The formation.
    pub by: Marked<String>,
    /// What happens.
    pub kind: Marked<HazardKind>,
}

/// How it happens.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename = "a hazard", rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct HazardKeys {
    /// `disembark`: cm of the vehicle's move (§15.3.5); `skid`: `"combat"` or `"fast"` (§15.6.1).
    pub speed: Option<Marked<Speed>>,
    /// `disembark`: whether it is off a bike (§15.6.1). Left out: false.
    pub bike: bool,
    /// `disembark`, `fall`: how many models. Left out: all for `disembark`, 1 for `fall`.
    pub models: Option<Marked<Whole<0, 1000>>>,
    /// `fall`: from how high, in cm (§16.4).
    pub height: Option<Marked<Cm>>,
    /// `fall`: models below. Left out: none.
    pub below: Counts,
    /// `skid`: models near the wreck. Left out: none.
    pub near: Counts,
}
