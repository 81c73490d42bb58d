//! From a scenario as written to a plan ready to be played: the steps that all rulebooks' compilers share, in one
//! order.

use super::certain;
use super::compiler::Compiler;
use super::distances::without_unit;
use super::formations::{Formations, UnitProfile};
use super::measures::{self, Measures};
use super::names;
use super::play::Plan;
use super::profiles::{Profiles, of_army, of_known_formations};
use super::rulebook::{CompilerOf, ProfileOf, ReadCaseOf, ReadPlanOf, ReadingOf, Rulebook, ScenarioOf, Scene, make};
use super::sides::{self, Relations};
use super::state::{GOAL, Layout, farther};
use super::steps::{ReadCase, ReadPlan};
use super::wording;
use super::written::{self, Common, WrittenStep, actions};
use serde_json::Value;

use crate::system::{Compiled, System};
use battle_odds_engine::counters::Counters;
use battle_odds_scenario::head::Head;
use battle_odds_scenario::typed::{InTwo, Marked, schema_of, typed};
use battle_odds_scenario::{Army, Problem, ProblemKind, Scenario, Span, refuse_if};

/// The most steps that a scenario may have, in all turns together.
const MOST_STEPS: usize = 200;

/// Compiles a scenario. Errors are reported here at the latest.
///
/// # Errors
/// The first mistake, with its place.
pub fn compile<R: Rulebook + 'static>(scenario: &Scenario) -> Result<Compiled, Problem> {
    let InTwo(tables, written): ScenarioOf<R> = typed(&scenario.root, mark!("a scenario"))?;
    let written::Scenario { units, formations, readings, turns, steps } = written;
    of_known_formations(&units, &formations)?;
    let profiles = Profiles::read(&scenario.armies, (tables, units), R::KEY, &make::<R>())?;
    let (all, played) = (actions(&steps, false), actions(&steps, true));
    let scene = Scene { scenario, formations: &formations, all, played };

    let mut compiler = Compiler::new(readings);
    R::begin(&mut compiler, &formations.span)?;
    formations.value.iter().try_for_each(|(key, _)| is_name(key))?;
    R::formations(&mut compiler, &formations, &profiles)?;
    compiler.told_sides.iter().flatten().try_for_each(|side| names::check(side, &formations.span))?;
    refuse_if(compiler.forces.formations() == 0, || ProblemKind::NoFormations.at(&formations.span))?;
    let written = std::mem::take(&mut compiler.relations);
    let related = |forces: &R::Forces, relations: &mut Relations| {
        R::relations(forces, &scene.all, relations);
        relations.append(written);
    };
    let side_names = sides::take(&mut compiler.forces, &compiler.told_sides, related)?;
    R::sided(&mut compiler, &scene, side_names.len())?;
    let work = compiler.layout.here();
    R::open_ledgers(&mut compiler, &formations.span)?;
    R::before_steps(&mut compiler, &scene)?;
    let mut plan = plan::<R>(&mut compiler, &steps, &steps.span, turns.map_or(1, usize::from))?;
    R::after_steps(&mut compiler, &mut plan);
    compiler.choices.extend(names::shared(&compiler.forces, &scenario.root));
    compiler.choices.extend(scenario.open.lines());
    let spent = compiler.spending.lines(&compiler.forces.names(), R::CHANCES_TOLD)?;
    compiler.choices.extend(spent);

    let forces = &compiler.forces;
    let (measures, ranges) = measures::all(
        &plan.counted,
        |counted, sheet| R::measure_step(forces, counted, &side_names, sheet),
        |sheet| R::measure_end(forces, &side_names, sheet),
    );
    compiler.choices.extend(sides::unpriced(forces, &side_names, &measures));
    let work = (work, plan.end);
    compiler.layout.back_to(plan.end);
    plan.connect(&mut compiler.layout, &measures)?;
    for (step, range) in plan.steps.iter_mut().zip(ranges) {
        step.measures = range;
    }
    let wishes = plan.counted.iter().flatten().filter_map(|counted| R::wish(&compiler.forces, counted));
    let default = wishes.max_by_key(|(weight, _)| *weight).map(|(_, wish)| wish);
    let (goal, goal_words) = wording::goal(&measures, &scenario.goal, default, |span| compiler.layout.need(span))?;
    let certain = certain_of::<R>(&compiler, &measures, &scenario.goal, &plan)?;
    compiler.choices.extend(certain);
    R::bounds(&compiler, &formations, &plan.steps, &plan.at)?;
    let remarks = [std::mem::take(&mut compiler.warnings), R::against_the_order(&compiler, &plan)].concat();
    let small = R::LIKE_INCHES.and_then(|small| without_unit(&scenario.root, small));
    let remarks = remarks.into_iter().chain(small).collect();
    compiler.choices.extend(compiler.remarks.lines());
    R::tell(&mut compiler, &scene);
    compiler.choices.extend(compiler.forces.not_simulated());

    let mut start = Layout::blank(compiler.layout.here());
    for &(cell, value) in &compiler.starts {
        start[cell] = value;
    }
    start[GOAL] = 1;
    let forces = R::as_understood(&compiler.forces, &start);
    let formations = R::taking_part(&compiler.forces);
    let choices = std::mem::take(&mut compiler.choices);
    let decisions = std::mem::take(&mut compiler.decisions);
    let pictures = std::mem::take(&mut compiler.pictures);
    let game = R::game(compiler, &plan.steps);
    let mut engagement =
        Plan { game, steps: plan.steps, measures, goal, start, work, counters: Counters::default(), early: Vec::new() };
    engagement.find_counters();
    Ok(Compiled {
        forces,
        formations,
        choices,
        decisions,
        remarks,
        pictures,
        steps: plan.titles,
        goal: goal_words,
        engagement: Box::new(engagement),
    })
}

