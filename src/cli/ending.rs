//! How a command ends: its exit code, and the last words of one that could not go on.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::scenario::Problem;
use crate::studies::Failed;
use crate::words::shown;

/// How a command came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All went well.
    Well,
    /// Some scenarios were wrong; that has been said.
    Problems,
    /// The user stopped it; that has been said.
    Stopped,
    /// Sampled odds were held against exact ones and do not agree; that stands in the tables.
    Refuted,
}

/// Why a command could not go on.
#[derive(Debug)]
pub enum Failure {
    /// What the user wrote is wrong.
    Problem(Problem),
    /// A file or folder cannot be written.
    File(PathBuf, io::Error),
    /// Somebody else is at work in the folder: that, and what to do about it.
    Busy(String, String),
    /// Something else of the machine does not work: what, and why.
    Machine(&'static str, String),
}

/// What a command gives back.
pub type Outcome = Result<Ending, Failure>;

impl Failure {
    /// Makes the failure to write a file or folder out of what the operating system says.
    pub fn writing(path: &Path) -> impl FnOnce(io::Error) -> Failure {
        |error| Failure::File(path.to_owned(), error)
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        Failure::Problem(problem)
    }
}

impl From<Failed> for Failure {
    fn from(failed: Failed) -> Failure {
        match failed {
            Failed::Problem(problem) => Failure::Problem(problem),
            Failed::Threads(error) => Failure::Machine(mark!("the threads cannot be started"), error.to_string()),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Problem(problem) => problem.fmt(f),
            Failure::File(path, error) => {
                let what = text!("{file}: this cannot be written ({error})", file = path.display(), error);
                f.write_str(&text!("error: {what}", what))
            }
            Failure::Busy(what, help) => write!(f, "{}\n = {help}", text!("error: {what}", what)),
            Failure::Machine(what, why) => {
                f.write_str(&text!("error: {what}", what = format!("{} ({why})", shown(what))))
            }
        }
    }
}
