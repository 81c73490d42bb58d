//! §1.9.6, §2.2, §3.2.6: which units a hit can be allocated to, and what it does.

use battle_odds_engine::amount::Amount;
use schemars::JsonSchema;
use serde::Deserialize;

/// §1.1.1, §2.1.15, §2.1.22, §3: what a unit counts as when it is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a type of unit", rename_all = "kebab-case")]
pub enum UnitType {
    /// Foot soldiers, artillery crews, bikes and cavalry.
    Infantry,
    /// Tanks and transports.
    ArmouredVehicle,
    /// Both AP and AT shots can hit it (§2.1.22).
    LightVehicle,
    /// Takes many points of damage (§3).
    WarEngine,
    /// Joins another unit (§2.1.15).
    Character,
    /// Stays in orbit (§4.3).
    Spacecraft,
}

/// What AP and AT values are for (§1.9.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitKinds {
    /// Infantry and light vehicles.
    Soft,
    /// Vehicles of all kinds.
    Hard,
}

impl UnitKinds {
    /// Whether a hit of this kind may be allocated to units of a type (§1.9.6, §2.1.22, §3.2).
    pub fn include(self, kind: UnitType) -> bool {
        match self {
            UnitKinds::Soft => matches!(kind, UnitType::Infantry | UnitType::LightVehicle),
            UnitKinds::Hard => {
                matches!(kind, UnitType::ArmouredVehicle | UnitType::LightVehicle | UnitType::WarEngine)
            }
        }
    }
}

/// How strong a hit is: §2.2.6 macro-weapons and §2.2.11 titan killers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Strength {
    /// An ordinary hit.
    Normal,
    /// No save but reinforced armour and invulnerable saves.
    Macro,
    /// No save but invulnerable saves.
    TitanKiller,
}

/// What a hit does to the unit it is allocated to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Effect {
    /// Ordinary, macro or titan killer.
    pub strength: Strength,
    /// §2.2.4: no cover.
    pub ignore_cover: bool,
    /// §2.2.5: no re-roll of reinforced armour.
    pub lance: bool,
    /// §2.2.7: one marker for each hit, none for a loss.
    pub disrupt: bool,
    /// §2.1.20: the shooter chooses the unit; its save is 1 worse.
    pub sniper: bool,
    /// §3.2.6: what it does to a war engine.
    pub damage: Amount,
}

impl Effect {
    /// An ordinary hit.
    pub const PLAIN: Effect = Effect {
        strength: Strength::Normal,
        ignore_cover: false,
        lance: false,
        disrupt: false,
        sniper: false,
        damage: Amount::fixed(1),
    };
}
