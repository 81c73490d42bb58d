//! What the steps `morale` and `rally` may hold (§3.8).

use schemars::JsonSchema;
use serde::Deserialize;

use battle_odds_scenario::typed::{Marked, Whole};

/// §3.8: a morale test.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `morale`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct MoraleTest {
    /// The formation.
    pub by: Marked<String>,
    /// Added to the roll. Left out: 0.
    pub modifier: Option<Whole<-10, 10>>,
}

/// §3.8: a rally.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `rally`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rally {
    /// The formation.
    pub by: Marked<String>,
    /// Added to the roll. Left out: 0.
    pub modifier: Option<Whole<-10, 10>>,
}
