//! Four Devastators with eight AP5+ dice shoot at eight 6+ Boyz.
//!
//! `general program` records all measures, `die at a time` is a plain loop that counts kills alone.

use std::hint::black_box;

use battle_odds::engine::sampled::Sampled;
use criterion::{Criterion, criterion_group, criterion_main};

mod support;
use support::{TRIALS, at_least, engagement, group, sample, stream};

const VOLLEY: &str = r#"
system = "epic-armageddon"
[units.devastator]
type = "infantry"
weapons = [{ name = "Missile launcher", count = 2, range = 45, fire = "AP5+" }]
[units.boy]
type = "infantry"
armour = "6+"
[formations.devastators]
initiative = "1+"
units = [{ unit = "devastator", count = 4 }]
[formations.warband]
initiative = "3+"
units = [{ unit = "boy", count = 8 }]
[[steps]]
action = "shoot"
by = "devastators"
at = "warband"
"#;

/// Eight dice at eight units: a hit each at most.
fn die_at_a_time(dice: &mut Sampled) -> u32 {
    let hits = at_least(dice, 8, 5);
    hits - at_least(dice, hits, 6)
}

fn volley(criterion: &mut Criterion) {
    let engagement = engagement(VOLLEY);
    let mut group = group(criterion, "shooting", TRIALS);
    sample(&mut group, "general program", &*engagement, TRIALS, 1);
    group.bench_function("die at a time", |bencher| {
        let mut dice = stream().batch(0);
        bencher.iter(|| black_box((0..TRIALS).map(|_| die_at_a_time(&mut dice)).sum::<u32>()));
    });
    group.finish();
}

criterion_group!(benches, volley);
criterion_main!(benches);
