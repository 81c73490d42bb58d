//! `[formations.NAME]`: detachments and their groups of bases (§3.1).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::fire::written::Counts;
use crate::values::{Cm, Coordinate, Cover, Morale};
use battle_odds_scenario::typed::{Marked, Named, Names, Several, Whole};

/// A detachment.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a formation", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { morale = 7, units = [{ unit = \"gaunt\", count = 6 }] }")]
pub struct Formation {
    /// Its groups of bases, front to back: `[{ unit = "gaunt", count = 6 }]`.
    pub units: Marked<Vec<Marked<Group>>>,
    /// Morale: 7 is a 7 on 2D6, `"4+"` one die (§3.8). Left out: 3 if all are command units, otherwise every test is
    /// passed.
    pub morale: Option<Morale>,
    /// Its order (§3.3). Left out: `"advance"`.
    pub order: Option<Marked<Order>>,
    /// The side it fights on: any word. Left out: worked out from which formations attack each other.
    pub side: Option<String>,
    /// Its price. Left out: that of its bases, where all have one.
    pub points: Option<Whole<0, 100_000>>,
    /// Bases lost earlier in the battle. Left out: 0.
    pub lost: Option<Whole<0, 1000>>,
    /// How many lost bases break it (§3.8). Left out: half of all, rounded up.
    pub break_point: Option<Marked<Whole<1, 1000>>>,
    /// Whether it passes every morale test (§3.8). Left out: false.
    #[serde(default)]
    pub auto_morale: bool,
    /// Friendly formations whose morale aura reaches it (#14). Left out: only its own.
    pub near: Option<Names>,
    /// Whether it is under instinct (#6, #7). Left out: false.
    pub instinct: Option<Marked<bool>>,
    /// Where floaters are: `"ground"`, `"low"` or `"high"` (#8). Left out: low.
    pub altitude: Option<Marked<Altitude>>,
    /// Enemy formations in contact with it (§3.7). Left out: none.
    pub engaged_by: Option<Names>,
    /// Where its bases are, in cm, in the order of its groups: `[[0, 0], [5, 0]]`. Left out: nowhere.
    pub layout: Option<Marked<Vec<[Coordinate; 2]>>>,
    /// What an import leaves open, by the key that it is about; printed below the results.
    #[serde(default)]
    pub remarks: Named<Several<String>>,
}

/// §3.3: an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "an order", rename_all = "kebab-case")]
#[allow(missing_docs)] // #[allow(missing_docs)] // The variants are named like the words.
pub enum Order {
    None,
    FirstFire,
    #[default]
    Advance,
    Charge,
    FallBack,
}

/// Row 8: where a floater is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "an altitude", rename_all = "kebab-case")]
#[allow(missing_docs)] // #[allow(missing_docs)] // The variants are named like the words.
pub enum Altitude {
    Ground,
    #[default]
    Low,
    High,
}

/// The distance of each of some bases, in cm, by name: of a formation, a unit, or a unit of a formation,
/// `"brood.gaunt"`.
pub type Distances = Option<Marked<Named<Marked<Vec<Cm>>>>>;

/// Some equal bases.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a group of bases", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { unit = \"gaunt\", count = 6 }")]
pub struct Group {
    /// The key of its profile.
    pub unit: Marked<String>,
    /// How many bases. Left out: 1.
    pub count: Option<Marked<Whole<1, 200>>>,
    /// Cover that the bases are in: 0 to 3, or a word such as `"ruins"` (§3.13). Left out: the open.
    pub cover: Option<Cover>,
    /// The unit that carries them, `"rhino"` or `"formation.rhino"` (#30). Left out: none.
    pub embarked_in: Option<Marked<String>>,
    /// How many of them each transport carries, `[2, 1]`. Left out: dealt evenly.
    pub loads: Option<Marked<Vec<Whole<0, 100>>>>,
    /// Bases under a titan where it falls: `{ man = 2 }` (§3.9). Left out: none.
    pub falls_on: Counts,
    /// How far each base near a titan is when its reactor explodes, in cm: `{ man = [4, 10] }` (§3.9). Left out: by `layout`, else none.
    pub explodes_near: Distances,
    /// Wounds that the first base has lost. Left out: 0.
    pub wounds_lost: Option<Marked<Whole<0, 19>>>,
    /// Shields that are down on the first base. Left out: 0.
    pub shields_down: Option<Marked<Whole<0, 20>>>,
}
