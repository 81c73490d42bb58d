//! The range of a weapon, and whether it may be fired (§11.6, §11.10, §11.17, §11.24).

use crate::compiler::Compiler;
use crate::fire::firing::Firing;
use crate::fire::scatter::grenade_range;
use crate::forces::Group;
use crate::profile::{Ability, Kind, Weapon, WeaponAbility};
use crate::values::Template;

/// The occasion on which a formation fires.
#[derive(Clone, Copy, Debug, Default)]
pub struct Occasion {
    /// §11.24.2: from overwatch.
    pub reacts: bool,
    /// §11.24.2: at those who charge: only at short range.
    pub at_charge: bool,
    /// §11.24.2: they charge the firers, which is −1.
    pub is_charged: bool,
}

impl Occasion {
    /// FAQ 1.2: a charging model is as hard to hit from overwatch as if it had moved as far as it could, in mm; of
    /// several the slowest counts.
    pub fn speed_of(self, compiler: &Compiler, targets: &[usize]) -> u32 {
        let groups = targets.iter().flat_map(|&target| compiler.forces.of(target));
        groups.map(|group| 2 * group.profile.m).min().filter(|_| self.at_charge).unwrap_or(0)
    }
}

/// §11.6: short and long range of a weapon carried by this group.
pub fn reach(of: &Group, weapon: &Weapon) -> Option<[u32; 2]> {
    let thrown = weapon.has(WeaponAbility::Grenade).then(|| [grenade_range(of.profile.s); 2]);
    weapon.range.or(thrown)
}

/// §11.17, §11.20, §11.24: whether a weapon may be fired at this range.
pub fn may_fire(firing: &Firing, of: &Group, weapon: &Weapon, range: u32, is_told: bool) -> bool {
    let Firing { fire, occasion, .. } = *firing;
    let Some([short, long]) = reach(of, weapon) else { return weapon.template == Some(Template::Flame) };
    let reaches = range <= if occasion.at_charge { short } else { long };
    // §11.17: a vehicle's weapons are mounted on it.
    let still = !fire.moved || of.profile.kind == Kind::Vehicle || !weapon.has(WeaponAbility::MoveOrFire);
    let thrown = !weapon.has(WeaponAbility::Grenade) || is_told && !occasion.reacts;
    reaches && still && thrown
}

/// §11.10.1: whether Space Marines fire twice.
pub fn rapid(firing: &Firing, of: &Group, weapon: &Weapon) -> bool {
    let Firing { fire, occasion, .. } = *firing;
    let marine = of.profile.has(Ability::SpaceMarine) && of.profile.kind != Kind::Vehicle;
    let may = fire.rapid_fire.unwrap_or(true) && !fire.moved && !occasion.reacts;
    marine && may && weapon.has(WeaponAbility::Rapid)
}
