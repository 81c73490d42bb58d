//! Placing templates where the scenario tells how formations stand (`layout`) instead of who lies under them (`under`).

use serde_json::json;

use super::super::barrage::{MOST_POINTS, row};
use super::super::forces::Forces;
use super::super::placement::{
    Arrangement, BARRAGE_RADIUS, BASE, Ground, Layout, ORBITAL_RADIUS, Point, Shape, Standing, Template, picture,
    place as lay_templates,
};
use super::super::profile::Fire;
use super::compiler::Compiler;
use super::orders::{BarrageUse, Orders, WeaponOrder};
use super::units::optional;
use crate::scenario::{Node, Problem, Span, Value};
use crate::systems::Picture;

/// The key `template`: 7.5 or 12 cm across; gives its radius.
pub fn template(node: &Node) -> Result<f64, Problem> {
    match node.value {
        Value::Float(7.5) => Ok(BARRAGE_RADIUS),
        Value::Integer(12) | Value::Float(12.0) => Ok(ORBITAL_RADIUS),
        _ => Err(node.unexpected("the width of a template in cm", "7.5, or 12 for orbital bombardments")),
    }
}

/// The key `layout` of a formation: a list of places, or a shape.
pub fn ground(forces: &Forces, formation: usize, node: &Node) -> Result<Ground, Problem> {
    let of = &forces.formations[formation];
    let outside = of.groups.clone().filter(|&group| forces.groups[group].aboard.is_none());
    let units: Vec<usize> =
        outside.flat_map(|group| std::iter::repeat_n(group, forces.groups[group].start.into())).collect();
    let layout = match &node.value {
        Value::List(_) => Layout { arrangement: Arrangement::Points(points(node)?), base: BASE },
        _ => shape(node)?,
    };
    if let Arrangement::Points(points) = &layout.arrangement
        && points.len() != units.len()
    {
        let problem = Problem::new(format!("{} places for {} units", points.len(), units.len())).at(&node.span);
        return Err(problem.help("one place [x, y] in cm for each unit outside a transport, front to back"));
    }
    let places = layout.positions(&of.name, units.len());
    Ok(Ground { units: units.into_iter().zip(places).collect(), base: layout.base })
}

fn shape(node: &Node) -> Result<Layout, Problem> {
    let mut fields = node.fields("a layout")?;
    let base = optional(fields.take("base"), |node| length(node, 0.0..=50.0))?.map_or(BASE, |across| across / 2.0);
    let places = optional(fields.take("places"), points)?;
    if let Some(places) = places {
        fields.finish()?;
        return Ok(Layout { arrangement: Arrangement::Points(places), base });
    }
    let columns = optional(fields.take("columns"), |node| node.integer("units in a rank", 1..=100))?.unwrap_or(4);
    let shapes = [
        ("line", Shape::Line),
        ("column", Shape::Column),
        ("wedge", Shape::Wedge),
        ("block", Shape::Block { columns: columns as usize }),
    ];
    let shape = fields.need("shape")?.choice("a shape", &shapes)?;
    let spacing = optional(fields.take("spacing"), |node| length(node, 0.0..=100.0))?.unwrap_or(4.0);
    let jitter = optional(fields.take("jitter"), |node| length(node, 0.0..=50.0))?.unwrap_or(0.0);
    let at = optional(fields.take("at"), point)?.unwrap_or_default();
    let facing = optional(fields.take("facing"), |node| length(node, -360.0..=360.0))?.unwrap_or(180.0);
    fields.finish()?;
    Ok(Layout { arrangement: Arrangement::Ranks { shape, spacing, jitter, at, facing }, base })
}

fn points(node: &Node) -> Result<Vec<Point>, Problem> {
    node.list("places of units")?.iter().map(point).collect()
}

fn point(node: &Node) -> Result<Point, Problem> {
    match node.list("a place")? {
        [x, y] => Ok(Point { x: length(x, -1000.0..=1000.0)?, y: length(y, -1000.0..=1000.0)? }),
        _ => Err(node.unexpected("a place in cm", "[x, y]")),
    }
}

fn length(node: &Node, range: std::ops::RangeInclusive<f64>) -> Result<f64, Problem> {
    let number = match node.value {
        Value::Integer(number) => number as f64,
        Value::Float(number) => number,
        _ => f64::NAN,
    };
    match range.contains(&number) {
        true => Ok(number),
        false => Err(node.unexpected("a number", &format!("{} to {}", range.start(), range.end()))),
    }
}

