//! What players wait for beside exact answers, a goal a group: ten million trials of the slowest battles, a turn of several
//! steps, reading a scenario that names armies, and finding out what a scenario costs before it is dealt among shards.

use std::sync::atomic::AtomicBool;

use battle_odds::studies::deal::Cost;
use battle_odds::systems::load;
use criterion::{Criterion, criterion_group, criterion_main};

mod support;
use support::{TRIALS, cores, group, sample, shipped, stream, two_turns};

const SLOWEST: &str = "epic-armageddon/captain-and-supreme-commander-charge";
const TURN: &str = "wh40k-2nd/a-whole-turn-of-both-sides";

fn many_trials(criterion: &mut Criterion) {
    let mut group = group(criterion, "ten million trials", 1);
    for file in [SLOWEST, "epic-armageddon/boyz-swarm-a-warlord", TURN] {
        sample(&mut group, file, &*shipped(file), 10 * TRIALS, 1);
    }
    sample(&mut group, "eight steps of Epic", &*two_turns(), 10 * TRIALS, 1);
    group.finish();
}

fn reading(criterion: &mut Criterion) {
    let mut group = group(criterion, "reading a scenario", 1);
    for (name, file) in [("two armies of Epic", SLOWEST), ("two of 40,000", TURN)] {
        let path = format!("{}/scenarios/{file}.toml", env!("CARGO_MANIFEST_DIR"));
        group.bench_function(name, |bencher| bencher.iter(|| load(path.as_ref(), &[]).is_ok()));
    }
    group.finish();
}

fn dealing(criterion: &mut Criterion) {
    let (one_core, go) = (cores(1), AtomicBool::new(false));
    let mut group = group(criterion, "what a scenario costs, before it is dealt", 1);
    for file in [SLOWEST, TURN] {
        let battle = shipped(file);
        let cost = || Cost::of(&*battle, &stream(), TRIALS, &go);
        group.bench_function(file, |bencher| one_core.install(|| bencher.iter(cost)));
    }
    group.finish();
}

criterion_group!(benches, many_trials, reading, dealing);
criterion_main!(benches);
