//! From a scenario as written to a [`Battle`]: names to indices, weapons × targets to pools, players' choices to
//! enums. The last place that can fail.

pub mod assaults;
pub mod barrages;
pub mod beginning;
pub mod charge;
pub mod circumstances;
pub mod desk;
pub mod fire;
pub mod formations;
pub mod goals;
pub mod names;
pub mod orders;
pub mod sides;
pub mod steps;
pub mod units;
pub mod volleys;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::activation;
use super::battle::{Battle, Step};
use super::forces::{BROKEN, Forces, OVERWATCH};
use super::measures::Goal;
use super::profile::Unit;
use super::state::{GOAL, Layout, farther};
use super::terrain::TERRAINS;
use crate::scenario::{Army, Node, Problem, Scenario};
use crate::systems::Compiled;
use desk::Desk;
use formations::Profiles;

/// Compiles a scenario.
///
/// # Errors
/// The first mistake, pointed at.
pub fn compile(scenario: &Scenario) -> Result<Compiled, Problem> {
    let mut fields = scenario.root.fields("a scenario")?;
    let mut units = BTreeMap::new();
    let mut ambiguous = BTreeSet::new();
    for army in &scenario.armies {
        for (key, unit) in army_units(army)? {
            if units.get(&key).is_some_and(|known| *known != unit) {
                ambiguous.insert(key.clone());
            }
            units.insert(key, unit);
        }
    }
    if let Some(own) = fields.take("units") {
        for (key, unit) in profiles(own)? {
            ambiguous.remove(&key);
            units.insert(key, unit);
        }
    }
    let covered_only = match fields.take("readings") {
        Some(node) => readings(node)?,
        None => false,
    };
    let formations_node = fields.need("formations")?;
    let steps_node = fields.need("steps")?;
    fields.finish()?;

    let mut layout = Layout::default();
    let mut read = formations::formations(formations_node, &Profiles { units, ambiguous }, &mut layout)?;
    let sides = sides::assign(&mut read.forces, &read.sides, steps_node)?;
    let mut initiative = Vec::new();
    for _ in 0..sides {
        let lost_initiative = formations::cell(&mut layout, &formations_node.span)?;
        initiative
            .push(activation::Side { lost_initiative, rerolls: formations::cell(&mut layout, &formations_node.span)? });
    }
    let work = layout.here();
    formations::open_ledgers(&mut read.forces, &mut layout, formations_node)?;
    let steps_begin = layout.here();
    let waiting = desk::waiting(&read.forces, steps_node, &read.starts);
    let mut desk = Desk { forces: read.forces, layout, choices: Vec::new(), covered_only, waiting };
    deploy_on_overwatch(&mut desk, steps_node, &mut read.starts);

    let mut steps: Vec<Step> = Vec::new();
    let mut titles = Vec::new();
    let mut counted = Vec::new();
    let mut end = steps_begin;
    let list = steps_node.list("steps")?;
    if list.is_empty() || list.len() > 200 {
        return Err(
            Problem::new(format!("a scenario has 1 to 200 steps, this one has {}", list.len())).at(&steps_node.span)
        );
    }
    for node in list {
        // Steps are played one at a time and share the cells that serve one step alone.
        desk.layout.back_to(steps_begin);
        let step = steps::step(&mut desk, &read.loaded, node)?;
        end = farther(end, desk.layout.here());
        steps.push(step.step);
        titles.push(step.title);
        counted.push(step.counted);
    }
    let mut start = Layout::blank(end);
    for (cell, value) in read.starts {
        start[cell] = value;
    }
    start[GOAL] = 1;
    let (measures, ranges) = goals::measures(&desk.forces, &counted);
    for (step, range) in steps.iter_mut().zip(ranges) {
        step.measures = range;
    }
    let mut battle = Battle {
        forces: desk.forces,
        sides: initiative,
        steps,
        measures,
        goal: Goal::default(),
        magazines: read.loaded.into_values().collect(),
        start,
        work: (work, end),
    };
    let goal = goals::set_goal(&mut battle, &scenario.goal, &counted)?;
    if covered_only {
        desk.choices.push("reading of §1.9.5: shots at −1 hit units in cover alone (mixed-cover)".into());
    }
    Ok(Compiled {
        forces: as_understood(&battle.forces, &battle),
        choices: desk.choices,
        steps: titles,
        goal,
        engagement: Box::new(battle),
    })
}

