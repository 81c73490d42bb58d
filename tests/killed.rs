//! A program that is killed, at whatever moment, leaves whole files: those from before, or those it was to write.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::Value;

const STORM: &str = include_str!("command_line/storm.toml");

const KILLS: u32 = 50;

type Contents = BTreeMap<&'static str, Vec<u8>>;

/// The files of a run that are there.
fn contents(out: &Path) -> Contents {
    let names = ["summary.csv", "distribution.csv", "run.json"];
    names.into_iter().filter_map(|name| Some((name, fs::read(out.join(name)).ok()?))).collect()
}

fn start(folder: &Path, arguments: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_battle-odds"))
        .current_dir(folder)
        .args(["run", "--quiet", "--out", "out"])
        .args(arguments.split_whitespace())
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// The scenarios and variants of a CSV file, which must consist of whole rows.
fn blocks(csv: &[u8]) -> Vec<(String, String)> {
    assert_eq!(csv.last(), Some(&b'\n'));
    let mut blocks: Vec<_> = csv::Reader::from_reader(csv)
        .records()
        .map(|row| row.unwrap())
        .map(|row| (row[0].to_owned(), row[1].to_owned()))
        .collect();
    blocks.dedup();
    blocks
}

/// Checks that files are whole, and that all belong to `run.json` where there is one.
fn check(files: &Contents) {
    let blocks: BTreeMap<_, _> =
        files.iter().filter(|(name, _)| name.ends_with("csv")).map(|(&name, csv)| (name, blocks(csv))).collect();
    if let Some(run) = files.get("run.json") {
        let run: Value = serde_json::from_slice(run).unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let scenarios = run["scenarios"].as_array().unwrap().iter();
        let told: Vec<_> = scenarios.map(|of| (text(&of["scenario"]), text(&of["variant"]))).collect();
        assert_eq!(blocks.into_iter().collect::<Vec<_>>(), [("distribution.csv", told.clone()), ("summary.csv", told)]);
    }
}

#[test]
fn fifty_kills_tear_no_row() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let out = folder.join("out");
    for number in 0..4 {
        fs::write(folder.join(format!("x{number}.toml")), STORM).unwrap();
    }
    assert!(start(folder, "x0.toml --trials 1000 --seed 2").wait().unwrap().success());
    let before = contents(&out);
    let began = Instant::now();
    assert!(start(folder, ". --trials 1000").wait().unwrap().success());
    let time = began.elapsed();
    let after = contents(&out);
    [&before, &after].into_iter().for_each(check);
    assert!(before.len() == 3 && after.len() == 3);
    for kill in 0..KILLS {
        before.iter().for_each(|(name, bytes)| fs::write(out.join(name), bytes).unwrap());
        let mut child = start(folder, ". --trials 1000");
        // Anywhere within the kill's own share of the time that a run takes.
        let chance = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().subsec_nanos() % 1000;
        sleep(time * (kill * 1000 + chance) / (KILLS * 1000));
        child.kill().unwrap();
        child.wait().unwrap();
        let left = contents(&out);
        check(&left);
        for (name, bytes) in &left {
            assert!(bytes == &before[name] || bytes == &after[name], "{name} is neither the old nor the new one");
        }
        assert!(left.len() >= 2, "only run.json is away, and only while the others are exchanged");
        assert!(!left.contains_key("run.json") || left == before || left == after, "files of two runs are mixed");
    }
    // Drafts of killed programs go with the next run.
    assert!(start(folder, ". --trials 1000").wait().unwrap().success());
    assert_eq!(contents(&out), after);
    if cfg!(target_os = "linux") {
        assert_eq!(fs::read_dir(&out).unwrap().count(), after.len());
    }
}

#[test]
fn drafts_of_those_at_work_stay() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    fs::create_dir(&out).unwrap();
    fs::write(folder.path().join("x.toml"), STORM).unwrap();
    let mut other = Command::new("sleep").arg("60").spawn().unwrap();
    let draft = out.join(format!(".summary.csv.{}", other.id()));
    fs::write(&draft, "").unwrap();
    let run = || assert!(start(folder.path(), "x.toml --trials 100").wait().unwrap().success());
    run();
    assert!(draft.exists());
    other.kill().unwrap();
    other.wait().unwrap();
    sleep(Duration::from_millis(10));
    run();
    assert_eq!(draft.exists(), !cfg!(target_os = "linux"));
}
