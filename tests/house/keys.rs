//! The pages next to the scenarios have every key, as defined by the types.

use std::fs;
use std::path::Path;

use battle_odds::report::keys::{Table, tables};
use battle_odds::systems::SYSTEMS;
use battle_odds::systems::schema::{of_armies, of_matrices};
use battle_odds::words::keys::MOVES_MOST_FIRST;
use battle_odds::words::{Language, speaking};

#[test]
fn the_pages_have_every_key_as_the_types_have_it() {
    for system in SYSTEMS {
        has(system.key, || tables("scenario", &system.schema()));
    }
    has("matrix", || tables("matrix", &of_matrices()));
}

fn has(key: &str, tables: impl Fn() -> Vec<Table>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(key);
    for (page, language, option) in [("README.md", Language::English, "en"), ("README.fr.md", Language::French, "fr")] {
        let keys: Vec<String> = speaking(language, || tables().iter().map(Table::markdown).collect());
        let page = folder.join(page);
        assert!(
            fs::read_to_string(&page).unwrap().contains(&keys.join("\n")),
            "the tables of {} are not those of `battle-odds keys {key} --markdown --lang {option}`: put its output there",
            page.display()
        );
    }
}

#[test]
fn every_key_says_what_it_means() {
    for system in SYSTEMS {
        let files = tables("matrix", &of_matrices()).into_iter().chain(tables("army", &of_armies()));
        for table in tables("scenario", &system.schema()).into_iter().chain(files) {
            let silent: Vec<&str> =
                table.keys.iter().filter(|key| key.about.is_empty()).map(|key| key.name.as_str()).collect();
            assert!(silent.is_empty(), "{}: {}: {silent:?}", system.key, table.name);
            assert!(!table.about.is_empty(), "{}: {}", system.key, table.name);
        }
    }
}

#[test]
fn what_is_ranked_is_a_key_of_a_game() {
    let known: Vec<String> = SYSTEMS
        .iter()
        .flat_map(|system| tables("scenario", &system.schema()))
        .flat_map(|table| table.keys.into_iter().map(|key| key.name))
        .collect();
    for key in MOVES_MOST_FIRST {
        assert!(known.iter().any(|name| name == key), "`{key}` is a key of no game");
    }
}
