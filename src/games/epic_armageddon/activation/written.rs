//! How an action begins (§1.6).

use crate::activation::Activation;
use battle_odds_scenario::typed::Whole;
use schemars::JsonSchema;
use serde::Deserialize;

/// How an action begins (§1.6).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "how an action begins")]
pub struct Beginning {
    /// Whether it needs a test. Left out: none.
    pub activation: Option<Activation>,
    /// Added to the test. Left out: 0.
    pub initiative_modifier: Option<Whole<-6, 6>>,
    /// What a formation that fails its test does (§1.6.1, Hold). Left out: what the kind of action suggests, which the
    /// report says.
    pub if_failed: Option<Hold>,
}

/// What a formation that failed its test does (§1.6.1, Hold).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "what a formation that holds does", rename_all = "kebab-case")]
pub enum Hold {
    /// Shoots, without modifier.
    Shoot,
    /// Moves: enemies on overwatch may fire at it (§1.10).
    Move,
    /// Does nothing.
    Nothing,
    /// Regroups.
    Marshal,
}
