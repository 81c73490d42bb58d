//! Warmaster's catalogues and rosters, from the file to the odds. The samples are invented.

use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

const FILES: [(&str, &str); 5] = [
    ("masses.gst", include_str!("masses.gst")),
    ("fenmark.cat", include_str!("fenmark.cat")),
    ("fenmark.ros", include_str!("fenmark.ros")),
    ("heathmark.gst", include_str!("heathmark.gst")),
    ("heathmark.cat", include_str!("heathmark.cat")),
];

/// A folder with the sample files, plain and zipped.
fn samples() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in FILES {
        fs::write(folder.path().join(name), text).unwrap();
        let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
        archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
        fs::write(folder.path().join(format!("{name}z")), archive.finish().unwrap().into_inner()).unwrap();
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

/// The exact mean of a measure, as `summary.csv` has it.
fn mean(folder: &Path, battle: &str, step: &str, subject: &str, metric: &str) -> f64 {
    fs::write(folder.join("battle.toml"), battle).unwrap();
    well(folder, &["run", "battle.toml", "--exact", "--quiet"]);
    let summary = fs::read_to_string(folder.join("results/latest/summary.csv")).unwrap();
    let row = summary.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let mut row = row.filter(|row| row[3..6] == [step, subject, metric]);
    row.next().unwrap_or_else(|| panic!("no {subject}.{metric} in {summary}"))[8].parse().unwrap()
}

#[test]
fn a_catalogue_becomes_an_army_file() {
    let folder = samples();
    let out = well(folder.path(), &["import", "fenmark.cat", "--out", "army.toml", "--format", "json"]);
    let told: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&told["units"], &told["complete"]), (&12.into(), &11.into()));
    let of = |list: &str| -> Vec<String> {
        let remarks = told[list].as_array().unwrap().iter();
        let text = |remark: &Value, key: &str| remark[key].as_str().unwrap().to_owned();
        let each = remarks.filter(|remark| remark["text"] != "special rule Fen Folk");
        each.map(|remark| format!("{}: {}", text(remark, "unit"), text(remark, "text"))).collect()
    };
    assert_eq!(
        of("problems"),
        [
            "Long Guns: special rule Long Guns",
            "Fen Bombard: Attacks: bounce",
            "Fen Bombard: Attacks: 1/2D6 + bounce",
            "Odd Riders: 45",
        ]
    );
    assert_eq!(of("repaired"), ["Stork Lancers: Calvary", "Stork Lancers: 5", "Reed Witch: General"]);
    let army = fs::read_to_string(folder.path().join("army.toml")).unwrap();
    let folk = "not-simulated = [\"special rule Fen Folk\"]\n";
    for part in [
        "system = \"warmaster\"\narmy = \"The Fenmark\"\n".to_owned(),
        format!(
            "[units.marsh-bows]\nname = \"Marsh Bows\"\ntype = \"infantry\"\nattacks = 2\nshots = 1\nrange = 20\nhits = 3\nstands = 3\npoints = 40\n{folk}\n"
        ),
        format!("points = 70\nabilities = [\"fanatic\"]\n{folk}"),
        format!("armour = \"6+\"\nstands = 1\npoints = 80\nabilities = [\"terrifying\"]\n{folk}"),
        format!("shots = 2\nrange = 30\nhits = 4\narmour = \"4+\"\nstands = 1\npace = 15\npoints = 90\n{folk}"),
        "# Left to the scenario: the range, which the list does not give here\n".to_owned(),
        "#   War Heron: attacks + 2, abilities = [\"flyer\"], the unit that he joins is terrifying, points + 60, not simulated: special rule War Heron\n".to_owned(),
        "[units.reed-witch]\nname = \"Reed Witch\"\ntype = \"wizard\"\ncommand = 7\n".to_owned(),
    ] {
        assert!(army.contains(&part), "no {part} in {army}");
    }
    assert!(well(folder.path(), &["check", "army.toml"]).contains("an army file, units: 12"));
}

/// Two dice of the beast at 4+ against one of the levy at 4+, of which a 6 saves. The beast wins with two wounds (1/4: the levy
/// is gone), or with one if it takes none (1/2 × 7/12).
#[test]
fn a_catalogue_whose_types_are_categories_becomes_an_army_file() {
    let folder = samples();
    let out = well(folder.path(), &["import", "heathmark.cat", "--out", "heath.toml"]);
    assert!(out.contains("units: 5, complete: 5"), "{out}");
    let army = fs::read_to_string(folder.path().join("heath.toml")).unwrap();
    for lines in [
        "type = \"general\"\ncommand = 9\nattacks = 2\npoints = 150\n",
        "type = \"hero\"\ncommand = 8\nattacks = 1\npoints = 80\n",
        "type = \"infantry\"\nattacks = 3\nhits = 3\narmour = \"5+\"\nstands = 3\npoints = 55\n",
        "type = \"infantry\"\nattacks = 2\nshots = 1\nrange = 30\nhits = 3\narmour = \"6+\"\nstands = 3\npoints = 50\n",
        "type = \"cavalry\"\nattacks = 3\nhits = 3\narmour = \"4+\"\nstands = 3\npoints = 110\nabilities = [\"terrifying\"]\n",
    ] {
        assert!(army.contains(lines), "no {lines} in {army}");
    }
    assert!(army.contains("Heath slings shoot twice"), "{army}");
}

