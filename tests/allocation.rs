//! A trial allocates no memory of its own: states do, and ten times the trials reach few more of them.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

mod support;

use battle_odds::engine::sampled::Stream;
use battle_odds::engine::simulate::{Sampling, Share};

/// The system's allocator with a counter.
struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call is passed on unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const PLAN: &str = r#"
system = "epic-armageddon"
[units.tank]
type = "armoured-vehicle"
armour = "4+"
cc = "6+"
ff = "4+"
abilities = ["reinforced-armour"]
weapons = [{ name = "Battle cannon", range = 75, fire = "AP4+/AT4+" }, { name = "Bolters", range = 30, fire = "AP4+" }]
[units.boy]
type = "infantry"
armour = "6+"
cc = "4+"
ff = "6+"
[units.buggy]
type = "light-vehicle"
armour = "5+"
cc = "5+"
ff = "5+"
[units.truk]
type = "armoured-vehicle"
armour = "5+"
ff = "6+"
transport = 2
[formations.tanks]
initiative = "2+"
units = [{ unit = "tank", count = 10 }]
[formations.warband]
initiative = "3+"
units = [{ unit = "buggy", count = 4 }, { unit = "truk", count = 2 }, { unit = "boy", count = 4, embarked-in = "truk" }, { unit = "boy", count = 6, cover = "ruins" }]
[[steps]]
action = "shoot"
by = "tanks"
at = "warband"
activation = "test"
crossfire = true
[[steps]]
action = "assault"
by = "warband"
at = "tanks"
[[steps]]
action = "end-phase"
"#;

const COMBAT: &str = r#"
system = "warmaster"
[units.knights]
type = "cavalry"
attacks = 4
armour = "4+"
[units.spears]
type = "infantry"
attacks = 3
armour = "6+"
[units.bows]
type = "infantry"
attacks = 3
range = 30
[units.general]
type = "general"
command = 9
attacks = 2
[formations.riders]
units = [{ unit = "knights", count = 2, stands = 3 }, { unit = "general" }]
[formations.line]
units = [{ unit = "bows" }, { unit = "spears", count = 2 }]
[formations.reserve]
units = [{ unit = "spears" }]
[[steps]]
action = "orders"
by = "riders"
to = "riders"
[[steps]]
action = "shoot"
by = "line"
at = "riders"
charging = true
[[steps]]
action = "combat"
by = "riders"
at = ["line", "reserve"]
advance = true
cover = "defended"
support = { line = 3 }
counter-fire = { line = 3 }
fall-back = { riders = 9, line = 9 }
rounds = "to-end"
"#;

/// Allocations of a run on this thread only.
fn allocations(scenario: &str, trials: u64) -> u64 {
    let engagement = support::compiled(scenario).engagement;
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let stop = AtomicBool::new(false);
    let plan = Sampling {
        stream: Stream { seed: 1, scenario: "plan".into() },
        trials,
        share: Share::WHOLE,
        progress: &|_| {},
        cancelled: &stop,
    };
    let before = ALLOCATIONS.load(Ordering::Relaxed);
    one.install(|| engagement.sample(&plan)).expect("not cancelled");
    ALLOCATIONS.load(Ordering::Relaxed) - before
}

#[track_caller]
fn more_trials_cost_no_more(scenario: &str) {
    let (few, many) = (allocations(scenario, 50_000), allocations(scenario, 500_000));
    assert!(many < few + 45_000, "{few} allocations for 50,000 trials, {many} for 500,000");
}

#[test]
fn more_trials_cost_no_more_allocations() {
    // One after the other, because all threads share one counter.
    more_trials_cost_no_more(PLAN);
    more_trials_cost_no_more(COMBAT);
}
