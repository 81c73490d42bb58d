//! Rosters in scenarios: what the names of their selections count, what they leave open, and which formations take part.
//! The lists are invented.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

/// Exit code and all output of a command.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let output = Command::cargo_bin("battle-odds")
        .unwrap()
        .env("BATTLE_ODDS_LANG", "en")
        .env_remove("COLUMNS")
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout) + &text(output.stderr))
}

pub fn well(folder: &Path, arguments: &[&str]) -> String {
    let (code, out) = run(folder, arguments);
    assert_eq!(code, 0, "{out}");
    out
}

pub fn wrong(folder: &Path, arguments: &[&str]) -> String {
    let (code, out) = run(folder, arguments);
    assert_eq!(code, 2, "{out}");
    out
}

fn profile(name: &str, kind: &str) -> String {
    let cells = ["Type", "Speed", "Armour", "CC", "FF", "Weapons", "Range", "Firepower", "Notes", "Unit Notes"];
    let texts = [kind, "15cm", "5+", "5+", "5+", "Carbines", "30cm", "AP5+", "", ""];
    let cells: String = cells
        .iter()
        .zip(texts)
        .map(|(name, text)| format!("<characteristic name=\"{name}\">{text}</characteristic>"))
        .collect();
    format!("<profile name=\"{name}\" typeName=\"Unit\"><characteristics>{cells}</characteristics></profile>")
}

/// A selection with these profiles and this further content.
fn selection(name: &str, number: u32, profiles: &[&str], rest: &str) -> String {
    let profiles: String = profiles.iter().map(|name| profile(name, "Infantry")).collect();
    format!(
        "<selection name=\"{name}\" number=\"{number}\"><selections>{rest}</selections><profiles>{profiles}</profiles></selection>"
    )
}

fn roster(rules: &str, selections: &str) -> String {
    format!(
        "<roster name=\"Tests\"><forces><force name=\"F\"><rules>{rules}</rules><selections>{selections}</selections></force></forces></roster>"
    )
}

fn rule(name: &str, text: &str) -> String {
    format!("<rule name=\"{name}\"><description>{text}</description></rule>")
}

fn two_plus() -> String {
    rule("Initiative", "All formations have an initiative rating of 2+.")
}

pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// One shoots at the other; `rest` is put above the step.
fn shoot(armies: &str, by: &str, at: &str, rest: &str) -> String {
    format!(
        "system = \"epic-armageddon\"\narmies = {armies}\n{rest}\n[[steps]]\naction = \"shoot\"\nby = \"{by}\"\nat = \"{at}\"\nrange = 30\n"
    )
}

#[test]
fn names_of_selections_count() {
    let tanks = ["Old Boar Field Tank", "Old Boar Crusher", "Old Boar Lancer"];
    let company = selection("Lancer Command Tank, 6x Old Boar, 3x Crusher", 1, &tanks, "");
    let carriers = selection("7x Mules", 1, &["Mule"], "") + &selection("2x Mule", 2, &["Mule"], "");
    let pair = selection("Pair of Mules", 1, &["Mule"], "");
    let beasts = selection("8x Beasts", 1, &["Wolf", "Bear"], "");
    let selections = selection("Tanks", 1, &[], &company)
        + &selection("Carriers", 1, &[], &carriers)
        + &selection("Pair", 1, &[], &pair)
        + &selection("Beasts", 1, &[], &beasts);
    let folder = folder(&[
        ("a.ros", &roster(&two_plus(), &selections)),
        ("b.toml", &shoot("[\"a.ros\"]", "beasts", "tanks", "")),
    ]);
    let told = well(folder.path(), &["check", "a.ros"]);
    for line in [
        "  tanks: 6 old-boar-field-tank, 3 old-boar-crusher, 1 old-boar-lancer\n",
        "  carriers: 11 mule\n",
        "  pair: 2 mule\n",
        "  beasts: 1 wolf, 1 bear\n",
    ] {
        assert!(told.contains(line), "no {line} in {told}");
    }
    // What the name does not say is reported by the import, by every check and by every run.
    let untold = "8x Beasts: not understood: it does not say how many `Wolf`, `Bear` there are; 1 of each taken";
    assert!(well(folder.path(), &["import", "a.ros"]).contains("it does not say how many `Wolf`, `Bear` there are"));
    assert!(well(folder.path(), &["check", "b.toml"]).contains(&format!("choice: beasts: {untold}")));
    well(folder.path(), &["run", "b.toml", "--trials", "100", "--quiet"]);
    let json = fs::read_to_string(folder.path().join("results/latest/run.json")).unwrap();
    assert!(json.contains("8x Beasts: not understood"), "{json}");
    // Unless the scenario says it.
    let units = "[formations.beasts]\nunits = [{ unit = \"wolf\", count = 8 }]";
    fs::write(folder.path().join("b.toml"), shoot("[\"a.ros\"]", "beasts", "tanks", units)).unwrap();
    assert!(!well(folder.path(), &["check", "b.toml"]).contains("8x Beasts"));
}

