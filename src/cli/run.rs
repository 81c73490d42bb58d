//! `battle-odds run`: the odds of scenarios, as files and on standard output.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use clap::Args;

use super::batch::{Batch, no_scenario};
use super::ending::{Ending, Failure, Outcome};
use super::files::Files;
use super::options::{Format, Options, Way};
use super::out::print;
use super::output::{Output, PAGE, SEAL};
use super::pipeline::{FileOutcome, Opened, Work};
use super::problems::{Problems, say, say_written};
use super::progress::{Length, Progress};
use super::report;
use super::resume::Earlier;
use super::shard::{self, Sharing};
use super::show::Show;
use super::simulator::Simulator;
use crate::engine::simulate::Share;
use crate::report::result::RunResult;
use crate::report::verification::Verdict;
use crate::scenario::{Armies, Problem};

/// Simulate scenarios, write CSV, print a table
#[derive(Args, Debug)]
pub struct Run {
    /// Scenario files, or folders that hold some
    #[arg(required = true, value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,

    /// Play only this share of the trials, e.g. 3/8, and write it for `battle-odds merge`
    #[arg(long, value_name = "K/N", value_parser = shard::parse)]
    shard: Option<Share>,

    /// Show a table of everything for each result, not only where there is one file
    #[arg(long)]
    details: bool,

    /// Write report.html as well: the results as a page for any browser
    #[arg(long, conflicts_with = "shard")]
    html: bool,

    #[command(flatten)]
    options: Options,
}

impl Run {
    /// Runs all scenarios that can be run, in the order of their files' names.
    pub(super) fn run(&self) -> Outcome {
        let options = &self.options;
        let sets = options.changes.read()?;
        let mut problems = Problems::default();
        let batch = Batch::find(&self.paths, &mut problems);
        if batch.files.is_empty() {
            Show::new(options.format, false, String::new())?.close()?;
            problems.close(batch.missing);
            return Ok(Ending::Problems);
        }
        let request = options.request("run");
        let share = self.shard.unwrap_or(Share::WHOLE);
        if self.shard.is_some() {
            shard::check(options)?;
        }
        if options.verify && options.resume {
            let message = text!("--verify does not go with --resume: its verdict is on all scenarios together");
            return Err(Problem::new(message).help(text!("leave out --resume to start afresh")).into());
        }
        // The signals first: once the lock is held there is something to clean up.
        let simulator = Simulator::new(options)?.of(share);
        let may_notice = !options.quiet && self.shard.is_none() && options.way() == Way::MonteCarlo && !options.verify;
        let simulator = if may_notice { simulator.noticing() } else { simulator };
        let whole = match self.shard {
            Some(_) => None,
            None => Some(Output::open(&options.out, SEAL)?),
        };
        let earlier = match &whole {
            Some(output) if options.resume => Earlier::read(output, &request)?,
            _ => None,
        };
        let (earlier, set_aside) = earlier.unzip();
        let length = match (options.trials(), options.precision) {
            (None, _) => Length::EveryWay,
            (Some(_), Some(_)) => Length::UntilKnown,
            (Some(trials), None) => Length::Trials(share.trials(trials)),
        };
        let progress = Progress::new(options.quiet, batch.files.len(), length);
        let work = Work {
            simulator: &simulator,
            batch: &batch,
            sets,
            variants: &options.variants,
            armies: Armies::default(),
            earlier: earlier.as_ref(),
            progress: &progress,
        };
        let results = match whole {
            None => Results::Share(Box::new(Sharing::create(options, share)?)),
            Some(output) => {
                let details = self.details || batch.files.len() == 1;
                let files = Files::create(output, &request, earlier.as_ref().zip(set_aside))?;
                Results::Whole(Box::new(files), Show::new(options.format, details, options.changes.told())?)
            }
        };
        let mut taken = Collector {
            work: &work,
            batch: &batch,
            earlier: earlier.as_ref(),
            progress: &progress,
            results,
            problems,
            scenario_files: batch.missing,
            verdict: Verdict::default(),
            is_stopped: false,
        };
        let end = work.in_order(&batch.files, |path, opened| taken.file(path, opened));
        progress.close();
        let Collector { results, problems, scenario_files, verdict, is_stopped, .. } = taken;
        // The last scenario may have been stopped, with nothing after it.
        let is_stopped = end.is_err() || is_stopped;
        let finished = results.finish(options, earlier.as_ref(), is_stopped);
        if let Err(Halt::Failed(failure)) = end {
            if let Ok(finished @ Finished { count: 1.., .. }) = &finished {
                say(finished.when_stopped());
            }
            return Err(failure);
        }
        let finished = finished?;
        let Finished { count, is_new, .. } = finished;
        let is_all = self.shard.is_none() && problems.is_empty() && !is_stopped;
        if let (Some(variant), 0, true) = (options.variants.first(), count, is_all) {
            return Err(Problem::new(text!("none of these scenarios has a variant `{variant}`", variant)).into());
        }
        if self.html && count > 0 {
            let place = options.out.join(PAGE);
            report::write(&options.out, &place, &batch.files, &options.changes, options.quiet)?;
        }
        let refuted = show_verdict(&verdict, options)?;
        problems.close(scenario_files);
        if is_stopped {
            say(finished.when_stopped());
            return Ok(Ending::Stopped);
        }
        if simulator.quicker() > 0 {
            say(match simulator.quicker() {
                quicker if quicker == count => {
                    text!("exact answers would have been quicker: --exact, or --method auto")
                }
                quicker => text!(
                    "exact answers would have been quicker for {quicker} of {count}: --exact, or --method auto",
                    quicker,
                    count
                ),
            });
        }
        if earlier.is_some() && !is_new && !options.quiet {
            let folder = options.out.display();
            say(text!("nothing to do: all of it ({count}) is in {folder}", count, folder));
        }
        Ok(match problems.is_empty() {
            false => Ending::Problems,
            true if refuted => Ending::Refuted,
            true => Ending::Well,
        })
    }
}