#[test]
fn a_catalogue_of_no_game_here_names_its_types_of_profiles() {
    let folder = samples();
    let other = include_str!("heathmark.cat").replace("Hits", "Guts").replace("Unit Profile", "Crew Sheet");
    fs::write(folder.path().join("other.cat"), other).unwrap();
    let mut command = Command::cargo_bin("battle-odds").unwrap();
    let output =
        command.env("BATTLE_ODDS_LANG", "en").current_dir(folder.path()).args(["import", "other.cat"]).output();
    let told = String::from_utf8(output.unwrap().stderr).unwrap();
    for words in ["its types of profiles: Crew Sheet;", "Warmaster (Type, Attack, Hits, Armour, Size)"] {
        assert!(told.contains(words), "{told}");
    }
}

#[test]
fn an_imported_army_fights_as_counted_by_hand() {
    let folder = samples();
    well(folder.path(), &["import", "fenmark.cat", "--out", "army.toml"]);
    for army in ["army.toml", "fenmark.cat", "fenmark.catz"] {
        let battle = format!(
            "system = \"warmaster\"\narmies = [\"{army}\"]\n[formations.beast]\nunits = [{{ unit = \"bog-beast\" }}]\n[formations.levy]\nunits = [{{ unit = \"pole-levy\" }}]\n[[steps]]\naction = \"combat\"\nby = \"beast\"\nat = \"levy\"\ncharge = false\nrounds = 1\n"
        );
        let won = mean(folder.path(), &battle, "1", "beast", "won");
        assert!((won - 13.0 / 24.0).abs() < 1e-6, "{army}: {won}");
        let told = well(folder.path(), &["check", "battle.toml"]);
        assert!(told.contains("Bog Beast: not simulated: special rule Fen Folk"), "{told}");
    }
}

/// Long Guns have shots and no range: three shots hit on 4+, and the scenario gives the distance.
#[test]
fn shots_without_a_range_reach_and_this_is_said() {
    let folder = samples();
    let battle = "system = \"warmaster\"\narmies = [\"fenmark.cat\"]\n[formations.guns]\nunits = [{ unit = \"long-guns\" }]\n[formations.bows]\nunits = [{ unit = \"marsh-bows\" }]\n[[steps]]\naction = \"shoot\"\nby = \"guns\"\nat = \"bows\"\nrange = 30\n";
    let hits = mean(folder.path(), battle, "1", "bows", "hits");
    assert!((hits - 1.5).abs() < 1e-6, "{hits}");
    assert!(
        well(folder.path(), &["check", "battle.toml"]).contains("guns reaches: its profile has shots and no `range`")
    );
}

/// A roster's formations are its units and its commanders. Command 9 is reached by 30 of 36 rolls; the banner of battle
/// gives three stands of spears one more attack each, twelve dice at 4+.
#[test]
fn a_roster_brings_its_formations() {
    let folder = samples();
    let out = well(folder.path(), &["import", "fenmark.ros", "--out", "list.toml"]);
    for words in ["formations: 4\n", "  reed-spears        90  2 reed-spears\n", "  together          395"] {
        assert!(out.contains(words), "no {words} in {out}");
    }
    let list = fs::read_to_string(folder.path().join("list.toml")).unwrap();
    for part in [
        "# Reed Spears\n[formations.reed-spears]\npoints = 90\nunits = [\n  { unit = \"reed-spears\", count = 2 },\n]\n",
        "stands = 3\nitems = [\"banner-of-battle\"]\n",
        "# With: War Heron, Sword of Might\n[formations.marsh-lord]\npoints = 195\nunits = [\n  { unit = \"marsh-lord\" },\n]\n",
        "command = 9\nattacks = 4\nabilities = [\"flyer\"]\nitems = [\"sword-of-power\"]\n",
    ] {
        assert!(list.contains(part), "no {part} in {list}");
    }
    well(folder.path(), &["check", "list.toml"]);
    for army in ["list.toml", "fenmark.ros", "fenmark.rosz"] {
        let battle = format!(
            "system = \"warmaster\"\narmies = [\"{army}\"]\n[formations.marsh-lord]\nside = \"fen\"\n[formations.reed-spears-2]\nside = \"fen\"\n[formations.wall]\nside = \"foes\"\nunits = [{{ unit = \"wall\" }}]\n[units.wall]\ntype = \"infantry\"\nattacks = 1\nhits = 20\n[[steps]]\naction = \"orders\"\nby = \"marsh-lord\"\nto = \"reed-spears\"\norders = 1\n[[steps]]\naction = \"combat\"\nby = \"reed-spears-2\"\nat = \"wall\"\ncharge = false\nrounds = 1\n"
        );
        let orders = mean(folder.path(), &battle, "1", "reed-spears", "orders");
        assert!((orders - 30.0 / 36.0).abs() < 1e-6, "{army}: {orders}");
        let wounds = mean(folder.path(), &battle, "2", "reed-spears-2", "wounds");
        assert!((wounds - 6.0).abs() < 1e-6, "{army}: {wounds}");
    }
}

