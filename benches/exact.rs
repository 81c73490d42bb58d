//! The exact walk of the contact assault.

use std::sync::atomic::AtomicBool;

use battle_odds::engine::exact::Limit;
use criterion::{Bencher, Criterion, criterion_group, criterion_main};

mod support;
use support::{CONTACT, cores, engagement, group};

fn walk(criterion: &mut Criterion) {
    let engagement = engagement(CONTACT);
    let go = AtomicBool::new(false);
    let mut group = group(criterion, "exact", 1);
    for (name, threads) in [("contact assault", 1), ("contact assault on two cores", 2)] {
        let walk = |bencher: &mut Bencher| bencher.iter(|| engagement.exact(Limit::default(), &go));
        group.bench_function(name, |bencher| cores(threads).install(|| walk(bencher)));
    }
    group.finish();
}

criterion_group!(benches, walk);
criterion_main!(benches);
