//! From a scenario as written to a [`Battle`]: names to indices, attacks × targets to pools, players' choices to enums. The
//! last place that can fail.

pub mod bounds;
pub mod calendar;
pub mod combat_choices;
pub mod combats;
pub mod command;
pub mod compiler;
pub mod contact;
pub mod counted;
pub mod counter_fire;
pub mod fire;
pub mod formations;
pub mod names;
pub mod once;
pub mod phases;
pub mod places;
pub mod sides;
pub mod steps;
pub mod units;
pub mod waits;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::battle::Battle;
use super::forces::{CONFUSED, Forces};
use super::items::Item;
use super::liveness::Needed;
use super::measures::Reading;
use super::profile::{KINDS, Profile};
use super::volley::{CommanderAttacks, FortifiedDriveBack, Readings, SwordOfDestiny};
use crate::scenario::{Army, Node, Problem, Scenario};
use crate::systems::Compiled;
use crate::systems::plan::course::Course;
use crate::systems::plan::profiles::{of_army, of_known_formations};
use crate::systems::plan::state::{GOAL, Layout, State};
use crate::systems::plan::steps::{all_steps, played_steps};
use crate::systems::plan::values::optional;
use crate::systems::plan::{self, certain, wording};
use calendar::Calendar;
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
    let profiles = Profiles::read(&scenario.armies, own, "warmaster", units::unit)?;
    let readings = readings(fields.take("readings"))?;
    let turns = optional(fields.take("turns"), |node| node.integer("a number of turns", 1..=20))?.unwrap_or(1);
    let formations_node = fields.need("formations")?;
    of_known_formations(own, formations_node)?;
    let steps_node = fields.need("steps")?;
    fields.finish()?;
    let list = steps_node.list("steps")?;
    let written = plan::steps::untyped(steps_node)?;
    let everything = all_steps(list);

    let mut layout = Layout::default();
    let over = layout.need(&formations_node.span)?;
    let mut read = formations::formations(formations_node, &profiles, &mut layout)?;
    let sides = sides::assign(&mut read.forces, &read.sides, &everything)?;
    read.check_items()?;
    let work = layout.here();
    formations::open_ledgers(&mut read.forces, &mut layout, formations_node)?;
    let (told_sides, starts, remarks) = (read.sides, read.starts, read.remarks);
    let mut compiler = Compiler {
        forces: read.forces,
        layout,
        choices: Vec::new(),
        readings,
        calendar: Calendar::default(),
        calendar_before: Calendar::default(),
        instead: Default::default(),
        conditions: Vec::new(),
        met: Vec::new(),
        spending: read.spending,
        left_table: Vec::new(),
        confused: read.confused,
        turn: 0,
    };
    let of_formations: Vec<usize> = compiler.forces.formations.iter().map(|formation| formation.side).collect();
    let side_names = plan::sides::names(&compiler.forces.names(), &told_sides, &of_formations, sides);
    let mut plan = plan::steps::plan(&mut compiler, &written, &steps_node.span, turns as usize)?;
    phases::close(&compiler, &mut plan.steps, &mut plan.counted);
    let spent = compiler.spending.lines(&compiler.forces.names(), 1)?;
    compiler.choices.extend(spent);
    let (measures, ranges) = counted::measures(&compiler.forces, &plan.counted, &side_names);
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
    for (cell, value) in starts {
        start[cell] = value;
    }
    start[GOAL] = 1;
    bounds::check(&compiler.forces, formations_node, &plan.steps, &plan.at)?;
    compiler.choices.extend(words(readings));
    compiler.choices.extend(remarks.lines());
    compiler.choices.extend(partial_armies(scenario, &played_steps(list), formations_node));
    compiler.choices.extend(not_simulated(&compiler.forces));
    let deeds = plan.steps.iter().enumerate();
    let deeds =
        deeds.flat_map(|(number, step)| step.deed.iter().chain(&step.otherwise).map(move |deed| (number, deed)));
    let needed = Needed::of(&compiler.forces, deeds);
    let battle = Battle { forces: compiler.forces, over, needed };
    Ok(Compiled {
        forces: as_understood(&battle.forces, &start),
        choices: compiler.choices,
        remarks: Vec::new(),
        pictures: Vec::new(),
        steps: plan.titles,
        goal: goal_words,
        engagement: Box::new(Course { game: battle, steps: plan.steps, measures, goal, start, work: (work, end) }),
    })
}

/// The goal where none is written: the last combat won, or the last target of fire destroyed.
fn default_goal(forces: &Forces, steps: &[Vec<Counted>]) -> Option<String> {
    let name = |formation: usize| forces.formations[formation].name.as_str();
    let last = |wish: &dyn Fn(&Counted) -> Option<String>| steps.iter().flatten().rev().find_map(wish);
    let won = last(&|step| match step {
        Counted::Combat { sides, .. } => Some(format!("{}.won", name(sides[0][0]))),
        _ => None,
    });
    let destroyed = last(&|step| match step {
        Counted::Target { formation, .. } => Some(format!("{}.destroyed", name(*formation))),
        _ => None,
    });
    let ordered = last(&|step| match step {
        Counted::Ordered(formation) => Some(format!("{}.orders >= 1", name(*formation))),
        _ => None,
    });
    won.or(destroyed).or(ordered)
}

/// What an army file holds, a line a unit.
///
/// # Errors
/// The first mistake, pointed at.
pub fn describe_army(army: &Army) -> Result<Vec<String>, Problem> {
    let describe = |unit: &Profile| format!("{} ({})", unit.name, unit.key);
    Ok(of_army(army, "warmaster", units::unit)?.values().map(describe).collect())
}

