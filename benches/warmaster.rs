//! Warmaster: three stands charge three in the open, two rounds.
//!
//! `general program` plays it through the engine with all measures recorded; `exact` walks every way it can end.

use std::sync::atomic::AtomicBool;

use battle_odds::engine::exact::Limit;
use criterion::{Criterion, criterion_group, criterion_main};

mod support;
use support::{TRIALS, engagement, group, sample};

/// Infantry against infantry without armour: nothing cuts the fight short.
const CHARGE: &str = r#"
system = "warmaster"
units.spears = { type = "infantry", attacks = 3 }
formations.chargers.units = [{ unit = "spears" }]
formations.charged.units = [{ unit = "spears" }]
steps = [{ action = "combat", by = "chargers", at = "charged", rounds = 2 }]
"#;

/// Cavalry with armour against infantry with armour and bows, to the end.
const TO_THE_END: &str = r#"
system = "warmaster"
units.knights = { type = "cavalry", attacks = 3, armour = "4+" }
units.bows = { type = "infantry", attacks = 3, armour = "6+", range = 30 }
formations.chargers.units = [{ unit = "knights" }]
formations.charged.units = [{ unit = "bows" }]
steps = [{ action = "combat", by = "chargers", at = "charged", rounds = "to-end", counter-fire = { charged = 3 } }]
"#;

fn charges(criterion: &mut Criterion) {
    for (name, scenario) in [("charge, two rounds", CHARGE), ("charge to the end", TO_THE_END)] {
        let engagement = engagement(scenario);
        let mut group = group(criterion, name, TRIALS);
        sample(&mut group, "general program", &*engagement, TRIALS, 1);
        sample(&mut group, "ten times as many", &*engagement, 10 * TRIALS, 1);
        group.bench_function("exact", |bencher| {
            bencher.iter(|| engagement.exact(Limit::default(), &AtomicBool::new(false)).expect("a small scenario"));
        });
        group.finish();
    }
}

criterion_group!(benches, charges);
criterion_main!(benches);
