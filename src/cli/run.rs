//! `battle-odds run`: the odds of scenarios, as files and on standard output.

use std::path::PathBuf;

use clap::Args;

use super::batch::Batch;
use super::ending::{Ending, Failure, Outcome};
use super::files::Files;
use super::options::Options;
use super::problems::{Problems, say};
use super::progress::Progress;
use super::shard;
use super::show::Show;
use super::simulator::Simulator;
use crate::engine::simulate::Share;
use crate::scenario::Scenario;

/// Simulate scenarios, write CSV, print a table
#[derive(Args, Debug)]
pub struct Run {
    /// Scenario files, or folders that hold some
    #[arg(required = true, value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,

    /// Play only this share of the trials, e.g. 3/8, and write it for `battle-odds merge`
    #[arg(long, value_name = "K/N", value_parser = shard::parse)]
    shard: Option<Share>,

    #[command(flatten)]
    options: Options,
}

impl Run {
    /// Runs all scenarios that can be run, in the order of their files' names.
    pub(super) fn run(&self) -> Outcome {
        let sets = self.options.changes.read()?;
        let mut problems = Problems::default();
        let batch = Batch::read(&self.paths, sets, &mut problems);
        let (scenarios, files) = batch.scenarios(&mut problems);
        let finished = match self.shard {
            None => self.simulate(&scenarios, &mut problems)?,
            Some(share) if shard::run(&self.options, share, &scenarios, &mut problems)? => Stopped::Never,
            Some(_) => Stopped::After(0),
        };
        problems.close(files);
        if let Stopped::After(finished) = finished {
            let what = if finished > 0 { "finished and written" } else { "finished: nothing is written" };
            say(format_args!("stopped: {finished} of {} scenarios {what}", scenarios.len()));
            return Ok(Ending::Stopped);
        }
        Ok(if problems.is_empty() { Ending::Well } else { Ending::Problems })
    }

    fn simulate(&self, scenarios: &[Scenario], problems: &mut Problems) -> Result<Stopped, Failure> {
        let options = &self.options;
        if scenarios.is_empty() {
            Show::new(options.format)?.close()?;
            return Ok(Stopped::Never);
        }
        let simulator = Simulator::new(options)?;
        let mut files = Files::create(&options.out)?;
        let mut show = Show::new(options.format)?;
        let progress = Progress::new(options.quiet, scenarios.len());
        let mut stopped = Stopped::Never;
        for scenario in scenarios {
            let bar = progress.scenario(scenario, options.trials().filter(|_| options.precision.is_none()));
            let odds = simulator.odds(scenario, &|trials| bar.inc(trials));
            progress.done(&bar);
            match odds {
                Ok(Some(result)) => {
                    files.append(&result)?;
                    progress.aside(|| show.result(&result))?;
                }
                Ok(None) => {
                    stopped = Stopped::After(files.results());
                    break;
                }
                Err(problem) => progress.aside(|| problems.add_of(&scenario.path, &scenario.variant, problem)),
            }
        }
        progress.close();
        show.close()?;
        if files.finish(&options.request("run"))? && !options.quiet {
            say(format_args!("\nwritten: summary.csv, distribution.csv and run.json in {}", options.out.display()));
        }
        Ok(stopped)
    }
}

/// Whether the user stopped a run.
enum Stopped {
    Never,
    /// After so many scenarios were finished.
    After(usize),
}
