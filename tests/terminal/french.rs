//! French output is French: in everything printed for the shipped scenarios, no word is English except those of the
//! players' own files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use battle_odds::report::figures::{amount, between, chance, of_hundred, one_in, percentage_points, thousands};
use battle_odds::stats::distribution::Distribution;
use battle_odds::stats::interval::Interval;
use battle_odds::words::{Language, speaking};
use toml::Value;

use crate::{battle_odds, printed, root};

/// Words that English sentences can hardly do without, and that do not exist in French.
const ENGLISH: &str = "the of and with is at by from no which for to it its this that than not nobody has have after before \
    when each only step turn goal units hits kills broken won lost their they them who whom whose what if otherwise fire \
    shoot fights end been was were will would could may cannot must does did one two three more less first last other \
    another there here where how why into out over under against without within always never chance means seen every";

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            files(&entry, found);
        } else if entry.extension().is_some_and(|ending| ending == "toml") {
            found.push(entry);
        }
    }
}

/// Texts of several words that players have written in their files: titles, names, remarks.
fn written(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => drop(found.insert(text.clone())),
        Value::Array(values) => values.iter().for_each(|value| written(value, found)),
        Value::Table(table) => table.iter().for_each(|(key, value)| {
            found.insert(key.clone());
            written(value, found);
        }),
        _ => {}
    }
}

/// The English words of a line except for keys, goals, names with hyphens and what players have written.
fn english(line: &str, own: &[String]) -> Vec<String> {
    let words: BTreeSet<&str> = ENGLISH.split_whitespace().collect();
    let found = |line: &str| -> Vec<String> {
        let is_inside = |c: char| c.is_alphanumeric() || "-_.’'".contains(c);
        line.split(|c: char| !is_inside(c)).filter(|word| words.contains(word)).map(str::to_owned).collect()
    };
    if found(line).is_empty() || line.trim_start().to_lowercase().starts_with("but") {
        return Vec::new();
    }
    let without_keys: String = line.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    found(&own.iter().fold(without_keys, |line, own| line.replace(own, " ")))
}

#[test]
fn no_english_is_left_but_that_of_the_players() {
    let mut scenarios = Vec::new();
    files(&root().join("scenarios"), &mut scenarios);
    let mut own = BTreeSet::new();
    for file in &scenarios {
        written(
            &fs::read_to_string(file).expect("a file").parse::<toml::Table>().map(Value::Table).expect("TOML"),
            &mut own,
        );
    }
    let mut own: Vec<String> = own.into_iter().filter(|text| text.contains(' ')).collect();
    own.sort_by_key(|text| std::cmp::Reverse(text.len()));
    let read = |arguments: &str| printed(&mut battle_odds("fr", root(), arguments));
    // So wide that no title is broken, and on several threads, each of which has to speak French.
    let run = "run scenarios --details --trials 40 --threads 3";
    let tables = printed(battle_odds("fr", root(), run).env("COLUMNS", "140"));
    let mut text = tables + &read("check scenarios");
    for game in ["epic-armageddon", "warmaster", "wh40k-2nd", "netepic"] {
        let mut of_game = Vec::new();
        files(&root().join("scenarios").join(game), &mut of_game);
        of_game.sort();
        of_game.iter().step_by(3).for_each(|file| text += &read(&format!("explain {}", file.display())));
    }
    assert!(text.lines().count() > 10_000 && text.contains("Étape 1") && text.contains("But atteint"));
    let left: BTreeSet<String> = text
        .lines()
        // The name of an engagement of a matrix.
        .filter(|line| *line != "  fire")
        .filter_map(|line| {
            Some(english(line, &own)).filter(|words| !words.is_empty()).map(|words| format!("{words:?}: {line}"))
        })
        .collect();
    assert!(left.is_empty(), "{} lines are English:\n{}", left.len(), left.into_iter().collect::<Vec<_>>().join("\n"));
    // And English would have been found.
    assert_eq!(english("  · the warband is broken (§1.13)", &own), ["the", "is", "broken"]);
}

#[test]
fn numbers_are_written_as_in_french() {
    speaking(Language::French, numbers);
}

fn numbers() {
    let sampled = Distribution::from_counts(&[638_000, 362_000]);
    let interval = Interval { low: 0.3611, high: 0.3629 };
    let shown = chance(&sampled, interval);
    assert_eq!((shown.value.as_str(), shown.spread.as_str()), ("36,2\u{202f}%", "[36,1\u{202f}; 36,3]"));
    let swing = Distribution::from_counts(&[250, 500, 250]).starting_at(-2);
    let shown = amount(&swing, Interval { low: -1.04, high: -0.96 });
    assert_eq!((shown.value.as_str(), shown.spread.as_str()), ("−1,00 ± 0,04", "−2 à 0"));
    let exact = |chance: f64| chance_of(&Distribution::from_probabilities(&[1.0 - chance, chance]));
    assert_eq!(exact(0.60296), "60,296\u{202f}%");
    assert_eq!(exact(1.0 - 1e-12), "> 99,999999\u{202f}%");
    assert_eq!(exact(1e-12), "< 0,000001\u{202f}%");
    assert_eq!(thousands(1_234_567), "1\u{202f}234\u{202f}567");
    assert_eq!([one_in(1.0 / 43.0), one_in(0.4), one_in(0.0)], ["une fois sur 43", "une fois sur 2,5", "jamais"]);
    // One and a half is singular in French.
    assert_eq!(percentage_points(0.015), "1,5 point de pourcentage");
    assert_eq!(percentage_points(0.02), "2 points de pourcentage");
    assert_eq!((of_hundred("7"), between("1", "2")), ("7\u{202f}%".to_owned(), "[1\u{202f}; 2]".to_owned()));
}

fn chance_of(distribution: &Distribution) -> String {
    chance(distribution, Interval::exact(distribution.mean())).value
}
