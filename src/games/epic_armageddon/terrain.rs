//! §1.8: terrain — which units are harder to hit in it, and which save better.

use crate::profile::{Ability, Profile, UnitType};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where a group stands (§1.8.4, the kinds of terrain that change a die).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "a cover", rename_all = "kebab-case")]
pub enum Terrain {
    /// In the open.
    Open,
    /// A cover save of 4+ for infantry.
    Buildings,
    /// A cover save of 4+ for infantry.
    Ruins,
    /// A cover save of 3+ for infantry, and none of crossfire's −1.
    Fortification,
    /// The same by another name.
    #[serde(rename(serialize = "fortification"))]
    Bunker,
    /// A cover save of 4+ for infantry, of 5+ for all others.
    GunEmplacement,
    /// A cover save of 4+ for infantry.
    Trenches,
    /// A cover save of 4+ for infantry.
    Jungle,
    /// A cover save of 5+ for infantry.
    Forest,
    /// A cover save of 6+ for infantry.
    Scrub,
    /// A cover save of 6+ for infantry.
    River,
    /// A cover save of 6+ for infantry.
    Marsh,
    /// Hidden in part (§1.8.2): −1 to hit, and no save.
    Obscured,
    /// Infantry that touches an armoured vehicle or a war engine: −1 to hit, and no save.
    BehindVehicle,
}

impl Terrain {
    /// Its name for players.
    pub fn words(self) -> String {
        match self {
            Terrain::Open => text!("cover": "open"),
            Terrain::Buildings => text!("cover": "buildings"),
            Terrain::Ruins => text!("cover": "ruins"),
            Terrain::Fortification | Terrain::Bunker => text!("cover": "fortification"),
            Terrain::GunEmplacement => text!("cover": "gun-emplacement"),
            Terrain::Trenches => text!("cover": "trenches"),
            Terrain::Jungle => text!("cover": "jungle"),
            Terrain::Forest => text!("cover": "forest"),
            Terrain::Scrub => text!("cover": "scrub"),
            Terrain::River => text!("cover": "river"),
            Terrain::Marsh => text!("cover": "marsh"),
            Terrain::Obscured => text!("cover": "obscured"),
            Terrain::BehindVehicle => text!("cover": "behind-vehicle"),
        }
    }

    /// §1.8.2: whether shots at a unit there are 1 worse; this holds for every type of unit. §1.8.4: standing behind a
    /// vehicle only hides infantry, and mounted units are not infantry here (§2.1.12). §6.2: support craft fly too high
    /// for any of it.
    pub fn hides(self, unit: &Profile) -> bool {
        match self {
            _ if unit.has(Ability::SupportCraft) => false,
            Terrain::Open => false,
            Terrain::BehindVehicle => unit.kind == UnitType::Infantry && !unit.has(Ability::Mounted),
            _ => true,
        }
    }

    /// §1.8.3, §1.8.4: the cover save of a unit there. Only for infantry, except in gun emplacements; §2.1.12: mounted
    /// units count as vehicles here.
    pub fn cover_save(self, unit: &Profile) -> Option<u8> {
        let on_foot = unit.kind == UnitType::Infantry && !unit.has(Ability::Mounted);
        match self {
            Terrain::GunEmplacement if !on_foot => Some(5),
            _ if !on_foot => None,
            Terrain::Fortification | Terrain::Bunker => Some(3),
            Terrain::Buildings | Terrain::Ruins | Terrain::GunEmplacement | Terrain::Trenches | Terrain::Jungle => {
                Some(4)
            }
            Terrain::Forest => Some(5),
            Terrain::Scrub | Terrain::River | Terrain::Marsh => Some(6),
            Terrain::Open | Terrain::Obscured | Terrain::BehindVehicle => None,
        }
    }

    /// §1.8.4: infantry on overwatch in the open counts as in cover. §2.1.12: mounted units do not.
    pub fn lets_wait_in_cover(self, unit: &Profile) -> bool {
        unit.kind == UnitType::Infantry
            && !unit.has(Ability::Mounted)
            && matches!(self, Terrain::Open | Terrain::Obscured | Terrain::BehindVehicle)
    }

    /// §1.8.4: units in fortifications do not suffer crossfire's −1 to their save.
    pub fn shrugs_off_crossfire(self) -> bool {
        matches!(self, Terrain::Fortification | Terrain::Bunker)
    }
}

/// §1.8.4: the cover save of infantry on overwatch in the open that has not fired.
pub const OVERWATCH_SAVE: u8 = 5;
