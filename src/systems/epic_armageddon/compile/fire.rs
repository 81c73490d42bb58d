//! Reading steps of fire: `shoot`, `barrage`, and reactions from overwatch.

use std::collections::BTreeMap;

use super::super::activation::Activation;
use super::super::battle::{Deed, Phase};
use super::super::forces::Forces;
use super::super::profile::Ability;
use super::super::rally::Restore;
use super::super::terrain::TERRAINS;
use super::super::volley::Aim;
use super::beginning::{Beginning, Hold, beginning, hold_phases};
use super::desk::Desk;
use super::names;
use super::orders::{self, AtWarEngines, BarrageUse, Order, Orders, weapon_order};
use super::placing;
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
pub fn shoot(desk: &mut Desk, fields: &mut Fields, barrage: BarrageUse) -> Result<Read, Problem> {
    let span = fields.span().clone();
    let (by, with) = shooters(desk, fields.need("by")?)?;
    let at = names::one_formation(&desk.forces, fields.need("at")?, "the target")?;
    let order = optional(fields.take("order"), |node| node.choice("an order", ORDERS))?.unwrap_or(Order::ADVANCE);
    let beginning = beginning(fields)?;
    if order.overwatch && beginning.activation != Activation::None {
        let problem = Problem::new("overwatch fire needs no action test (§1.10)").at(&span);
        return Err(
            problem.help("leave out `activation`; going on overwatch is a step of its own: `action = \"overwatch\"`")
        );
    }
    let mut orders = fire_orders(desk, fields, by, at, barrage)?;
    orders.with = with;
    if orders.indirect && !order.sustained {
        let problem = Problem::new("indirect fire needs sustained fire (§2.2.9)").at(&span);
        return Err(problem.help("write `order = \"sustained\"`"));
    }
    let reacting = fields.take("reactions");
    let mut phases = reactions(desk, reacting, &[by])?;
    if !matches!(order, Order::ADVANCE | Order::DOUBLE) && !phases.is_empty() {
        let problem = Problem::new(format!("`{}` is no move and sets off no overwatch (§1.10)", order.name)).at(&span);
        return Err(problem.help("leave out `reactions`, or write `order = \"advance\"` or `\"double\"`"));
    }
    let reacted = !phases.is_empty();
    phases.extend(disembark(desk, &orders.with));
    let fire = volley(desk, &orders, order, &span)?;
    if orders.barrage != BarrageUse::None && fire.templates.is_empty() {
        let problem = Problem::new(format!("`{}` has no barrage weapon in range", desk.name(by))).at(&span);
        return Err(problem.help("barrage weapons have barrage points, such as fire = \"1BP\""));
    }
    phases.push(Phase::Volley(Box::new(fire)));
    if order == Order::MARSHAL {
        let restore = restore(fields)?;
        phases.push(Phase::Regroup(desk.regroup(by, restore)));
    }
    let mut touched = touched(desk, &orders);
    let mut acting = vec![by];
    let mut title = shooting_title(desk, &orders, order, &beginning);
    for joined in coordinated(desk, fields, by, &beginning)? {
        acting.push(joined.by);
        touched.extend(joined.touched);
        title += &format!("; {}", joined.title);
        phases.extend(joined.phases);
    }
    let hold = phases.len();
    if !order.overwatch {
        beginning.tell(desk, by);
    }
    if beginning.activation != Activation::None {
        hold_phases(desk, &beginning, Hold::Shoot, &orders, &span, &mut phases)?;
        if beginning.hold == Some(Hold::Move) {
            phases.extend(reactions(desk, reacting, &[by])?);
        }
    }
    if reacted {
        touched.push(by);
    }
    touched.dedup();
    // §1.10: overwatch fire is nobody's action.
    let test = if order.overwatch { None } else { Some(beginning.test(desk, &acting)) };
    Ok(Read { deed: Deed { test, phases, hold }, title, counted: vec![Counted::Fire { by: acting, touched }] })
}

/// §3.1.3: the shooters, and formations that have just left the transport that is the first of them.
fn shooters(desk: &Desk, node: &Node) -> Result<(usize, Vec<usize>), Problem> {
    let by = names::formations(&desk.forces, node, "the shooters")?;
    let aboard = passengers(desk, by[0]);
    if let Some(&stranger) = by[1..].iter().find(|&formation| !aboard.contains(formation)) {
        let problem =
            Problem::new(format!("`{}` does not shoot as one with `{}`", desk.name(stranger), desk.name(by[0])));
        return Err(problem.at(&node.span).help(
            "one formation shoots in a step; a transport and those who leave it shoot as one (§3.1.3); for a coordinated action write `coordinated`",
        ));
    }
    Ok((by[0], by[1..].to_vec()))
}

