//! Catalogues and rosters of Warhammer 40,000, 2nd edition, as army files that read. The samples are invented.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use assert_cmd::Command;
use battle_odds::armies::army_file::{Entry, Import};
use battle_odds::armies::rulebook::{Rule, Rulebook};
use battle_odds::armies::sheet::{self, Context, Extra, Kit, NO_ENTRY, Sheet, Wares};
use battle_odds::armies::wh40k_2nd::unit;
use battle_odds::scenario::{Army, Source, parse};
use battle_odds::systems::check_army;
use serde_json::Value;
use tempfile::TempDir;

const FILES: [(&str, &str); 3] = [
    ("borders.gst", include_str!("borders.gst")),
    ("rimguard.cat", include_str!("rimguard.cat")),
    ("rimguard.ros", include_str!("rimguard.ros")),
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
    let army = army(folder.path(), "rimguard.cat");
    for part in [
        "system = \"wh40k-2nd\"\narmy = \"Rimguard\"\n",
        // What comes with the squad's default armour belongs to all its models.
        "[units.rimman]\nname = \"Rimman\"\ntype = \"infantry\"\nm = 10\nws = 3\nbs = 3\ns = 3\nt = 3\nw = 1\ni = 3\na = 1\nld = 7\narmour = \"6+\"\nnot-simulated = [\"Vest: 5+ if Blast/Template weapon\"]\n",
        "weapons = [\"carbine\", \"bomb\"]\n# The player may give it some of these: weapons = [\"rocket-tube-blast-rocket\", \"rocket-tube-pierce-rocket\", \"repeater\"]\n",
        // The captain is in the squad, and has armour and arms of his own.
        "ld = 9\narmour = \"3+ on 2D6\"\nfield = \"5+\"\nabilities = [\"character\"]\n",
        "weapons = [\"sabre\"]\n",
        "# 35 points.\n[units.stalker]\nname = \"Stalker\"\ntype = \"infantry\"\nm = 15\nws = 7\nbs = 0\ns = 6\nt = 4\n",
        "abilities = [\"fear\"]\nnot-simulated = [\"Whirlgun\", \"T: 4(+1)\"]\n",
        "not-simulated = [\"BS: empty (not understood)\"]\n",
        "# 90 points.\n[units.rim-car]\nname = \"Rim Car\"\ntype = \"vehicle\"\nspeed = [15, 30, 50]\ncrew = 3\nram = { s = 7, damage = \"D12\", save = -4 }\nlocations.tracks = { roll = \"1\", front = 15, side = 15 }\nlocations.hull = { roll = \"2-4\", front = 20, side = 18 }\nlocations.gun = { roll = \"5-6\", front = 18, side = 15 }\n",
        "weapons = [\"twin-linked-repeater\"]\n",
        "[weapons.carbine]\nname = \"Carbine\"\nshort = 30\nlong = 60\nto-hit = [1, 0]\ns = 4\nsave = -1\n",
        "[weapons.bomb]\nname = \"Bomb\"\ns = 3\nsave = -1\ntemplate = 3.75\nabilities = [\"grenade\"]\n",
        "[weapons.rocket-tube-pierce-rocket]\nname = \"Rocket Tube (Pierce Rocket)\"\nshort = 50\nlong = 180\ns = 8\ndamage = \"D10\"\nsave = -6\nabilities = [\"move-or-fire\"]\n",
        "[weapons.twin-linked-repeater]\nname = \"Twin-linked Repeater\"\nshort = 50\nlong = 100\ns = 5\ndamage = \"D4\"\nsave = -2\nsustained = 2\nlinked = 2\nabilities = [\"move-or-fire\"]\n",
    ] {
        assert!(army.contains(part), "no {part} in {army}");
    }
    // The car's repeaters are not the captain's, and his sabre belongs to no other model.
    assert_eq!(army.matches("weapons = [\"sabre\"]").count(), 1);
}

#[test]
fn what_was_not_understood_is_counted() {
    let folder = samples();
    let out = well(folder.path(), &["import", "rimguard.cat", "--format", "json"]);
    let told: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&told["units"], &told["complete"]), (&5.into(), &4.into()));
    let problems = told["problems"].as_array().unwrap();
    let strange: Vec<&str> = problems
        .iter()
        .filter(|remark| remark["reason"].as_str().unwrap().starts_with("not understood"))
        .map(|remark| remark["unit"].as_str().unwrap())
        .collect();
    assert_eq!(strange, ["Odd One"]);
    assert!(problems.iter().any(|remark| remark["text"] == "Whirlgun"));
}

