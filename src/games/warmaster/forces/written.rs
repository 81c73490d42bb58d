//! `[formations.NAME]`: units and brigades, and the commanders with them.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::items::Item;
use battle_odds_plan::spending::Spend;
use battle_odds_scenario::typed::{Marked, Named, Several, Whole};

/// A unit, or a brigade of several.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a formation", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { units = [{ unit = \"knights\" }] }")]
pub struct Formation {
    /// Its units and commanders: `[{ unit = "knights" }, { unit = "hero" }]`.
    pub units: Marked<Vec<Marked<Group>>>,
    /// Its points as a whole, shared evenly among its units. Left out: the sum of its units' points.
    pub points: Option<Whole<0, 100_000>>,
    /// The side it fights on: any word. Left out: worked out from which formations attack each other.
    pub side: Option<String>,
    /// When magic items that work once are used: `{ anti-magic-scroll = 3 }` only in step 3, numbered as in the report.
    /// Left out: at the first chance.
    #[serde(default)]
    pub spend: Named<Marked<Spend>>,
    /// What an import leaves open, by the key that it is about; printed below the results.
    #[serde(default)]
    pub remarks: Named<Several<String>>,
}

/// Some units of one profile, or a commander.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a group of units", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { unit = \"knights\", count = 2 }")]
pub struct Group {
    /// The key of its profile.
    pub unit: Marked<String>,
    /// How many units. Left out: 1.
    pub count: Option<Whole<1, 20>>,
    /// Stands of each unit when the battle begins, up to those of its profile. Left out: all.
    pub stands: Option<Marked<Whole<1, 10>>>,
    /// Whether it is confused when the battle begins. Left out: false.
    pub confused: Option<Marked<bool>>,
    /// The magic item that it carries, instead of its profile's.
    pub items: Option<Marked<Several<Marked<Item>>>>,
    /// Whether it counts when an army breaks. Left out: true.
    pub counts_for_break: Option<Marked<bool>>,
    /// Of a commander: the unit that he has joined. Left out: the first of the formation.
    pub joins: Option<Marked<String>>,
}
