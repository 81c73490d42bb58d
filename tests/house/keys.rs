//! README has every key of every rulebook, as the types say.

use std::fs;
use std::path::Path;

use battle_odds::report::keys::{Table, tables};
use battle_odds::systems::SYSTEMS;
use battle_odds::systems::schema::of_matrices;

#[test]
fn readme_has_every_key_as_the_types_have_it() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    for system in SYSTEMS {
        has(&readme, system.key, &tables("scenario", &system.schema()));
    }
    has(&readme, "matrix", &tables("matrix", &of_matrices()));
}

fn has(readme: &str, key: &str, tables: &[Table]) {
    let keys: Vec<String> = tables.iter().map(Table::markdown).collect();
    assert!(
        readme.contains(&keys.join("\n")),
        "README's tables of {key} are not those of `battle-odds keys {key} --markdown`: put its output there"
    );
}

#[test]
fn every_key_says_what_it_means() {
    for system in SYSTEMS {
        for table in tables("scenario", &system.schema()).into_iter().chain(tables("matrix", &of_matrices())) {
            let silent: Vec<&str> =
                table.keys.iter().filter(|key| key.about.is_empty()).map(|key| key.name.as_str()).collect();
            assert!(silent.is_empty(), "{}: {}: {silent:?}", system.key, table.name);
            assert!(!table.about.is_empty(), "{}: {}", system.key, table.name);
        }
    }
}
