//! From a scenario as written to a [`Battle`]: names to indices, weapons × targets to pools, players' choices to
//! enums. The last place that can fail.

pub mod aboard;
pub mod air;
pub mod assaults;
pub mod barrages;
pub mod beginning;
pub mod bounds;
pub mod charge;
pub mod compiler;
pub mod coordinated;
pub mod counted;
pub mod criticals;
pub mod engines;
pub mod fire;
pub mod fire_orders;
pub mod formations;
pub mod names;
pub mod orbit;
pub mod orders;
pub mod placing;
pub mod reactions;
pub mod save_pools;
pub mod sharing;
pub mod sides;
pub mod steps;
pub mod support;
pub mod turn_order;
pub mod units;
pub mod volleys;
pub mod withdrawal;

use std::collections::BTreeSet;

use serde_json::json;

use super::activation;
use super::battle::Battle;
use super::forces::{BROKEN, Forces, OVERWATCH};
use super::measures::Reading;
use super::profile::Unit;
use super::readings::Readings;
use super::state::{GOAL, Layout, NOTHING, State};
use super::terrain::TERRAINS;
use crate::scenario::{Army, Node, Problem, Scenario};
use crate::systems::Compiled;
use crate::systems::plan::course::Course;
use crate::systems::plan::profiles::{of_army, of_known_formations};
use crate::systems::plan::steps::{all_steps, played_steps};
use crate::systems::plan::{self, certain, wording};
use compiler::Compiler;
use counted::Counted;
use formations::Profiles;

/// Compiles a scenario.
///
/// # Errors
/// The first mistake, pointed at.
pub fn compile(scenario: &Scenario) -> Result<Compiled, Problem> {
    let mut fields = scenario.root.fields("a scenario")?;
    let own = fields.take("units");
    let units = Profiles::read(&scenario.armies, own, "epic-armageddon", units::unit)?;
    let readings = Readings::read(fields.take("readings"))?;
    let turns = units::optional(fields.take("turns"), |node| node.integer("a number of turns", 1..=20))?.unwrap_or(1);
    let formations_node = fields.need("formations")?;
    let steps_node = fields.need("steps")?;
    fields.finish()?;
    of_known_formations(own, formations_node)?;
    let list = steps_node.list("steps")?;
    let written = plan::steps::untyped(steps_node)?;
    let everything = all_steps(list);
    let played = played_steps(list);

    let mut layout = Layout::default();
    let mut read = formations::formations(formations_node, &units, &mut layout)?;
    let sides = sides::assign(&mut read.forces, &read.sides, &everything)?;
    let mut initiative = Vec::new();
    for _ in 0..sides {
        let lost_initiative = layout.need(&formations_node.span)?;
        initiative.push(activation::Side { lost_initiative, rerolls: layout.need(&formations_node.span)? });
    }
    let work = layout.here();
    formations::open_ledgers(&mut read.forces, &mut layout, formations_node)?;
    let mut outcome = [NOTHING; 3];
    for place in &mut outcome {
        *place = layout.need(&formations_node.span)?;
    }
    let waiting = compiler::waiting(&read.forces, &played, &read.starts);
    let mut grounds = Vec::new();
    for (formation, node) in read.layouts.iter().enumerate() {
        grounds.push(node.as_ref().map(|node| placing::ground(&read.forces, formation, node)).transpose()?);
    }
    let mut compiler = Compiler {
        forces: read.forces,
        layout,
        choices: Vec::new(),
        readings,
        waiting,
        loaded: read.loaded,
        spending: read.spending,
        outcome,
        flak: Vec::new(),
        always_aloft: Vec::new(),
        grounds,
        pictures: Vec::new(),
    };
    deploy_on_overwatch(&mut compiler, &played, &mut read.starts);
    air::already_there(&mut compiler, &played, &mut read.starts);
    compiler.always_aloft = air::always_aloft(&compiler.forces, &played, &read.starts);
    let of_formations: Vec<usize> = compiler.forces.formations.iter().map(|formation| formation.side).collect();
    let side_names = plan::sides::names(&compiler.forces.names(), &read.sides, &of_formations, sides);

    let mut plan = plan::steps::plan(&mut compiler, &written, &steps_node.span, turns as usize)?;
    let (measures, ranges) = counted::measures(&compiler.forces, &plan.counted, &side_names);
    let spent = compiler.spending.lines(&compiler.forces.names(), 2)?;
    compiler.choices.extend(spent);
    let remarks = turn_order::remarks(&compiler.forces, &plan);
    let end = plan.end;
    compiler.layout.back_to(end);
    plan.connect(&mut compiler.layout, &measures)?;
    for (step, range) in plan.steps.iter_mut().zip(ranges) {
        step.measures = range;
    }
    let default = default_goal(&compiler.forces, &plan.counted);
    let (goal, goal_words) = wording::goal(&measures, &scenario.goal, default, |span| compiler.layout.need(span))?;
    let most = |reading: &Reading| reading.most(&compiler.forces);
    let wanted: Vec<_> = scenario.goal.iter().map(|(text, span)| (text.as_str(), span)).collect();
    let mut certain = certain::remarks(&measures, most, "goal", &wanted, None)?;
    certain.extend(plan.certain(&measures, most)?);
    compiler.choices.extend(certain);
    let mut start = Layout::blank(compiler.layout.here());
    for (cell, value) in read.starts {
        start[cell] = value;
    }
    start[GOAL] = 1;
    let begins: Vec<u32> = compiler.forces.formations.iter().map(|formation| start.count(formation.markers)).collect();
    bounds::check(&compiler.forces, &begins, &plan.steps, &plan.at)?;
    compiler.choices.extend(read.remarks.lines());
    compiler.choices.extend(not_simulated(&compiler.forces));
    let battle =
        Battle { forces: compiler.forces, sides: initiative, magazines: compiler.loaded.into_values().collect() };
    Ok(Compiled {
        forces: as_understood(&battle.forces, &start),
        choices: compiler.choices,
        remarks,
        pictures: compiler.pictures,
        steps: plan.titles,
        goal: goal_words,
        engagement: Box::new(Course { game: battle, steps: plan.steps, measures, goal, start, work: (work, end) }),
    })
}