/// §1.9.8: lays the templates of a barrage: the first over as many units of the target as possible, the others touching
/// it. Gives who lies under each: units, and for war engines their attacks (§3.2.1).
pub fn place(
    compiler: &mut Compiler,
    orders: &Orders,
    radius: Option<f64>,
    span: &Span,
) -> Result<Vec<Vec<(usize, u32)>>, Problem> {
    let orbital = orders.barrage == BarrageUse::Orbital;
    if compiler.own.grounds[orders.at].is_none() {
        let at = compiler.name(orders.at);
        let problem = Problem::new("nothing tells who lies under the templates").at(span);
        return Err(problem.help(format!(
            "write how many with `under = {{ \"{at}.unit\" = 3 }}`, or where {at} stand: layout = {{ shape = \"line\", spacing = 4 }} in the formation"
        )));
    }
    let points: u32 = compiler.forces.groups_of(orders.by).iter().map(|group| barrage_points(orders, group)).sum();
    let templates = if orbital { 1 } else { row(points.min(MOST_POINTS)).map_or(0, |row| row.templates) };
    let radius = radius.unwrap_or(if orbital { ORBITAL_RADIUS } else { BARRAGE_RADIUS });
    let forces = &compiler.forces;
    let side = forces.formations[orders.by].side;
    let mut standing = Vec::new();
    let mut whose = Vec::new();
    for (formation, ground) in compiler.own.grounds.iter().enumerate() {
        let Some(ground) = ground else { continue };
        for &(group, at) in &ground.units {
            let of = &forces.groups[group];
            let weight = if formation == orders.at { of.weight() } else { 0 };
            let friend = forces.formations[formation].side == side;
            standing.push(Standing { at, base: ground.base, weight, engine: of.engine.is_some(), friend });
            whose.push(group);
        }
    }
    let laid = lay_templates(&standing, radius, templates as usize);
    let under: Vec<Vec<(usize, u32)>> = laid.iter().map(|template| under(forces, template, &whose)).collect();
    let caught: u32 = laid.iter().map(|template| template.covered.len() as u32).sum();
    let line = format!(
        "{}: {templates} template(s) laid over {} as §1.9.8 has it; {caught} unit(s) under them (key `under`)",
        compiler.name(orders.by),
        compiler.name(orders.at)
    );
    let drawing = draw(
        forces,
        &format!("{} on {}", compiler.name(orders.by), compiler.name(orders.at)),
        &standing,
        &whose,
        &laid,
        radius,
    );
    compiler.choose(line);
    compiler.pictures.push(drawing);
    Ok(under)
}

/// Barrage points of a group at the start, weapons held back left out.
fn barrage_points(orders: &Orders, group: &super::super::forces::Group) -> u32 {
    let fires = |name: &str| orders.fire.get(name) != Some(&WeaponOrder::Hold);
    let points = group.unit.weapons.iter().filter(|weapon| fires(&weapon.name)).map(|weapon| match weapon.fire {
        Fire::Barrage(points) => points.most() * u32::from(weapon.count),
        _ => 0,
    });
    points.sum::<u32>() * u32::from(group.start)
}

/// Units under one template by group; for war engines their attacks.
fn under(forces: &Forces, template: &Template, whose: &[usize]) -> Vec<(usize, u32)> {
    let mut counts: Vec<(usize, u32)> = Vec::new();
    for &unit in &template.covered {
        let group = whose[unit];
        let attacks = match &forces.groups[group].engine {
            Some(engine) if template.centred.contains(&unit) => u32::from(engine.dc).div_ceil(2),
            _ => 1,
        };
        match counts.iter_mut().find(|(counted, _)| *counted == group) {
            Some((_, units)) => *units += attacks,
            None => counts.push((group, attacks)),
        }
    }
    counts
}

/// The placement as a picture: every unit with a letter of its group.
fn draw(
    forces: &Forces,
    title: &str,
    standing: &[Standing],
    whose: &[usize],
    laid: &[Template],
    radius: f64,
) -> Picture {
    let mut groups: Vec<usize> = whose.to_vec();
    groups.dedup();
    let letter = |group: usize| {
        let place = groups.iter().position(|&other| other == group).unwrap_or(0);
        char::from(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[place % 26])
    };
    let units: Vec<(Point, char)> = standing.iter().zip(whose).map(|(unit, &group)| (unit.at, letter(group))).collect();
    let circles: Vec<(Point, f64)> = laid.iter().map(|template| (template.centre, radius)).collect();
    let mut lines = picture(&units, &circles);
    lines.extend(groups.iter().map(|&group| {
        let of = &forces.groups[group];
        format!("{}: {} of {}", letter(group), of.unit.name, forces.formations[of.formation].name)
    }));
    let data = json!({
        "radius": radius,
        "units": standing.iter().zip(whose).map(|(unit, &group)| json!({
            "x": unit.at.x,
            "y": unit.at.y,
            "radius": unit.base,
            "unit": forces.groups[group].unit.name,
            "formation": forces.formations[forces.groups[group].formation].name,
        })).collect::<Vec<_>>(),
        "templates": laid.iter().map(|template| json!([template.centre.x, template.centre.y])).collect::<Vec<_>>(),
    });
    Picture { title: title.to_owned(), lines, data }
}
