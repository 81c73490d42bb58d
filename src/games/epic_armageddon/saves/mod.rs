//! §1.9.6 with §2.1.3, §2.1.13, §2.1.18, §2.2.4 to §2.2.6, §2.2.11: the saves of one unit against one kind of hit.

pub mod pools;

use crate::profile::{Ability, Effect, Profile, Strength};
use crate::terrain::{OVERWATCH_SAVE, Terrain};
use battle_odds_engine::pool::{Need, Test};

/// What changes a unit's save, apart from the hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circumstance {
    /// §1.11: −1 to saves.
    pub crossfire: bool,
    /// Where the unit stands.
    pub terrain: Terrain,
    /// The cover save it may use instead of its armour; none for attackers in an assault (§1.12.5 Q).
    pub cover: Option<u8>,
    /// §4.2.3: an aircraft that jinks saves on this instead of its armour.
    pub jinking: bool,
}

impl Circumstance {
    /// No special circumstance: in the open.
    pub const OPEN: Circumstance =
        Circumstance { crossfire: false, terrain: Terrain::Open, cover: None, jinking: false };

    /// A unit in this terrain, hit in crossfire (§1.11), or while it is on overwatch (§1.8.4).
    pub fn of(unit: &Profile, terrain: Terrain, crossfire: bool, on_overwatch: bool) -> Circumstance {
        let cover = match on_overwatch && terrain.lets_wait_in_cover(unit) {
            true => Some(OVERWATCH_SAVE),
            false => terrain.cover_save(unit),
        };
        Circumstance { crossfire, terrain, cover, jinking: false }
    }
}

/// §4.2.3: the save of an aircraft that jinks.
const JINK_SAVE: i32 = 4;

/// The save of a holofield.
const HOLOFIELD_SAVE: i32 = 3;

/// The saves that a unit may roll against a hit, in order; nothing if it may roll none.
pub fn save(unit: &Profile, effect: Effect, at: Circumstance) -> Option<Test> {
    let armour = if at.jinking { JINK_SAVE } else { unit.armour.map_or(7, i32::from) };
    // §1.11, §2.1.4, §1.8.4; §2.1.20, §2.1.13. Modifiers add up (§1.9.6 Q).
    let crossfire = at.crossfire && !unit.has(Ability::ThickRearArmour) && !at.terrain.shrugs_off_crossfire();
    let living_metal = unit.has(Ability::LivingMetal) && !at.jinking;
    let sniper = effect.sniper && !living_metal;
    let harder = i32::from(crossfire) + i32::from(sniper);
    let by_armour = Need::at_least(armour + harder);
    // §1.8.3, §2.2.4: armour or cover, the better of the two, never both.
    let cover = at.cover.filter(|_| !effect.ignore_cover).map_or(7, i32::from);
    let first = Need::at_least(armour.min(cover) + harder);
    let reinforced = unit.has(Ability::ReinforcedArmour) && !at.jinking;

    let mut stages = match effect.strength {
        // §2.1.13: two saves against anything but titan killers, one against those.
        Strength::Normal if living_metal => vec![first, by_armour],
        Strength::Macro if living_metal => vec![by_armour, by_armour],
        Strength::TitanKiller if living_metal => vec![by_armour],
        // §2.1.3: a failed save is re-rolled, at the armour's value even after a cover save. §2.2.5: not against a
        // lance.
        Strength::Normal if reinforced && !effect.lance => vec![first, by_armour],
        Strength::Normal => vec![first],
        // §2.2.6: reinforced armour saves once against macro-weapons.
        Strength::Macro if reinforced => vec![by_armour],
        // §2.2.6, §2.2.11: nothing else saves against macro-weapons, and nothing against titan killers.
        Strength::Macro | Strength::TitanKiller => vec![],
    };
    // Army lists: it replaces all others by a save that nothing modifies; the armour's is re-rolled if it would be.
    if unit.has(Ability::Holofield) && !at.jinking {
        let again = reinforced && effect.strength == Strength::Normal && !effect.lance;
        let field: Vec<Need> =
            [Some(Need::at_least(HOLOFIELD_SAVE)), again.then_some(by_armour)].into_iter().flatten().collect();
        if Test::Any(field.clone()).chance(6) > Test::Any(stages.clone()).chance(6) {
            stages = field;
        }
    }
    // §2.1.18: a second save of 6+ against every attack, never modified; army lists have better ones.
    if let Some(value) = unit.invulnerable_save() {
        stages.push(Need::at_least(value.into()));
    }
    stages.retain(|need| need.chance(6) > 0.0);
    (!stages.is_empty()).then_some(Test::Any(stages))
}

