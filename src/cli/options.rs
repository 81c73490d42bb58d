//! The options of every command that simulates: same names, same meaning.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::methods::RunMethod;
use super::typed::{MOST_TRIALS, memory, place, precision, quoted, trials};
use crate::engine::exact::USUAL_MEMORY;
use crate::report::json::Request;
use crate::report::names::in_a_row;
use crate::report::result::Method;
use crate::report::text::Width;
use crate::scenario::{Patch, Problem};
pub(super) use crate::studies::settings::USUAL_TRIALS;
use crate::studies::{Settings, Way};

/// The dice, if no others are asked for.
const USUAL_SEED: u64 = 1;

/// Where results go, if nowhere else is asked for.
const USUAL_PLACE: &str = "results/latest";

/// How to simulate, and where the results go.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// How often each battle is fought [default: 1,000,000; with --precision, as often as it takes]
    #[arg(long, value_name = "N", value_parser = trials)]
    pub trials: Option<u64>,

    /// Stop as soon as the chance of the goal is known to ±P (95 %), e.g. 0.5% or 0.005
    #[arg(long, value_name = "P", value_parser = precision)]
    pub precision: Option<f64>,

    /// No sampling: follow every way the dice can fall (trials are not counted)
    #[arg(long)]
    pub exact: bool,

    /// How the odds are found [default: cheaper where one file is named and nothing asked for that needs trials, else
    /// monte-carlo]
    #[arg(long, value_enum, conflicts_with = "exact")]
    pub method: Option<RunMethod>,

    /// Find the odds both ways, and hold the sampled against the exact ones
    #[arg(long, conflicts_with_all = ["exact", "method", "precision"])]
    pub verify: bool,

    /// Go on after the scenarios that a stopped run has left in --out
    #[arg(long)]
    pub resume: bool,

    /// Only this variant; `base` is the scenario as written; may be repeated
    #[arg(long = "variant", value_name = "NAME")]
    pub variants: Vec<String>,

    /// What every command that plays battles can be asked
    #[command(flatten)]
    pub playing: Playing,

    /// Where the results go
    #[command(flatten)]
    pub results: Results,
}

/// What every command that plays battles can be asked.
#[derive(Args, Clone, Debug)]
pub struct Playing {
    /// Which dice: the same seed gives the same files, another one other dice [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// How many threads work; the results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// How much memory an exact answer may take
    #[command(flatten)]
    pub memory: Memory,

    /// Changes of the scenarios
    #[command(flatten)]
    pub changes: Changes,

    /// No progress and no remarks: only results, and what is wrong
    #[arg(long)]
    pub quiet: bool,
}

/// Where the results go.
#[derive(Args, Clone, Debug)]
pub struct Results {
    /// The folder that files are written to
    #[arg(long, value_name = "FOLDER", default_value = USUAL_PLACE, value_parser = place())]
    pub out: PathBuf,

    /// Write report.html as well: the answer as a page for any browser
    #[arg(long)]
    pub html: bool,

    /// What goes to standard output
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

/// How much memory an exact answer may take.
#[derive(Args, Clone, Copy, Debug)]
pub struct Memory {
    /// Memory that an exact answer may take, e.g. 500MB or 4GB; with more than 2GB, more time too
    #[arg(long = "memory", value_name = "SIZE", default_value = "2GB", value_parser = memory)]
    pub bytes: u64,
}

impl Default for Memory {
    fn default() -> Self {
        Memory { bytes: USUAL_MEMORY }
    }
}

impl Memory {
    /// The same as typed, if it is not the default.
    pub(super) fn words(self) -> Option<String> {
        (self.bytes != USUAL_MEMORY).then(|| format!("--memory {}", self.bytes))
    }
}

/// Changes of scenarios from the command line.
#[derive(Args, Clone, Debug, Default)]
pub struct Changes {
    /// Change any key of the scenario for this run, e.g. steps[0].crossfire=false; may be repeated
    #[arg(long = "set", value_name = "PATH=VALUE")]
    sets: Vec<String>,
}

/// What goes to standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A table to read
    Table,
    /// The rows of summary.csv
    Csv,
    /// A list of all results with their distributions
    Json,
}

