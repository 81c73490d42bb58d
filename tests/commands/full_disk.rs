//! Disks that fail at every moment of a run: the last whole set remains, old or new, and `--resume` continues after it.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use battle_odds::report::recorded::recorded;
use battle_odds::systems::metric;
use tempfile::TempDir;

const STORM: &str = include_str!("storm.toml");

/// Two formations against each other.
const FIELD: &str = r#"matrix = "A field"
system = "epic-armageddon"
rows = ["*"]
[units.boy]
type = "infantry"
armour = "6+"
ff = "6+"
weapons = [{ name = "Shoota", range = 30, fire = "AP6+" }]
[formations.boyz]
initiative = "3+"
points = 200
units = [{ unit = "boy", count = 2 }]
[formations.more]
initiative = "3+"
points = 300
units = [{ unit = "boy", count = 3 }]
[[engagements]]
name = "fire"
goal = ["defender.losses >= 1"]
steps = [{ action = "shoot", by = "attacker", at = "defender", range = 30 }]
"#;

type Contents = BTreeMap<String, Vec<u8>>;

/// The files of results. The record of a run, run.json, also says which files it was of.
const NAMES: [&str; 2] = ["summary.csv", "distribution.csv"];

/// The files of a folder, except hidden ones.
fn contents(folder: &Path) -> Contents {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap());
    let named = entries.map(|entry| (entry.file_name().into_string().unwrap(), entry.path()));
    named.filter(|(name, _)| !name.starts_with('.')).map(|(name, path)| (name, fs::read(path).unwrap())).collect()
}

fn hidden(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count() - contents(folder).len()
}

fn put(folder: &Path, files: &Contents) {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir(folder).unwrap();
    files.iter().for_each(|(name, bytes)| fs::write(folder.join(name), bytes).unwrap());
}

/// How many results the files of a run hold, which must be of one set: their checksums are compared.
fn results(files: &Contents) -> usize {
    let text = |name: &str| String::from_utf8(files[name].clone()).unwrap();
    let run = recorded(&text("run.json"), &text("summary.csv"), &text("distribution.csv"), metric).unwrap();
    run.results.len()
}

/// A folder with scenarios, and a disk that fails.
struct Disk {
    folder: TempDir,
    shim: PathBuf,
}

impl Disk {
    fn new() -> Disk {
        let folder = tempfile::tempdir().unwrap();
        // One result each.
        let (storm, _) = STORM.split_once("[[variants]]").unwrap();
        for name in ["a", "b", "c"] {
            fs::write(folder.path().join(format!("{name}.toml")), storm).unwrap();
        }
        fs::write(folder.path().join("storm.toml"), STORM).unwrap();
        fs::write(folder.path().join("field.toml"), FIELD).unwrap();
        let (source, shim) = (folder.path().join("disk.c"), folder.path().join("disk.so"));
        fs::write(&source, include_str!("disk.c")).unwrap();
        let built = Command::new("cc").args(["-shared", "-fPIC", "-o"]).args([&shim, &source]).status().unwrap();
        assert!(built.success());
        Disk { folder, shim }
    }

