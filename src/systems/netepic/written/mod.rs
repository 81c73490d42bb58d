//! The tables that a player writes: every key with its meaning, its unit and its default. The types contain the ranges.
//! What they cannot express is checked in [`compile`](super::compile).
//!
//! | file | tables |
//! |---|---|
//! | [`units`] | `[units.NAME]` and its weapons |
//! | [`formations`] | `[formations.NAME]` and its groups of bases |
//! | [`readings`](super::readings) | `[readings]` |
//! | [`fire`] | what `shoot`, `psychic` and `barrage` have in common |
//! | [`steps`] | `[[steps]]` |
//! | [`values`] | values with a grammar of their own |

pub mod fire;
pub mod formations;
pub mod steps;
pub mod units;
pub mod values;

use schemars::JsonSchema;
use serde::Deserialize;

use battle_odds_scenario::typed::{Marked, Named, Whole};

/// The tables other than `[units]`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename = "a scenario", rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Tables {
    /// Elite dice that a side may reroll in the battle, by its name: `{ us = 3 }` (§3.4, #5). Left out: the X of each
    /// formation with Elite bases, once, and that of each attached character.
    pub elite_rerolls: Named<Marked<Whole<0, 1000>>>,
}
