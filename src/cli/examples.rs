//! The battles of a run that its page tells: an average one, a good one and a bad one.

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::options::USUAL_TRIALS;
use super::transcript::steps_told;
use crate::engine::block::Blocks;
use crate::engine::measure::{Measure, Wanted, When};
use crate::engine::sampled::Stream;
use crate::report::page::trial::{Told, ToldTrial};
use crate::report::recorded::{Recorded, RecordedRun};
use crate::scenario::{Armies, Loaded, Scenario};
use crate::systems::{Compiled, compile, load_of_batch};
use crate::words::{speaking, spoken};

/// The first battles are the same in all modes.
const BLOCKS: Blocks = Blocks::Counted;

/// The number of battles that are put in order.
const LOOKED_AT: u64 = 99;

/// For each result, the battles narrated; none if no file has the scenario as it was then.
pub fn examples(run: &RecordedRun, files: &[PathBuf], sets: &[String]) -> Vec<Told> {
    let armies = Armies::default();
    let scenarios: Vec<Scenario> = files.iter().flat_map(|file| scenarios(file, sets, &armies)).collect();
    let of = |result: &Recorded| {
        let head = &result.head;
        let is_it = |scenario: &&Scenario| (&scenario.variant, &scenario.hash) == (&head.variant, &head.hash);
        scenarios.iter().find(is_it).and_then(|scenario| told(run.request.seed, scenario, result)).unwrap_or_default()
    };
    let language = spoken();
    run.results.par_iter().map(|result| speaking(language, || of(result))).collect()
}

/// The scenarios of a file; errors in it were reported by the run.
fn scenarios(file: &Path, sets: &[String], armies: &Armies) -> Vec<Scenario> {
    match load_of_batch(file, sets, armies) {
        Ok(Loaded::Scenarios(scenarios, _)) => scenarios,
        _ => Vec::new(),
    }
}

fn told(seed: u64, scenario: &Scenario, result: &Recorded) -> Option<Told> {
    let compiled = compile(scenario).ok().filter(|compiled| compiled.forces == result.head.forces)?;
    let stream = Stream { seed, scenario: scenario.dice.clone() };
    let trials = result.trials.unwrap_or(USUAL_TRIALS);
    let looked_at = trials.min(LOOKED_AT);
    let measures = compiled.engagement.measures();
    let mut order: Vec<(u64, bool, f64)> = (1..=looked_at)
        .map(|number| {
            let values = compiled.engagement.tell(&stream, BLOCKS, trials, number).values;
            let reached = goal(&measures, &values).unwrap_or(false);
            (number, reached, fared(&compiled, result, &measures, &values))
        })
        .collect();
    order.sort_by(|one, other| one.1.cmp(&other.1).then(one.2.total_cmp(&other.2)).then(one.0.cmp(&other.0)));
    let last = order.len().checked_sub(1)?;
    let mut places = vec![last / 2, last * 19 / 20, last / 20];
    places.dedup();
    let trial = |place: usize| {
        let (number, ..) = order[place];
        let story = compiled.engagement.tell(&stream, BLOCKS, trials, number);
        let reached = goal(&measures, &story.values);
        ToldTrial { number, reached, steps: steps_told(&story.lines, &compiled.steps) }
    };
    let side = compiled.formations.iter().find(|formation| formation.side == 0)?.name.clone();
    Some(Told { looked_at, side, trials: places.into_iter().map(trial).collect() })
}

/// Whether the goal was reached, if there is one.
fn goal(measures: &[Measure], values: &[u64]) -> Option<bool> {
    measures.iter().position(Measure::is_goal).map(|goal| values[goal] > 0)
}

/// How well the first side did: for each count of a formation at the end, by how many standard deviations it differs
/// from the mean, added up; counts of the enemy and unwanted ones are subtracted.
fn fared(compiled: &Compiled, result: &Recorded, measures: &[Measure], values: &[u64]) -> f64 {
    let better = |(place, measure): (usize, &Measure)| {
        let side = compiled.formations.iter().find(|formation| formation.name == measure.subject)?.side;
        let wanted = match measure.metric.wanted {
            Wanted::More => 1.0,
            Wanted::Less => -1.0,
            Wanted::Neither => return None,
        };
        let of = &result.measures.get(place).filter(|of| of.measure.subject == measure.subject)?.distribution;
        let spread = of.std_dev();
        let value = (values[place] as i64 + measure.least) as f64;
        let is_told = measure.when == When::End && spread > 0.0;
        is_told.then(|| wanted * (value - of.mean()) / spread * if side == 0 { 1.0 } else { -1.0 })
    };
    measures.iter().enumerate().filter_map(better).sum()
}
