//! The files of a command line: found in the folders, each name of a scenario used once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::problems::Problems;
use crate::scenario::{Army, Problem, find};

/// The files named by the user.
#[derive(Debug)]
pub struct Batch {
    /// Those that exist, sorted.
    pub files: Vec<PathBuf>,
    /// How many do not.
    pub missing: usize,
    /// The paths as typed.
    paths: Vec<PathBuf>,
}

impl Batch {
    /// Finds the files, and tells what cannot be found; nothing is read yet.
    pub fn find(paths: &[PathBuf], problems: &mut Problems) -> Batch {
        let (files, missing) = find(paths);
        missing.iter().for_each(|problem| problems.add(problem));
        Batch { files, missing: missing.len(), paths: paths.to_vec() }
    }

    /// Whether the user named the file itself, not only a folder that holds it.
    pub fn is_named(&self, file: &Path) -> bool {
        let true_path = file.canonicalize().ok();
        self.paths.iter().any(|path| !path.is_dir() && path.canonicalize().ok() == true_path)
    }
}

/// The names of scenarios, by which results are distinguished, and whose they are: of two files with the same name only the
/// first is used.
#[derive(Debug, Default)]
pub struct Names(HashMap<String, PathBuf>);

impl Names {
    /// Takes the name of a file's scenarios.
    ///
    /// # Errors
    /// A problem if an earlier file has taken it.
    pub fn claim(&mut self, name: &str, file: &Path) -> Result<(), Problem> {
        match self.0.get(name) {
            None => {
                self.0.insert(name.to_owned(), file.to_owned());
                Ok(())
            }
            Some(earlier) => {
                let (file, first) = (file.display(), earlier.display());
                let message = format!("{file}: there is already a scenario called `{name}`, {first}");
                let help = "results are told apart by the names of the files: rename one of the two";
                Err(Problem::new(message).help(help))
            }
        }
    }
}

/// The problem of an army file, or a matrix file, where a scenario is expected.
pub fn no_scenario(army: &Army) -> Problem {
    if army.is_matrix() {
        let problem = Problem::new(format!("{}: a matrix file, no scenario", army.path.display()));
        return problem.help(format!("battle-odds matrix {}", army.path.display()));
    }
    Problem::new(format!("{}: an army file, no scenario", army.path.display()))
        .help("a scenario names it under `armies`; `battle-odds check` says what is in it")
}
