//! Reading formations (§1.2): groups front to back, characters, passengers, how they stand at the start.

use std::collections::{BTreeMap, BTreeSet};

use super::super::forces::{Aboard, BROKEN, Forces, Formation, Group, Ledger, MARCHED, Magazine, OVERWATCH, wreck};
use super::super::profile::{Ability, Effect, Strength, Supply, Unit, UnitType};
use super::super::saves::passenger_save;
use super::super::state::{Cell, Layout};
use super::super::terrain::{TERRAINS, Terrain};
use super::units::{optional, value};
use crate::engine::dice::Roll;
use crate::engine::pool::Pool;
use crate::scenario::{Key, Node, Problem, Span, unknown};

/// The most units in a group, and the most markers on a formation at the start.
const MOST: i64 = 100;

/// The profiles that a scenario can use.
pub struct Profiles {
    /// By key.
    pub units: BTreeMap<String, Unit>,
    /// Keys that stand for different profiles in different armies.
    pub ambiguous: BTreeSet<String>,
}

/// How a formation or a weapon stands when a trial begins: cells and their first values.
pub type Starts = Vec<(Cell, u8)>;

/// Weapons that cannot fire in every turn, by group and name.
pub type Loaded = BTreeMap<(usize, String), Magazine>;

/// What became of the `formations` table.
pub struct Read {
    /// The forces.
    pub forces: Forces,
    /// Cells that do not begin at 0.
    pub starts: Starts,
    /// Weapons that cannot fire in every turn.
    pub loaded: Loaded,
    /// Explicit sides, by formation.
    pub sides: Vec<Option<String>>,
}

/// How a formation begins.
const STATES: &[(&str, u8)] = &[("ready", 0), ("marched", MARCHED), ("overwatch", OVERWATCH), ("moved", 0)];

/// The table of formations.
pub fn formations(node: &Node, units: &Profiles, layout: &mut Layout) -> Result<Read, Problem> {
    let mut read = Read {
        forces: Forces { formations: Vec::new(), groups: Vec::new() },
        starts: Vec::new(),
        loaded: BTreeMap::new(),
        sides: Vec::new(),
    };
    for (key, entry) in node.entries("formations")? {
        formation(key, entry, units, layout, &mut read)?;
    }
    if read.forces.formations.is_empty() {
        return Err(Problem::new("a scenario needs at least one formation").at(&node.span));
    }
    Ok(read)
}

/// Gives every formation the cells of its ledger.
pub fn open_ledgers(forces: &mut Forces, layout: &mut Layout, at: &Node) -> Result<(), Problem> {
    for formation in &mut forces.formations {
        let ledger = &mut formation.ledger;
        for place in [
            &mut ledger.activated,
            &mut ledger.suppressed,
            &mut ledger.hits,
            &mut ledger.fallen,
            &mut ledger.losses,
            &mut ledger.gained,
            &mut ledger.removed,
            &mut ledger.broke,
            &mut ledger.rallied,
            &mut ledger.due,
        ] {
            *place = cell(layout, &at.span)?;
        }
    }
    Ok(())
}

/// A cell, or the problem of a scenario too large to hold.
pub fn cell(layout: &mut Layout, at: &Span) -> Result<Cell, Problem> {
    let full = || Problem::new("the scenario has too many units, weapons and steps to be played").at(at);
    layout.cell().ok_or_else(full)
}