impl Changes {
    /// The changes as typed, each of which can be read; whether it fits is known when the scenario is read.
    ///
    /// # Errors
    /// The first that cannot be read.
    pub fn read(&self) -> Result<&[String], Problem> {
        self.sets.iter().try_for_each(|set| Patch::parse(set).map(drop))?;
        Ok(&self.sets)
    }

    /// The line above a table whose scenario was changed; otherwise empty.
    pub(super) fn told(&self, width: Width) -> String {
        match self.sets.is_empty() {
            true => String::new(),
            false => width.wrap(&text!("changed: {changes}", changes = in_a_row(&self.sets)), "", "  "),
        }
    }

    /// The same, quoted for a shell.
    pub(super) fn words(&self) -> impl Iterator<Item = String> + '_ {
        self.sets.iter().map(|set| format!("--set {}", quoted(set)))
    }
}

impl Playing {
    /// Which dice.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(USUAL_SEED)
    }

    /// The same as studies take it.
    pub(super) fn settings(&self) -> Settings {
        let (seed, memory, threads) = (self.seed(), self.memory.bytes, self.threads);
        Settings { seed, memory, threads, ..Settings::default() }
    }
}

impl Options {
    /// How the odds are to be found.
    pub fn way(&self) -> Way {
        if self.exact { Way::Exact } else { self.method.map_or(Way::MonteCarlo, RunMethod::way) }
    }

    /// Whether nothing is asked for that needs trials: no number of them, no dice, no way of finding the odds, and no files for
    /// a program to read, which may rely on there being trials. A person who reads a table is better served by an exact
    /// answer that takes less time.
    pub fn leave_it_open(&self) -> bool {
        let is_of_trials = self.trials.is_some() || self.precision.is_some() || self.playing.seed.is_some();
        let is_of_a_way = self.exact || self.method.is_some() || self.verify || self.resume;
        let is_read_by_programs = self.results.format != Format::Table || self.results.out != Path::new(USUAL_PLACE);
        !is_of_trials && !is_of_a_way && !is_read_by_programs
    }

    /// Those of single battles, found in a way and with a number of trials.
    pub fn of_battles(playing: &Playing, results: &Results, method: RunMethod, trials: u64) -> Options {
        Options {
            trials: Some(trials),
            precision: None,
            exact: false,
            method: Some(method),
            verify: false,
            resume: false,
            variants: Vec::new(),
            playing: playing.clone(),
            results: results.clone(),
        }
    }

    /// The same, with an exact answer wherever that costs less than the trials.
    pub fn answered_cheaply(&self) -> Options {
        Options { method: Some(RunMethod::Cheaper), ..self.clone() }
    }

    /// The most trials; none when exact.
    pub fn trials(&self) -> Option<u64> {
        let most = if self.precision.is_some() { MOST_TRIALS } else { USUAL_TRIALS };
        (self.way() != Way::Exact).then(|| self.trials.unwrap_or(most))
    }

    /// The same as studies take it.
    pub fn settings(&self) -> Settings {
        Settings {
            way: self.way(),
            trials: self.trials().unwrap_or(0),
            precision: self.precision,
            ..self.playing.settings()
        }
    }

