//! Reading formations (§1.2): groups front to back, characters, war engines, how they stand at the start.

use super::super::army_rules::{ArmyRules, RULES};
use super::super::forces::{BROKEN, Formation, Group, LANDED, Ledger, MARCHED, Magazine, OVERWATCH, PATROL};
use super::super::profile::{Ability, Supply, Unit, UnitType};
use super::super::state::NOTHING;
use super::super::terrain::{TERRAINS, Terrain};
use super::aboard::{self, Boarding};
use super::compiler::Compiler;
use super::engines;
use super::units::{optional, value};
use crate::scenario::typed::typed;
use crate::scenario::{Key, Node, Problem, Span, Value, unknown};

/// The most units in a group, and the most markers on a formation at the start.
const MOST: i64 = 1000;

/// The profiles that a scenario can use.
pub type Profiles = crate::systems::plan::profiles::Profiles<Unit>;

/// How a formation begins.
const STATES: &[(&str, u16)] = &[
    ("ready", 0),
    ("marched", MARCHED),
    ("overwatch", OVERWATCH),
    ("moved", 0),
    ("landed", LANDED),
    ("patrol", PATROL),
];

/// What is still to be connected when all formations are known.
#[derive(Default)]
pub struct Loose<'a> {
    /// Groups aboard transports.
    pub boarding: Vec<Boarding<'a>>,
    /// War engines and who stands near them.
    pub near: Vec<(usize, &'a Node)>,
}

/// The table of formations.
pub fn formations(compiler: &mut Compiler, node: &Node, units: &Profiles) -> Result<(), Problem> {
    let mut loose = Loose::default();
    for (key, entry) in node.entries("formations")? {
        formation(compiler, key, entry, units, &mut loose)?;
    }
    if compiler.forces.formations.is_empty() {
        return Err(Problem::new("a scenario needs at least one formation").at(&node.span));
    }
    aboard::embark(&mut compiler.forces, &loose.boarding, &mut compiler.layout)?;
    engines::neighbours(&mut compiler.forces, &loose.near, &mut compiler.layout)
}

/// Gives every formation the cells of its ledger.
pub fn open_ledgers(compiler: &mut Compiler, at: &Span) -> Result<(), Problem> {
    for index in 0..compiler.forces.formations.len() {
        let engines = compiler.forces.groups_of(index).iter().any(|group| group.engine.is_some());
        let formation = &mut compiler.forces.formations[index];
        let halves = formation.rules.halves_markers;
        let mut cell = |needed: bool| if needed { compiler.layout.need(at) } else { Ok(NOTHING) };
        formation.ledger = Ledger {
            activated: cell(true)?,
            suppressed: cell(true)?,
            hits: cell(true)?,
            fallen: cell(true)?,
            losses: cell(true)?,
            gained: cell(true)?,
            removed: cell(true)?,
            broke: cell(true)?,
            rallied: cell(true)?,
            due: cell(true)?,
            damage: cell(engines)?,
            engines: cell(engines)?,
            half: cell(halves)?,
        };
    }
    for place in &mut compiler.own.outcome {
        *place = compiler.layout.need(at)?;
    }
    Ok(())
}

