//! The tables that a player writes for Warmaster: every key with its meaning, its unit and its default. Ranges stand in the
//! types. What these types cannot say is said by [`compile`](super::compile).
//!
//! | file | tables |
//! |---|---|
//! | [`units`] | `[units.NAME]` |
//! | [`formations`] | `[formations.NAME]` and its groups of units |
//! | [`readings`](super::readings) | `[readings]` |
//! | [`steps`] | `[[steps]]`, one table a kind of step |
//! | [`places`] | who fights, supports and is caught in the flank; protection |

pub mod formations;
pub mod places;
pub mod steps;
pub mod units;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::scenario::typed::{Marked, Named, Whole};
use crate::systems::plan::steps::WrittenStep;

/// A scenario, as far as this system reads it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a scenario", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Scenario {
    /// Profiles of units and commanders by name; those of the `armies` are known too. `[units."warband.boyz"]` is for the `boyz`
    /// of the `warband` alone.
    #[serde(default)]
    pub units: Named<units::Unit>,
    /// Formations by name: a unit, or a brigade of several, and the commanders with them.
    pub formations: Marked<Named<Marked<formations::Formation>>>,
    /// Readings of rules that the book leaves open.
    #[serde(default)]
    pub readings: super::readings::Readings,
    /// How often the steps are played, one turn after the other. Left out: 1.
    pub turns: Option<Whole<1, 20>>,
    /// What happens, in order.
    pub steps: Marked<Vec<Marked<WrittenStep<steps::Action>>>>,
}
