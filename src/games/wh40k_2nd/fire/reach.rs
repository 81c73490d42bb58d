//! The range of a weapon, and whether it may be fired (§11.6, §11.17, §11.24).

use crate::fire::firing::Firing;
use crate::fire::scatter::grenade_range;
use crate::forces::Group;
use crate::profile::{Kind, Weapon, WeaponAbility};
use crate::values::Template;

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
