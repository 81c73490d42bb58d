//! `--csv excel`: files that Excel opens on a double click, in French with semicolons and decimal commas. What the program
//! reads back it reads in any of these formats, or says why not.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

const STORM: &str = include_str!("storm.toml");

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("storm.toml"), STORM).unwrap();
    folder
}

fn battle_odds(language: &str, folder: &Path, arguments: &str) -> Command {
    let mut command = Command::cargo_bin("battle-odds").unwrap();
    command.env("BATTLE_ODDS_LANG", language).env_remove("BATTLE_ODDS_CSV").env_remove("COLUMNS");
    command.current_dir(folder).args(arguments.split_whitespace());
    command
}

fn runs(language: &str, folder: &Path, arguments: &str) -> String {
    let output = battle_odds(language, folder, arguments).assert().success().get_output().clone();
    String::from_utf8(output.stdout).unwrap()
}

fn refused(language: &str, folder: &Path, arguments: &str) -> String {
    let output = battle_odds(language, folder, arguments).assert().code(2).get_output().clone();
    String::from_utf8(output.stderr).unwrap()
}

/// The cells of a text of this program, which begins with the byte order mark.
fn cells(text: &str, separator: u8) -> Vec<Vec<String>> {
    let text = text.strip_prefix('\u{feff}').expect("the mark of Excel");
    let mut rows = csv::ReaderBuilder::new().delimiter(separator).has_headers(false).from_reader(text.as_bytes());
    rows.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

/// The cells of a plain text, with decimal commas in numbers.
fn with_commas(text: &str) -> Vec<Vec<String>> {
    let number = |cell: &str| cell.parse::<f64>().map_or(cell.to_owned(), |_| cell.replace('.', ","));
    let mut rows = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    rows.records().map(|row| row.unwrap().iter().map(number).collect()).collect()
}

#[test]
fn every_command_that_writes_csv_writes_it_for_excel() {
    let folder = folder();
    let vary = "formations.devastators.units[0].count=2..3";
    let commands = [
        ("run storm.toml --trials 200".to_owned(), &["summary.csv", "distribution.csv"][..]),
        ("compare storm.toml --trials 200".to_owned(), &["compare.csv", "chances.csv"]),
        (format!("sweep storm.toml --trials 200 --vary {vary}"), &["sweep.csv"]),
        (format!("solve storm.toml --trials 200 --vary {vary} --at-least 1%"), &["solve.csv"]),
        ("luck storm.toml --trials 200 --saw warband.losses=3".to_owned(), &["luck.csv"]),
    ];
    for (command, files) in commands {
        runs("en", folder.path(), &format!("{command} --quiet --out plain"));
        runs("en", folder.path(), &format!("{command} --quiet --out english --csv excel"));
        runs("fr", folder.path(), &format!("{command} --quiet --out french --csv excel"));
        for name in files {
            let read = |out: &str| fs::read_to_string(folder.path().join(out).join(name)).unwrap();
            assert_eq!(read("english"), format!("\u{feff}{}", read("plain")), "{command}: {name}");
            let (french, expected) = (cells(&read("french"), b';'), with_commas(&read("plain")));
            assert_eq!((&french[0], french.len()), (&expected[0], expected.len()), "{command}: {name}");
            let numbers = |rows: &[Vec<String>]| -> Vec<String> {
                rows.concat().into_iter().filter(|cell| cell.starts_with("0,")).collect()
            };
            assert!(!numbers(&french).is_empty(), "{command}: {name}");
            assert_eq!(numbers(&french), numbers(&expected), "{command}: {name}");
        }
    }
}

#[test]
fn it_is_asked_for_and_never_comes_by_the_language_alone() {
    let folder = folder();
    let shown = |language: &str, arguments: &str| {
        runs(language, folder.path(), &format!("run storm.toml --trials 50 --quiet --format csv {arguments}"))
    };
    let plain = shown("en", "");
    assert_eq!(shown("fr", ""), plain);
    let rows = cells(&shown("fr", "--csv excel"), b';');
    assert_eq!(rows, with_commas(&plain));
    let mut by_variable = battle_odds("fr", folder.path(), "run storm.toml --trials 50 --quiet --format csv");
    let output = by_variable.env("BATTLE_ODDS_CSV", "excel").assert().success().get_output().clone();
    assert_eq!(cells(&String::from_utf8(output.stdout).unwrap(), b';'), rows);
    let mut plainly = battle_odds("fr", folder.path(), "run storm.toml --trials 50 --quiet --format csv --csv plain");
    let output = plainly.env("BATTLE_ODDS_CSV", "excel").assert().success().get_output().clone();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), plain);
    assert!(refused("en", folder.path(), "run storm.toml --csv word").contains("invalid value 'word' for '--csv"));
}

#[test]
fn what_was_written_for_excel_is_gone_on_with_merged_and_shown() {
    let folder = folder();
    let contents = |out: &str| {
        ["summary.csv", "distribution.csv"].map(|name| fs::read_to_string(folder.path().join(out).join(name)).unwrap())
    };
    // After resuming: the same as a run in one go.
    runs("fr", folder.path(), "run storm.toml --trials 200 --quiet --csv excel --out part");
    fs::write(folder.path().join("early.toml"), STORM).unwrap();
    runs("fr", folder.path(), "run . --trials 200 --quiet --csv excel --out part --resume");
    runs("fr", folder.path(), "run . --trials 200 --quiet --csv excel --out whole");
    assert_eq!(contents("part"), contents("whole"));
    // But not half of it in another format.
    let said = refused("fr", folder.path(), "run . --trials 200 --quiet --out part --resume");
    assert!(said.contains("ceci a été écrit avec --csv excel"), "{said}");
    let said = refused("en", folder.path(), "run . --trials 200 --quiet --csv excel --out part --resume");
    assert!(said.contains("this was written in another language, and its CSV with it"), "{said}");
    assert_eq!(contents("part"), contents("whole"));
    // Merged, also if the machines use several languages.
    for (shard, language) in [(1, "fr"), (2, "en")] {
        runs(
            language,
            folder.path(),
            &format!("run . --trials 200 --quiet --csv excel --shard {shard}/2 --out shards"),
        );
    }
    let shards: Vec<_> = fs::read_dir(folder.path().join("shards")).unwrap().map(|file| file.unwrap().path()).collect();
    let shards: Vec<_> = shards.iter().map(|path| path.display().to_string()).collect();
    runs("fr", folder.path(), &format!("merge {} --quiet --csv excel --out merged", shards.join(" ")));
    assert_eq!(contents("merged"), contents("whole"));
    // Shown as a page: the same as from plain files.
    runs("fr", folder.path(), "run . --trials 200 --quiet --out plain");
    let page = |out: &str| {
        runs("fr", folder.path(), &format!("report {out} --quiet"));
        fs::read_to_string(folder.path().join(out).join("report.html")).unwrap()
    };
    assert_eq!(page("whole"), page("plain"));
}
