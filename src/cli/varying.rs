//! The options of the commands that change one thing of a scenario at a time: same names, same meaning as those that
//! simulate, but exact whenever that is cheaper than trials.

use std::path::PathBuf;

use clap::Args;
use serde_json::Value;

use super::choosing::Choosing;
use super::ending::Failure;
use super::files::write;
use super::methods::Cheapest;
use super::options::{Format, Playing, Results};
use super::out::print;
use super::output::{PAGE, SEAL};
use super::problems::say_written;
use super::style::Style;
use super::typed::{precision, quoted, trials};
use crate::report::csv::TAGS;
use crate::report::heading::Heading;
use crate::report::json::{Request, trace};
use crate::report::rows::Rows;
use crate::scenario::{Loaded, Problem, Scenario};
use crate::studies::select_variant::open;
use crate::studies::{Settings, Way, World};
use crate::systems::load_of_batch;

/// Which scenario, how to find its odds, and where the results go.
#[derive(Args, Clone, Debug)]
pub struct Varying {
    /// A scenario file
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// The variant of that name instead of the scenario as written, which is `base`
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,

    /// How often each battle is fought, where it is not worked out exactly; at most, if it may stop earlier
    #[arg(long, value_name = "N", value_parser = trials, conflicts_with = "exact")]
    trials: Option<u64>,

    #[command(flatten)]
    cheapest: Cheapest,

    #[command(flatten)]
    playing: Playing,

    #[command(flatten)]
    results: Results,
}

/// When trials stop by themselves.
#[derive(Args, Clone, Debug)]
pub struct Stop {
    /// Stop as soon as every chance is known to ±P (95 %, all together), e.g. 0.5% or 0.005
    #[arg(long, value_name = "P", value_parser = precision, conflicts_with = "exact")]
    pub precision: Option<f64>,
}

impl Varying {
    /// The scenario.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn scenario(&self, world: &dyn World) -> Result<Scenario, Problem> {
        open(&self.path, self.playing.changes.read()?, self.variant.as_deref(), world)
    }

    /// The scenario's variants that can be read, and the scenario as written.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn variants(&self, world: &dyn World) -> Result<Vec<Scenario>, Problem> {
        match load_of_batch(&self.path, self.playing.changes.read()?, &world.armies())? {
            Loaded::Scenarios(scenarios, _) => Ok(scenarios),
            Loaded::Army(_) => Ok(Vec::new()),
        }
    }

    /// How the odds are to be found.
    fn way(&self) -> Way {
        self.cheapest.way()
    }

    /// The same options for commands that compare.
    fn choosing(&self) -> Choosing {
        Choosing {
            trials: self.trials,
            cheapest: self.cheapest,
            margin: None,
            playing: self.playing.clone(),
            results: self.results.clone(),
        }
    }

    /// The same options for the studies, with this default for the most trials.
    pub fn settings(&self, usual: u64, precision: Option<f64>) -> Settings {
        Settings { way: self.way(), trials: self.trials.unwrap_or(usual), precision, ..self.playing.settings() }
    }

    /// The words of a command, followed by those that all of these commands have.
    fn own(&self, words: &[String]) -> Vec<String> {
        let variant = self.variant.as_ref().map(|variant| format!("--variant {}", quoted(variant)));
        let trials = self.trials.filter(|_| self.way() != Way::Exact).map(|trials| format!("--trials {trials}"));
        words.iter().cloned().chain(variant).chain(trials).collect()
    }

    /// Whether only results are printed.
    pub fn quiet(&self) -> bool {
        self.playing.quiet
    }

    /// Shows an answer as asked for and writes its files: rows as CSV, and others.
    ///
    /// # Errors
    /// A failure if standard output or a file cannot be written.
    pub fn answer(&self, heading: &Heading, answer: &Answer, style: Style) -> Result<(), Failure> {
        let goal = heading.goal.join(", ");
        let rows =
            answer.rows.clone().with("seed", &Some(self.playing.seed()).into()).with("goal", &goal.as_str().into());
        let rows = rows.with("tags", &heading.tags.join(TAGS).as_str().into());
        let csv = rows.csv(style.dialect);
        match self.results.format {
            Format::Table => print(&(self.playing.changes.told(style.width) + &answer.table))?,
            Format::Csv => print(&csv)?,
            Format::Json => {
                let said: [(&str, Value); 5] = [
                    ("scenario", heading.scenario.as_str().into()),
                    ("variant", heading.variant.as_str().into()),
                    ("seed", self.playing.seed().into()),
                    ("goal", heading.goal.clone().into()),
                    ("answer", answer.words.clone().into()),
                ];
                print(&rows.json(&said))?;
            }
        }
        let request = self.choosing().request(answer.command.0, &self.own(&answer.command.1)).of(&self.path);
        let mut files = vec![(SEAL, trace(&request, heading)), (answer.file, csv)];
        files.extend(answer.more.iter().cloned());
        if self.results.html {
            files.push((PAGE, (answer.page)(&request)));
        }
        write(&self.results.out, &files)?;
        if !self.playing.quiet {
            let names: Vec<&str> = files.iter().skip(1).map(|(name, _)| *name).collect();
            say_written(&names, &self.results.out);
        }
        Ok(())
    }
}

/// The answer of a command.
pub struct Answer<'a> {
    /// The table for a player.
    pub table: String,
    /// The decision in words; empty if there is none to make.
    pub words: Vec<String>,
    /// Row by row.
    pub rows: Rows,
    /// The sub-command, and its own words.
    pub command: (&'static str, Vec<String>),
    /// The file of the rows.
    pub file: &'static str,
    /// Other files.
    pub more: Vec<(&'static str, String)>,
    /// The page, given the request.
    pub page: &'a dyn Fn(&Request) -> String,
}