/// Readings of rules that the book leaves open.
fn readings(node: Option<&Node>) -> Result<Readings, Problem> {
    let mut readings = Readings::default();
    let Some(node) = node else { return Ok(readings) };
    let mut fields = node.fields("`readings`")?;
    let mut read = |key: &'static str, what: &str, options: &[(&str, bool)], into: &mut bool| -> Result<(), Problem> {
        if let Some(node) = fields.take(key) {
            *into = node.choice(what, options)?;
        }
        Ok(())
    };
    let divisor = [("start", false), ("survivors", true)];
    read(
        "retreat-divisor",
        "a reading of the units that a retreat is divided by",
        &divisor,
        &mut readings.survivors_divide,
    )?;
    let pace = [("ground", false), ("air", true)];
    read("flyer-pace", "a reading of the pace beyond which flyers flee", &pace, &mut readings.air_pace)?;
    let cover = [("worst", false), ("best", true)];
    read("drive-back-cover", "a reading of the stands that lessen a drive back", &cover, &mut readings.best_cover)?;
    let terror = [("everyone", false), ("terrifying-immune", true)];
    read("terror", "a reading of terror", &terror, &mut readings.terrible_fearless)?;
    if let Some(node) = fields.take("fortified-drive-back") {
        let options =
            [("two-wounds", FortifiedDriveBack::TwoWounds), ("second-wound", FortifiedDriveBack::SecondWound)];
        readings.fortified_drive_back =
            node.choice("a reading of the wounds that do not drive the fortified back", &options)?;
    }
    if let Some(node) = fields.take("commander-attacks") {
        let options = [("on-top", CommanderAttacks::OnTop), ("in-total", CommanderAttacks::InTotal)];
        readings.commander_attacks = node.choice("a reading of what a commander's attacks are added to", &options)?;
    }
    if let Some(node) = fields.take("sword-of-destiny") {
        let options = [("phase", SwordOfDestiny::Phase), ("engagement", SwordOfDestiny::Engagement)];
        readings.sword_of_destiny = node.choice("a reading of how long the sword works", &options)?;
    }
    fields.finish()?;
    Ok(readings)
}

fn words(readings: Readings) -> Vec<String> {
    let known = [
        (readings.survivors_divide, "reading of L1478: a retreat is divided by the units left (retreat-divisor)"),
        (readings.air_pace, "reading of L1225: flyers flee beyond 60 cm (flyer-pace)"),
        (readings.best_cover, "reading of L1207: the best protected stand lessens a drive back (drive-back-cover)"),
        (readings.terrible_fearless, "reading of L1348: terrifying units do not fear others (terror)"),
    ];
    known.into_iter().filter(|(chosen, _)| *chosen).map(|(_, words)| words.to_owned()).collect()
}

/// L2230: an army breaks by what it has lost of itself. Lists with formations that take no part make larger armies.
fn partial_armies(scenario: &Scenario, steps: &[&Node], formations: &Node) -> Option<String> {
    let breaks = |step: &&Node| {
        step.child("action").is_some_and(|action| action.text("action").is_ok_and(|a| a == "army-break"))
    };
    let names = scenario.armies.iter().flat_map(Army::formations);
    let left = names.filter(|name| formations.child(name).is_none()).count();
    (left > 0 && steps.iter().any(breaks)).then(|| {
        format!("army-break: an army is what takes part; {left} formations of the lists do not ([formations.NAME] with a `side` adds one)")
    })
}

/// What is not simulated of the units and commanders that take part, a line a profile.
fn not_simulated(forces: &Forces) -> BTreeSet<String> {
    let units = forces.units.iter().map(|unit| &unit.profile);
    let all = units.chain(forces.commanders.iter().map(|commander| &commander.profile));
    let told = all.filter(|profile| !profile.not_simulated.is_empty());
    told.map(|profile| format!("{}: not simulated: {}", profile.name, profile.not_simulated.join("; "))).collect()
}

/// The forces as understood, for `run.json`.
fn as_understood(forces: &Forces, start: &State) -> Value {
    let kind = |profile: &Profile| KINDS.iter().find(|(_, kind)| *kind == profile.kind).map_or("", |(name, _)| name);
    let formations = forces.formations.iter().map(|formation| {
        let units = forces.units[formation.units.clone()].iter().map(|unit| {
            json!({
                "unit": unit.profile.key,
                "name": unit.profile.name,
                "type": kind(&unit.profile),
                "stands": unit.start,
                "attacks": unit.profile.attacks,
                "shots": unit.profile.shots,
                "range": unit.profile.range,
                "hits": unit.profile.hits,
                "armour": unit.profile.armour,
                "points": unit.points,
                "item": unit.item.map(Item::name),
                "confused": start[unit.status] & CONFUSED != 0,
            })
        });
        let commanders = formation.commanders.iter().map(|&commander| {
            let commander = &forces.commanders[commander];
            json!({
                "unit": commander.profile.key,
                "name": commander.profile.name,
                "type": kind(&commander.profile),
                "command": commander.profile.command,
                "attacks": commander.profile.attacks,
                "points": commander.points,
                "item": commander.profile.item.map(Item::name),
            })
        });
        json!({
            "formation": formation.name,
            "side": formation.side,
            "units": units.collect::<Vec<_>>(),
            "commanders": commanders.collect::<Vec<_>>(),
        })
    });
    Value::Array(formations.collect())
}
