//! Catalogues and rosters of NetEpic Gold as army files that read. The samples are invented.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use assert_cmd::Command;
use battle_odds::armies::army_file::{Entry, Import};
use battle_odds::armies::netepic::unit;
use battle_odds::armies::rulebook::{Rule, Rulebook};
use battle_odds::armies::sheet::{self, Context, Extra, Kit, NO_ENTRY, Sheet, Wares};
use battle_odds::scenario::{Army, Source, parse};
use battle_odds::systems::check_army;
use serde_json::Value;
use tempfile::TempDir;

const FILES: [(&str, &str); 3] = [
    ("dunes.gst", include_str!("dunes.gst")),
    ("dune-men.cat", include_str!("dune-men.cat")),
    ("dune-men.ros", include_str!("dune-men.ros")),
];

/// A folder with the sample files.
fn samples() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in FILES {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// The output of a command that succeeds.
fn well(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::cargo_bin("battle-odds")
        .unwrap()
        .env("BATTLE_ODDS_LANG", "en")
        .env_remove("COLUMNS")
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), errors.as_str()), (Some(0), ""));
    String::from_utf8(output.stdout).unwrap()
}

/// Imports a file and returns the army file.
fn army(folder: &Path, file: &str) -> String {
    well(folder, &["import", file, "--out", "army.toml"]);
    well(folder, &["check", "army.toml"]);
    fs::read_to_string(folder.join("army.toml")).unwrap()
}

#[test]
fn a_catalogue_becomes_an_army_file() {
    let folder = samples();
    let army = army(folder.path(), "dune-men.cat");
    for part in [
        "system = \"netepic\"\narmy = \"Dune Men\"\n",
        "[units.dune-men]\nname = \"Dune Men\"\nclass = 1\nmove = 10\ncaf = 1\nweapons = [\n  { name = \"Rifles\", range = 50, to-hit = \"5+\" },\n]\n",
        "# Repaired: Move `10xm`, read as 10 cm\n",
        "class = 1\nmove = 10\nsave = \"5+f\"\ncaf = 4\nweapons = [\n  { name = \"Rifles\", range = 50, to-hit = \"6+\", ap = 1 },\n]\n",
        "\"Headquarters (HQ): in Gold",
        "\"Burner : LT, 4+ (0)\"",
        // Entries with other carrying capacities contain other units.
        "name = \"Crawler (Dune Company)\"\nclass = 3\nmove = 25\nsave = \"4+/6+f\"\ntransport = 2\nabilities = [\"close-defences 2\"]\n",
        "name = \"Crawler (Crawler Squadron)\"\nclass = 3\nmove = 25\nsave = \"4+/6+f\"\ntransport = 3\n",
        "{ name = \"Thumper\", range = 75, template = 6, barrage-points = 2 },",
        "abilities = [\"slave-devastation\", \"fear\"]\n",
        "class = 5\nmove = 20\ncaf = 14\nshields = 4\nlocations = \"imperial-titan\"\nnot-simulated = [\"Save: See hit template\"]\n",
        "#   { name = \"Sun Lance\", range = 100, to-hit = \"3+\", ap = 4 }, # not simulated: Sun Lance: Penetrating (+3)\n",
        "#   { name = \"Dust Mortar (Wide)\", range = 75, template = 12, barrage-points = 4 },",
    ] {
        assert!(army.contains(part), "no {part} in {army}");
    }
    // Victory points are not points.
    assert!(!army.contains("# 5 points"));
}

#[test]
fn cards_are_formations() {
    let folder = samples();
    let army = army(folder.path(), "dune-men.cat");
    for part in [
        // The men and the sheikh print the same, the crawlers nothing; the guide is the player's choice.
        "# VP: 5\n# May be added: Guide\n[formations.dune-company]\npoints = 500\nmorale = \"4+\"\nbreak-point = 9\nunits = [\n  { unit = \"dune-men\", count = 10 },\n  { unit = \"sheikh\", count = 1 },\n  { unit = \"crawler-dune-company\", count = 6 },\n]\n",
        "[formations.crawler-squadron]\npoints = 150\nauto-morale = true\nbreak-point = 2\nunits = [\n  { unit = \"crawler-crawler-squadron\", count = 3 },\n]\n",
        // More than there are: it stays open.
        "[formations.hounds]\npoints = 100\nmorale = \"4+\"\nunits = [\n  { unit = \"dune-hound\", count = 5 },\n]\nremarks = { break-point = [",
        "# What is chosen for its units costs extra points.\n[formations.colossus-of-sand]\npoints = 400\nauto-morale = true\nunits",
        // Two morale values in one card: nothing says which is tested.
        "[formations.patrol]\npoints = 100\nbreak-point = 3\nunits = [\n  { unit = \"dune-men\", count = 4 },\n  { unit = \"guide\", count = 1 },\n]\nremarks = { morale = [",
    ] {
        assert!(army.contains(part), "no {part} in {army}");
    }
    // One to five: each number is a formation.
    assert_eq!(army.matches("[formations.guides-").count(), 5);
    let five = "[formations.guides-5]\npoints = 50\nmorale = \"2+\"\nbreak-point = 3\nunits = [\n  { unit = \"guide\", count = 5 },\n]\n";
    assert!(army.contains(five), "{army}");
}

