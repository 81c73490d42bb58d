//! Catalogues and rosters of list builders, from the file to the odds. The samples are invented.

use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;

use assert_cmd::Command;
use serde_json::{Value, json};
use tempfile::TempDir;

const FILES: [(&str, &str); 4] = [
    ("skirmish.gst", include_str!("skirmish.gst")),
    ("iron-guard.cat", include_str!("iron-guard.cat")),
    ("common-engines.cat", include_str!("common-engines.cat")),
    ("westmark.ros", include_str!("westmark.ros")),
];

/// A folder with the sample files.
fn samples() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in FILES {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// The bytes of a zip archive with one file.
fn zipped(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
    archive.write_all(bytes).unwrap();
    archive.finish().unwrap().into_inner()
}

/// Exit code, standard output and standard error of a command.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("battle-odds")
        .unwrap()
        .env("BATTLE_ODDS_LANG", "en")
        .env_remove("COLUMNS")
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn well(folder: &Path, arguments: &[&str]) -> String {
    let (code, out, errors) = run(folder, arguments);
    assert_eq!((code, errors.as_str()), (0, ""), "{out}");
    out
}

#[test]
fn a_catalogue_becomes_an_army_file() {
    let folder = samples();
    let out = well(folder.path(), &["import", "iron-guard.cat", "--out", "army.toml", "--format", "json"]);
    let told: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        told,
        json!({
            "units": 6,
            "complete": 5,
            "problems": [
                { "unit": "Guard", "cell": "Unit Notes", "text": "Muster Cost (1)", "reason": "not simulated: a special rule of the list, explained in its rule `Mustering`" },
                { "unit": "Guard (North League, South League)", "cell": "Unit Notes", "text": "Muster Cost (1)", "reason": "not simulated: a special rule of the list, explained in its rule `Mustering`" },
                { "unit": "Odd Mortar", "cell": "Weapons", "text": "Siege Mortar | 60cm | D3+D6BP | Indirect Fire", "reason": "not simulated: dice of different kinds are rolled for it" },
                { "unit": "Odd Mortar", "cell": "Range", "text": "760cm", "reason": "not understood: 760 cm is no range of this game (Lucky Gun | 760cm | AT4+ | -)" },
                { "unit": "", "cell": "card", "text": "Guard Company", "reason": "not simulated: no formation of its own, for the player chooses all that is in it" },
            ],
            "repaired": [
                { "unit": "Guard", "cell": "Firepower", "text": "AP5+/A56+", "reason": "AP5+/AT6+" },
                { "unit": "Guard (North League, South League)", "cell": "Firepower", "text": "AP5+/A56+", "reason": "AP5+/AT6+" },
            ],
        })
    );
    let army = fs::read_to_string(folder.path().join("army.toml")).unwrap();
    for part in [
        "# Imported by battle-odds from the catalogue iron-guard.cat (revision 3, for game system revision 7, data format 2.03).\n",
        "system = \"epic-armageddon\"\narmy = \"Iron Guard of Westmark\"\n",
        "[units.guard-north-league-south-league]\nname = \"Guard (North League, South League)\"\ntype = \"infantry\"\nspeed = 15\narmour = \"5+\"\n",
        "  { name = \"Field Gun\", count = 2, range = 45, fire = \"AP5+/AT6+\" },\n",
        "# 425 points.\n[units.westmark-colossus]\n",
        "dc = 4\nshields = 3\n",
        "critical = [\"destroyed\", \"explosion 5+\"]\n",
        "  { name = \"Thunder Gun\", count = 2, range = 60, fire = \"2 x AP4+/AT4+\", arc = \"front\" },\n",
        "#   { name = \"Storm Fist\", fire = \"assault weapon\", abilities = [\"titan-killer D3\", \"extra-attack 2\"] },\n",
        "  { name = \"Lanza térmica\", range = 15, fire = \"small arms\", abilities = [\"macro-weapon\"] },\n",
    ] {
        assert!(army.contains(part), "no {part} in {army}");
    }
    assert!(!army.contains("Unused"));
    assert!(well(folder.path(), &["check", "army.toml"]).contains("an army file, units: 6"));
}

