//! For the tests of all rulebooks: scenarios as text, played with written dice, exactly, die by die, or sampled.

use std::collections::HashMap;
use std::ops::Index;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::compile::compile;
use super::rulebook::Rulebook;
use super::system::Compiled;
use battle_odds_engine::exact::Limit;
use battle_odds_engine::sampled::Stream;
use battle_odds_engine::scripted::Scripted;
use battle_odds_engine::simulate::{Sampling, Share};
use battle_odds_scenario::{Loaded, Source, load_source};

fn read<R: Rulebook + 'static>(text: &str) -> Result<Compiled, String> {
    let source = Source::new("test.toml", format!("system = '{}'\n{text}", R::KEY));
    match load_source(Path::new("test.toml"), source, |key| (key == R::KEY).then_some(R::NAMING)) {
        Ok(Loaded::Scenarios(scenarios, _)) => compile::<R>(&scenarios[0]).map_err(|problem| problem.to_string()),
        Ok(Loaded::Army(_)) => panic!("an army"),
        Err(problem) => Err(problem.to_string()),
    }
}

/// A compiled scenario; its text without the key `system`.
///
/// # Panics
/// If the scenario is refused.
#[track_caller]
pub fn compiled<R: Rulebook + 'static>(text: &str) -> Compiled {
    read::<R>(text).unwrap_or_else(|problem| panic!("{problem}\n{text}"))
}

/// The message with which a scenario is refused.
///
/// # Panics
/// If it is not.
#[track_caller]
pub fn refused<R: Rulebook + 'static>(text: &str) -> String {
    match read::<R>(text) {
        Ok(_) => panic!("not refused: {text}"),
        Err(problem) => problem,
    }
}

/// The values or chances of all measures, by names such as `1.orks.kills` or `end.orks.losses`.
pub struct Found<T>(HashMap<String, T>);

/// The chances of the values of all measures, from 0 on.
pub type Odds = Found<Vec<f64>>;

impl<T> Found<T> {
    fn of(compiled: &Compiled, values: Vec<T>) -> Found<T> {
        let names = compiled.engagement.measures().into_iter();
        let names = names.map(|measure| format!("{}.{}.{}", measure.when, measure.subject, measure.metric));
        Found(names.zip(values).collect())
    }

    /// All measures.
    pub fn all(&self) -> impl Iterator<Item = (&str, &T)> {
        self.0.iter().map(|(measure, value)| (measure.as_str(), value))
    }
}

impl<T> Index<&str> for Found<T> {
    type Output = T;

    #[track_caller]
    fn index(&self, measure: &str) -> &T {
        let known = || {
            let mut known: Vec<&str> = self.0.keys().map(String::as_str).collect();
            known.sort_unstable();
            known.join(", ")
        };
        self.0.get(measure).unwrap_or_else(|| panic!("no {measure}: {}", known()))
    }
}

impl Odds {
    /// The chance of a value.
    #[track_caller]
    pub fn chance(&self, measure: &str, value: usize) -> f64 {
        self[measure].get(value).copied().unwrap_or(0.0)
    }

    /// The chance of at least a value.
    #[track_caller]
    pub fn at_least(&self, measure: &str, least: usize) -> f64 {
        self[measure].iter().skip(least).sum()
    }

    /// The mean.
    #[track_caller]
    pub fn mean(&self, measure: &str) -> f64 {
        self[measure].iter().zip(0..).map(|(chance, value)| chance * f64::from(value)).sum()
    }

    /// Asserts that a measure has these chances from 0 on, apart from rounding.
    #[track_caller]
    pub fn has(&self, measure: &str, chances: &[f64]) {
        self.is_within(1e-11, measure, chances);
    }

    /// The same of chances as they are printed: to six places.
    #[track_caller]
    pub fn has_printed(&self, measure: &str, chances: &[f64]) {
        self.is_within(6e-7, measure, chances);
    }

    /// Asserts that something happens with this chance, as it is printed.
    #[track_caller]
    pub fn happens(&self, measure: &str, chance: f64) {
        self.has_printed(measure, &[1.0 - chance, chance]);
    }

