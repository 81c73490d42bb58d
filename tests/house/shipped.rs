//! The scenarios that ship: each compiles with all its variants, begins with two lines that tell the situation, and,
//! where it is small enough, its sampled odds agree with the exact ones.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use battle_odds::engine::exact::{GivenUp, Limit};
use battle_odds::engine::measure::Measure;
use battle_odds::engine::sampled::Stream;
use battle_odds::engine::simulate::{Sampling, Share};
use battle_odds::scenario::{Loaded, Scenario, find};
use battle_odds::stats::distribution::Distribution;
use battle_odds::systems::{check_army, compile, load};
use statrs::distribution::{Binomial, DiscreteCDF};

const TRIALS: u64 = 20_000;

fn shipped() -> Vec<PathBuf> {
    let (files, problems) = find(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios")]);
    assert!(problems.is_empty(), "{problems:?}");
    files
}

pub fn scenarios() -> Vec<Scenario> {
    let load = |path: &PathBuf| match load(path, &[]) {
        Ok(Loaded::Scenarios(scenarios, refused)) => {
            assert!(refused.is_empty(), "{refused:?}");
            scenarios
        }
        Ok(Loaded::Army(_)) => Vec::new(),
        Err(problem) => panic!("{problem}"),
    };
    shipped().iter().flat_map(load).collect()
}

#[test]
fn there_are_enough_profiles_and_scenarios() {
    let armies = shipped().into_iter().filter_map(|path| match load(&path, &[]) {
        Ok(Loaded::Army(army)) => Some(check_army(&army).unwrap_or_else(|problem| panic!("{problem}")).len()),
        _ => None,
    });
    let profiles: Vec<usize> = armies.collect();
    assert!(profiles.len() >= 4 && profiles.iter().sum::<usize>() >= 60, "{profiles:?}");
    assert!(scenarios().iter().filter(|scenario| scenario.variant.is_empty()).count() >= 15);
}

#[test]
fn each_file_tells_its_situation_first() {
    for path in shipped() {
        let text = fs::read_to_string(&path).expect("a readable file");
        assert!(text.lines().take(2).all(|line| line.starts_with("# ")), "{}", path.display());
    }
}

/// The chance beyond 5 standard errors of a normal distribution, on one side: no count may be less likely than that. For
/// rare values, where nothing is normal, the binomial distribution itself is asked.
const FIVE_STANDARD_ERRORS: f64 = 2.87e-7;

/// The mean of a measure, and the chance of each of its values.
fn assert_agrees(name: &str, measure: &Measure, counts: &[u64], chances: &[f64]) {
    let (sampled, exact) = (Distribution::from_counts(counts), Distribution::from_probabilities(chances));
    for value in 0..counts.len().max(chances.len()) {
        let chance = chances.get(value).copied().unwrap_or(0.0).min(1.0);
        let count = counts.get(value).copied().unwrap_or(0);
        let binomial = Binomial::new(chance, TRIALS).expect("a chance");
        let at_most = binomial.cdf(count);
        let at_least = if count == 0 { 1.0 } else { binomial.sf(count - 1) };
        let what = format!("{name}, {measure:?} = {value}: {count} of {TRIALS}, exact {chance}");
        assert!(at_most.min(at_least) > FIVE_STANDARD_ERRORS, "{what}");
    }
    let usual = chances.iter().copied().fold(0.0, f64::max);
    if (1.0 - usual) * TRIALS as f64 > 50.0 {
        let error = exact.std_dev() / (TRIALS as f64).sqrt();
        let (found, expected) = (sampled.mean(), exact.mean());
        assert!((found - expected).abs() <= 5.0 * error, "{name}, {measure:?}: mean {found}, exact {expected}");
    }
}

#[test]
fn sampled_odds_agree_with_exact_ones() {
    let go = AtomicBool::new(false);
    let (mut small, mut all) = (0, 0);
    for scenario in scenarios() {
        let engagement = compile(&scenario).unwrap_or_else(|problem| panic!("{problem}")).engagement;
        all += 1;
        let limit = Limit { plays: 1_500_000, rarest: 1e-12, ..Limit::default() };
        let exact = match engagement.exact(limit, &go) {
            Ok(exact) => exact,
            Err(GivenUp::TooLarge(_)) => continue,
            Err(GivenUp::Cancelled) => panic!("nobody cancelled"),
        };
        small += 1;
        assert!(exact.unexplored < 1e-6, "{}: {} unexplored", scenario.name, exact.unexplored);
        let stream = Stream { seed: 1, scenario: scenario.name.clone() };
        let tally = engagement.sample(&Sampling {
            stream,
            trials: TRIALS,
            share: Share::WHOLE,
            progress: &|_| {},
            cancelled: &go,
        });
        let tally = tally.expect("nobody cancelled");
        for ((measure, counts), chances) in engagement.measures().iter().zip(&tally.histograms).zip(&exact.chances) {
            assert_agrees(&format!("{} {}", scenario.name, scenario.variant), measure, counts, chances);
        }
    }
    assert!(2 * small > all, "only {small} of {all} are small enough");
}
