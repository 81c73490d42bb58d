//! `[powers.NAME]`: a psychic power (§17.6); the cards are not in the book.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::values::{Amount, SaveModifier};
use battle_odds_scenario::typed::{Several, Whole};

/// A psychic power.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a power", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { force = 2, s = 6, damage = \"D3\" }")]
pub struct Power {
    /// Its name in reports. Left out: its key.
    pub name: Option<String>,
    /// Force cards that it needs (§17.4.4). Left out: 1.
    pub force: Option<Whole<1, 10>>,
    /// Strength of a hit: an amount (§17.7.4). Left out: a model that does not avoid it is dead.
    pub s: Option<Amount>,
    /// Wounds that a hit causes: an amount. Left out: 1.
    pub damage: Option<Amount>,
    /// Save modifier; `"none"`: no save of armour or field, and a dodge is none. Left out: by the strength (§17.7.6).
    pub save: Option<SaveModifier>,
    /// Hits: an amount. Left out: 1.
    pub hits: Option<Amount>,
    /// What it hits. Left out: `"squad"`.
    pub on: Option<PowerTarget>,
    /// The characteristic under which it is avoided: a D6, for `ld` 2D6, one roll for a squad, and one for each
    /// character (§17.7.7). Left out: it cannot be avoided.
    pub avoid: Option<Avoid>,
    /// What its card says of it and is not simulated, in the card's words; repeated below the results.
    pub not_simulated: Option<Several<String>>,
}

/// What a power hits (§17.7.2, §17.7.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "what a power hits", rename_all = "kebab-case")]
pub enum PowerTarget {
    /// A squad, spread like shots.
    Squad,
    /// One model: the step's `model`, otherwise the nearest.
    Model,
}

/// A characteristic to roll under (§17.7.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a characteristic", rename_all = "kebab-case")]
pub enum Avoid {
    /// Move.
    M,
    /// Strength.
    S,
    /// Toughness.
    T,
    /// Initiative.
    I,
    /// Leadership, with 2D6.
    Ld,
}
