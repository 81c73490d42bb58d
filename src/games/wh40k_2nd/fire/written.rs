//! What a step `shoot` and reactions may hold (§11).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::fire::to_hit::Cover;
use crate::profile::Facing;
use crate::values::Cm;
use battle_odds_scenario::typed::{ByName, InTwo, Marked, Named, Names, Several, Whole};

/// Numbers of models by formation, `"formation.unit"` or unit.
pub type Counts = Option<Marked<Named<Marked<Whole<0, 1000>>>>>;

/// Locations of machines.
pub type Locations = Option<Marked<Several<Marked<String>>>>;

/// §11: formations shoot at another, or into a combat of two.
pub type Shoot = InTwo<Fire, Shooting>;

/// §11.24.2: fire of a formation on overwatch at an enemy that moves.
pub type Reaction = InTwo<Fire, Reacting>;

/// Fire from overwatch, one entry for each formation.
pub type Reactions = Option<Marked<Vec<Marked<Reaction>>>>;

/// The shooter and the target.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `shoot`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Shooting {
    /// The formation that shoots.
    pub by: Marked<String>,
    /// The target; two that are in combat with each other: into their combat (§11.16).
    pub at: Names,
}

/// The formation that shoots from overwatch.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a reaction", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { by = \"guard\", range = 20 }")]
pub struct Reacting {
    /// The formation that shoots.
    pub by: Marked<String>,
}

/// What some models fire with: a weapon, several, or nothing (`"hold"`).
pub type FireWith = Several<Marked<String>>;

/// How a formation fires.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename = "fire", rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Fire {
    /// How far away the target is in cm, for all or by unit (§11.6). Left out: 0.
    pub range: Option<ByName<Cm>>,
    /// The target's cover, over that of its groups: `"none"`, `"soft"`, `"hard"`, or half visible behind hard cover,
    /// `"half-hard"` (§11.4). Left out: that of its groups.
    pub cover: Option<Cover>,
    /// cm that the target moved in its last movement phase (§11.8). Left out: 0; for a charging target, twice its Move
    /// (FAQ 1.2).
    pub target_moved: Option<Cm>,
    /// Whether the shooters have moved (§11.17). Left out: false.
    pub moved: bool,
    /// Whether they shoot from a vehicle at fast speed (§11.8). Left out: false.
    pub fast: bool,
    /// Whether overwatch's −1 counts (§11.24.2). Left out: only at a charge, for the formations that are charged
    /// themselves.
    pub snap: Option<bool>,
    /// Any other modifier to hit. Left out: 0.
    pub modifier: Option<Whole<-10, 10>>,
    /// Models that shoot. Left out: all.
    pub shooters: Counts,
    /// Models of the target that can be hit. Left out: all.
    pub exposed: Counts,
    /// What models fire with, by unit: `{ guard = "lasgun" }`, a list, or `"hold"`. Left out: the first weapon that reaches.
    pub fire: Option<Marked<Named<Marked<FireWith>>>>,
    /// Sustained fire dice that are rolled, by weapon (§11.23). Left out: all.
    pub dice: Option<Marked<Named<Marked<Whole<1, 6>>>>>,
    /// Whether Space Marines use rapid fire whenever they may (§11.10.1). Left out: true.
    pub rapid_fire: Option<bool>,
    /// Whether the target is in a confined space: explosions have +1 S there and -1 on the save, flames +1 to affect
    /// partly covered models (§16.8). Left out: false.
    pub confined: bool,
    /// Models near the target that an explosion reaches. Left out: none.
    pub near: Counts,
    /// cm of the target's last move. Left out: 0.
    pub speed: Option<Cm>,
    /// At machines: the side that is shot at (§15.4.4). Left out: `"front"`.
    pub facing: Option<Facing>,
    /// At machines: the location that is hit. Left out: rolled.
    pub location: Option<Marked<String>>,
    /// At machines: locations that cannot be hit and are rerolled (§15.4.3). Left out: none.
    pub masked: Locations,
    /// Templates: models fully covered when it lies on its target (§11.18). Left out: none but the target.
    pub under: Counts,
    /// Templates: models partly covered. Left out: none.
    pub partly: Counts,
    /// Templates: which models it covers when it has scattered, by the distance in cm: `{ "5" = { under = { orks = 2 }
    /// } }`. Left out: none.
    pub scattered: Option<Marked<Named<Marked<Covered>>>>,
    /// Templates: other models fully covered when it explodes on its firer. Left out: none.
    pub beside: Counts,
    /// Templates: whether the target is a point of ground (§11.21). Left out: false.
    pub ground: bool,
    /// Templates at machines: the location under the hole (§15.4.3). Left out: none.
    pub hole: Locations,
    /// Templates at machines: other locations that it touches, each hit on 4+. Left out: none.
    pub touched: Locations,
    /// Of a target with a `layout`: the model aimed at, from 0. Left out: 0.
    pub aim: Option<Marked<Whole<0, 1000>>>,
}

/// What a template covers that has scattered.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename = "what a template covers", rename_all = "kebab-case", deny_unknown_fields, default)]
#[serde(expecting = "a table such as { under = { orks = 2 } }")]
pub struct Covered {
    /// Models fully covered. Left out: none.
    pub under: Counts,
    /// Models partly covered. Left out: none.
    pub partly: Counts,
    /// At machines: the location under the hole. Left out: none.
    pub hole: Locations,
    /// At machines: other locations that it touches, each hit on 4+. Left out: none.
    pub touched: Locations,
}
