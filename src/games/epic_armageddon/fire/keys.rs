//! The keys that say how a formation fires: those of `shoot` and of all similar steps.

use crate::compiler::Compiler;
use crate::fire::orders::{AtWarEngines, BarrageUse, Orders};
use crate::fire::written::{Fire, Place, Under, WeaponOrder};
use crate::forces::Forces;
use crate::profile::UnitType;
use crate::terrain::Terrain;
use crate::{names, placement};
use battle_odds_scenario::typed::{ByName, Distance, Either, Marked, Named, Several, Whole};
use battle_odds_scenario::{Problem, Span, refuse_if, unknown};
use std::collections::BTreeMap;

/// What the scenario says about a formation's fire at another; `span` is where the step is written.
pub fn fire_orders(
    compiler: &mut Compiler,
    written: &Fire,
    [by, at]: [usize; 2],
    barrage: BarrageUse,
    span: &Span,
) -> Result<Orders, Problem> {
    // §4.3: the distance of a ship in orbit does not matter.
    let in_orbit = compiler.forces.groups_of(by).iter().all(|group| group.unit.kind == UnitType::Spacecraft);
    if written.range.is_none() && !in_orbit {
        compiler
            .choose(text!("{by}: no `range`, so every gun is in range and small arms are not", by = compiler.name(by)));
    }
    if written.shooters.is_none() {
        compiler.choose(text!("{by}: all units fire that can (key `shooters`)", by = compiler.name(by)));
    }
    let forces = &compiler.forces;
    let aims = written.aim.as_ref().map_or([None; 4], |aims| [aims.ap, aims.at, aims.mw, None]);
    let mut orders = Orders {
        by,
        at,
        barrage,
        aims,
        range: ranges(forces, written.range.as_ref(), at)?,
        shooters: names::counts(forces, written.shooters.as_ref(), &[by])?,
        exposed: names::counts(forces, written.exposed.as_ref(), &[at])?,
        cover: cover(forces, written.cover.as_ref(), at)?,
        fire: weapon_orders(forces, written.fire.as_ref(), by)?,
        crossfire: crossfire(forces, written.crossfire.as_ref(), by)?,
        sniper_at: names::all_groups(forces, written.sniper_at.as_ref(), &[at])?,
        indirect: written.indirect == Some(true),
        popped_up: names::all_groups(forces, written.popped_up.as_ref(), &[at])?,
        at_war_engines: match &written.at_war_engines {
            None => None,
            Some(Either::First(all)) => Some(AtWarEngines::All(*all)),
            Some(Either::Second(weapons)) => Some(AtWarEngines::Weapons(weapon_names(forces, weapons, by)?)),
        },
        flame_under: written.flames.as_ref().map_or(Ok(Vec::new()), |flames| under_one(forces, flames, at))?,
        ..Orders::default()
    };
    match &written.under {
        Some(told) => orders.under = under(forces, told, at)?,
        None if barrage != BarrageUse::None || written.template.is_some() => {
            orders.under = placement::compile::place(compiler, &orders, written.template, span)?;
        }
        None => {}
    }
    if !orders.under.is_empty() && barrage == BarrageUse::None {
        orders.barrage = BarrageUse::Too;
    }
    Ok(orders)
}

/// Refuses the keys of fire if there is no fire: the first of them `says` something that the step does not have.
pub fn no_fire(written: &Fire, says: impl Fn(&str) -> String, span: &Span) -> Result<(), Problem> {
    match written.first_key() {
        Some(key) => Err(Problem::new(says(key)).at(span)),
        None => Ok(()),
    }
}

/// `range = { boy = 40, nob = 20 }`: units not named stand at the nearest of these ranges.
fn ranges(
    forces: &Forces,
    written: Option<&ByName<Distance<Whole<0, 1000>>>>,
    at: usize,
) -> Result<Vec<(usize, u32)>, Problem> {
    let all = forces.formations[at].groups.clone();
    let each = match written {
        None => return Ok(Vec::new()),
        Some(ByName::All(range)) => return Ok(all.map(|group| (group, range.value.into())).collect()),
        Some(ByName::Each(each)) => each,
    };
    let mut ranges: Vec<(usize, u32)> = Vec::new();
    for (name, range) in each {
        let groups = names::groups(forces, name, &[at])?;
        ranges.extend(groups.into_iter().map(|group| (group, range.value.into())));
    }
    let nearest = ranges.iter().map(|(_, range)| *range).min().unwrap_or(0);
    for group in all {
        if !ranges.iter().any(|(named, _)| *named == group) {
            ranges.push((group, nearest));
        }
    }
    Ok(ranges)
}

