//! All files of a command line, read: found in the folders, each loaded, what is wrong told at once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::problems::Problems;
use crate::scenario::{Army, Loaded, Problem, Scenario, find, load};

/// The files named by the user.
#[derive(Debug)]
pub struct Batch {
    /// What could be read, in the order of the files.
    pub files: Vec<Loaded>,
    /// How many could not.
    pub refused: usize,
    /// The paths as typed.
    paths: Vec<PathBuf>,
}

impl Batch {
    /// Finds and loads the files; wrong ones and wrong variants are told and left out. Results are told apart by the
    /// names of scenarios: of two with the same name only the first is used.
    pub fn read(paths: &[PathBuf], sets: &[String], problems: &mut Problems) -> Batch {
        let (found, missing) = find(paths);
        missing.iter().for_each(|problem| problems.add(problem));
        let mut batch = Batch { files: Vec::new(), refused: missing.len(), paths: paths.to_vec() };
        let mut names = HashMap::new();
        for path in found {
            let loaded = load(&path, sets).and_then(|loaded| {
                if let Loaded::Scenarios(scenarios, _) = &loaded {
                    claim(&mut names, scenarios)?;
                }
                Ok(loaded)
            });
            match loaded {
                Ok(loaded) => {
                    if let Loaded::Scenarios(_, refused) = &loaded {
                        refused.iter().for_each(|of| problems.add_of(&path, &of.variant, of.problem.clone()));
                    }
                    batch.files.push(loaded);
                }
                Err(problem) => {
                    batch.refused += 1;
                    problems.add_of(&path, "", problem);
                }
            }
        }
        batch
    }

    /// The scenarios, and how many files they and the refused ones came from. Army files are passed over in folders, but
    /// are a problem where a scenario was asked for.
    pub fn scenarios(self, problems: &mut Problems) -> (Vec<Scenario>, usize) {
        let mut scenarios = Vec::new();
        let mut files = self.refused;
        for loaded in self.files {
            match loaded {
                Loaded::Scenarios(variants, _) => {
                    files += 1;
                    scenarios.extend(variants);
                }
                Loaded::Army(army) if is_named(&self.paths, &army.path) => {
                    files += 1;
                    problems.add_of(&army.path, "", no_scenario(&army));
                }
                Loaded::Army(_) => {}
            }
        }
        (scenarios, files)
    }
}

/// Takes the name of a file's scenarios, which no earlier file may have taken.
fn claim(names: &mut HashMap<String, PathBuf>, scenarios: &[Scenario]) -> Result<(), Problem> {
    let Some(scenario) = scenarios.first() else { return Ok(()) };
    match names.insert(scenario.name.clone(), scenario.path.clone()) {
        None => Ok(()),
        Some(earlier) => {
            let (file, first) = (scenario.path.display(), earlier.display());
            let message = format!("{file}: there is already a scenario called `{}`, {first}", scenario.name);
            names.insert(scenario.name.clone(), earlier);
            Err(Problem::new(message).help("results are told apart by the names of the files: rename one of the two"))
        }
    }
}

/// Whether the user named the file itself, not only a folder that holds it.
fn is_named(paths: &[PathBuf], file: &Path) -> bool {
    let true_path = file.canonicalize().ok();
    paths.iter().any(|path| !path.is_dir() && path.canonicalize().ok() == true_path)
}

/// The problem of an army file where a scenario is expected.
pub fn no_scenario(army: &Army) -> Problem {
    Problem::new(format!("{}: an army file, no scenario", army.path.display()))
        .help("a scenario names it under `armies`; `battle-odds check` says what is in it")
}
