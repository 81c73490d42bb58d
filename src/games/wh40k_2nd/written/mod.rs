//! The tables that a player writes: every key with its meaning, its unit and its default. The types contain the ranges.
//! What they cannot express is checked in [`compile`](super::compile).
//!
//! | file | tables |
//! |---|---|
//! | [`units`] | `[units.NAME]`, and the tables next to it: [`weapons`], [`powers`] |
//! | [`machines`] | locations of vehicles and walkers, and what damage does to them |
//! | [`formations`] | `[formations.NAME]` and its groups of models |
//! | [`readings`](super::readings) | `[readings]` |
//! | [`steps`] | `[[steps]]`: the list, and the small ones |
//! | [`fire`] | fire: `shoot`, and reactions |
//! | [`combats`] | `close-combat` |
//! | [`magic`] | `psychic` |
//! | [`values`] | values with a grammar of their own |

pub mod combats;
pub mod fire;
pub mod formations;
pub mod machines;
pub mod magic;
pub mod powers;
pub mod steps;
pub mod units;
pub mod values;
pub mod weapons;

use schemars::JsonSchema;
use serde::Deserialize;

use battle_odds_scenario::typed::Named;
use powers::Power;
use weapons::Weapon;

/// The tables other than `[units]`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename = "a scenario", deny_unknown_fields, default)]
pub struct Tables {
    /// Weapons by name; those of the `armies` are known too.
    pub weapons: Named<Weapon>,
    /// Psychic powers by name; those of the `armies` are known too.
    pub powers: Named<Power>,
}
