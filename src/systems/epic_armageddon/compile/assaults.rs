//! Compiling assaults (§1.12): attack dice by place and effect, saves by side.

use super::super::allocation::{MOST_CLASSES, MOST_SLOTS};
use super::super::assault::{
    ATTACKER, Assault, Attacks, Class, Contact, DEFENDER, Exchange, Fighter, Piece, Place, Side, Source,
};
use super::super::profile::{Ability, Amount, Effect, Fire, Strength, Unit, Weapon};
use super::super::saves::save;
use super::circumstances::{circumstance, save_roll, times};
use super::desk::Desk;
use crate::engine::dice::Roll;
use crate::engine::pool::{Need, Pool, Test};
use crate::scenario::{Problem, Span};

/// What the scenario says of an assault.
pub struct Orders {
    /// The formations of each side.
    pub sides: [Vec<usize>; 2],
    /// Groups that give support fire, with the units in range.
    pub support: [Vec<(usize, u32)>; 2],
    /// Formations near enough to suffer from a defeat.
    pub neighbours: [Vec<usize>; 2],
    /// Units in contact, where counted.
    pub contact: Vec<(usize, u32)>,
    /// Units in the firefight, where counted.
    pub firefight: Vec<(usize, u32)>,
    /// Units lost in withdrawal.
    pub caught: Vec<(usize, u32)>,
    /// Groups that force a firefight.
    pub forcing: Vec<usize>,
    /// Contact where not counted.
    pub mode: Contact,
    /// §2.1.7: the attackers follow a commander.
    pub commanded: bool,
}

/// Dice of one place, before they are pooled.
struct Strike {
    side: usize,
    place: Place,
    value: u8,
    effect: Effect,
    first: bool,
    dice: Amount,
    units: u32,
}

/// Compiles an assault.
pub fn assault(desk: &mut Desk, orders: &Orders, span: &Span) -> Result<Assault, Problem> {
    let mut sides = [side(desk, orders, ATTACKER, span)?, side(desk, orders, DEFENDER, span)?];
    let mut strikes = Vec::new();
    let mut support = Vec::new();
    for (index, side) in sides.iter().enumerate() {
        for (number, fighter) in side.fighters.iter().enumerate() {
            let group = &desk.forces.groups[fighter.group];
            let units = u32::from(group.start);
            strikes_of(&group.unit, Position::Contact, index, Place::Contact(number), units, &mut strikes);
            strikes_of(&group.unit, Position::Firefight, index, Place::Firefight(number), units, &mut strikes);
        }
        for &(group, most) in &orders.support[index] {
            let unit = &desk.forces.groups[group].unit;
            strikes_of(unit, Position::Firefight, index, Place::Support(group, most), most, &mut support);
        }
    }
    let mut exchanges = Vec::new();
    let mut pieces = vec![Piece::Engage];
    for (part, strikes) in [strikes, support].iter().enumerate() {
        for first in [true, false] {
            let now: Vec<&Strike> = strikes.iter().filter(|strike| strike.first == first).collect();
            if !now.is_empty() {
                pieces.extend([Piece::Attack(exchanges.len()), Piece::Save(DEFENDER), Piece::Save(ATTACKER)]);
                exchanges.push(exchange(desk, &mut sides, &now, part == 1, span)?);
            }
        }
        if part == 0 {
            pieces.push(Piece::OutrightWin);
        }
    }
    pieces.extend([Piece::Result, Piece::Aftermath]);
    for (index, side) in sides.iter_mut().enumerate() {
        saves(desk, index, side);
    }
    Ok(Assault {
        sides,
        exchanges,
        pieces,
        contact: orders.mode,
        winner: desk.cell(span)?,
        margin: desk.cell(span)?,
        rounds: desk.cell(span)?,
    })
}