    #[track_caller]
    fn is_within(&self, error: f64, measure: &str, chances: &[f64]) {
        for value in 0..self[measure].len().max(chances.len()) {
            let (found, expected) = (self.chance(measure, value), chances.get(value).copied().unwrap_or(0.0));
            assert!((found - expected).abs() < error, "{measure} = {value}: {:?}, not {chances:?}", self[measure]);
        }
    }

    /// Whether a measure that both have comes out differently.
    pub fn differs(&self, other: &Odds) -> bool {
        let far = |(measure, own): (&str, &Vec<f64>)| {
            let Some(of_other) = other.0.get(measure) else { return false };
            (0..own.len().max(of_other.len()))
                .any(|value| (self.chance(measure, value) - other.chance(measure, value)).abs() > 1e-9)
        };
        self.all().any(far)
    }
}

/// The values with these dice: rolls by their keys, each with its faces in order.
///
/// # Panics
/// If other dice are rolled.
#[track_caller]
pub fn play<R: Rulebook + 'static>(text: &str, script: &[(&str, &[u8])]) -> Found<u64> {
    let compiled = compiled::<R>(text);
    let mut dice = Scripted::new(script);
    let values = compiled.engagement.scripted(&mut dice);
    dice.finish().unwrap_or_else(|mistake| panic!("{mistake}"));
    Found::of(&compiled, values)
}

/// The exact chances of a scenario.
///
/// # Panics
/// If it is too large for them.
#[track_caller]
pub fn odds<R: Rulebook + 'static>(text: &str) -> Odds {
    let compiled = compiled::<R>(text);
    let exact = compiled.engagement.exact(Limit::default(), &AtomicBool::new(false)).expect("a small scenario");
    Found::of(&compiled, exact.chances)
}

/// Asserts that two figures are the same, apart from rounding.
#[track_caller]
pub fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-11, "found {found}, expected {expected}");
}

/// Asserts that sampled chances, and chances with every single die, are the exact ones.
#[track_caller]
pub fn same_every_way<R: Rulebook + 'static>(text: &str) {
    let engagement = compiled::<R>(text).engagement;
    let go = AtomicBool::new(false);
    let exact = engagement.exact(Limit::default(), &go).expect("a small scenario").chances;
    let faces = engagement.exact_die_by_die(Limit::default(), &go).expect("a tiny scenario").chances;
    for (index, measure) in engagement.measures().iter().enumerate() {
        for value in 0..exact[index].len().max(faces[index].len()) {
            let [found, chance] = [&faces, &exact].map(|of| of[index].get(value).copied().unwrap_or(0.0));
            assert!((found - chance).abs() < 1e-9, "{measure:?} = {value}: {found} die by die, {chance} exact");
        }
    }
    same_by_sampling::<R>(text);
}

/// Asserts that sampled chances are the exact ones.
#[track_caller]
pub fn same_by_sampling<R: Rulebook + 'static>(text: &str) {
    let go = AtomicBool::new(false);
    let engagement = compiled::<R>(text).engagement;
    let exact = engagement.exact(Limit::default(), &go).expect("a small scenario").chances;
    let stream = Stream { seed: 7, scenario: "battle".into() };
    let plan = Sampling { stream, trials: 100_000, share: Share::WHOLE, progress: &|_| {}, cancelled: &go };
    let sampled = engagement.sample(&plan).expect("not cancelled").histograms;
    for (index, measure) in engagement.measures().iter().enumerate() {
        for value in 0..exact[index].len().max(sampled[index].len()) {
            let chance = exact[index].get(value).copied().unwrap_or(0.0);
            let found = sampled[index].get(value).copied().unwrap_or(0) as f64 / plan.trials as f64;
            // Five standard errors: one in two million such figures is farther off.
            let error = 5.0 * (chance * (1.0 - chance) / plan.trials as f64).sqrt() + 1e-4;
            assert!((found - chance).abs() <= error, "{measure:?} = {value}: {found} sampled, {chance} exact");
        }
    }
}