/// A company of eight to ten guards: each size is a formation with the price given in the catalogue, and a scenario can
/// name it.
#[test]
fn formations_come_with_their_prices() {
    let folder = samples();
    let bounds = "<constraints><constraint type=\"min\" field=\"selections\" scope=\"parent\" value=\"8.0\"/>\
                  <constraint type=\"max\" field=\"selections\" scope=\"parent\" value=\"10.0\"/></constraints>";
    let guard = "<selectionEntry id=\"e-guard\" name=\"Guard\" hidden=\"false\" type=\"model\">";
    let text = FILES[1].1.replace(guard, &format!("{guard}{bounds}"));
    let text = text.replacen(
        "name=\"pts\" typeId=\"points\" value=\"0.0\"",
        "name=\"pts\" typeId=\"points\" value=\"5.0\"",
        1,
    );
    fs::write(folder.path().join("iron-guard.cat"), text).unwrap();
    well(folder.path(), &["import", "iron-guard.cat", "--out", "army.toml"]);
    let army = fs::read_to_string(folder.path().join("army.toml")).unwrap();
    // 200 points, and 5 for each guard.
    for (guards, points) in [(8, 240), (9, 245), (10, 250)] {
        let table = format!(
            "[formations.guard-company-{guards}-guard]\npoints = {points}\nunits = [\n  {{ unit = \"guard\", count = {guards} }},\n]\n"
        );
        assert!(army.contains(&table), "no {table} in {army}");
    }
    assert!(army.contains("[formations.crawler]\npoints = 150\n"), "{army}");
    let scenario = "system = 'epic-armageddon'\narmies = ['army.toml']\ngoal = 'crawler.broken'
formations.guard-company-10-guard.initiative = '2+'\nformations.crawler.initiative = '2+'
[[steps]]\naction = 'shoot'\nby = 'guard-company-10-guard'\nat = 'crawler'\nrange = 30\n";
    fs::write(folder.path().join("battle.toml"), scenario).unwrap();
    let checked = well(folder.path(), &["check", "battle.toml"]);
    assert!(checked.contains("10 Guard") && !checked.contains("the list gives no initiative"), "{checked}");
}

const SCENARIO: &str = r#"system = "epic-armageddon"
armies = ["ARMY"]
[formations.company]
initiative = "2+"
units = [{ unit = "guard", count = 6 }, { unit = "guard", character = "captain" }]
[formations.mortars]
initiative = "2+"
units = [{ unit = "odd-mortar", count = 3 }]
[formations.colossus]
initiative = "1+"
units = [{ unit = "westmark-colossus" }]
[[steps]]
action = "shoot"
by = "company"
at = "mortars"
range = 30
[[steps]]
action = "assault"
by = "company"
at = "colossus"
"#;

#[test]
fn from_import_to_odds_by_an_army_file_or_directly() {
    let folder = samples();
    well(folder.path(), &["import", "iron-guard.cat", "--out", "army.toml"]);
    fs::write(folder.path().join("iron-guard.catz"), zipped("iron-guard.cat", FILES[1].1.as_bytes())).unwrap();
    let mut odds = Vec::new();
    for army in ["army.toml", "iron-guard.cat", "iron-guard.catz"] {
        fs::write(folder.path().join("battle.toml"), SCENARIO.replace("ARMY", army)).unwrap();
        let checked = well(folder.path(), &["check", "battle.toml"]);
        assert!(
            checked.contains("Odd Mortar: not simulated: Siege Mortar | 60cm | D3+D6BP | Indirect Fire; Range: 760cm (not understood)"),
            "{checked}"
        );
        well(
            folder.path(),
            &["run", "battle.toml", "--trials", "2000", "--out", army.split('.').next_back().unwrap(), "--quiet"],
        );
        odds.push(
            fs::read_to_string(folder.path().join(army.split('.').next_back().unwrap()).join("summary.csv")).unwrap(),
        );
    }
    assert!(odds.iter().all(|other| *other == odds[0]));
}