#[test]
fn what_was_not_understood_is_counted() {
    let folder = samples();
    let out = well(folder.path(), &["import", "dune-men.cat", "--format", "json"]);
    let told: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&told["units"], &told["complete"]), (&7.into(), &6.into()));
    let of_guide = |remark: &&Value| remark["unit"] == "Guide" && remark["cell"] == "Weapons";
    let problems = told["problems"].as_array().unwrap();
    let guide: Vec<&str> = problems.iter().filter(of_guide).map(|remark| remark["reason"].as_str().unwrap()).collect();
    assert_eq!(guide, ["not understood: it does not say how far it shoots"]);
    let repaired: Vec<&str> =
        told["repaired"].as_array().unwrap().iter().map(|remark| remark["text"].as_str().unwrap()).collect();
    assert_eq!(repaired, ["10xm", "Rifles : 50cm, 1d6+ (-1_", "0+", "0+"]);
}

#[test]
fn a_roster_brings_its_formations() {
    let folder = samples();
    let army = army(folder.path(), "dune-men.ros");
    for part in [
        "# VP: 1\n[formations.patrol]\npoints = 100\nmorale = \"4+\"\nbreak-point = 3\nunits = [\n  { unit = \"dune-men\", count = 4 },\n  { unit = \"crawler\", count = 1 },\n]\n",
        "transport = 2\nabilities = [\"close-defences 2\"]\n",
        "shields = 4\nlocations = \"imperial-titan\"\nweapons = [\n  { name = \"Sun Lance\", count = 2, range = 100, to-hit = \"3+\", ap = 4 },\n]\n",
        "[formations.colossus-of-sand]\npoints = 600\nauto-morale = true\n",
    ] {
        assert!(army.contains(part), "no {part} in {army}");
    }
}

#[test]
fn cut_and_garbled_catalogues_are_refused_or_read() {
    let folder = samples();
    let text = FILES[1].1;
    let garbled = [
        text.replace("type=\"min\"", "type=\"max\""),
        text.replace("value=\"3.0\"", "value=\"-1e99\""),
        text.replace("value=\"10.0\"", "value=\"4000000000.0\""),
        text.replace("targetId=\"p-men\"", "targetId=\"c1\""),
        text.replace("targetId=\"s-lance\"", "targetId=\"c5\""),
        text.replace("typeId=\"c-pts\" value=\"100.0\"", "typeId=\"c-pts\" value=\"NaN\""),
        text.replace("10cm", "1°0cé\u{301}m"),
    ];
    for text in garbled {
        fs::write(folder.path().join("dune-men.cat"), text).unwrap();
        army(folder.path(), "dune-men.cat");
    }
    for cut in (200..text.len()).step_by(997) {
        let cut = (0..=cut).rev().find(|place| text.is_char_boundary(*place)).unwrap();
        fs::write(folder.path().join("cut.cat"), &text[..cut]).unwrap();
        let mut command = Command::cargo_bin("battle-odds").unwrap();
        command.env("BATTLE_ODDS_LANG", "en").env_remove("COLUMNS");
        let output = command.current_dir(folder.path()).args(["import", "cut.cat"]).output().unwrap();
        assert!(matches!(output.status.code(), Some(1 | 2)), "{cut}: {output:?}");
    }
}

