//! The contact assault: six 4+/4+/4+ units charge eight 6+/4+/5+ units.
//!
//! `general program` plays it through the engine with all measures recorded, `die at a time` is a plain loop written for
//! just this fight and counting only who won: the yardstick that the general program must not fall behind.

use std::hint::black_box;

use battle_odds::engine::dice::{Dice, Roll};
use battle_odds::engine::sampled::{Sampled, Stream};
use battle_odds::engine::simulate::{BATCH, Plan, Share};
use battle_odds::scenario::{Loaded, load};
use battle_odds::systems::compile;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::sync::atomic::AtomicBool;

const CONTACT: &str = r#"
system = "epic-armageddon"
[units.marine]
type = "infantry"
armour = "4+"
cc = "4+"
ff = "4+"
[units.slugga]
type = "infantry"
armour = "6+"
cc = "4+"
ff = "5+"
[formations.marines]
initiative = "1+"
units = [{ unit = "marine", count = 6 }]
[formations.warband]
initiative = "3+"
units = [{ unit = "slugga", count = 8 }]
[[steps]]
action = "assault"
by = "marines"
at = "warband"
mode = "contact"
"#;

/// As many as a run makes unless told otherwise, in whole batches.
const TRIALS: u64 = 122 * BATCH;

const DIE: Roll = Roll::new("a die", "");

fn at_least(dice: &mut Sampled, count: u32, need: u8) -> u32 {
    (0..count).filter(|_| dice.die(&DIE, 6) >= need).count() as u32
}

/// Hits spread evenly over the units, each saved by its own die; the units left.
fn saved(dice: &mut Sampled, units: u32, hits: u32, need: u8) -> u32 {
    if units == 0 {
        return 0;
    }
    let mut left = units;
    for unit in 0..units {
        let own = hits / units + u32::from(unit < hits % units);
        if at_least(dice, own, need) < own {
            left -= 1;
        }
    }
    left
}

fn highest(dice: &mut Sampled) -> u32 {
    u32::from(dice.die(&DIE, 6).max(dice.die(&DIE, 6)))
}

/// One fight, one die at a time; whether the attacker wins.
fn die_at_a_time(dice: &mut Sampled) -> bool {
    let (mut attackers, mut defenders) = (6, 8);
    loop {
        let touching = u32::min(attackers, 2 * defenders);
        let touched = u32::min(defenders, touching);
        let by_attacker = at_least(dice, touching, 4) + at_least(dice, attackers - touching, 4);
        let by_defender = at_least(dice, touched, 4) + at_least(dice, defenders - touched, 5);
        let (after, before) = (saved(dice, attackers, by_defender, 4), saved(dice, defenders, by_attacker, 6));
        (attackers, defenders) = (after, before);
        if defenders == 0 && attackers > 0 {
            return true;
        }
        if attackers == 0 {
            return false;
        }
        let score = |killed: u32, own: u32, theirs: u32| killed + u32::from(own > theirs) + u32::from(own > 2 * theirs);
        let attack = highest(dice) + score(8 - defenders, attackers, defenders);
        let defence = highest(dice) + score(6 - attackers, defenders, attackers);
        if attack != defence {
            return attack > defence;
        }
    }
}

fn contact(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("contact.toml");
    std::fs::write(&path, CONTACT).expect("a writable folder");
    let Ok(Loaded::Scenarios(scenarios, _)) = load(&path, &[]) else { panic!("a scenario") };
    let engagement = compile(&scenarios[0]).expect("a right scenario").engagement;
    let one_core = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let stream = Stream { seed: 1, scenario: "contact".into() };

    let mut group = criterion.benchmark_group("contact assault");
    group.throughput(Throughput::Elements(TRIALS)).sample_size(10);
    group.bench_function("general program", |bencher| {
        let plan = Plan {
            stream: stream.clone(),
            trials: TRIALS,
            share: Share::WHOLE,
            progress: &|_| {},
            cancelled: &AtomicBool::new(false),
        };
        one_core.install(|| bencher.iter(|| engagement.sample(&plan)));
    });
    group.bench_function("die at a time", |bencher| {
        let mut dice = stream.batch(0);
        bencher.iter(|| black_box((0..TRIALS).filter(|_| die_at_a_time(&mut dice)).count()));
    });
    group.finish();
}

criterion_group!(benches, contact);
criterion_main!(benches);