#[test]
fn rules_of_the_force_are_those_of_its_formations() {
    let rules = two_plus() + &rule("They Shall Know No Fear", "") + &rule("Marching Songs", "");
    let selections = selection("Line", 6, &["Rifle"], "") + &selection("Foes", 4, &["Rifle"], "");
    let own = "[formations.foes]\nrules = []";
    let folder =
        folder(&[("a.ros", &roster(&rules, &selections)), ("b.toml", &shoot("[\"a.ros\"]", "line", "foes", own))]);
    well(folder.path(), &["import", "a.ros", "--out", "a.toml"]);
    let army = fs::read_to_string(folder.path().join("a.toml")).unwrap();
    assert_eq!(army.matches("rules = [\"they-shall-know-no-fear\"]").count(), 2, "{army}");
    assert!(!army.contains("Marching"));
    let told = well(folder.path(), &["check", "b.toml"]);
    assert!(told.contains("choice: line: they-shall-know-no-fear: a rule of the whole force"), "{told}");
    assert!(!told.contains("choice: foes: they"), "{told}");
}

#[test]
fn a_catalogue_says_what_its_formations_have() {
    let profile = profile("Brute", "Infantry");
    let catalogue = format!(
        "<catalogue id=\"c\" name=\"Brutes\"><rules>{}</rules><sharedProfiles>{profile}</sharedProfiles></catalogue>",
        rule("Mob Rule", "")
    );
    let folder = folder(&[("a.cat", &catalogue)]);
    well(folder.path(), &["import", "a.cat", "--out", "a.toml"]);
    let army = fs::read_to_string(folder.path().join("a.toml")).unwrap();
    assert!(army.contains("# Formations of this list have: rules = [\"mob-rule\"]\n"), "{army}");
}

#[test]
fn a_formation_joins_only_where_formations_are_named() {
    let selections: String =
        ["Line", "Foes", "Sustained", "Reserve"].iter().map(|name| selection(name, 6, &["Rifle"], "")).collect();
    let folder = folder(&[("a.ros", &roster(&two_plus(), &selections))]);
    let told = |rest: &str| {
        let text = shoot("[\"a.ros\"]", "line", "foes", "") + rest;
        fs::write(folder.path().join("s.toml"), text).unwrap();
        well(folder.path(), &["check", "s.toml"])
    };
    let joins = |rest: &str, name: &str| {
        let told = told(rest);
        // A variant says on one line whom it adds; those in no step are on one line too.
        let idle = told.lines().find_map(|line| line.trim().strip_prefix("in no step: "));
        told.contains(&format!("  {name}\n    6 Rifle\n"))
            || told.contains(&format!("    {name}: 6 Rifle\n"))
            || idle.is_some_and(|names| names.split(", ").any(|one| one == name))
    };
    // An order with the same name as a formation does not name it.
    assert!(!joins("order = \"sustained\"", "sustained"));
    assert!(!joins(
        "order = \"sustained\"\n[[variants]]\nname = \"reserve\"\nset = { \"steps[0].range\" = 15 }",
        "reserve"
    ));
    // A second step, a condition, a variant, a table of its own: all of them do.
    for rest in [
        "[[steps]]\naction = \"marshal\"\nby = \"reserve\"",
        "[[steps]]\naction = \"rally\"\nby = [\"line\", \"reserve\"]",
        "[[steps]]\naction = \"rally\"\nby = \"line\"\nwhen = \"reserve.survivors >= 1\"",
        "[[variants]]\nname = \"other\"\nset = { \"steps[0].at\" = \"reserve\" }",
        "[formations.reserve]\nblast-markers = 1",
    ] {
        assert!(joins(rest, "reserve"), "{rest}");
    }
}

