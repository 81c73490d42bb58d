//! What a step `psychic` may hold (§17.4).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::fire::written::Counts;
use crate::profile::Facing;
use crate::values::Cm;
use battle_odds_scenario::typed::{Marked, Several, Whole};

/// §17.4: a psyker uses a power.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `psychic`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Psychic {
    /// The psyker's formation.
    pub by: Marked<String>,
    /// The target.
    pub at: Marked<String>,
    /// The power, by its key.
    pub power: Marked<String>,
    /// The enemy's cards, played in order until one works (§17.4.5). Left out: none.
    pub counters: Option<Several<Marked<Counter>>>,
    /// Levels of the other side's psykers, only for `nullify`: `[4, 2]`. Left out: those in `at`.
    pub psykers: Option<Marked<Vec<Whole<1, 4>>>>,
    /// Whether the card of ultimate force is used (§17.4.5). Left out: false.
    #[serde(default)]
    pub ultimate_force: bool,
    /// Force cards sacrificed by the player who destroys the power, and by the caster. Left out: `[0, 0]`.
    pub sacrificed: Option<[Whole<0, 20>; 2]>,
    /// cm to the caster, for `rebound`. Left out: 0.
    pub distance: Option<Cm>,
    /// The unit that a power on one model hits. Left out: the nearest.
    pub model: Option<Marked<String>>,
    /// Models under a template. Left out: none.
    pub under: Counts,
    /// At machines: the location that is hit. Left out: rolled.
    pub location: Option<Marked<String>>,
    /// At machines: other locations that it touches, each hit on 4+. Left out: none.
    pub touched: Option<Marked<Several<Marked<String>>>>,
    /// At machines: the side that is hit. Left out: `"front"`.
    pub facing: Option<Facing>,
}

/// A card against a power (§17.4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a card", rename_all = "kebab-case")]
#[allow(missing_docs)] // The names of the cards.
pub enum Counter {
    Nullify,
    Destroy,
    Rebound,
    DaemonicAttack,
}
