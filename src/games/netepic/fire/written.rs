//! What the steps `shoot`, `psychic` and `barrage` have in common (§3.4).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::values::{Cm, Cover};
use battle_odds_scenario::typed::{Either, Marked, Named, Several, Whole};

/// Numbers by name: of a formation, a unit, or a unit of a formation, `"brood.gaunt"`.
pub type Counts = Option<Marked<Named<Marked<Whole<0, 1000>>>>>;

/// The shooter, the target, and how it fires.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "fire", rename_all = "kebab-case", deny_unknown_fields)]
pub struct Fire {
    /// The formation that shoots.
    pub by: Marked<String>,
    /// The formation that is shot at.
    pub at: Marked<String>,
    /// How far away the target is, in cm. Left out: within reach of every weapon but close defences.
    pub range: Option<Cm>,
    /// The side of the target that is shot at (§3.4). Left out: `"front"`.
    #[serde(default)]
    pub facing: Facing,
    /// The target's cover, instead of that of its groups (§3.13). Left out: that of its groups.
    pub cover: Option<Cover>,
    /// Any other penalty to hit. Left out: 0.
    pub penalty: Option<Whole<0, 10>>,
    /// Dice aimed at units of the target, `{ boss = 2 }`; the others are dealt (§3.4). Left out: all are dealt.
    pub aim: Counts,
    /// Bases that shoot: a number, from the front, or by unit. Left out: all.
    pub shooters: Option<Marked<Either<Whole<0, 1000>, Named<Marked<Whole<0, 1000>>>>>>,
    /// The weapons that are fired, by name, and `"close-defences"`. Left out: all that may be.
    pub weapons: Option<Marked<Several<Marked<String>>>>,
    /// Shots of close defences that are spent (#4). Left out: all that are left.
    pub close_defences: Option<Marked<Whole<0, 1000>>>,
    /// The fire is a reaction (§3.6). Left out: it is none.
    pub reaction: Option<Marked<Reaction>>,
    /// Elite dice announced, by formation: `{ reapers = 2 }` (#5). Left out: 0.
    pub elite: Counts,
    /// The location that a 6 hits on a titan (§3.9). Left out: `"body"`.
    pub locate: Option<Marked<Location>>,
    /// What happens to HQ bases that are lost, by formation: `{ brood = "lose" }` (#20). Left out: another base dies in
    /// their place.
    pub hq: Option<Marked<Named<Marked<HqChoice>>>>,
}

impl Fire {
    /// Fire of one formation at another, with everything else left out.
    pub fn of(by: &Marked<String>, at: &Marked<String>) -> Fire {
        Fire {
            by: by.clone(),
            at: at.clone(),
            range: None,
            facing: Facing::Front,
            cover: None,
            penalty: None,
            aim: None,
            shooters: None,
            weapons: None,
            close_defences: None,
            reaction: None,
            elite: None,
            locate: None,
            hq: None,
        }
    }
}

/// §3.4: the side from which a target is shot at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a facing", rename_all = "kebab-case")]
#[allow(missing_docs)] // #[allow(missing_docs)] // The variants are named like the words.
pub enum Facing {
    #[default]
    Front,
    Flank,
    Rear,
}

/// §3.6: a kind of reaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a reaction", rename_all = "kebab-case")]
#[allow(missing_docs)] // #[allow(missing_docs)] // The variants are named like the words.
pub enum Reaction {
    Interception,
    CounterCharge,
}

/// §3.9: a location of a titan that a shooter may choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a location", rename_all = "kebab-case")]
#[allow(missing_docs)] // #[allow(missing_docs)] // The variants are named like the words.
pub enum Location {
    #[default]
    Body,
    Leg,
    Weapon,
    Head,
    Reactor,
    Shields,
    Abdomen,
}

/// Row 20: what happens to an HQ base that is lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "what becomes of HQ bases", rename_all = "kebab-case")]
pub enum HqChoice {
    /// Another base of its class and formation dies in its place, if there is one.
    #[default]
    Keep,
    /// It is lost.
    Lose,
}
