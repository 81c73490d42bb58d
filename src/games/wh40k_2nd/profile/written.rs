//! `[units.NAME]`: a profile (§6).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::damage::wound::Save;
use crate::machine::written::{Location, Ram};
use crate::profile::{Ability, Kind};
use crate::values::Cm;
use battle_odds_scenario::typed::{Face, Marked, Named, Several, Whole};

/// A model, a machine or a building. A profile number left out is 0.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a unit", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { ws = 4, bs = 4, s = 4, t = 4, i = 4, a = 1, ld = 8, weapons = [\"boltgun\"] }")]
pub struct Unit {
    /// Its name in reports. Left out: its key.
    pub name: Option<String>,
    /// What it is. Left out: infantry.
    #[serde(rename = "type")]
    pub kind: Option<Kind>,
    /// The unit that cavalry rides (§6.5).
    pub mount: Option<Marked<String>>,
    /// Move in cm. Left out: 0.
    pub m: Option<Cm>,
    /// Weapon skill. Left out: 0.
    pub ws: Option<Whole<0, 10>>,
    /// Ballistic skill. Left out: 0, it cannot shoot.
    pub bs: Option<Whole<0, 10>>,
    /// Strength. Left out: 0.
    pub s: Option<Whole<0, 10>>,
    /// Toughness; walkers, vehicles and buildings have none. Left out: none.
    pub t: Option<Marked<Whole<0, 10>>>,
    /// Wounds. Left out: 1.
    pub w: Option<Whole<1, 20>>,
    /// Initiative. Left out: 0.
    pub i: Option<Whole<0, 10>>,
    /// Attacks. Left out: 0.
    pub a: Option<Whole<0, 20>>,
    /// Leadership. Left out: it never tests.
    pub ld: Option<Whole<1, 10>>,
    /// Armour save, `"3+"` or `"3+ on 2D6"` (§11.12). Left out: none.
    pub armour: Option<Save>,
    /// Save of a force field, which nothing modifies (§11.13). Left out: none.
    pub field: Option<Save>,
    /// Dodge, which nothing modifies: `"4+"`. Left out: none.
    pub dodge: Option<Face<2>>,
    /// Its weapons, by their keys: it fires the first that reaches. Left out: none.
    pub weapons: Option<Several<Marked<String>>>,
    /// Psychic level (§7.2). Left out: 0, no psyker.
    pub psychic: Option<Whole<0, 4>>,
    /// Formations or units that it hates, or `"all"` (§14.4). Left out: none.
    pub hates: Option<Several<Marked<String>>>,
    /// Width of its base in cm. Left out: 2.5.
    pub base: Option<Cm>,
    /// Its special rules. Left out: none.
    #[serde(default)]
    pub abilities: Vec<Ability>,
    /// Armour value of a building or a door (§16.11).
    pub av: Option<Marked<Whole<1, 60>>>,
    /// Crew of a machine. Left out: 1.
    pub crew: Option<Marked<Whole<1, 30>>>,
    /// Slow, combat and fast speed of a machine in cm (§15.3.1). Left out: none is known.
    pub speed: Option<Marked<[Cm; 3]>>,
    /// Its hits on anything that it rams (§15.3.7). Left out: it cannot ram.
    pub ram: Option<Marked<Ram>>,
    /// Locations of a machine by name: `hull = { roll = "3-5", front = 20, side = 18, damage = { "1-6" = "destroyed" } }`
    /// (§15.4.3).
    pub locations: Option<Marked<Named<Marked<Location>>>>,
    /// What its army list says of it and is not simulated, in the list's words; repeated below the results.
    pub not_simulated: Option<Several<String>>,
}
