//! Every mistake is reported with its file, line and column and what was expected, ends with exit code 2, and never affects
//! the other scenarios of a batch.

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;

const GOOD: &str = r#"system = "epic-armageddon"
[units.boy]
type = "infantry"
armour = "6+"
cc = "4+"
ff = "6+"
weapons = [{ name = "Gun", range = 30, fire = "AP6+" }]
[units.gun]
type = "infantry"
weapons = [{ name = "Howitzer", range = 60, fire = "5BP" }]
[formations.a]
initiative = "3+"
units = [{ unit = "boy", count = 3 }]
[formations.b]
initiative = "3+"
units = [{ unit = "boy", count = 3 }]
[formations.guns]
initiative = "3+"
units = [{ unit = "gun", count = 4 }]
[[steps]]
action = "shoot"
by = "a"
at = "b"
range = 30
"#;

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_battle-odds"));
    command.env("BATTLE_ODDS_LANG", "en").env_remove("COLUMNS");
    command.current_dir(folder).args(["run", "--trials", "100", "--quiet", "--out", "out"]).args(arguments);
    command.output().expect("the program runs")
}

/// Runs a batch of the good scenario and a bad one, and returns what was reported about the bad one.
fn said_of(bad: &[u8]) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir(folder.path().join("batch")).expect("a writable folder");
    fs::write(folder.path().join("batch/bad.toml"), bad).expect("a writable folder");
    fs::write(folder.path().join("batch/good.toml"), GOOD).expect("a writable folder");
    let output = run(folder.path(), &["batch"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    let summary = fs::read_to_string(folder.path().join("out/summary.csv")).expect("a summary");
    assert!(summary.contains("\ngood,"), "the good scenario was lost");
    assert!(!summary.contains("\nbad,"), "the bad scenario was written");
    assert!(!said.contains("panicked"), "{said}");
    said
}

/// The good scenario with one text replaced by another, and what must be reported about it.
#[track_caller]
fn mistake(good: &str, bad: &str, said: &[&str]) {
    assert!(GOOD.contains(good), "{good}");
    let text = said_of(GOOD.replacen(good, bad, 1).as_bytes());
    for words in said {
        assert!(text.contains(words), "{bad}: no «{words}» in\n{text}");
    }
}

#[test]
fn names_and_keys() {
    mistake("range = 30\n", "rnage = 30\n", &["bad.toml:24:1", "has no key `rnage`", "did you mean `range`"]);
    mistake(
        "unit = \"boy\", count = 3",
        "unit = \"boi\"",
        &["bad.toml:13:19", "no unit is called `boi`", "did you mean `boy`"],
    );
    mistake("at = \"b\"", "at = \"c\"", &["bad.toml:23:6", "no formation is called `c`", "known: a, b"]);
    mistake("type = \"infantry\"", "type = \"infantery\"", &["bad.toml:3:8", "did you mean `infantry`"]);
    mistake("armour = \"6+\"", "abilities = [\"fearles\"]", &["bad.toml:4:14", "did you mean `fearless`"]);
    mistake("action = \"shoot\"", "action = \"shot\"", &["`shot` is not an action", "did you mean `shoot`"]);
    mistake(
        "system = \"epic-armageddon\"",
        "system = \"epic-armagedon\"",
        &["bad.toml:1:10", "did you mean `epic-armageddon`"],
    );
    mistake("system = \"epic-armageddon\"", "goal = \"b.broken\"", &["a scenario needs `system = \"…\"`"]);
    mistake("[[steps]]", "[[step]]", &["a scenario has no key `step`", "did you mean `steps`?"]);
}

#[test]
fn values() {
    mistake("armour = \"6+\"", "armour = \"7+\"", &["bad.toml:4:10", "`armour` is \"2+\" to \"6+\", found \"7+\""]);
    mistake("count = 3", "count = -3", &["bad.toml:13:34", "`count` is a whole number from 1 to 1000, found -3"]);
    mistake("count = 3", "count = 99999999999999999999", &["bad.toml:13:34", "this whole number is too large"]);
    mistake("count = 3", "count = 3000", &["`count` is a whole number from 1 to 1000, found 3000"]);
    mistake("count = 3", "count = \"3\"", &["`count` is a whole number from 1 to 1000, found \"3\""]);
    mistake("fire = \"AP6+\"", "power = \"AP6+\"", &["bad.toml:7", "a weapon has no key `power`"]);
    mistake("fire = \"AP6+\"", "fire = \"AP6\"", &["bad.toml:7:47", "before shots, found \"AP6\""]);
    mistake("initiative = \"3+\"", "initiative = \"9+\"", &["`initiative` is \"1+\" to \"6+\", found \"9+\""]);
}

#[test]
fn rules_broken() {
    mistake("at = \"b\"", "at = \"a\"", &["`a` cannot fight itself"]);
    mistake("action = \"shoot\"\nby = \"a\"", "action = \"assault\"\nby = [\"a\", \"a\"]", &["`a` is named twice"]);
    let twenty = "action = \"barrage\"\nby = \"guns\"\nat = \"b\"\nunder = { boy = 3 }";
    mistake(
        "action = \"shoot\"\nby = \"a\"\nat = \"b\"",
        twenty,
        &["20 barrage points: the table of §1.9.8 ends at 18", "bad.toml:20:1"],
    );
    mistake(
        "action = \"shoot\"",
        "action = \"barrage\"",
        &["the scenario does not say which units are under the templates"],
    );
    mistake("range = 30\n", "order = \"advance\"\nindirect = true\n", &["indirect fire needs sustained fire (§2.2.9)"]);
    mistake("range = 30\n", "exposed = { boy = 4 }\n", &["4 of `boy` are more than the 3 there are"]);
}

#[test]
fn files() {
    assert!(said_of(b"").contains("bad.toml: the file is empty"));
    assert!(said_of(b"# nothing but a comment\n").contains("bad.toml: the file is empty"));
    let said = said_of(b"system = \"epic-armageddon\"\ntitle = \"\xff\"\n");
    assert!(said.contains("bad.toml:2:10") && said.contains("not UTF-8"), "{said}");
    let said = said_of(b"system = \n");
    assert!(said.contains("bad.toml:1:") && said.contains("a value is missing here"), "{said}");
    let army = GOOD.replacen("[units.boy]", "armies = [\"nowhere.toml\"]\n[units.boy]", 1);
    let said = said_of(army.as_bytes());
    assert!(said.contains("bad.toml:2:11") && said.contains("nowhere.toml: there is no such file"), "{said}");
    let huge = format!("{GOOD}# {}\n", "x".repeat(50_000_000));
    assert!(said_of(huge.as_bytes()).contains("longer than 4 MB"));
}

#[test]
fn folders_and_missing_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir(folder.path().join("hollow")).expect("a writable folder");
    fs::write(folder.path().join("good.toml"), GOOD).expect("a writable folder");
    for (missing, words) in [
        ("hollow", "hollow: there is no .toml file in this folder"),
        ("nowhere", "nowhere: there is no such file or folder"),
        ("nowhere.toml", "nowhere.toml: there is no such file"),
    ] {
        let output = run(folder.path(), &[missing, "good.toml"]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(words), "{said}");
        let summary = fs::read_to_string(folder.path().join("out/summary.csv")).expect("a summary");
        assert!(summary.contains("\ngood,"));
    }
}
