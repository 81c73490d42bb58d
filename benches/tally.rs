//! Counting: equal outcomes together, and the merging of tallies.

use std::hint::black_box;

use battle_odds::engine::bucket::Bucket;
use battle_odds::engine::tally::Tally;
use criterion::{Criterion, criterion_group, criterion_main};

mod support;
use support::{group, stream};

const COUNTS: u64 = 1_000_000;

fn counting(criterion: &mut Criterion) {
    let mut dice = stream().batch(0);
    let mut group = group(criterion, "tally", COUNTS);
    for outcomes in [10, 1000] {
        let falls: Vec<[u16; 1]> = (0..COUNTS).map(|_| [dice.below(outcomes) as u16]).collect();
        group.bench_function(format!("{outcomes} outcomes"), |bencher| {
            let mut bucket = Bucket::default();
            bencher.iter(|| falls.iter().for_each(|fall| _ = bucket.add(fall, 1u64)));
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
