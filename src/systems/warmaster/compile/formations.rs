//! Reading formations: units, brigades, commanders.

use super::super::forces::{CONFUSED, Commander, Forces, Formation, Ledger, Unit};
use super::super::items::{ITEMS, Item};
use super::super::profile::Profile;
use super::compiler::Compiler;
use super::units::item;
use crate::engine::dice::Roll;
use crate::engine::pool::{Need, Pool, Test};
use crate::scenario::{Key, Node, Problem, Span, unknown};
use crate::systems::plan;
use crate::systems::plan::state::NOTHING;
use crate::systems::plan::values::optional;

/// The profiles that a scenario can use.
pub type Profiles = plan::profiles::Profiles<Profile>;

/// The table of formations.
pub fn formations(compiler: &mut Compiler, node: &Node, profiles: &Profiles) -> Result<(), Problem> {
    for (key, node) in node.entries("formations")? {
        if key.name.contains('.') {
            return Err(Problem::new("a formation's name has no dot in it").at(&key.span));
        }
        formation(compiler, key, node, profiles)?;
    }
    if compiler.forces.formations.is_empty() {
        return Err(Problem::new("a scenario needs formations").at(&node.span));
    }
    Ok(())
}

/// L2344: each item is in an army once.
pub fn check_items(compiler: &Compiler) -> Result<(), Problem> {
    let items = &compiler.own.items;
    for (place, (item, formation, span)) in items.iter().enumerate() {
        let side = |formation: usize| compiler.forces.formations[formation].side;
        let twice = |(other, of, _): &(Item, usize, Span)| other == item && side(*of) == side(*formation);
        if items[..place].iter().any(twice) {
            let problem = Problem::new(format!("this army has a second {}", item.name())).at(span);
            return Err(problem.help("each magic item is in an army once (L2344)"));
        }
    }
    Ok(())
}

fn formation(compiler: &mut Compiler, key: &Key, node: &Node, profiles: &Profiles) -> Result<(), Problem> {
    let index = compiler.forces.formations.len();
    let mut fields = node.fields("a formation")?;
    let points = optional(fields.take("points"), |node| node.integer("a number of points", 0..=100_000))?;
    let side = optional(fields.take("side"), |node| Ok(node.text("a side")?.to_owned()))?;
    let groups = fields.need("units")?;
    let spend = fields.take("spend");
    compiler.remarks.read(&key.name, fields.take("remarks"), "")?;
    fields.finish()?;
    let first = compiler.forces.units.len();
    let first_commander = compiler.forces.commanders.len();
    let mut joins = Vec::new();
    for entry in groups.list("the units of a formation")? {
        group(compiler, entry, (index, &key.name), profiles, &mut joins)?;
    }
    let units = first..compiler.forces.units.len();
    let commanders: Vec<usize> = (first_commander..compiler.forces.commanders.len()).collect();
    if units.is_empty() && commanders.is_empty() {
        return Err(Problem::new(format!("`{}` has no units", key.name)).at(&groups.span));
    }
    if let Some(node) = spend {
        let carried = commanders.iter().filter_map(|&commander| compiler.forces.commanders[commander].profile.item);
        let carried: Vec<Item> = carried.collect();
        compiler.spending.read(node, index, |name, span| works_once(&carried, name, span))?;
    }
    for (commander, unit) in joins {
        let among = || units.clone().map(|unit| compiler.forces.units[unit].profile.key.as_str());
        let joined = match unit {
            None => units.clone().next(),
            Some(node) => {
                let name = node.text("the unit that he joins")?;
                let found = units.clone().find(|&unit| compiler.forces.units[unit].profile.key == name);
                Some(found.ok_or_else(|| unknown("unit of this formation", name, &node.span, among()))?)
            }
        };
        compiler.forces.commanders[commander].joined = joined;
        if let Some(unit) = joined {
            compiler.forces.units[unit].commanders.push(commander);
        }
    }
    if let Some(points) = points {
        share_out(points as u32, units.clone(), &commanders, &mut compiler.forces);
    }
    for unit in units.clone() {
        let of = &mut compiler.forces.units[unit];
        let name = if units.len() == 1 { key.name.clone() } else { format!("{}.{}", key.name, of.profile.key) };
        of.saves = saves(&of.profile, of.item, &name);
    }
    let (ordered, penalty) = (compiler.cell(&node.span)?, compiler.cell(&node.span)?);
    let (name, ledger) = (key.name.clone(), Ledger::default());
    compiler.forces.formations.push(Formation { name, side: 0, units, commanders, ordered, penalty, ledger });
    compiler.told_sides.push(side);
    Ok(())
}

/// Whether commanders carry an item, and it works once.
fn works_once(carried: &[Item], name: &str, span: &Span) -> Result<(), Problem> {
    let named = ITEMS.iter().find(|(known, _)| *known == name).map(|(_, item)| *item);
    let refusal = match named {
        Some(item) => item.works_once().err(),
        None => None,
    };
    if let Some(help) = refusal {
        return Err(Problem::new(format!("`{name}` is not spent with one use")).at(span).help(help));
    }
    match named.is_some_and(|item| carried.contains(&item)) {
        true => Ok(()),
        false => Err(unknown("item of this formation", name, span, carried.iter().map(|item| item.name()))),
    }
}