#[test]
fn a_game_system_brings_its_arsenal() {
    let folder = samples();
    let out = well(folder.path(), &["import", "borders.gst"]);
    assert!(out.contains("units: 0") && out.contains("weapons: 6\n"), "{out}");
    let army = army(folder.path(), "borders.gst");
    assert!(
        army.contains("[weapons.sabre]\nname = \"Sabre\"\ns = \"user\"\nabilities = [\"close-combat\", \"parry\"]\n")
    );
    assert!(!army.contains("[weapons.whirlgun]"));
}

#[test]
fn a_roster_brings_its_formations() {
    let folder = samples();
    let army = army(folder.path(), "rimguard.ros");
    for part in [
        "[formations.rim-squad]\npoints = 115\nunits = [\n  { unit = \"rimman\", count = 9 },\n  { unit = \"captain\", count = 1 },\n]\n",
        "weapons = [\"carbine\"]\n# Taken by some of them: weapons = [\"repeater\"]\n",
        "armour = \"3+ on 2D6\"\nabilities = [\"character\"]\nweapons = [\"sabre\"]\n",
    ] {
        assert!(army.contains(part), "no {part} in {army}");
    }
}

/// Spellings of cells, right and wrong.
const SPELLINGS: [&str; 30] = [
    "",
    "-",
    "4",
    "12",
    "72",
    "0",
    "+1",
    "-2",
    "CC Only",
    "Template",
    "Special",
    "Guess 12\"-48\"",
    "As user",
    "D6",
    "2D10",
    "5+D10",
    "D6+4",
    "3+",
    "6+/5+",
    "3+ save, using 2D6.",
    "Tracked",
    "Bike",
    "2 Men",
    "Hull\nGun",
    "20\n18",
    "Hull/Crew\n…\nÉ",
    "Sustained fire - 2 dice, 2\" radius",
    "1½\" radius, Parry",
    "1-2: Hull\n3-6: Gun",
    "No Save",
];

const MODEL: [&str; 9] = ["M", "WS", "BS", "S", "T", "W", "I", "A", "LD"];
const MACHINE: [&str; 11] = [
    "Slow Speed",
    "Combat Speed",
    "Fast Speed",
    "Type",
    "Crew",
    "Ram Strength",
    "Ram Damage",
    "Ram Save Modfier",
    "Armour Location",
    "Front Armour",
    "Side/Rear Armour",
];
const WEAPON: [&str; 9] = [
    "Short range",
    "Long Range",
    "Short 'To Hit'",
    "Long 'To Hit'",
    "Strength",
    "Damage",
    "Save Modifier",
    "Armour Penetration",
    "Special",
];
const GRENADE: [&str; 5] = ["Strength", "Damage", "Save Modifier", "Blast Area", "Special"];
const ARMOUR: [&str; 2] = ["Saving Throw", "Special"];

proptest::proptest! {
    /// With any content in the cells, the army file can be read.
    #[test]
    fn whatever_is_written_reads(picks in proptest::collection::vec(0..SPELLINGS.len(), 40)) {
        let mut picks = picks.into_iter().map(|pick| SPELLINGS[pick]);
        let mut sheet = |kind: &str, names: &[&str]| {
            let cells = names.iter().map(|name| ((*name).to_owned(), picks.next().unwrap_or_default().to_owned()));
            Sheet { name: kind.into(), kind: kind.into(), cells: cells.collect() }
        };
        let units = [sheet("Unit", &MODEL), sheet("Vehicle", &MACHINE)];
        let sheets = vec![sheet("Weapon", &WEAPON), sheet("Grenade", &GRENADE), sheet("Armour", &ARMOUR)];
        let rules = vec![Rule { name: "Damage Table".into(), text: sheet("Rule", &["Text"]).cells[0].1.clone() }];
        let extra = Extra { name: "Arms".into(), sheets, rules: rules.clone(), ..Extra::default() };
        let wares = Wares { given: vec![extra.clone()], offered: vec![extra] };
        let kit = Kit { entry: "Squad".into(), rules, units: Vec::new(), own: wares.clone(), around: wares };
        let entry = sheet::Entry { kits: vec![kit], ..NO_ENTRY.clone() };
        let book = Rulebook::default();
        let read = |(index, sheet): (usize, &Sheet)| {
            let unit = unit(sheet, &Context { entry: &entry, chosen: index == 0, ..Context::of(&book) });
            Entry { key: format!("unit-{index}"), name: "Unit".into(), points: None, options: Vec::new(), unit }
        };
        let import = Import {
            system: "wh40k-2nd",
            title: "Army".into(),
            provenance: Vec::new(),
            units: units.iter().enumerate().map(read).collect(),
            formations: Vec::new(),
            total: None,
            list: "weapons",
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
