//! Matrix files that are read, and those that are refused.

use std::fs;

use super::matrix::{Matrix, ROLES, is_like};
use super::node::Value;
use super::{Armies, Problem};

const FILE: &str = r#"matrix = "A field"
system = "epic-armageddon"
rows = ["b*", "marines"]
[formations.boyz]
points = 200
side = "orks"
[formations.bikes]
points = 150
[formations.marines]
points = 300
[[engagements]]
name = "storm"
weight = 2
goal = ["attacker.won"]
steps = [{ action = "assault", by = "attacker", at = "defender" }]
"#;

fn read(text: &str) -> Result<Matrix, Problem> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("field.toml");
    fs::write(&path, text).unwrap();
    Matrix::read(&path, &[], &Armies::default(), |_| None)
}

#[test]
fn patterns_choose_formations_in_written_order() {
    for (pattern, name, fits) in [
        ("b*", "boyz", true),
        ("*", "", true),
        ("orks.*", "orks.boyz", true),
        ("b*z", "bozo", false),
        ("a*a*", "aba", true),
    ] {
        assert_eq!(is_like(pattern, name), fits, "{pattern} {name}");
    }
    let matrix = read(FILE).unwrap();
    let names: Vec<&str> = matrix.rows.iter().map(|&row| matrix.name(row)).collect();
    assert_eq!((names, matrix.columns.len(), matrix.both_ways), (vec!["boyz", "bikes", "marines"], 3, true));
    assert_eq!((matrix.engagements[0].name.as_str(), matrix.engagements[0].weight), ("storm", 2.0));
}

#[test]
fn a_cell_is_a_scenario_of_an_attacker_and_a_defender() {
    let scenario = read(FILE).unwrap().scenario(0, 2, 0).unwrap();
    let formations = scenario.root.child("formations").unwrap();
    let points = |role: &str| formations.child(role).unwrap().child("points").unwrap().value.describe();
    assert_eq!(ROLES.map(points), ["300", "200"]);
    assert!(formations.child("defender").unwrap().child("side").is_none() && formations.child("boyz").is_none());
    assert_eq!(
        (scenario.goal[0].0.as_str(), scenario.variant.as_str()),
        ("attacker.won", "storm: marines against boyz")
    );
}

#[test]
fn a_battle_has_the_names_of_its_formations() {
    let matrix = read(FILE).unwrap();
    let scenario = matrix.battle("storm: marines against boyz").unwrap();
    let steps = scenario.root.child("steps").unwrap();
    let Value::List(steps) = &steps.value else { panic!("no list") };
    assert_eq!(["by", "at"].map(|key| steps[0].child(key).unwrap().value.describe()), ["\"marines\"", "\"boyz\""]);
    assert!(scenario.root.child("formations").unwrap().child("marines").is_some());
    assert_eq!((scenario.goal[0].0.as_str(), scenario.title.as_str()), ("marines.won", "storm: marines against boyz"));
    let shown = matrix.battle("storm: marine against boyz").unwrap_err().to_string();
    assert!(shown.contains("did you mean `storm: marines against boyz`?"), "{shown}");
}

#[test]
fn who_meets_whom_follows_from_their_prices() {
    let band = |factor: &str| read(&FILE.replace("rows =", &format!("price-band = {factor}\nrows ="))).unwrap();
    let meets = |matrix: &Matrix| [(0, 1), (0, 2), (1, 2)].map(|(one, other)| matrix.counts(one, other));
    // 200, 150 and 300 points.
    assert_eq!(meets(&read(FILE).unwrap()), [Some([1, 1]); 3]);
    assert_eq!(meets(&band("1.5")), [Some([1, 1]), Some([1, 1]), None]);
    let shown = read(&FILE.replace("rows =", "price-band = 0.5\nrows =")).unwrap_err().to_string();
    assert!(shown.contains("a factor from 1 on") && shown.contains("field.toml:3:14"), "{shown}");
    let matched = read(&FILE.replace("rows =", "match = 'points'\nrows =")).unwrap();
    assert_eq!(meets(&matched), [Some([3, 4]), Some([3, 2]), Some([2, 1])]);
    assert!(matched.scenario(0, 0, 2).unwrap().root.child("formations").unwrap().child("attacker-3").is_some());
    let shown = read(&FILE.replace("rows =", "match = 'point'\nrows =")).unwrap_err().to_string();
    assert!(shown.contains("did you mean `points`?"), "{shown}");
}