/// Shows the verdict on sampled odds, if there is one; returns whether they are wrong.
fn show_verdict(verdict: &Verdict, options: &Options) -> Result<bool, Failure> {
    let refuted = !verdict.disagreeing().is_empty();
    match (verdict.text(), options.format) {
        (None, _) => {}
        (Some(text), Format::Table) => print(&format!("\n{text}"))?,
        (Some(text), _) if refuted || !options.quiet => say(text.trim_end()),
        _ => {}
    }
    Ok(refuted)
}

/// What is in the files of a run at its end.
struct Finished {
    /// How many results.
    count: usize,
    /// How many of them are of the first trials only.
    cut: usize,
    /// Whether any are new.
    is_new: bool,
}

impl Finished {
    /// The message when the user has stopped the run.
    fn when_stopped(&self) -> String {
        let &Finished { count, cut, .. } = self;
        match count - cut {
            0 if cut == 0 => text!("stopped: nothing is written"),
            0 => text!(
                cut => "stopped: 1 scenario is written as far as its trials were played; --resume plays it in full"
                    | "stopped: {cut} scenarios are written as far as their trials were played; --resume plays them in full",
                cut
            ),
            whole if cut > 0 => {
                let whole = text!(whole => "1 scenario is finished and written" | "{whole} scenarios are finished and written", whole);
                text!(
                    cut => "stopped: {whole}, and 1 as far as its trials were played; --resume plays the rest in full"
                        | "stopped: {whole}, and {cut} as far as their trials were played; --resume plays the rest in full",
                    whole,
                    cut
                )
            }
            _ => text!(
                count => "stopped: 1 scenario is finished and written; --resume goes on after it"
                    | "stopped: {count} scenarios are finished and written; --resume goes on after them",
                count
            ),
        }
    }
}

/// How long to wait for the next result before checking whether there is something to publish.
const MOMENT: Duration = Duration::from_millis(50);

/// Where results go.
enum Results<'a> {
    /// Into the files of a run, and to standard output.
    Whole(Box<Files>, Show),
    /// Into the file of a shard.
    Share(Box<Sharing<'a>>),
}

