//! For tests: scenarios as text, played with written dice, exactly, or sampled.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use crate::engine::exact::Limit;
use crate::engine::sampled::Stream;
use crate::engine::scripted::Scripted;
use crate::engine::simulate::{Sampling, Share};
use crate::scenario::Loaded;
use crate::systems::{Compiled, compile, load};

/// A scenario of this system.
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

/// A scenario that is compiled.
#[track_caller]
pub fn compiled(text: &str) -> Compiled {
    read(text).unwrap_or_else(|problem| panic!("{problem}"))
}

/// What is wrong with a scenario.
#[track_caller]
pub fn refused(text: &str) -> String {
    match read(text) {
        Ok(_) => panic!("not refused: {text}"),
        Err(problem) => problem,
    }
}

fn named<T>(compiled: &Compiled, values: Vec<T>) -> HashMap<String, T> {
    let names = compiled.engagement.measures().into_iter();
    names.map(|measure| format!("{}.{}.{}", measure.when, measure.subject, measure.metric)).zip(values).collect()
}

/// What comes of it with these dice.
#[track_caller]
pub fn play(text: &str, script: &[(&str, &[u8])]) -> HashMap<String, u64> {
    let compiled = compiled(text);
    let mut dice = Scripted::new(script);
    let values = compiled.engagement.scripted(&mut dice);
    dice.finish().unwrap_or_else(|mistake| panic!("{mistake}"));
    named(&compiled, values)
}

/// The exact chances of the values of every measure.
#[track_caller]
pub fn odds(text: &str) -> HashMap<String, Vec<f64>> {
    let compiled = compiled(text);
    let exact = compiled.engagement.exact(Limit::default(), &AtomicBool::new(false)).expect("a small scenario");
    named(&compiled, exact.chances)
}

/// The mean of a measure.
#[track_caller]
pub fn mean(odds: &HashMap<String, Vec<f64>>, measure: &str) -> f64 {
    (0..).zip(&odds[measure]).map(|(value, chance)| f64::from(value) * chance).sum()
}

/// Asserts that sampled odds, and odds with every single die, are the exact ones.
#[track_caller]
pub fn same_by_sampling_and_die_by_die(text: &str) {
    let go = AtomicBool::new(false);
    let engagement = compiled(text).engagement;
    let exact = engagement.exact(Limit::default(), &go).expect("a small scenario").chances;
    let faces = engagement.exact_die_by_die(Limit::default(), &go).expect("a tiny scenario").chances;
    for (index, measure) in engagement.measures().iter().enumerate() {
        for (value, &chance) in exact[index].iter().enumerate() {
            let found = faces[index].get(value).copied().unwrap_or(0.0);
            assert!((found - chance).abs() < 1e-9, "{measure:?} = {value}: {found} die by die, {chance} exact");
        }
    }
    same_by_sampling(text);
}

/// Asserts that sampled odds are the exact ones.
#[track_caller]
pub fn same_by_sampling(text: &str) {
    let go = AtomicBool::new(false);
    let engagement = compiled(text).engagement;
    let exact = engagement.exact(Limit::default(), &go).expect("a small scenario").chances;
    let stream = Stream { seed: 7, scenario: "battle".into() };
    let plan = Sampling { stream, trials: 100_000, share: Share::WHOLE, progress: &|_| {}, cancelled: &go };
    let sampled = engagement.sample(&plan).expect("not cancelled").histograms;
    for (index, measure) in engagement.measures().iter().enumerate() {
        for (value, &chance) in exact[index].iter().enumerate() {
            let found = sampled[index].get(value).copied().unwrap_or(0) as f64 / plan.trials as f64;
            // Five standard errors: one in two million such figures is farther off.
            let error = 5.0 * (chance * (1.0 - chance) / plan.trials as f64).sqrt() + 1e-4;
            assert!((found - chance).abs() <= error, "{measure:?} = {value}: {found} sampled, {chance} exact");
        }
    }
}