#[test]
fn formations_and_units_of_armies_can_be_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("field.toml");
    let army = "army = \"Orks\"\n[units.boy]\narmour = \"6+\"\nabilities = [\"mob\", \"leader 2\"]\n";
    fs::write(folder.path().join("orks.toml"), army).unwrap();
    fs::write(&path, FILE.replace("rows", "armies = [\"orks.toml\"]\nrows")).unwrap();
    let sets = ["formations.boyz.points=250", "units.boy.armour=4+"].map(str::to_owned);
    let mut matrix = Matrix::read(&path, &sets, &Armies::default(), |_| None).unwrap();
    assert_eq!(matrix.entrants[0].points, 250);
    let boy = |matrix: &Matrix, key: &str| {
        let scenario = matrix.scenario(0, 0, 1).unwrap();
        scenario.armies[0].root.child("units").unwrap().child("boy").unwrap().child(key).unwrap().value.describe()
    };
    assert_eq!(boy(&matrix, "armour"), "\"4+\"");
    let print = |matrix: &Matrix, row: usize| matrix.fingerprint(&matrix.scenario(0, row, 1).unwrap());
    let before = print(&matrix, 0);
    assert!(before != print(&matrix, 1) && before == print(&matrix, 0));
    matrix.knock_out("leader").unwrap();
    assert_eq!(boy(&matrix, "abilities"), "a list of 1");
    assert!(before != print(&matrix, 0));
    let shown = matrix.knock_out("mobb").unwrap_err().to_string();
    assert!(shown.contains("did you mean `mob`?") && shown.contains("--knockout"), "{shown}");
}

/// If two have the same name, neither is chosen silently.
#[test]
fn a_formation_or_a_unit_of_two_armies_is_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("field.toml");
    for army in ["red", "blue"] {
        let text = format!(
            "army = '{army}'\n[units.boy]\narmour = '6+'\n[formations.band]\npoints = 100\nunits = ['{army}']\n\
                 [formations.{army}]\npoints = 100\nunits = ['boy']\n"
        );
        fs::write(folder.path().join(format!("{army}.toml")), text).unwrap();
    }
    let read = |rows: &str, armies: &str, set: &str| {
        let text = FILE.replace("rows = [\"b*\", \"marines\"]", &format!("rows = {rows}\narmies = [{armies}]"));
        fs::write(&path, text).unwrap();
        let sets: Vec<String> = (!set.is_empty()).then(|| set.to_owned()).into_iter().collect();
        Matrix::read(&path, &sets, &Armies::default(), |_| None)
    };
    let (both, apart) = ("'red.toml', 'blue.toml'", "'red.toml', { file = 'blue.toml', as = 'b' }");
    let shown = read("['*']", both, "").unwrap_err().to_string();
    assert!(shown.contains("two of the armies have a formation `band`"), "{shown}");
    assert!(shown.contains("field.toml:4:23") && shown.contains("the other is red.toml"), "{shown}");
    let shown = read("['blue']", both, "units.boy.armour=4+").unwrap_err().to_string();
    assert!(shown.contains("two of the armies have a unit `boy`") && shown.contains("--set:1:"), "{shown}");
    let matrix = read("['blue.band', 'red']", both, "").unwrap();
    let scenario = matrix.scenario(0, 0, 1).unwrap();
    let units = scenario.root.child("formations").unwrap().child("attacker").unwrap().child("units").unwrap();
    assert_eq!(units.texts("units").unwrap()[0].0, "blue");
    let matrix = read("['*']", apart, "units.b-boy.armour=4+").unwrap();
    let names: Vec<&str> = matrix.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    assert_eq!(names, ["boyz", "bikes", "marines", "band", "red", "b-band", "b-blue"]);
    let scenario = matrix.scenario(0, 0, 1).unwrap();
    let armour = |army: usize, name: &str| {
        scenario.armies[army]
            .root
            .child("units")
            .unwrap()
            .child(name)
            .unwrap()
            .child("armour")
            .unwrap()
            .value
            .describe()
    };
    assert_eq!((armour(0, "boy"), armour(1, "b-boy")), ("\"6+\"".into(), "\"4+\"".into()));
    // A file that says itself what is in a formation means that one.
    let own = FILE.replace("points = 200", "points = 200\nunits = ['mine']").replace("boyz", "band");
    fs::write(&path, own.replace("rows", &format!("armies = [{both}]\nrows"))).unwrap();
    assert_eq!(Matrix::read(&path, &[], &Armies::default(), |_| None).unwrap().entrants.len(), 3 + 1);
}

#[test]
fn mistakes_are_pointed_at() {
    for (file, words, place) in [
        (FILE.replace("marines\"]", "marine\"]"), "did you mean `marines`?", "field.toml:3:15"),
        (FILE.replace("matrix = \"A field\"", ""), "a matrix file begins with", "field.toml"),
        (FILE.replace("points = 300", "initiative = \"1+\""), "`marines` has no `points`", "field.toml:3:15"),
        (FILE.replace("weight = 2", "weight = 0"), "a weight", "field.toml:13:10"),
        (FILE.replace("[[engagements]]", "[[engagement]]"), "at least one [[engagements]]", "field.toml"),
    ] {
        let shown = read(&file).unwrap_err().to_string();
        assert!(shown.contains(words) && shown.contains(place), "no {words} or {place} in {shown}");
    }
}
