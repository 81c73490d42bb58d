//! Points and numbers of rosters and cards are sums of what is written: discounts, halves, squads that print the profile of
//! their members, unreadable numbers. The lists are invented.

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

fn well(folder: &Path, arguments: &[&str]) -> String {
    let (code, out) = run(folder, arguments);
    assert_eq!(code, 0, "{out}");
    out
}

fn wrong(folder: &Path, arguments: &[&str]) -> String {
    let (code, out) = run(folder, arguments);
    assert_eq!(code, 2, "{out}");
    out
}

fn profile(name: &str) -> String {
    let cells = ["Type", "Speed", "Armour", "CC", "FF", "Weapons", "Range", "Firepower", "Notes", "Unit Notes"];
    let texts = ["Infantry", "15cm", "5+", "5+", "5+", "Carbines", "30cm", "AP5+", "", ""];
    let cells: String = cells
        .iter()
        .zip(texts)
        .map(|(name, text)| format!("<characteristic name=\"{name}\">{text}</characteristic>"))
        .collect();
    format!(
        "<profile id=\"p-{name}\" name=\"{name}\" typeName=\"Unit\"><characteristics>{cells}</characteristics></profile>"
    )
}

fn costs(points: &str) -> String {
    format!("<costs><cost name=\"pts\" typeId=\"points\" value=\"{points}\"/></costs>")
}

/// A selection with this number and price, with or without a profile of its own, and this content.
fn selection(name: &str, (number, points): (&str, &str), own: Option<&str>, inside: &str) -> String {
    let profiles = own.map_or(String::new(), profile);
    let costs = costs(points);
    format!(
        "<selection name=\"{name}\" number=\"{number}\" type=\"unit\">\n<selections>{inside}</selections><profiles>{profiles}</profiles>{costs}</selection>\n"
    )
}