fn formation<'a>(
    compiler: &mut Compiler,
    key: &Key,
    node: &'a Node,
    units: &Profiles,
    loose: &mut Loose<'a>,
) -> Result<(), Problem> {
    let index = compiler.forces.formations.len();
    let mut fields = node.fields("a formation")?;
    let remarks = fields.take("remarks");
    let initiative = fields.need("initiative").map_err(|problem| untold_initiative(problem, &key.name, remarks))?;
    let initiative = value(initiative, "an initiative", 1)?;
    if let Some(node) = remarks {
        compiler.remarks.read(&key.name, &typed(node, "`remarks`")?, "initiative");
    }
    let points = optional(fields.take("points"), |node| node.integer("a number of points", 0..=100_000))?;
    let markers = optional(fields.take("blast-markers"), |node| node.integer("a number of blast markers", 0..=MOST))?;
    let markers = markers.unwrap_or(0) as u16;
    let broken = optional(fields.take("broken"), |node| node.boolean("`broken`"))?.unwrap_or(false);
    let state = fields.take("state");
    let status = optional(state, |node| node.choice("a state of a formation", STATES))?.unwrap_or(0);
    let side = optional(fields.take("side"), |node| Ok(node.text("a side")?.to_owned()))?;
    let mut rules = ArmyRules::default();
    if let Some(list) = fields.take("rules") {
        for rule in list.list("rules of a formation")? {
            rules = rules.with(rule.choice("a rule of a formation", RULES)?);
        }
    }
    if let Some(share) = optional(fields.take("break-at"), |node| share(node, "blast markers a unit", 25..=1000))? {
        rules.break_at = share;
    }
    if let Some(share) = optional(fields.take("extra-hits"), |node| share(node, "a share of extra hits", 0..=1000))? {
        rules.extra_hits = share;
    }
    rules.initiative =
        optional(fields.take("initiative-modifier"), |node| node.integer("a modifier", -6..=6))?.unwrap_or(0) as i32;
    let place = fields.take("layout").cloned();
    let groups = fields.need("units")?;
    let spend = fields.take("spend");
    fields.finish()?;
    if broken && (markers > 0 || status & !LANDED != 0) {
        let problem = Problem::new(format!("`{}` is broken: it has no markers and no other state", key.name));
        return Err(problem.at(&node.span).help("a broken formation counts as many markers as units (§1.13.4)"));
    }

    let first = compiler.forces.groups.len();
    for entry in groups.list("the units of a formation")? {
        group(compiler, entry, (index, &key.name), units, loose)?;
    }
    let marker_cell = compiler.cell_with(markers, &node.span)?;
    let status_cell = compiler.cell_with(if broken { BROKEN | status } else { status }, &node.span)?;
    let of = &compiler.forces.groups[first..];
    if of.is_empty() {
        return Err(Problem::new(format!("`{}` has no units", key.name)).at(&groups.span));
    }
    if let Some(node) = spend {
        compiler.spending.read(&typed(node, "`spend`")?, index, |name, span| one_shot(of, name, span))?;
    }
    let aircraft = of.iter().all(|group| group.unit.aircraft.is_some());
    if !aircraft && of.iter().any(|group| group.unit.aircraft.is_some()) {
        let problem = Problem::new(format!("`{}` mixes aircraft with others", key.name)).at(&groups.span);
        return Err(
            problem.help("troops aboard an aircraft are a formation of their own: embarked-in = \"formation.unit\"")
        );
    }
    if !aircraft && status & (LANDED | PATROL) != 0 {
        let problem = Problem::new(format!("`{}` are no aircraft", key.name));
        return Err(problem.at(state.map_or(&node.span, |state| &state.span)));
    }
    let formation = Formation {
        name: key.name.clone(),
        side: 0,
        initiative,
        points: points.map(|points| points as u32),
        groups: first..compiler.forces.groups.len(),
        start: of.iter().map(|group| u32::from(group.start)).sum(),
        strength: of.iter().map(|group| u32::from(group.start) * group.weight()).sum(),
        aircraft,
        rules,
        markers: marker_cell,
        status: status_cell,
        ledger: Ledger::default(),
    };
    let stubborn = of.iter().all(|group| group.unit.has(Ability::Stubborn));
    let bears = rules.break_at(formation.strength) + u32::from(stubborn);
    if u32::from(markers) >= bears && !aircraft {
        let problem = Problem::new(format!("`{}` cannot have {markers} markers and not be broken", key.name));
        return Err(problem.at(&node.span).help("write `broken = true`"));
    }
    compiler.forces.formations.push(formation);
    compiler.told_sides.push(side);
    compiler.own.layouts.push(place);
    Ok(())
}

/// §2.2.10: whether a weapon of a formation is spent with one shot.
fn one_shot(groups: &[Group], name: &str, span: &Span) -> Result<(), Problem> {
    let weapons = || groups.iter().flat_map(|group| &group.unit.weapons);
    let mut named = weapons().filter(|weapon| weapon.name == name).peekable();
    if named.peek().is_none() {
        return Err(unknown("weapon of this formation", name, span, weapons().map(|weapon| weapon.name.as_str())));
    }
    match named.any(|weapon| weapon.supply == Supply::OneShot) {
        true => Ok(()),
        false => Err(Problem::new(format!("`{name}` is no one-shot weapon (§2.2.10)"))
            .at(span)
            .help("hold others back in a step: fire = { \"Name\" = \"hold\" }")),
    }
}

/// What a roster tells instead of one initiative, and what to write.
fn untold_initiative(problem: Problem, formation: &str, remarks: Option<&Node>) -> Problem {
    let Some(told) = remarks.and_then(|remarks| remarks.child("initiative")) else { return problem };
    let told = told.texts("a remark").unwrap_or_default();
    let problem = told.into_iter().fold(problem, |problem, (text, _)| problem.help(text));
    problem.help(format!(
        "write the right one into the scenario: [formations.{formation}], and below it initiative = \"2+\""
    ))
}

