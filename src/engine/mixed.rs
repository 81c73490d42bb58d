//! First steps exactly, the rest sampled: in an engagement too large for an exact answer the first steps often are not.
//!
//! They are walked, and trials of the rest begin where the walk ends: in each state the expected number of them, not a
//! random one (proportional allocation: J. Neyman 1934; by systematic sampling: W. G. and L. H. Madow 1944), and the rest
//! is dealt in the same way at each roll. So all random variation of the first steps is gone from the estimate, and most of
//! that between many trials of equal states. Independent repetitions show how certain the estimate is.

use std::sync::atomic::AtomicBool;

use rayon::prelude::*;

use super::exact::{Limit, Prefix, prefix};
use super::flow::Flow;
use super::rules::Rules;
use super::sampled::Stream;
use super::tally::Tally;

/// How many repetitions share the trials.
const REPETITIONS: u64 = 32;

/// A measure that misses no more chance than this is final in the first steps.
const MISSING: f64 = 1e-9;

/// The estimates of all measures.
#[derive(Clone, Debug, PartialEq)]
pub struct Mixed {
    /// One for each measure.
    pub measures: Vec<Estimated>,
    /// The chance of all that was left out of the first steps as too rare.
    pub unexplored: f64,
}

/// The estimate of a measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimated {
    /// The chance of each value, as recorded.
    pub chances: Vec<f64>,
    /// The mean in each repetition.
    pub means: Vec<f64>,
    /// How many of the trials had another value than the commonest; `None` if the chances are exact.
    pub spread: Option<u64>,
}

/// Walks the first steps within the limit, and samples the rest. `None` when not even the first step could be walked, or
/// when it was given up.
pub fn estimate<R: Rules>(
    rules: &R,
    limit: Limit,
    stream: &Stream,
    trials: u64,
    cancelled: &AtomicBool,
) -> Option<Mixed> {
    let prefix = prefix(rules, limit, cancelled)?;
    let repeat = |number: u64| {
        let trials = trials / REPETITIONS + u64::from(number < trials % REPETITIONS);
        let mut dice = stream.batch(number);
        let starts = allotted(&prefix, trials, dice.share());
        let mut flow = Flow::new(rules).evenly();
        flow.flow_from(dice, starts, cancelled).then(|| flow.finish())
    };
    let repetitions: Option<Vec<Tally>> = (0..REPETITIONS.min(trials)).into_par_iter().map(repeat).collect();
    let repetitions = repetitions?;
    let left: f64 = prefix.states.values().iter().sum();
    let explored = 1.0 - prefix.unexplored;
    let measures = (0..prefix.chances.len()).map(|measure| {
        let before = &prefix.chances[measure];
        if explored - before.iter().sum::<f64>() < MISSING {
            return Estimated { chances: in_all(explored, before.clone()), means: Vec::new(), spread: None };
        }
        let together = |counts: &[u64]| in_all(explored, together(before, left, counts));
        let all: Vec<Vec<f64>> = repetitions.iter().map(|tally| together(&tally.histograms[measure])).collect();
        let mean = |chances: &Vec<f64>| (0..).zip(chances).map(|(value, chance)| f64::from(value) * chance).sum();
        let means = all.iter().map(mean).collect();
        let mut tally = Tally::new(1);
        for histogram in repetitions.iter().map(|tally| &tally.histograms[measure]) {
            (0..).zip(histogram).for_each(|(value, &count)| tally.add(0, value, count));
        }
        let counts = &tally.histograms[0];
        let spread = counts.iter().sum::<u64>() - counts.iter().max().unwrap_or(&0);
        Estimated { chances: together(counts), means, spread: Some(spread) }
    });
    Some(Mixed { measures: measures.collect(), unexplored: prefix.unexplored })
}

/// How many of the trials begin in each state: in proportion to its chance, rounded up or down by the `luck` (0–1) that all
/// states share.
fn allotted(prefix: &Prefix, trials: u64, luck: f64) -> impl Iterator<Item = (&[u16], u64)> + Clone {
    let all: f64 = prefix.states.values().iter().sum();
    let (mut chance_so_far, mut before) = (0.0, 0);
    let last = prefix.states.len() - 1;
    let starts = prefix.states.iter().enumerate().map(move |(place, (state, chance))| {
        chance_so_far += chance;
        let until = match place == last {
            true => trials,
            false => ((trials as f64 * (chance_so_far / all) - luck).ceil().max(0.0) as u64).min(trials),
        };
        let here = until.saturating_sub(before);
        before = before.max(until);
        (state, here)
    });
    starts.filter(|(_, trials)| *trials > 0)
}

/// The chances of a measure's values: those final in the first steps, plus the part sampled.
fn together(before: &[f64], left: f64, counts: &[u64]) -> Vec<f64> {
    let trials: u64 = counts.iter().sum();
    let mut chances = before.to_vec();
    chances.resize(before.len().max(counts.len()), 0.0);
    let shares = counts.iter().map(|&count| count as f64 / trials.max(1) as f64 * left);
    chances.iter_mut().zip(shares).for_each(|(chance, share)| *chance += share);
    chances
}

/// Scales chances to this total, because their sums are rounded: what is certain is 1.
fn in_all(explored: f64, mut chances: Vec<f64>) -> Vec<f64> {
    let sum: f64 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance = *chance / sum * explored);
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_certain_is_1() {
        assert_eq!(in_all(1.0, vec![0.0, 0.9999999999999973]), [0.0, 1.0]);
        assert_eq!(in_all(0.75, vec![0.25, 0.0, 0.5]), [0.25, 0.0, 0.5]);
    }

    #[test]
    fn trials_are_allotted_as_the_chances_say() {
        let states = [(&[0][..], 0.1), (&[1], 0.25), (&[2], 0.15)].into_iter().collect();
        let prefix = Prefix { states, chances: Vec::new(), unexplored: 0.0 };
        let allotted = |luck| allotted(&prefix, 7, luck).map(|(state, trials)| (state[0], trials)).collect::<Vec<_>>();
        // Their shares of seven are 1.4, 3.5 and 2.1.
        assert_eq!(allotted(0.0), [(0, 2), (1, 3), (2, 2)]);
        assert_eq!(allotted(0.45), [(0, 1), (1, 4), (2, 2)]);
        assert_eq!(allotted(0.95), [(0, 1), (1, 3), (2, 3)]);
    }
}
