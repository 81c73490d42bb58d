//! From a scenario as written to a plan ready to be played: what the compilers of all rulebooks do in one order.

use super::certain;
use super::compiler::Compiler;
use super::formations::{Formations, UnitProfile};
use super::measures::{self, Measures};
use super::play::Plan;
use super::profiles::{Profiles, of_army, of_known_formations};
use super::rulebook::{ProfileOf, ReadingOf, Rulebook, ScenarioOf, Scene};
use super::sides;
use super::state::{GOAL, Layout};
use super::steps::{ReadPlan, plan};
use super::wording;
use super::written::{self, actions};
use serde_json::Value;

use crate::scenario::head::Head;
use crate::scenario::typed::{InTwo, schema_of, typed};
use crate::scenario::{Army, Problem, ProblemKind, Scenario, Span};
use crate::systems::system::Compiled;

/// Compiles a scenario. The last place that can fail.
///
/// # Errors
/// The first mistake, pointed at.
pub fn compile<R: Rulebook + 'static>(scenario: &Scenario) -> Result<Compiled, Problem> {
    let written: ScenarioOf<R> = typed(&scenario.root, "a scenario")?;
    let written::Scenario { units, formations, readings, turns, steps } = written;
    of_known_formations(&units, &formations)?;
    let profiles = Profiles::read(&scenario.armies, units, R::KEY, R::profile)?;
    let (all, played) = (actions(&steps, false), actions(&steps, true));
    let scene = Scene { scenario, formations: &formations, all, played };

    let mut compiler = Compiler::<R>::new(readings, &formations.span)?;
    R::formations(&mut compiler, &formations, &profiles)?;
    if compiler.forces.formations() == 0 {
        return Err(ProblemKind::NoFormations.at(&formations.span));
    }
    let side_names = sides::take(&mut compiler, &scene.all)?;
    R::sided(&mut compiler, &scene, side_names.len())?;
    let work = compiler.layout.here();
    R::open_ledgers(&mut compiler, &formations.span)?;
    R::before_steps(&mut compiler, &scene)?;
    let mut plan = plan(&mut compiler, &steps, &steps.span, turns.map_or(1, usize::from))?;
    R::after_steps(&mut compiler, &mut plan);
    let spent = compiler.spending.lines(&compiler.forces.names(), R::CHANCES_TOLD)?;
    compiler.choices.extend(spent);

    let (measures, ranges) = measures::all::<R>(&compiler.forces, &plan.counted, &side_names);
    let work = (work, plan.end);
    compiler.layout.back_to(plan.end);
    plan.connect(&mut compiler.layout, &measures)?;
    for (step, range) in plan.steps.iter_mut().zip(ranges) {
        step.measures = range;
    }
    let wishes = plan.counted.iter().flatten().filter_map(|counted| R::wish(&compiler.forces, counted));
    let default = wishes.max_by_key(|(weight, _)| *weight).map(|(_, wish)| wish);
    let (goal, goal_words) = wording::goal(&measures, &scenario.goal, default, |span| compiler.layout.need(span))?;
    let certain = certain_of(&compiler, &measures, &scenario.goal, &plan)?;
    compiler.choices.extend(certain);
    R::bounds(&compiler, &formations, &plan.steps, &plan.at)?;
    let remarks = R::against_the_order(&compiler, &plan);
    compiler.choices.extend(compiler.remarks.lines());
    R::tell(&mut compiler, &scene);
    compiler.choices.extend(compiler.forces.not_simulated());

    let mut start = Layout::blank(compiler.layout.here());
    for &(cell, value) in &compiler.starts {
        start[cell] = value;
    }
    start[GOAL] = 1;
    Ok(Compiled {
        forces: R::as_understood(&compiler.forces, &start),
        formations: R::taking_part(&compiler.forces),
        choices: std::mem::take(&mut compiler.choices),
        decisions: std::mem::take(&mut compiler.decisions),
        remarks,
        pictures: std::mem::take(&mut compiler.pictures),
        steps: plan.titles,
        goal: goal_words,
        engagement: Box::new(Plan {
            game: R::game(compiler, &plan.steps),
            steps: plan.steps,
            measures,
            goal,
            start,
            work,
        }),
    })
}

/// What is certain of the goal and of the conditions of steps, a line each.
fn certain_of<R: Rulebook>(
    compiler: &Compiler<R>,
    measures: &Measures<ReadingOf<R>>,
    goal: &[(String, Span)],
    plan: &ReadPlan<R>,
) -> Result<Vec<String>, Problem> {
    let most = |reading: &ReadingOf<R>| R::most(&compiler.forces, reading);
    let wanted: Vec<_> = goal.iter().map(|(text, span)| (text.as_str(), span)).collect();
    let mut lines = certain::remarks(measures, most, "goal", &wanted, None)?;
    lines.extend(plan.certain(measures, most)?);
    Ok(lines)
}

/// What an army file holds, a line a unit.
///
/// # Errors
/// The first mistake, pointed at.
pub fn describe_army<R: Rulebook>(army: &Army) -> Result<Vec<String>, Problem> {
    let describe = |unit: &ProfileOf<R>| format!("{} ({})", unit.name(), unit.key());
    Ok(of_army(army, R::KEY, R::profile)?.values().map(describe).collect())
}

/// The JSON Schema of the scenarios of a rulebook.
pub fn schema<R: Rulebook>() -> Value {
    schema_of::<InTwo<Head, ScenarioOf<R>>>().to_value()
}
