//! What the steps `army-break` and `game-length` may hold (L2230, L347).

use schemars::JsonSchema;
use serde::Deserialize;

use battle_odds_scenario::typed::Names;

/// L2230: whether an army breaks.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `army-break`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct ArmyBreak {
    /// A formation of the army; or `side`.
    pub by: Option<Names>,
    /// The same.
    pub side: Option<Names>,
}

/// L347: how many turns the battle lasts.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `game-length`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct GameLength {}