#[test]
fn formations_of_one_name_in_two_rosters() {
    let line = |number| roster(&two_plus(), &selection("Line", number, &["Rifle"], ""));
    let armies = "[\"a.ros\", \"b.ros\"]";
    let folder = folder(&[("a.ros", &line(6)), ("b.ros", &line(9)), ("s.toml", &shoot(armies, "line", "line", ""))]);
    let told = wrong(folder.path(), &["check", "s.toml"]);
    for words in ["two of the armies have a formation `line`", "s.toml:2:", "the other is a.ros", "name it `red-line`"]
    {
        assert!(told.contains(words), "no {words} in {told}");
    }
    // One of them, or both, have another name; even if they are the same file.
    for (armies, counts) in [
        ("[\"a.ros\", { file = \"b.ros\", as = \"red\" }]", ["  line\n    6 Rifle\n", "  red-line\n    9 Rifle\n"]),
        ("[{ file = \"a.ros\", as = \"red\" }, \"a.ros\"]", ["  line\n    6 Rifle\n", "  red-line\n    6 Rifle\n"]),
    ] {
        fs::write(folder.path().join("s.toml"), shoot(armies, "line", "red-line", "")).unwrap();
        let told = well(folder.path(), &["check", "s.toml"]);
        assert!(counts.iter().all(|count| told.contains(count)), "{told}");
    }
    for (entry, words) in [
        ("{ file = \"b.ros\", as = \"a b\" }", "letters, digits and hyphens"),
        ("{ as = \"red\" }", "an army needs `file`"),
        ("{ file = \"b.ros\", called = \"red\" }", "no key `called`"),
        ("3", "an entry of `armies` is"),
    ] {
        fs::write(folder.path().join("s.toml"), shoot(&format!("[{entry}]"), "line", "line", "")).unwrap();
        let told = wrong(folder.path(), &["check", "s.toml"]);
        assert!(told.contains(words) && told.contains("s.toml:2:"), "no {words} in {told}");
    }
}

#[test]
fn names_that_no_formation_has_are_told_with_those_of_the_roster() {
    let selections = selection("Old Thunder", 1, &["Rifle"], "") + &selection("Line", 1, &["Rifle"], "");
    let folder = folder(&[
        ("a.ros", &roster(&two_plus(), &selections)),
        ("s.toml", &shoot("[\"a.ros\"]", "line", "old-thundr", "")),
    ]);
    let told = wrong(folder.path(), &["check", "s.toml"]);
    assert!(told.contains("did you mean `old-thunder`?") && told.contains("known: line, old-thunder"), "{told}");
    fs::write(folder.path().join("s.toml"), shoot("[\"a.ros\"]", "x", "y", "")).unwrap();
    let told = wrong(folder.path(), &["check", "s.toml"]);
    assert!(
        told.contains("no formation of the armies is named") && told.contains("known: old-thunder, line"),
        "{told}"
    );
}

#[test]
fn an_initiative_that_is_not_told() {
    let rules = rule("Initiative", "Guards have an initiative of 1+. Flyers have an initiative of 2+.");
    let selections = selection("Line", 6, &["Rifle"], "") + &selection("Foes", 4, &["Rifle"], "");
    let folder =
        folder(&[("a.ros", &roster(&rules, &selections)), ("s.toml", &shoot("[\"a.ros\"]", "line", "foes", ""))]);
    let told = wrong(folder.path(), &["check", "s.toml"]);
    for words in [
        "a formation needs `initiative`",
        "in a.ros, as it is imported: [formations.",
        "the list gives several initiatives (1+, 2+)",
        "write the right one into the scenario: [formations.",
        "this is about s.toml",
    ] {
        assert!(told.contains(words), "no {words} in {told}");
    }
    assert!(!told.contains("a.ros:"), "{told}");
    let own = "formations.line.initiative = \"1+\"\nformations.foes.initiative = \"1+\"";
    fs::write(folder.path().join("s.toml"), shoot("[\"a.ros\"]", "line", "foes", own)).unwrap();
    assert!(!well(folder.path(), &["check", "s.toml"]).contains("initiatives"));
}

#[test]
fn a_formation_that_has_the_name_of_a_unit_stays_away() {
    let selections = selection("Line", 6, &["Rifle"], "") + &selection("Rifle", 4, &["Rifle"], "");
    let own = "[formations.foes]\ninitiative = \"2+\"\nunits = [{ unit = \"rifle\", count = 3 }]";
    let folder =
        folder(&[("a.ros", &roster(&two_plus(), &selections)), ("s.toml", &shoot("[\"a.ros\"]", "line", "foes", own))]);
    let told = well(folder.path(), &["check", "s.toml"]);
    assert!(told.contains("  foes\n    3 Rifle\n") && !told.contains("  rifle\n"), "{told}");
    well(folder.path(), &["run", "s.toml", "--trials", "100", "--quiet"]);
    let json = fs::read_to_string(folder.path().join("results/latest/run.json")).unwrap();
    assert!(!json.contains("\"formation\": \"rifle\""), "{json}");
    // Named on the command line it takes part.
    let set = "steps[0].at=rifle";
    well(folder.path(), &["run", "s.toml", "--trials", "100", "--quiet", "--set", set]);
}
