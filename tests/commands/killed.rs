//! A program that is stopped at any moment and by any signal leaves whole scenarios, and `--resume` continues after them to
//! the same bytes.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::Value;
use tempfile::TempDir;

/// A melee of many kinds, so that few trials meet and most of the time is spent on trials, however the program was built.
pub(super) const MELEE: &str = r#"system = "epic-armageddon"
[units]
blade = { type = "infantry", speed = 15, armour = "4+", cc = "3+", ff = "5+" }
brute = { type = "infantry", speed = 15, armour = "3+", cc = "4+", ff = "6+" }
buggy = { type = "light-vehicle", speed = 30, armour = "5+", cc = "5+", ff = "4+" }
tank = { type = "armoured-vehicle", speed = 20, armour = "5+", cc = "6+", ff = "3+" }
[formations.a]
initiative = "1+"
points = 100
units = [{ unit = "blade", count = 4 }, { unit = "brute", count = 4 }, { unit = "buggy", count = 3 }, { unit = "tank", count = 2 }]
[formations.b]
initiative = "1+"
points = 100
units = [{ unit = "blade", count = 3 }, { unit = "brute", count = 4 }, { unit = "buggy", count = 4 }, { unit = "tank", count = 3 }]
[[steps]]
action = "assault"
by = "a"
at = "b"
[[variants]]
name = "more"
set = { "formations.a.units[1].count" = 5 }
[[variants]]
name = "fewer"
set = { "formations.a.units[0].count" = 3 }
"#;

/// How often a batch is stopped.
const TIMES: u32 = 30;

/// The minimum time of a batch: several times as long as the program waits before it publishes results.
const LONG: Duration = Duration::from_millis(250);

type Contents = BTreeMap<&'static str, Vec<u8>>;

