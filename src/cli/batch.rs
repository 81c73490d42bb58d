//! The files of a command line: found in the folders, with a unique name for each scenario.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::problems::Problems;
use crate::scenario::{Armies, Opened, find};
use crate::systems::open;

/// The files named by the user.
#[derive(Debug)]
pub struct Batch {
    /// Those that exist, sorted.
    pub files: Vec<PathBuf>,
    /// How many do not.
    pub missing: usize,
    /// The paths as typed.
    paths: Vec<PathBuf>,
    /// Scenarios whose files have the same names in different folders: their names, including the folders.
    names: HashMap<PathBuf, String>,
}

impl Batch {
    /// Finds the files, and reports what cannot be found; nothing is read yet.
    pub fn find(paths: &[PathBuf], problems: &mut Problems) -> Batch {
        let (files, missing) = find(paths);
        missing.iter().for_each(|problem| problems.add(problem));
        let names = names(&files, paths);
        Batch { files, missing: missing.len(), paths: paths.to_vec(), names }
    }

    /// The name for the scenarios of a file; nothing if the file's own name is unique.
    pub fn name(&self, file: &Path) -> Option<&String> {
        self.names.get(file)
    }

    /// Whether the user named the file itself, not only a folder that holds it.
    pub fn is_named(&self, file: &Path) -> bool {
        let true_path = file.canonicalize().ok();
        self.paths.iter().any(|path| !path.is_dir() && path.canonicalize().ok() == true_path)
    }
}

/// The names of scenarios whose files have the same name: with their folders below the one that the user named,
/// otherwise with the whole path.
fn names(files: &[PathBuf], paths: &[PathBuf]) -> HashMap<PathBuf, String> {
    let mut alike: HashMap<&OsStr, Vec<&PathBuf>> = HashMap::new();
    files.iter().for_each(|file| alike.entry(file.file_stem().unwrap_or_default()).or_default().push(file));
    // Armies may have the same names as scenarios.
    let is_scenario = |file: &&PathBuf| !matches!(open(file, &[], &Armies::default()), Ok(Opened::Army(_)));
    let alike = alike.into_values().filter(|alike| alike.len() > 1);
    let mut names = HashMap::new();
    for alike in alike.map(|alike| alike.into_iter().filter(is_scenario).collect::<Vec<_>>()) {
        if alike.len() < 2 {
            continue;
        }
        let below = |file: &Path| paths.iter().find_map(|path| file.strip_prefix(path).ok().map(Path::to_owned));
        let short: Vec<String> =
            alike.iter().map(|file| words(&below(file).unwrap_or_else(|| file.to_path_buf()))).collect();
        let distinct = short.iter().collect::<HashSet<_>>().len() == short.len();
        let name = |(file, short): (&PathBuf, String)| (file.clone(), if distinct { short } else { words(file) });
        names.extend(alike.into_iter().zip(short).map(name));
    }
    names
}

/// A path without the file's extension, the same on all systems.
fn words(path: &Path) -> String {
    let parts: Vec<_> = path.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    parts.into_iter().filter(|part| part != ".").collect::<Vec<_>>().join("/")
}
