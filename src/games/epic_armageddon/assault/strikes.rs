//! The attack dice of units in an assault (§1.12.5, §2.2, §3.3.2): which value, how many, and what their hits do.

use crate::assault::attacks::{Place, Reach};
use crate::forces::Group;
use crate::profile::{Ability, Amount, Effect, Fire, Profile, Weapon, WeaponAbility};

/// Dice of one place, before they are pooled.
pub struct Strike {
    /// The side that strikes.
    pub side: usize,
    /// The units that attack.
    pub place: Place,
    /// The face that hits.
    pub value: u8,
    /// What the hits do.
    pub effect: Effect,
    /// §2.2.3.
    pub first: bool,
    /// Whether it uses the close combat value.
    pub close: bool,
    /// Which enemies they can hit.
    pub reach: Reach,
    /// Dice for each unit.
    pub dice: Amount,
    /// Dice that are added when no unit is left that the unit's other dice could hit (§3.3.2).
    pub over: u32,
    /// The weapon whose extra dice they are.
    pub weapon: Option<String>,
    /// The most units.
    pub units: u32,
}

/// What a unit attacks with when it uses one of its two values (§1.12.5): its own dice, and extra attacks (§2.2.2).
struct Blows {
    /// Whether it is the close combat value.
    close: bool,
    value: u8,
    /// §2.2.6, §2.2.3: abilities of weapons without extra attacks hold for the unit's own dice: (effect, first strike).
    own: (Effect, bool),
    /// Extra dice of a weapon: (dice, effect, first strike, name).
    extra: Vec<(Amount, Effect, bool, String)>,
}

/// The blows of a unit with assault weapons (in contact), or with small arms.
fn blows(unit: &Profile, kind: Fire) -> Option<Blows> {
    let value = match kind {
        Fire::AssaultWeapon => unit.cc,
        // §1.12.5: units with only assault weapons attack only in contact.
        _ if only_assault_weapons(unit) => None,
        _ => unit.ff,
    }?;
    let mut seen: Vec<&str> = Vec::new();
    let weapons = unit.weapons.iter().filter(|weapon| weapon.fire == kind);
    let weapons: Vec<&Weapon> = weapons
        .filter(|weapon| {
            // §1.1.3 Q: only one of the lines joined by "or".
            let again = weapon.either && seen.contains(&weapon.name.as_str());
            seen.push(&weapon.name);
            !again
        })
        .collect();
    let always_first = unit.has(Ability::FirstStrike);
    // §2.1.20: snipers are snipers in assaults only if their profile says so, on the weapon itself.
    let mut own = (Effect::PLAIN, always_first);
    for weapon in weapons.iter().filter(|weapon| weapon.extra().is_none()) {
        let more = weapon.effect();
        own.0 = Effect {
            strength: own.0.strength.max(more.strength),
            ignore_cover: own.0.ignore_cover || more.ignore_cover,
            lance: own.0.lance || more.lance,
            disrupt: false,
            sniper: own.0.sniper || more.sniper,
            damage: own.0.damage.larger(more.damage),
        };
        own.1 |= weapon.has(WeaponAbility::FirstStrike);
    }
    let extra = weapons.iter().filter_map(|weapon| {
        let dice = weapon.extra()?.times(weapon.count);
        let effect = Effect { disrupt: false, ..weapon.effect() };
        Some((dice, effect, always_first || weapon.has(WeaponAbility::FirstStrike), weapon.name.clone()))
    });
    Some(Blows { close: kind == Fire::AssaultWeapon, value, own, extra: extra.collect() })
}

/// Equal units that attack in one place.
#[derive(Clone, Copy)]
struct Attackers {
    side: usize,
    place: Place,
    /// The most of them.
    units: u32,
}

impl Blows {
    /// Their strikes, with `count` dice of its own for each unit, and `over` that are added when the unit's other dice
    /// can hit no unit any more.
    fn strikes(self, of: Attackers, reach: Reach, count: u32, over: u32) -> Vec<Strike> {
        let Attackers { side, place, units } = of;
        let Blows { close, value, own, extra } = self;
        let strike = |dice: Amount, over: u32, effect: Effect, first: bool, weapon: Option<String>| Strike {
            side,
            place,
            value,
            effect,
            first,
            close,
            reach,
            dice,
            over,
            weapon,
            units,
        };
        let mut strikes = Vec::new();
        if count + over > 0 {
            strikes.push(strike(Amount::fixed(count as u16), over, own.0, own.1, None));
        }
        strikes.extend(extra.into_iter().map(|(dice, effect, first, name)| strike(dice, 0, effect, first, Some(name))));
        strikes
    }
}

/// A unit in contact uses its close combat value. §3.3.2: a war engine has as many dice as its damage capacity, and
/// divides them between those it touches and all others.
pub fn in_contact(group: &Group, side: usize, place: Place, told: Option<u32>) -> Vec<Strike> {
    let (close, far) = (blows(&group.unit, Fire::AssaultWeapon), blows(&group.unit, Fire::SmallArms));
    let Some(engine) = &group.engine else {
        let units = group.start.into();
        let of = Attackers { side, place, units };
        return close.map_or(vec![], |blows| blows.strikes(of, Reach::All, 1, 0));
    };
    let dc = u32::from(engine.dc);
    let touching = told.unwrap_or_else(|| close_dice(&group.unit, dc));
    let of = Attackers { side, place, units: 1 };
    let mut strikes = Vec::new();
    // Dice for which a unit has no value are not added to the others.
    let over = |other: bool, dice: u32| if other { dice } else { 0 };
    let (can_strike, can_fire) = (close.is_some(), far.is_some());
    // Extra attacks come with the unit's own dice: those of a value that no die uses are not made.
    if let Some(mut blows) = close {
        if touching == 0 {
            blows.extra.clear();
        }
        strikes.extend(blows.strikes(of, Reach::Touching, touching, over(can_fire, dc - touching)));
    }
    if let Some(mut blows) = far {
        if touching == dc {
            blows.extra.clear();
        }
        strikes.extend(blows.strikes(of, Reach::Apart, dc - touching, over(can_strike, touching)));
    }
    strikes
}

/// §3.3.2: how many of its dice a war engine uses in close combat, if the scenario does not say: all if they hit at
/// least as often as in the firefight (shields do not stop them); otherwise none.
pub fn close_dice(unit: &Profile, dc: u32) -> u32 {
    match (unit.cc, unit.ff) {
        (Some(cc), Some(ff)) if ff < cc && !only_assault_weapons(unit) => 0,
        (Some(_), _) => dc,
        (None, _) => 0,
    }
}

/// A unit not in contact uses its firefight value, a war engine with as many dice as its damage capacity.
pub fn in_firefight(group: &Group, side: usize, place: Place, units: u32) -> Vec<Strike> {
    let dice = group.weight();
    let of = Attackers { side, place, units };
    let blows = blows(&group.unit, Fire::SmallArms);
    blows.map_or(vec![], |blows| blows.strikes(of, Reach::All, dice, 0))
}

fn only_assault_weapons(unit: &Profile) -> bool {
    !unit.weapons.is_empty() && unit.weapons.iter().all(|weapon| weapon.fire == Fire::AssaultWeapon)
}