fn roster(total: &str, selections: &str) -> String {
    let costs = costs(total);
    let rule = "<rules><rule name=\"Initiative\"><description>All have an initiative rating of 2+.</description></rule></rules>";
    format!(
        "<roster name=\"Tests\">{costs}<forces><force name=\"F\">{rule}<selections>\n{selections}</selections></force></forces></roster>"
    )
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// Horde: 4 × 35 = 140, a discount of 30 and one of 10 in an upgrade of an upgrade: 100. Runts: 5 at 2.5 and 3 at 1.5: 17,
/// while each of the two rounded by itself gives 13 + 5 = 18. Odd: 12.5, which is 13 in the army file, with a remark.
/// Together 129.5.
#[test]
fn points_are_sums_of_discounts_and_halves() {
    let discount = selection("Big", ("1", "-30.0"), None, &selection("Bigger", ("1", "-10"), None, ""));
    let horde =
        selection("Horde", ("1", "0"), None, &(selection("Brutes", ("4", "140"), Some("Brute"), "") + &discount));
    let runts = selection("Runts", ("5", "12.5"), Some("Runt"), "") + &selection("Imps", ("3", "4.5"), Some("Imp"), "");
    let all =
        horde + &selection("Swarm", ("1", "0"), None, &runts) + &selection("Odd", ("5", "12.5"), Some("Runt"), "");
    let folder = folder(&[("a.ros", &roster("129.5", &all)), ("b.ros", &roster("150", &all))]);
    let told = well(folder.path(), &["check", "a.ros"]);
    for line in ["horde (100 points): 4 brute", "swarm (17 points): 5 runt, 3 imp", "odd (13 points): 5 runt"] {
        assert!(told.contains(line), "no {line} in {told}");
    }
    let told = well(folder.path(), &["import", "a.ros"]);
    assert!(told.contains("12.5 points in the list\n      points are whole here: 13"), "{told}");
    assert!(!told.contains("own total"), "{told}");
    let told = well(folder.path(), &["import", "b.ros"]);
    assert!(
        told.contains("points · 150\n      the roster's own total, but what it holds costs 129.5 points"),
        "{told}"
    );
}

/// More discount than price: −5 points are not a price, and no other price is written.
#[test]
fn a_sum_below_nothing_is_told() {
    let all = selection("Gift", ("1", "20"), Some("Runt"), &selection("Less", ("1", "-25"), None, ""));
    let folder = folder(&[("a.ros", &roster("-5", &all))]);
    let told = well(folder.path(), &["import", "a.ros", "--out", "a.toml"]);
    assert!(told.contains("-5 points in the list\n      a price is 1 to 100000 points"), "{told}");
    assert!(!fs::read_to_string(folder.path().join("a.toml")).unwrap().contains("\npoints ="));
}

/// The squad shows the profile of its members: four men and their sergeant are five, not six.
#[test]
fn a_squad_that_prints_the_profile_of_its_members_is_no_further_man() {
    let members =
        selection("Guard", ("4", "0"), Some("Guard"), "") + &selection("Sergeant", ("1", "0"), Some("Chief"), "");
    let squad = selection("Guard Squad", ("1", "200"), Some("Guard"), &members);
    let entry = |id: &str, name: &str, number: u32, inside: &str| {
        format!(
            "<selectionEntry id=\"{id}\" name=\"{name}\" type=\"unit\"><constraints><constraint type=\"min\" field=\"selections\" scope=\"parent\" value=\"{number}\"/><constraint type=\"max\" field=\"selections\" scope=\"parent\" value=\"{number}\"/></constraints><infoLinks><infoLink type=\"profile\" targetId=\"p-Guard\"/></infoLinks><selectionEntries>{inside}</selectionEntries>{}</selectionEntry>",
            costs("0")
        )
    };
    let card = entry("c", "Guard Squad", 1, &entry("g", "Guard", 4, ""));
    let catalogue = format!(
        "<catalogue id=\"k\" name=\"Guards\"><selectionEntries>{card}</selectionEntries><sharedProfiles>{}</sharedProfiles></catalogue>",
        profile("Guard")
    );
    let folder = folder(&[("a.ros", &roster("200", &squad)), ("a.cat", &catalogue)]);
    let told = well(folder.path(), &["check", "a.ros"]);
    assert!(told.contains("  guard-squad (200 points): 4 guard, 1 chief\n"), "{told}");
    assert!(well(folder.path(), &["import", "a.ros"]).contains("`Guard` on it is the profile of its members"));
    let told = well(folder.path(), &["check", "a.cat"]);
    assert!(told.contains("  guard-squad: 4 guard\n"), "{told}");
}

/// The card costs 100 and its size, which must be taken, 10 less; the content of the second group is part of it: 4 + 2
/// models for 100 − 10 + 2 × 2.5 = 95 points.
#[test]
fn a_card_holds_all_its_groups_and_what_must_be_taken() {
    let bounds = |number: u32| {
        format!(
            "<constraints><constraint type=\"min\" field=\"selections\" scope=\"parent\" value=\"{number}\"/><constraint type=\"max\" field=\"selections\" scope=\"parent\" value=\"{number}\"/></constraints>"
        )
    };
    let group = |id: &str, number: u32, name: &str, price: &str| {
        let profiles = if name == "Size" { String::new() } else { format!("<profiles>{}</profiles>", profile(name)) };
        format!(
            "<selectionEntryGroup id=\"g{id}\" name=\"G\">{}<selectionEntries><selectionEntry id=\"{id}\" name=\"{name}\" type=\"upgrade\">{profiles}{}</selectionEntry></selectionEntries></selectionEntryGroup>",
            bounds(number),
            costs(price)
        )
    };
    let groups = group("1", 4, "Brute", "0") + &group("2", 2, "Runt", "2.5") + &group("3", 1, "Size", "-10");
    let catalogue = |bounded: &str| {
        format!(
            "<catalogue id=\"k\" name=\"Hordes\"><selectionEntries><selectionEntry id=\"c\" name=\"Horde\" type=\"unit\"><selectionEntryGroups>{}</selectionEntryGroups>{}</selectionEntry></selectionEntries></catalogue>",
            groups.replace("value=\"4\"", bounded),
            costs("100")
        )
    };
    let folder = folder(&[("a.cat", &catalogue("value=\"4.0\"")), ("b.cat", &catalogue("value=\"some\""))]);
    let told = well(folder.path(), &["check", "a.cat"]);
    assert!(told.contains("  horde (95 points): 4 brute, 2 runt\n"), "{told}");
    let told = well(folder.path(), &["import", "b.cat"]);
    assert!(told.contains("how many of `G` there may be is no number"), "{told}");
}

/// The tag of the second selection is on the fourth line, its price on the fifth: one of them is not a number.
#[test]
fn what_cannot_be_read_is_refused_with_its_line() {
    let first = selection("Brutes", ("4.0", "140"), Some("Brute"), "");
    for number in ["many", "", "-1", "2.5", "99999999999", "NaN"] {
        let all = first.clone() + &selection("Runts", (number, "5"), Some("Runt"), "");
        let folder = folder(&[("a.ros", &roster("145", &all))]);
        let told = wrong(folder.path(), &["import", "a.ros"]);
        let words = format!("a.ros: line 4: the number of `Runts` is `{number}`, not a whole number");
        assert!(told.contains(&words), "no {words} in {told}");
    }
    let all = first.clone() + &selection("Runts", ("2", "5 pts"), Some("Runt"), "");
    let folder = folder(&[("a.ros", &roster("145", &all))]);
    let told = wrong(folder.path(), &["check", "a.ros"]);
    assert!(told.contains("line 5: `Runts` costs `5 pts`, which is no number"), "{told}");
}

/// Two squads of 300 are implausibly many, and the second is reported; so is a squad without a profile of the game; one in
/// the older format of a force is found.
#[test]
fn squads_that_do_not_arrive_are_named() {
    let many = |name: &str| selection(name, ("300", "0"), Some("Runt"), "");
    let all = selection("Host", ("1", "30"), None, &(many("Runts") + &many("More Runts")))
        + &selection("Ghosts", ("3", "45"), None, "")
        + "<selection name=\"Rules\" number=\"1\" type=\"upgrade\"/>";
    let old = roster("0", &selection("Line", ("6", "0"), Some("Runt"), ""));
    let old = old.replace("<selections>\n", "<categories><category name=\"Core\"><selections>\n");
    let old = old.replace("</selections></force>", "</selections></category></categories></force>");
    let folder = folder(&[("a.ros", &roster("75", &all)), ("old.ros", &old)]);
    let told = well(folder.path(), &["import", "a.ros"]);
    assert!(told.contains("More Runts\n      600 units"), "{told}");
    assert!(
        told.contains("units · Ghosts\n      no formation, for none of its profiles is a unit of Epic Armageddon"),
        "{told}"
    );
    assert!(!told.contains("Rules"), "{told}");
    assert!(well(folder.path(), &["check", "old.ros"]).contains("  line: 6 runt\n"));
}

/// The matrix gives the initiative that the list leaves open; the rest of the formation comes from the list. Without it the
/// error names the place where it is missing.
#[test]
fn a_matrix_over_a_roster_adds_what_it_says() {
    let all = selection("Line", ("6", "150"), Some("Runt"), "") + &selection("Foes", ("4", "100"), Some("Brute"), "");
    let list = roster("250", &all).replace("of 2+.", "of 1+. Others have an initiative of 2+.");
    let matrix = |own: &str| {
        format!(
            "matrix = \"A field\"\nsystem = \"epic-armageddon\"\narmies = [\"a.ros\"]\nrows = [\"a.*\"]\n{own}\n[[engagements]]\nsteps = [{{ action = \"shoot\", by = \"attacker\", at = \"defender\", range = 30 }}]\ngoal = [\"defender.losses >= 1\"]\n"
        )
    };
    let both = "[formations]\nline = { initiative = \"1+\" }\nfoes = { initiative = \"2+\", points = 90 }";
    let folder = folder(&[("a.ros", &list), ("m.toml", &matrix(both)), ("n.toml", &matrix(""))]);
    let told = well(folder.path(), &["check", "m.toml"]);
    assert!(told.contains("2 rows, 2 columns") && !told.contains("empty"), "{told}");
    well(folder.path(), &["matrix", "m.toml", "--trials", "100", "--quiet"]);
    let told = wrong(folder.path(), &["check", "n.toml"]);
    for words in [
        "a formation needs `initiative`",
        "[formations.line], and below it",
        "this is about n.toml: `line` against `line`",
    ] {
        assert!(told.contains(words), "no {words} in {told}");
    }
    assert!(!told.contains("[formations.attacker]"), "{told}");
}

#[test]
fn lists_in_other_forms_are_called_what_they_are() {
    let json = "{\"list\": {\"name\": \"A\", \"forces\": []}}";
    let run = "{\"version\": \"0.1.0\", \"command\": \"battle-odds run\", \"scenarios\": []}";
    let folder = folder(&[
        ("list.json", json),
        ("list.ros", json),
        ("run.json", run),
        ("a.toml", "{\"roster\": {\"name\": \"A\", \"forces\": []}}"),
        ("list.txt", "ARMY - 3000 POINTS\n- Six Runts (150 points)\n"),
        ("page.cat", "<!DOCTYPE html><html></html>"),
        ("list.xml", &roster("1", "")),
        ("s.toml", "system = \"epic-armageddon\"\narmies = [\"list.json\"]\n"),
        ("list.zip", "PK\u{3}\u{4}"),
    ]);
    let cases: [(&str, &[&str], &str, &str); 10] = [
        ("import", &["list.json"], "list.json: this is JSON, but no roster", "as .json, .ros or .rosz"),
        ("import", &["list.ros"], "list.ros: this is JSON, but no roster", "as .json, .ros or .rosz"),
        ("run", &["list.json"], "this is JSON, but no roster", "as .json, .ros or .rosz"),
        ("check", &["s.toml"], "list.json: this is JSON, but no roster", "as .json, .ros or .rosz"),
        ("check", &["run.json"], "run.json: this is what a run of battle-odds has written", "name the army"),
        ("run", &["a.toml"], "without its ending: name it …", ".json"),
        ("import", &["list.txt"], "this is a list as plain text", "--with army.toml"),
        ("import", &["page.cat"], "this is a web page", "download the file itself"),
        ("check", &["list.xml"], "without its ending: name it …", ".ros"),
        ("run", &["list.zip"], "this is a zip archive", ".rosz"),
    ];
    for (command, file, what, help) in cases {
        let told = wrong(folder.path(), &[&[command], file].concat());
        assert!(told.contains(what) && told.contains(help), "{command} {file:?}: {told}");
    }
}
