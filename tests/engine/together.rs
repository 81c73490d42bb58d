//! States played together come to the same chances as each state played by itself.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use battle_odds::engine::exact::{Exact, Limit};
use battle_odds::scenario::Loaded;
use battle_odds::systems;

/// The exact chances of a shipped scenario as written.
fn exact(path: &str, limit: Limit) -> Exact {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(path);
    let Ok(Loaded::Scenarios(scenarios, _)) = systems::load(&path, &[]) else { panic!("{path:?}") };
    let compiled = systems::compile(&scenarios[0]).expect("a scenario that can be played");
    compiled.engagement.exact(limit, &AtomicBool::new(false)).expect("a small walk")
}

#[test]
fn states_played_together_have_the_chances_of_each_played_by_itself() {
    for path in [
        "epic-armageddon/tacticals-charge-a-warband.toml",
        "epic-armageddon/guard-act-one-after-another.toml",
        "epic-armageddon/leman-russ-shoot-land-speeders.toml",
        "warmaster/guns-before-the-assault.toml",
        "warmaster/a-crossbow-screen.toml",
        "netepic/a-titans-shields-then-its-head.toml",
        "wh40k-2nd/a-whole-turn-of-both-sides.toml",
    ] {
        let [together, each] = [false, true].map(|one_by_one| exact(path, Limit { one_by_one, ..Limit::default() }));
        // What is left out as too rare is shared among the others.
        let close = 1e-13 + 2.0 * (together.unexplored + each.unexplored);
        assert_eq!(together.chances.len(), each.chances.len(), "{path}");
        for (measure, (one, other)) in together.chances.iter().zip(&each.chances).enumerate() {
            for value in 0..one.len().max(other.len()) {
                let [one, other] = [one, other].map(|chances| chances.get(value).copied().unwrap_or(0.0));
                assert!((one - other).abs() < close, "{path}, {measure} = {value}: {one}, {other}");
            }
        }
        assert!(together.size.states <= each.size.states * 1.1, "{path}: {:?}, {:?}", together.size, each.size);
    }
}
