//! Scenarios from text, and their exact odds.
#![allow(dead_code)]

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use battle_odds::engine::exact::{Exact, Limit};
use battle_odds::engine::scripted::Scripted;
use battle_odds::scenario::{Loaded, Problem, Scenario, load};
use battle_odds::systems::{Compiled, compile};

/// Loads the scenario as written (without its variants).
pub fn scenario(text: &str) -> Result<Scenario, Problem> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("test.toml");
    std::fs::write(&path, text).expect("a writable temporary folder");
    match load(&path, &[])? {
        Loaded::Scenarios(mut scenarios) => Ok(scenarios.swap_remove(0)),
        Loaded::Army(_) => panic!("an army, no scenario"),
    }
}

/// Compiles a scenario that must be right.
pub fn compiled(text: &str) -> Compiled {
    scenario(text).and_then(|scenario| compile(&scenario)).unwrap_or_else(|problem| panic!("{problem}"))
}

/// Exact chances by "step.subject.metric".
pub struct Odds(pub HashMap<String, Vec<f64>>, pub f64);

impl Odds {
    pub fn of(text: &str) -> Odds {
        let compiled = compiled(text);
        let exact = compiled.engagement.exact(Limit::default(), &AtomicBool::new(false)).expect("a small scenario");
        Odds::named(&compiled, exact)
    }

    pub fn named(compiled: &Compiled, exact: Exact) -> Odds {
        let names = compiled.engagement.measures().into_iter();
        let names = names.map(|measure| format!("{}.{}.{}", measure.when, measure.subject, measure.metric));
        Odds(names.zip(exact.chances).collect(), exact.unexplored)
    }

    pub fn chances(&self, measure: &str) -> &[f64] {
        self.0.get(measure).unwrap_or_else(|| panic!("no measure {measure}; known: {:?}", self.0.keys()))
    }

    /// The chance of exactly this value.
    pub fn chance(&self, measure: &str, value: usize) -> f64 {
        self.chances(measure).get(value).copied().unwrap_or(0.0)
    }

    pub fn mean(&self, measure: &str) -> f64 {
        self.chances(measure).iter().enumerate().map(|(value, chance)| value as f64 * chance).sum()
    }
}

/// Asserts that two chances or means are equal to 1e-9.
#[track_caller]
pub fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "found {found}, expected {expected}");
}

/// Plays a scenario with scripted dice; values by "step.subject.metric". The script must be followed to its end.
#[track_caller]
pub fn scripted(text: &str, script: &[(&str, &[u8])]) -> HashMap<String, u64> {
    let compiled = compiled(text);
    let mut dice = Scripted::new(script);
    let values = compiled.engagement.scripted(&mut dice);
    if let Err(mistake) = dice.finish() {
        panic!("{mistake}");
    }
    let names = compiled.engagement.measures().into_iter();
    names.map(|measure| format!("{}.{}.{}", measure.when, measure.subject, measure.metric)).zip(values).collect()
}
