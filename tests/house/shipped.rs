//! The shipped scenarios: each compiles with all its variants, begins with two lines that describe the situation, and, if
//! it is small enough, its sampled odds agree with the exact ones.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use battle_odds::engine::exact::{GivenUp, Limit};
use battle_odds::engine::measure::Measure;
use battle_odds::engine::sampled::Stream;
use battle_odds::engine::simulate::{Sampling, Share};
use battle_odds::scenario::{BASE, Loaded, Scenario, find};
use battle_odds::stats::distribution::Distribution;
use battle_odds::systems::{check_army, compile, load};
use statrs::distribution::{Binomial, DiscreteCDF};

const TRIALS: u64 = 20_000;

pub fn shipped() -> Vec<PathBuf> {
    let (files, problems) = find(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios")]);
    assert!(problems.is_empty(), "{problems:?}");
    files
}

/// The scenario of a file with all its variants, and with these keys changed.
fn scenarios_of(path: &Path, sets: &[String]) -> Vec<Scenario> {
    match load(path, sets) {
        Ok(Loaded::Scenarios(scenarios, refused)) => {
            assert!(refused.is_empty(), "{refused:?}");
            scenarios
        }
        Ok(Loaded::Army(_)) => Vec::new(),
        Err(problem) => panic!("{problem}"),
    }
}

pub fn scenarios() -> Vec<Scenario> {
    shipped().iter().flat_map(|path| scenarios_of(path, &[])).collect()
}

#[test]
fn there_are_enough_profiles_and_scenarios() {
    let armies = shipped().into_iter().filter_map(|path| match load(&path, &[]) {
        Ok(Loaded::Army(army)) if !army.is_matrix() => {
            Some(check_army(&army).unwrap_or_else(|problem| panic!("{problem}")).len())
        }
        _ => None,
    });
    let profiles: Vec<usize> = armies.collect();
    assert!(profiles.len() >= 4 && profiles.iter().sum::<usize>() >= 60, "{profiles:?}");
    assert!(scenarios().iter().filter(|scenario| scenario.variant == BASE).count() >= 15);
}

#[test]
fn each_file_tells_its_situation_first() {
    for path in shipped() {
        let text = fs::read_to_string(&path).expect("a readable file");
        assert!(text.lines().take(2).all(|line| line.starts_with("# ")), "{}", path.display());
    }
}

/// The chance beyond 5 standard errors of a normal distribution, on one side: no count may be less likely than that. For
/// rare values, which are not normal, the binomial distribution itself is used.
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

/// Compares the sampled odds of a scenario with its exact ones; false if it is too large for exact ones.
fn agrees(scenario: &Scenario) -> bool {
    let go = AtomicBool::new(false);
    let engagement = compile(scenario).unwrap_or_else(|problem| panic!("{problem}")).engagement;
    let limit = Limit { plays: 1_500_000, rarest: 1e-12, ..Limit::default() };
    let exact = match engagement.exact(limit, &go) {
        Ok(exact) => exact,
        Err(GivenUp::TooLarge(_)) => return false,
        Err(GivenUp::Cancelled) => panic!("nobody cancelled"),
    };
    assert!(exact.unexplored < 1e-6, "{}: {} unexplored", scenario.name, exact.unexplored);
    let stream = Stream { seed: 1, scenario: scenario.name.clone() };
    let plan = Sampling { stream, trials: TRIALS, share: Share::WHOLE, progress: &|_| {}, cancelled: &go };
    let tally = engagement.sample(&plan).expect("nobody cancelled");
    for ((measure, counts), chances) in engagement.measures().iter().zip(&tally.histograms).zip(&exact.chances) {
        assert_agrees(&format!("{} {}", scenario.name, scenario.variant), measure, counts, chances);
    }
    true
}

/// For all systems except the second edition, every single question of which has to agree, in the next test.
#[test]
fn sampled_odds_agree_with_exact_ones() {
    let others = shipped().into_iter().filter(|path| !is_of_the_second_edition(path));
    let all: Vec<Scenario> = others.flat_map(|path| scenarios_of(&path, &[])).collect();
    let small = all.iter().filter(|scenario| agrees(scenario)).count();
    assert!(2 * small > all.len(), "only {small} of {} are small enough", all.len());
}

/// Chances to 1e-9 of what is walked as separate strands, compared with the same walked as a whole.
#[test]
fn what_is_walked_apart_has_the_chances_of_the_whole() {
    let (go, mut small) = (AtomicBool::new(false), 0);
    for scenario in shipped().iter().flat_map(|path| scenarios_of(path, &[])) {
        let engagement = compile(&scenario).unwrap_or_else(|problem| panic!("{problem}")).engagement;
        let exact =
            |whole| engagement.exact(Limit { plays: 100_000, outlook: u64::MAX, whole, ..Limit::default() }, &go);
        let (Ok(whole), Ok(apart)) = (exact(true), exact(false)) else { continue };
        small += 1;
        for ((measure, whole), apart) in engagement.measures().iter().zip(&whole.chances).zip(&apart.chances) {
            for value in 0..whole.len().max(apart.len()) {
                let of = |chances: &[f64]| chances.get(value).copied().unwrap_or(0.0);
                let (whole, apart) = (of(whole), of(apart));
                let name = (&scenario.name, &scenario.variant);
                assert!((whole - apart).abs() < 1e-9, "{name:?}, {measure:?} = {value}: {whole} and {apart}");
            }
        }
    }
    assert!(small > 200, "only {small} are small enough");
}

fn is_of_the_second_edition(path: &Path) -> bool {
    path.parent().is_some_and(|folder| folder.ends_with("wh40k-2nd"))
}

/// Questions of the second edition that are too large to be answered exactly here, and keys that make them smaller.
const SMALLER: &[(&str, &[&str])] = &[
    ("a-dreadnought-in-a-mob", &["formations.mob.units[0].count=2", "steps[0].contact={boy=0,nob=1}"]),
    (
        "a-whole-turn-of-both-sides",
        &[
            "formations.marines.units[1].count=1",
            "formations.orks.units[0].count=3",
            "formations.skarboyz.units[0].count=1",
        ],
    ),
    ("genestealers-charge-overwatch", &["formations.brood.units[0].count=1", "formations.marines.units[0].count=2"]),
    ("heavy-bolters-that-jam", &["formations.devastators.units[0].count=1", "formations.orks.units[0].count=8"]),
];

/// Every question of the second edition, with all its variants: whole if it is small enough, else with fewer models.
#[test]
fn every_question_of_the_second_edition_agrees() {
    for path in shipped().iter().filter(|path| is_of_the_second_edition(path)) {
        let smaller = SMALLER.iter().find(|(name, _)| path.file_stem().is_some_and(|stem| stem == *name));
        let sets: Vec<String> = smaller.iter().flat_map(|(_, sets)| *sets).map(|&set| set.to_owned()).collect();
        for scenario in scenarios_of(path, &sets) {
            assert!(agrees(&scenario), "{} {}: too large", scenario.name, scenario.variant);
        }
    }
}
