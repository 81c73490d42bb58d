//! What shooting, barrages and assaults have in common when they are compiled: the circumstances of a save, its name, and
//! the dice of several weapons.

use super::super::forces::Forces;
use super::super::profile::{Ability, Effect, Strength, Unit, UnitType};
use super::super::saves::Circumstance;
use super::super::terrain::{OVERWATCH_SAVE, Terrain};
use crate::engine::dice::{Purpose, Roll};

/// What changes a unit's save: its place, crossfire, and whether it lies in wait (§1.8.4).
pub fn circumstance(unit: &Unit, terrain: Terrain, crossfire: bool, on_overwatch: bool) -> Circumstance {
    let mut cover = terrain.cover_save(unit);
    if on_overwatch && waits_in_the_open(unit, terrain) {
        cover = Some(OVERWATCH_SAVE);
    }
    Circumstance { crossfire, terrain, cover, jinking: false }
}

/// The variants of `Volley::variant` that can come about.
pub fn variants(crossfire: bool, can_wait: bool) -> Vec<usize> {
    (0..4).filter(|variant| (crossfire || variant % 2 == 0) && (can_wait || *variant < 2)).collect()
}

/// §1.8.4: infantry on overwatch in the open counts as in cover. §2.1.12: mounted units do not.
pub fn waits_in_the_open(unit: &Unit, terrain: Terrain) -> bool {
    unit.kind == UnitType::Infantry
        && !unit.has(Ability::Mounted)
        && matches!(terrain, Terrain::Open | Terrain::Obscured | Terrain::BehindVehicle)
}

/// Saves of a group against a kind of hit, in words.
pub fn save_roll(forces: &Forces, group: usize, effect: Effect) -> Roll {
    let of = &forces.groups[group];
    let against = match effect.strength {
        Strength::Normal if effect.lance => " from a lance",
        Strength::Normal => "",
        Strength::Macro => " from macro-weapons",
        Strength::TitanKiller => " from titan killers",
    };
    let (formation, unit) = (&forces.formations[of.formation].name, &of.unit.name);
    let purpose = Purpose::new("save").of(formation).of(unit);
    Roll::named(format!("{formation}: save of {unit}{against}"), "1.9.6").serving(purpose)
}
