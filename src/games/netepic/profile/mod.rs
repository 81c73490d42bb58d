//! Profiles (§3.1, §5).

pub mod compile;
pub mod written;

use crate::abilities::{Ability, Kind};
use crate::forces::written::Altitude;
use crate::profile::written::{Chart, PowerKind};
use crate::values::{Hits, Save, ToHit};
use battle_odds_plan::formations::UnitProfile;

/// A weapon of a base.
#[derive(Clone, Debug, PartialEq)]
pub struct Weapon {
    /// Its name.
    pub name: String,
    /// How many of these a base has.
    pub count: u8,
    /// Its range in mm, if it has one.
    pub range: Option<u32>,
    /// Attack dice.
    pub dice: u8,
    /// What a die needs; nothing if barrage points determine it.
    pub to_hit: Option<ToHit>,
    /// Penetration: what it takes off saves.
    pub ap: u8,
    /// #1: hits of a die that hits.
    pub hits: Hits,
    /// #10: the diameter of its template in cm.
    pub template: Option<f64>,
    /// §3.5: barrage points of a base.
    pub barrage_points: Option<u8>,
    /// #19: whether it is a psychic power, and of which kind.
    pub psychic: Option<PowerKind>,
    /// #11.
    pub ignores_cover: bool,
    /// #22: how much cover it ignores.
    pub reduces_cover: u8,
    /// Shields do not stop it.
    pub ignores_shields: bool,
    /// #23: no Regeneration against it.
    pub removes: bool,
    /// It fires once in the battle.
    pub one_shot: bool,
}

/// #4: the name of close defences in lists of weapons.
pub const CLOSE_DEFENCES: &str = "close-defences";

impl Weapon {
    /// #4: close defences as a weapon.
    pub fn close_defences() -> Weapon {
        Weapon {
            name: CLOSE_DEFENCES.to_owned(),
            count: 1,
            range: Some(150),
            dice: 1,
            to_hit: Some(ToHit::On(6)),
            ap: 0,
            hits: Hits::Of(1),
            template: None,
            barrage_points: None,
            psychic: None,
            ignores_cover: false,
            reduces_cover: 0,
            ignores_shields: false,
            removes: false,
            one_shot: false,
        }
    }

    /// §3.5: whether it fires templates, in a `barrage` step.
    pub fn is_template(&self) -> bool {
        self.template.is_some() || self.barrage_points.is_some()
    }

    /// Whether it fires dice in a `shoot` step: it is neither a template nor a power.
    pub fn shoots(&self) -> bool {
        !self.is_template() && self.psychic.is_none()
    }
}

/// A profile.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// Its key in the scenario.
    pub key: String,
    /// Its name.
    pub name: String,
    /// §3.1: its class.
    pub class: u8,
    /// §3.4: its save.
    pub save: Save,
    /// §3.7: its assault factor.
    pub caf: i8,
    /// #15: wounds.
    pub wounds: u8,
    /// §3.4: energy shields.
    pub shields: u8,
    /// #30: infantry bases that it carries.
    pub transport: u8,
    /// §3.9: the chart of its locations.
    pub locations: Option<Chart>,
    /// §3.7: extra wounds of a duel that it wins.
    pub assault_damage: u8,
    /// Its points.
    pub points: Option<u32>,
    /// Its weapons.
    pub weapons: Vec<Weapon>,
    /// Its abilities.
    pub abilities: Vec<Ability>,
    /// What of it is not simulated.
    pub not_simulated: Vec<String>,
}

impl UnitProfile for Profile {
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
    /// The key without the formation: `boyz` of `warband.boyz`.
    pub fn unit(&self) -> &str {
        self.key.rsplit('.').next().unwrap_or_default()
    }

    /// Whether it has an ability.
    pub fn has(&self, kind: Kind) -> bool {
        self.abilities.iter().any(|ability| ability.kind == kind)
    }

    /// The number of an ability; 0 without it.
    pub fn value(&self, kind: Kind) -> u8 {
        self.abilities.iter().find(|ability| ability.kind == kind).map_or(0, |ability| ability.value)
    }

    /// #6, #7: whether it follows its instinct.
    pub fn is_slave(&self) -> bool {
        [Kind::SlaveHunt, Kind::SlaveDevastation, Kind::SlaveNest].iter().any(|&kind| self.has(kind))
    }

    /// #8, §3.1: its class at this altitude: a floater on the ground is class 3, a super-heavy one class 4.
    pub fn class_at(&self, altitude: Altitude) -> u8 {
        match (self.has(Kind::Floater), altitude) {
            (true, Altitude::Ground) if self.has(Kind::SuperHeavy) => 4,
            (true, Altitude::Ground) => 3,
            _ => self.class,
        }
    }

    /// Whether each of its bases must be tracked separately: shields and locations belong to one base.
    pub fn stands_alone(&self) -> bool {
        self.shields > 0 || self.locations.is_some()
    }
}
