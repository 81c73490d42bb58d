//! Reading what comes from orbit (§4.3, §4.4): bombardments, pin-point attacks, planetfall.

use super::super::activation::ActionTest;
use super::super::arrival::Planetfall;
use super::super::battle::{Deed, Phase};
use super::super::profile::UnitType;
use super::super::sky::Mission;
use super::super::volley::{KINDS, Order};
use super::beginning::{Hold, beginning};
use super::compiler::Compiler;
use super::coordinated::{disembark, passengers};
use super::counted::{Counted, Read};
use super::fire_orders::fire_orders;
use super::names;
use super::orders::BarrageUse;
use super::reactions::reactions;
use super::units::optional;
use super::volleys::volley;
use crate::scenario::{Fields, Problem};

/// A spacecraft and its target.
fn ship(compiler: &Compiler, fields: &mut Fields) -> Result<[usize; 2], Problem> {
    let node = fields.need("by")?;
    let by = names::one_formation(&compiler.forces, node, "the spacecraft")?;
    if compiler.forces.groups_of(by).iter().any(|group| group.unit.kind != UnitType::Spacecraft) {
        let problem = Problem::new(format!("`{}` is no spacecraft", compiler.name(by))).at(&node.span);
        return Err(problem.help("write type = \"spacecraft\" in its profile (§4.3)"));
    }
    Ok([by, names::one_formation(&compiler.forces, fields.need("at")?, "the target")?])
}

/// A failed test delays a ship until the next turn (§4.3.2): there is nothing to hold for.
fn fire_from_orbit(compiler: &mut Compiler, fields: &mut Fields, barrage: BarrageUse) -> Result<Read, Problem> {
    let span = fields.span().clone();
    let [by, at] = ship(compiler, fields)?;
    let beginning = beginning(fields)?;
    if !matches!(beginning.hold, None | Some(Hold::Nothing)) {
        return Err(
            Problem::new("a ship that fails its test comes a turn later (§4.3.2): leave out `if-failed`").at(&span)
        );
    }
    let mut orders = fire_orders(compiler, fields, by, at, barrage)?;
    if orders.crossfire.is_some() {
        return Err(Problem::new("there is no crossfire with a ship in orbit (§4.3.3)").at(&span));
    }
    orders.engines_alone = barrage == BarrageUse::None;
    if orders.engines_alone && compiler.forces.groups_of(at).iter().all(|group| group.engine.is_none()) {
        let problem = Problem::new(format!("there is no war engine in `{}`", compiler.name(at))).at(&span);
        return Err(problem.help("pin-point attacks are made at war engines alone (§4.3.4)"));
    }
    let fire = volley(compiler, &orders, Order::FROM_ORBIT, &span)?;
    let silent = match barrage {
        BarrageUse::None => KINDS.iter().all(|&kind| fire.open_to[kind as usize] == 0) || fire.shots.is_empty(),
        _ => fire.templates.is_empty(),
    };
    if silent && !compiler.spending.keeps(by) {
        return Err(Problem::new(format!("`{}` has no weapon for that", compiler.name(by))).at(&span));
    }
    beginning.tell(compiler, by);
    let deed = if orders.engines_alone { "pin-point attack" } else { "orbital bombardment" };
    let title = format!("{}: {deed} on {} (from orbit{})", compiler.name(by), compiler.name(at), beginning.words());
    let counted = vec![Counted::Fire { by: vec![by], touched: orders.touched(&compiler.forces) }];
    let test = Some(ActionTest { from_orbit: true, ..beginning.test(compiler, &[by]) });
    Ok(Read { deed: Deed { test, phases: vec![Phase::Volley(Box::new(fire))], hold: 1 }, title, counted })
}

/// `orbital-bombardment`: a barrage with one template of 12 cm (§4.3.3).
pub fn bombardment(compiler: &mut Compiler, fields: &mut Fields) -> Result<Read, Problem> {
    fire_from_orbit(compiler, fields, BarrageUse::Orbital)
}

/// `pin-point-attack`: shots at war engines alone (§4.3.4).
pub fn pin_point(compiler: &mut Compiler, fields: &mut Fields) -> Result<Read, Problem> {
    fire_from_orbit(compiler, fields, BarrageUse::None)
}

/// `planetfall`: a formation lands, and those aboard may leave it at once, under fire from overwatch (§4.4, §4.4.1).
pub fn planetfall(compiler: &mut Compiler, fields: &mut Fields) -> Result<Read, Problem> {
    let by = names::one_formation(&compiler.forces, fields.need("by")?, "the formation that lands")?;
    let beginning = beginning(fields)?;
    if !matches!(beginning.hold, None | Some(Hold::Nothing)) {
        let problem =
            Problem::new("a formation that fails its test lands a turn later (§4.4.1): leave out `if-failed`");
        return Err(problem.at(fields.span()));
    }
    let edge = optional(fields.take("edge"), |node| node.integer("cm to the edge of the table", 0..=1000))?;
    compiler.choose(match edge {
        None => format!("{}: far from the edge of the table, so scatter costs nothing (key `edge`)", compiler.name(by)),
        Some(edge) => format!(
            "{}: scatter has the twelve directions of a clock face, 12 o'clock straight to the edge {edge} cm away (§4.4 leaves the method open); exactly on the edge is on the table",
            compiler.name(by)
        ),
    });
    let leave = optional(fields.take("disembark"), |node| node.boolean("`disembark`"))?.unwrap_or(false);
    let aboard = passengers(compiler, by);
    let carried = |group: &usize| compiler.forces.groups[*group].aboard.is_none();
    let units = compiler.forces.formations[by].groups.clone().filter(carried);
    let units =
        units.flat_map(|group| std::iter::repeat_n(group, compiler.forces.groups[group].start.into())).collect();
    let scatter = compiler.own.outcome[0];
    let mut phases = vec![Phase::Planetfall(Planetfall { units, edge: edge.map(|edge| edge as u32), scatter })];
    let mut counted = vec![Counted::Planetfall(by, scatter)];
    if compiler.forces.formations[by].aircraft {
        phases.push(Phase::Sky(Mission::Land(by)));
    }
    if leave {
        let own = compiler.forces.formations[by].groups.clone();
        let own = own.filter(|&group| compiler.forces.groups[group].aboard.is_some()).collect();
        phases.push(Phase::Disembark(own));
        phases.extend(disembark(compiler, &aboard));
        phases.extend(reactions(compiler, fields.take("reactions"), &[vec![by], aboard.clone()].concat())?);
        counted.push(Counted::Fire { by: Vec::new(), touched: [vec![by], aboard].concat() });
    }
    beginning.tell(compiler, by);
    let hold = phases.len();
    let title = format!("{} land from orbit (planetfall{})", compiler.name(by), beginning.words());
    let test = Some(ActionTest { from_orbit: true, ..beginning.test(compiler, &[by]) });
    Ok(Read { deed: Deed { test, phases, hold }, title, counted })
}
