//! Eight dice in one draw, and one by one.

use std::hint::black_box;

use battle_odds::engine::dice::{Dice, Roll, one_die_at_a_time};
use battle_odds::engine::pool::{Need, Pool, Test};
use criterion::{Criterion, criterion_group, criterion_main};

mod support;
use support::{group, stream};

const THROWS: u32 = 1_000_000;

fn eight_dice(criterion: &mut Criterion) {
    let pool = Pool::new(Roll::new("volley", ""), Test::once(Need::at_least(5)), 8);
    let mut dice = stream().batch(0);
    let mut group = group(criterion, "eight dice", THROWS.into());
    group.bench_function("one draw", |bencher| {
        bencher.iter(|| (0..THROWS).map(|_| dice.successes(&pool, black_box(8))).sum::<u32>());
    });
    group.bench_function("one by one", |bencher| {
        bencher.iter(|| (0..THROWS).map(|_| one_die_at_a_time(&pool, &mut dice, black_box(8))).sum::<u32>());
    });
    group.finish();
}

criterion_group!(benches, eight_dice);
criterion_main!(benches);
