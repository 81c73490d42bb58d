//! What the steps `close-combat`, also against machines (§15.5) and walls (§16.12), and `slash-attack` may hold (§12, §15.6.1).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::combat::duel::ParryPolicy;
use crate::fire::written::{Counts, Reactions};
use crate::profile::Facing;
use crate::values::Cm;
use battle_odds_scenario::typed::{Marked, Named, Names, Whole};

/// §12: formations fight.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `close-combat`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct CloseCombat {
    /// The formations that charge, or whose turn it is.
    pub by: Names,
    /// The formations that they fight.
    pub at: Names,
    /// Whether it begins with a charge (§10.7). Left out: true.
    pub charge: Option<bool>,
    /// Rounds, each a close combat phase. Left out: 1.
    pub rounds: Option<Whole<1, 20>>,
    /// Models that fight. Left out: all.
    pub contact: Counts,
    /// Whether they charge across an obstacle: −1 (§12.6). Left out: false.
    #[serde(default)]
    pub obstacle: bool,
    /// The formation that stands higher: +1 (§12.6). Left out: none.
    pub height: Option<Marked<String>>,
    /// The formations that disengage (§12.12). Left out: none.
    pub disengage: Option<Names>,
    /// When a formation parries (§12.5.1). Left out: `"when-not-winning"`.
    pub parry: Option<Marked<Named<Marked<ParryPolicy>>>>,
    /// What models strike with, by unit. Left out: the first weapon fit for close combat.
    pub strike: Option<Marked<Named<Marked<String>>>>,
    /// At machines: the location attacked (§15.5).
    pub location: Option<Marked<String>>,
    /// At machines: the side attacked (§15.4.4). Left out: `"front"`.
    pub facing: Option<Facing>,
    /// At vehicles: whether it stands still (§15.5). Left out: false.
    #[serde(default)]
    pub stationary: bool,
    /// At vehicles: cm of its last move. Left out: 0.
    pub speed: Option<Cm>,
    /// Models near the target that an explosion reaches. Left out: none.
    pub near: Counts,
    /// Fire from overwatch at the charging formations, such as `[{ by = "guard", range = 20 }]` (§11.24.2). Left out:
    /// none.
    pub reactions: Reactions,
}

/// §15.6.1: bikes strike as they pass.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `slash-attack`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct SlashAttack {
    /// The bikes.
    pub by: Marked<String>,
    /// The formation that they pass.
    pub at: Marked<String>,
    /// Models that fight. Left out: all.
    pub contact: Counts,
    /// What models strike with, by unit. Left out: the first weapon fit for close combat.
    pub strike: Option<Marked<Named<Marked<String>>>>,
}
