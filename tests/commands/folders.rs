//! Folders used by several programs, and files in them that are not what they seem.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Child, Command as Process, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use tempfile::TempDir;

const STORM: &str = include_str!("storm.toml");

const FILES: [&str; 3] = ["summary.csv", "distribution.csv", "run.json"];

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("storm.toml"), STORM).unwrap();
    folder
}

/// The program's exit code, and what it prints on standard error. It never waits for input.
fn battle_odds(folder: &Path, arguments: &str) -> (i32, String) {
    let mut command = Command::cargo_bin("battle-odds").unwrap();
    command.env("BATTLE_ODDS_LANG", "en").env_remove("COLUMNS");
    let command = command.timeout(Duration::from_secs(120)).current_dir(folder);
    let output = command.args(arguments.split_whitespace()).output().unwrap();
    (output.status.code().expect("it does not end"), String::from_utf8(output.stderr).unwrap())
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Whatever was in the folder: after a command its own files are there and none of another's, and what is the user's stays.
#[test]
fn files_of_two_commands_never_stand_beside_each_other() {
    let folder = folder();
    fs::write(folder.path().join("other.toml"), STORM.replacen("title = \"", "title = \"Again: ", 1)).unwrap();
    let asked = [
        "run storm.toml other.toml --trials 100 --html",
        "sweep storm.toml --vary formations.tacticals.units[0].count=2..3 --trials 100 --html",
        "luck storm.toml --saw tacticals.losses=1 --trials 100",
        "compare storm.toml --trials 100",
        "run storm.toml --trials 100 --html",
        "run storm.toml other.toml --trials 100 --html",
        "run storm.toml --trials 100",
    ];
    let out = folder.path().join("out");
    for (number, asked) in asked.iter().enumerate() {
        let (code, said) = battle_odds(folder.path(), &format!("{asked} --quiet --out fresh-{number}"));
        assert_eq!(code, 0, "{asked}: {said}");
        let (code, said) = battle_odds(folder.path(), &format!("{asked} --quiet --out out"));
        assert_eq!(code, 0, "{asked}: {said}");
        let fresh = folder.path().join(format!("fresh-{number}"));
        assert_eq!(names(&out), names(&fresh), "{asked}");
        let pages = |of: &Path| of.join("report-battles").exists().then(|| names(&of.join("report-battles")));
        assert_eq!(pages(&out), pages(&fresh), "{asked}");
    }
    // Somebody has put something of his into the folder of pages.
    assert_eq!(battle_odds(folder.path(), &format!("{} --out out", asked[0])).0, 0);
    fs::write(out.join("report-battles/mine.html"), "<p>mine</p>").unwrap();
    assert_eq!(battle_odds(folder.path(), &format!("{} --out out", asked[0])).0, 0);
    assert_eq!(names(&out.join("report-battles")), ["mine.html", "other.html", "storm.html"]);
    assert_eq!(battle_odds(folder.path(), &format!("{} --out out", asked[6])).0, 0);
    assert_eq!(names(&out.join("report-battles")), ["mine.html"]);
}

/// A process that runs indefinitely, and holds its lock when this returns.
fn at_work(folder: &Path, arguments: &str, drafts: usize) -> Child {
    let mut child = Process::new(env!("CARGO_BIN_EXE_battle-odds"))
        .current_dir(folder)
        .args(arguments.split_whitespace())
        .args(["--trials", "100_000_000_000", "--quiet"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // The lock and, for a whole run, a hidden folder of drafts.
    let is_there = || {
        let hidden = fs::read_dir(folder.join("out")).into_iter().flatten();
        let hidden =
            hidden.filter(|entry| entry.as_ref().unwrap().file_name().as_encoded_bytes().starts_with(b".")).count();
        hidden == drafts + 1
    };
    while !is_there() {
        assert!(child.try_wait().unwrap().is_none());
        sleep(Duration::from_millis(5));
    }
    child
}

#[test]
fn the_second_run_into_a_folder_is_told_and_changes_nothing() {
    let folder = folder();
    let folder = folder.path();
    assert_eq!(battle_odds(folder, "run storm.toml --trials 100 --quiet --out out").0, 0);
    let contents = || FILES.map(|name| fs::read(folder.join("out").join(name)).unwrap());
    let before = contents();
    let mut first = at_work(folder, "run storm.toml --out out", 1);
    let there = names(&folder.join("out"));
    for again in ["run storm.toml --trials 100 --out out", "run storm.toml --trials 100 --resume --out out"] {
        let (code, said) = battle_odds(folder, again);
        let who = format!("out: another run is at work in this folder: process {} on ", first.id());
        assert!(code == 1 && said.contains(&who) && said.contains(" UTC"), "{said}");
        assert!(contents() == before && names(&folder.join("out")) == there);
    }
    // A shard and a comparison write files of their own.
    assert_eq!(battle_odds(folder, "run storm.toml --trials 100 --shard 1/1 --quiet --out out").0, 0);
    let (code, said) = battle_odds(folder, "merge out --quiet --out out");
    assert!(code == 1 && said.contains("another run is at work"), "{said}");
    assert!(contents() == before);
    // What a killed process leaves behind stops no other one, not even for a moment.
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(folder.join("out/.run.json.lock").exists());
    assert_eq!(battle_odds(folder, "run storm.toml --trials 100 --quiet --out out").0, 0);
    assert!(contents() == before);
    assert_eq!(names(&folder.join("out")), ["distribution.csv", "run.json", "shard-1-of-1.json", "summary.csv"]);
}

#[test]
fn of_one_shard_one_is_written_at_a_time() {
    let folder = folder();
    let folder = folder.path();
    let mut first = at_work(folder, "run storm.toml --shard 1/2 --out out", 0);
    let (code, said) = battle_odds(folder, "run storm.toml --trials 100 --shard 1/2 --out out");
    assert!(code == 1 && said.contains("another run is at work"), "{said}");
    assert_eq!(battle_odds(folder, "run storm.toml --trials 100 --shard 2/2 --quiet --out out").0, 0);
    first.kill().unwrap();
    first.wait().unwrap();
}

/// Twenty at the same time: they run one after the other or are refused, and the files are whole.
#[test]
fn of_many_at_once_one_wins() {
    let folder = folder();
    let start = || {
        Process::new(env!("CARGO_BIN_EXE_battle-odds"))
            .current_dir(folder.path())
            .args("run storm.toml --trials 100 --quiet --out out".split_whitespace())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    };
    let mut all: Vec<Child> = (0..20).map(|_| start()).collect();
    let codes: Vec<_> = all.iter_mut().map(|child| child.wait().unwrap().code().unwrap()).collect();
    assert!(codes.contains(&0) && codes.iter().all(|code| [0, 1].contains(code)), "{codes:?}");
    assert_eq!(names(&folder.path().join("out")), ["distribution.csv", "run.json", "summary.csv"]);
    assert_eq!(battle_odds(folder.path(), "run storm.toml --trials 100 --resume --quiet --out out").0, 0);
}

/// Killed between two of its moves: the next start, whatever it is to do, finishes them first.
#[test]
fn a_set_that_was_half_moved_is_finished_by_the_next_start() {
    let folder = folder();
    let folder = folder.path();
    for (out, seed) in [("old", "1"), ("new", "2")] {
        assert_eq!(battle_odds(folder, &format!("run storm.toml --trials 100 --quiet --out {out} --seed {seed}")).0, 0);
    }
    for moved in 0..FILES.len() {
        let ready = folder.join("out/.run.json.0123456789abcdef0123456789abcdef.ready");
        let _ = fs::remove_dir_all(folder.join("out"));
        fs::create_dir_all(&ready).unwrap();
        for (place, name) in FILES.iter().enumerate() {
            let to = if place < moved { folder.join("out") } else { ready.clone() };
            fs::copy(folder.join("new").join(name), to.join(name)).unwrap();
            if place >= moved && *name != "run.json" {
                fs::copy(folder.join("old").join(name), folder.join("out").join(name)).unwrap();
            }
        }
        let (code, said) = battle_odds(folder, "run storm.toml --trials 100 --resume --out out --seed 2");
        assert_eq!((code, said.as_str()), (0, "nothing to do: all of it (3) is in out\n"));
        for name in FILES {
            assert_eq!(
                fs::read(folder.join("out").join(name)).unwrap(),
                fs::read(folder.join("new").join(name)).unwrap()
            );
        }
        assert_eq!(names(&folder.join("out")).len(), FILES.len());
    }
}

#[test]
fn pipes_devices_and_sockets_are_refused_and_not_waited_for() {
    let folder = folder();
    let folder = folder.path();
    fs::create_dir(folder.join("odd")).unwrap();
    assert!(Process::new("mkfifo").arg(folder.join("odd/pipe.toml")).status().unwrap().success());
    let _socket = UnixListener::bind(folder.join("odd/socket.toml")).unwrap();
    symlink("/dev/zero", folder.join("odd/device.toml")).unwrap();
    symlink("pipe.toml", folder.join("odd/link.toml")).unwrap();
    symlink("pipe.toml", folder.join("odd/list.ros")).unwrap();
    symlink("pipe.toml", folder.join("odd/shard-1-of-1.json")).unwrap();
    fs::write(folder.join("odd/storm.toml"), STORM).unwrap();
    for (name, what) in [("pipe", "pipe"), ("link", "pipe"), ("socket", "socket"), ("device", "device")] {
        let told = format!("odd/{name}.toml: this is a {what}, not a file");
        for command in ["run", "check", "explain"] {
            let (code, said) = battle_odds(folder, &format!("{command} odd/{name}.toml"));
            assert!(code == 2 && said.contains(&told), "{command}: {said}");
        }
        let scenario =
            STORM.replacen("[units.tactical]", &format!("armies = [\"odd/{name}.toml\"]\n[units.tactical]"), 1);
        fs::write(folder.join("with.toml"), scenario).unwrap();
        let (code, said) = battle_odds(folder, "check with.toml");
        assert!(code == 2 && said.contains(&told) && said.contains("with.toml:"), "{said}");
        let (code, said) = battle_odds(folder, &format!("merge odd/{name}.toml"));
        assert!(code == 2 && said.contains(&told), "{said}");
    }
    // The other files of the folder are played.
    let (code, said) = battle_odds(folder, "run odd --trials 100 --quiet --out out");
    assert!(code == 2 && said.contains("3 of 4 files could not be used"), "{said}");
    assert_eq!(names(&folder.join("out")).len(), FILES.len());
    for (arguments, what) in [("import odd/list.ros", "odd/list.ros"), ("merge odd", "odd/shard-1-of-1.json")] {
        let (code, said) = battle_odds(folder, arguments);
        assert!(code == 2 && said.contains(&format!("{what}: this is a pipe, not a file")), "{said}");
    }
    let (code, said) = battle_odds(folder, "check odd/storm.toml/x");
    assert_eq!(code, 2, "{said}");
}

#[test]
fn a_wrong_army_path_shows_nothing_of_the_file() {
    let folder = folder();
    let folder = folder.path();
    let refused = |army: &str| {
        let scenario = STORM.replacen("[units.tactical]", &format!("armies = [\"{army}\"]\n[units.tactical]"), 1);
        fs::write(folder.join("with.toml"), scenario).unwrap();
        let (code, said) = battle_odds(folder, "check with.toml");
        assert!(code == 2 && said.contains("with.toml:9:11"), "{said}");
        said
    };
    for (name, text) in [
        ("passwords", &b"root:secret:0:0\nother:secret\n"[..]),
        ("key.toml", b"secret = 1\nsecret\n"),
        ("twice.toml", b"secret = 1\nsecret = 2\n"),
        ("bytes", b"secret\xff\n"),
        ("deep", &[b'['; 500]),
        ("scenario.toml", b"secret = 1\n"),
    ] {
        fs::write(folder.join(name), text).unwrap();
        let said = refused(name);
        assert!(
            said.contains("this is not an army file") && !said.contains("secret") && !said.contains("[[["),
            "{said}"
        );
    }
    assert!(!refused("/etc/passwd").contains("root:"));
    // A typing error in an army is pointed at in its own line.
    fs::write(folder.join("orks.toml"), "army = \"Orks\"\n[units.boy]\nspeed = \n").unwrap();
    fs::write(
        folder.join("with.toml"),
        STORM.replacen("[units.tactical]", "armies = [\"orks.toml\"]\n[units.tactical]", 1),
    )
    .unwrap();
    let (_, said) = battle_odds(folder, "check with.toml");
    assert!(said.contains("orks.toml:3:9") && said.contains("3 | speed ="), "{said}");
}

#[test]
fn a_changed_digit_in_a_shard_is_found_and_the_file_named() {
    let folder = folder();
    let folder = folder.path();
    for number in [1, 2] {
        let shard = format!("run storm.toml --trials 100 --shard {number}/2 --out shards --quiet");
        assert_eq!(battle_odds(folder, &shard).0, 0);
    }
    let place = folder.join("shards/shard-2-of-2.json");
    let whole = fs::read_to_string(&place).unwrap();
    let digits: Vec<usize> = whole.match_indices(|letter: char| letter.is_ascii_digit()).map(|(at, _)| at).collect();
    // A sample of them; the library's own test changes every letter.
    for at in digits.iter().step_by(digits.len() / 12) {
        let digit = if whole.as_bytes()[*at] == b'1' { "2" } else { "1" };
        fs::write(&place, whole[..*at].to_owned() + digit + &whole[at + 1..]).unwrap();
        let (code, said) = battle_odds(folder, "merge shards --quiet");
        assert!(code == 2 && said.contains("shards/shard-2-of-2.json"), "{at}: {said}");
    }
    fs::write(&place, whole).unwrap();
    assert_eq!(battle_odds(folder, "merge shards --quiet").0, 0);
}

/// However long a file is, what its variants share is read once.
#[test]
fn many_variants_of_a_long_file_take_no_longer_than_of_a_short_one() {
    let folder = tempfile::tempdir().unwrap();
    let unit = "type = \"infantry\"\nspeed = 15\narmour = \"4+\"\ncc = \"5+\"\nff = \"5+\"\n\
                weapons = [{ name = \"Gun\", range = 45, fire = \"AP4+\" }]\n";
    let formation = "initiative = \"1+\"\npoints = 100\nunits = [{ unit = \"gun\", count = 2 }]\n";
    let scenario = format!(
        "system = \"epic-armageddon\"\n[units.gun]\n{unit}[formations.a]\n{formation}[formations.b]\n{formation}\
         [[steps]]\naction = \"shoot\"\nby = \"a\"\nat = \"b\"\nrange = 30\n"
    );
    let time = |variants: u32, comment: usize| {
        let one = |number| format!("[[variants]]\nname = \"v{number}\"\nset = {{ \"steps[0].range\" = {number} }}\n");
        let text = scenario.clone() + &(0..variants).map(one).collect::<String>() + "# " + &"x".repeat(comment);
        fs::write(folder.path().join("many.toml"), text).unwrap();
        let began = Instant::now();
        assert_eq!(battle_odds(folder.path(), "check many.toml").0, 0);
        began.elapsed()
    };
    let (once, short, long) = (time(1, 4_000_000), time(300, 0), time(300, 4_000_000));
    assert!(long < 3 * (once + short), "{once:?}, {short:?}, {long:?}");
}

/// A program that may not open the files it needs blames only itself.
#[test]
fn a_program_that_may_open_no_more_files_says_so() {
    let folder = folder();
    let program = env!("CARGO_BIN_EXE_battle-odds");
    let line = format!("ulimit -n 4; exec {program} run storm.toml --trials 10 --quiet --out out");
    let mut shell = Process::new("sh");
    let output = shell.env("BATTLE_ODDS_LANG", "en").current_dir(folder.path()).args(["-c", &line]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("this cannot be written (Too many open files"), "{said}");
    assert!(names(&folder.path().join("out")).is_empty());
}

/// An environment variable with a wrong value is reported, not ignored.
#[test]
fn unknown_words_of_the_environment_are_refused() {
    let folder = folder();
    let check = |set: [&str; 2], arguments: &str| {
        let mut command = Command::cargo_bin("battle-odds").unwrap();
        command.env("BATTLE_ODDS_LANG", "en").env(set[0], set[1]).current_dir(folder.path());
        let output = command.args(arguments.split_whitespace()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for (set, option, known) in [
        (["BATTLE_ODDS_LANG", "klingon"], "--lang en", "en, fr"),
        (["BATTLE_ODDS_CSV", "exel"], "--csv plain", "plain, excel"),
    ] {
        let (code, said) = check(set, "check storm.toml");
        assert_eq!(code, Some(2), "{said}");
        assert!(set.iter().chain([&known]).all(|word| said.contains(word)), "{said}");
        // An option on the command line replaces it.
        assert_eq!(check(set, &format!("{option} check storm.toml")).0, Some(0));
        assert_eq!(check([set[0], ""], "check storm.toml").0, Some(0));
    }
}
