//! Reading the keys that say how a formation fires, those of `shoot` and of everything that is like it.

use std::collections::BTreeMap;

use super::super::forces::Forces;
use super::super::terrain::TERRAINS;
use super::super::volley::Aim;
use super::compiler::Compiler;
use super::names;
use super::orders::{self, AtWarEngines, BarrageUse, Orders, weapon_order};
use super::placing;
use super::units::optional;
use crate::scenario::{Fields, Node, Problem};

const AIMS: &[(&str, Aim)] = &[("all", Aim::All), ("open", Aim::Open)];

/// The keys that say how a formation fires.
pub fn fire_orders(
    compiler: &mut Compiler,
    fields: &mut Fields,
    by: usize,
    at: usize,
    barrage: BarrageUse,
) -> Result<Orders, Problem> {
    let range = fields.take("range");
    if range.is_none() {
        compiler.choose(format!("{}: no `range`, so every gun is in range and small arms are not", compiler.name(by)));
    }
    let forces = &compiler.forces;
    let mut orders = Orders { by, at, barrage, ..Orders::default() };
    let target_groups = || forces.formations[at].groups.clone();
    if let Some(node) = range {
        if node.entries("a range").is_ok() {
            orders.range = ranges(forces, node, at)?;
        } else {
            let range = node.integer("a range in cm", 0..=1000)? as u32;
            orders.range = target_groups().map(|group| (group, range)).collect();
        }
    }
    let counts = |node: Option<&Node>, what: &str, among: usize| -> Result<Vec<(usize, u32)>, Problem> {
        Ok(optional(node, |node| names::counts(forces, node, what, &[among]))?.unwrap_or_default())
    };
    orders.shooters = counts(fields.take("shooters"), "shooters", by)?;
    orders.exposed = counts(fields.take("exposed"), "units exposed", at)?;
    if let Some(node) = fields.take("cover") {
        if let Ok(entries) = node.entries("cover") {
            for (key, value) in entries {
                let terrain = value.choice("a cover", TERRAINS)?;
                let groups = names::groups(forces, &key.name, &key.span, &[at])?;
                orders.cover.extend(groups.into_iter().map(|group| (group, terrain)));
            }
        } else {
            let terrain = node.choice("a cover", TERRAINS)?;
            orders.cover = target_groups().map(|group| (group, terrain)).collect();
        }
    }
    if let Some(node) = fields.take("aim") {
        let mut aim = node.fields("`aim`")?;
        for (index, key) in ["ap", "at", "mw"].into_iter().enumerate() {
            orders.aims[index] = optional(aim.take(key), |node| node.choice("an aim", AIMS))?;
        }
        aim.finish()?;
    }
    if let Some(node) = fields.take("fire") {
        orders.fire = weapon_orders(forces, node, by)?;
    }
    if let Some(node) = fields.take("crossfire") {
        orders.crossfire = match node.boolean("`crossfire`") {
            Ok(crossfire) => crossfire.then_some(None),
            Err(_) => {
                let with = names::one_formation(forces, node, "the formation at the other end of the crossfire")?;
                if with == by {
                    let problem = Problem::new("a crossfire needs another formation at its other end (§1.11)");
                    return Err(problem.at(&node.span));
                }
                Some(Some(with))
            }
        };
    }
    if let Some(node) = fields.take("sniper-at") {
        for (name, span) in node.texts("units that snipers pick")? {
            orders.sniper_at.extend(names::groups(forces, name, span, &[at])?);
        }
    }
    orders.indirect = optional(fields.take("indirect"), |node| node.boolean("`indirect`"))?.unwrap_or(false);
    if let Some(node) = fields.take("popped-up") {
        for (name, span) in node.texts("skimmers that have popped up")? {
            orders.popped_up.extend(names::groups(forces, name, span, &[at])?);
        }
    }
    if let Some(node) = fields.take("at-war-engines") {
        orders.at_war_engines = Some(match node.boolean("`at-war-engines`") {
            Ok(all) => AtWarEngines::All(all),
            Err(_) => AtWarEngines::Weapons(weapon_names(forces, node, by)?),
        });
    }
    if let Some(node) = fields.take("flames") {
        orders.flame_under = under_one(forces, node, at)?;
    }
    let template = optional(fields.take("template"), placing::template)?;
    match fields.take("under") {
        Some(node) => orders.under = under(forces, node, at)?,
        None if barrage != BarrageUse::None || template.is_some() => {
            orders.under = placing::place(compiler, &orders, template, fields.span())?;
        }
        None => {}
    }
    if !orders.under.is_empty() && barrage == BarrageUse::None {
        orders.barrage = BarrageUse::Too;
    }
    Ok(orders)
}

