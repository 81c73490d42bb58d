//! Battles of other games through the same engine: Risk, and Axis & Allies to the death.

use battle_odds::engine::engagement::Engagement;
use criterion::{Criterion, criterion_group, criterion_main};

mod support;
use support::{TRIALS, group, sample};

#[path = "../tests/support/axis_and_allies.rs"]
mod axis_and_allies;
#[path = "../tests/support/risk.rs"]
mod risk;

use axis_and_allies::AxisAndAllies;
use risk::Risk;

fn battles(criterion: &mut Criterion) {
    let axis_and_allies = AxisAndAllies::new(&[(10, 1), (3, 3), (3, 3)], &[(10, 2), (3, 3), (2, 4)]);
    let battles: [(&str, &dyn Engagement); 3] = [
        ("risk, 5 against 3", &Risk { attackers: 5, defenders: 3 }),
        ("risk, 10 against 10", &Risk { attackers: 10, defenders: 10 }),
        ("axis and allies, 16 against 15", &axis_and_allies),
    ];
    let mut group = group(criterion, "published battles", TRIALS);
    for (name, battle) in battles {
        sample(&mut group, name, battle, TRIALS, 1);
    }
    group.finish();
}

criterion_group!(benches, battles);
criterion_main!(benches);