/// A number of times, in hundredths: `2`, `0.5`.
fn share(node: &Node, what: &str, range: std::ops::RangeInclusive<u32>) -> Result<u32, Problem> {
    let times = match node.value {
        Value::Integer(number) => number as f64,
        Value::Float(number) => number,
        _ => f64::NAN,
    };
    let hundredths = (times * 100.0).round();
    let expected =
        format!("a number from {} to {}", f64::from(*range.start()) / 100.0, f64::from(*range.end()) / 100.0);
    match hundredths.is_finite() && hundredths >= 0.0 && range.contains(&(hundredths as u32)) {
        true => Ok(hundredths as u32),
        false => Err(node.unexpected(what, &expected)),
    }
}

/// One entry of a formation's `units`; a character makes a group of its own of the unit it joins (§2.1.15), behind the
/// others, and so does every war engine (§3).
fn group<'a>(
    compiler: &mut Compiler,
    node: &'a Node,
    (formation, name): (usize, &str),
    units: &Profiles,
    loose: &mut Loose<'a>,
) -> Result<(), Problem> {
    let mut fields = node.fields("a group of units")?;
    let unit = units.find(&typed(fields.need("unit")?, "`unit`")?, name)?;
    if unit.kind == UnitType::Character {
        let problem = Problem::new(format!("`{}` is a character: it joins a unit", unit.key)).at(&node.span);
        return Err(problem.help(format!("write `character = \"{}\"` in the group it joins", unit.key)));
    }
    let count = optional(fields.take("count"), |node| node.integer("a count", 1..=MOST))?.unwrap_or(1) as u16;
    let terrain = optional(fields.take("cover"), |node| node.choice("a cover", TERRAINS))?.unwrap_or(Terrain::Open);
    let character = optional(fields.take("character"), |node| {
        let character = units.find(&typed(node, "`character`")?, name)?;
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
    let condition = engines::condition(&mut fields, unit)?;
    let near = fields.take("near");
    fields.finish()?;
    let names = || unit.weapons.iter().map(|weapon| weapon.name.as_str());
    for (name, span) in &spent {
        if !names().any(|weapon| weapon == *name) {
            return Err(unknown("weapon of this unit", name, span, names()));
        }
    }
    let mut add = |unit: Unit, character: Option<&Unit>, count: u16| -> Result<(), Problem> {
        let index = compiler.forces.groups.len();
        if let Some(node) = carrier {
            loose.boarding.push(Boarding { passengers: index, carrier: node });
        }
        if let Some(node) = near {
            loose.near.push((index, node));
        }
        magazines(compiler, &unit, index, count, &spent, &node.span)?;
        let alive = compiler.cell_with(count, &node.span)?;
        let engine = engines::engine(compiler, &unit, condition, &node.span)?;
        compiler.forces.groups.push(Group {
            fearless: unit.has(Ability::Fearless),
            expendable: unit.has(Ability::Expendable),
            unit,
            character: character.map(|character| character.key.clone()),
            formation,
            start: count,
            alive,
            engine: engine.map(Box::new),
            terrain,
            aboard: None,
            carries: Vec::new(),
        });
        Ok(())
    };
    let joined = character.map(|character| unit.joined_by(character));
    let plain = count - u16::from(joined.is_some());
    if unit.kind == UnitType::WarEngine {
        for _ in 0..plain {
            add(unit.clone(), None, 1)?;
        }
    } else if plain > 0 {
        add(unit.clone(), None, plain)?;
    }
    match joined {
        Some(joined) => add(joined, character, 1),
        None => Ok(()),
    }
}

/// §2.2.8, §2.2.10: the weapons of a group that cannot fire in every turn.
fn magazines(
    compiler: &mut Compiler,
    unit: &Unit,
    index: usize,
    count: u16,
    spent: &[(&str, &Span)],
    at: &Span,
) -> Result<(), Problem> {
    for weapon in unit.weapons.iter().filter(|weapon| weapon.supply != Supply::Ample) {
        if compiler.own.loaded.contains_key(&(index, weapon.name.clone())) {
            continue;
        }
        let spent = spent.iter().any(|(name, _)| *name == weapon.name);
        let loaded = compiler.cell_with(if spent { 0 } else { count }, at)?;
        let slow = match weapon.supply {
            Supply::EveryOtherTurn => {
                // What is spent at the start fired in the turn before.
                Some((compiler.cell(at)?, compiler.cell_with(if spent { count } else { 0 }, at)?))
            }
            _ => None,
        };
        compiler.own.loaded.insert((index, weapon.name.clone()), Magazine { loaded, slow });
    }
    Ok(())
}
