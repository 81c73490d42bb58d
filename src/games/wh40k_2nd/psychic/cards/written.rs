//! What the steps `warp-cards` and `psychic-duel` may hold (§17.4).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::values::Flux;
use battle_odds_scenario::typed::{Marked, Whole};

/// §17.4.2: warp cards are dealt.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `warp-cards`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct WarpCards {
    /// A formation of the side whose turn it is.
    pub by: Marked<String>,
    /// A formation of the other side.
    pub at: Marked<String>,
    /// The flux, in D6 that are added up: `"1D6"`, `"2D6"`, `"3D6"`. Left out: `"2D6"`.
    pub flux: Option<Flux>,
    /// Psykers active on the table: at most one D6 for each. Left out: no limit.
    pub psykers: Option<Whole<0, 100>>,
}

/// §17.4.5: two psykers fight a psychic duel.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `psychic-duel`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct PsychicDuel {
    /// The formation of one psyker.
    pub by: Marked<String>,
    /// That of the other.
    pub at: Marked<String>,
}
