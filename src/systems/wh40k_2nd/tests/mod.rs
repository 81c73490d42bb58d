//! The book's printed examples, with dice that fall as written; chances that can be counted by hand; and the same odds
//! exactly, die by die and sampled.

mod fire;
mod input;
mod nerve;
mod templates;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use crate::engine::exact::Limit;
use crate::engine::sampled::Stream;
use crate::engine::scripted::Scripted;
use crate::engine::simulate::{Sampling, Share};
use crate::scenario::{Loaded, Problem};
use crate::systems::{Compiled, compile, load};

/// Weapons and profiles that the book prints, for all tests here.
const ARSENAL: &str = r#"
[weapons]
boltgun = { short = 30, long = 60, to-hit = [1, 0], s = 4, save = -1, abilities = ["rapid"] }
plasma-pistol = { short = 15, long = 45, to-hit = [2, -1], s = 6, save = -1, abilities = ["pistol", "recharge"] }
lasgun = { short = 30, long = 60, to-hit = [1, 0], s = 3, save = -1 }
heavy-bolter = { short = 50, long = 100, s = 5, damage = "D4", save = -2, sustained = 2, abilities = ["move-or-fire"] }
linked-heavy-bolters = { short = 50, long = 100, s = 5, damage = "D4", save = -2, sustained = 2, linked = 2 }
assault-cannon = { short = 30, long = 80, s = 8, damage = "D10", save = -3, sustained = 3 }
lascannon = { short = 50, long = 150, s = 9, damage = "2D6", save = -6, abilities = ["heavy", "move-or-fire"] }
terror-gun = { short = 30, long = 60, s = 1, abilities = ["fear"] }
[units]
marine = { ws = 4, bs = 4, s = 4, t = 4, i = 4, a = 1, ld = 8, armour = "3+", weapons = "boltgun", abilities = ["space-marine"] }
human = { ws = 3, bs = 3, s = 3, t = 3, i = 3, a = 1, ld = 7, armour = "6+", weapons = "lasgun" }
ork = { ws = 3, bs = 3, s = 3, t = 4, i = 2, a = 1, ld = 7, weapons = "boltgun" }
gretchin = { ws = 2, bs = 3, s = 3, t = 3, i = 2, a = 1, ld = 5, weapons = "lasgun" }
nob = { ws = 5, bs = 4, s = 4, t = 5, w = 2, i = 4, a = 2, ld = 8, armour = "4+", weapons = "boltgun", abilities = ["character"] }
gunner = { ws = 4, bs = 4, s = 4, t = 4, i = 4, a = 1, ld = 8, armour = "3+", weapons = ["heavy-bolter", "boltgun"], abilities = ["space-marine"] }
"#;

/// The scenario of a text; the arsenal is known.
fn scenario(text: &str) -> Result<Compiled, Problem> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("test.toml");
    let top = text.trim_start().lines().take_while(|line| line.starts_with("goal") || line.starts_with("turns"));
    let top: String = top.map(|line| format!("{line}\n")).collect();
    let rest = &text.trim_start()[top.len()..];
    std::fs::write(&path, format!("system = 'wh40k-2nd'\n{top}{ARSENAL}{rest}")).expect("a writable folder");
    match load(&path, &[])? {
        Loaded::Scenarios(scenarios, _) => compile(&scenarios[0]),
        Loaded::Army(_) => panic!("an army"),
    }
}

#[track_caller]
fn compiled(text: &str) -> Compiled {
    scenario(text).unwrap_or_else(|problem| panic!("{problem}"))
}

/// What is said of a scenario that cannot be.
#[track_caller]
fn refusal(text: &str) -> String {
    match scenario(text) {
        Ok(_) => panic!("it is played: {text}"),
        Err(problem) => problem.to_string(),
    }
}

fn named<T>(compiled: &Compiled, values: Vec<T>) -> HashMap<String, T> {
    let names = compiled.engagement.measures().into_iter();
    names.map(|measure| format!("{}.{}.{}", measure.when, measure.subject, measure.metric)).zip(values).collect()
}

/// The values with dice that fall as written.
#[track_caller]
fn play(text: &str, script: &[(&str, &[u8])]) -> HashMap<String, u64> {
    let compiled = compiled(text);
    let mut dice = Scripted::new(script);
    let values = compiled.engagement.scripted(&mut dice);
    dice.finish().unwrap_or_else(|mistake| panic!("{mistake}"));
    named(&compiled, values)
}

/// The exact chances of all values.
#[track_caller]
fn odds(text: &str) -> HashMap<String, Vec<f64>> {
    let compiled = compiled(text);
    let exact = compiled.engagement.exact(Limit::default(), &AtomicBool::new(false)).expect("a small scenario");
    named(&compiled, exact.chances)
}

/// Asserts that a measure has these chances, from 0 on.
#[track_caller]
fn has(odds: &HashMap<String, Vec<f64>>, name: &str, chances: &[f64]) {
    let found = odds.get(name).unwrap_or_else(|| panic!("no {name} among {:?}", odds.keys()));
    for value in 0..found.len().max(chances.len()) {
        let of = |all: &[f64]| all.get(value).copied().unwrap_or(0.0);
        assert!((of(found) - of(chances)).abs() < 1e-12, "{name} = {value}: {found:?}, not {chances:?}");
    }
}

/// The mean of a measure.
fn mean(odds: &HashMap<String, Vec<f64>>, name: &str) -> f64 {
    odds[name].iter().zip(0..).map(|(chance, value)| chance * f64::from(value)).sum()
}

/// Asserts that sampled odds, and odds with every single die, are the exact ones.
#[track_caller]
fn same_every_way(text: &str) {
    let (engagement, go) = (compiled(text).engagement, AtomicBool::new(false));
    let exact = engagement.exact(Limit::default(), &go).expect("a small battle").chances;
    let faces = engagement.exact_die_by_die(Limit::default(), &go).expect("a tiny battle").chances;
    let stream = Stream { seed: 7, scenario: "battle".into() };
    let plan = Sampling { stream, trials: 50_000, share: Share::WHOLE, progress: &|_| {}, cancelled: &go };
    let sampled = engagement.sample(&plan).expect("not cancelled").histograms;
    for (index, measure) in engagement.measures().iter().enumerate() {
        for (value, &chance) in exact[index].iter().enumerate() {
            let die_by_die = faces[index].get(value).copied().unwrap_or(0.0);
            assert!((die_by_die - chance).abs() < 1e-9, "{measure:?} = {value}: {die_by_die} die by die, {chance}");
            let found = sampled[index].get(value).copied().unwrap_or(0) as f64 / plan.trials as f64;
            // Five standard errors: one in two million such figures is farther off.
            let error = 5.0 * (chance * (1.0 - chance) / plan.trials as f64).sqrt() + 1e-4;
            assert!((found - chance).abs() <= error, "{measure:?} = {value}: {found} sampled, {chance} exact");
        }
    }
}
