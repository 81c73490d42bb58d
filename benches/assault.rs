//! The contact assault.
//!
//! `general program` plays it through the engine with all measures recorded; `die at a time` is a plain loop written for
//! this fight alone that counts only whether the attacker wins: the general program must not be slower.

use std::hint::black_box;

use battle_odds::engine::sampled::Sampled;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

mod support;
use support::{CONTACT, TRIALS, at_least, engagement, group, highest, sample, stream};

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
    let engagement = engagement(CONTACT);
    let mut group = group(criterion, "contact assault", TRIALS);
    sample(&mut group, "general program", &*engagement, TRIALS, 1);
    sample(&mut group, "a hundred times as many", &*engagement, 100 * TRIALS, 1);
    sample(&mut group, "a hundred times as many on two cores", &*engagement, 100 * TRIALS, 2);
    group.throughput(Throughput::Elements(TRIALS));
    group.bench_function("die at a time", |bencher| {
        let mut dice = stream().batch(0);
        bencher.iter(|| black_box((0..TRIALS).filter(|_| die_at_a_time(&mut dice)).count()));
    });
    group.finish();
}

criterion_group!(benches, contact);
criterion_main!(benches);
