//! Paired trials of the shipped scenarios: their chances are the exact ones, they are the same on any number of threads,
//! and their differences are known better than with separate luck.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use battle_odds::engine::engagement::Engagement;
use battle_odds::engine::exact::Limit;
use battle_odds::engine::pair_counts::Joint;
use battle_odds::engine::paired::Luck;
use battle_odds::engine::paired_run::PairedRun;
use battle_odds::engine::simulate::BATCH;
use battle_odds::scenario::Loaded;
use battle_odds::stats::binomial::two_sided;
use battle_odds::stats::difference::narrowing;
use battle_odds::systems::{Compiled, compile, load};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/epic-armageddon").join(name).with_extension("toml")
}

/// A shipped scenario and its variants, each with its name.
fn variants(name: &str) -> Vec<(String, Compiled)> {
    let Loaded::Scenarios(scenarios, refused) = load(&file(name), &[]).expect("a scenario") else {
        panic!("{name} is an army");
    };
    assert!(refused.is_empty());
    let compiled = |problem| panic!("{name}: {problem}");
    scenarios.iter().map(|scenario| (scenario.variant.clone(), compile(scenario).unwrap_or_else(compiled))).collect()
}

fn goal(compiled: &Compiled) -> (&dyn Engagement, usize) {
    let goal = compiled.engagement.measures().iter().position(|measure| measure.metric.name == "goal").expect("a goal");
    (compiled.engagement.as_ref(), goal)
}

fn play(variants: &[(String, Compiled)], name: &str, trials: u64) -> Joint {
    let engagements: Vec<(&dyn Engagement, usize)> = variants.iter().map(|(_, compiled)| goal(compiled)).collect();
    let mut joint = Joint::new(engagements.len());
    let cancelled = AtomicBool::new(false);
    let alike =
        PairedRun { luck: Luck::new(1, name), engagements: &engagements, progress: &|_| {}, cancelled: &cancelled };
    assert!(alike.play(0..trials, &mut joint));
    joint
}

/// Small scenarios of every kind, each exact in a very short time. α = 1e-4 each, seeds fixed.
#[test]
fn paired_trials_have_the_exact_chances() {
    for name in [
        "devastators-crossfire-a-warband",
        "tacticals-charge-a-warband",
        "leman-russ-against-falcons",
        "which-battery-against-guardians-in-ruins",
        "mob-rule-brings-a-warband-back",
        "drop-pods-land-near-the-edge",
        "macro-weapons-against-land-raiders",
        "nightwings-intercept-thunderbolts",
    ] {
        let (variants, trials) = (variants(name), 40_000);
        let joint = play(&variants, name, trials);
        for (place, (variant, compiled)) in variants.iter().enumerate() {
            let (engagement, goal) = goal(compiled);
            let exact = engagement.exact(Limit::default(), &AtomicBool::new(false)).expect("a small scenario");
            let chance = exact.chances[goal].get(1).copied().unwrap_or(0.0);
            let p = if chance < 1.0 && chance > 0.0 { two_sided(joint.reached(place), trials, chance) } else { 1.0 };
            assert!(p > 1e-4, "{name}, {variant}: {} of {trials}, not {chance}", joint.reached(place));
        }
    }
}

#[test]
fn threads_and_portions_change_nothing() {
    let (name, trials) = ("devastators-crossfire-a-warband", 2 * BATCH + 1000);
    let variants = variants(name);
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let joints = [1, 2, 3, 7].map(|threads| pool(threads).install(|| play(&variants, name, trials)));
    assert!(joints.iter().all(|joint| *joint == joints[0]));
    assert_eq!(joints[0].trials(), trials);
    // In two parts, the first not a whole number of batches.
    let engagements: Vec<(&dyn Engagement, usize)> = variants.iter().map(|(_, compiled)| goal(compiled)).collect();
    let (mut joint, cancelled) = (Joint::new(engagements.len()), AtomicBool::new(false));
    let alike =
        PairedRun { luck: Luck::new(1, name), engagements: &engagements, progress: &|_| {}, cancelled: &cancelled };
    assert!(alike.play(0..1000, &mut joint) && alike.play(1000..trials, &mut joint));
    assert_eq!(joint, joints[0]);
}

/// The width of the interval of the difference relative to that of as many trials with separate luck, if one thing changes:
/// 0.7 times as wide needs half the trials, 0.3 times a tenth.
#[test]
fn pairing_narrows_the_difference() {
    for (name, variant, at_most) in [
        ("prepare-crossfire-then-storm", "without crossfire", 0.30),
        ("prepare-crossfire-then-storm", "no support fire", 0.50),
        ("wave-serpents-pop-up", "the Serpents stay down", 0.20),
        ("what-is-a-charge-worth", "after Falcons have put three markers on the company", 0.42),
        ("drop-pods-land-near-the-edge", "nobody on overwatch", 0.35),
        ("nightwings-intercept-thunderbolts", "Thunderbolts jink", 0.40),
        ("commissar-holds-the-line", "without a Commissar", 0.60),
        ("thunderhawk-assaults-big-gunz", "no flak", 0.60),
        ("boyz-swarm-a-warlord", "half and half", 0.70),
        // Entirely different weapons.
        ("lances-against-leman-russ", "five Falcons", 0.70),
        ("macro-weapons-against-land-raiders", "three Wraithguard", 0.70),
    ] {
        let variants = variants(name);
        let place = variants.iter().position(|(known, _)| known == variant).expect("a variant of that name");
        let narrow = narrowing(&play(&variants, name, 2 * BATCH).pairs(0, place));
        assert!(narrow < at_most, "{name}, {variant}: {narrow}");
    }
}

/// For all shipped scenarios: on average (geometric) 0.71 times as wide, so half the trials, although most of these
/// variants are as different as can be; and never wider by more than chance.
#[test]
fn pairing_helps_on_the_whole() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/epic-armageddon");
    let (mut logarithms, mut count) = (0.0, 0);
    for entry in std::fs::read_dir(folder).expect("scenarios") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let variants = variants(&name);
        if variants.len() < 2 {
            continue;
        }
        let joint = play(&variants, &name, 2048);
        for (place, (variant, _)) in variants.iter().enumerate().skip(1) {
            let narrow = narrowing(&joint.pairs(0, place));
            assert!(narrow < 1.06, "{name}, {variant}: {narrow}");
            logarithms += narrow.max(0.01).ln();
            count += 1;
        }
    }
    let mean = (logarithms / f64::from(count)).exp();
    assert!(count > 90 && mean < 0.75, "{mean} over {count}");
}
