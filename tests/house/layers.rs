//! The design holds where the compiler does not keep it (each room is a crate): each file knows only its own trade, and the table
//! of sections names what exists and is used.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use battle_odds::systems::{SYSTEMS, Status, System};

use crate::modules::{Modules, sources};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Whether a path names a room or something in it.
fn inside(path: &str, room: &str) -> bool {
    path.strip_prefix(room).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// The sources of a system.
pub fn folder(system: &System) -> PathBuf {
    root().join("games").join(system.key.replace('-', "_"))
}

/// What only some rooms or files may use: file formats, threads, random numbers, input and output.
const KNOWN_TO: &[(&str, &[&str])] = &[
    ("rand", &["engine::sampled"]),
    ("rand_distr", &["engine::sampled"]),
    ("rand_xoshiro", &["engine::sampled"]),
    (
        "rayon",
        &[
            "engine::simulate",
            "engine::paired_run",
            "engine::exact",
            "engine::mixed",
            "engine::splitting",
            "scenario::army_ref",
            "studies",
            "cli",
        ],
    ),
    ("std::thread", &["cli"]),
    ("toml", &["scenario", "armies"]),
    ("quick_xml", &["armies"]),
    ("zip", &["armies"]),
    ("polib", &["words"]),
    ("csv", &["report", "cli"]),
    ("codespan_reporting", &["scenario"]),
    ("std::fs", &["scenario", "armies", "cli"]),
    ("std::process", &["cli"]),
    ("std::env", &["cli"]),
    ("clap", &["cli"]),
    // All output goes through code that makes text from files harmless for a terminal; progress bars draw themselves.
    ("indicatif", &["cli::progress"]),
    ("std::io::stdout", &["cli::out"]),
    ("std::io::Stdout", &["cli::out"]),
    ("std::io::stderr", &["cli::out"]),
    ("std::io::Stderr", &["cli::out"]),
    ("print", &[]),
    ("println", &[]),
    ("eprint", &[]),
    ("eprintln", &[]),
    ("dbg", &[]),
    // And all rows go through code that lets no cell be a formula.
    ("csv::Writer", &["report::dialect"]),
    ("csv::WriterBuilder", &["report::dialect"]),
];

#[test]
fn each_knows_only_its_own_trade() {
    let modules = Modules::read(&root());
    let mut wrong = BTreeSet::new();
    for (from, path) in modules.foreign() {
        let (from, path) = (from.join("::"), path.join("::"));
        for (thing, rooms) in KNOWN_TO.iter().filter(|(thing, _)| inside(&path, thing)) {
            if !rooms.iter().any(|room| inside(&from, room)) {
                wrong.insert(format!("{from} uses {thing}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", Vec::from_iter(wrong).join("\n"));
}

/// What the program says depends on values and on the thread that says it, never on the whole process: of two who ask at the same
/// time each gets his own language, width and dialect.
#[test]
fn nothing_process_wide_changes_what_is_said() {
    for path in ["words", "report", "studies", "cli"].iter().flat_map(|room| sources(&root().join(room))) {
        let text = fs::read_to_string(&path).expect("a source");
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let is_shared = |line: &&str| {
            let is_changeable = ["Atomic", "Mutex", "RwLock"].iter().any(|lock| line.contains(lock));
            line.trim_start().trim_start_matches("pub ").starts_with("static ") && is_changeable
        };
        assert_eq!(code.lines().find(is_shared), None, "{}", path.display());
    }
}

/// Every function or type that the table of sections names is defined in the system's own folder, in what all systems share
/// or in the engine, by its whole path, and no section appears twice.
#[test]
fn the_tables_of_sections_name_what_exists() {
    let modules = Modules::read(&root());
    let mut wrong = Vec::new();
    for system in SYSTEMS {
        let own = system.key.replace('-', "_");
        let mut seen = BTreeSet::new();
        for section in system.sections {
            assert!(seen.insert(section.key), "section {} stands twice", section.key);
            let Status::Simulated(places) = &section.status else { continue };
            let words = places.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
            for place in words.filter(|word| word.contains("::")) {
                let path: Vec<&str> = place.split("::").collect();
                let rooms: [&[&str]; 3] = [&["games", &own], &["plan"], &["engine"]];
                let defined = rooms.iter().any(|room| modules.defines(room, &path));
                if !defined {
                    wrong.push(format!("{}: {place}", section.key));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "not defined: {wrong:#?}");
}

/// What plays a section is used: it appears somewhere other than in its definition, the table of sections and tests.
#[test]
fn the_tables_of_sections_name_what_is_used() {
    let is_tests = |path: &PathBuf| path.to_string_lossy().contains("tests") || path.ends_with("sections.rs");
    let text = |path: PathBuf| {
        let text = fs::read_to_string(path).expect("a source");
        text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned()
    };
    let read = |folder: &Path| sources(folder).into_iter().filter(|path| !is_tests(path)).map(text);
    let shared: Vec<String> = read(&root().join("plan")).chain(read(&root().join("engine"))).collect();
    let mut wrong = Vec::new();
    for system in SYSTEMS {
        let own: Vec<String> = read(&folder(system)).collect();
        let lines =
            own.iter().chain(&shared).flat_map(|text| text.lines()).filter(|line| !line.trim().starts_with("//"));
        let mut used = BTreeSet::new();
        for line in lines {
            let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
            let defines =
                |word: &str| ["fn", "struct", "enum", "trait", "const", "static", "mod", "type"].contains(&word);
            let uses = words.iter().enumerate().filter(|(at, _)| *at == 0 || !defines(words[at - 1]));
            used.extend(uses.map(|(_, word)| *word));
        }
        for section in system.sections {
            let Status::Simulated(places) = &section.status else { continue };
            let words = places.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
            for place in words.filter(|word| word.contains("::")) {
                let last = place.rsplit("::").next().unwrap_or_default();
                if !used.contains(last) {
                    wrong.push(format!("{} {}: {place}", system.key, section.key));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "used by nobody: {wrong:#?}");
}

/// Sections cited by rule functions exist in the table.
#[test]
fn the_sections_cited_exist() {
    for system in SYSTEMS {
        let known: Vec<&str> = system.sections.iter().map(|section| section.key).collect();
        for path in sources(&folder(system)) {
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