impl Results<'_> {
    fn append(&mut self, result: &RunResult) -> Result<(), Failure> {
        match self {
            Results::Whole(files, show) => {
                files.append(result)?;
                show.result(result)
            }
            Results::Share(shard) => {
                shard.append(result);
                Ok(())
            }
        }
    }

    /// Takes over a result of the earlier run, which is not shown again.
    fn take_over(&mut self, place: usize, earlier: Option<&Earlier>) -> Result<(), Failure> {
        let entry = earlier.and_then(|earlier| earlier.entries().nth(place));
        match (self, entry) {
            (Results::Whole(files, _), Some(entry)) => files.take_over(place, entry),
            _ => Ok(()),
        }
    }

    /// To be called regularly: what is finished is kept, whatever happens.
    fn keep(&mut self) -> Result<(), Failure> {
        match self {
            Results::Whole(files, _) => files.keep(),
            Results::Share(shard) => {
                shard.keep();
                Ok(())
            }
        }
    }

    /// Waits for the next result; if none comes, the work has been abandoned.
    fn wait<T>(&mut self, coming: &Receiver<T>) -> Result<T, Halt> {
        loop {
            self.keep()?;
            match coming.recv_timeout(MOMENT) {
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Halt::Stopped),
                Ok(come) => return Ok(come),
            }
        }
    }

    /// Writes what must be written, whether or not the user has stopped the run.
    fn finish(self, options: &Options, earlier: Option<&Earlier>, stopped: bool) -> Result<Finished, Failure> {
        match self {
            Results::Whole(mut files, show) => {
                if let Some(earlier) = earlier.filter(|_| stopped) {
                    files.take_over_rest(earlier)?;
                }
                let (count, cut, is_new) = (files.results(), files.cut(), files.is_new());
                // Standard output may be closed; the files are still written.
                files.finish()?;
                show.close()?;
                if is_new && !options.quiet {
                    say_written(&["summary.csv", "distribution.csv"], &options.out);
                }
                Ok(Finished { count, cut, is_new })
            }
            // Half a shard is useless.
            Results::Share(_) if stopped => Ok(Finished { count: 0, cut: 0, is_new: false }),
            Results::Share(shard) => shard.finish().map(|is_new| Finished { count: 0, cut: 0, is_new }),
        }
    }
}

/// Collects the results of the work, in order.
struct Collector<'a> {
    work: &'a Work<'a>,
    batch: &'a Batch,
    earlier: Option<&'a Earlier>,
    progress: &'a Progress,
    results: Results<'a>,
    problems: Problems,
    /// How many files were meant to be scenarios.
    scenario_files: usize,
    /// Whether the sampled odds agree with the exact ones.
    verdict: Verdict,
    /// Whether the user has stopped one of the scenarios that arrived.
    is_stopped: bool,
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

impl Collector<'_> {
    fn file(&mut self, path: &Path, opened: &Receiver<Result<Opened, Problem>>) -> Result<(), Halt> {
        match self.results.wait(opened)? {
            Ok(Opened::Scenarios { refused, variants }) => {
                self.scenario_files += 1;
                refused.into_iter().for_each(|refused| self.problem(path, &refused.variant, refused.problem));
                for (variant, outcome) in variants {
                    let outcome = self.results.wait(&outcome)?;
                    self.scenario(path, &variant, outcome)?;
                }
            }
            Ok(Opened::Without(problem)) => {
                // Only the files of a folder that have the variant are played.
                if self.batch.is_named(path) {
                    self.scenario_files += 1;
                    self.problem(path, "", problem);
                }
            }
            Ok(Opened::Army(army)) => {
                // Folders may also contain files that are not scenarios.
                if self.batch.is_named(path) {
                    self.scenario_files += 1;
                    self.problem(path, "", no_scenario(&army));
                }
            }
            Err(problem) => {
                self.scenario_files += 1;
                self.problem(path, "", problem);
            }
        }
        self.progress.done();
        Ok(())
    }

    fn scenario(&mut self, path: &Path, variant: &str, outcome: FileOutcome) -> Result<(), Halt> {
        match outcome {
            FileOutcome::Kept(place) => self.results.take_over(place, self.earlier)?,
            FileOutcome::Large(large) => return self.scenario(path, variant, self.work.alone(&large)),
            FileOutcome::Played(Ok(None)) => return Err(Halt::Stopped),
            FileOutcome::Played(Ok(Some(result))) => {
                self.is_stopped |= result.stopped.is_some();
                if let Some(place) = self.earlier.and_then(|earlier| earlier.knows_more(&result)) {
                    return Ok(self.results.take_over(place, self.earlier)?);
                }
                self.verdict.add(&result);
                self.progress.aside(|| self.results.append(&result))?;
            }
            FileOutcome::Played(Err(problem)) => self.problem(path, variant, problem),
        }
        Ok(())
    }

    fn problem(&mut self, path: &Path, variant: &str, problem: Problem) {
        self.progress.aside(|| self.problems.add_of(path, variant, problem));
    }
}