fn formation(key: &Key, node: &Node, units: &Profiles, layout: &mut Layout, read: &mut Read) -> Result<(), Problem> {
    let index = read.forces.formations.len();
    let mut fields = node.fields("a formation")?;
    let initiative = value(fields.need("initiative")?, "an initiative", 1)?;
    let points = optional(fields.take("points"), |node| node.integer("a number of points", 0..=100_000))?;
    let markers = optional(fields.take("blast-markers"), |node| node.integer("a number of blast markers", 0..=MOST))?;
    let markers = markers.unwrap_or(0) as u8;
    let broken = optional(fields.take("broken"), |node| node.boolean("`broken`"))?.unwrap_or(false);
    let state = fields.take("state");
    let status = optional(state, |node| node.choice("a state of a formation", STATES))?.unwrap_or(0);
    let side = optional(fields.take("side"), |node| Ok(node.text("a side")?.to_owned()))?;
    let groups = fields.need("units")?;
    fields.finish()?;
    if broken && (markers > 0 || status != 0) {
        let problem = Problem::new(format!("`{}` is broken: it has no markers and no other state", key.name));
        return Err(problem.at(&node.span).help("a broken formation counts as many markers as units (§1.13.4)"));
    }

    let first = read.forces.groups.len();
    let mut aboard = Vec::new();
    for entry in groups.list("the units of a formation")? {
        group(entry, index, units, layout, read, &mut aboard)?;
    }
    if read.forces.groups.len() == first {
        return Err(Problem::new(format!("`{}` has no units", key.name)).at(&groups.span));
    }
    for (passengers, carrier) in aboard {
        embark(read, first, passengers, carrier, layout)?;
    }
    check_capacity(&read.forces, first, key)?;

    let formation = Formation {
        name: key.name.clone(),
        side: 0,
        initiative,
        points: points.map(|points| points as u32),
        groups: first..read.forces.groups.len(),
        start: read.forces.groups[first..].iter().map(|group| u32::from(group.start)).sum(),
        markers: cell(layout, &node.span)?,
        status: cell(layout, &node.span)?,
        ledger: Ledger::default(),
    };
    let bears =
        formation.start + u32::from(read.forces.groups[first..].iter().all(|group| group.unit.has(Ability::Stubborn)));
    if u32::from(markers) >= bears {
        let problem = Problem::new(format!("`{}` cannot have {markers} markers and not be broken", key.name));
        return Err(problem.at(&node.span).help("write `broken = true`"));
    }
    read.starts.push((formation.markers, markers));
    read.starts.push((formation.status, if broken { BROKEN } else { status }));
    read.forces.formations.push(formation);
    read.sides.push(side);
    Ok(())
}

/// One entry of a formation's `units`; a character makes a group of its own of the unit it joins (§2.1.15), behind the
/// others.
fn group<'a>(
    node: &'a Node,
    formation: usize,
    units: &Profiles,
    layout: &mut Layout,
    read: &mut Read,
    aboard: &mut Vec<(usize, &'a Node)>,
) -> Result<(), Problem> {
    let mut fields = node.fields("a group of units")?;
    let unit = profile(fields.need("unit")?, units)?;
    if unit.kind == UnitType::Character {
        let problem = Problem::new(format!("`{}` is a character: it joins a unit", unit.key)).at(&node.span);
        return Err(problem.help(format!("write `character = \"{}\"` in the group it joins", unit.key)));
    }
    if matches!(unit.kind, UnitType::WarEngine | UnitType::Spacecraft) {
        let kind = if unit.kind == UnitType::WarEngine { "a war engine" } else { "a spacecraft" };
        return Err(Problem::new(format!("`{}` is {kind}: not simulated in this version", unit.key)).at(&node.span));
    }
    let count = optional(fields.take("count"), |node| node.integer("a count", 1..=MOST))?.unwrap_or(1) as u8;
    let terrain = optional(fields.take("cover"), |node| node.choice("a cover", TERRAINS))?.unwrap_or(Terrain::Open);
    let character = optional(fields.take("character"), |node| {
        let character = profile(node, units)?;
        match character.kind {
            UnitType::Character => Ok(character),
            _ => Err(Problem::new(format!("`{}` is not a character", character.key)).at(&node.span)),
        }
    })?;
    let carrier = fields.take("embarked-in");
    let spent = match fields.take("spent") {
        Some(node) => node.texts("weapons that are spent")?,
        None => Vec::new(),
    };
    fields.finish()?;
    for (name, span) in &spent {
        if !unit.weapons.iter().any(|weapon| weapon.name == *name) {
            return Err(unknown(
                "weapon of this unit",
                name,
                span,
                unit.weapons.iter().map(|weapon| weapon.name.as_str()),
            ));
        }
    }
    let mut add = |unit: Unit, count: u8| -> Result<(), Problem> {
        let index = read.forces.groups.len();
        if let Some(carrier) = carrier {
            aboard.push((index, carrier));
        }
        for weapon in unit.weapons.iter().filter(|weapon| weapon.supply != Supply::Ample) {
            if read.loaded.contains_key(&(index, weapon.name.clone())) {
                continue;
            }
            let spent = spent.iter().any(|(name, _)| *name == weapon.name);
            let loaded = cell(layout, &node.span)?;
            read.starts.push((loaded, if spent { 0 } else { count }));
            let slow = match weapon.supply {
                Supply::EveryOtherTurn => {
                    // What is spent at the start fired in the turn before.
                    let (now, before) = (cell(layout, &node.span)?, cell(layout, &node.span)?);
                    read.starts.push((before, if spent { count } else { 0 }));
                    Some((now, before))
                }
                _ => None,
            };
            read.loaded.insert((index, weapon.name.clone()), Magazine { loaded, slow });
        }
        let alive = cell(layout, &node.span)?;
        read.starts.push((alive, count));
        read.forces.groups.push(Group {
            fearless: unit.has(Ability::Fearless),
            expendable: unit.has(Ability::Expendable),
            unit,
            formation,
            start: count,
            alive,
            terrain,
            aboard: None,
            carries: Vec::new(),
        });
        Ok(())
    };
    let joined = character.map(|character| unit.joined_by(character));
    let plain = count - u8::from(joined.is_some());
    if plain > 0 {
        add(unit.clone(), plain)?;
    }
    match joined {
        Some(joined) => add(joined, 1),
        None => Ok(()),
    }
}