/// With any content in the cells of a catalogue, `check` accepts the army file produced; and an import gives items only to
/// units that may carry them.
mod any_cells {
    use std::path::Path;
    use std::sync::Arc;

    use battle_odds::armies::element::parse as parse_xml;
    use battle_odds::armies::library::Files;
    use battle_odds::armies::of_files;
    use battle_odds::armies::warmaster::items::item;
    use battle_odds::scenario::typed::{word, words};
    use battle_odds::scenario::{Army, Source, parse};
    use battle_odds::systems::check_army;
    use battle_odds::systems::warmaster::items::Item;
    use battle_odds::systems::warmaster::profile::Kind;
    use proptest::prelude::*;

    const PIECES: &str = "([0-9]|\\+|-|/|\\*|, | |D6|2D6|cm|yes|no|Terror|bounce|\"|\\\\|#|é|10){0,5}";

    #[test]
    fn items_go_by_the_rulebook() {
        assert_eq!(words::<Item>().len(), 18);
        for name in words::<Item>() {
            let (key, bearer) = item(name).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(key, *name);
            for kind in words::<Kind>() {
                let carried = word::<Item>(name).unwrap().carried_by(word(kind).unwrap());
                assert_eq!(bearer.may_be(kind), carried.is_ok(), "{name}: {kind}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn become_an_army_file_that_is_accepted(
            root in prop::sample::select(vec!["catalogue", "roster"]),
            kind in prop::sample::select(vec!["Infantry", "Machine", "Artillery", "Hero", "General", "Wizard", "Calvary", "x"]),
            name in "\\PC{0,12}",
            item in prop::sample::select(words::<Item>()),
            cells in prop::collection::vec(PIECES, 11),
            prose in "(range|of|cm|15| |\\.|can fly|must pursue|terror|causes|moves|20cm){0,12}",
        ) {
            let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
            let names = ["Type", "Attacks", "Hits", "Armour", "Unit Size", "Command", "Range", "Move", "Terror", "Flying", "Notes", "Points"];
            let texts = [kind].into_iter().chain(cells.iter().map(String::as_str));
            let cells: String = names
                .iter()
                .zip(texts)
                .map(|(name, text)| format!("<characteristic name=\"{name}\">{}</characteristic>", escape(text)))
                .collect();
            let inside = format!(
                "<profiles><profile id=\"a\" name=\"{}\"><characteristics>{cells}</characteristics></profile></profiles><rules><rule id=\"r\" name=\"R\"><description>{prose}</description></rule></rules>",
                escape(&name)
            );
            let text = match root {
                "roster" => format!("<roster><forces><force><selections><selection name=\"s\" number=\"1\">{inside}<selections><selection name=\"{item}\" number=\"1\"/></selections></selection></selections></force></forces></roster>"),
                _ => format!("<catalogue id=\"c\" name=\"x\"><selectionEntries><selectionEntry id=\"e\" name=\"e\">{inside}</selectionEntry></selectionEntries></catalogue>"),
            };
            // A name may contain characters that XML does not allow.
            if let Ok(root) = parse_xml(&text) {
                let files = Files { roots: vec![root], missing: Vec::new(), mended: false };
                let import = of_files(Path::new("x.cat"), &files).unwrap();
                let source = Source::new("army.toml", import.toml());
                let root = parse(Arc::clone(&source)).map_err(|problem| TestCaseError::fail(problem.to_string()))?;
                check_army(&Army::new("army.toml", source, root))
                    .map_err(|problem| TestCaseError::fail(format!("{problem}\n{}", import.toml())))?;
            }
        }
    }
}

#[test]
fn an_army_that_may_break_is_what_takes_part() {
    let folder = samples();
    let battle = |own: &str| {
        let steps = "[[steps]]\naction = \"combat\"\nby = \"reed-spears\"\nat = \"foe\"\n[[steps]]\naction = \"army-break\"\nby = \"reed-spears\"\n";
        format!("system = \"warmaster\"\narmies = [\"fenmark.ros\"]\n{own}{steps}")
    };
    let foe = "[formations.foe]\nunits = [{ unit = \"pole-levy\" }]\n";
    fs::write(folder.path().join("battle.toml"), battle(foe)).unwrap();
    let told = well(folder.path(), &["check", "battle.toml"]);
    assert!(told.contains("army-break: an army is what takes part; 3 formations of the lists do not"), "{told}");
    let sides = "[formations]\nreed-spears = { side = \"fen\" }\nreed-spears-2 = { side = \"fen\" }\npole-levy = { side = \"fen\" }\nmarsh-lord = { side = \"fen\" }\n";
    let foe = "foe = { side = \"foe\", units = [{ unit = \"pole-levy\" }] }\n";
    fs::write(folder.path().join("battle.toml"), battle(&format!("{sides}{foe}"))).unwrap();
    let told = well(folder.path(), &["check", "battle.toml"]);
    assert!(!told.contains("army-break: an army"), "{told}");
}