/// §3.1.3, §4.2.5: the formations that are aboard another.
pub fn passengers(desk: &Desk, carrier: usize) -> Vec<usize> {
    let mut formations = Vec::new();
    for &group in desk.forces.groups_of(carrier).iter().flat_map(|group| &group.carries) {
        let formation = desk.forces.groups[group].formation;
        if formation != carrier && !formations.contains(&formation) {
            formations.push(formation);
        }
    }
    formations
}

/// Formations leave their transport as a whole.
pub fn disembark(desk: &Desk, formations: &[usize]) -> Option<Phase> {
    let groups = formations.iter().flat_map(|&formation| desk.forces.formations[formation].groups.clone());
    (!formations.is_empty()).then(|| Phase::Disembark(groups.collect()))
}

/// The key `restore` of those who regroup (§3.2.5).
pub fn restore(fields: &mut Fields) -> Result<Option<Restore>, Problem> {
    let options = [("shields", Restore::Shields), ("markers", Restore::Markers)];
    optional(fields.take("restore"), |node| node.choice("what regrouping restores first", &options))
}

/// The formations that fire touches, the target first.
pub fn touched(desk: &Desk, orders: &Orders) -> Vec<usize> {
    let mut touched = vec![orders.at];
    for &(group, units) in orders.under.iter().flatten().chain(&orders.flame_under) {
        let formation = desk.forces.groups[group].formation;
        if units > 0 && !touched.contains(&formation) {
            touched.push(formation);
        }
    }
    touched
}

/// A formation that takes part in a coordinated action.
struct Joined {
    by: usize,
    phases: Vec<Phase>,
    touched: Vec<usize>,
    title: String,
}

/// §2.1.1: up to two more formations act with one whose leader coordinates them, each with fire of its own.
fn coordinated(desk: &mut Desk, fields: &mut Fields, by: usize, caller: &Beginning) -> Result<Vec<Joined>, Problem> {
    let Some(node) = fields.take("coordinated") else { return Ok(Vec::new()) };
    let list = node.list("`coordinated`")?;
    let able = desk.forces.groups_of(by).iter().any(|group| group.unit.has(Ability::CoordinatedAction));
    if !able {
        let problem = Problem::new(format!("nobody in `{}` has the ability `coordinated-action`", desk.name(by)));
        return Err(problem.at(&node.span));
    }
    if list.len() > 2 {
        return Err(
            Problem::new("at most two more formations take part in a coordinated action (§2.1.1)").at(&node.span)
        );
    }
    let mut joined: Vec<Joined> = Vec::new();
    for entry in list {
        let mut fields = entry.fields("a formation in a coordinated action")?;
        let node = fields.need("by")?;
        let partner = names::one_formation(&desk.forces, node, "the formation that takes part")?;
        if partner == by || joined.iter().any(|other| other.by == partner) {
            return Err(Problem::new(format!("`{}` is named twice", desk.name(partner))).at(&node.span));
        }
        let at = names::one_formation(&desk.forces, fields.need("at")?, "the target")?;
        let allowed = [("sustained", Order::SUSTAINED), ("advance", Order::ADVANCE), ("double", Order::DOUBLE)];
        let order = optional(fields.take("order"), |node| node.choice("an order of a coordinated action", &allowed))?;
        let order = order.unwrap_or(Order::ADVANCE);
        let orders = fire_orders(desk, &mut fields, partner, at, BarrageUse::None)?;
        let reacting = fields.take("reactions");
        let mut phases = reactions(desk, reacting, &[partner])?;
        fields.finish()?;
        phases.push(Phase::Volley(Box::new(volley(desk, &orders, order, &entry.span)?)));
        let plain = Beginning { activation: Activation::None, modifier: 0, hold: caller.hold };
        let title = shooting_title(desk, &orders, order, &plain);
        joined.push(Joined { by: partner, phases, touched: touched(desk, &orders), title });
    }
    Ok(joined)
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
            orders.under = placing::place(desk, &orders, template, fields.span())?;
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

/// §1.10: fire from overwatch in the middle of a step, at the formation that acts, or at the one of them named by `at`.
pub fn reactions(desk: &mut Desk, node: Option<&Node>, acting: &[usize]) -> Result<Vec<Phase>, Problem> {
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
        phases.push(Phase::Volley(Box::new(volley(desk, &orders, Order::OVERWATCH, &reaction.span)?)));
    }
    Ok(phases)
}
