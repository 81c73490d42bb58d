//! Engagements from text, and trials on a given number of cores.
#![allow(dead_code)]

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use battle_odds::engine::dice::{Dice, Roll};
use battle_odds::engine::engagement::Engagement;
use battle_odds::engine::exact::Limit;
use battle_odds::engine::measure::Measure;
use battle_odds::engine::sampled::{Sampled, Stream};
use battle_odds::engine::simulate::{Sampling, Share};
use battle_odds::scenario::{Loaded, Scenario};
use battle_odds::systems::{compile, load};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};

/// The default number of trials of a run.
pub const TRIALS: u64 = 1_000_000;

/// Six 4+/4+/4+ units charge eight 6+/4+/5+ units.
pub const CONTACT: &str = r#"
system = "epic-armageddon"
[units.marine]
type = "infantry"
armour = "4+"
cc = "4+"
ff = "4+"
[units.slugga]
type = "infantry"
armour = "6+"
cc = "4+"
ff = "5+"
[formations.marines]
initiative = "1+"
units = [{ unit = "marine", count = 6 }]
[formations.warband]
initiative = "3+"
units = [{ unit = "slugga", count = 8 }]
[[steps]]
action = "assault"
by = "marines"
at = "warband"
mode = "contact"
"#;

pub fn scenario(text: &str) -> Scenario {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("bench.toml");
    std::fs::write(&path, text).expect("a writable folder");
    let Ok(Loaded::Scenarios(mut scenarios, _)) = load(&path, &[]) else { panic!("a scenario") };
    scenarios.swap_remove(0)
}

/// A shipped scenario as written.
pub fn shipped(file: &str) -> Box<dyn Engagement> {
    changed(file, &[])
}

/// A shipped scenario with these changes.
pub fn changed(file: &str, sets: &[&str]) -> Box<dyn Engagement> {
    let path = format!("{}/scenarios/{file}.toml", env!("CARGO_MANIFEST_DIR"));
    let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
    let Ok(Loaded::Scenarios(scenarios, _)) = load(path.as_ref(), &sets) else { panic!("{path}") };
    compile(&scenarios[0]).unwrap_or_else(|problem| panic!("{problem}")).engagement
}

/// A turn at the crossroads of four steps, and the same again.
pub fn two_turns() -> Box<dyn Engagement> {
    let root = env!("CARGO_MANIFEST_DIR");
    let path = format!("{root}/scenarios/epic-armageddon/a-whole-turn-for-the-crossroads.toml");
    let turn = std::fs::read_to_string(path).expect("a shipped file");
    let turn = turn.replace("\"../armies/", &format!("\"{root}/scenarios/armies/"));
    let (forces, rest) = turn.split_once("[[steps]]").expect("steps");
    let (steps, _) = rest.split_once("[[variants]]").expect("variants");
    engagement(&format!("{forces}[[steps]]{steps}[[steps]]{steps}"))
}

/// A shipped scenario with these changes, compiled with every way to play its open steps.
pub fn open_to_decide(file: &str, sets: &[&str]) -> Box<dyn Engagement> {
    let path = format!("{}/scenarios/{file}.toml", env!("CARGO_MANIFEST_DIR"));
    let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
    let Ok(Loaded::Scenarios(mut scenarios, _)) = load(path.as_ref(), &sets) else { panic!("{path}") };
    let mut scenario = scenarios.swap_remove(0);
    std::mem::take(&mut scenario.open).write(&mut scenario.root);
    compile(&scenario).unwrap_or_else(|problem| panic!("{problem}")).engagement
}

pub fn engagement(text: &str) -> Box<dyn Engagement> {
    let compiled = compile(&scenario(text));
    compiled.unwrap_or_else(|problem| panic!("{problem}")).engagement
}

pub fn stream() -> Stream {
    Stream { seed: 1, scenario: "bench".into() }
}

pub fn cores(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads")
}

/// A group that counts `elements` per run.
pub fn group<'a>(criterion: &'a mut Criterion, name: &str, elements: u64) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(elements)).sample_size(10).measurement_time(Duration::from_secs(3));
    group
}

