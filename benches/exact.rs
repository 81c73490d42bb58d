//! The exact walk of the contact assault.

use std::sync::atomic::AtomicBool;

use battle_odds::engine::exact::Limit;
use criterion::{Criterion, criterion_group, criterion_main};

mod support;
use support::{CONTACT, engagement, group};

fn walk(criterion: &mut Criterion) {
    let engagement = engagement(CONTACT);
    let go = AtomicBool::new(false);
    let mut group = group(criterion, "exact", 1);
    group.bench_function("contact assault", |bencher| bencher.iter(|| engagement.exact(Limit::default(), &go)));
    group.finish();
}

criterion_group!(benches, walk);
criterion_main!(benches);