/// §1.7.5: the saves of a unit whose transport was destroyed: its armour, or 6+ as cover, against what destroyed it.
/// §1.11: crossfire makes the saves of all units of the formation 1 worse, including passengers.
pub fn passenger_save(unit: &Profile, effect: Effect, crossfire: bool) -> Option<Test> {
    let hit = Effect { sniper: false, ..effect };
    save(unit, hit, Circumstance { crossfire, cover: Some(6), ..Circumstance::OPEN })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::critical::Critical;
    use crate::profile::UnitType;

    fn unit(armour: u8, abilities: &[Ability]) -> Profile {
        Profile {
            key: "x".into(),
            name: "X".into(),
            words: "X".into(),
            kind: UnitType::Infantry,
            speed: Some(15),
            armour: Some(armour),
            cc: None,
            ff: None,
            transport: 0,
            dc: 0,
            shields: 0,
            critical: Critical::default(),
            aircraft: None,
            abilities: abilities.to_vec(),
            weapons: vec![],
            not_simulated: vec![],
        }
    }

    fn hit(strength: Strength) -> Effect {
        Effect { strength, ..Effect::PLAIN }
    }

    const OPEN: Circumstance = Circumstance::OPEN;
    const CROSSFIRE: Circumstance = Circumstance { crossfire: true, ..OPEN };
    const RUINS: Circumstance = Circumstance { terrain: Terrain::Ruins, cover: Some(4), ..OPEN };

    fn needs(test: Option<Test>) -> Vec<u8> {
        test.map_or(vec![], |test| test.stages().iter().map(|need| need.face()).collect())
    }

    #[test]
    fn section_1_9_6_armour_or_cover_the_better() {
        assert_eq!(needs(save(&unit(5, &[]), Effect::PLAIN, OPEN)), [5]);
        assert_eq!(needs(save(&unit(5, &[]), Effect::PLAIN, RUINS)), [4]);
        assert_eq!(needs(save(&unit(3, &[]), Effect::PLAIN, RUINS)), [3]);
        let ignoring = Effect { ignore_cover: true, ..Effect::PLAIN };
        assert_eq!(needs(save(&unit(5, &[]), ignoring, RUINS)), [5]);
    }

    #[test]
    fn g13_section_1_9_6_q_crossfire_and_sniper_add_up() {
        let sniper = Effect { sniper: true, ..Effect::PLAIN };
        assert_eq!(needs(save(&unit(3, &[]), sniper, CROSSFIRE)), [5]);
        // Crossfire affects cover saves too (§1.11 Q).
        assert_eq!(needs(save(&unit(6, &[]), Effect::PLAIN, Circumstance { crossfire: true, ..RUINS })), [5]);
        // An invulnerable save is never modified (§2.1.20 Q).
        assert_eq!(needs(save(&unit(6, &[Ability::InvulnerableSave]), sniper, CROSSFIRE)), [6]);
    }

    #[test]
    fn section_1_8_4_and_2_1_4_who_shrugs_off_crossfire() {
        let bunker = Circumstance { terrain: Terrain::Fortification, cover: Some(3), ..CROSSFIRE };
        assert_eq!(needs(save(&unit(5, &[]), Effect::PLAIN, bunker)), [3]);
        assert_eq!(needs(save(&unit(4, &[Ability::ThickRearArmour]), Effect::PLAIN, CROSSFIRE)), [4]);
    }

    #[test]
    fn section_2_1_3_reinforced_armour() {
        let tank = unit(4, &[Ability::ReinforcedArmour]);
        assert_eq!(needs(save(&tank, Effect::PLAIN, OPEN)), [4, 4]);
        assert_eq!(needs(save(&tank, Effect::PLAIN, CROSSFIRE)), [5, 5]);
        assert_eq!(needs(save(&tank, hit(Strength::Macro), OPEN)), [4]);
        assert_eq!(needs(save(&tank, hit(Strength::TitanKiller), OPEN)), [] as [u8; 0]);
        assert_eq!(needs(save(&tank, Effect { lance: true, ..Effect::PLAIN }, OPEN)), [4]);
        // The re-roll is made at the armour's value even after a cover save (§2.1.3 Q).
        let walker = unit(5, &[Ability::ReinforcedArmour]);
        assert_eq!(needs(save(&walker, Effect::PLAIN, RUINS)), [4, 5]);
    }

    #[test]
    fn section_2_1_13_living_metal() {
        let monolith = unit(4, &[Ability::LivingMetal]);
        assert_eq!(needs(save(&monolith, Effect { lance: true, ..Effect::PLAIN }, OPEN)), [4, 4]);
        assert_eq!(needs(save(&monolith, hit(Strength::Macro), OPEN)), [4, 4]);
        assert_eq!(needs(save(&monolith, hit(Strength::TitanKiller), OPEN)), [4]);
        // A sniper does not lower it, crossfire does.
        let sniper = Effect { sniper: true, ..Effect::PLAIN };
        assert_eq!(needs(save(&monolith, sniper, CROSSFIRE)), [5, 5]);
    }

    #[test]
    fn sections_2_1_18_and_2_2_6_what_is_left_against_macro_weapons() {
        assert_eq!(save(&unit(4, &[]), hit(Strength::Macro), RUINS), None);
        assert_eq!(needs(save(&unit(4, &[Ability::InvulnerableSave]), hit(Strength::TitanKiller), OPEN)), [6]);
        let both = unit(4, &[Ability::InvulnerableSave, Ability::ReinforcedArmour]);
        assert_eq!(needs(save(&both, Effect::PLAIN, OPEN)), [4, 4, 6]);
        let better = unit(4, &[Ability::InvulnerableSave, Ability::InvulnerableSave4]);
        assert_eq!(needs(save(&better, hit(Strength::TitanKiller), CROSSFIRE)), [4]);
    }

    #[test]
    fn a_holofield_saves_instead_of_the_armour() {
        let titan = unit(5, &[Ability::Holofield, Ability::ReinforcedArmour]);
        assert_eq!(needs(save(&titan, Effect::PLAIN, CROSSFIRE)), [3, 6]);
        assert_eq!(needs(save(&titan, Effect { lance: true, ..Effect::PLAIN }, OPEN)), [3]);
        assert_eq!(needs(save(&titan, hit(Strength::Macro), OPEN)), [3]);
        assert_eq!(needs(save(&titan, hit(Strength::TitanKiller), RUINS)), [3]);
        // A unit with better armour uses that.
        assert_eq!(needs(save(&unit(2, &[Ability::Holofield]), Effect::PLAIN, OPEN)), [2]);
    }

    #[test]
    fn section_1_7_5_passengers() {
        assert_eq!(needs(passenger_save(&unit(4, &[]), Effect::PLAIN, false)), [4]);
        let guard = Profile { armour: None, ..unit(4, &[]) };
        assert_eq!(needs(passenger_save(&guard, Effect::PLAIN, false)), [6]);
        assert_eq!(passenger_save(&guard, Effect { ignore_cover: true, ..Effect::PLAIN }, false), None);
        assert_eq!(passenger_save(&unit(4, &[]), hit(Strength::Macro), false), None);
        assert_eq!(needs(passenger_save(&unit(4, &[Ability::ReinforcedArmour]), hit(Strength::Macro), false)), [4]);
    }
}
