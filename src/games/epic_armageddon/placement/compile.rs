//! Placing templates if the scenario says how formations stand (`layout`) instead of which units are under them
//! (`under`).

use crate::barrage::{MOST_POINTS, row};
use crate::compiler::Compiler;
use crate::fire::orders::{BarrageUse, Orders};
use crate::fire::written::WeaponOrder;
use crate::forces::Forces;
use crate::placement::{
    Arrangement, BARRAGE_RADIUS, BASE, Ground, Layout, ORBITAL_RADIUS, Point, Shape, Standing, Template, picture,
    place as lay_templates,
};
use crate::profile::Fire;
use crate::{fire, forces};
use battle_odds_plan::Picture;
use battle_odds_scenario::typed::{Either, Number};
use battle_odds_scenario::{Problem, Span};
use serde_json::json;

/// The radius of a template.
fn radius(template: fire::written::Template) -> f64 {
    match template {
        fire::written::Template::Barrage => BARRAGE_RADIUS,
        fire::written::Template::Orbital => ORBITAL_RADIUS,
    }
}

/// The key `layout` of a formation: a list of places, or a shape.
pub fn ground(forces: &Forces, formation: usize, written: &forces::written::Standing) -> Result<Ground, Problem> {
    let of = &forces.formations[formation];
    let outside = of.groups.clone().filter(|&group| forces.groups[group].aboard.is_none());
    let units: Vec<usize> =
        outside.flat_map(|group| std::iter::repeat_n(group, forces.groups[group].start.into())).collect();
    let layout = match &written.value {
        Either::First(places) => Layout { arrangement: Arrangement::Points(points(places)?), base: BASE },
        Either::Second(shape) => drawn_up(written, shape)?,
    };
    if let Arrangement::Points(points) = &layout.arrangement
        && points.len() != units.len()
    {
        let problem =
            written.problem(text!("{points} places for {units} units", points = points.len(), units = units.len()));
        return Err(problem.help(text!("one place [x, y] in cm for each unit outside a transport, front to back")));
    }
    let places = layout.positions(&of.name, units.len());
    Ok(Ground { units: units.into_iter().zip(places).collect(), base: layout.base })
}

fn drawn_up(at: &forces::written::Standing, written: &forces::written::Layout) -> Result<Layout, Problem> {
    let base = written.base.map_or(BASE, |across| across.get() / 2.0);
    let arrangement = match (&written.places, written.shape) {
        (Some(places), None) => Arrangement::Points(points(places)?),
        (None, Some(shape)) => Arrangement::Ranks {
            shape: match shape {
                forces::written::Shape::Line => Shape::Line,
                forces::written::Shape::Column => Shape::Column,
                forces::written::Shape::Wedge => Shape::Wedge,
                forces::written::Shape::Block => Shape::Block { columns: written.columns.map_or(4, usize::from) },
            },
            spacing: written.spacing.map_or(4.0, |cm| cm.get()),
            jitter: written.jitter.map_or(0.0, |cm| cm.get()),
            at: written.at.as_ref().map(point).transpose()?.unwrap_or_default(),
            facing: written.facing.map_or(180.0, Number::get),
        },
        (None, None) => return Err(at.problem(text!("a layout needs `shape`"))),
        (Some(_), Some(_)) => return Err(at.problem(text!("a layout has a `shape` or `places`, not both"))),
    };
    Ok(Layout { arrangement, base })
}

fn points(written: &[forces::written::Point]) -> Result<Vec<Point>, Problem> {
    written.iter().map(point).collect()
}

fn point(written: &forces::written::Point) -> Result<Point, Problem> {
    match written.0[..] {
        [x, y] => Ok(Point { x: x.get(), y: y.get() }),
        _ => Err(written
            .0
            .problem(text!("a place in cm is [x, y], found a list of {written}", written = written.0.len()))),
    }
}

/// §1.9.8: places the templates of a barrage: the first over as many units of the target as possible, the others
/// touching it. Returns the units under each, and for war engines their attacks (§3.2.1).
pub fn place(
    compiler: &mut Compiler,
    orders: &Orders,
    template: Option<fire::written::Template>,
    span: &Span,
) -> Result<Vec<Vec<(usize, u32)>>, Problem> {
    let orbital = orders.barrage == BarrageUse::Orbital;
    if compiler.own.grounds[orders.at].is_none() {
        let at = compiler.name(orders.at);
        let problem = Problem::new(text!("the scenario does not say which units are under the templates")).at(span);
        return Err(problem.help(text!(
            "write how many with `under = {count}`, or where {at} stand: layout = {layout} in the formation",
            count = format!("{{ \"{at}.unit\" = 3 }}"),
            at,
            layout = "{ shape = \"line\", spacing = 4 }"
        )));
    }
    let points: u32 = compiler.forces.groups_of(orders.by).iter().map(|group| barrage_points(orders, group)).sum();
    let templates = if orbital { 1 } else { row(points.min(MOST_POINTS)).map_or(0, |row| row.templates) };
    let usual = if orbital { fire::written::Template::Orbital } else { fire::written::Template::Barrage };
    let radius = radius(template.unwrap_or(usual));
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
    let line = text!(
        "{by}: {templates} template(s) laid over {at} as §1.9.8 has it; {caught} unit(s) under them (key `under`)",
        by = compiler.name(orders.by),
        templates,
        at = compiler.name(orders.at),
        caught
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

/// Barrage points of a group at the start, without weapons held back.
fn barrage_points(orders: &Orders, group: &forces::Group) -> u32 {
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
        text!(
            "{letter}: {unit} of {formation}",
            letter = letter(group),
            unit = of.unit.words,
            formation = forces.formations[of.formation].name
        )
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
