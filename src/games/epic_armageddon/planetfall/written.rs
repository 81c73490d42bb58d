//! Planetfall (§4.4).

use crate::activation::written::Beginning;
use crate::fire::written::Reactions;
use battle_odds_scenario::typed::{Distance, InTwo, Marked, Whole};
use schemars::JsonSchema;
use serde::Deserialize;

/// A `planetfall`.
pub type Planetfall = InTwo<Beginning, Landing>;

/// The formation of a `planetfall`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `planetfall`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Landing {
    /// The formation that lands.
    pub by: Marked<String>,
    /// How far it is from the edge of the table, in cm: each unit scatters 2D6 cm in one of the twelve directions of a clock face,
    /// 12 o'clock straight to the edge, and exactly on the edge is on the table. Left out: too far for scatter to cost anything.
    pub edge: Option<Distance<Whole<0, 1000>>>,
    /// Whether its passengers leave it at once. Left out: false.
    pub disembark: Option<bool>,
    /// Fire from overwatch at the formations that disembark. Left out: none.
    pub reactions: Reactions,
}
