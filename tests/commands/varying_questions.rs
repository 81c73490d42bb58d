//! The questions of `scenarios/choosing`: the command in the comment of each file gives the answer in that comment, at the
//! usual seed. Commands may be given fewer trials here than a player would.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

/// The command of a file's comment, as words.
fn command(file: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("scenarios/choosing").join(file).with_extension("toml")).unwrap();
    assert!(text.contains("\n# Answer: "), "{file} has no answer");
    let line = text.lines().find_map(|line| line.strip_prefix("#   battle-odds ")).unwrap();
    // A word in quotes is one word.
    let quoted = line.split('"').enumerate();
    quoted
        .flat_map(|(place, part)| match place % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

/// What the command of a file says.
fn answer(file: &str, more: &[&str]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Command::cargo_bin("battle-odds").unwrap();
    program.env("BATTLE_ODDS_LANG", "en").env_remove("COLUMNS");
    program.current_dir(env!("CARGO_MANIFEST_DIR")).args(command(file)).args(more);
    program.args(["--quiet", "--format", "json", "--out"]).arg(folder.path());
    let output = program.output().unwrap();
    assert!(output.status.success(), "{file}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The chances of all rows, in per cent, rounded.
fn chances(answer: &Value) -> Vec<i64> {
    let chance = |row: &Value| (100.0 * row["chance"].as_f64().unwrap()).round() as i64;
    answer["rows"].as_array().unwrap().iter().map(chance).collect()
}

/// The answer of a `solve`: the value, its chance and that of the neighbour that fails, in per cent as precisely as its
/// trials can tell.
#[track_caller]
fn solved(file: &str, value: &str, chance: i64, neighbour: (&str, i64)) {
    let answer = answer(file, &[]);
    let rows = answer["rows"].as_array().unwrap();
    let row = |value: &str| rows.iter().position(|row| row["value"] == value).unwrap();
    assert_eq!((&rows[row(value)]["answer"], &rows[row(value)]["verdict"]), (&"yes".into(), &"holds".into()));
    for (value, chance) in [(value, chance), neighbour] {
        // The ends are those of the difference from the required chance.
        let number = |key: &str| 100.0 * rows[row(value)][key].as_f64().unwrap();
        let end = |end: &str| number("chance") - number("difference") + number(end);
        let told = chance as f64;
        assert!(end("low") - 0.5 <= told && told <= end("high") + 0.5, "{value}: {} to {}", end("low"), end("high"));
        assert!(end("high") - end("low") < 2.0, "{value}: {} to {}", end("low"), end("high"));
    }
    assert_eq!(rows[row(neighbour.0)]["verdict"], "fails");
    assert!(answer["answer"][0].as_str().unwrap().contains(&format!(": {value} (")), "{answer}");
}

#[test]
fn how_many_leman_russ() {
    solved("how-many-leman-russ", "10", 72, ("9", 61));
}

#[test]
fn how_few_hydras() {
    solved("how-few-hydras", "3", 14, ("2", 27));
}

#[test]
fn how_large_a_warband() {
    solved("how-large-a-warband", "10", 51, ("11", 49));
}

#[test]
fn how_many_markers_first() {
    solved("how-many-markers-first", "1", 94, ("0", 83));
}

#[test]
fn advance_double_or_sustained() {
    assert_eq!(chances(&answer("advance-double-or-sustained", &[])), [47, 82, 96, 31, 63, 85]);
}

#[test]
fn more_devastators_or_a_crossfire() {
    let chances = chances(&answer("more-devastators-or-crossfire", &[]));
    assert_eq!((chances[1], chances[2], chances[5], chances[7]), (3, 7, 27, 25));
}

#[test]
fn what_armour_is_worth() {
    let chances = chances(&answer("what-is-armour-worth", &[]));
    assert_eq!(chances, [25, 14, 8, 3, 39, 27, 17, 9, 56, 42, 31, 20]);
}

#[test]
fn was_that_bad_luck() {
    let answer = answer("was-that-bad-luck", &[]);
    assert_eq!(chances(&answer), [28, 55, 22]);
    let verdicts: Vec<_> = answer["rows"].as_array().unwrap().iter().map(|row| row["verdict"].clone()).collect();
    assert_eq!((&verdicts[0], &verdicts[2]), (&"one in 3.6".into(), &"one in 4.6".into()));
}

#[test]
fn what_makes_the_storm_work() {
    let answer = answer("what-makes-the-storm-work", &["--trials", "40000"]);
    let rows = answer["rows"].as_array().unwrap();
    assert_eq!((&rows[0]["change"], &rows[0]["verdict"]), (&"mode contact → firefight".into(), &"better".into()));
    // The points in the comment, to within one.
    for (change, points) in [
        ("mode contact → firefight", 29.5),
        ("armour 4+ → 3+", 16.6),
        ("without support from devastators", -9.2),
        ("order advance → sustained", 8.5),
        ("crossfire no", -2.9),
    ] {
        let row = rows.iter().find(|row| row["change"] == change).unwrap();
        let found = 100.0 * row["difference"].as_f64().unwrap();
        assert!((found - points).abs() < 1.0, "{change}: {found}");
        assert!(row["low"].as_f64().unwrap() * 100.0 < points && points < row["high"].as_f64().unwrap() * 100.0);
    }
}

#[test]
fn every_question_is_asked_here() {
    let here = include_str!("varying_questions.rs");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/choosing");
    let varies = ["sweep", "solve", "luck", "sensitivity"];
    let mut asked = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let command = text.lines().find_map(|line| line.strip_prefix("#   battle-odds ")).unwrap_or_default();
        if varies.iter().any(|name| command.starts_with(name)) {
            let name = path.file_stem().unwrap().to_str().unwrap();
            assert!(here.contains(&format!("\"{name}\"")), "{name}");
            asked += 1;
        }
    }
    assert!(asked >= 8, "{asked}");
}
