//! §1.8: terrain — who is harder to hit in it, and who saves better.

use super::profile::{Ability, Unit, UnitType};

/// Where a group stands (§1.8.4, the kinds of terrain that change a die).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // The book's own table.
pub enum Terrain {
    Open,
    Buildings,
    Ruins,
    Fortification,
    GunEmplacement,
    Trenches,
    Jungle,
    Forest,
    Scrub,
    River,
    Marsh,
    /// §1.8.2: hidden in part by something that gives no save.
    Obscured,
    /// §1.8.4: infantry touching an armoured vehicle or a war engine.
    BehindVehicle,
}

/// Names of terrain as scenarios write them.
pub const TERRAINS: &[(&str, Terrain)] = &[
    ("open", Terrain::Open),
    ("buildings", Terrain::Buildings),
    ("ruins", Terrain::Ruins),
    ("fortification", Terrain::Fortification),
    ("bunker", Terrain::Fortification),
    ("gun-emplacement", Terrain::GunEmplacement),
    ("trenches", Terrain::Trenches),
    ("jungle", Terrain::Jungle),
    ("forest", Terrain::Forest),
    ("scrub", Terrain::Scrub),
    ("river", Terrain::River),
    ("marsh", Terrain::Marsh),
    ("obscured", Terrain::Obscured),
    ("behind-vehicle", Terrain::BehindVehicle),
];

impl Terrain {
    /// §1.8.2: whether shots at a unit there are 1 worse; it holds for every type of unit.
    /// §1.8.4: standing behind a vehicle hides infantry alone, and mounted units are none here (§2.1.12). §6.2: support craft
    /// fly too high for any of it.
    pub fn hides(self, unit: &Unit) -> bool {
        match self {
            _ if unit.has(Ability::SupportCraft) => false,
            Terrain::Open => false,
            Terrain::BehindVehicle => unit.kind == UnitType::Infantry && !unit.has(Ability::Mounted),
            _ => true,
        }
    }

    /// §1.8.3, §1.8.4: the cover save of a unit there. Infantry's alone, but for gun emplacements; §2.1.12: mounted
    /// units count as vehicles here.
    pub fn cover_save(self, unit: &Unit) -> Option<u8> {
        let on_foot = unit.kind == UnitType::Infantry && !unit.has(Ability::Mounted);
        match self {
            Terrain::GunEmplacement if !on_foot => Some(5),
            _ if !on_foot => None,
            Terrain::Fortification => Some(3),
            Terrain::Buildings | Terrain::Ruins | Terrain::GunEmplacement | Terrain::Trenches | Terrain::Jungle => {
                Some(4)
            }
            Terrain::Forest => Some(5),
            Terrain::Scrub | Terrain::River | Terrain::Marsh => Some(6),
            Terrain::Open | Terrain::Obscured | Terrain::BehindVehicle => None,
        }
    }

    /// §1.8.4: infantry on overwatch in the open counts as in cover. §2.1.12: mounted units do not.
    pub fn lets_wait_in_cover(self, unit: &Unit) -> bool {
        unit.kind == UnitType::Infantry
            && !unit.has(Ability::Mounted)
            && matches!(self, Terrain::Open | Terrain::Obscured | Terrain::BehindVehicle)
    }

    /// §1.8.4: units in fortifications do not suffer crossfire's −1 to their save.
    pub fn shrugs_off_crossfire(self) -> bool {
        self == Terrain::Fortification
    }
}

/// §1.8.4: the cover save of infantry on overwatch in the open that has not fired.
pub const OVERWATCH_SAVE: u8 = 5;
