//! Reading what comes from orbit (§4.3, §4.4): bombardments, pin-point attacks, planetfall.

use super::super::actions::Landing;
use super::super::activation::ActionTest;
use super::super::arrival::Planetfall;
use super::super::battle::{Action, Stage};
use super::super::profile::UnitType;
use super::super::sky::Mission;
use super::super::volley::{KINDS, Order};
use super::super::written::{self, Bombarding, Hold};
use super::beginning::beginning;
use super::compiler::Compiler;
use super::coordinated::disembark;
use super::counted::{Counted, Read};
use super::fire_orders::fire_orders;
use super::names;
use super::orders::BarrageUse;
use super::reactions::reactions;
use super::volleys::volley;
use battle_odds_scenario::typed::InTwo;
use battle_odds_scenario::{Problem, Span};

/// A spacecraft and its target.
fn ship(compiler: &Compiler, step: &Bombarding) -> Result<[usize; 2], Problem> {
    let by = names::one_formation(&compiler.forces, &step.by)?;
    if compiler.forces.groups_of(by).iter().any(|group| group.unit.kind != UnitType::Spacecraft) {
        let problem = step.by.problem(text!("`{by}` is no spacecraft", by = compiler.name(by)));
        return Err(problem.help(text!("write type = \"spacecraft\" in its profile (§4.3)")));
    }
    Ok([by, names::one_formation(&compiler.forces, &step.at)?])
}

/// `orbital-bombardment`: a barrage with one template of 12 cm (§4.3.3); `pin-point-attack`: shots only at war engines
/// (§4.3.4). A failed test delays a ship until the next turn (§4.3.2), so there is no hold.
pub fn from_orbit(
    compiler: &mut Compiler,
    written: &written::FromOrbit,
    barrage: BarrageUse,
    span: &Span,
) -> Result<Read, Problem> {
    let InTwo(fire, InTwo(begins, step)) = written;
    let [by, at] = ship(compiler, step)?;
    let beginning = beginning(begins, span)?;
    if !matches!(beginning.hold, None | Some(Hold::Nothing)) {
        return Err(Problem::new(text!(
            "a ship that fails its test comes a turn later (§4.3.2): leave out `if-failed`"
        ))
        .at(span));
    }
    let mut orders = fire_orders(compiler, fire, [by, at], barrage, span)?;
    if orders.crossfire.is_some() {
        return Err(Problem::new(text!("there is no crossfire with a ship in orbit (§4.3.3)")).at(span));
    }
    orders.engines_alone = barrage == BarrageUse::None;
    if orders.engines_alone && compiler.forces.groups_of(at).iter().all(|group| group.engine.is_none()) {
        let problem = Problem::new(text!("there is no war engine in `{at}`", at = compiler.name(at))).at(span);
        return Err(problem.help(text!("pin-point attacks are made at war engines alone (§4.3.4)")));
    }
    let fire = volley(compiler, &orders, Order::FROM_ORBIT, span)?;
    let silent = match barrage {
        BarrageUse::None => KINDS.iter().all(|&kind| fire.open_to[kind as usize] == 0) || fire.shots.is_empty(),
        _ => fire.templates.is_empty(),
    };
    if silent && !compiler.spending.keeps(by) {
        return Err(Problem::new(text!("`{by}` has no weapon for that", by = compiler.name(by))).at(span));
    }
    beginning.tell(compiler, by);
    let action = if orders.engines_alone { text!("pin-point attack") } else { text!("orbital bombardment") };
    let title = text!(
        "{by}: {action} on {at} (from orbit{beginning})",
        by = compiler.name(by),
        action,
        at = compiler.name(at),
        beginning = beginning.words()
    );
    let counted = vec![Counted::Fire { by: vec![by], touched: orders.touched(&compiler.forces) }];
    let test = ActionTest { from_orbit: true, ..beginning.test(compiler, &[by]) };
    Ok(Read { action: Action::tested(test, vec![Stage::Volley(Box::new(fire))], Vec::new()), title, counted })
}

/// `planetfall`: a formation lands, and its passengers may leave it at once, under fire from overwatch (§4.4, §4.4.1).
pub fn planetfall(compiler: &mut Compiler, written: &written::Planetfall, span: &Span) -> Result<Read, Problem> {
    let InTwo(begins, step) = written;
    let by = names::one_formation(&compiler.forces, &step.by)?;
    let beginning = beginning(begins, span)?;
    if !matches!(beginning.hold, None | Some(Hold::Nothing)) {
        let problem =
            Problem::new(text!("a formation that fails its test lands a turn later (§4.4.1): leave out `if-failed`"));
        return Err(problem.at(span));
    }
    let edge = step.edge.map(u32::from);
    compiler.choose(match edge {
        None => text!("{by}: far from the edge of the table, so scatter costs nothing (key `edge`)", by = compiler.name(by)),
        Some(edge) => text!("{by}: scatter has the twelve directions of a clock face, 12 o'clock straight to the edge {edge} cm away (§4.4 leaves the method open); exactly on the edge is on the table", by = compiler.name(by), edge),
    });
    let aboard = compiler.forces.passengers(by);
    let carried = |group: &usize| compiler.forces.groups[*group].aboard.is_none();
    let units = compiler.forces.formations[by].groups.clone().filter(carried);
    let units =
        units.flat_map(|group| std::iter::repeat_n(group, compiler.forces.groups[group].start.into())).collect();
    let scatter = compiler.own.outcome[0];
    let lands = compiler.forces.formations[by].aircraft;
    let mut landing = Landing {
        planetfall: vec![Stage::Planetfall(Planetfall { units, edge, scatter })],
        landed: lands.then_some(Stage::Sky(Mission::Land(by))).into_iter().collect(),
        leaving: Vec::new(),
        overwatch: Vec::new(),
    };
    let mut counted = vec![Counted::Planetfall(by, scatter)];
    if step.disembark == Some(true) {
        let own = compiler.forces.formations[by].groups.clone();
        let own = own.filter(|&group| compiler.forces.groups[group].aboard.is_some()).collect();
        landing.leaving.push(Stage::Disembark(own));
        landing.leaving.extend(disembark(compiler, &aboard));
        landing.overwatch = reactions(compiler, &step.reactions, &[vec![by], aboard.clone()].concat())?;
        counted.push(Counted::Fire { by: Vec::new(), touched: [vec![by], aboard].concat() });
    } else if let Some(reactions) = &step.reactions {
        return Err(reactions.problem(text!("overwatch fires at those who disembark: write `disembark = true`")));
    }
    beginning.tell(compiler, by);
    let title =
        text!("{by} land from orbit (planetfall{beginning})", by = compiler.name(by), beginning = beginning.words());
    let test = ActionTest { from_orbit: true, ..beginning.test(compiler, &[by]) };
    Ok(Read { action: Action::tested(test, landing.stages(), Vec::new()), title, counted })
}
