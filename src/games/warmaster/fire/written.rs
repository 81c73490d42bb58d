//! What a step `shoot` may hold (L1088).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::cover::written::Cover;
use crate::fire::Luck;
use crate::names::Counts;
use battle_odds_scenario::typed::{Distance, Marked, Named, Names, Whole};

/// L1088: formations shoot at another.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step `shoot`", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Shoot {
    /// The formations that shoot.
    pub by: Names,
    /// The target.
    pub at: Marked<String>,
    /// How far away the target is, in cm: units with a shorter range do not shoot. Left out: all reach it.
    pub range: Option<Distance<Whole<0, 300>>>,
    /// Stands that shoot, by formation or `"formation.unit"`. Left out: all.
    pub shooters: Counts,
    /// How the target's stands are protected: `"open"` (hit on 4+), `"defended"` (5+), `"fortified"` (6+), numbers of stands
    /// `{ open = 1, defended = 2 }`, or either by formation. Left out: open.
    pub cover: Option<Cover>,
    /// Whether it is fire at a charge (Shooting at charging enemies). Left out: false.
    #[serde(default)]
    pub charging: bool,
    /// Free cm behind the target, if something stands in its way. Left out: no limit.
    pub room: Option<Distance<Whole<0, 200>>>,
    /// Friends behind the target that make way for it, with their distance in cm.
    #[serde(default)]
    pub make_way: Named<Distance<Whole<0, 200>>>,
    /// When the banner of luck is used. Left out: `"unlucky"`.
    pub luck: Option<Luck>,
    /// Whether it shoots only if it received an order in this turn. Left out: true if a step orders it, unless `when`
    /// is about orders.
    pub needs_order: Option<Marked<bool>>,
    /// Whether another shooting phase begins with this step. Left out: true if a unit in it has already shot.
    pub new_phase: Option<Marked<bool>>,
    /// Whether the next step is part of the same shooting phase. Left out: true.
    pub phase_goes_on: Option<Marked<bool>>,
}
