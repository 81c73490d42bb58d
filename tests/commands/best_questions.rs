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

/// Runs the program with these arguments, and gives the folder it has written into.
fn written(arguments: &[&str], file: &Path) -> tempfile::TempDir {
    let out = tempfile::tempdir().unwrap();
    let mut program = Command::cargo_bin("battle-odds").unwrap();
    program.args(arguments).arg(file).args(["--quiet", "--out"]).arg(out.path());
    program.assert().success();
    out
}

#[test]
fn any_number_of_threads_finds_the_same_to_the_byte() {
    for name in ["shoot-again-or-storm.toml", "whom-to-aim-at.toml"] {
        let texts = |threads: &str| {
            let out = written(&["best", "--threads", threads], &folder().join(name));
            ["best.csv", "decisions.csv"].map(|file| fs::read_to_string(out.path().join(file)).unwrap())
        };
        let one = texts("1");
        assert!(["2", "3"].iter().all(|threads| texts(threads) == one), "{name}");
    }
}

#[test]
fn a_rule_in_a_file_has_the_chance_that_was_told() {
    for name in ["shoot-again-or-storm.toml", "pursue-or-hold.toml", "when-to-retire.toml"] {
        let place = tempfile::tempdir().unwrap();
        let rule = place.path().join("rule.toml");
        let best = written(&["best", "--write", rule.to_str().unwrap()], &folder().join(name));
        let run = written(&["run", "--exact"], &rule);
        let mut rows = csv::Reader::from_path(run.path().join("summary.csv")).unwrap();
        let head = rows.headers().unwrap().clone();
        let column = |name: &str| head.iter().position(|known| known == name).unwrap();
        let rows: Vec<csv::StringRecord> = rows.records().map(|row| row.unwrap()).collect();
        let goal = rows.iter().find(|row| &row[column("metric")] == "goal").expect("a goal");
        let played: f64 = goal[column("mean")].parse().unwrap();
        let mut told = csv::Reader::from_path(best.path().join("best.csv")).unwrap();
        let told = told.records().map(|row| row.unwrap()).filter(|row| row[2].starts_with("rule"));
        let told: Vec<f64> = told.map(|row| row[5].parse().unwrap()).collect();
        assert!(told.iter().any(|told| (told - played).abs() < 1e-10), "{name}: {played}, {told:?}");
    }
}

#[test]
fn a_choice_of_one_changes_no_byte_of_a_run() {
    let shipped = folder().join("shoot-again-or-storm.toml");
    let text = fs::read_to_string(shipped).unwrap().replace("../armies", folder().join("../armies").to_str().unwrap());
    let texts = |text: &str| {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("storm.toml");
        fs::write(&file, text).unwrap();
        let out = written(&["run", "--trials", "5000"], &file);
        ["summary.csv", "distribution.csv"].map(|file| fs::read_to_string(out.path().join(file)).unwrap())
    };
    let chosen = text.replacen("order = \"", "order = { choose = [\"", 1);
    let (before, after) = chosen.split_once("{ choose = [\"").expect("an order");
    let (value, after) = after.split_once('"').expect("its end");
    let chosen = format!("{before}{{ choose = [\"{value}\"] }}{after}");
    assert_ne!(chosen, text);
    assert_eq!(texts(&chosen), texts(&text));
}