/// Spellings of cells, right and wrong.
const SPELLINGS: [&str; 40] = [
    "",
    "-",
    "N/A",
    "4+",
    "0+",
    "7+",
    "+8",
    "+99",
    "-1",
    "10cm",
    "10xm",
    "9999cm",
    "0-12cm (Advance)\n13-18cm (Charge)",
    "5+ Fixed",
    "4+, 6+ Fixed",
    "4+, 5+ Fixed, 6+ Fixed",
    "See hit template",
    "Infantry",
    "Superheavy, Skimmer",
    "Titan",
    "Flyer",
    "Choose two from list",
    "Close Combat Only",
    "Point Defence (2)",
    "Point Defence (900)",
    "Beamer : 75cm, 2d 5+ (-2) - Turret",
    "Thumper : 75cm, 2BP, (0)\nBeamer : 25cm, 1d6+ (-2_",
    "Burner : LT, 4+ (0)",
    "Beamer : 75cm, 60d 5+ (-13)",
    "Big : LoS, 12cm Template, 1d 3+ (-1)  - Ignores Cover",
    "Mortar - 50cm-250cm : D6+4=BP (-3)",
    "« Éclair \"\"\" ' : 75cm, 1d 5+ (0)\u{301}",
    "D6",
    "8BP 3+ (-1)",
    "6SB (4+)",
    "Ball : 1d 3+ (-3)\nGrape : 4LBP, 5+ (0)",
    "3 Wounds. 40 Void Shields. 4+ Psychic Save",
    "Hunt",
    "Rampage",
    "1",
];

const UNIT: [&str; 7] = ["Type", "Move", "Save", "CAF", "Weapons", "Morale", "Special Rules"];
const BROOD: [&str; 8] = ["Type", "Move", "Save", "CAF", "Weapons", "Mind", "Instinctive Behaviour", "Special Rules"];
const SHOT: [&str; 3] = ["Range", "Shooting Profile", "Special Rules"];
const PARTS: [&str; 5] = ["Range", "Attack Dice", "To Hit", "TSM", "Special Rules"];
const RULES: [&str; 16] = [
    "Transport (2)",
    "Transport (999)",
    "Wounds : 4",
    "Void Shields (0)",
    "Point Defence (X)",
    "Psychic Save (9+)",
    "Psychic Save",
    "Ignores Cover",
    "Turret",
    "Terror",
    "Robotic",
    "Elite",
    "Auto-pass Hive Mind tests",
    "Bio-Titan Hit Locations",
    "Skimmer",
    "« Ünknown \"\"\" : (",
];

proptest::proptest! {
    /// With any content in and around the cells, the army file can be read.
    #[test]
    fn whatever_is_written_reads(
        picks in proptest::collection::vec(0..SPELLINGS.len(), 31),
        rules in proptest::collection::vec(0..RULES.len(), 0..5),
        number in 0..5_u32,
    ) {
        let mut picks = picks.into_iter().map(|pick| SPELLINGS[pick]);
        let mut sheet = |kind: &str, names: &[&str]| {
            let cells = names.iter().map(|name| ((*name).to_owned(), picks.next().unwrap_or_default().to_owned()));
            Sheet { name: kind.into(), kind: kind.into(), cells: cells.collect() }
        };
        let units = [sheet("Unit", &UNIT), sheet("Tyranid Unit", &BROOD)];
        let guns = [sheet("Imperial Titan Weapons", &SHOT), sheet("Weapon", &PARTS), sheet("Guns", &SHOT)];
        let rules: Vec<Rule> =
            rules.into_iter().map(|rule| Rule { name: RULES[rule].into(), text: "within 25cm".into() }).collect();
        let extra = |sheets: &[Sheet]| Extra {
            name: "Arms".into(), points: None, sheets: sheets.to_vec(), rules: rules.clone(), number,
        };
        let own = Wares { given: vec![extra(&guns[..1])], offered: vec![extra(&guns[1..]), extra(&guns[2..])] };
        let kit = Kit { own: own.clone(), around: own, ..Kit::default() };
        let entry = sheet::Entry { kits: vec![kit], number, ..NO_ENTRY.clone() };
        let book = Rulebook::default();
        let read = |(index, sheet): (usize, &Sheet)| {
            let context = Context { own_rules: &rules, entry: &entry, chosen: index == 0, ..Context::of(&book) };
            let unit = unit(sheet, &context);
            Entry { key: format!("unit-{index}"), name: "Unit".into(), points: None, options: Vec::new(), unit }
        };
        let import = Import {
            system: "netepic",
            title: "Army".into(),
            provenance: Vec::new(),
            units: units.iter().enumerate().map(read).collect(),
            formations: Vec::new(),
            total: None,
            list: "",
            parts: Vec::new(),
            remarks: Vec::new(),
            missing: Vec::new(),
        };
        let source = Source::new("army.toml", import.toml());
        let root = parse(Arc::clone(&source)).unwrap_or_else(|problem| panic!("{problem:?} in {}", import.toml()));
        let army = Army::new("army.toml", source, root);
        proptest::prop_assert!(check_army(&army).is_ok(), "{:?} in {}", check_army(&army).err(), import.toml());
    }
}
