//! Reports, commands, statistics and the reading of scenarios know no game: what they need to know of one is data of its
//! rulebook.

use std::collections::BTreeSet;
use std::fs;

use battle_odds::systems::SYSTEMS;

use crate::layers::root;
use crate::modules::sources;

/// The rooms that serve every rulebook.
const ROOMS: [&str; 6] = ["report", "studies", "cli", "scenario", "stats", "systems"];

/// Words of a rulebook that are also plain English or programming terms, and are used as such in these rooms: a leader is
/// the candidate in the lead, a machine a computer, items are those of a list in a JSON Schema, `hold` is what an interval
/// does; `m`, `s` and `t` are one letter of a program, of a second and of a type, and text is escaped. A page has a body
/// and small print, its colours are soft, and a drawing on it has edges and targets; what is lost is lost in every game, each
/// of which is played in turns. The army lists of every game sell formations on cards, and characters who join them.
const PLAIN: &[&str] = &[
    "acts",
    "all",
    "always",
    "and",
    "ap",
    "at",
    "back",
    "below",
    "beside",
    "block",
    "body",
    "broken",
    "cards",
    "centre",
    "character",
    "column",
    "distance",
    "double",
    "edge",
    "engagement",
    "escaped",
    "evenly",
    "fall",
    "first",
    "front",
    "head",
    "height",
    "high",
    "hold",
    "in-order",
    "inside",
    "items",
    "joins",
    "keep",
    "leader",
    "left",
    "line",
    "lost",
    "low",
    "m",
    "machine",
    "margin",
    "move",
    "moved",
    "near",
    "never",
    "none",
    "nothing",
    "open",
    "or",
    "orders",
    "passed",
    "pooled",
    "power",
    "ready",
    "repaired",
    "retain",
    "right",
    "s",
    "side",
    "small",
    "soft",
    "stands",
    "steady",
    "t",
    "targets",
    "test",
    "tested",
    "to",
    "turns",
    "under",
    "with",
];

/// The words of all rulebooks: metrics, keys that name formations and units, and every name that a scenario can write, such
/// as abilities, types of units, actions and terrains. Those are in tables, `("infantry", UnitType::Infantry)`, or are the
/// variants of an enum that is read with `rename_all = "kebab-case"`. Readings are sentences rather than names.
fn vocabulary() -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for system in SYSTEMS {
        words.extend(system.metrics.iter().map(|metric| metric.name));
        words.extend([system.naming.formations, system.naming.units, system.naming.others].concat());
    }
    let mut words: BTreeSet<String> = words.into_iter().map(str::to_owned).collect();
    for path in sources(&root().join("games")) {
        let code = code(&fs::read_to_string(path).expect("a source"));
        for part in code.split("(\"").skip(1) {
            let Some((name, rest)) = part.split_once("\", ") else { continue };
            let is_name = name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
            let stands_for = rest.chars().take_while(|letter| letter.is_alphanumeric()).count();
            if is_name && rest[stands_for..].starts_with("::") {
                words.insert(name.to_owned());
            }
        }
        let is_named =
            |part: &&str| part.contains("rename_all = \"kebab-case\"") && !part.starts_with("rename = \"a reading");
        for part in code.split("#[serde(").filter(is_named) {
            let Some((_, body)) = part.split_once('{').filter(|(head, _)| head.contains("enum ")) else { continue };
            let lines =
                body.lines().take_while(|line| !line.starts_with('}')).filter_map(|line| line.strip_prefix("    "));
            for variant in lines.filter(|line| line.starts_with(char::is_uppercase)) {
                let name = variant.split(|end: char| !end.is_alphanumeric()).next().unwrap_or_default();
                words.extend(self::words(name).into_iter().max_by_key(String::len));
            }
        }
    }
    assert!(words.len() > 150, "only {} words are found: {words:?}", words.len());
    words.into_iter().filter(|word| !PLAIN.contains(&word.as_str())).collect()
}

/// A source without comments and without its tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default().to_owned() + "\n").collect()
}

/// The words of a piece of code, as in the vocabulary: `PointsLost`, `points_lost` and "points-lost" are the same.
fn words(code: &str) -> BTreeSet<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut words = BTreeSet::new();
    let mut ends = |parts: &mut Vec<String>| {
        for from in 0..parts.len() {
            words.extend((from + 1..=parts.len().min(from + 4)).map(|to| parts[from..to].join("-")));
        }
        parts.clear();
    };
    let mut before = ' ';
    for letter in code.chars().chain([' ']) {
        match letter {
            '_' | '-' => parts.push(String::new()),
            _ if !letter.is_alphanumeric() => ends(&mut parts),
            _ => {
                if parts.is_empty() || letter.is_uppercase() && before.is_lowercase() {
                    parts.push(String::new());
                }
                parts.last_mut().expect("a part").extend(letter.to_lowercase());
            }
        }
        before = letter;
    }
    words
}

#[test]
fn words_are_found_however_they_are_joined() {
    let found = words("Metric::PointsLost, points_lost(\"war-engine\")");
    for word in ["points-lost", "lost", "war-engine", "metric"] {
        assert!(found.contains(word), "{word}: {found:?}");
    }
    assert!(!found.contains("lost-points-lost"), "{found:?}");
}

#[test]
fn no_room_that_serves_every_rulebook_names_a_thing_of_one() {
    let vocabulary: Vec<(String, String)> =
        vocabulary().into_iter().map(|word| (word.replace('_', "-"), word)).collect();
    let mut named = Vec::new();
    for path in ROOMS.iter().flat_map(|room| sources(&root().join(room))) {
        if path.to_string_lossy().ends_with("tests.rs") {
            continue;
        }
        let found = words(&code(&fs::read_to_string(&path).expect("a source")));
        let of_a_game = vocabulary.iter().filter(|(joined, _)| found.contains(joined));
        named.extend(of_a_game.map(|(_, word)| format!("{} names `{word}`", path.display())));
    }
    assert!(named.is_empty(), "{}", named.join("\n"));
}

#[test]
fn every_metric_stands_in_the_reference() {
    let page = fs::read_to_string(root().join("../results/README.md")).expect("a page");
    for metric in SYSTEMS.iter().flat_map(|system| system.metrics) {
        assert!(page.contains(&format!("`{}`", metric.name)), "`{}` does not stand in results/README.md", metric.name);
    }
}
