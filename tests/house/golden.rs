//! The odds of all shipped scenarios are those in `results/reference`, byte for byte. After a change that is meant to
//! change them, write them again with the command in README and look at what changed.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn shipped_scenarios_give_the_reference_results() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let out = tempfile::tempdir().expect("a temporary folder");
    let status = Command::new(env!("CARGO_BIN_EXE_battle-odds"))
        .env("BATTLE_ODDS_LANG", "en")
        .env_remove("COLUMNS")
        .current_dir(root)
        .args(["run", "scenarios", "--trials", "20000", "--quiet", "--format", "csv", "--out"])
        .arg(out.path())
        .output()
        .expect("the program runs")
        .status;
    assert!(status.success());
    for name in ["summary.csv", "distribution.csv", "run.json"] {
        let found = fs::read_to_string(out.path().join(name)).expect("a result");
        let expected = fs::read_to_string(root.join("results/reference").join(name)).expect("a reference result");
        let difference = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
        assert_eq!(difference, None, "{name} differs from results/reference");
        assert_eq!(found.len(), expected.len(), "{name}");
    }
}
