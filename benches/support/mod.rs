//! Engagements from text, and trials on so many cores.
#![allow(dead_code)]

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use battle_odds::engine::dice::{Dice, Roll};
use battle_odds::engine::engagement::Engagement;
use battle_odds::engine::sampled::{Sampled, Stream};
use battle_odds::engine::simulate::{BATCH, Sampling, Share};
use battle_odds::scenario::{Loaded, Scenario};
use battle_odds::systems::{compile, load};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput};

/// As many as a run makes unless told otherwise, in whole batches.
pub const TRIALS: u64 = 122 * BATCH;

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

/// A group that counts `elements` a run.
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

/// How many of `count` dice show `need` or more, one die at a time.
pub fn at_least(dice: &mut Sampled, count: u32, need: u8) -> u32 {
    (0..count).filter(|_| dice.die(&DIE, 6) >= need).count() as u32
}

/// The higher of two dice, one die at a time.
pub fn highest(dice: &mut Sampled) -> u32 {
    u32::from(dice.die(&DIE, 6).max(dice.die(&DIE, 6)))
}
