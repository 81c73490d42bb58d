//! What is lost in withdrawal (§1.13.3): a key of every step.

use crate::counts::Counts;
use schemars::JsonSchema;
use serde::Deserialize;

/// What is lost in withdrawal.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step", rename_all = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "every step of Epic Armageddon")]
pub struct Withdrawing {
    /// Units lost in withdrawal (§1.13.3), by name, if their formation breaks in the step or fails to rally; for a war engine, the
    /// enemies within 15 cm of it. Left out: none but units of speed 0 that fight in an assault, support in one, or are fired at
    /// with a `range` of 15 or less.
    pub caught: Option<Counts>,
}