fn profile<'a>(node: &Node, units: &'a Profiles) -> Result<&'a Unit, Problem> {
    let name = node.text("a unit")?;
    if units.ambiguous.contains(name) {
        let problem = Problem::new(format!("two of the armies have a `{name}`, and they differ")).at(&node.span);
        return Err(problem.help(format!("write the one you mean into this scenario, as [units.{name}]")));
    }
    let known = || units.units.keys().map(String::as_str);
    units.units.get(name).ok_or_else(|| unknown("unit", name, &node.span, known()))
}

/// §1.7.5: puts a group into the transports of its own formation.
fn embark(
    read: &mut Read,
    first: usize,
    passengers: usize,
    carrier: &Node,
    layout: &mut Layout,
) -> Result<(), Problem> {
    let name = carrier.text("a transport")?;
    let groups = &read.forces.groups;
    let carriers = || (first..groups.len()).filter(|&group| groups[group].unit.transport > 0);
    let Some(vehicle) = carriers().find(|&group| groups[group].unit.key == name) else {
        let known: Vec<&str> = carriers().map(|group| groups[group].unit.key.as_str()).collect();
        return Err(unknown("transport of this formation", name, &carrier.span, known));
    };
    let on_foot = cell(layout, &carrier.span)?;
    let unit = &groups[passengers].unit;
    let mut saves: [Option<Pool>; 24] = Default::default();
    for strength in [Strength::Normal, Strength::Macro, Strength::TitanKiller] {
        for bits in 0..8 {
            let effect = Effect { strength, ignore_cover: bits & 1 != 0, lance: bits & 2 != 0, ..Effect::PLAIN };
            let crossfire = bits & 4 != 0;
            let roll = Roll::named(format!("save of {} thrown out of a wreck", unit.name), "1.7.5");
            let most = u32::from(groups[passengers].start);
            saves[wreck(effect, crossfire)] =
                passenger_save(unit, effect, crossfire).map(|test| Pool::new(roll, test, most));
        }
    }
    read.forces.groups[passengers].aboard = Some(Aboard { on_foot, saves });
    read.forces.groups[vehicle].carries.push(passengers);
    Ok(())
}

fn check_capacity(forces: &Forces, first: usize, key: &Key) -> Result<(), Problem> {
    for vehicle in &forces.groups[first..] {
        let places = u32::from(vehicle.start) * u32::from(vehicle.unit.transport);
        let riders: u32 = vehicle.carries.iter().map(|&group| u32::from(forces.groups[group].start)).sum();
        if riders > places {
            let problem =
                Problem::new(format!("{riders} units do not fit into {} {}", vehicle.start, vehicle.unit.name));
            return Err(problem.at(&key.span).help(format!("they carry {places} (§1.7.5)")));
        }
    }
    Ok(())
}
