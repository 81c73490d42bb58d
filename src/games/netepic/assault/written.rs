//! What a step `assault` may hold (§3.7).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::fire::written::Counts;
use battle_odds_scenario::typed::{Marked, Named, Names, Whole};

/// §3.7: an assault.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `assault`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Assault {
    /// The attackers: a formation or a list.
    pub by: Names,
    /// The defenders: a formation or a list.
    pub at: Names,
    /// Whether this is its first round, with what a charge brings. Left out: true.
    pub charge: Option<bool>,
    /// Whether attacked formations in First Fire shoot at the charging ones (§3.6). Left out: false.
    #[serde(default)]
    pub counter_charge: bool,
    /// Bases of a formation that fight, from the front. Left out: all.
    pub fighting: Counts,
    /// Added to the assault factor of a formation, `{ brood = 1 }`. Left out: 0.
    pub bonus: Option<Marked<Named<Marked<Whole<-20, 20>>>>>,
    /// Duels that each base of a formation has fought in this turn. Left out: those of its assaults in this turn.
    pub fought_before: Counts,
    /// Elite dice announced, by formation: `{ reapers = 2 }` (#5). Left out: 0.
    pub elite: Counts,
    /// When an Elite die is rerolled (#5). Left out: `"lost"`.
    pub elite_when: Option<EliteWhen>,
    /// Whether it is in the air, in the movement phase (#13). Left out: false.
    pub interception: Option<Marked<bool>>,
}

/// Row 5: when an Elite die of a duel is rerolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "when an Elite die is rolled again", rename_all = "kebab-case")]
pub enum EliteWhen {
    /// When the duel is lost.
    #[default]
    Lost,
    /// When the duel is lost or tied.
    NotWon,
}
