//! A formation regroups (§1.6.1, §1.13.1).

use crate::activation::written::Beginning;
use crate::fire::written::Fire;
use crate::marshal::Restore;
use battle_odds_scenario::typed::{InTwo, Marked};
use schemars::JsonSchema;
use serde::Deserialize;

/// A `marshal`.
pub type Marshal = InTwo<Fire, InTwo<Beginning, Marshalling>>;

/// The formation of a `marshal`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `marshal`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Marshalling {
    /// The formation that regroups.
    pub by: Marked<String>,
    /// The formation that it shoots at first, at −1. Left out: none.
    pub at: Option<Marked<String>>,
    /// What regrouping restores first (§3.2.5). Left out: shields.
    pub restore: Option<Restore>,
}