/// Samples an engagement, tables included.
pub fn sample(
    group: &mut BenchmarkGroup<WallTime>,
    name: &str,
    engagement: &dyn Engagement,
    trials: u64,
    threads: usize,
) {
    let plan = Sampling {
        stream: stream(),
        trials,
        share: Share::WHOLE,
        progress: &|_| {},
        cancelled: &AtomicBool::new(false),
    };
    let cores = cores(threads);
    group.throughput(Throughput::Elements(trials));
    group.bench_function(name, |bencher| cores.install(|| bencher.iter(|| engagement.sample(&plan))));
}

const DIE: Roll = Roll::new("a die", "");

/// A D6.
pub fn die(dice: &mut Sampled) -> u32 {
    dice.die(&DIE, 6).into()
}

/// How many of `count` dice show `need` or more, one die at a time.
pub fn at_least(dice: &mut Sampled, count: u32, need: u8) -> u32 {
    (0..count).filter(|_| dice.die(&DIE, 6) >= need).count() as u32
}

/// The higher of two dice, one die at a time.
pub fn highest(dice: &mut Sampled) -> u32 {
    u32::from(dice.die(&DIE, 6).max(dice.die(&DIE, 6)))
}

/// A battle: its name, how it is written, what the loop counts (`them.losses`, at the end), and the loop.
pub type Battle = (&'static str, &'static str, &'static str, fn(&mut Sampled) -> u32);

/// The mean of a distribution given as counts, and its variance.
fn mean(counts: &[u64]) -> (f64, f64) {
    let sum = |of: &dyn Fn(f64) -> f64| -> f64 { (0..).zip(counts).map(|(at, &n)| n as f64 * of(f64::from(at))).sum() };
    let trials = sum(&|_| 1.0);
    let mean = sum(&|value| value) / trials;
    (mean, sum(&|value| (value - mean).powi(2)) / trials / trials)
}

/// Each battle, written between these lines: `general program` plays it through the engine with all measures recorded; `die
/// at a time` is a plain loop as a player would write it for this battle alone, counting a single measure: the yardstick.
/// Before anything is timed, the loop has to find the engine's mean; `exact` walks every way it can end, if that takes less
/// than a million states.
pub fn battles(criterion: &mut Criterion, head: &str, profiles: &str, battles: &[Battle]) {
    for (name, scenario, counted, plain) in battles {
        let engagement = engagement(&format!("{head}\n{scenario}\n{profiles}"));
        let (subject, metric) = counted.split_once('.').expect("a formation and a metric");
        let is_it =
            |of: &Measure| of.subject == subject && of.metric.to_string() == metric && of.when.to_string() == "end";
        let place = engagement.measures().iter().position(is_it).expect("a measure");
        let go = AtomicBool::new(false);
        let plan =
            Sampling { stream: stream(), trials: TRIALS, share: Share::WHOLE, progress: &|_| {}, cancelled: &go };
        let sampled = engagement.sample(&plan).expect("not cancelled");
        let mut dice = Stream { seed: 2, ..stream() }.batch(0);
        let mut plainly = vec![0; 64];
        (0..TRIALS).for_each(|_| plainly[plain(&mut dice) as usize] += 1);
        let [(engine, one), (by_loop, other)] = [&sampled.histograms[place], &plainly].map(|counts| mean(counts));
        let error = (one + other).sqrt();
        assert!((engine - by_loop).abs() < 5.0 * error, "{name}: {engine} by the engine, {by_loop} by the loop");

        let mut group = group(criterion, name, TRIALS);
        sample(&mut group, "general program", &*engagement, TRIALS, 1);
        group.bench_function("die at a time", |bencher| {
            let mut dice = stream().batch(0);
            bencher.iter(|| black_box((0..TRIALS).map(|_| plain(&mut dice)).sum::<u32>()));
        });
        if engagement.exact(Limit::default(), &go).is_ok_and(|exact| exact.size.states < 1e6) {
            group.bench_function("exact", |bencher| bencher.iter(|| engagement.exact(Limit::default(), &go)));
        }
        group.finish();
    }
}