#[test]
fn a_roster_brings_its_formations() {
    let folder = samples();
    let out = well(folder.path(), &["import", "westmark.ros", "--out", "list.toml"]);
    for words in [
        "units: 3, complete: 3 (100.0 %)\n  formations: 2\n",
        "  guard-company     265               8 guard, 1 captain\n",
        "  together          715          715\n",
    ] {
        assert!(out.contains(words), "no {words} in {out}");
    }
    let list = fs::read_to_string(folder.path().join("list.toml")).unwrap();
    let company = "# Guard Company\n# With: Entrenching tools\n[formations.guard-company]\ninitiative = \"2+\"\npoints = 265\nunits = [\n  { unit = \"guard\", count = 8, character = \"captain\" },\n]\n";
    assert!(list.contains(company) && list.contains("[formations.old-thunder]\n"), "{list}");
    assert!(list.contains("  { name = \"Thunder Gun\", count = 2, range = 60,"), "{list}");
    well(folder.path(), &["check", "list.toml"]);

    fs::write(folder.path().join("list.rosz"), zipped("westmark.ros", FILES[3].1.as_bytes())).unwrap();
    for army in ["list.toml", "westmark.ros", "list.rosz"] {
        let steps = "[[steps]]\naction = \"shoot\"\nby = \"guard-company\"\nat = \"old-thunder\"\nrange = 30\n";
        // What the scenario says of a formation wins, key by key.
        let own = "[formations.old-thunder]\nblast-markers = 1\n";
        let scenario = format!("system = \"epic-armageddon\"\narmies = [\"{army}\"]\n{own}{steps}");
        fs::write(folder.path().join("battle.toml"), scenario).unwrap();
        let checked = well(folder.path(), &["check", "battle.toml"]);
        assert!(checked.contains("  guard-company\n    7 Guard\n    1 Guard with Captain\n"), "{checked}");
        let set = "formations.guard-company.blast-markers=2";
        well(folder.path(), &["run", "battle.toml", "--trials", "1000", "--quiet", "--set", set]);
        let summary = fs::read_to_string(folder.path().join("results/latest/summary.csv")).unwrap();
        assert!(summary.contains("old-thunder"), "{summary}");
    }
}

#[test]
fn only_the_formations_that_are_named_take_part() {
    let folder = samples();
    let scenario = "system = \"epic-armageddon\"\narmies = [\"westmark.ros\"]\n[formations.foes]\ninitiative = \"3+\"\nunits = [{ unit = \"guard\", count = 3 }]\n[[steps]]\naction = \"shoot\"\nby = \"guard-company\"\nat = \"foes\"\nrange = 30\n";
    fs::write(folder.path().join("battle.toml"), scenario).unwrap();
    let checked = well(folder.path(), &["check", "battle.toml"]);
    assert!(checked.contains("guard-company") && !checked.contains("old-thunder"), "{checked}");
}

/// A catalogue with one unit with these attributes and profiles and this further content of its entry.
fn catalogue(entry: &str, profiles: &[(&str, &str)], rest: &str) -> String {
    let cell =
        |name: &str, text: &str| format!("<characteristic name=\"{name}\" typeId=\"t-{name}\">{text}</characteristic>");
    let of = |(id, cells): &(&str, &str)| {
        let parts: Vec<&str> = cells.split('|').collect();
        let names = ["Type", "Speed", "Armour", "CC", "FF", "Weapons", "Range", "Firepower", "Notes", "Unit Notes"];
        let cells: String = names.iter().zip(&parts[1..]).map(|(name, text)| cell(name, text)).collect();
        format!("<profile id=\"{id}\" name=\"{}\"><characteristics>{cells}</characteristics></profile>", parts[0])
    };
    let profiles: String = profiles.iter().map(of).collect();
    format!(
        "<catalogue id=\"c\" name=\"Tests\" gameSystemId=\"none\"><sharedSelectionEntries><selectionEntry id=\"e\" name=\"Crawler\" type=\"model\">{entry}</selectionEntry>{rest}</sharedSelectionEntries><sharedProfiles>{profiles}</sharedProfiles><sharedRules><rule id=\"rites\" name=\"Last Rites\"><description>They sing.</description></rule></sharedRules></catalogue>"
    )
}

