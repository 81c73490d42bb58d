//! L261, L273: profiles of units and commanders.

pub mod compile;
pub mod written;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::items::Item;
use battle_odds_plan as plan;
use battle_odds_scenario::typed::words;

/// L237, L1967: types of troops, and commanders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a type of unit", rename_all = "kebab-case")]
#[allow(missing_docs)] // The names in the book.
pub enum Kind {
    Infantry,
    Cavalry,
    Chariot,
    Monster,
    Artillery,
    Machine,
    General,
    Hero,
    Wizard,
}

impl Kind {
    /// Its word in a scenario.
    pub fn word(self) -> &'static str {
        words::<Kind>()[self as usize]
    }

    /// Whether it is a commander.
    pub fn commands(self) -> bool {
        matches!(self, Kind::General | Kind::Hero | Kind::Wizard)
    }

    /// L656: full pace on the ground in cm; machines have their own.
    pub fn pace(self) -> Option<u16> {
        match self {
            Kind::Artillery => Some(10),
            Kind::Infantry | Kind::Monster => Some(20),
            Kind::Cavalry | Kind::Chariot => Some(30),
            Kind::Machine => None,
            Kind::General | Kind::Hero | Kind::Wizard => Some(60),
        }
    }

    /// L1993: the range of an order, in cm.
    pub fn order_range(self) -> u16 {
        match self {
            Kind::General => 100,
            Kind::Hero => 60,
            _ => 20,
        }
    }
}

/// Special rules of units in this rulebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a special rule of a unit", rename_all = "kebab-case")]
pub enum Ability {
    /// L1348: −1 to its opponents in combat.
    Terrifying,
    /// L810, L1229, L1731: must charge and pursue, is never driven back.
    Fanatic,
    /// L527: −1 to successive orders.
    Slow,
    /// L527: −1 to all orders.
    Unreliable,
    /// L2115.
    Flyer,
    /// L1123: the scenario gives it by the number of stands that can shoot.
    AllRoundFire,
}

/// A line of an army list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Its key in the scenario.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: Kind,
    /// Attacks of each stand; for a commander, the bonus to one stand.
    pub attacks: u16,
    /// L1147: shots of each stand.
    pub shots: u16,
    /// In cm; none means that it cannot shoot.
    pub range: Option<u16>,
    /// Wounds that cost a stand.
    pub hits: u16,
    /// The face that a save must show.
    pub armour: Option<u8>,
    /// Stands in a unit.
    pub stands: u16,
    /// Its points.
    pub points: Option<u32>,
    /// Full pace on the ground in cm.
    pub pace: u16,
    /// L253: of a commander.
    pub command: u16,
    /// Special rules.
    pub abilities: Vec<Ability>,
    /// The magic item it carries.
    pub item: Option<Item>,
    /// What an army list says of it and the program does not play, in the list's words.
    pub not_simulated: Vec<String>,
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
    /// Whether it has an ability.
    pub fn has(&self, ability: Ability) -> bool {
        self.abilities.contains(&ability)
    }
}

impl Item {
    /// L2344 and the entries after it: whether troops or commanders of that type may carry it; if not, which may.
    pub fn carried_by(self, kind: Kind) -> Result<(), &'static str> {
        let troops = matches!(kind, Kind::Infantry | Kind::Cavalry | Kind::Chariot);
        let (fine, who) = match self {
            Item::BannerOfBattle
            | Item::BannerOfProtection
            | Item::BannerOfRobustness
            | Item::BannerOfTenacity
            | Item::BannerOfLuck => (troops, mark!("units of infantry, cavalry or chariots carry it (Magic banners)")),
            Item::SwordOfDestruction | Item::SwordOfDestiny | Item::SwordOfMutilation | Item::SwordOfPower => (
                troops || kind.commands(),
                mark!("infantry, cavalry, chariots and commanders carry it (Magic weapons)"),
            ),
            Item::CrownOfCommand | Item::HelmOfDominion | Item::OrbOfMajesty | Item::SceptreOfSovereignty => {
                (kind == Kind::General, mark!("only a general carries it (Enchanted items)"))
            }
            Item::RingOfSorcery
            | Item::StaffOfSpellbinding
            | Item::AntiMagicScroll
            | Item::WandOfPower
            | Item::RodOfRepetition => (kind == Kind::Wizard, mark!("only a wizard carries it (Enchanted items)")),
        };
        if fine { Ok(()) } else { Err(who) }
    }
}
