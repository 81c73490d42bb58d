//! `[units.NAME]`: a line of an army list (L261, L273).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::items::Item;
use crate::profile::{Ability, Kind};
use battle_odds_scenario::typed::{Distance, Face, Marked, Several, Whole};

/// A unit of troops, or a commander.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a unit", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { type = \"infantry\", attacks = 3, hits = 3, armour = \"6+\" }")]
pub struct Unit {
    /// Its name in reports. Left out: its key.
    pub name: Option<String>,
    /// The type of troops, or of commander.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// Attacks of each stand; a commander's are a bonus to one stand of the unit he has joined, 0 where left out.
    pub attacks: Option<Marked<Whole<0, 20>>>,
    /// Shots of each stand. Left out: 1 with a `range`, else none. Shots without a `range` reach any target.
    pub shots: Option<Whole<0, 20>>,
    /// How far it shoots, in cm. Left out: it cannot shoot.
    pub range: Option<Distance<Whole<1, 200>>>,
    /// Wounds that cost it a stand. Left out: 3.
    pub hits: Option<Whole<1, 20>>,
    /// The face that saves from a wound. Left out: no save.
    pub armour: Option<Face<3>>,
    /// Stands of a whole unit. Left out: 3.
    pub stands: Option<Whole<1, 10>>,
    /// Its price. Left out: unknown.
    pub points: Option<Whole<0, 10_000>>,
    /// Full pace on the ground, in cm. Left out: that of its type; machines must say theirs.
    pub pace: Option<Distance<Whole<1, 100>>>,
    /// The command value of a commander; other units have none.
    pub command: Option<Whole<2, 10>>,
    /// Special rules. Left out: none.
    #[serde(default)]
    pub abilities: Vec<Ability>,
    /// The magic item that it carries, one at most. Left out: none.
    pub items: Option<Marked<Several<Marked<Item>>>>,
    /// What an army list says of it and is not simulated, in the list's words; repeated below the results.
    pub not_simulated: Option<Several<String>>,
}
