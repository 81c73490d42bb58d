//! The questions of `scenarios/best`: the table in the page of that folder has the figures that `best` finds, and no question of
//! the folder is missing in it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/best")
}

/// The chances of best play, of the best plan made beforehand and of the plan as written, in per cent with one decimal.
fn found(file: &Path) -> [String; 3] {
    let out = tempfile::tempdir().unwrap();
    let mut program = Command::cargo_bin("battle-odds").unwrap();
    program.env("BATTLE_ODDS_LANG", "en").arg("best").arg(file).args(["--quiet", "--out"]).arg(out.path());
    program.assert().success();
    let mut rows = csv::Reader::from_path(out.path().join("best.csv")).unwrap();
    let values: BTreeMap<String, f64> =
        rows.records().map(|row| row.unwrap()).map(|row| (row[2].to_owned(), row[5].parse().unwrap())).collect();
    // Who may look at the table loses nothing by it.
    assert!(values["best"] >= values["fixed"] - 1e-12, "{file:?}");
    assert!(["rule-1", "rule-2", "rule-3"].iter().all(|rule| values["best"] >= values[*rule] - 1e-12), "{file:?}");
    ["best", "fixed", "written"].map(|play| format!("{:.1}", 100.0 * values[play]))
}

#[test]
fn each_question_has_the_answer_that_its_page_tells() {
    let page = fs::read_to_string(folder().join("README.md")).unwrap();
    let mut asked = 0;
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let name = path.file_name().unwrap().to_str().unwrap();
        let row = page.lines().find(|line| line.starts_with('|') && line.contains(&format!("({name})")));
        let cells: Vec<&str> = row.unwrap_or_else(|| panic!("{name} is not in the table")).split('|').collect();
        assert_eq!([2, 3, 4].map(|cell| cells[cell].trim().trim_end_matches(" %")), found(&path), "{name}");
        asked += 1;
    }
    assert!(asked >= 10, "{asked}");
}
