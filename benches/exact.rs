//! The exact walk of the contact assault, and of independent fights.

use std::sync::atomic::AtomicBool;

use battle_odds::engine::exact::Limit;
use battle_odds::engine::measure::Measure;
use criterion::{Bencher, Criterion, criterion_group, criterion_main};

mod support;
use support::{CONTACT, changed, cores, engagement, group, open_to_decide, shipped, two_turns};

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

/// So many units of three stands on the left and on the right, for so many rounds.
fn brigade([left, right]: [usize; 2], rounds: &str) -> String {
    format!(
        "system = 'warmaster'
        [units.halberd]
        type = 'infantry'
        attacks = 3
        hits = 3
        armour = '5+'
        stands = 3
        [units.spear]
        type = 'infantry'
        attacks = 3
        hits = 3
        armour = '6+'
        stands = 3
        [formations.left]
        units = [{{ unit = 'halberd', count = {left} }}]
        [formations.right]
        units = [{{ unit = 'spear', count = {right} }}]
        [[steps]]
        action = 'combat'
        by = 'left'
        at = 'right'
        rounds = {rounds}"
    )
}

/// The same with one more round.
fn longer(fight: &str) -> String {
    format!("{fight}\n[[steps]]\naction = 'combat'\nby = 'left'\nat = 'right'\nrounds = 1")
}

/// 38 Aspect Warriors and two Exarchs.
const ASPECTS: [&str; 2] = ["formations.aspects.units[0].count=19", "formations.aspects.units[1].count=19"];

/// Three formations charge three others together.
fn melee() -> String {
    let mut text = format!(
        "system = 'epic-armageddon'
        armies = ['{root}/space-marines.toml', '{root}/orks.toml']
        [formations.assault-marines]
        initiative = '1+'
        side = 'marines'
        units = [{{ unit = 'assault', count = 4, character = 'captain' }}]
        [formations.tacticals]
        initiative = '1+'
        side = 'marines'
        units = [{{ unit = 'tactical', count = 6 }}]
        [formations.devastators]
        initiative = '1+'
        side = 'marines'
        units = [{{ unit = 'devastator', count = 4 }}]\n",
        root = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/armies")
    );
    for mob in ["left", "middle", "right"] {
        text += &format!(
            "[formations.{mob}]\ninitiative = '3+'\nside = 'orks'\nunits = [{{ unit = 'boyz', count = 3 }}]\n"
        );
    }
    text + "[[steps]]
        action = 'assault'
        by = ['assault-marines', 'tacticals', 'devastators']
        at = ['left', 'middle', 'right']
        mode = 'contact'"
}

/// As many Orks as Marines in close combat, two rounds.
fn brawl(models: usize) -> String {
    format!(
        "system = 'wh40k-2nd'
        [units.marine]
        type = 'infantry'
        m = 10
        ws = 4
        bs = 4
        s = 4
        t = 4
        w = 1
        i = 4
        a = 1
        ld = 8
        armour = '3+'
        weapons = ['knife']
        [units.ork]
        type = 'infantry'
        m = 10
        ws = 3
        bs = 3
        s = 3
        t = 4
        w = 1
        i = 2
        a = 1
        ld = 7
        armour = '6+'
        weapons = ['knife']
        [weapons.knife]
        s = 'user'
        abilities = ['close-combat']
        [formations.marines]
        units = [{{ unit = 'marine', count = {models} }}]
        [formations.orks]
        units = [{{ unit = 'ork', count = {models} }}]
        [[steps]]
        action = 'close-combat'
        by = 'orks'
        at = 'marines'
        rounds = 2"
    )
}

/// The largest battles that have to be answered exactly, beside smaller ones of their kind.
fn largest(criterion: &mut Criterion) {
    let go = AtomicBool::new(false);
    let mut group = group(criterion, "largest exact answers", 1);
    for (name, battle) in [
        ("one unit against one", engagement(&brigade([1, 1], "2"))),
        ("two units against two", engagement(&brigade([2, 2], "2"))),
        ("two units against two, three rounds", engagement(&longer(&brigade([2, 2], "2")))),
        ("two units against two, to the end", engagement(&brigade([2, 2], "'to-end'"))),
        ("three units against two", engagement(&brigade([3, 2], "2"))),
        ("three units against three, one round", engagement(&brigade([3, 3], "1"))),
        ("10 Orks against 10 Marines", engagement(&brawl(10))),
        ("20 Orks against 20 Marines", engagement(&brawl(20))),
        ("the slowest shipped", shipped("epic-armageddon/captain-and-supreme-commander-charge")),
        ("40 Aspect Warriors charge", changed("choosing/how-many-markers-first", &ASPECTS)),
        ("two formations charge a company", shipped("epic-armageddon/captain-leads-a-combined-assault")),
        ("three formations charge three", engagement(&melee())),
        ("a turn of both sides", shipped("epic-armageddon/a-whole-turn-for-the-crossroads")),
        ("eight steps of Epic", two_turns()),
        ("refused: three units against three, to the end", engagement(&brigade([3, 3], "'to-end'"))),
    ] {
        group.bench_function(name, |bencher| cores(1).install(|| bencher.iter(|| battle.exact(Limit::default(), &go))));
    }
    group.finish();
}

/// The graph of all states under all decisions, and the best play on it: the same turn with none, three and six decisions of
/// four options each, so that what decisions cost shows beside what the walk costs.
fn decided(criterion: &mut Criterion) {
    let go = AtomicBool::new(false);
    let mut group = group(criterion, "best play", 1);
    let failed = |step: &str| format!("{step}.if-failed={{ choose = ['shoot', 'move', 'marshal', 'nothing'] }}");
    let steps = ["steps[0]", "steps[1]", "steps[2]", "steps[1].otherwise", "steps[2].otherwise"].map(failed);
    let mut sets: Vec<&str> = steps.iter().map(String::as_str).collect();
    sets.push("steps[0].order={ choose = ['sustained', 'advance', 'double'] }");
    for count in [0, 3, 6] {
        let turn = open_to_decide("epic-armageddon/a-whole-turn-for-the-crossroads", &sets[..count]);
        let goal = turn.measures().iter().position(Measure::is_goal).expect("a goal");
        group.bench_function(format!("a turn with {count} decisions"), |bencher| {
            cores(2).install(|| {
                bencher.iter(|| {
                    let graph = turn.graph(goal, Limit::default(), &go).expect("within the limit");
                    graph.value(|_, values| values.iter().copied().fold(f64::NEG_INFINITY, f64::max))
                });
            });
        });
    }
    group.finish();
}

criterion_group!(benches, walk, together, largest, decided);
criterion_main!(benches);
