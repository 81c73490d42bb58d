//! §1.1.3 and §2.2: weapons — what they fire, and their abilities.

use crate::hit::{Effect, Strength};
use battle_odds_engine::amount::Amount;

/// §2.2: abilities of weapons, by their English names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeaponAbility {
    /// §2.2.6: no save but reinforced armour and invulnerable saves.
    MacroWeapon,
    /// §2.2.11: no save but invulnerable saves; this many points of damage (§3.2.6).
    TitanKiller(Amount),
    /// §2.2.5: no re-roll for reinforced armour.
    Lance,
    /// §2.2.3: strikes before others.
    FirstStrike,
    /// §2.2.2: this many more attacks.
    ExtraAttack(Amount),
    /// §2.2.4: cover does not help against it.
    IgnoreCover,
    /// §2.2.7: a blast marker for each hit.
    Disrupt,
    /// §2.2.9: may fire twice as far with sustained fire.
    Indirect,
    /// §2.2.8: not in the turn after it has fired.
    SlowFiring,
    /// §2.2.10: once in a battle.
    OneShot,
    /// §2.1.20: the shooter chooses the unit, which saves at −1.
    Sniper,
    /// §2.2.1: its AA value already says so.
    AntiAircraft,
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
        /// §2.2.1: anti-aircraft value, only at aircraft in flight.
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
    /// Every turn.
    Ample,
    /// §2.2.8: slow firing: not in the turn after it has fired.
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
    /// §1.1.3 Q: only one of the lines of this name at each use.
    pub either: bool,
    /// §2.2.
    pub abilities: Vec<WeaponAbility>,
    /// One unit in this many has it, rounded up over the formation.
    pub one_in: u8,
}

impl Weapon {
    /// Whether it has an ability.
    pub fn has(&self, ability: WeaponAbility) -> bool {
        self.abilities.contains(&ability)
    }

    /// §2.2: what its hits do.
    pub fn effect(&self) -> Effect {
        let mut effect = Effect {
            ignore_cover: self.has(WeaponAbility::IgnoreCover),
            lance: self.has(WeaponAbility::Lance),
            disrupt: self.has(WeaponAbility::Disrupt),
            sniper: self.has(WeaponAbility::Sniper),
            ..Effect::PLAIN
        };
        for ability in &self.abilities {
            match *ability {
                WeaponAbility::MacroWeapon => effect.strength = effect.strength.max(Strength::Macro),
                WeaponAbility::TitanKiller(points) => {
                    effect.strength = Strength::TitanKiller;
                    effect.damage = points;
                }
                _ => {}
            }
        }
        effect
    }

    /// §2.2.2: its extra attacks.
    pub fn extra(&self) -> Option<Amount> {
        self.abilities.iter().rev().find_map(|ability| match *ability {
            WeaponAbility::ExtraAttack(attacks) => Some(attacks),
            _ => None,
        })
    }

    /// §2.2.8, §2.2.10: how often it can fire.
    pub fn supply(&self) -> Supply {
        let supply = self.abilities.iter().rev().find_map(|ability| match *ability {
            WeaponAbility::SlowFiring => Some(Supply::EveryOtherTurn),
            WeaponAbility::OneShot => Some(Supply::OneShot),
            _ => None,
        });
        supply.unwrap_or(Supply::Ample)
    }
}