/// The files of a run that exist.
fn contents(out: &Path) -> Contents {
    let names = ["summary.csv", "distribution.csv", "run.json"];
    names.into_iter().filter_map(|name| Some((name, fs::read(out.join(name)).ok()?))).collect()
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

/// Checks that files are whole and of one set; how many results they hold with all trials, and how many with only the first
/// trials.
fn check(files: &Contents) -> (usize, usize) {
    let Some(run) = files.get("run.json") else { return (0, 0) };
    let run: Value = serde_json::from_slice(run).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let scenarios = run["scenarios"].as_array().unwrap();
    let cut = scenarios.iter().filter(|of| of.get("stopped").is_some()).count();
    let told: Vec<_> = scenarios.iter().map(|of| (text(&of["scenario"]), text(&of["variant"]))).collect();
    for name in ["summary.csv", "distribution.csv"] {
        assert_eq!(blocks(&files[name]), told, "{name}");
    }
    (told.len() - cut, cut)
}

/// A batch of twelve results that takes long enough to be stopped in the middle.
struct Batch {
    folder: TempDir,
    trials: u32,
    /// How long it takes.
    time: Duration,
    /// The result when it is not stopped.
    whole: Contents,
}

impl Batch {
    fn new() -> Batch {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..4 {
            fs::write(folder.path().join(format!("x{number}.toml")), MELEE).unwrap();
        }
        let mut batch = Batch { folder, trials: 500, time: Duration::ZERO, whole: Contents::new() };
        while batch.time < LONG {
            // The quickest of three: a machine that is busy with something else at one moment may be free at the next.
            let took = |_| {
                let began = Instant::now();
                assert!(batch.start("").wait().unwrap().success());
                began.elapsed()
            };
            batch.time = (0..3).map(took).min().unwrap();
            if batch.time < LONG {
                batch.trials = batch.trials * 5 / 4 * (LONG.as_millis() / batch.time.as_millis().max(1)).max(1) as u32;
            }
        }
        batch.whole = contents(&batch.out());
        assert_eq!(check(&batch.whole), (12, 0));
        batch
    }

    fn out(&self) -> std::path::PathBuf {
        self.folder.path().join("out")
    }

    fn start(&self, option: &str) -> Child {
        self.of(self.trials, option)
    }

    fn of(&self, trials: u32, option: &str) -> Child {
        self.by(&mut Command::new(env!("CARGO_BIN_EXE_battle-odds")), trials, option)
    }

    fn by(&self, program: &mut Command, trials: u32, option: &str) -> Child {
        program.env("BATTLE_ODDS_LANG", "en").env_remove("COLUMNS");
        program
            .current_dir(self.folder.path())
            .args(["run", ".", "--quiet", "--out", "out", "--trials", &trials.to_string()])
            .args(option.split_whitespace())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    }

    /// Starts it afresh and stops it, each time within another part of its running time, and every third time at once when
    /// something is published; what it left, and how it ended.
    fn stopped(&self, time: u32, signal: &str) -> (Contents, ExitStatus) {
        let _ = fs::remove_dir_all(self.out());
        let mut child = self.start("");
        if time.is_multiple_of(3) {
            while !self.out().join("run.json").exists() && child.try_wait().unwrap().is_none() {
                sleep(Duration::from_millis(1));
            }
        } else {
            let chance = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().subsec_nanos() % 1000;
            sleep(self.time * (time * 1000 + chance) / (TIMES * 1000));
        }
        if child.try_wait().unwrap().is_none() {
            Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        }
        let ended = child.wait().unwrap();
        (contents(&self.out()), ended)
    }

    /// Resumes it from what is left: then there is nothing else.
    fn resume(&self) {
        assert!(self.start("--resume").wait().unwrap().success());
        assert!(contents(&self.out()) == self.whole);
        assert_eq!(fs::read_dir(self.out()).unwrap().count(), self.whole.len());
    }
}

#[test]
fn thirty_kills_lose_nothing_that_was_published() {
    let batch = Batch::new();
    let mut in_the_middle = 0;
    for time in 0..TIMES {
        let (left, _) = batch.stopped(time, "-KILL");
        let (whole, cut) = check(&left);
        assert_eq!(cut, 0, "nobody asked it to stop");
        in_the_middle += u32::from((1..12).contains(&whole));
        batch.resume();
    }
    assert!(in_the_middle > 0, "nothing is published before the end");
}

#[test]
fn thirty_times_terminated_it_publishes_what_is_finished() {
    let batch = Batch::new();
    let (mut in_the_middle, mut amid_trials) = (0, 0);
    for time in 0..TIMES {
        let (left, ended) = batch.stopped(time, "-TERM");
        let (results, cut) = check(&left);
        in_the_middle += u32::from((1..12).contains(&results));
        amid_trials += u32::from(cut > 0);
        // Without an exit code it was stopped before it handled signals.
        assert!(ended.code().is_none_or(|code| code == i32::from(results < 12)), "{ended}, {results}");
        batch.resume();
    }
    assert!(in_the_middle > 0, "nothing is published before the end");
    assert!(amid_trials > 0, "no trials of a scenario in the making are told");
}

/// A scenario too long to wait for gives the result of its first trials: that of a run of this length. Resumed and stopped
/// earlier, it still gives the most that is known.
#[test]
fn a_scenario_stopped_amid_its_trials_tells_the_first_of_them() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x.toml"), MELEE).unwrap();
    let start = |trials: u64, options: &str| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_battle-odds"));
        program.env("BATTLE_ODDS_LANG", "en").env_remove("COLUMNS").current_dir(folder.path());
        program.args(["run", "x.toml", "--variant", "base", "--trials", &trials.to_string()]);
        program.args(options.split_whitespace()).stdout(Stdio::piped()).stderr(Stdio::piped());
        program.spawn().unwrap()
    };
    let stopped = |trials: u64, options: &str, after: Duration| {
        let child = start(trials, options);
        sleep(after);
        Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let told = || {
        let files = contents(&folder.path().join("out"));
        assert!(matches!(check(&files), (0, 0 | 1)));
        let run: Option<Value> = files.get("run.json").map(|run| serde_json::from_slice(run).unwrap());
        run.map_or(0, |run| run["scenarios"][0]["stopped"]["after"].as_u64().unwrap())
    };
    let mut after = Duration::from_millis(500);
    let (trials, said) = loop {
        let said = stopped(1_000_000_000_000, "--out out --html", after);
        match told() {
            0..1000 => after *= 2,
            trials => break (trials, said),
        }
    };
    let (code, table, remarks) = said;
    let digits = |number: u64| {
        let digits = number.to_string();
        let groups: Vec<&str> =
            digits.as_bytes().rchunks(3).rev().map(|group| str::from_utf8(group).unwrap()).collect();
        groups.join(",")
    };
    let mark = format!("stopped after {} of 1,000,000,000,000 trials", digits(trials));
    assert!(code == Some(1) && table.contains(&mark), "{code:?} {table}");
    let last = "stopped: 1 scenario is written with the trials played so far; --resume plays it in full";
    assert!(remarks.contains(last), "{remarks}");
    assert!(fs::read_to_string(folder.path().join("out/report.html")).unwrap().contains(&mark));

    assert!(start(trials, "--out few --quiet").wait_with_output().unwrap().status.success());
    let (out, few) = (contents(&folder.path().join("out")), contents(&folder.path().join("few")));
    assert!(["summary.csv", "distribution.csv"].iter().all(|name| out[name] == few[name]));

    stopped(1_000_000_000_000, "--out out --resume", Duration::from_millis(100));
    assert!(told() >= trials);
}

