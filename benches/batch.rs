//! Many small scenarios: what each costs in addition to its trials. Compiled, tables made, 20,000 trials.

use std::sync::atomic::AtomicBool;

use battle_odds::engine::simulate::{Sampling, Share};
use battle_odds::systems::compile;
use criterion::{Criterion, criterion_group, criterion_main};

mod support;
use support::{CONTACT, cores, group, scenario, stream};

fn small_scenario(criterion: &mut Criterion) {
    let scenario = scenario(CONTACT);
    let go = AtomicBool::new(false);
    let plan = Sampling { stream: stream(), trials: 20_000, share: Share::WHOLE, progress: &|_| {}, cancelled: &go };
    let mut group = group(criterion, "batch", 1);
    group.bench_function("compile", |bencher| bencher.iter(|| compile(&scenario).is_ok()));
    let (one_core, run) = (cores(1), || compile(&scenario).ok().map(|compiled| compiled.engagement.sample(&plan)));
    group.bench_function("compile and sample", |bencher| one_core.install(|| bencher.iter(run)));
    group.finish();
}

criterion_group!(benches, small_scenario);
criterion_main!(benches);
