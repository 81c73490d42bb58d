//! What the page of a run tells of its scenarios' files: an average battle, a good one and a bad one, when formations broke,
//! the profiles of the units, and the file itself.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::options::USUAL_TRIALS;
use super::typed::quoted;
use crate::engine::block::Blocks;
use crate::engine::measure::{Measure, Wanted, When};
use crate::engine::sampled::Stream;
use crate::report::page::run::{Beside, battles};
use crate::report::page::side::side_of_goal;
use crate::report::page::trial::{Told, ToldTrial};
use crate::report::recorded::{Recorded, RecordedRun};
use crate::scenario::{Armies, Loaded, Scenario};
use crate::studies::broken::{COUNTED, broken};
use crate::studies::of_units::of_units;
use crate::studies::transcript::steps_told;
use crate::systems::{Compiled, compile, load_of_batch, matrix};
use crate::words::{speaking, spoken};

/// The first battles are the same in all modes.
const BLOCKS: Blocks = Blocks::Counted;

/// The number of battles that are put in order.
const LOOKED_AT: u64 = 99;

/// What is told of each battle of the run, of its first variant; nothing if no file has the scenario as it was then.
pub fn examples(run: &RecordedRun, files: &[PathBuf], sets: &[String]) -> Vec<Beside> {
    let armies = Armies::default();
    let named: Vec<&str> = run.results.iter().map(|result| result.head.variant.as_str()).collect();
    let scenarios: Vec<Scenario> = files.iter().flat_map(|file| scenarios(file, sets, &armies, &named)).collect();
    let of = |result: &Recorded| {
        let head = &result.head;
        let is_it = |scenario: &&Scenario| {
            (&scenario.name, &scenario.variant, &scenario.hash) == (&head.scenario, &head.variant, &head.hash)
        };
        let found = scenarios.iter().find(is_it);
        found.and_then(|scenario| beside(run.request.seed, scenario, result)).unwrap_or_default()
    };
    let language = spoken();
    battles(run).par_iter().map(|results| speaking(language, || of(results[0]))).collect()
}

/// What a page says of a scenario beyond its result; nothing if that is of another one.
pub(super) fn beside(seed: u64, scenario: &Scenario, result: &Recorded) -> Option<Beside> {
    let compiled = compile(scenario).ok().filter(|compiled| compiled.forces == result.head.forces)?;
    Some(Beside {
        told: told(seed, scenario, &compiled, result).unwrap_or_default(),
        breaking: broken(seed, scenario, &compiled, COUNTED),
        file: quoted(&scenario.path.to_string_lossy()),
        toml: fs::read_to_string(&scenario.path).unwrap_or_default(),
        units: of_units(scenario, &compiled.forces),
    })
}

/// The scenarios of a file, of a matrix the battles with these names; errors in it were reported by the run.
fn scenarios(file: &Path, sets: &[String], armies: &Armies, named: &[&str]) -> Vec<Scenario> {
    match load_of_batch(file, sets, armies) {
        Ok(Loaded::Scenarios(scenarios, _)) => scenarios,
        Ok(Loaded::Army(army)) if army.is_matrix() => {
            let battles = matrix(file, sets, armies)
                .map(|matrix| named.iter().filter_map(|name| matrix.battle(name).ok()).collect());
            battles.unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

fn told(seed: u64, scenario: &Scenario, compiled: &Compiled, result: &Recorded) -> Option<Told> {
    let stream = Stream { seed, scenario: scenario.dice.clone() };
    let trials = result.trials.unwrap_or(USUAL_TRIALS);
    let looked_at = trials.min(LOOKED_AT);
    let measures = compiled.engagement.measures();
    let side = side_of_goal(&compiled.goal, &compiled.forces, &compiled.steps, measures.iter());
    let mut order: Vec<(u64, [f64; 3])> = (1..=looked_at)
        .map(|number| {
            let values = compiled.engagement.tell(&stream, BLOCKS, trials, number).values;
            let reached = f64::from(u8::from(goal(&measures, &values).unwrap_or(false)));
            let fared = [true, false].map(|of_goal| fared(compiled, result, &values, side, of_goal));
            (number, [reached, fared[0], fared[1]])
        })
        .collect();
    let by_worth = |one: &[f64; 3], other: &[f64; 3]| {
        one.iter().zip(other).map(|(one, other)| one.total_cmp(other)).find(|order| order.is_ne())
    };
    order.sort_by(|one, other| by_worth(&one.1, &other.1).unwrap_or_else(|| one.0.cmp(&other.0)));
    let last = order.len().checked_sub(1)?;
    let mut places = vec![last / 2, last * 19 / 20, last / 20];
    places.dedup();
    let trial = |place: usize| {
        let (number, ..) = order[place];
        let story = compiled.engagement.tell(&stream, BLOCKS, trials, number);
        let reached = goal(&measures, &story.values);
        ToldTrial { number, reached, steps: steps_told(&story.lines, &compiled.steps) }
    };
    let name = compiled.formations.iter().find(|formation| formation.side == side)?.name.clone();
    Some(Told { looked_at, side: name, trials: places.into_iter().map(trial).collect() })
}

/// Whether the goal was reached, if there is one.
fn goal(measures: &[Measure], values: &[u64]) -> Option<bool> {
    measures.iter().position(Measure::is_goal).map(|goal| values[goal] > 0)
}

/// How well a side did: for each count by how many standard deviations it differs from the mean, added up; counts of the
/// enemy and unwanted ones are subtracted. Of what the goal names, or of all formations at the end.
fn fared(compiled: &Compiled, result: &Recorded, values: &[u64], side: usize, is_of_goal: bool) -> f64 {
    let goal: Vec<&str> = compiled.goal.iter().flat_map(|goal| goal.split(" or ")).collect();
    let named = |measure: &Measure| {
        let name = measure.name();
        goal.iter().any(|condition| condition.split(' ').next() == Some(name.as_str()))
    };
    let measures = compiled.engagement.measures();
    let better = |(place, measure): (usize, &Measure)| {
        let formation = measure.subject.split('.').next().unwrap_or_default();
        let its = compiled.formations.iter().find(|of| of.name == formation)?.side;
        let is_told =
            if is_of_goal { named(measure) } else { measure.when == When::End && measure.subject == formation };
        let wanted = match measure.metric.wanted {
            Wanted::More => 1.0,
            Wanted::Less => -1.0,
            // Of what serves neither side the goal wants much.
            Wanted::Neither if is_of_goal => {
                return is_told.then(|| deviation(result, place, measure, values)).flatten();
            }
            Wanted::Neither => return None,
        };
        let deviation = deviation(result, place, measure, values).filter(|_| is_told)?;
        Some(wanted * deviation * if its == side { 1.0 } else { -1.0 })
    };
    measures.iter().enumerate().filter_map(better).sum()
}

/// By how many standard deviations a value differs from the mean of its measure, if that is left to the dice.
fn deviation(result: &Recorded, place: usize, measure: &Measure, values: &[u64]) -> Option<f64> {
    let of = &result.measures.get(place).filter(|of| of.measure.subject == measure.subject)?.distribution;
    let spread = of.std_dev();
    let value = (values[place] as i64 + measure.least) as f64;
    (spread > 0.0).then(|| (value - of.mean()) / spread)
}