fn side(desk: &mut Desk, orders: &Orders, side: usize, span: &Span) -> Result<Side, Problem> {
    let formations = orders.sides[side].clone();
    let groups: Vec<usize> =
        formations.iter().flat_map(|&formation| desk.forces.formations[formation].groups.clone()).collect();
    if 2 * groups.len() > MOST_SLOTS {
        return Err(Problem::new(format!("at most {} groups a side can fight an assault", MOST_SLOTS / 2)).at(span));
    }
    let count = |counts: &[(usize, u32)], group: usize| -> u32 {
        counts.iter().filter(|(counted, _)| *counted == group).map(|(_, units)| *units).sum()
    };
    let counted = orders.contact.iter().chain(&orders.firefight).any(|(group, _)| groups.contains(group));
    let mut fighters = Vec::new();
    for group in groups {
        fighters.push(Fighter {
            group,
            most_in_contact: count(&orders.contact, group),
            most_in_firefight: count(&orders.firefight, group),
            forces_firefight: orders.forcing.contains(&group),
            caught: count(&orders.caught, group),
            in_contact: desk.cell(span)?,
            in_firefight: desk.cell(span)?,
            aloft: if orders.forcing.is_empty() { None } else { Some(desk.cell(span)?) },
        });
    }
    let waiting: Vec<usize> = match side {
        DEFENDER => formations.iter().copied().filter(|&formation| desk.can_wait(formation)).collect(),
        _ => Vec::new(),
    };
    if waiting.len() > 6 {
        return Err(Problem::new("at most 6 formations on overwatch can be assaulted together").at(span));
    }
    Ok(Side {
        formations,
        fighters,
        commanded: side == ATTACKER && orders.commanded,
        counted,
        waiting,
        classes: Vec::new(),
        neighbours: orders.neighbours[side].clone(),
    })
}

/// Which of its two values a unit uses (§1.12.5).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Position {
    Contact,
    Firefight,
}

/// The dice of one unit in a position: its own die, and extra attacks (§2.2.2).
fn strikes_of(unit: &Unit, position: Position, side: usize, place: Place, units: u32, strikes: &mut Vec<Strike>) {
    let (value, kind) = match position {
        Position::Contact => (unit.cc, Fire::AssaultWeapon),
        // §1.12.5: units with assault weapons alone attack in contact alone.
        Position::Firefight if only_assault_weapons(unit) => (None, Fire::SmallArms),
        Position::Firefight => (unit.ff, Fire::SmallArms),
    };
    let Some(value) = value else { return };
    let mut seen: Vec<&str> = Vec::new();
    let weapons = unit.weapons.iter().filter(|weapon| weapon.fire == kind);
    let weapons: Vec<&Weapon> = weapons
        .filter(|weapon| {
            // §1.1.3 Q: one of the lines joined by "or".
            let again = weapon.either && seen.contains(&weapon.name.as_str());
            seen.push(&weapon.name);
            !again
        })
        .collect();
    let clean = |effect: Effect| Effect { disrupt: false, ..effect };
    let always_first = unit.has(Ability::FirstStrike);
    // §2.2.6, §2.2.3: abilities of a weapon without extra attacks hold for the unit's own die.
    let mut own = Effect::PLAIN;
    let mut first = always_first;
    for weapon in weapons.iter().filter(|weapon| weapon.extra.is_none()) {
        let more = weapon.effect;
        own = Effect {
            strength: own.strength.max(more.strength),
            ignore_cover: own.ignore_cover || more.ignore_cover,
            lance: own.lance || more.lance,
            disrupt: false,
            sniper: own.sniper || more.sniper,
        };
        first |= weapon.first_strike;
    }
    strikes.push(Strike { side, place, value, effect: own, first, dice: Amount::Fixed(1), units });
    for weapon in &weapons {
        let Some(extra) = weapon.extra else { continue };
        let dice = times(extra, weapon.count);
        let first = always_first || weapon.first_strike;
        strikes.push(Strike { side, place, value, effect: clean(weapon.effect), first, dice, units });
    }
}

