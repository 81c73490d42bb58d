//! The tables of a scenario next to `[units]`.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::psychic::power::written::Power;
use crate::weapon::written::Weapon;
use battle_odds_plan as plan;
use battle_odds_scenario::typed::Named;

/// The tables of all files.
pub type AllTables = plan::profiles::Tables<Tables>;

/// The tables other than `[units]`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename = "a scenario", deny_unknown_fields, default)]
pub struct Tables {
    /// Weapons by name; those of the `armies` are known too.
    pub weapons: Named<Weapon>,
    /// Psychic powers by name; those of the `armies` are known too.
    pub powers: Named<Power>,
}
