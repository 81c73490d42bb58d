//! Rosters as New Recruit's JSON: the same formations and points as those of the same list in XML. The lists are invented.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use battle_odds::armies::element::{self, Element};
use serde_json::{Map, Value};
use tempfile::TempDir;

/// All output of a command that ends well.
fn well(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::cargo_bin("battle-odds").unwrap();
    let output = command.env("BATTLE_ODDS_LANG", "en").current_dir(folder).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(output.stderr));
    text(output.stdout) + &text(output.stderr)
}

/// An element as New Recruit writes it: containers are lists, attributes keys, numbers and truths typed.
fn json(element: &Element) -> Value {
    let typed = |key: &str, text: &str| match text.parse::<f64>() {
        Ok(number) if ["number", "value", "battleScribeVersion"].contains(&key) => number.into(),
        _ => text.parse::<bool>().map_or_else(|_| text.into(), Value::from),
    };
    let mut keys: Map<String, Value> =
        element.attributes.iter().map(|(key, text)| (key.clone(), typed(key, text))).collect();
    for child in &element.children {
        let value = match child.name.as_str() {
            "description" => child.text.as_str().into(),
            _ => child.children.iter().map(json).collect(),
        };
        keys.insert(child.name.clone(), value);
    }
    if !element.text.trim().is_empty() {
        keys.insert("$text".to_owned(), element.text.as_str().into());
    }
    Value::Object(keys)
}

fn converted(text: &str) -> String {
    serde_json::json!({ "roster": json(&element::parse(text).unwrap()) }).to_string()
}

#[test]
fn a_list_in_json_is_the_same_list() {
    let folder = TempDir::new().unwrap();
    for list in ["westmark", "fenmark", "rimguard", "dune-men"] {
        let text = fs::read_to_string(format!("tests/import/{list}.ros")).unwrap();
        fs::write(folder.path().join("list.ros"), &text).unwrap();
        fs::write(folder.path().join("list.json"), converted(&text)).unwrap();
        let army = |file: &str| {
            let told = well(folder.path(), &["import", file, "--out", "army.toml"]);
            let army = fs::read_to_string(folder.path().join("army.toml")).unwrap();
            (told, army.replace(file, "list"))
        };
        let (told, xml) = army("list.ros");
        assert_eq!(army("list.json"), (told, xml.clone()), "{list}");
        assert!(xml.contains("[formations.") && xml.contains("points = "), "{list}: {xml}");
    }
}

/// A list as it is exported: in one line, with keys that mean nothing here.
const EXPORTED: &str = r#"{"roster":{"costs":[{"name":"pts","typeId":"points","value":175}],"costLimits":[{"name":"pts","typeId":"points","value":3000}],"forces":[{"rules":[{"name":"Initiative","hidden":false,"id":"r1","description":"All its formations have an initiative rating of 2+."}],"selections":[{"selections":[{"profiles":[{"characteristics":[{"name":"Type","typeId":"c1","$text":"Infantry"},{"name":"Speed","typeId":"c2","$text":"15cm"},{"name":"Armour","typeId":"c3","$text":"5+"},{"name":"CC","typeId":"c4","$text":"6+"},{"name":"FF","typeId":"c5","$text":"5+"},{"name":"Weapons","typeId":"c6","$text":"Carbines"},{"name":"Range","typeId":"c7","$text":"30cm"},{"name":"Firepower","typeId":"c8","$text":"AP5+"},{"name":"Notes","typeId":"c9"},{"name":"Unit Notes","typeId":"c10"}],"id":"p1","name":"Heath Rifles","hidden":false,"typeId":"t1","typeName":"Unit","from":"entry"}],"costs":[{"name":"pts","typeId":"points","value":25}],"id":"3s5v0z","name":"Heath Rifles","entryId":"e1::e2","number":6,"type":"model","from":"entry"}],"categories":[{"id":"k1","name":"Core","entryId":"k1","primary":true}],"costs":[{"name":"pts","typeId":"points","value":150}],"id":"3jd4s1e","name":"Heath Company","entryId":"e1::e3","number":1,"type":"unit","from":"entry"}],"id":"f1","name":"Army","entryId":"f2","catalogueId":"c","catalogueRevision":28,"catalogueName":"Heath"}],"id":"30w579p","name":"Heath","battleScribeVersion":2.03,"generatedBy":"https://newrecruit.example","gameSystemId":"g","gameSystemName":"Epic","xmlns":"http://www.battlescribe.net/schema/rosterSchema"}}"#;

#[test]
fn an_exported_list_fights_as_it_is() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("heath.json"), EXPORTED).unwrap();
    let told = well(folder.path(), &["check", "heath.json"]);
    assert!(told.contains("heath-company"), "{told}");
    let scenario = "system = \"epic-armageddon\"\narmies = [\"heath.json\", { file = \"heath.json\", as = \"red\" }]\n\
        [[steps]]\naction = \"shoot\"\nby = \"heath-company\"\nat = \"red-heath-company\"\nrange = 30\n";
    fs::write(folder.path().join("s.toml"), scenario).unwrap();
    let told = well(folder.path(), &["run", "s.toml", "--trials", "200"]);
    assert!(told.contains("red-heath-company"), "{told}");
    let asked = ["--system", "epic-armageddon", "--army", "heath.json", "--attacker", "heath-company", "--quiet"];
    well(folder.path(), &[&["new", "fight.toml"], &asked[..]].concat());
    assert!(fs::read_to_string(folder.path().join("fight.toml")).unwrap().contains("armies = [\"heath.json\""));
}

#[test]
fn a_wrong_number_is_told_without_a_line() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("heath.json"), EXPORTED.replace("\"number\":6", "\"number\":\"six\"")).unwrap();
    let output = Command::cargo_bin("battle-odds")
        .unwrap()
        .env("BATTLE_ODDS_LANG", "en")
        .current_dir(folder.path())
        .args(["import", "heath.json"])
        .output();
    let told = String::from_utf8(output.unwrap().stderr).unwrap();
    assert!(told.contains("heath.json: the number of `Heath Rifles` is `six`, not a whole number"), "{told}");
}
