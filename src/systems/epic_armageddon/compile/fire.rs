//! Reading steps of fire: `shoot`, `barrage`, and reactions from overwatch.

use std::collections::BTreeMap;

use super::super::activation::Activation;
use super::super::battle::{Phase, Step};
use super::super::forces::Forces;
use super::super::terrain::TERRAINS;
use super::super::volley::Aim;
use super::beginning::{Beginning, Hold, beginning, hold_phases};
use super::desk::Desk;
use super::formations::Loaded;
use super::names;
use super::orders::{self, BarrageUse, Order, Orders, weapon_order};
use super::steps::{Counted, Read};
use super::units::optional;
use super::volleys::volley;
use crate::scenario::{Fields, Node, Problem};

const ORDERS: &[(&str, Order)] = &[
    ("advance", Order::ADVANCE),
    ("double", Order::DOUBLE),
    ("sustained", Order::SUSTAINED),
    ("marshal", Order::MARSHAL),
    ("hold", Order::HOLD),
    ("overwatch", Order::OVERWATCH),
];

const AIMS: &[(&str, Aim)] = &[("all", Aim::All), ("open", Aim::Open)];

/// A `shoot` or a `barrage`.
pub fn shoot(desk: &mut Desk, loaded: &Loaded, fields: &mut Fields, barrage: BarrageUse) -> Result<Read, Problem> {
    let span = fields.span().clone();
    let by = names::one_formation(&desk.forces, fields.need("by")?, "the shooters")?;
    let at = names::one_formation(&desk.forces, fields.need("at")?, "the target")?;
    let order = optional(fields.take("order"), |node| node.choice("an order", ORDERS))?.unwrap_or(Order::ADVANCE);
    let beginning = beginning(fields)?;
    if order.overwatch && beginning.activation != Activation::None {
        let problem = Problem::new("overwatch fire needs no action test (§1.10)").at(&span);
        return Err(
            problem.help("leave out `activation`; going on overwatch is a step of its own: `action = \"overwatch\"`")
        );
    }
    let orders = fire_orders(desk, fields, by, at, barrage)?;
    if orders.indirect && !order.sustained {
        let problem = Problem::new("indirect fire needs sustained fire (§2.2.9)").at(&span);
        return Err(problem.help("write `order = \"sustained\"`"));
    }
    let reacting = fields.take("reactions");
    let moved = reactions(desk, loaded, reacting, &[by])?;
    if !matches!(order, Order::ADVANCE | Order::DOUBLE) && !moved.is_empty() {
        let problem = Problem::new(format!("`{}` is no move and sets off no overwatch (§1.10)", order.name)).at(&span);
        return Err(problem.help("leave out `reactions`, or write `order = \"advance\"` or `\"double\"`"));
    }
    let reacted = !moved.is_empty();
    let mut phases = moved;
    let fire = volley(desk, loaded, &orders, order, &span)?;
    if orders.barrage != BarrageUse::None && fire.barrage.is_none() {
        let problem = Problem::new(format!("`{}` has no barrage weapon in range", desk.name(by))).at(&span);
        return Err(problem.help("barrage weapons have barrage points, such as fire = \"1BP\""));
    }
    phases.push(Phase::Volley(fire));
    if order == Order::MARSHAL {
        phases.push(Phase::Regroup(by));
    }
    let hold = phases.len();
    if !order.overwatch {
        beginning.tell(desk, by);
    }
    if beginning.activation != Activation::None {
        hold_phases(desk, loaded, &beginning, Hold::Shoot, &orders, &span, &mut phases)?;
        if beginning.hold == Some(Hold::Move) {
            phases.extend(reactions(desk, loaded, reacting, &[by])?);
        }
    }
    let mut touched = vec![at];
    for &(group, units) in orders.under.iter().flatten() {
        let formation = desk.forces.groups[group].formation;
        if units > 0 && !touched.contains(&formation) {
            touched.push(formation);
        }
    }
    if reacted {
        touched.push(by);
    }
    let title = shooting_title(desk, &orders, order, &beginning);
    // §1.10: overwatch fire is nobody's action.
    let test = if order.overwatch { None } else { Some(beginning.test(desk, &[by])) };
    Ok(Read { step: Step { test, phases, hold, measures: 0..0 }, title, counted: Counted::Fire { by, touched } })
}

