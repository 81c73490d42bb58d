//! Reading formations: units, brigades, commanders.

use super::super::forces::{CONFUSED, Commander, Forces, Formation, Ledger, Unit};
use super::super::items::{ITEMS, Item};
use super::super::profile::Profile;
use super::super::wounds::saves;
use super::units::item;
use crate::scenario::{Key, Node, Problem, Span, unknown};
use crate::systems::plan;
use crate::systems::plan::remarks::Remarks;
use crate::systems::plan::spending::Spending;
use crate::systems::plan::state::{Cell, Layout, NOTHING};
use crate::systems::plan::values::optional;

/// The profiles that a scenario can use.
pub type Profiles = plan::profiles::Profiles<Profile>;

/// Formations as read.
pub struct Read {
    /// Everybody; sides are still open, ledgers closed.
    pub forces: Forces,
    /// Cells and their first values.
    pub starts: Vec<(Cell, u16)>,
    /// The side of each formation, where it is told.
    pub sides: Vec<Option<String>>,
    /// Units that are confused when the trial begins.
    pub confused: Vec<usize>,
    /// What imported formations leave open.
    pub remarks: Remarks,
    /// When items that work once are spent.
    pub spending: Spending,
    /// Items with where they are written.
    items: Vec<(Item, usize, Span)>,
}

/// The table of formations.
pub fn formations(node: &Node, profiles: &Profiles, layout: &mut Layout) -> Result<Read, Problem> {
    let mut read = Read {
        forces: Forces::default(),
        starts: Vec::new(),
        sides: Vec::new(),
        confused: Vec::new(),
        remarks: Remarks::default(),
        spending: Spending::default(),
        items: Vec::new(),
    };
    for (key, node) in node.entries("formations")? {
        if key.name.contains('.') {
            return Err(Problem::new("a formation's name has no dot in it").at(&key.span));
        }
        formation(key, node, profiles, layout, &mut read)?;
    }
    if read.forces.formations.is_empty() {
        return Err(Problem::new("a scenario needs formations").at(&node.span));
    }
    Ok(read)
}

impl Read {
    /// L2344: each item is in an army once.
    pub fn check_items(&self) -> Result<(), Problem> {
        for (place, (item, formation, span)) in self.items.iter().enumerate() {
            let side = |formation: usize| self.forces.formations[formation].side;
            let twice = |(other, of, _): &(Item, usize, Span)| other == item && side(*of) == side(*formation);
            if self.items[..place].iter().any(twice) {
                let problem = Problem::new(format!("this army has a second {}", item.name())).at(span);
                return Err(problem.help("each magic item is in an army once (L2344)"));
            }
        }
        Ok(())
    }
}

fn formation(key: &Key, node: &Node, profiles: &Profiles, layout: &mut Layout, read: &mut Read) -> Result<(), Problem> {
    let index = read.forces.formations.len();
    let mut fields = node.fields("a formation")?;
    let points = optional(fields.take("points"), |node| node.integer("a number of points", 0..=100_000))?;
    let side = optional(fields.take("side"), |node| Ok(node.text("a side")?.to_owned()))?;
    let groups = fields.need("units")?;
    let spend = fields.take("spend");
    read.remarks.read(&key.name, fields.take("remarks"), "")?;
    fields.finish()?;
    let first = read.forces.units.len();
    let first_commander = read.forces.commanders.len();
    let mut joins = Vec::new();
    for entry in groups.list("the units of a formation")? {
        group(entry, (index, &key.name), profiles, layout, read, &mut joins)?;
    }
    let units = first..read.forces.units.len();
    let commanders: Vec<usize> = (first_commander..read.forces.commanders.len()).collect();
    if units.is_empty() && commanders.is_empty() {
        return Err(Problem::new(format!("`{}` has no units", key.name)).at(&groups.span));
    }
    if let Some(node) = spend {
        let carried = commanders.iter().filter_map(|&commander| read.forces.commanders[commander].profile.item);
        let carried: Vec<Item> = carried.collect();
        read.spending.read(node, index, |name, span| works_once(&carried, name, span))?;
    }
    for (commander, unit) in joins {
        let among = || units.clone().map(|unit| read.forces.units[unit].profile.key.as_str());
        let joined = match unit {
            None => units.clone().next(),
            Some(node) => {
                let name = node.text("the unit that he joins")?;
                let found = units.clone().find(|&unit| read.forces.units[unit].profile.key == name);
                Some(found.ok_or_else(|| unknown("unit of this formation", name, &node.span, among()))?)
            }
        };
        read.forces.commanders[commander].joined = joined;
        if let Some(unit) = joined {
            read.forces.units[unit].commanders.push(commander);
        }
    }
    if let Some(points) = points {
        share_out(points as u32, units.clone(), &commanders, &mut read.forces);
    }
    for unit in units.clone() {
        let of = &mut read.forces.units[unit];
        let name = if units.len() == 1 { key.name.clone() } else { format!("{}.{}", key.name, of.profile.key) };
        of.saves = saves(&of.profile, of.item, &name);
    }
    read.forces.formations.push(Formation {
        name: key.name.clone(),
        side: 0,
        units,
        commanders,
        ordered: layout.need(&node.span)?,
        penalty: layout.need(&node.span)?,
        ledger: Ledger::default(),
    });
    read.sides.push(side);
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

type Joining<'a> = Vec<(usize, Option<&'a Node>)>;

/// One entry of a formation's `units`: so many units of a profile, or a commander.
fn group<'a>(
    node: &'a Node,
    (formation, name): (usize, &str),
    profiles: &Profiles,
    layout: &mut Layout,
    read: &mut Read,
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
        read.items.push((item, formation, span.clone()));
    }
    if profile.kind.commands() {
        let joined = fields.take("joins");
        fields.finish()?;
        if count > 1 {
            return Err(Problem::new("commanders stand one by one").at(&node.span));
        }
        joins.push((read.forces.commanders.len(), joined));
        let mut cell = || layout.need(&node.span);
        let commander = Commander {
            points: profile.points.unwrap_or(0),
            formation,
            joined: None,
            alive: cell()?,
            used: cell()?,
            giving: cell()?,
            bound: cell()?,
            orders: NOTHING,
            blunder: NOTHING,
            cast: NOTHING,
            dispelled: NOTHING,
            profile,
        };
        read.starts.push((commander.alive, 1));
        read.forces.commanders.push(commander);
        return Ok(());
    }
    let most = i64::from(profile.stands);
    let stands = optional(fields.take("stands"), |node| node.integer("a number of stands", 1..=most))?.unwrap_or(most);
    let confused = optional(fields.take("confused"), |node| node.boolean("`confused`"))?.unwrap_or(false);
    let counts = optional(fields.take("counts-for-break"), |node| node.boolean("`counts-for-break`"))?.unwrap_or(true);
    fields.finish()?;
    for _ in 0..count {
        let mut cell = || layout.need(&node.span);
        let unit = Unit {
            formation,
            start: stands as u16,
            stands: cell()?,
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
        read.starts.push((unit.stands, stands as u16));
        if confused {
            read.starts.push((unit.status, CONFUSED));
            read.confused.push(read.forces.units.len());
        }
        read.forces.units.push(unit);
    }
    Ok(())
}

/// Opens the cells that serve one step alone.
pub fn open_ledgers(forces: &mut Forces, layout: &mut Layout, node: &Node) -> Result<(), Problem> {
    let mut cell = || layout.need(&node.span);
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
