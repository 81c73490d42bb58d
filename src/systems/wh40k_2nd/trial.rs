//! For all tests here: scenarios as text, played with given dice, exactly, die by die, or sampled.

use std::collections::HashMap;
use std::ops::Index;
use std::sync::atomic::AtomicBool;

use crate::{Compiled, compile, load};
use battle_odds_engine::exact::Limit;
use battle_odds_engine::sampled::Stream;
use battle_odds_engine::scripted::Scripted;
use battle_odds_engine::simulate::{Sampling, Share};
use battle_odds_scenario::Loaded;

/// Reads and compiles a scenario of this system.
fn read(text: &str) -> Result<Compiled, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("test.toml");
    std::fs::write(&path, format!("system = 'wh40k-2nd'\n{text}")).expect("a writable folder");
    match load(&path, &[]) {
        Ok(Loaded::Scenarios(scenarios, _)) => compile(&scenarios[0]).map_err(|problem| problem.to_string()),
        Ok(Loaded::Army(_)) => panic!("an army"),
        Err(problem) => Err(problem.to_string()),
    }
}

/// Compiles a valid scenario.
#[track_caller]
pub fn compiled(text: &str) -> Compiled {
    read(text).unwrap_or_else(|problem| panic!("{problem}"))
}

/// The message for an invalid scenario.
#[track_caller]
pub fn refused(text: &str) -> String {
    match read(text) {
        Ok(_) => panic!("not refused: {text}"),
        Err(problem) => problem,
    }
}

/// The values of all measures by name: `1.orks.kills`.
fn named<T>(compiled: &Compiled, values: Vec<T>) -> HashMap<String, T> {
    let names = compiled.engagement.measures().into_iter();
    names.map(|measure| format!("{}.{}.{}", measure.when, measure.subject, measure.metric)).zip(values).collect()
}

/// The result with these dice.
#[track_caller]
pub fn play(text: &str, script: &[(&str, &[u8])]) -> HashMap<String, u64> {
    let compiled = compiled(text);
    let mut dice = Scripted::new(script);
    let values = compiled.engagement.scripted(&mut dice);
    dice.finish().unwrap_or_else(|mistake| panic!("{mistake}"));
    named(&compiled, values)
}

/// The exact chances of the values of every measure.
pub struct Odds(HashMap<String, Vec<f64>>);

impl Odds {
    /// All measures with the chances of their values.
    pub fn all(&self) -> impl Iterator<Item = (&str, &[f64])> {
        self.0.iter().map(|(measure, chances)| (measure.as_str(), chances.as_slice()))
    }

    /// The chance of a value of a measure.
    #[track_caller]
    pub fn chance(&self, measure: &str, value: usize) -> f64 {
        self[measure].get(value).copied().unwrap_or(0.0)
    }

    /// The mean of a measure.
    #[track_caller]
    pub fn mean(&self, measure: &str) -> f64 {
        self[measure].iter().zip(0..).map(|(chance, value)| chance * f64::from(value)).sum()
    }
}

impl Index<&str> for Odds {
    type Output = Vec<f64>;

    #[track_caller]
    fn index(&self, measure: &str) -> &Vec<f64> {
        self.0.get(measure).unwrap_or_else(|| panic!("no {measure} among {:?}", self.0.keys()))
    }
}

/// The exact chances of a scenario.
#[track_caller]
pub fn odds(text: &str) -> Odds {
    let compiled = compiled(text);
    let exact = compiled.engagement.exact(Limit::default(), &AtomicBool::new(false)).expect("a small scenario");
    Odds(named(&compiled, exact.chances))
}

/// The mean of a measure.
#[track_caller]
pub fn mean(odds: &Odds, measure: &str) -> f64 {
    odds.mean(measure)
}

/// Asserts that two numbers are equal except for rounding.
#[track_caller]
pub fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-11, "found {found}, expected {expected}");
}

/// Asserts that a measure has these chances, from 0 on.
#[track_caller]
pub fn has(odds: &Odds, measure: &str, chances: &[f64]) {
    for value in 0..odds[measure].len().max(chances.len()) {
        let (found, expected) = (odds.chance(measure, value), chances.get(value).copied().unwrap_or(0.0));
        assert!((found - expected).abs() < 1e-11, "{measure} = {value}: {:?}, not {chances:?}", odds[measure]);
    }
}

/// Asserts that sampled odds, and exact odds rolled die by die, agree with the exact ones.
#[track_caller]
pub fn same_every_way(text: &str) {
    let engagement = compiled(text).engagement;
    let go = AtomicBool::new(false);
    let exact = engagement.exact(Limit::default(), &go).expect("a small scenario").chances;
    let faces = engagement.exact_die_by_die(Limit::default(), &go).expect("a tiny scenario").chances;
    for (index, measure) in engagement.measures().iter().enumerate() {
        for value in 0..exact[index].len().max(faces[index].len()) {
            let [found, chance] = [&faces, &exact].map(|of| of[index].get(value).copied().unwrap_or(0.0));
            assert!((found - chance).abs() < 1e-9, "{measure:?} = {value}: {found} die by die, {chance} exact");
        }
    }
    same_by_sampling(text);
}

/// Asserts that sampled odds agree with the exact ones.
#[track_caller]
pub fn same_by_sampling(text: &str) {
    let go = AtomicBool::new(false);
    let engagement = compiled(text).engagement;
    let exact = engagement.exact(Limit::default(), &go).expect("a small scenario").chances;
    let stream = Stream { seed: 7, scenario: "battle".into() };
    let plan = Sampling { stream, trials: 100_000, share: Share::WHOLE, progress: &|_| {}, cancelled: &go };
    let sampled = engagement.sample(&plan).expect("not cancelled").histograms;
    for (index, measure) in engagement.measures().iter().enumerate() {
        for value in 0..exact[index].len().max(sampled[index].len()) {
            let chance = exact[index].get(value).copied().unwrap_or(0.0);
            let found = sampled[index].get(value).copied().unwrap_or(0) as f64 / plan.trials as f64;
            // Five standard errors: one in two million such numbers is farther off.
            let error = 5.0 * (chance * (1.0 - chance) / plan.trials as f64).sqrt() + 1e-4;
            assert!((found - chance).abs() <= error, "{measure:?} = {value}: {found} sampled, {chance} exact");
        }
    }
}
