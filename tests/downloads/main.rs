//! The downloads that src/downloads/make-downloads.sh has made, each that is there: it starts, and knows the same odds as the program
//! under test. The page is opened with those of tests/workbench.
#![cfg(unix)]

#[path = "../workbench/exact.rs"]
mod exact;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use exact::{downloads, exact, exact_by, root};

/// A battle that needs no other file.
const SHOTS: &str = r#"system = "epic-armageddon"
goal = "targets.broken"
[units]
gun = { type = "infantry", speed = 15, armour = "4+", cc = "5+", ff = "4+", weapons = [{ name = "Gun", range = 45, fire = "AP5+" }] }
target = { type = "infantry", speed = 15, armour = "5+", cc = "4+", ff = "6+" }
[formations.guns]
initiative = "1+"
units = [{ unit = "gun", count = 5 }]
[formations.targets]
initiative = "3+"
units = [{ unit = "target", count = 5 }]
[[steps]]
action = "shoot"
by = "guns"
at = "targets"
range = 30
"#;

/// The download whose name ends so, if it is there.
fn download(ending: &str) -> Option<PathBuf> {
    let folder = downloads();
    let mut files = fs::read_dir(&folder).into_iter().flatten().map(|entry| entry.expect("an entry").path());
    let found = files.find(|file| file.to_string_lossy().ends_with(ending));
    if found.is_none() {
        eprintln!("SKIPPED: no file …{ending} in {} (src/downloads/make-downloads.sh makes it)", folder.display());
    }
    found
}

/// Whether a program runs here; words if not.
fn runs(command: &str, debian: &str) -> bool {
    let runs = Command::new(command).arg("--version").output().is_ok_and(|output| output.status.success());
    if !runs {
        eprintln!("SKIPPED: there is no {command} here (Debian: apt-get install {debian})");
    }
    runs
}

/// What a program prints, which must end well.
fn said(program: &mut Command) -> String {
    let output = program.output().expect("it starts");
    assert!(output.status.success(), "{program:?}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A program is of this version, speaks French, and knows the odds of a battle.
fn answers(program: impl Fn() -> Command) {
    assert_eq!(said(program().arg("--version")).trim(), concat!("battle-odds ", env!("CARGO_PKG_VERSION")));
    let french = said(program().args(["--lang", "fr", "systems"]));
    assert!(french.contains("règles"), "{french}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tirs.toml");
    fs::write(&file, SHOTS).expect("a file");
    let known = exact(&file).expect("a chance");
    assert!(0.01 < known && known < 0.99, "{known}");
    let found = exact_by(&mut program(), &file).expect("a chance");
    // Systems round logarithms differently.
    assert!((found - known).abs() < 1e-12, "{found}, not {known}");
}

/// The workbench of a program is there for a browser.
fn serves(mut program: Command) {
    let mut process = program
        .args(["workbench", "--no-open"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut address = String::new();
    BufReader::new(process.stdout.take().expect("its output")).read_line(&mut address).expect("an address");
    let (host, path) =
        address.trim().strip_prefix("http://").and_then(|rest| rest.split_once('/')).expect("an address");
    let mut page = TcpStream::connect(host).expect("a connection");
    write!(page, "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("sent");
    let mut text = String::new();
    page.read_to_string(&mut text).expect("a page");
    let _ = process.kill();
    let _ = process.wait();
    assert!(text.starts_with("HTTP/1.1 200") && text.contains("</html>"), "{text}");
}

#[test]
fn the_linux_program_needs_no_library() {
    let Some(file) = download("-linux") else { return };
    let output = Command::new("ldd").arg(&file).output().expect("ldd");
    let told = [output.stdout, output.stderr].concat();
    let told = String::from_utf8_lossy(&told);
    assert!(told.contains("statically linked") || told.contains("not a dynamic executable"), "{told}");
    answers(|| Command::new(&file));
    serves(Command::new(&file));
}

/// A Windows with all that the program asks of it; words if there is none.
fn windows() -> Option<PathBuf> {
    if !runs("wine", "wine") {
        return None;
    }
    // Kept: to make one takes longer than the rest.
    let windows = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wine");
    let random = windows.join("drive_c/windows/system32/bcryptprimitives.dll");
    if !random.exists() {
        said(wine(&windows).args(["wineboot", "--init"]));
    }
    if !random.exists() {
        let zig = ["-m", "ziglang", "cc", "-shared", "-target", "x86_64-windows-gnu", "tests/downloads/prng.c", "-o"];
        let _ = Command::new("python3").args(zig).arg(&random).current_dir(root()).output();
    }
    if !random.exists() {
        eprintln!("SKIPPED: this Wine is older than 8.13, and what it lacks cannot be made (pip install ziglang)");
        return None;
    }
    Some(windows)
}

fn wine(windows: &Path) -> Command {
    let mut wine = Command::new("wine");
    wine.env("WINEPREFIX", windows).env("WINEDEBUG", "-all");
    wine
}

#[test]
fn the_windows_program_runs() {
    let Some(file) = download(".exe") else { return };
    let Some(windows) = windows() else { return };
    let program = || {
        let mut program = wine(&windows);
        program.arg(&file);
        program
    };
    answers(program);
    serves(program());
}

#[test]
fn the_wheel_is_installed() {
    let Some(file) = download("linux_1_1_x86_64.whl") else { return };
    if !runs("python3", "python3-venv") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    said(Command::new("python3").args(["-m", "venv"]).arg(folder.path()));
    let programs = folder.path().join("bin");
    said(Command::new(programs.join("pip")).args(["install", "--quiet", "--no-index"]).arg(file));
    answers(|| Command::new(programs.join("battle-odds")));
}

#[test]
fn the_wheel_for_windows_has_the_same_program() {
    let (Some(file), Some(wheel)) = (download(".exe"), download("win_amd64.whl")) else { return };
    let mut wheel = zip::ZipArchive::new(fs::File::open(wheel).expect("a wheel")).expect("a zip file");
    let name = concat!("battle_odds-", env!("CARGO_PKG_VERSION"), ".data/scripts/battle-odds.exe");
    let mut program = Vec::new();
    wheel.by_name(name).expect("a program").read_to_end(&mut program).expect("read");
    assert!(program == fs::read(file).expect("a file"));
}

#[test]
fn the_sums_are_those_of_the_files() {
    if download("SHA256SUMS").is_some() {
        said(Command::new("sha256sum").args(["--check", "--strict", "SHA256SUMS"]).current_dir(downloads()));
    }
}
