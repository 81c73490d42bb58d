//! `[units.NAME]`: a profile, with its weapons (§3.1).

use schemars::JsonSchema;
use serde::Deserialize;

use crate::abilities::Ability;
pub use crate::abilities::WeaponAbility;
use crate::values::{Cm, Hits, Save, ToHit};
use battle_odds_scenario::typed::{Marked, Several, Whole};

/// A base: some infantry, a vehicle or a monster.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a unit", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(
    expecting = "a table such as { class = 3, save = \"4+\", caf = 2, weapons = [{ range = 50, to-hit = \"5+\" }] }"
)]
pub struct Unit {
    /// Its name in reports. Left out: its key.
    pub name: Option<String>,
    /// Its class: 1 infantry, 2 cavalry and walkers, 3 vehicles, 4 super-heavies and knights, 5 to 7 titans (§3.1). Left out: 1.
    pub class: Option<Whole<1, 7>>,
    /// Move in cm; nothing depends on it. Left out: unknown.
    #[serde(rename = "move")]
    pub moves: Option<Cm>,
    /// Save: `"4+"`, fixed `"6+f"`, or the better of both, `"4+/6+f"` (§3.4). Left out: none.
    pub save: Option<Save>,
    /// Assault factor, CAF or FA (§3.7). Left out: 0.
    pub caf: Option<Whole<-20, 40>>,
    /// Wounds, PDV or DR (#15). Left out: 1.
    pub wounds: Option<Whole<1, 20>>,
    /// Energy shields (§3.4). Left out: 0.
    pub shields: Option<Whole<0, 20>>,
    /// Infantry bases that it carries (#30). Left out: 0.
    pub transport: Option<Whole<0, 100>>,
    /// The chart of its locations, if it is a titan (§3.9). Left out: none.
    pub locations: Option<Marked<Chart>>,
    /// Extra wounds of a duel that it wins (§3.7). Left out: 0.
    pub assault_damage: Option<Whole<0, 20>>,
    /// Its price. Left out: unknown.
    pub points: Option<Whole<0, 100_000>>,
    /// Its weapons. Left out: none.
    #[serde(default)]
    pub weapons: Vec<Marked<Weapon>>,
    /// Its abilities, such as `"elite 2"` (§4). Left out: none.
    #[serde(default)]
    pub abilities: Vec<Marked<Ability>>,
    /// What its army list says of it and is not simulated, in the list's words; repeated below the results.
    pub not_simulated: Option<Several<String>>,
}

/// §3.9: a chart of locations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a chart of locations", rename_all = "kebab-case")]
#[allow(missing_docs)] // #[allow(missing_docs)] // The variants are named like the words.
pub enum Chart {
    ImperialTitan,
    BioTitan,
}

/// A weapon of a base.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "a weapon", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { name = \"Missiles\", range = 75, dice = 2, to-hit = \"4+\", ap = 2 }")]
pub struct Weapon {
    /// Its name. Left out: `weapon`, with a number where there are several.
    pub name: Option<String>,
    /// How many of it a base has. Left out: 1.
    pub count: Option<Whole<1, 50>>,
    /// Range in cm. Left out: it reaches.
    pub range: Option<Cm>,
    /// Attack dice. Left out: 1.
    pub dice: Option<Marked<Whole<1, 50>>>,
    /// What a die needs: `"2+"` to `"6+"`, or `"auto"` (§3.4). Left out: by its barrage points.
    pub to_hit: Option<ToHit>,
    /// Armour penetration, 2 or -2: this is subtracted from saves (§3.4). Left out: 0.
    pub ap: Option<Whole<-6, 6>>,
    /// Hits of a die that hits, `2` or `"D3"` (#1). Left out: 1.
    pub hits: Option<Hits>,
    /// The diameter of its template in cm; it has no dice (#10). Left out: none.
    pub template: Option<Marked<Cm>>,
    /// Barrage points of a base, instead of `to-hit` (§3.5). Left out: none.
    pub barrage_points: Option<Marked<Whole<1, 50>>>,
    /// It is a psychic power, physical or ethereal (#19). Left out: it is none.
    pub psychic: Option<PowerKind>,
    /// Its abilities. Left out: none.
    #[serde(default)]
    pub abilities: Vec<Marked<WeaponAbility>>,
}

/// Row 19: a kind of psychic power.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a kind of psychic power", rename_all = "kebab-case")]
pub enum PowerKind {
    /// It is resolved like a shot.
    Physical,
    /// Only a Psychic Save stops it.
    Ethereal,
}
