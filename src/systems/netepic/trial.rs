//! For tests of all chapters: scenarios as text, played with given dice, exactly, or sampled.

use std::collections::HashMap;
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
    std::fs::write(&path, format!("system = 'netepic'\n{text}")).expect("a writable folder");
    match load(&path, &[]) {
        Ok(Loaded::Scenarios(scenarios, _)) => compile(&scenarios[0]).map_err(|problem| problem.to_string()),
        Ok(Loaded::Army(_)) => panic!("an army"),
        Err(problem) => Err(problem.to_string()),
    }
}

/// Compiles a valid scenario.
#[track_caller]
pub fn compiled(text: &str) -> Compiled {
    read(text).unwrap_or_else(|problem| panic!("{problem}\n{text}"))
}

/// The message for an invalid scenario.
#[track_caller]
pub fn refused(text: &str) -> String {
    match read(text) {
        Ok(_) => panic!("not refused: {text}"),
        Err(problem) => problem,
    }
}

/// The values or odds of all measures, by name: `1.brood.kills` or `end.brood.losses`.
pub struct Found<T>(HashMap<String, T>);

impl<T> Found<T> {
    fn of(compiled: &Compiled, values: Vec<T>) -> Found<T> {
        let names = compiled.engagement.measures().into_iter();
        Found(
            names
                .map(|measure| format!("{}.{}.{}", measure.when, measure.subject, measure.metric))
                .zip(values)
                .collect(),
        )
    }

    /// The one of a measure.
    #[track_caller]
    pub fn get(&self, name: &str) -> &T {
        let known = || {
            let mut known: Vec<&str> = self.0.keys().map(String::as_str).collect();
            known.sort_unstable();
            known.join(", ")
        };
        self.0.get(name).unwrap_or_else(|| panic!("no {name}: {}", known()))
    }
}

impl Found<Vec<f64>> {
    /// Whether any measure that both have differs.
    pub fn differs(&self, other: &Found<Vec<f64>>) -> bool {
        let far = |own: &[f64], other: &[f64]| {
            let at = |of: &[f64], value: usize| of.get(value).copied().unwrap_or(0.0);
            (0..own.len().max(other.len())).any(|value| (at(own, value) - at(other, value)).abs() > 1e-9)
        };
        self.0.iter().any(|(name, own)| other.0.get(name).is_some_and(|other| far(own, other)))
    }
}

/// The result with these dice: rolls by their keys, each with its faces in order.
#[track_caller]
pub fn play(text: &str, script: &[(&str, &[u8])]) -> Found<u64> {
    let compiled = compiled(text);
    let mut dice = Scripted::new(script);
    let values = compiled.engagement.scripted(&mut dice);
    dice.finish().unwrap_or_else(|mistake| panic!("{mistake}"));
    Found::of(&compiled, values)
}

/// The exact chances of the values of every measure, from 0 on.
#[track_caller]
pub fn odds(text: &str) -> Found<Vec<f64>> {
    let compiled = compiled(text);
    let exact = compiled.engagement.exact(Limit::default(), &AtomicBool::new(false)).expect("a small scenario");
    Found::of(&compiled, exact.chances)
}

impl Found<Vec<f64>> {
    /// The mean of a measure.
    #[track_caller]
    pub fn mean(&self, name: &str) -> f64 {
        (0..).zip(self.get(name)).map(|(value, chance)| f64::from(value) * chance).sum()
    }

    /// The chance that a measure is at least this.
    #[track_caller]
    pub fn at_least(&self, name: &str, least: usize) -> f64 {
        self.get(name).iter().skip(least).sum()
    }

    /// Asserts that a measure has these chances from 0 on, to six places as they are printed.
    #[track_caller]
    pub fn has(&self, name: &str, chances: &[f64]) {
        let found = self.get(name);
        for value in 0..found.len().max(chances.len()) {
            let of = |all: &[f64]| all.get(value).copied().unwrap_or(0.0);
            assert!((of(found) - of(chances)).abs() < 6e-7, "{name} = {value}: {found:?}, not {chances:?}");
        }
    }

    /// Asserts that something happens with this chance, to six places.
    #[track_caller]
    pub fn happens(&self, name: &str, chance: f64) {
        self.has(name, &[1.0 - chance, chance]);
    }
}

/// Asserts that sampled odds, and exact odds rolled die by die, agree with the exact ones.
#[track_caller]
pub fn same_every_way(text: &str) {
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

/// Asserts that sampled odds agree with the exact ones.
#[track_caller]
pub fn same_by_sampling(text: &str) {
    let go = AtomicBool::new(false);
    let engagement = compiled(text).engagement;
    let exact = engagement.exact(Limit::default(), &go).expect("a small scenario").chances;
    let stream = Stream { seed: 7, scenario: "battle".into() };
    let plan = Sampling { stream, trials: 50_000, share: Share::WHOLE, progress: &|_| {}, cancelled: &go };
    let sampled = engagement.sample(&plan).expect("not cancelled").histograms;
    for (index, measure) in engagement.measures().iter().enumerate() {
        for (value, &chance) in exact[index].iter().enumerate() {
            let found = sampled[index].get(value).copied().unwrap_or(0) as f64 / plan.trials as f64;
            // Five standard errors: one in two million such numbers is farther off.
            let error = 5.0 * (chance * (1.0 - chance) / plan.trials as f64).sqrt() + 1e-4;
            assert!((found - chance).abs() <= error, "{measure:?} = {value}: {found} sampled, {chance} exact");
        }
    }
}