fn shooting_title(desk: &Desk, orders: &Orders, order: Order, beginning: &Beginning) -> String {
    let verb = if orders.barrage == BarrageUse::Alone { "bombard" } else { "shoot at" };
    let mut words = vec![order.name.to_owned()];
    if let Some((_, range)) = orders.range.first() {
        words.push(format!("{range} cm"));
    }
    if orders.indirect {
        words.push("indirect".into());
    }
    if orders.crossfire.is_some() {
        words.push("crossfire".into());
    }
    format!("{} {verb} {} ({}{})", desk.name(orders.by), desk.name(orders.at), words.join(", "), beginning.words())
}
/// The keys that say how a formation fires.
pub fn fire_orders(
    desk: &mut Desk,
    fields: &mut Fields,
    by: usize,
    at: usize,
    barrage: BarrageUse,
) -> Result<Orders, Problem> {
    let range = fields.take("range");
    if range.is_none() {
        desk.choose(format!("{}: no `range`, so every gun is in range and small arms are not", desk.name(by)));
    }
    let forces = &desk.forces;
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
        if desk.covered_only {
            for aim in orders.aims.iter_mut().filter(|aim| **aim == Some(Aim::All)) {
                *aim = Some(Aim::Covered);
            }
        }
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
    match (fields.take("under"), barrage) {
        (Some(node), _) => {
            orders.under = under(forces, node, at)?;
            if barrage == BarrageUse::None {
                orders.barrage = BarrageUse::Too;
            }
        }
        (None, BarrageUse::Alone) => {
            let problem =
                Problem::new("a barrage needs `under`: how many units lie under its templates").at(fields.span());
            return Err(problem.help(format!("for example under = {{ \"{}.unit\" = 3 }}", desk.name(at))));
        }
        (None, _) => {}
    }
    Ok(orders)
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
    let everybody: Vec<usize> = (0..forces.formations.len()).collect();
    let mut read: Vec<Vec<(usize, u32)>> = Vec::new();
    for table in tables {
        let mut counts: Vec<(usize, u32)> = Vec::new();
        for (key, value) in table.entries("units under the templates")? {
            let among = if key.name.contains('.') { &everybody[..] } else { &[at][..] };
            counts.extend(names::count(forces, key, value, "units under the templates", among, &counts)?);
        }
        read.push(counts);
    }
    Ok(read)
}

/// §1.10: fire from overwatch in the middle of a step, at the formation that acts, or at the one of them named by `at`.
pub fn reactions(
    desk: &mut Desk,
    loaded: &Loaded,
    node: Option<&Node>,
    acting: &[usize],
) -> Result<Vec<Phase>, Problem> {
    let mut phases = Vec::new();
    let Some(node) = node else { return Ok(phases) };
    for reaction in node.list("reactions")? {
        let mut fields = reaction.fields("a reaction")?;
        let by = names::one_formation(&desk.forces, fields.need("by")?, "the formation on overwatch")?;
        let at = match fields.take("at") {
            None => acting[0],
            Some(node) => {
                let at = names::one_formation(&desk.forces, node, "the formation fired at")?;
                if !acting.contains(&at) {
                    let problem =
                        Problem::new(format!("`{}` does not move in this step", desk.name(at))).at(&node.span);
                    return Err(problem.help("overwatch fires at the formation that acts (§1.10)"));
                }
                at
            }
        };
        let orders = fire_orders(desk, &mut fields, by, at, BarrageUse::None)?;
        fields.finish()?;
        phases.push(Phase::Volley(volley(desk, loaded, &orders, Order::OVERWATCH, &reaction.span)?));
    }
    Ok(phases)
}