#[test]
fn one_model_in_several_profiles_with_options_and_rules_of_its_entry() {
    let folder = tempfile::tempdir().unwrap();
    let links = "<infoLinks><infoLink id=\"1\" targetId=\"p\" type=\"profile\"/><infoLink id=\"2\" targetId=\"q\" type=\"profile\"/><infoLink id=\"3\" targetId=\"rites\" type=\"rule\"/></infoLinks>";
    let cells = "Armoured Vehicle|25cm|4+|5+|5+";
    let mortar = format!("Crawler (Mortar)|{cells}|Mortar|45cm|1BP|Indirect Fire|Walker");
    let ram = format!("Crawler (Ram)|{cells}|Ram|(contact)|Assault Weapons||Walker");
    fs::write(folder.path().join("two.cat"), catalogue(links, &[("p", &mortar), ("q", &ram)], "")).unwrap();
    let (_, out, _) = run(folder.path(), &["import", "two.cat", "--format", "json", "--out", "two.toml"]);
    let told: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&told["units"], &told["complete"]), (&json!(1), &json!(1)), "{out}");
    let reasons: Vec<&str> =
        told["problems"].as_array().unwrap().iter().map(|problem| problem["text"].as_str().unwrap()).collect();
    assert_eq!(reasons, ["Last Rites", "the game system"]);
    let army = fs::read_to_string(folder.path().join("two.toml")).unwrap();
    assert!(army.contains("[units.crawler]") && army.contains("\"Ram\"") && army.contains("\"Mortar\""), "{army}");
    assert!(army.contains("not-simulated = [\"Last Rites\"]"), "{army}");

    let condition = |scope: &str, of: &str| {
        format!(
            "<conditions><condition field=\"selections\" scope=\"{scope}\" type=\"equalTo\" value=\"1\" childId=\"{of}\"/></conditions>"
        )
    };
    let links = format!(
        "<infoLinks><infoLink id=\"1\" targetId=\"p\" type=\"profile\"><modifiers><modifier type=\"set\" field=\"t-Armour\" value=\"3+\">{}</modifier><modifier type=\"set\" field=\"t-FF\" value=\"4+\">{}</modifier><modifier type=\"set\" field=\"t-Ghost\" value=\"4+\"/></modifiers></infoLink></infoLinks>",
        condition("e", "plates"),
        condition("force", "9a3f-77b2-0000")
    );
    let plates = "<selectionEntry id=\"plates\" name=\"Heavy Plates\" type=\"upgrade\"/>";
    fs::write(folder.path().join("one.cat"), catalogue(&links, &[("p", &mortar)], plates)).unwrap();
    let (_, out, _) = run(folder.path(), &["import", "one.cat", "--format", "json", "--out", "one.toml"]);
    assert!(out.contains("t-Ghost") && out.contains("none of the files has"), "{out}");
    let army = fs::read_to_string(folder.path().join("one.toml")).unwrap();
    for part in ["# Options that change it: Heavy Plates: Armour 3+\n", "(unnamed option)\"", "ff = \"4+\""] {
        assert!(army.contains(part), "no {part} in {army}");
    }
    well(folder.path(), &["check", "one.toml", "two.toml"]);
}

#[test]
fn some_units_alone() {
    let folder = samples();
    well(
        folder.path(),
        &["import", "iron-guard.cat", "--unit", "Captain", "--unit", "westmark-colossus", "--out", "two.toml"],
    );
    assert!(well(folder.path(), &["check", "two.toml"]).contains("units: 2"));
    let (code, _, errors) = run(folder.path(), &["import", "iron-guard.cat", "--unit", "Captian"]);
    assert!(
        code == 2 && errors.contains("there is no unit `Captian`") && errors.contains("did you mean `captain`?"),
        "{errors}"
    );
}

#[test]
fn a_file_that_is_named_and_not_there_is_told() {
    let folder = samples();
    fs::remove_file(folder.path().join("common-engines.cat")).unwrap();
    let (code, out, errors) = run(folder.path(), &["import", "iron-guard.cat"]);
    assert!(
        code == 0 && errors.contains("note: the catalogue `Common Engines` is not next to iron-guard.cat"),
        "{errors}"
    );
    assert!(out.contains("units: 5"), "{out}");
}

#[test]
fn hostile_and_broken_files_are_refused_and_leave_nothing_behind() {
    let folder = samples();
    let catalogue = FILES[1].1;
    let cut = &catalogue[..catalogue.len() / 2];
    let other_game = "<catalogue id='x' name='y' gameSystemId='z'><sharedProfiles><profile id='p' name='q' typeName='Model'><characteristics><characteristic name='Toughness'>4</characteristic></characteristics></profile></sharedProfiles></catalogue>";
    let bomb = zipped("a.cat", &vec![b'<'; 40 << 20]);
    let entities = "<!DOCTYPE x [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]><catalogue>&b;</catalogue>";
    for (name, bytes, words) in [
        ("cut.cat", cut.as_bytes().to_vec(), "this is not valid XML"),
        ("cut.catz", zipped("x.cat", catalogue.as_bytes())[..900].to_vec(), "this zip archive is broken"),
        ("bomb.catz", bomb, "unpacked it is longer than 32 MB"),
        ("entities.cat", entities.into(), "a document type has no place in a catalogue"),
        ("deep.cat", format!("<catalogue>{}", "<a>".repeat(500_000)).into(), "nested more than 200 deep"),
        ("other.cat", other_game.into(), "no profile in this file is a unit of a game that is known here"),
        ("page.cat", "<html></html>".into(), "neither a catalogue, a game system nor a roster"),
        ("bytes.cat", vec![0xff; 100], "neither UTF-8 text nor a zip archive"),
        ("empty.cat", Vec::new(), "the file is empty"),
    ] {
        fs::write(folder.path().join(name), bytes).unwrap();
        fs::write(folder.path().join("army.toml"), "as it was").unwrap();
        let (code, out, errors) = run(folder.path(), &["import", name, "--out", "army.toml"]);
        assert!(code == 2 && out.is_empty() && errors.contains(words) && errors.contains(name), "{name}: {errors}");
        assert_eq!(fs::read_to_string(folder.path().join("army.toml")).unwrap(), "as it was");
        // A scenario that names it points at the name.
        fs::write(folder.path().join("battle.toml"), SCENARIO.replace("ARMY", name)).unwrap();
        let (code, _, errors) = run(folder.path(), &["check", "battle.toml"]);
        assert!(code == 2 && errors.contains(words) && errors.contains("battle.toml:2:"), "{name}: {errors}");
    }
    fs::File::create(folder.path().join("long.cat")).unwrap().set_len(100 << 20).unwrap();
    let (code, _, errors) = run(folder.path(), &["import", "long.cat"]);
    assert!(code == 2 && errors.contains("longer than 32 MB"), "{errors}");
    let (code, _, errors) = run(folder.path(), &["import", "iron-guard.cat", "--out", "no/such/folder/army.toml"]);
    assert!(code == 2 && errors.contains("there is no folder `no/such/folder`"), "{errors}");
    // A file that no import has written is not overwritten.
    let catalogue = fs::read(folder.path().join("iron-guard.cat")).unwrap();
    let (code, _, errors) = run(folder.path(), &["import", "iron-guard.cat", "--out", "iron-guard.cat"]);
    assert!(code == 2 && errors.contains("no import has written it"), "{errors}");
    assert_eq!(fs::read(folder.path().join("iron-guard.cat")).unwrap(), catalogue);
}

