//! §1.1.3 and §2: units — the numbers and abilities of their profiles, as in army lists.

pub mod compile;
pub mod weapon;
pub mod written;

use crate::critical::Critical;
use schemars::JsonSchema;
use serde::Deserialize;

pub use crate::hit::{Effect, Strength, UnitType};
pub use crate::profile::weapon::{Fire, Supply, Weapon, WeaponAbility};
pub use battle_odds_engine::amount::Amount;

/// §2.1: abilities of units, by their English names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename = "an ability of a unit", rename_all = "kebab-case")]
pub enum Ability {
    /// Re-rolls a failed save (§2.1.3).
    ReinforcedArmour,
    /// Crossfire does not make its save worse (§2.1.4).
    ThickRearArmour,
    /// A save of 6 against every attack (§2.1.18).
    InvulnerableSave,
    /// The same of 5+, in some army lists.
    #[serde(rename = "invulnerable-save 5+")]
    InvulnerableSave5,
    /// The same of 4+.
    #[serde(rename = "invulnerable-save 4+")]
    InvulnerableSave4,
    /// The same of 3+.
    #[serde(rename = "invulnerable-save 3+")]
    InvulnerableSave3,
    /// In Eldar lists: a save of 3+ instead of the armour's, against every attack.
    Holofield,
    /// Its reinforced armour holds against lances and macro-weapons (§2.1.13).
    LivingMetal,
    /// Blast markers and lost assaults do not destroy it (§2.1.17).
    Fearless,
    /// A formation of such units bears one marker more (§2.1.14).
    Stubborn,
    /// Its loss costs no blast marker (§2.1.19).
    Expendable,
    /// Takes off one blast marker more (§2.1.11).
    Leader,
    /// Adds 1 to the result of an assault (§2.1.5).
    Inspiring,
    /// Takes other formations along into an assault (§2.1.7).
    Commander,
    /// A commander and leader who re-rolls one failed test in each turn (§2.1.6).
    SupremeCommander,
    /// Has other formations act with its own (§2.1.1).
    CoordinatedAction,
    /// Its zone of control is larger (§2.1.8): only on the table.
    Scout,
    /// Charges at double speed (§2.1.9): only on the table.
    Infiltrator,
    /// Moves over terrain (§2.1.16).
    JumpPacks,
    /// Can pop up and force a firefight (§2.1.2).
    Skimmer,
    /// Flies higher still: no cover hides it (§6.2).
    SupportCraft,
    /// Re-rolls a failed test for dangerous terrain (§2.1.10).
    Walker,
    /// Counts as a vehicle in terrain (§2.1.12).
    Mounted,
    /// Picks the unit that it hits, which saves at −1 (§2.1.20).
    Sniper,
    /// Can teleport in (§2.1.21).
    Teleport,
    /// Strikes before others in an assault (§2.2.3).
    FirstStrike,
}

/// §4.1: how well an aircraft turns, and which missions it can fly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a class of aircraft", rename_all = "kebab-case")]
pub enum Aircraft {
    /// Intercepts, patrols and jinks.
    Fighter,
    /// Does all that and attacks the ground better.
    FighterBomber,
    /// Attacks the ground, and does not jink.
    Bomber,
}

impl Aircraft {
    /// §4.2, §4.2.3: fighters and fighter-bombers intercept, patrol and jink.
    pub fn dogfights(self) -> bool {
        self != Aircraft::Bomber
    }
}

/// §1.1.3: a unit's profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The key scenarios use.
    pub key: String,
    /// The name files use.
    pub name: String,
    /// The name that players read: the same, but in their language with a character aboard.
    pub words: String,
    /// What it counts as.
    pub kind: UnitType,
    /// In cm, if given.
    pub speed: Option<u16>,
    /// The face that saves it.
    pub armour: Option<u8>,
    /// Close combat value.
    pub cc: Option<u8>,
    /// Firefight value.
    pub ff: Option<u8>,
    /// §1.7.5: units it carries.
    pub transport: u8,
    /// §3: damage capacity of a war engine; 0 for all others.
    pub dc: u8,
    /// §3.2.5.
    pub shields: u8,
    /// §3.2.3.
    pub critical: Critical,
    /// §4.1.
    pub aircraft: Option<Aircraft>,
    /// §2.1.
    pub abilities: Vec<Ability>,
    /// All lines of its weapons.
    pub weapons: Vec<Weapon>,
    /// What its list says of it and the program does not simulate, in the words of the list.
    pub not_simulated: Vec<String>,
}

impl battle_odds_plan::formations::UnitProfile for Profile {
    fn key(&self) -> &str {
        &self.key
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn not_simulated(&self) -> &[String] {
        &self.not_simulated
    }
}

impl Profile {
    /// Whether it has an ability; §2.1.6: a supreme commander is a commander and a leader too.
    pub fn has(&self, ability: Ability) -> bool {
        self.abilities.contains(&ability)
            || (matches!(ability, Ability::Commander | Ability::Leader)
                && self.abilities.contains(&Ability::SupremeCommander))
    }

    /// §1.13.3: whether it has a speed of 0; §4.2.5: aircraft on the ground have too.
    pub fn is_immobile(&self) -> bool {
        self.speed == Some(0) || self.aircraft.is_some()
    }

    /// §2.1.18: its invulnerable save, the best if it has several.
    pub fn invulnerable_save(&self) -> Option<u8> {
        let value = |ability: &Ability| match ability {
            Ability::InvulnerableSave => Some(6),
            Ability::InvulnerableSave5 => Some(5),
            Ability::InvulnerableSave4 => Some(4),
            Ability::InvulnerableSave3 => Some(3),
            _ => None,
        };
        self.abilities.iter().filter_map(value).min()
    }

    /// §2.1.15: this unit with a character aboard: the character's weapons and abilities in addition.
    pub fn joined_by(&self, character: &Profile) -> Profile {
        let mut unit = self.clone();
        unit.name = format!("{} with {}", self.name, character.name);
        unit.words = text!("{unit} with {character}", unit = self.words, character = character.words);
        unit.abilities.extend(character.abilities.iter().filter(|ability| !self.abilities.contains(ability)));
        unit.weapons.extend(character.weapons.iter().cloned());
        unit.not_simulated.extend(character.not_simulated.iter().cloned());
        unit
    }
}