fn only_assault_weapons(unit: &Unit) -> bool {
    !unit.weapons.is_empty() && unit.weapons.iter().all(|weapon| weapon.fire == Fire::AssaultWeapon)
}

/// Pools equal dice of one exchange; the hits of each effect become a class of the side hit.
fn exchange(
    desk: &mut Desk,
    sides: &mut [Side; 2],
    strikes: &[&Strike],
    support: bool,
    span: &Span,
) -> Result<Exchange, Problem> {
    type Pooled = (usize, u8, usize, Vec<Source>, u32, bool);
    let mut pooled: Vec<Pooled> = Vec::new();
    for strike in strikes {
        let hit = &mut sides[1 - strike.side];
        let class = match hit.classes.iter().position(|class| class.effect == strike.effect) {
            Some(class) => class,
            None => {
                hit.classes.push(Class { effect: strike.effect, pending: desk.cell(span)?, saves: Default::default() });
                hit.classes.len() - 1
            }
        };
        let of_strength = hit.classes.iter().filter(|class| class.effect.strength == strike.effect.strength).count();
        if of_strength > MOST_CLASSES {
            return Err(Problem::new(format!("more than {MOST_CLASSES} kinds of hits in one assault")).at(span));
        }
        let contact = matches!(strike.place, Place::Contact(_));
        let source = Source { place: strike.place, dice: strike.dice };
        let dice = strike.units
            * match strike.dice {
                Amount::Fixed(dice) => u32::from(dice),
                Amount::D3(dice) => 3 * u32::from(dice),
            };
        match pooled
            .iter_mut()
            .find(|pool| (pool.0, pool.1, pool.2, pool.5) == (strike.side, strike.value, class, contact))
        {
            Some(pool) => {
                pool.3.push(source);
                pool.4 += dice;
            }
            None => pooled.push((strike.side, strike.value, class, vec![source], dice, contact)),
        }
    }
    pooled.sort_by_key(|pool| pool.0);
    let attacks = pooled.into_iter().map(|(side, value, class, from, most, contact)| {
        let who = if side == ATTACKER { "attacker" } else { "defender" };
        let how = match (support, contact) {
            (true, _) => "support fire",
            (false, true) => "close combat",
            (false, false) => "firefight",
        };
        let what = match sides[1 - side].classes[class].effect.strength {
            Strength::Normal => "",
            Strength::Macro => ", macro-weapons",
            Strength::TitanKiller => ", titan killers",
        };
        let section = if support { "1.12.6" } else { "1.12.5" };
        let roll = Roll::named(format!("{who}: {how} {value}+{what}"), section);
        let to_hit = Pool::new(roll, Test::once(Need::at_least(value.into())), most);
        Attacks { side, class, to_hit, from }
    });
    Ok(Exchange { attacks: attacks.collect() })
}

/// §1.12.5 Q: the defender may use cover, the attacker has left it. Every fighter has a slot in contact and one in the
/// firefight.
fn saves(desk: &Desk, index: usize, side: &mut Side) {
    for class in &mut side.classes {
        // One table for each subset of the formations that may be on overwatch.
        for subset in 0..1 << side.waiting.len() {
            let waits = |formation: usize| {
                side.waiting.iter().position(|&waiting| waiting == formation).is_some_and(|bit| subset >> bit & 1 == 1)
            };
            let one = side.fighters.iter().map(|fighter| {
                let group = &desk.forces.groups[fighter.group];
                let mut at = circumstance(&group.unit, group.terrain, false, waits(group.formation));
                if index == ATTACKER {
                    at.cover = None;
                }
                let roll = save_roll(&desk.forces, fighter.group, class.effect);
                save(&group.unit, class.effect, at).map(|test| Pool::new(roll, test, group.start.into()))
            });
            let one: Vec<Option<Pool>> = one.collect();
            class.saves.push([one.clone(), one].concat());
        }
    }
}