/// What an earlier run left stays whole until another whole set takes its place.
#[test]
fn killed_runs_mix_no_sets() {
    let batch = Batch::new();
    let options = ["run", "x0.toml", "--quiet", "--out", "out", "--trials", "100"];
    for time in 0..10 {
        let mut child = batch.start("");
        sleep(batch.time * time / 10);
        child.kill().unwrap();
        child.wait().unwrap();
        check(&contents(&batch.out()));
        let mut other = Command::new(env!("CARGO_BIN_EXE_battle-odds"));
        other.env("BATTLE_ODDS_LANG", "en").env_remove("COLUMNS");
        other.current_dir(batch.folder.path()).args(options).stdout(Stdio::null());
        assert!(other.status().unwrap().success());
        assert_eq!(check(&contents(&batch.out())), (3, 0));
    }
}

/// When the terminal closes, finished results are published, although no one reads the output any more; under `nohup` the
/// run continues.
#[cfg(target_os = "linux")]
#[test]
fn a_hangup_is_a_stop_unless_it_is_to_be_ignored() {
    let batch = Batch::new();
    let _ = fs::remove_dir_all(batch.out());
    // The tests may be running with SIGHUP ignored.
    let mut minding = Command::new("env");
    minding.args(["--default-signal=HUP", env!("CARGO_BIN_EXE_battle-odds")]);
    // Long enough to be stopped in the middle on any machine.
    let mut child = batch.by(&mut minding, batch.trials.saturating_mul(50), "");
    while !batch.out().join("run.json").exists() {
        assert!(child.try_wait().unwrap().is_none());
        sleep(Duration::from_millis(5));
    }
    // The shell and the system usually send one each.
    let hang_up = |id: u32| Command::new("kill").args(["-HUP", &id.to_string()]).status().unwrap();
    hang_up(child.id());
    hang_up(child.id());
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!((1..12).contains(&check(&contents(&batch.out())).0));

    fs::remove_dir_all(batch.out()).unwrap();
    let program = env!("CARGO_BIN_EXE_battle-odds");
    let line = format!("exec nohup {program} run . --quiet --out out --trials {} > /dev/null 2>&1", batch.trials);
    let mut child = Command::new("sh")
        .env("BATTLE_ODDS_LANG", "en")
        .current_dir(batch.folder.path())
        .args(["-c", &line])
        .spawn()
        .unwrap();
    while !batch.out().exists() {
        sleep(Duration::from_millis(5));
    }
    hang_up(child.id());
    assert!(child.wait().unwrap().success());
    assert!(contents(&batch.out()) == batch.whole);
}
