//! Bad input never panics: scenarios changed at random are compiled and, if they still compile, played.

use std::panic::catch_unwind;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use battle_odds::engine::sampled::Stream;
use battle_odds::engine::simulate::{Sampling, Share};
use battle_odds::scenario::{Loaded, find};
use battle_odds::systems::{compile, load};
use proptest::prelude::*;

/// All shipped scenarios with their armies, so that changes fall on every kind of step.
fn texts() -> Vec<String> {
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let (files, _) = find(&[scenarios]);
    let texts = files.iter().filter(|path| !path.to_string_lossy().contains("armies"));
    let absolute = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let armies = path.parent().and_then(Path::parent).unwrap_or(Path::new("")).join("armies");
        text.replace("../armies", &armies.to_string_lossy())
    };
    texts.map(absolute).collect()
}

/// Values that might be written by mistake in place of another.
const WORDS: &[&str] = &[
    "0",
    "-1",
    "1",
    "3",
    "99",
    "100000",
    "99999999999999999999",
    "1.5",
    "true",
    "false",
    "\"\"",
    "\"7+\"",
    "\"1+\"",
    "\"boy\"",
    "\"ruins\"",
    "\"hold\"",
    "[]",
    "{}",
    "[\"a\"]",
    "\"retain\"",
    "\"contact\"",
    "\"overwatch\"",
    "\"sustained\"",
    "nan",
];

/// Loads, compiles and plays a few trials, with any result.
fn try_out(text: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("mutant.toml");
    std::fs::write(&path, text).expect("a writable folder");
    let Ok(Loaded::Scenarios(scenarios, _)) = load(&path, &[]) else { return };
    for scenario in scenarios {
        let Ok(compiled) = compile(&scenario) else { continue };
        let go = AtomicBool::new(false);
        let stream = Stream { seed: 1, scenario: "mutant".into() };
        let plan = Sampling { stream, trials: 20, share: Share::WHOLE, progress: &|_| {}, cancelled: &go };
        compiled.engagement.sample(&plan).expect("not cancelled");
    }
}

fn survives(text: &str) {
    let text = text.to_owned();
    let shown = text.clone();
    assert!(catch_unwind(move || try_out(&text)).is_ok(), "panics on:\n{shown}");
}

/// 142 models strike at a tank one after the other: more than the clock once had room for.
#[test]
fn a_crowd_around_a_tank() {
    let texts = texts();
    let crowd = texts.iter().filter(|text| text.contains("Power fists on a tank"));
    let crowd: Vec<String> = crowd.map(|text| text.replace("count = 3", "count = 142")).collect();
    assert!(crowd.len() == 1 && crowd[0].contains("count = 142"));
    survives(&crowd[0]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_value_replaced(which in any::<prop::sample::Index>(), line in any::<prop::sample::Index>(), word in 0..WORDS.len()) {
        let texts = texts();
        let text = which.get(&texts);
        let lines: Vec<&str> = text.lines().collect();
        let at = line.index(lines.len());
        let mut changed: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
        if let Some((key, _)) = lines[at].split_once('=') {
            changed[at] = format!("{key}= {}", WORDS[word]);
        }
        survives(&changed.join("\n"));
    }

    #[test]
    fn a_number_replaced(which in any::<prop::sample::Index>(), place in any::<prop::sample::Index>(), number in -2i64..400) {
        let texts = texts();
        let text = which.get(&texts);
        let digits: Vec<usize> = text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
        let at = *place.get(&digits);
        survives(&format!("{}{number}{}", &text[..at], &text[at + 1..]));
    }

    #[test]
    fn a_piece_cut_out_or_doubled(which in any::<prop::sample::Index>(), from in any::<prop::sample::Index>(), to in any::<prop::sample::Index>(), doubled in any::<bool>()) {
        let texts = texts();
        let text = which.get(&texts);
        let lines: Vec<&str> = text.lines().collect();
        let (one, two) = (from.index(lines.len()), to.index(lines.len()));
        let (from, to) = (one.min(two), one.max(two));
        let piece = &lines[from..to];
        let changed = match doubled {
            true => [&lines[..to], piece, &lines[to..]].concat(),
            false => [&lines[..from], &lines[to..]].concat(),
        };
        survives(&changed.join("\n"));
    }
}