/// The price of a formation as written, shared out evenly among its units.
fn share_out(points: u32, units: std::ops::Range<usize>, commanders: &[usize], forces: &mut Forces) {
    let heads = (units.len() + commanders.len()) as u32;
    let mut left = points;
    let mut shares = (0..heads).map(|place| {
        let share = left / (heads - place);
        left -= share;
        share
    });
    for unit in units {
        forces.units[unit].points = shares.next().unwrap_or(0);
    }
    for &commander in commanders {
        forces.commanders[commander].points = shares.next().unwrap_or(0);
    }
}

/// Saves without and with the banner of protection; L2366: never better than 3+.
fn saves(profile: &Profile, item: Option<Item>, name: &str) -> [Option<Pool>; 2] {
    let most = u32::from(profile.stands) * u32::from(profile.hits) * 2;
    let pool = |face: u8| {
        Pool::new(Roll::named(format!("saves of {name}"), "L1187"), Test::once(Need::at_least(face.into())), most)
    };
    let plain = profile.armour.map(pool);
    let better = match item {
        Some(Item::BannerOfProtection) => Some(pool(profile.armour.map_or(6, |face| (face - 1).max(3)))),
        _ => plain.clone(),
    };
    [plain, better]
}

type Joining<'a> = Vec<(usize, Option<&'a Node>)>;

/// One entry of a formation's `units`: so many units of a profile, or a commander.
fn group<'a>(
    compiler: &mut Compiler,
    node: &'a Node,
    (formation, name): (usize, &str),
    profiles: &Profiles,
    joins: &mut Joining<'a>,
) -> Result<(), Problem> {
    let mut fields = node.fields("a group of units")?;
    let mut profile = profiles.find(fields.need("unit")?, name)?.clone();
    let count = optional(fields.take("count"), |node| node.integer("a count", 1..=20))?.unwrap_or(1);
    let items = fields.take("items");
    if let Some(node) = items {
        profile.item = item(node, profile.kind)?.or(profile.item);
    }
    if let Some(item) = profile.item {
        let span = items.map_or(&node.span, |node| &node.span);
        if count > 1 {
            return Err(Problem::new("each magic item is in an army once (L2344): give it to a group of one").at(span));
        }
        compiler.own.items.push((item, formation, span.clone()));
    }
    if profile.kind.commands() {
        let joined = fields.take("joins");
        fields.finish()?;
        if count > 1 {
            return Err(Problem::new("commanders stand one by one").at(&node.span));
        }
        joins.push((compiler.forces.commanders.len(), joined));
        let alive = compiler.cell_with(1, &node.span)?;
        let mut cell = || compiler.cell(&node.span);
        let commander = Commander {
            points: profile.points.unwrap_or(0),
            formation,
            joined: None,
            alive,
            used: cell()?,
            giving: cell()?,
            bound: cell()?,
            orders: NOTHING,
            blunder: NOTHING,
            cast: NOTHING,
            dispelled: NOTHING,
            profile,
        };
        compiler.forces.commanders.push(commander);
        return Ok(());
    }
    let most = i64::from(profile.stands);
    let stands = optional(fields.take("stands"), |node| node.integer("a number of stands", 1..=most))?.unwrap_or(most);
    let confused = optional(fields.take("confused"), |node| node.boolean("`confused`"))?.unwrap_or(false);
    let counts = optional(fields.take("counts-for-break"), |node| node.boolean("`counts-for-break`"))?.unwrap_or(true);
    fields.finish()?;
    for _ in 0..count {
        let stands_cell = compiler.cell_with(stands as u16, &node.span)?;
        let mut cell = || compiler.cell(&node.span);
        let unit = Unit {
            formation,
            start: stands as u16,
            stands: stands_cell,
            wounds: cell()?,
            status: cell()?,
            flanked: cell()?,
            bonus: cell()?,
            shot: cell()?,
            item: profile.item,
            used: cell()?,
            advances: false,
            commanders: Vec::new(),
            points: profile.points.unwrap_or(0),
            counts,
            saves: [None, None],
            taken: NOTHING,
            profile: profile.clone(),
        };
        if confused {
            compiler.starts.push((unit.status, CONFUSED));
            compiler.own.confused.push(compiler.forces.units.len());
        }
        compiler.forces.units.push(unit);
    }
    Ok(())
}

/// Opens the cells that serve one step alone.
pub fn open_ledgers(compiler: &mut Compiler, at: &Span) -> Result<(), Problem> {
    let mut cell = || compiler.layout.need(at);
    let forces = &mut compiler.forces;
    for formation in &mut forces.formations {
        formation.ledger = Ledger {
            hits: cell()?,
            wounds: cell()?,
            lost: cell()?,
            driven: cell()?,
            routed: cell()?,
            retreat: cell()?,
            result: cell()?,
            orders: cell()?,
        };
    }
    for unit in &mut forces.units {
        unit.taken = cell()?;
    }
    for commander in &mut forces.commanders {
        commander.orders = cell()?;
        commander.blunder = cell()?;
        commander.cast = cell()?;
        commander.dispelled = cell()?;
    }
    Ok(())
}
