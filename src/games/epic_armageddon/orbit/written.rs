//! Attacks from orbit (§4.3).

use crate::activation::written::Beginning;
use crate::fire::written::Fire;
use crate::second::Second;
use battle_odds_scenario::typed::{InTwo, Marked};
use schemars::JsonSchema;
use serde::Deserialize;

/// An `orbital-bombardment`.
pub type Bombardment = InTwo<Fire, InTwo<Beginning, Bombarding>>;

/// A `pin-point-attack`.
pub type PinPointAttack = Second<Bombardment>;

/// The spacecraft and its target.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "an attack from orbit", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Bombarding {
    /// The spacecraft.
    pub by: Marked<String>,
    /// The target.
    pub at: Marked<String>,
}
