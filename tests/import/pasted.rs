//! Lists as players paste them: imported, named beside their army, played.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::rosters::{folder, well, wrong};

/// An invented army with formations as an army list sells them.
const ARMY: &str = r#"system = "epic-armageddon"
army = "Frost Wardens"
[names]
line = ["Gardiens"]
[units.line]
type = "infantry"
speed = 15
armour = "4+"
cc = "4+"
ff = "4+"
weapons = [{ name = "Guns", range = 30, fire = "AP5+" }]
[units.hound]
type = "armoured-vehicle"
speed = 30
armour = "5+"
cc = "6+"
ff = "5+"
[units.marshal]
name = "High Marshal"
type = "character"
abilities = ["leader"]
[formations.line]
initiative = "1+"
points = 300
units = [{ unit = "line", count = 6 }]
"#;

const LIST: &str = "Wardens, 700 points\n==========\nLINE [375]\n6 Line Units, Hound\n\n• 4 socles de Gardiens avec le High Marshal (250 points)\n- 3 Dragons (75 points)\n";

/// The formations as a program reads them: key, points in the list, units.
fn formations(json: &str) -> Vec<String> {
    let json: Value = serde_json::from_str(json).unwrap();
    let shown = |of: &Value| {
        let units = of["units"].as_array().unwrap().iter();
        let units: Vec<String> =
            units.map(|group| format!("{} {}", group["count"], group["unit"].as_str().unwrap())).collect();
        format!("{} {}: {}", of["key"].as_str().unwrap(), of["said"], units.join(", "))
    };
    json["formations"].as_array().unwrap().iter().map(shown).collect()
}

#[test]
fn a_list_from_a_forum_becomes_odds() {
    let step = "goal = \"line-2.broken\"\n[[steps]]\naction = \"shoot\"\nby = \"line\"\nat = \"line-2\"\nrange = 30\n";
    let folder = folder(&[
        ("army.toml", ARMY),
        ("list.txt", LIST),
        ("beside.toml", &format!("system = \"epic-armageddon\"\narmies = [\"army.toml\", \"list.txt\"]\n{step}")),
        ("alone.toml", &format!("system = \"epic-armageddon\"\narmies = [\"mine.toml\"]\n{step}")),
    ]);
    let import = ["import", "list.txt", "--with", "army.toml"];
    let told = well(folder.path(), &import);
    for words in [
        "formations: 2",
        "  line            —          375  6 line, 1 hound\n",
        "  line-2          —          250  4 line with marshal\n",
        "  together      625          700",
        "line 7: 3 Dragons (75 points) — the army has nothing of this name",
        "the whole list: it says 700 points, its formations have 625",
    ] {
        assert!(told.contains(words), "no {words} in {told}");
    }
    let french = well(folder.path(), &[&import[..], &["--lang", "fr"]].concat());
    assert!(french.contains("dans la liste") && french.contains("4 line avec marshal"), "{french}");
    let json = well(folder.path(), &[&import[..], &["--format", "json"]].concat());
    assert_eq!(formations(&json), ["line 375: 6 line, 1 hound", "line-2 250: 4 line"]);

    well(folder.path(), &[&import[..], &["--out", "mine.toml"]].concat());
    let mine = fs::read_to_string(folder.path().join("mine.toml")).unwrap();
    assert!(mine.contains("# Line 7 is not understood: 3 Dragons (75 points)"), "{mine}");
    assert!(well(folder.path(), &["check", "mine.toml"]).contains("line-2 (250 points): 4 line with marshal"));
    // The same formations give the same odds, whether the list or the file made of it is named.
    let answer = |file: &str| {
        let told = well(folder.path(), &["run", file, "--exact"]);
        told.lines().find(|line| line.starts_with("goal:")).unwrap().to_owned()
    };
    assert_eq!(answer("beside.toml"), answer("alone.toml"));
    let checked = well(folder.path(), &["check", "list.txt", "army.toml"]);
    assert!(
        checked.contains("line (375 points): 6 line, 1 hound") && checked.contains("line 7: 3 Dragons"),
        "{checked}"
    );
}

