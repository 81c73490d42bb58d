//! §6.3: weapons of a scenario.

pub mod compile;
pub mod written;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::machine::penetration::bonus_die;
use crate::values::{SaveModifier, Strength, Sum, Template, Wounds};
use battle_odds_engine::amount::Amount;

/// Special rules of a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a special rule of a weapon", rename_all = "kebab-case")]
pub enum WeaponAbility {
    /// §12.2: fit for close combat, and shoots.
    Pistol,
    /// §12.2: fit for close combat.
    CloseCombat,
    /// §12.4: no die for a second weapon.
    TwoHanded,
    /// §12.5.1.
    Parry,
    /// §12.6: −1 in close combat.
    Heavy,
    /// §11.17: does not fire after a move.
    MoveOrFire,
    /// §11.10.1: bolters.
    Rapid,
    /// §11.20.
    Grenade,
    /// §11.17: does not fire in the turn after it has fired.
    Recharge,
    /// §19: never jams.
    IgnoresJams,
    /// §19: its first jam does not count.
    IgnoresFirstJam,
    /// §11.18: partly covered models are hit without a roll.
    AllTouched,
    /// §14.1: a hit means a break test.
    Fear,
}

/// A weapon, or anything else that harms like one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Its key in the scenario.
    pub key: String,
    /// Its name.
    pub name: String,
    /// §11.6: short and long range in mm; none means only for close combat.
    pub range: Option<[u32; 2]>,
    /// §11.9: modifiers at short and long range.
    pub to_hit: [i8; 2],
    /// §11.11.
    pub s: Strength,
    /// §11.11: wounds of each hit.
    pub damage: Amount,
    /// §11.13.
    pub save: SaveModifier,
    /// A rule for wounding that replaces the table.
    pub wound: Option<Wounds>,
    /// §11.23: sustained fire dice of the weapon, for a pair those of both; 0 means none.
    pub sustained: u8,
    /// §15.4.7: 2 for a pair.
    pub linked: u8,
    /// §11.18, §11.22.
    pub template: Option<Template>,
    /// §15.4.5: penetration, in place of S + D6 + damage.
    pub pen: Option<Sum>,
    /// §15.4.1: the location that carries it.
    pub location: Option<String>,
    /// Special rules.
    pub abilities: Vec<WeaponAbility>,
    /// What its list says of it and the program does not play, in the list's words.
    pub not_simulated: Vec<String>,
}

impl Weapon {
    /// Whether it has a special rule.
    pub fn has(&self, ability: WeaponAbility) -> bool {
        self.abilities.contains(&ability)
    }

    /// §11.23.1: whether it can gain jam tokens.
    pub fn can_jam(&self) -> bool {
        self.sustained > 0 && !self.has(WeaponAbility::IgnoresJams)
    }

    /// §12.2: whether it is fit for close combat.
    pub fn strikes(&self) -> bool {
        let shoots = self.range.is_some() || self.template.is_some() || self.has(WeaponAbility::Grenade);
        !shoots || self.has(WeaponAbility::Pistol) || self.has(WeaponAbility::CloseCombat)
    }

    /// §15.5: the bonus die of close combat if the weapon's penetration is written out, and whether it is included
    /// there, as cards print it (faq 1.18): one die of its kind more than D6 and damage have.
    pub fn written_bonus(&self, user: u8) -> Option<(Amount, bool)> {
        let pen = self.pen.as_ref()?;
        let strength = match self.s {
            Strength::Of(s) if s.is_rolled() => return None,
            Strength::Of(s) => s.least(),
            Strength::User(more) => u32::from(user) + u32::from(more),
        };
        let die = bonus_die(strength)?;
        let (_, faces) = die.dice();
        let (dice, kind) = self.damage.dice();
        let others = u32::from(faces == 6) + if kind == faces { dice } else { 0 };
        Some((die, pen.dice_of(faces) > others))
    }
}
