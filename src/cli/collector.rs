//! What comes out of the work of a run, taken in order: results, and what is wrong.

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::ending::Failure;
use super::pipeline::{FileOutcome, Opened, Work};
use super::problems::Problems;
use super::results::Results;
use crate::report::verification::Verdict;
use crate::scenario::Problem;
use crate::studies::select_variant::no_scenario;

/// How long to wait for the next result before checking whether there is something to publish.
const MOMENT: Duration = Duration::from_millis(50);

/// Collects the results of the work, in order.
pub struct Collector<'a> {
    work: &'a Work<'a>,
    collected: Collected<'a>,
}

/// What has come out of the work.
pub struct Collected<'a> {
    /// The results.
    pub results: Results<'a>,
    /// The problems, already reported.
    pub problems: Problems,
    /// How many files were meant to be scenarios.
    pub scenario_files: usize,
    /// Whether the sampled odds agree with the exact ones.
    pub verdict: Verdict,
    /// Whether the user has stopped it.
    pub is_stopped: bool,
}

/// Why the work does not continue.
enum Halt {
    /// The user stopped it.
    Stopped,
    /// Something does not work.
    Failed(Failure),
}

impl<F: Into<Failure>> From<F> for Halt {
    fn from(failure: F) -> Halt {
        Halt::Failed(failure.into())
    }
}

impl<'a> Collector<'a> {
    /// Takes what comes out of this work, of which so much is wrong already.
    pub fn new(work: &'a Work<'a>, results: Results<'a>, problems: Problems) -> Collector<'a> {
        let (scenario_files, verdict, is_stopped) = (work.wanted.batch.missing, Verdict::default(), false);
        Collector { work, collected: Collected { results, problems, scenario_files, verdict, is_stopped } }
    }

    /// Works all of it off, until the user stops it or something fails.
    pub fn play(mut self) -> (Collected<'a>, Option<Failure>) {
        let end = self.work.in_order(&self.work.wanted.batch.files, |path, opened| self.file(path, opened));
        self.work.terminal.progress.close();
        // The last scenario may have been stopped, with nothing after it.
        self.collected.is_stopped |= end.is_err();
        match end {
            Err(Halt::Failed(failure)) => (self.collected, Some(failure)),
            Ok(()) | Err(Halt::Stopped) => (self.collected, None),
        }
    }

    /// Waits for the next result; if none comes, the work has been abandoned.
    fn wait<T>(&mut self, coming: &Receiver<T>) -> Result<T, Halt> {
        loop {
            self.collected.results.keep()?;
            match coming.recv_timeout(MOMENT) {
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Halt::Stopped),
                Ok(come) => return Ok(come),
            }
        }
    }

    fn file(&mut self, path: &Path, opened: &Receiver<Result<Opened, Problem>>) -> Result<(), Halt> {
        match self.wait(opened)? {
            Ok(Opened::Scenarios { refused, variants }) => {
                self.collected.scenario_files += 1;
                refused.into_iter().for_each(|refused| self.problem(path, &refused.variant, refused.problem));
                for (variant, outcome) in variants {
                    let outcome = self.wait(&outcome)?;
                    self.scenario(path, &variant, outcome)?;
                }
            }
            Ok(Opened::Without(problem)) => {
                // Only the files of a folder that have the variant are played.
                if self.work.wanted.batch.is_named(path) {
                    self.collected.scenario_files += 1;
                    self.problem(path, "", problem);
                }
            }
            Ok(Opened::Army(army)) => {
                // Folders may also contain files that are not scenarios.
                if self.work.wanted.batch.is_named(path) {
                    self.collected.scenario_files += 1;
                    self.problem(path, "", no_scenario(&army));
                }
            }
            Err(problem) => {
                self.collected.scenario_files += 1;
                self.problem(path, "", problem);
            }
        }
        self.work.terminal.progress.done();
        Ok(())
    }

    fn scenario(&mut self, path: &Path, variant: &str, outcome: FileOutcome) -> Result<(), Halt> {
        match outcome {
            FileOutcome::Kept(place) => self.collected.results.take_over(place, self.work.earlier)?,
            FileOutcome::Large(large) => return self.scenario(path, variant, self.work.alone(&large)),
            FileOutcome::Played(Ok(None)) => return Err(Halt::Stopped),
            FileOutcome::Played(Ok(Some(result))) => {
                self.collected.is_stopped |= result.stopped.is_some();
                if let Some(place) = self.work.earlier.and_then(|earlier| earlier.knows_more(&result)) {
                    return Ok(self.collected.results.take_over(place, self.work.earlier)?);
                }
                self.collected.verdict.add(&result);
                self.work.terminal.progress.aside(|| self.collected.results.append(&result))?;
            }
            FileOutcome::Played(Err(problem)) => self.problem(path, variant, problem),
        }
        Ok(())
    }

    fn problem(&mut self, path: &Path, variant: &str, problem: Problem) {
        self.work.terminal.progress.aside(|| self.collected.problems.add_of(path, variant, problem));
    }
}
