//! The tables of a scenario beside `[units]`, `[formations]`, `[readings]` and `[[steps]]`.

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
