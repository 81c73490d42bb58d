//! `battle-odds run`: the odds of scenarios, as files and on standard output.

use std::path::PathBuf;

use clap::{Args, Command, FromArgMatches};

use super::again::Told;
use super::batch::Batch;
use super::collector::{Collected, Collector};
use super::ending::{Ending, Failure, Outcome};
use super::files::Files;
use super::options::{Format, Options, Playing};
use super::out::print;
use super::output::{Output, PAGE, SEAL};
use super::pipeline::Work;
use super::problems::{Problems, say};
use super::report;
use super::results::{Finished, Results};
use super::resume::Earlier;
use super::shard::{self, Sharing};
use super::show::Show;
use super::style::Style;
use super::terminal::Terminal;
use super::wanted::Wanted;
use crate::engine::simulate::Share;
use crate::report::json::Request;
use crate::report::text::Width;
use crate::report::verification::Verdict;
use crate::scenario::Problem;
use crate::studies::deal::Deal;
use crate::studies::simulator::Simulator;
use crate::studies::{Way, World};

/// Simulate scenarios, write CSV, print a table
#[derive(Args, Clone, Debug)]
pub struct Run {
    /// Scenario files, or folders that hold some
    #[arg(required_unless_present = "again", value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,

    /// Run again what a run.json, or the one in a folder, tells: the same files, changes and dice; says whether the results
    /// are the same
    #[arg(
        long,
        value_name = "RUN.JSON|FOLDER",
        conflicts_with_all = ["paths", "shard", "trials", "precision", "exact", "method", "verify", "resume", "variants", "seed", "sets", "bytes"]
    )]
    again: Option<PathBuf>,

    /// Play only this share of the trials, e.g. 3/8, and write it for `battle-odds merge`
    #[arg(long, value_name = "K/N", value_parser = shard::parse, conflicts_with = "html")]
    shard: Option<Share>,

    /// Show a table of everything for each result, not only where there is one file
    #[arg(long)]
    details: bool,

    #[command(flatten)]
    options: Options,
}

impl Run {
    /// Runs all scenarios that can be run, in the order of their files' names.
    pub(super) fn run(&self, style: Style) -> Outcome {
        if let Some(record) = &self.again {
            let told = Told::read(record)?;
            let ending = self.repeating(&told.words()?)?.run(style)?;
            // Of a run that failed, the folder may still hold the results of another.
            if ending == Ending::Well && !self.options.playing.quiet {
                told.compare(&self.options.results.out).iter().for_each(say);
            }
            return Ok(ending);
        }
        let options = &self.options;
        options.playing.changes.read()?;
        let mut problems = Problems::default();
        let batch = Batch::find(&self.paths, &mut problems);
        if batch.files.is_empty() {
            Show::new(options.results.format, false, String::new(), style)?.close()?;
            problems.close(batch.missing);
            return Ok(Ending::Problems);
        }
        match &batch.files[..] {
            // One scenario, of which a person asks the odds. What folders and shards write does not depend on its cost.
            [file] if self.shard.is_none() && batch.is_named(file) && options.leave_it_open() => {
                Run { options: options.answered_cheaply(), ..self.clone() }.play(&batch, problems, style)
            }
            _ => self.play(&batch, problems, style),
        }
    }

    /// The run of the words of another command line; where its results go, and what is shown, is as asked now.
    fn repeating(&self, words: &[String]) -> Result<Run, Problem> {
        let command = Run::augment_args(Command::new("run").no_binary_name(true));
        let told = command.try_get_matches_from(words).and_then(|words| Run::from_arg_matches(&words));
        let told = told.map_err(|error| Problem::new(error.to_string()))?;
        let Playing { quiet, threads, .. } = self.options.playing;
        let mut options = Options { results: self.options.results.clone(), ..told.options };
        (options.playing.quiet, options.playing.threads) = (quiet, threads);
        Ok(Run { details: self.details, again: None, options, ..told })
    }

    /// What is asked for, as `run.json` tells it.
    fn request(&self) -> Request {
        let mut files: Vec<String> = self.paths.iter().map(|path| path.to_string_lossy().into_owned()).collect();
        files.sort();
        Request { files, ..self.options.request("run") }
    }

    /// Runs the scenarios of these files.
    fn play(&self, batch: &Batch, problems: Problems, style: Style) -> Outcome {
        let options = &self.options;
        let sets = options.playing.changes.read()?;
        self.check()?;
        let terminal = Terminal::new(options.playing.quiet);
        // The signals first: once the lock is held there is something to clean up.
        let simulator = self.simulator(&terminal)?;
        let wanted = Wanted { batch, sets, variants: &options.variants, armies: terminal.armies() };
        let deal = self.shard.map(|share| wanted.deal(&simulator, options.settings().trials, share));
        let simulator = simulator.dealt(deal.unwrap_or_default());
        let (results, earlier) = self.open(batch, simulator.deal(), style)?;
        terminal.progress.begin_files(batch.files.len());
        let work = Work { simulator: &simulator, wanted: &wanted, earlier: earlier.as_ref(), terminal: &terminal };
        let (Collected { results, problems, scenario_files, verdict, is_stopped }, failure) =
            Collector::new(&work, results, problems).play();
        let finished = publish(results.finish(options, earlier.as_ref(), is_stopped), failure)?;
        self.is_of_a_variant(&finished, problems.is_empty() && !is_stopped)?;
        self.publish_page(batch, &finished)?;
        let refuted = show_verdict(&verdict, options, style.width)?;
        problems.close(scenario_files);
        if is_stopped {
            say(finished.when_stopped());
            return Ok(Ending::Stopped);
        }
        self.say_how_it_went(&finished, simulator.quicker(), earlier.is_some());
        Ok(match problems.is_empty() {
            false => Ending::Problems,
            true if refuted => Ending::Refuted,
            true => Ending::Well,
        })
    }

