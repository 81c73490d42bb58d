//! What a step `end-phase` may hold (§3.2).

use schemars::JsonSchema;
use serde::Deserialize;

/// §3.2: the end phase.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `end-phase`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct EndPhase {
    /// Whether formations that fall back try to rally. Left out: true.
    pub rally: Option<bool>,
}
