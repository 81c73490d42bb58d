//! Locations of vehicles and walkers, and what damage does to them (§15.4); the cards are not in the book.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::machine::Outcome;
use crate::values::{Amount, Faces, SaveModifier};
use battle_odds_scenario::typed::{Either, Marked, Named, Several, Shape, Shaped, Whole};

/// The hits of a vehicle on anything that it rams (§15.3.7).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a ram", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { s = 7, damage = \"D12\", save = -4 }")]
pub struct Ram {
    /// Strength.
    pub s: Amount,
    /// Wounds that a hit causes. Left out: 1.
    pub damage: Option<Amount>,
    /// Save modifier. Left out: 0.
    pub save: Option<SaveModifier>,
}

/// A location (§15.4.3).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a location", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { roll = \"3-5\", front = 20, damage = { \"1-6\" = \"destroyed\" } }")]
pub struct Location {
    /// The faces of the location die that hit it, `"3-5"`.
    pub roll: Marked<Faces>,
    /// Armour value in front; none for a crewman.
    pub front: Option<Whole<1, 60>>,
    /// Armour value at side and rear. Left out: as `front`.
    pub side: Option<Whole<1, 60>>,
    /// What is rolled on its damage table: `{ "1-3" = "nothing", "4-6" = ["crew 4+", "immobilised"] }` (§15.4.8).
    pub damage: Option<Marked<DamageTable>>,
    /// The unit of the crewman that is hit instead.
    pub crew: Option<Marked<String>>,
}

/// A damage table: results by the faces of a D6.
pub type DamageTable = Named<Marked<Several<Marked<Damage>>>>;

/// A result: a word, or a table of what follows.
pub type Damage = Either<Further, Outcome>;

/// What follows from a result.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a result", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { roll = { \"1-3\" = \"nothing\", \"4-6\" = \"destroyed\" } }")]
pub struct Further {
    /// Another table to roll on.
    pub roll: Option<Box<Marked<DamageTable>>>,
    /// An explosion.
    pub explosion: Option<Explosion>,
}

impl Shaped for Further {
    const WORDS: &'static str = "a table";

    fn takes(shape: &Shape) -> bool {
        matches!(shape, Shape::Table(_))
    }
}

/// An explosion: hits the models that the step counts as `near`, and attackers not far enough away.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "an explosion", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { s = 5, damage = \"D6\", save = -3, radius = 5 }")]
pub struct Explosion {
    /// Strength.
    pub s: Amount,
    /// Wounds that a hit causes. Left out: 1.
    pub damage: Option<Amount>,
    /// Save modifier. Left out: 0.
    pub save: Option<SaveModifier>,
    /// Its radius in cm.
    pub radius: crate::values::Cm,
}