/// Formations that fire from overwatch and are never told to go on it have lain in wait from the start.
fn deploy_on_overwatch(desk: &mut Desk, steps: &Node, starts: &mut formations::Starts) {
    let steps = steps.list("steps").unwrap_or_default();
    let is = |step: &Node, key: &str, value: &str| step.child(key).and_then(|node| node.text(key).ok()) == Some(value);
    let goes = |formation: usize| {
        let name = desk.forces.formations[formation].name.as_str();
        let fires = |step: &Node| {
            let reactions = step.child("reactions").and_then(|node| node.list("reactions").ok()).unwrap_or_default();
            (is(step, "order", "overwatch") && is(step, "by", name))
                || reactions.iter().any(|reaction| is(reaction, "by", name))
        };
        let first = steps.iter().position(fires).unwrap_or(steps.len());
        steps[..first].iter().any(|step| is(step, "action", "overwatch") && is(step, "by", name))
    };
    let mut chosen = Vec::new();
    for (index, formation) in desk.forces.formations.iter().enumerate() {
        let start = starts.iter_mut().find(|(cell, _)| *cell == formation.status);
        let Some((_, status)) = start else { continue };
        if desk.waiting[index] && *status & (OVERWATCH | BROKEN) == 0 && !goes(index) {
            *status |= OVERWATCH;
            chosen.push(format!("{} begins on overwatch (key `state`)", formation.name));
        }
    }
    chosen.into_iter().for_each(|line| desk.choose(line));
}

fn profiles(node: &Node) -> Result<BTreeMap<String, Unit>, Problem> {
    node.entries("units")?.iter().map(|(key, unit)| Ok((key.name.clone(), units::unit(key, unit)?))).collect()
}

fn army_units(army: &Army) -> Result<BTreeMap<String, Unit>, Problem> {
    let mut fields = army.root.fields("an army")?;
    fields.take("army");
    if let Some(system) = fields.take("system") {
        system.choice("this scenario's rules system", &[("epic-armageddon", ())])?;
    }
    let units = fields.take("units").map_or(Ok(BTreeMap::new()), profiles)?;
    fields.finish()?;
    Ok(units)
}

/// What an army file holds, a line a unit.
///
/// # Errors
/// The first mistake, pointed at.
pub fn describe_army(army: &Army) -> Result<Vec<String>, Problem> {
    let describe = |unit: &Unit| format!("{} ({})", unit.name, unit.key);
    Ok(army_units(army)?.values().map(describe).collect())
}

/// Readings of rules that the book leaves open: true for `mixed-cover = "covered-only-at-minus-one"`.
fn readings(node: &Node) -> Result<bool, Problem> {
    let mut fields = node.fields("`readings`")?;
    let options = [("all-at-minus-one", false), ("covered-only-at-minus-one", true)];
    let covered_only =
        units::optional(fields.take("mixed-cover"), |node| node.choice("a reading of mixed cover", &options))?;
    fields.finish()?;
    Ok(covered_only.unwrap_or(false))
}

/// The forces as understood, for `run.json`.
fn as_understood(forces: &Forces, battle: &Battle) -> Value {
    let formations = forces.formations.iter().map(|formation| {
        let groups = forces.groups[formation.groups.clone()].iter().map(|group| {
            let terrain =
                TERRAINS.iter().find(|(_, terrain)| *terrain == group.terrain).map_or("open", |(name, _)| name);
            json!({
                "unit": group.unit.key,
                "name": group.unit.name,
                "count": group.start,
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
            "blast-markers": battle.start[formation.markers],
            "broken": battle.start[formation.status] & BROKEN != 0,
            "groups": groups.collect::<Vec<_>>(),
        })
    });
    Value::Array(formations.collect())
}
