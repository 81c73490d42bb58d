//! Processes the files of a batch in parallel, and delivers them in order. Only a few are in work ahead of the next one
//! to be delivered, so that a batch of any length takes no more memory than a short one; and as each simulation is
//! spread over all threads too, none is idle while there is anything to do.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use rayon::ScopeFifo;

use super::resume::Earlier;
use super::terminal::Terminal;
use super::wanted::{Read, Wanted};
use crate::report::result::RunResult;
use crate::scenario::{Army, Problem, Refused, Scenario};
use crate::studies::World;
use crate::studies::simulator::Simulator;

/// The number of files for each thread that are in work at once.
const AHEAD: usize = 4;

/// What to do with every file.
pub struct Work<'a> {
    /// Finds the odds.
    pub simulator: &'a Simulator<'a>,
    /// Which scenarios of which files.
    pub wanted: &'a Wanted<'a>,
    /// What need not be done again.
    pub earlier: Option<&'a Earlier>,
    /// Where it is shown how far it is, and heard whether to stop.
    pub terminal: &'a Terminal,
}

/// What a file turned out to be.
pub enum Opened {
    /// Unit profiles.
    Army(Army),
    /// Scenarios without any of the variants asked for.
    Without(Problem),
    /// Scenarios of one name.
    Scenarios {
        /// Variants that cannot be used.
        refused: Vec<Refused>,
        /// The others, each with its future result.
        variants: Vec<(String, Receiver<FileOutcome>)>,
    },
}

/// What happened to a scenario.
pub enum FileOutcome {
    /// It is there from an earlier run.
    Kept(usize),
    /// It takes too much memory to be processed at the same time as others.
    Large(Box<Scenario>),
    /// It has been played, or cannot be; if the user stopped it, with the trials completed by then, or nothing.
    Played(Result<Option<Box<RunResult>>, Problem>),
}

impl Work<'_> {
    /// Processes the files, and delivers each in its turn, with the results of its scenarios still to come. If no
    /// result comes, the work has been abandoned.
    ///
    /// # Errors
    /// The first error that `take` returns; then the work is abandoned.
    pub fn in_order<E>(
        &self,
        files: &[PathBuf],
        mut take: impl FnMut(&Path, &Receiver<Result<Opened, Problem>>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (threads, stop) = (self.simulator.threads(), self.terminal.stop());
        threads.in_place_scope_fifo(|scope| {
            let mut coming = files.iter().map(|file| {
                let (sender, receiver) = channel();
                scope.spawn_fifo(move |scope| self.open((file, files.len() == 1), stop, scope, &sender));
                (file, receiver)
            });
            let mut ahead: VecDeque<_> = coming.by_ref().take(AHEAD * threads.current_num_threads()).collect();
            while let Some((file, opened)) = ahead.pop_front() {
                take(file, &opened).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
                ahead.extend(coming.next());
            }
            Ok(())
        })
    }

    /// Loads a file, perhaps the only one, and starts its scenarios. If their results are no longer wanted, that does no harm.
    fn open<'s>(
        &'s self,
        (file, is_sole): (&Path, bool),
        stop: &'s AtomicBool,
        scope: &ScopeFifo<'s>,
        sender: &Sender<Result<Opened, Problem>>,
    ) {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let opened = self.wanted.read(file).map(|read| match read {
            Read::Army(army) => Opened::Army(army),
            Read::Without(problem) => Opened::Without(problem),
            Read::Scenarios(scenarios, refused) => {
                let is_sole = is_sole && scenarios.len() == 1;
                let variants = scenarios.into_iter().map(|scenario| {
                    let (sender, receiver) = channel();
                    let variant = scenario.variant.clone();
                    scope.spawn_fifo(move |_| {
                        if !stop.load(Ordering::Relaxed) {
                            let _ = sender.send(self.play(&scenario, is_sole));
                        }
                    });
                    (variant, receiver)
                });
                Opened::Scenarios { refused, variants: variants.collect() }
            }
        });
        let _ = sender.send(opened);
    }

    fn play(&self, scenario: &Scenario, is_sole: bool) -> FileOutcome {
        if let Some((place, told)) = self.earlier.and_then(|earlier| earlier.find(&scenario.name, &scenario.variant))
            && told.hash == scenario.hash
            && told.stopped.is_none()
        {
            return FileOutcome::Kept(place);
        }
        if is_sole {
            return self.alone(scenario);
        }
        match self.simulator.odds_beside(scenario) {
            Some(odds) => FileOutcome::Played(odds.map(|result| result.map(Box::new))),
            None => FileOutcome::Large(Box::new(scenario.clone())),
        }
    }

    /// Plays one with most of the memory, while no other is played.
    pub fn alone(&self, scenario: &Scenario) -> FileOutcome {
        let odds = self.simulator.odds(scenario);
        FileOutcome::Played(odds.map(|result| result.map(Box::new)))
    }
}
