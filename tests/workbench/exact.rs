//! The exact chance of a file, as `run --exact` tells it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The project's folder.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The chance of the goal of a file as written; nothing if the program refuses it.
pub fn exact(file: &Path) -> Option<f64> {
    let out = tempfile::tempdir().expect("a folder");
    let output = Command::new(env!("CARGO_BIN_EXE_battle-odds"))
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
