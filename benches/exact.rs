//! The exact walk of the contact assault, and of independent fights.

use std::sync::atomic::AtomicBool;

use battle_odds::engine::exact::Limit;
use criterion::{Bencher, Criterion, criterion_group, criterion_main};

mod support;
use support::{CONTACT, cores, engagement, group, shipped};

/// `count` times eight rifles shoot at ten troopers, and all formations rally.
fn fights(count: usize) -> String {
    let mut text = String::from(
        "system = 'epic-armageddon'
        [units.rifle]
        type = 'infantry'
        weapons = [{ name = 'rifle', range = 30, fire = 'AP5+' }]
        [units.trooper]
        type = 'infantry'\n",
    );
    for fight in 0..count {
        text += &format!(
            "[formations.us{fight}]
            side = 'us'
            initiative = '2+'
            units = [{{ unit = 'rifle', count = 8 }}]
            [formations.them{fight}]
            side = 'them'
            initiative = '3+'
            units = [{{ unit = 'trooper', count = 10 }}]
            [[steps]]
            action = 'shoot'
            by = 'us{fight}'
            at = 'them{fight}'
            activation = 'test'\n"
        );
    }
    text + "[[steps]]\naction = 'end-phase'\n"
}

fn walk(criterion: &mut Criterion) {
    let contact = engagement(CONTACT);
    let go = AtomicBool::new(false);
    let mut group = group(criterion, "exact", 1);
    for (name, threads) in [("contact assault", 1), ("contact assault on two cores", 2)] {
        let walk = |bencher: &mut Bencher| bencher.iter(|| contact.exact(Limit::default(), &go));
        group.bench_function(name, |bencher| cores(threads).install(|| walk(bencher)));
    }
    for count in [1, 8] {
        let several = engagement(&fights(count));
        group.bench_function(format!("{count} fights and an end phase"), |bencher| {
            cores(1).install(|| bencher.iter(|| several.exact(Limit::default(), &go)));
        });
    }
    group.finish();
}

/// Shipped battles, their states played together, and each by itself: the ratio says what playing them together gains.
fn together(criterion: &mut Criterion) {
    let go = AtomicBool::new(false);
    let mut group = group(criterion, "states played together", 1);
    for (name, file) in [
        ("a charge", "epic-armageddon/tacticals-charge-a-warband"),
        ("fire at mixed formations", "epic-armageddon/terminators-hit-intermingled-orks"),
        ("a combat", "warmaster/storming-the-rampart"),
    ] {
        let battle = shipped(file);
        for (how, one_by_one) in [("together", false), ("each by itself", true)] {
            let limit = Limit { one_by_one, ..Limit::default() };
            group.bench_function(format!("{name}, {how}"), |bencher| {
                cores(1).install(|| bencher.iter(|| battle.exact(limit, &go)));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, walk, together);
criterion_main!(benches);