/// Checks that a formation may have this name.
fn is_name(key: &Marked<String>) -> Result<(), Problem> {
    match key.contains('.') {
        true => Err(key.problem(text!("a formation's name has no dot in it"))),
        false => names::check(key, &key.span),
    }
}

/// Reads the steps, repeated for each turn; `span` is where they are written.
fn plan<'a, R: Rulebook>(
    compiler: &mut CompilerOf<R>,
    list: &'a [Marked<WrittenStep<R::Action>>],
    span: &'a Span,
    turns: usize,
) -> Result<ReadPlanOf<'a, R>, Problem> {
    if list.is_empty() || list.len() * turns > MOST_STEPS {
        let written = list.len() * turns;
        return Err(Problem::new(text!(
            "a scenario has 1 to {most} steps, this one has {written}",
            most = MOST_STEPS,
            written
        ))
        .at(span));
    }
    let begin = compiler.layout.here();
    let mut plan = ReadPlan::new(begin);
    for turn in 0..turns {
        plan.begin_turn(if turns > 1 { text!("turn {turn}:", turn = turn + 1) + " " } else { String::new() });
        for step in list {
            if step.0.skip {
                plan.leave_out(&step.span);
                continue;
            }
            // Steps are played one at a time and share the cells that last only one step.
            compiler.layout.back_to(begin);
            compiler.spending.begins(plan.steps.len() + 1);
            compiler.reading = Some((plan.steps.len() + 1, step.span.clone()));
            let cases = planned(compiler, step, turn)?;
            plan.end = farther(plan.end, compiler.layout.here());
            plan.push(cases, &step.span);
        }
        if turns > 1
            && let Some(read) = R::end_of_turn(compiler, list.iter().rfind(|step| !step.0.skip).map(|step| &step.1))
        {
            plan.push(vec![ReadCase::only(read)], span);
        }
    }
    Ok(plan)
}

/// Reads one step: what is done, what may be done in its place, and what is done otherwise. Only one of these is played, so
/// they share the cells that last only one step.
fn planned<'a, R: Rulebook>(
    compiler: &mut CompilerOf<R>,
    step: &'a Marked<WrittenStep<R::Action>>,
    turn: usize,
) -> Result<Vec<ReadCaseOf<'a, R>>, Problem> {
    let place = compiler.layout.here();
    R::condition(compiler, step.0.when.as_ref());
    let (mut cases, mut end, mut next) = (Vec::new(), place, Some(step));
    while let Some(step) = next {
        let Common { when, otherwise, optional, .. } = &step.value.0;
        if let Some(other) = otherwise.as_ref().filter(|_| when.is_none()) {
            return Err(other
                .problem(text!("`otherwise` goes with a condition"))
                .help(text!("write {what}", what = "`when = \"warband.broken\"`")));
        }
        let mut ways = Vec::new();
        // Only what is done otherwise is here although it is left out: nothing is done in this case.
        let ways_written = (!step.0.skip).then(|| std::iter::once(step).chain(step.0.played_instead()));
        for way in ways_written.into_iter().flatten() {
            if !cases.is_empty() || !ways.is_empty() {
                compiler.layout.back_to(place);
                R::otherwise(compiler);
            }
            if let Some((_, at)) = &mut compiler.reading {
                at.clone_from(&way.span);
            }
            ways.push(Some(R::step(compiler, &way.1, &way.span, turn)?));
            end = farther(end, compiler.layout.here());
        }
        ways.extend((*optional || step.0.skip).then_some(None));
        cases.push(ReadCase { when: when.as_ref(), ways });
        next = otherwise.as_deref().filter(|step| !step.0.skip || step.0.when.is_some());
    }
    compiler.layout.back_to(end);
    Ok(cases)
}

/// A line for each thing that is certain about the goal and the conditions of steps.
fn certain_of<R: Rulebook>(
    compiler: &CompilerOf<R>,
    measures: &Measures<ReadingOf<R>>,
    goal: &[(String, Span)],
    plan: &ReadPlanOf<R>,
) -> Result<Vec<String>, Problem> {
    let most = |reading: &ReadingOf<R>| R::most(&compiler.forces, reading);
    let wanted: Vec<_> = goal.iter().map(|(text, span)| (text.as_str(), span)).collect();
    let mut lines = certain::remarks(measures, most, "goal", &wanted, None)?;
    lines.extend(plan.certain(measures, most)?);
    Ok(lines)
}

/// The contents of an army file, one line for each unit.
///
/// # Errors
/// The first mistake, with its place.
pub fn describe_army<R: Rulebook>(army: &Army) -> Result<Vec<String>, Problem> {
    let describe = |unit: &ProfileOf<R>| format!("{} ({})", unit.name(), unit.key());
    Ok(of_army(army, R::KEY, &make::<R>())?.values().map(describe).collect())
}

/// The JSON Schema of the scenarios of a rulebook.
pub fn schema<R: Rulebook>() -> Value {
    schema_of::<InTwo<Head, ScenarioOf<R>>>().to_value()
}

impl System {
    /// That of a rulebook.
    pub const fn of<R: Rulebook + 'static>() -> System {
        System {
            key: R::KEY,
            title: R::TITLE,
            sections: R::SECTIONS,
            starts: R::STARTS,
            metrics: R::METRICS,
            naming: R::NAMING,
            card: R::CARD,
            french_headings: R::FRENCH_HEADINGS,
            schema: schema::<R>,
            compile: compile::<R>,
            army: describe_army::<R>,
            changes: R::changes,
        }
    }
}
