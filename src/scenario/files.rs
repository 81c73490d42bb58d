//! Where files come from. Every scenario, army and matrix file is opened here: on a disk, or by whoever has them elsewhere, as a page
//! in a browser and a test do.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::problem::Problem;
use super::problem_kind::ProblemKind;
use super::read::read;
use super::source::Source;
use battle_odds_armies as armies;

/// Files, by their paths.
pub trait Files: fmt::Debug + Send + Sync {
    /// The text of a file.
    ///
    /// # Errors
    /// A problem that names the file.
    fn source(&self, path: &Path) -> Result<Arc<Source>, Problem>;

    /// The path of a file without links and detours; none of one that is not there.
    fn true_path(&self, path: &Path) -> Option<PathBuf>;
}

/// The files of this computer.
#[derive(Clone, Copy, Debug)]
pub struct Disk;

impl Files for Disk {
    /// That of a catalogue or roster is what it becomes by an import.
    fn source(&self, path: &Path) -> Result<Arc<Source>, Problem> {
        if !armies::is_named_so(path) {
            return read(path);
        }
        match armies::import(path) {
            Ok(import) => Ok(Source::made(path.display().to_string(), import.toml())),
            Err(refusal) => Err(Problem::of(ProblemKind::Import { message: refusal.message, help: refusal.help })),
        }
    }

    fn true_path(&self, path: &Path) -> Option<PathBuf> {
        path.canonicalize().ok()
    }
}