/// With any content in the cells of a catalogue, `check` accepts the army file produced.
mod any_cells {
    use std::path::Path;
    use std::sync::Arc;

    use battle_odds::armies::element::parse as parse_xml;
    use battle_odds::armies::library::Files;
    use battle_odds::armies::of_files;
    use battle_odds::scenario::{Army, Source, parse};
    use battle_odds::systems::check_army;
    use proptest::prelude::*;

    const PIECES: &str = "(<BR>|<BR><BR>|and |or |2x |D3|D6\\+1|3BP|AP4\\+|/AT5\\+|/AA6\\+|MW2\\+|Small Arms|Assault Weapon|\\(15cm\\)|45cm|\\(contact\\)|Unlimited|Flame Template|n/a|-|\\*|, |Macro-weapon|Titan Killer \\(D3\\)|\\+1A|One Shot|Fearless|2 Sh|Gun|Gun 2|4\\+|\"|'|\\\\|#|é|99|0){0,7}";

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn become_an_army_file_that_is_accepted(
            kind in prop::sample::select(vec!["Infantry", "War Engine", "Aircraft", "War Engine, Aircraft", "Character", "Spacecraft", "Light Vehicle"]),
            speed in prop::sample::select(vec!["15cm", "Bomber", "Fighter", "n/a", "+5cm"]),
            name in "\\PC{0,12}",
            cells in prop::collection::vec(PIECES, 5),
            short in prop::collection::vec("([2-6]\\+|-|7|x){1,2}", 3),
            dc in "[0-9]{0,2}",
        ) {
            let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
            let names = ["Weapons", "Range", "Firepower", "Notes", "Unit Notes", "Armour", "CC", "FF", "Type", "Speed", "DC", "Crit"];
            let texts = cells.iter().chain(&short).map(String::as_str).chain([kind, speed, &dc, "Destroyed"]);
            let cells: String = names
                .iter()
                .zip(texts)
                .map(|(name, text)| format!("<characteristic name=\"{name}\">{}</characteristic>", escape(text)))
                .collect();
            let profile = format!("<profile id=\"a\" name=\"{}\"><characteristics>{cells}</characteristics></profile>", escape(&name));
            let catalogue = format!("<catalogue id=\"c\" name=\"x\"><sharedProfiles>{profile}</sharedProfiles></catalogue>");
            // A name may contain characters that XML does not allow.
            if let Ok(root) = parse_xml(&catalogue) {
                let files = Files { roots: vec![root], missing: Vec::new(), mended: false };
                let import = of_files(Path::new("x.cat"), &files).unwrap();
                let source = Source::new("army.toml", import.toml());
                let root = parse(Arc::clone(&source)).map_err(|problem| TestCaseError::fail(problem.to_string()))?;
                let army = Army::new("army.toml", source, root);
                check_army(&army).map_err(|problem| TestCaseError::fail(problem.to_string()))?;
            }
        }
    }
}
