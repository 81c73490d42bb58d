//! What a step `break-test` may hold (§13.1).

use schemars::JsonSchema;
use serde::Deserialize;

use battle_odds_scenario::typed::{Marked, Whole};

/// §13.1: a formation takes a break test.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `break-test`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct BreakTest {
    /// The formation.
    pub by: Marked<String>,
    /// A modifier to its Ld. Left out: 0.
    pub modifier: Option<Whole<-10, 10>>,
    /// Whether it hates its adversaries: Ld 10 (§14.4). Left out: whether any enemies that it `hates` are left.
    pub hated: Option<bool>,
}