/// Cover that replaces the groups' own.
fn cover(forces: &Forces, written: Option<&ByName<Terrain>>, at: usize) -> Result<Vec<(usize, Terrain)>, Problem> {
    let mut covered = Vec::new();
    match written {
        None => {}
        Some(ByName::All(terrain)) => {
            covered.extend(forces.formations[at].groups.clone().map(|group| (group, terrain.value)));
        }
        Some(ByName::Each(each)) => {
            for (name, terrain) in each {
                let groups = names::groups(forces, name, &[at])?;
                covered.extend(groups.into_iter().map(|group| (group, terrain.value)));
            }
        }
    }
    Ok(covered)
}

/// §1.11: whether there is crossfire, and with which formation.
fn crossfire(
    forces: &Forces,
    written: Option<&Either<bool, Marked<String>>>,
    by: usize,
) -> Result<Option<Option<usize>>, Problem> {
    match written {
        None | Some(Either::First(false)) => Ok(None),
        Some(Either::First(true)) => Ok(Some(None)),
        Some(Either::Second(name)) => {
            let with = names::one_formation(forces, name)?;
            match with == by {
                true => Err(name.problem(text!("a crossfire needs another formation at its other end (§1.11)"))),
                false => Ok(Some(Some(with))),
            }
        }
    }
}

/// The weapons of the shooters.
fn weapons(forces: &Forces, by: usize) -> Vec<&str> {
    let all = forces.groups_of(by).iter().flat_map(|group| &group.unit.weapons);
    let mut names: Vec<&str> = all.map(|weapon| weapon.name.as_str()).collect();
    names.dedup();
    names
}

/// Checks that a name is one of these weapons.
fn known_weapon(name: &Marked<String>, weapons: &[&str]) -> Result<String, Problem> {
    match weapons.contains(&name.as_str()) {
        true => Ok(name.value.clone()),
        false => Err(unknown(mark!("weapon of these shooters"), name, &name.span, weapons.iter().copied())),
    }
}

fn weapon_names(forces: &Forces, written: &Several<Marked<String>>, by: usize) -> Result<Vec<String>, Problem> {
    let weapons = weapons(forces, by);
    written.iter().map(|name| known_weapon(name, &weapons)).collect()
}

fn weapon_orders(
    forces: &Forces,
    written: Option<&Named<WeaponOrder>>,
    by: usize,
) -> Result<BTreeMap<String, WeaponOrder>, Problem> {
    let weapons = weapons(forces, by);
    let orders = written.into_iter().flat_map(|written| written.iter());
    orders.map(|(name, order)| Ok((known_weapon(name, &weapons)?, *order))).collect()
}

/// `under`: one table for all templates together, or a list of tables, template by template. Units of the target may be
/// named alone, those of others as `formation.unit`.
fn under(
    forces: &Forces,
    written: &Marked<Either<Under, Vec<Under>>>,
    at: usize,
) -> Result<Vec<Vec<(usize, u32)>>, Problem> {
    let tables = match &written.value {
        Either::First(table) => std::slice::from_ref(table),
        Either::Second(tables) if (1..=3).contains(&tables.len()) => tables,
        Either::Second(tables) => {
            let expected = text!("`under` is one table, or a list of one to three, one a template");
            return Err(written.problem(text!(
                "{expected}, found a list of {tables}",
                expected,
                tables = tables.len()
            )));
        }
    };
    tables.iter().map(|table| under_one(forces, table, at)).collect()
}

/// The units under one template, or under all of them: counts; for war engines `"centre"` or `"edge"`, or a list of
/// these, one for each engine of that name: ceil(DC / 2) attacks or one (§3.2.1).
fn under_one(forces: &Forces, table: &Under, at: usize) -> Result<Vec<(usize, u32)>, Problem> {
    let everybody: Vec<usize> = (0..forces.formations.len()).collect();
    let mut counts: Vec<(usize, u32)> = Vec::new();
    for (name, told) in table {
        let among = if name.contains('.') { &everybody[..] } else { &[at][..] };
        let places = match &told.value {
            Either::First(units) => {
                let units = Marked { value: *units, span: told.span.clone() };
                counts.extend(names::count(forces, name, &units, among, &counts)?);
                continue;
            }
            Either::Second(places) => places,
        };
        let groups = names::groups(forces, name, among)?;
        let engines: Vec<(usize, u32)> = groups
            .iter()
            .filter_map(|&group| Some((group, u32::from(forces.groups[group].engine.as_ref()?.dc).div_ceil(2))))
            .collect();
        refuse_if(engines.is_empty(), || {
            told.problem(text!("`{name}` is no war engine: count its units", name = name.value))
        })?;
        refuse_if(places.len() > engines.len(), || {
            told.problem(text!("there are {engines} of `{name}`", engines = engines.len(), name = name.value))
        })?;
        for ((group, centred), place) in engines.into_iter().zip(places) {
            counts.push((group, if place.value == Place::Centre { centred } else { 1 }));
        }
    }
    Ok(counts)
}