#[test]
fn a_list_goes_by_the_name_of_its_army() {
    let folder = folder(&[
        ("army.toml", ARMY),
        ("list.txt", "5 line\n"),
        (
            "duel.toml",
            "system = \"epic-armageddon\"
armies = [{ file = \"army.toml\", as = \"red\" }, { file = \"list.txt\", as = \"red\" }, { file = \"army.toml\", as = \"blue\" }]
[[steps]]
action = \"shoot\"
by = \"red-line\"
at = \"blue-line\"
range = 30
",
        ),
    ]);
    let told = well(folder.path(), &["check", "duel.toml"]);
    // The blue army sells the same formation: six of it.
    assert!(told.contains("5 Red-line") && told.contains("6 Blue-line"), "{told}");
}

#[test]
fn armies_that_come_with_the_program_go_by_their_names() {
    let folder = folder(&[(
        "w.txt",
        "The Wildwood, 260 points\r\n\r\n2 x Hornmen 2x60 120 points\r\n1 x Chieftain\r\n + Sword of Reeds (10 points)\r\n",
    )]);
    let told = well(folder.path(), &["import", "w.txt", "--with", "wildwood", "--out", "w.toml"]);
    assert!(told.contains("2 hornmen") && told.contains("without: `Sword of Reeds`"), "{told}");
    assert!(well(folder.path(), &["check", "w.toml"]).contains("hornmen (120 points): 2 hornmen"));
}

/// Shapes in which players write lists of an army whose formations come with the program, prices and all.
#[test]
fn lists_of_a_shipped_army_are_held_against_its_prices() {
    let list = "FORCE MOBILE - 3000 POINTS
• Escadron de Motos dont 2 Motos d'Assaut (200 points)
• Formation Tactique + Hunter (350 points)

4 socles de Termi avec 1 land raider par escouade + le commandant suprême

TACTICAL [375]
6 Tactical Units, 3 Rhinos, Hunter

2 Terminator Detachment (one had a chaplain)
";
    let folder = folder(&[("list.txt", list)]);
    let told = well(folder.path(), &["import", "list.txt", "--with", "space-marines", "--format", "json"]);
    assert_eq!(
        formations(&told),
        [
            "bikes 200: 3 bike, 2 attack-bike",
            "tactical 350: 6 tactical, 3 rhino, 1 hunter",
            "terminator null: 4 terminator",
            "tactical-2 375: 6 tactical, 3 rhino, 1 hunter",
            "terminators null: 4 terminator",
            "terminators-2 null: 4 terminator",
        ]
    );
    let json: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(json["differences"], serde_json::json!(["the list says 350 points, what is read adds up to 375"]));
    let problems: Vec<&str> = json["problems"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
    assert_eq!(
        problems,
        [
            "line 5: 1 land raider par escouade — how many that is in all is not said",
            "line 10: 1 had a chaplain — which of the 2 formations it belongs to is not said",
        ]
    );
}

#[test]
fn lists_that_cannot_be_read_are_refused_in_words() {
    let folder = folder(&[
        ("army.toml", ARMY),
        ("list.txt", "3 Dragons\n"),
        ("none.txt", "\n\n"),
        (
            "s.toml",
            "system = \"epic-armageddon\"\narmies = [\"list.txt\"]\n[[steps]]\naction = \"shoot\"\nby = \"a\"\nat = \"b\"\n",
        ),
    ]);
    fs::write(folder.path().join("latin.txt"), b"4 Cr\xeates\n").unwrap();
    let cases: [(&[&str], &str); 7] = [
        (&["import", "list.txt"], "the army that has its units has to be named beside it"),
        (&["check", "list.txt"], "the army that has its units has to be named beside it"),
        (&["run", "s.toml"], "the army that has its units has to be named beside it"),
        (&["import", "list.txt", "--with", "army.toml"], "no line of it is a formation of Frost Wardens"),
        (&["import", "none.txt", "--with", "army.toml"], "none.txt"),
        (&["import", "latin.txt", "--with", "army.toml"], "not UTF-8"),
        (&["import", "list.txt", "--with", "orcs"], "did you mean `orks`?"),
    ];
    for (arguments, words) in cases {
        let told = wrong(folder.path(), arguments);
        assert!(told.contains(words), "{arguments:?}: {told}");
    }
}

/// The list that the guides show is the file that they name, and its import prints what they show.
#[test]
fn what_the_guides_show_is_what_is_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = fs::read_to_string(root.join("tests/import/wildwood.txt")).unwrap();
    for (page, language) in [("README.md", "en"), ("README.fr.md", "fr")] {
        let guide = fs::read_to_string(root.join("scenarios").join(page)).unwrap();
        let command = "import tests/import/wildwood.txt --with wildwood";
        assert!(guide.contains(&format!("```text\n{list}```")), "{page}");
        let (_, rest) = guide.split_once(&format!("`battle-odds {command}`\n\n```text\n")).unwrap();
        let arguments: Vec<&str> = command.split(' ').chain(["--lang", language]).collect();
        assert_eq!(well(root, &arguments), rest.split_once("```").unwrap().0, "{page}");
    }
}
