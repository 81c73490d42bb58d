//! The printed schemas fit every shipped file, as checked by an independent validator.

use std::fs;

use battle_odds::systems::SYSTEMS;
use battle_odds::systems::schema::joined;
use serde_json::Value;

use super::shipped::shipped;

fn read(text: &str) -> Value {
    toml::from_str(text).unwrap()
}

#[test]
fn every_shipped_file_fits_its_schema() {
    let all = joined(SYSTEMS.iter().map(|system| (system.key.to_owned(), system.schema_of_files())));
    let all = jsonschema::validator_for(&all).unwrap();
    for system in SYSTEMS {
        let schema = jsonschema::validator_for(&system.schema_of_files()).unwrap();
        let mut fitting = 0;
        for path in shipped() {
            let file = read(&fs::read_to_string(&path).unwrap());
            if file["system"] != system.key {
                continue;
            }
            fitting += 1;
            let wrong: Vec<String> = schema.iter_errors(&file).map(|error| error.to_string()).take(1).collect();
            assert!(wrong.is_empty(), "{}: {:.2000}", path.display(), wrong[0]);
            assert!(all.is_valid(&file), "{}", path.display());
        }
        assert!(fitting > 10, "{}: {fitting}", system.key);
    }
}

#[test]
fn what_the_program_refuses_does_not_fit() {
    let schema = jsonschema::validator_for(&SYSTEMS[0].schema_of_files()).unwrap();
    let matrix = "matrix = \"M\"\nsystem = \"epic-armageddon\"\nrows = [\"*\"]\n[formations.a]\ninitiative = \"1+\"\npoints = 100\n\
                  units = [{ unit = \"b\", count = 2 }]\n[units.b]\ntype = \"infantry\"\n[[engagements]]\nweight = 2\n\
                  steps = [{ action = \"shoot\", by = \"attacker\", at = \"defender\", order = \"advance\", range = 30 }]\n";
    assert!(schema.is_valid(&read(matrix)));
    for (from, to) in [
        ("rows", "row"),
        ("weight", "wight"),
        ("range", "rang"),
        ("count", "cout"),
        ("\"shoot\"", "\"shot\""),
        ("rows = [\"*\"]", "rows = 1"),
        ("infantry", "infant"),
    ] {
        assert!(!schema.is_valid(&read(&matrix.replace(from, to))), "{to}");
    }
}
