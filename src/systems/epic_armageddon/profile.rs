//! §1.1.3 and §2: what a unit is — the numbers and abilities of its profile, as a reader of the army list has them.

pub use super::amount::Amount;
use super::critical::Critical;
pub use super::hit::{Effect, Strength, UNIT_TYPES, UnitType};

/// §2.1: abilities of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // The names are the book's; each is documented where its rule is.
pub enum Ability {
    ReinforcedArmour,
    ThickRearArmour,
    /// Its value: 6, better in some army lists.
    InvulnerableSave(u8),
    /// Of Eldar lists: a save of 3+ instead of the armour's, against every attack.
    Holofield,
    LivingMetal,
    Fearless,
    Stubborn,
    Expendable,
    Leader,
    Inspiring,
    Commander,
    SupremeCommander,
    CoordinatedAction,
    Scout,
    Infiltrator,
    JumpPacks,
    Skimmer,
    SupportCraft,
    Walker,
    Mounted,
    Sniper,
    Teleport,
    FirstStrike,
}

/// Names of unit abilities as scenarios write them.
pub const ABILITIES: &[(&str, Ability)] = &[
    ("reinforced-armour", Ability::ReinforcedArmour),
    ("thick-rear-armour", Ability::ThickRearArmour),
    ("invulnerable-save", Ability::InvulnerableSave(6)),
    ("invulnerable-save 5+", Ability::InvulnerableSave(5)),
    ("invulnerable-save 4+", Ability::InvulnerableSave(4)),
    ("invulnerable-save 3+", Ability::InvulnerableSave(3)),
    ("holofield", Ability::Holofield),
    ("living-metal", Ability::LivingMetal),
    ("fearless", Ability::Fearless),
    ("stubborn", Ability::Stubborn),
    ("expendable", Ability::Expendable),
    ("leader", Ability::Leader),
    ("inspiring", Ability::Inspiring),
    ("commander", Ability::Commander),
    ("supreme-commander", Ability::SupremeCommander),
    ("coordinated-action", Ability::CoordinatedAction),
    ("scout", Ability::Scout),
    ("infiltrator", Ability::Infiltrator),
    ("jump-packs", Ability::JumpPacks),
    ("skimmer", Ability::Skimmer),
    ("support-craft", Ability::SupportCraft),
    ("walker", Ability::Walker),
    ("mounted", Ability::Mounted),
    ("sniper", Ability::Sniper),
    ("teleport", Ability::Teleport),
    ("first-strike", Ability::FirstStrike),
];

/// §4.1: how well an aircraft turns, and which missions it can fly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // The book's three classes.
pub enum Aircraft {
    Fighter,
    FighterBomber,
    Bomber,
}

/// Names of classes of aircraft as scenarios write them.
pub const AIRCRAFT: &[(&str, Aircraft)] =
    &[("fighter", Aircraft::Fighter), ("fighter-bomber", Aircraft::FighterBomber), ("bomber", Aircraft::Bomber)];

impl Aircraft {
    /// §4.2, §4.2.3: fighters and fighter-bombers intercept, patrol and jink.
    pub fn dogfights(self) -> bool {
        self != Aircraft::Bomber
    }
}

/// What a weapon does when it is fired (§1.1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fire {
    /// Shots with the values it has.
    Shots {
        /// Dice rolled.
        dice: Amount,
        /// AP value.
        ap: Option<u8>,
        /// AT value.
        at: Option<u8>,
        /// Macro-weapon value.
        mw: Option<u8>,
        /// §2.2.1: anti-aircraft value, at aircraft in flight alone.
        aa: Option<u8>,
    },
    /// §6.1: attacks every unit under the flame template.
    Flame {
        /// AP value.
        ap: Option<u8>,
        /// AT value.
        at: Option<u8>,
    },
    /// §1.9.8: barrage points.
    Barrage(Amount),
    /// §1.12: counts in a firefight.
    SmallArms,
    /// §1.12: counts in close combat.
    AssaultWeapon,
}

/// How often a weapon can fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Supply {
    /// In every turn.
    Ample,
    /// §2.2.8: slow firing, not in the turn after it has fired.
    EveryOtherTurn,
    /// §2.2.10: once.
    OneShot,
}

/// One line of a weapon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Its name; lines of one weapon share it.
    pub name: String,
    /// How many the unit carries.
    pub count: u8,
    /// cm.
    pub range: u16,
    /// What it fires.
    pub fire: Fire,
    /// `fire` as the list writes it.
    pub written: String,
    /// §1.1.3 Q: one of the lines of this name at each use.
    pub either: bool,
    /// What its hits do.
    pub effect: Effect,
    /// §2.2.3.
    pub first_strike: bool,
    /// §2.2.2.
    pub extra: Option<Amount>,
    /// §2.2.9.
    pub indirect: bool,
    /// §2.2.8, §2.2.10: how often it can fire.
    pub supply: Supply,
    /// One unit in so many has it, rounded up over the formation.
    pub one_in: u8,
}

/// §1.1.3: a unit's profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The key scenarios use.
    pub key: String,
    /// The name reports use.
    pub name: String,
    /// What it counts as.
    pub kind: UnitType,
    /// cm.
    pub speed: u16,
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
    /// What its list says of it and is not simulated, in the words of the list.
    pub not_simulated: Vec<String>,
}

impl Unit {
    /// Whether it has an ability; §2.1.6: a supreme commander is a commander and a leader too.
    pub fn has(&self, ability: Ability) -> bool {
        self.abilities.contains(&ability)
            || (matches!(ability, Ability::Commander | Ability::Leader)
                && self.abilities.contains(&Ability::SupremeCommander))
    }

    /// §2.1.18: its invulnerable save, the best if it has several.
    pub fn invulnerable_save(&self) -> Option<u8> {
        let value = |ability: &Ability| match ability {
            Ability::InvulnerableSave(value) => Some(*value),
            _ => None,
        };
        self.abilities.iter().filter_map(value).min()
    }

    /// §2.1.15: this unit with a character aboard: the character's weapons and abilities in addition.
    pub fn joined_by(&self, character: &Unit) -> Unit {
        let mut unit = self.clone();
        unit.name = format!("{} with {}", self.name, character.name);
        unit.abilities.extend(character.abilities.iter().filter(|ability| !self.abilities.contains(ability)));
        unit.weapons.extend(character.weapons.iter().cloned());
        unit.not_simulated.extend(character.not_simulated.iter().cloned());
        unit
    }
}