/// The names of weapons of the shooters.
fn weapon_names(forces: &Forces, node: &Node, by: usize) -> Result<Vec<String>, Problem> {
    let all = || forces.groups_of(by).iter().flat_map(|group| &group.unit.weapons).map(|weapon| weapon.name.as_str());
    let mut names = Vec::new();
    for (name, span) in node.texts("weapons")? {
        if !all().any(|known| known == name) {
            return Err(crate::scenario::unknown("weapon of these shooters", name, span, all()));
        }
        names.push(name.to_owned());
    }
    Ok(names)
}

/// `range = { boy = 40, nob = 20 }`: units not named stand at the nearest of these ranges.
fn ranges(forces: &Forces, node: &Node, at: usize) -> Result<Vec<(usize, u32)>, Problem> {
    let mut ranges = Vec::new();
    for (key, value) in node.entries("ranges")? {
        let range = value.integer("a range in cm", 0..=1000)? as u32;
        let groups = names::groups(forces, &key.name, &key.span, &[at])?;
        ranges.extend(groups.into_iter().map(|group| (group, range)));
    }
    let nearest = ranges.iter().map(|(_, range)| *range).min().unwrap_or(0);
    for group in forces.formations[at].groups.clone() {
        if !ranges.iter().any(|(named, _)| *named == group) {
            ranges.push((group, nearest));
        }
    }
    Ok(ranges)
}

fn weapon_orders(forces: &Forces, node: &Node, by: usize) -> Result<BTreeMap<String, orders::WeaponOrder>, Problem> {
    let weapons = || {
        let all = forces.groups_of(by).iter().flat_map(|group| &group.unit.weapons);
        let mut names: Vec<&str> = all.map(|weapon| weapon.name.as_str()).collect();
        names.dedup();
        names
    };
    let mut orders = BTreeMap::new();
    for (key, value) in node.entries("`fire`")? {
        if !weapons().contains(&key.name.as_str()) {
            return Err(crate::scenario::unknown("weapon of these shooters", &key.name, &key.span, weapons()));
        }
        orders.insert(key.name.clone(), weapon_order(value)?);
    }
    Ok(orders)
}

/// `under`: one table for all templates together, or a list of tables, template by template. The units of the target
/// may be named alone, those of others as `formation.unit`.
fn under(forces: &Forces, node: &Node, at: usize) -> Result<Vec<Vec<(usize, u32)>>, Problem> {
    let tables = match node.list("`under`") {
        Ok(tables) if (1..=3).contains(&tables.len()) => tables.iter().collect(),
        Ok(_) => return Err(node.unexpected("`under`", "one table, or a list of one to three, one a template")),
        Err(_) => vec![node],
    };
    tables.into_iter().map(|table| under_one(forces, table, at)).collect()
}

/// The units under one template, or all of them: counts; for war engines `"centre"` or `"edge"`, or a list of these, one
/// for each engine of that name: ceil(DC / 2) attacks or one (§3.2.1).
fn under_one(forces: &Forces, table: &Node, at: usize) -> Result<Vec<(usize, u32)>, Problem> {
    let everybody: Vec<usize> = (0..forces.formations.len()).collect();
    let mut counts: Vec<(usize, u32)> = Vec::new();
    for (key, value) in table.entries("units under the templates")? {
        let among = if key.name.contains('.') { &everybody[..] } else { &[at][..] };
        let groups = names::groups(forces, &key.name, &key.span, among)?;
        let engines: Vec<(usize, u32)> = groups
            .iter()
            .filter_map(|&group| Some((group, u32::from(forces.groups[group].engine.as_ref()?.dc).div_ceil(2))))
            .collect();
        if engines.is_empty() || value.integer("a count", 0..=1000).is_ok() {
            counts.extend(names::count(forces, key, value, "units under the templates", among, &counts)?);
            continue;
        }
        let places: Vec<&Node> = match value.list("places") {
            Ok(list) => list.iter().collect(),
            Err(_) => vec![value],
        };
        if places.len() > engines.len() {
            let problem = Problem::new(format!("there are {} of `{}`", engines.len(), key.name));
            return Err(problem.at(&value.span));
        }
        for ((group, centred), place) in engines.into_iter().zip(places) {
            let attacks = place.choice("a place under a template", &[("centre", centred), ("edge", 1)])?;
            counts.push((group, attacks));
        }
    }
    Ok(counts)
}
