//! How a command ends: its exit code, and the message of one that could not continue.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::scenario::Problem;
use crate::studies::Failed;
use crate::words::shown;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All went well.
    Well,
    /// Some scenarios were wrong; this has been reported.
    Problems,
    /// The user stopped it; this has been reported.
    Stopped,
    /// Sampled odds were compared with exact ones and do not agree; the tables say so.
    Refuted,
}

/// Why a command could not continue.
#[derive(Debug)]
pub enum Failure {
    /// What the user wrote is wrong.
    Problem(Problem),
    /// A file or folder cannot be written.
    File(PathBuf, io::Error),
    /// Another program is at work in the folder: that, and what to do about it.
    Busy(String, String),
    /// Something else on the machine does not work: what, and why.
    Machine(&'static str, String),
}

/// The result of a command.
pub type Outcome = Result<Ending, Failure>;

impl Failure {
    /// Turns an error of the operating system into the failure to write a file or folder.
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
