//! What a step `psychology` may hold (§14).

use schemars::JsonSchema;
use serde::Deserialize;

use battle_odds_scenario::typed::Marked;

/// §14: a formation takes a psychology test.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `psychology`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Psychology {
    /// The formation.
    pub by: Marked<String>,
    /// The test.
    pub test: PsychologyTest,
    /// Fear and terror: whether it charges the enemy that it fears. Left out: false, it is charged.
    #[serde(default)]
    pub charging: bool,
    /// Fear: whether the charging enemy is more numerous. Left out: false.
    #[serde(default)]
    pub outnumbered: bool,
    /// Stupidity: whether it is in combat. Left out: false.
    #[serde(default)]
    pub in_combat: bool,
}

/// A psychology test (§14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a test", rename_all = "kebab-case")]
#[allow(missing_docs)] // The names of the book.
pub enum PsychologyTest {
    Fear,
    Terror,
    Stupidity,
    Frenzy,
}
