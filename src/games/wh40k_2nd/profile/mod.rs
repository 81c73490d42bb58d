//! §6: profiles of models, machines and buildings.

pub mod compile;
pub mod written;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::damage::wound::Save;
use crate::machine::written::{Location, Ram};
pub use crate::weapon::{Weapon, WeaponAbility};
use battle_odds_plan as plan;
use battle_odds_scenario::typed::{Marked, Named, words};

/// Types of units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a type of unit", rename_all = "kebab-case")]
pub enum Kind {
    /// On foot, and creatures.
    #[default]
    Infantry,
    /// §6.5: a rider and its `mount`.
    Cavalry,
    /// §15.6.1: a bike or a trike, with its rider.
    Bike,
    /// §15.
    Vehicle,
    /// §15.6.2: a dreadnought.
    Walker,
    /// §16.
    Building,
    /// §16.11.
    Door,
}

impl Kind {
    /// Its word in a scenario.
    pub fn word(self) -> &'static str {
        words::<Kind>()[self as usize]
    }

    /// Whether it is a machine even without a card; a bike is one if it has a card ([`Profile::is_machine`]).
    pub fn is_machine(self) -> bool {
        matches!(self, Kind::Vehicle | Kind::Walker)
    }

    /// Whether it has walls (§16.11).
    pub fn is_built(self) -> bool {
        matches!(self, Kind::Building | Kind::Door)
    }
}

/// Special rules of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a special rule of a unit", rename_all = "kebab-case")]
pub enum Ability {
    /// §7: a hero or a psyker.
    Character,
    /// §11.10.1, §13.4.1: rapid fire, and shaken before broken.
    SpaceMarine,
    /// §11.9: +1 to hit.
    Targeter,
    /// §11.8: +1 to hit it.
    LargeTarget,
    /// §20: the same with the reading `large-vehicles = "rhino"`.
    RhinoSize,
    /// §12.6: −1 in close combat.
    Encumbered,
    /// §14.1: causes fear.
    Fear,
    /// §14.2: causes terror.
    Terror,
    /// §14.6.
    ImmunePsychology,
    /// §13.1: never takes a break test.
    Unbreakable,
    /// §14.5: frenzied now.
    Frenzied,
    /// §17.8: 3+ against each wound, and 4+ against a power; used up by the power that it stops.
    PsychicShield,
    /// §17.8: twice the wounds.
    Doomed,
    /// §17.5.2: a squad that is a psyker.
    PsychicSquad,
    /// §17.5.1: daemons whose level depends on their number.
    DaemonPack,
    /// §17.4.5: a daemonic attack works only on a 6.
    WarpProof,
    /// §16.12: one more D6 against walls.
    Bulldozer,
    /// §15.6.3.
    Skimmer,
    /// §15.6.4: only one attack by each model against it.
    OneAttackEach,
    /// §16.11: a building that needs a roll to hit.
    Small,
}

/// §15.4.4: the side of a machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a side of a machine", rename_all = "kebab-case")]
pub enum Facing {
    /// The front.
    #[default]
    Front,
    /// Side or rear.
    Side,
}

/// A machine's card (§15.1).
#[derive(Clone, Debug)]
pub struct Machine {
    /// Its crew.
    pub crew: u16,
    /// Slow, combat and fast speed in mm.
    pub speed: Option<[u32; 3]>,
    /// Its hits on anything that it rams.
    pub ram: Option<Ram>,
    /// Its locations as written; none if they are not known.
    pub locations: Option<Marked<Named<Marked<Location>>>>,
}

/// A profile (§6).
#[derive(Clone, Debug)]
pub struct Profile {
    /// Its key in the scenario.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: Kind,
    /// The unit that it rides.
    pub mount: Option<Marked<String>>,
    /// Move in mm.
    pub m: u32,
    /// Weapon skill.
    pub ws: u8,
    /// Ballistic skill.
    pub bs: u8,
    /// Strength.
    pub s: u8,
    /// Toughness.
    pub t: Option<u8>,
    /// Wounds.
    pub w: u8,
    /// Initiative.
    pub i: u8,
    /// Attacks.
    pub a: u8,
    /// §6.5: attacks of its mount, in addition to its own.
    pub mount_attacks: u8,
    /// Leadership.
    pub ld: Option<u8>,
    /// §11.12.
    pub armour: Option<Save>,
    /// A force field.
    pub field: Option<Save>,
    /// Dodge.
    pub dodge: Option<u8>,
    /// The keys of its weapons, as written.
    pub carries: Vec<Marked<String>>,
    /// Its weapons.
    pub weapons: Vec<Weapon>,
    /// §7.2.
    pub psychic: u8,
    /// §14.4.
    pub hates: Vec<Marked<String>>,
    /// Width of its base in mm.
    pub base: u32,
    /// Special rules.
    pub abilities: Vec<Ability>,
    /// §16.11: of a building or a door.
    pub av: Option<u8>,
    /// Of a vehicle or a walker.
    pub machine: Option<Machine>,
    /// What its army list says of it and the program does not play, in the list's words.
    pub not_simulated: Vec<String>,
}

/// Two profiles are equal if they read the same, wherever they are written.
impl PartialEq for Profile {
    fn eq(&self, other: &Profile) -> bool {
        let texts = |texts: &[Marked<String>]| texts.iter().map(|text| text.value.clone()).collect::<Vec<_>>();
        let numbers =
            |of: &Profile| (of.m, of.ws, of.bs, of.s, of.t, of.w, of.i, of.a, of.ld, of.psychic, of.base, of.av);
        let machine = |of: &Profile| {
            of.machine.as_ref().map(|machine| {
                let locations = machine.locations.iter().flat_map(|all| all.value.iter());
                let locations: Vec<_> =
                    locations.map(|(key, of)| (key.value.clone(), of.span.text().to_owned())).collect();
                (machine.crew, machine.speed, format!("{:?}", machine.ram), locations)
            })
        };
        (&self.key, &self.name, self.kind, &self.weapons, &self.abilities, &self.not_simulated)
            == (&other.key, &other.name, other.kind, &other.weapons, &other.abilities, &other.not_simulated)
            && numbers(self) == numbers(other)
            && (self.armour, self.field, self.dodge) == (other.armour, other.field, other.dodge)
            && texts(&self.hates) == texts(&other.hates)
            && self.mount.as_ref().map(|mount| &mount.value) == other.mount.as_ref().map(|mount| &mount.value)
            && machine(self) == machine(other)
    }
}

impl plan::formations::UnitProfile for Profile {
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
    /// Whether it has a special rule.
    pub fn has(&self, ability: Ability) -> bool {
        self.abilities.contains(&ability)
    }

    /// §15: whether it has locations: a vehicle, a walker, or a bike with a card (§15.6.1).
    pub fn is_machine(&self) -> bool {
        let has_card = self.machine.as_ref().is_some_and(|machine| machine.locations.is_some());
        self.kind.is_machine() || self.kind == Kind::Bike && has_card
    }

    /// Its key without the formation, if it is for one formation only.
    pub fn unit(&self) -> &str {
        self.key.rsplit('.').next().unwrap_or_default()
    }
}
