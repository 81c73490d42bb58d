//! What the steps `flee` and `rally` may hold (§13.2, §13.4).

use schemars::JsonSchema;
use serde::Deserialize;

use battle_odds_scenario::typed::Marked;

/// §13.2: a broken formation flees.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `flee`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Flee {
    /// The formation.
    pub by: Marked<String>,
}

/// §13.4: a formation tries to rally.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `rally`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rally {
    /// The formation.
    pub by: Marked<String>,
    /// Whether it is in or behind cover. Left out: true.
    pub cover: Option<bool>,
    /// Whether it has already fled this turn in a step that is not in this file. Left out: false.
    #[serde(default)]
    pub fled: bool,
    /// Whether the nearest friends are broken. Left out: false.
    #[serde(default)]
    pub nearest_broken: bool,
    /// Whether it hates its adversaries: Ld 10 (§14.4). Left out: whether any enemies that it `hates` are left.
    pub hated: Option<bool>,
}