    fn out(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    fn program(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_battle-odds"));
        command.env("BATTLE_ODDS_LANG", "en").env_remove("COLUMNS").current_dir(self.folder.path());
        command.args(arguments.split_whitespace());
        command
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = self.program(arguments);
        command.args(["--quiet", "--out", "out"]);
        command
    }

    /// What a command leaves in an empty folder without any failure.
    fn whole(&self, arguments: &str) -> Contents {
        let _ = fs::remove_dir_all(self.out());
        assert!(self.command(arguments).output().unwrap().status.success(), "{arguments}");
        contents(&self.out())
    }

    /// Runs it in the folder as it is, with the call of this number failing.
    fn fail(&self, arguments: &str, how: &str, at: u32) -> Output {
        let mut command = self.command(arguments);
        command.env("LD_PRELOAD", &self.shim).env("FAIL", how).env("FAIL_AT", at.to_string()).output().unwrap()
    }

    /// The number of calls that may fail.
    fn calls(&self, arguments: &str, before: &Contents) -> u32 {
        put(&self.out(), before);
        let count = self.folder.path().join("count");
        let mut command = self.command(arguments);
        command.env("LD_PRELOAD", &self.shim).env("FAIL_COUNT", &count).output().unwrap();
        let calls = fs::read_to_string(count).unwrap().parse().unwrap();
        assert!(calls > 15, "{calls} calls: does the program not go through the shim?");
        calls
    }
}

/// Over a whole set of one scenario, and resuming after it.
#[test]
fn a_run_on_a_failing_disk_leaves_a_whole_set() {
    let disk = Disk::new();
    let old = disk.whole("run a.toml --trials 100");
    let new = disk.whole("run a.toml b.toml c.toml --trials 100");
    assert_eq!((results(&old), results(&new)), (1, 3));
    let mut in_the_middle = 0;
    let whole = "run a.toml b.toml c.toml --trials 100 --resume";
    for (arguments, how, every) in [
        (whole.trim_end_matches(" --resume"), "once", 1),
        (whole.trim_end_matches(" --resume"), "full", 3),
        (whole.trim_end_matches(" --resume"), "kill", 2),
        (whole, "once", 3),
        (whole, "kill", 4),
    ] {
        let calls = disk.calls(arguments, &old);
        for at in (1..=calls).step_by(every) {
            put(&disk.out(), &old);
            let output = disk.fail(arguments, how, at);
            let said = String::from_utf8(output.stderr).unwrap();
            let case = format!("{arguments}, {how} at {at} of {calls}: {said}");
            if how == "kill" {
                // A command that only reads finds a whole set, too.
                assert!(disk.program("report out --quiet").output().unwrap().status.success(), "{case}");
                fs::remove_file(disk.out().join("report.html")).unwrap();
                let _ = fs::remove_dir_all(disk.out().join("report-battles"));
            } else {
                let files = contents(&disk.out());
                let left = results(&files);
                in_the_middle += u32::from(left == 2);
                assert!(output.status.success() == (left == 3 && said.is_empty()), "{case}");
                assert!(said.is_empty() || said.contains("this cannot be written ("), "{case}");
                let is_old = NAMES.iter().all(|name| files.get(*name) == old.get(*name));
                assert!(is_old || files == new || left == 2, "{case}");
            }
            if how == "kill" || at % 4 == 0 {
                assert!(disk.command(whole).output().unwrap().status.success(), "{case}");
                assert!(contents(&disk.out()) == new && hidden(&disk.out()) == 0, "{case}");
            }
        }
    }
    assert!(in_the_middle > 0, "what is finished is lost");
}

/// Files written in one go: all of the old command or all of the new one.
#[test]
fn answers_on_a_failing_disk_are_all_old_or_all_new() {
    let disk = Disk::new();
    for command in ["matrix field.toml --method monte-carlo --trials 100", "compare storm.toml --trials 100 --html"] {
        let old = disk.whole(&format!("{command} --seed 1"));
        let arguments = format!("{command} --seed 2");
        let new = disk.whole(&arguments);
        assert!(old != new && old.keys().eq(new.keys()) && old.len() > 3);
        let calls = disk.calls(&arguments, &old);
        for (how, every) in [("once", 2), ("full", 4), ("kill", 3)] {
            for at in (1..=calls).step_by(every) {
                put(&disk.out(), &old);
                let output = disk.fail(&arguments, how, at);
                let case =
                    format!("{arguments}, {how} at {at} of {calls}: {}", String::from_utf8_lossy(&output.stderr));
                let files = contents(&disk.out());
                assert!(files == old || files == new || how == "kill", "{case}");
                assert!(files == new || !output.status.success(), "{case}");
                if how != "kill" {
                    continue;
                }
                // What was half moved is finished by the next command, even if that one fails too.
                let again = disk.fail(&format!("{command} --seed 1"), "full", calls - 15);
                let files = contents(&disk.out());
                assert!(files == old || files == new, "{case}, {}", String::from_utf8_lossy(&again.stderr));
            }
        }
    }
}

/// The limit of `ulimit -f` is reached: an error message, and the set that was there before.
#[test]
fn files_that_may_not_grow_are_not_written() {
    let disk = Disk::new();
    let old = disk.whole("run a.toml --trials 100");
    let mut refused = 0;
    for blocks in [0, 1, 2, 4, 8, 16, 32, 64, 128] {
        put(&disk.out(), &old);
        let program = env!("CARGO_BIN_EXE_battle-odds");
        let line =
            format!("ulimit -f {blocks}; exec {program} run a.toml b.toml c.toml --quiet --trials 100 --out out");
        let mut shell = Command::new("sh");
        shell.env("BATTLE_ODDS_LANG", "en").current_dir(disk.folder.path());
        let output = shell.args(["-c", &line]).output().unwrap();
        let left = results(&contents(&disk.out()));
        if output.status.success() {
            assert!(left == 3 && blocks > 4);
            continue;
        }
        refused += 1;
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{blocks}: {said}");
        assert!(said.contains("this cannot be written (File too large"), "{blocks}: {said}");
    }
    assert!(refused > 2);
}
