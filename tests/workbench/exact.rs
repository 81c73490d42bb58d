//! The exact chance of a file, as `run --exact` tells it, and where programs are that may be asked for it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The project's folder.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of the downloads.
pub fn downloads() -> PathBuf {
    let usual = || Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("downloads");
    root().join(std::env::var_os("BATTLE_ODDS_DOWNLOADS").map_or_else(usual, PathBuf::from))
}

/// The chance of the goal of a file as written; nothing if the program refuses it.
pub fn exact(file: &Path) -> Option<f64> {
    exact_by(&mut Command::new(env!("CARGO_BIN_EXE_battle-odds")), file)
}

/// The same, by another program.
pub fn exact_by(program: &mut Command, file: &Path) -> Option<f64> {
    let out = tempfile::tempdir().expect("a folder");
    let output = program
        .args(["run", "--exact", "--variant", "base", "--quiet", "--format", "csv", "--out"])
        .arg(out.path())
        .arg(file)
        .output()
        .expect("the program runs");
    let mut rows = csv::Reader::from_reader(&output.stdout[..]);
    let head = rows.headers().ok()?.clone();
    let column = |name: &str| head.iter().position(|head| head == name);
    let (metric, mean) = (column("metric")?, column("mean")?);
    let goal = rows.records().flatten().find(|row| row.get(metric) == Some("goal"))?;
    goal.get(mean)?.parse().ok()
}
