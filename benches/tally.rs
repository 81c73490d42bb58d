//! Counting: equal outcomes together, and the merging of tallies.

use std::hint::black_box;

use battle_odds::engine::tally::{Counter, Tally};
use criterion::{Criterion, criterion_group, criterion_main};

mod support;
use support::{group, stream};

const COUNTS: u64 = 1_000_000;

fn counting(criterion: &mut Criterion) {
    let mut dice = stream().batch(0);
    let mut group = group(criterion, "tally", COUNTS);
    for outcomes in [10, 1000] {
        let falls: Vec<u64> = (0..COUNTS).map(|_| dice.below(outcomes)).collect();
        group.bench_function(format!("{outcomes} outcomes"), |bencher| {
            let mut counter = Counter::new();
            bencher.iter(|| falls.iter().filter(|fall| counter.count(fall, 1)).count());
        });
    }
    group.finish();

    let mut tally = Tally::new(50);
    (0..50).for_each(|measure| (0..20).for_each(|value| tally.add(measure, value, 1)));
    criterion.bench_function("merge tallies of 50 measures", |bencher| {
        bencher.iter(|| black_box(tally.clone()).merge(tally.clone()));
    });
}

criterion_group!(benches, counting);
criterion_main!(benches);