    /// Options that do not go together.
    fn check(&self) -> Result<(), Problem> {
        if self.shard.is_some() {
            shard::check(&self.options)?;
        }
        if self.options.verify && self.options.resume {
            let message = text!("--verify does not go with --resume: its verdict is on all scenarios together");
            return Err(Problem::new(message).help(text!("leave out --resume to start afresh")));
        }
        Ok(())
    }

    /// What finds the odds.
    fn simulator<'w>(&self, terminal: &'w Terminal) -> Result<Simulator<'w>, Failure> {
        let options = &self.options;
        let mut simulator = Simulator::new(options.settings(), terminal)?.of(self.share());
        if options.verify {
            simulator = simulator.verifying();
        } else if !options.playing.quiet
            && self.shard.is_none()
            && options.way() == Way::MonteCarlo
            && options.method.is_none()
        {
            simulator = simulator.noticing();
        }
        Ok(simulator)
    }

    fn share(&self) -> Share {
        self.shard.unwrap_or(Share::WHOLE)
    }

    /// Opens what the results go into, and what an earlier run has left there.
    fn open(&self, batch: &Batch, deal: &Deal, style: Style) -> Result<(Results<'_>, Option<Earlier>), Failure> {
        let options = &self.options;
        if self.shard.is_some() {
            return Ok((
                Results::Share(Box::new(Sharing::create(options, self.request(), self.share(), deal.clone())?)),
                None,
            ));
        }
        let (output, request) = (Output::open(&options.results.out, SEAL)?, self.request());
        let earlier = if options.resume { Earlier::read(&output, &request, style.dialect)? } else { None };
        let (earlier, set_aside) = earlier.unzip();
        let details = self.details || batch.files.len() == 1;
        let files = Files::create(output, &request, earlier.as_ref().zip(set_aside), style.dialect)?;
        let show = Show::new(options.results.format, details, options.playing.changes.told(style.width), style)?;
        Ok((Results::Whole(Box::new(files), show), earlier))
    }

    /// Writes the page, where one is asked for and there is something to tell.
    fn publish_page(&self, batch: &Batch, finished: &Finished) -> Result<(), Failure> {
        if !self.options.results.html || finished.count == 0 {
            return Ok(());
        }
        let options = &self.options;
        report::write(
            &options.results.out,
            &options.results.out.join(PAGE),
            &batch.files,
            &options.playing.changes,
            options.playing.quiet,
        )
    }

    /// That none has the variant that was asked for is wrong, where all could be used.
    fn is_of_a_variant(&self, finished: &Finished, is_all: bool) -> Result<(), Problem> {
        match self.options.variants.first() {
            Some(variant) if finished.count == 0 && is_all && self.shard.is_none() => {
                Err(Problem::new(text!("none of these scenarios has a variant `{variant}`", variant)))
            }
            _ => Ok(()),
        }
    }

    /// Says what would have been quicker, and where nothing was to be done.
    fn say_how_it_went(&self, finished: &Finished, quicker: usize, had_earlier: bool) {
        let Finished { count, is_new, .. } = *finished;
        match quicker {
            0 => {}
            quicker if quicker == count => {
                say(text!("exact answers would have been quicker: --exact, or --method cheaper"))
            }
            quicker => say(text!(
                "exact answers would have been quicker for {quicker} of {count}: --exact, or --method cheaper",
                quicker,
                count
            )),
        }
        if had_earlier && !is_new && !self.options.playing.quiet {
            let folder = self.options.results.out.display();
            say(text!("nothing to do: all of it ({count}) is in {folder}", count, folder));
        }
    }
}

/// What stands in the files; where something failed on the way, that, after what stands there has been said.
fn publish(finished: Result<Finished, Failure>, failure: Option<Failure>) -> Result<Finished, Failure> {
    let Some(failure) = failure else { return finished };
    if let Ok(finished @ Finished { count: 1.., .. }) = &finished {
        say(finished.when_stopped());
    }
    Err(failure)
}

/// Shows the verdict on sampled odds, if there is one; returns whether they are wrong.
fn show_verdict(verdict: &Verdict, options: &Options, width: Width) -> Result<bool, Failure> {
    let refuted = !verdict.disagreeing().is_empty();
    match (verdict.text(width), options.results.format) {
        (None, _) => {}
        (Some(text), Format::Table) => print(&format!("\n{text}"))?,
        (Some(text), _) if refuted || !options.playing.quiet => say(text.trim_end()),
        _ => {}
    }
    Ok(refuted)
}