    /// The request of a sub-command, in a form that says how to repeat the results and nothing else.
    pub fn request(&self, command: &str) -> Request {
        let mut words = vec![format!("battle-odds {command}")];
        if self.verify {
            words.push("--verify".into());
        }
        words.extend(match self.way() {
            Way::Exact => Some("--exact".into()),
            Way::Auto => Some("--method auto".into()),
            Way::Cheaper => Some("--method cheaper".into()),
            Way::MonteCarlo => None,
        });
        words.extend(self.playing.memory.words());
        words.extend(self.precision.map(|precision| format!("--precision {precision}")));
        if let Some(trials) = self.trials() {
            let trials = (self.precision.is_none() || self.trials.is_some()).then(|| format!("--trials {trials}"));
            words.extend(trials);
            words.push(format!("--seed {}", self.playing.seed()));
        }
        words.extend(self.variants.iter().map(|variant| format!("--variant {}", quoted(variant))));
        words.extend(self.playing.changes.words());
        let exact = self.way() == Way::Exact;
        let method = if exact { Method::Exact } else { Method::MonteCarlo };
        let trials = if self.precision.is_some() { self.trials } else { self.trials() };
        Request { command: words.join(" "), seed: self.playing.seed(), method, trials, files: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Options {
        Options {
            trials: None,
            precision: None,
            exact: false,
            method: None,
            verify: false,
            resume: false,
            variants: Vec::new(),
            playing: Playing {
                seed: None,
                threads: None,
                memory: Memory::default(),
                changes: Changes::default(),
                quiet: false,
            },
            results: Results { out: PathBuf::from(USUAL_PLACE), html: false, format: Format::Table },
        }
    }

    #[test]
    fn the_command_says_what_the_results_depend_on_and_no_more() {
        let command = |options: &Options| options.request("run").command;
        let mut options = options();
        assert_eq!(command(&options), "battle-odds run --trials 1000000 --seed 1");
        (options.playing.threads, options.playing.quiet) = (Some(3), true);
        options.results = Results { out: PathBuf::from("elsewhere"), html: true, format: Format::Json };
        assert_eq!(command(&options), "battle-odds run --trials 1000000 --seed 1");
        options.playing.changes.sets = vec!["b=2".into(), "goal=a.losses <= 2".into(), "title=the 'Ard Boyz".into()];
        assert_eq!(
            command(&options),
            r"battle-odds run --trials 1000000 --seed 1 --set b=2 --set 'goal=a.losses <= 2' --set 'title=the '\''Ard Boyz'"
        );
    }

    #[test]
    fn a_precision_and_memory_are_repeated() {
        let precise = Options { precision: Some(0.005), ..options() };
        assert_eq!(precise.request("run").command, "battle-odds run --precision 0.005 --seed 1");
        let mut small = Options { exact: true, ..options() };
        small.playing.memory = Memory { bytes: 5_000_000 };
        assert_eq!(small.request("run").command, "battle-odds run --exact --memory 5000000");
    }

    #[test]
    fn what_asks_for_trials_gets_trials() {
        assert!(options().leave_it_open() && options().way() == Way::MonteCarlo);
        let cheaply = options().answered_cheaply();
        assert!(cheaply.way() == Way::Cheaper && !cheaply.leave_it_open());
        assert_eq!(cheaply.request("run").command, "battle-odds run --method cheaper --trials 1000000 --seed 1");
        let (mut seeded, mut written) = (options(), options());
        seeded.playing.seed = Some(1);
        written.results.out = PathBuf::from("elsewhere");
        let asked = [
            Options { trials: Some(1_000_000), ..options() },
            Options { precision: Some(0.01), ..options() },
            Options { method: Some(RunMethod::MonteCarlo), ..options() },
            Options { exact: true, ..options() },
            Options { verify: true, ..options() },
            Options { resume: true, ..options() },
            seeded,
            written,
        ];
        assert!(asked.iter().all(|options| !options.leave_it_open()));
    }

    #[test]
    fn an_exact_run_throws_no_dice() {
        let request = Options { exact: true, ..options() }.request("run");
        assert_eq!(request.command, "battle-odds run --exact");
        assert_eq!((request.method, request.trials), (Method::Exact, None));
    }

    #[test]
    fn a_change_that_cannot_be_read_is_pointed_at() {
        let changes = |set: &str| Changes { sets: vec!["a=1".into(), set.into()] };
        assert_eq!(changes("a.b[0]=2").read().unwrap().len(), 2);
        assert!(changes("a.b").read().unwrap_err().to_string().contains("a change is written `path=value`"));
    }
}
