//! The design holds: imports point one way, files stay one concept long, and the table of sections names what exists.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use battle_odds::systems::{SYSTEMS, Status};

pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// What each layer may import.
const LAYERS: &[(&str, &[&str])] = &[
    ("engine", &["engine"]),
    ("stats", &["stats", "engine"]),
    ("armies", &["armies"]),
    ("scenario", &["scenario", "armies"]),
    ("systems", &["systems", "scenario", "engine"]),
    ("report", &["report", "stats", "engine"]),
    ("cli", &["cli", "report", "systems", "scenario", "armies", "stats", "engine"]),
];

#[test]
fn imports_point_one_way() {
    for (layer, allowed) in LAYERS {
        for path in sources(&root().join(layer)) {
            let text = fs::read_to_string(&path).expect("a source");
            for (number, line) in text.lines().enumerate() {
                for (place, _) in line.match_indices("crate::") {
                    let name: String =
                        line[place + 7..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                    let fine = allowed.contains(&name.as_str()) || name.is_empty();
                    assert!(fine, "{}:{}: {layer} may not import {name}", path.display(), number + 1);
                }
            }
        }
    }
}

#[test]
fn one_file_each_knows_the_generator_and_the_threads() {
    for path in sources(&root()) {
        let text = fs::read_to_string(&path).expect("a source");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if code.contains("use rand") {
            assert_eq!(name, "sampled.rs");
        }
        if code.contains("rayon::prelude") {
            assert!(["simulate.rs", "exact.rs"].contains(&name.as_str()), "{name}");
        }
    }
}

/// Every function or type that the table of sections names is defined in the system's own folder, and no section stands
/// twice.
#[test]
fn the_tables_of_sections_name_what_exists() {
    for system in SYSTEMS {
        let folder = root().join("systems").join(system.key.replace('-', "_"));
        let code: String = sources(&folder)
            .iter()
            .chain(&sources(&root().join("engine")))
            .map(|path| fs::read_to_string(path).expect("a source"))
            .collect();
        let mut seen = BTreeMap::new();
        for section in system.sections {
            assert!(seen.insert(section.key, ()).is_none(), "section {} stands twice", section.key);
            let Status::Simulated(places) = &section.status else { continue };
            for word in places.split([',', ';']).filter(|word| word.contains("::")) {
                let Some(place) = word.split_whitespace().find(|word| word.contains("::")) else { continue };
                let name =
                    place.rsplit("::").next().unwrap_or(place).trim_matches(|c: char| !c.is_alphanumeric() && c != '_');
                let defined = ["fn ", "struct ", "enum ", "static ", "const ", "pub "].iter().any(|keyword| {
                    code.match_indices(&format!("{keyword}{name}")).any(|(at, found)| {
                        !code[at + found.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
                    })
                }) || code.contains(&format!("    {name},\n"))
                    || code.contains(&format!("    {name}(Vec<Need>)"));
                assert!(defined, "§{}: {place} is not defined", section.key);
            }
        }
    }
}

/// Sections that rule functions cite exist in the table.
#[test]
fn the_sections_cited_exist() {
    for system in SYSTEMS {
        let folder = root().join("systems").join(system.key.replace('-', "_"));
        let known: Vec<&str> = system.sections.iter().map(|section| section.key).collect();
        for path in sources(&folder) {
            let text = fs::read_to_string(&path).expect("a source");
            for (place, sign) in text.match_indices('§') {
                let cited: String =
                    text[place + sign.len()..].chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
                let cited = cited.trim_end_matches('.');
                let chapter = known.iter().any(|known| known.starts_with(&format!("{cited}.")));
                assert!(chapter || known.contains(&cited), "{}: §{cited} is in no table", path.display());
            }
            // A book without numbers is cited by line: L1088.
            if known.iter().all(|key| key.starts_with('L')) {
                for word in text.split(|c: char| !c.is_alphanumeric()) {
                    let line = word.strip_prefix('L').is_some_and(|line| line.parse::<u32>().is_ok());
                    assert!(!line || known.contains(&word), "{}: {word} is in no table", path.display());
                }
            }
        }
    }
}