/// The goal where none is written: the last assault won, or the last target broken.
fn default_goal(forces: &Forces, steps: &[Vec<Counted>]) -> Option<String> {
    let name = |formation: usize| forces.formations[formation].name.as_str();
    let last = |wish: &dyn Fn(&Counted) -> Option<String>| steps.iter().flatten().rev().find_map(wish);
    let assault_won = last(&|step| match step {
        Counted::Assault { sides, .. } => Some(format!("{}.won", name(sides[0][0]))),
        _ => None,
    });
    let target_broken = last(&|step| match step {
        Counted::Fire { by, touched } if !by.is_empty() => Some(format!("{}.broken", name(touched[0]))),
        _ => None,
    });
    assault_won.or(target_broken)
}

/// Formations that fire from overwatch and are never told to go on it have lain in wait from the start.
fn deploy_on_overwatch(compiler: &mut Compiler, steps: &[&Node], starts: &mut compiler::Starts) {
    let is = |step: &Node, key: &str, value: &str| step.child(key).and_then(|node| node.text(key).ok()) == Some(value);
    let goes = |formation: usize| {
        let name = compiler.forces.formations[formation].name.as_str();
        let fires = |step: &Node| {
            let reactions = step.child("reactions").and_then(|node| node.list("reactions").ok()).unwrap_or_default();
            (is(step, "order", "overwatch") && is(step, "by", name))
                || reactions.iter().any(|reaction| is(reaction, "by", name))
        };
        let first = steps.iter().position(|step| fires(step)).unwrap_or(steps.len());
        steps[..first].iter().any(|step| is(step, "action", "overwatch") && is(step, "by", name))
    };
    let mut chosen = Vec::new();
    for (index, formation) in compiler.forces.formations.iter().enumerate() {
        let start = starts.iter_mut().find(|(cell, _)| *cell == formation.status);
        let Some((_, status)) = start else { continue };
        if compiler.waiting[index] && *status & (OVERWATCH | BROKEN) == 0 && !goes(index) {
            *status |= OVERWATCH;
            chosen.push(format!("{} begins on overwatch (key `state`)", formation.name));
        }
    }
    chosen.into_iter().for_each(|line| compiler.choose(line));
}

/// What the lists say of the units of a battle and is not simulated, a line a unit.
fn not_simulated(forces: &Forces) -> BTreeSet<String> {
    let units = forces.groups.iter().map(|group| &group.unit).filter(|unit| !unit.not_simulated.is_empty());
    units.map(|unit| format!("{}: not simulated: {}", unit.name, unit.not_simulated.join("; "))).collect()
}

/// What an army file holds, a line a unit.
///
/// # Errors
/// The first mistake, pointed at.
pub fn describe_army(army: &Army) -> Result<Vec<String>, Problem> {
    let describe = |unit: &Unit| format!("{} ({})", unit.name, unit.key);
    Ok(of_army(army, "epic-armageddon", units::unit)?.values().map(describe).collect())
}

/// The forces as understood, for `run.json`.
fn as_understood(forces: &Forces, start: &State) -> serde_json::Value {
    let formations = forces.formations.iter().map(|formation| {
        let groups = forces.groups[formation.groups.clone()].iter().map(|group| {
            let terrain =
                TERRAINS.iter().find(|(_, terrain)| *terrain == group.terrain).map_or("open", |(name, _)| name);
            json!({
                "unit": group.unit.key,
                "name": group.unit.name,
                "count": group.start,
                "dc": group.engine.as_ref().map(|engine| engine.dc),
                "shields": group.engine.as_ref().map(|_| group.unit.shields),
                "armour": group.unit.armour,
                "cc": group.unit.cc,
                "ff": group.unit.ff,
                "cover": terrain,
                "embarked": group.aboard.is_some(),
            })
        });
        json!({
            "formation": formation.name,
            "side": formation.side,
            "initiative": formation.initiative,
            "points": formation.points,
            "units": formation.start,
            "blast-markers": start[formation.markers],
            "broken": start[formation.status] & BROKEN != 0,
            "groups": groups.collect::<Vec<_>>(),
        })
    });
    serde_json::Value::Array(formations.collect())
}
