//! `battle-odds best`: the best play, and what plans are worth beside it.

use std::path::{Path, PathBuf};

use clap::Args;

use super::ending::{Ending, Outcome};
use super::one_file::OneFile;
use super::problems::say;
use super::style::Style;
use super::terminal::Terminal;
use super::typed::{precision, quoted};
use super::varying::{Answer, Varying};
use crate::studies::best::{Answer as Found, Asking, Decide};
use crate::studies::situation::situation;

/// How a file that this command has written begins.
const MARK: &str = "# Written by battle-odds best: the scenario, played by the best rule.";

/// How many trials each way to play has with `--sampled`, unless the player says.
const SAMPLED: u64 = 100_000;

/// What to do: the best play, the best plan decided beforehand, and a rule to remember
#[derive(Args, Debug)]
pub struct Best {
    /// What is open although the file does not say so: `all` that the program decides for the players, or the keys of
    /// decisions, e.g. `mode,countercharge`
    #[arg(long, value_name = "KEYS")]
    decide: Option<String>,

    /// Plays trials instead of looking at every state: where that would be too much. Best play is then known from below, by
    /// trials of what was learned, and from above
    #[arg(long)]
    sampled: bool,

    /// The measure to get as much of as possible, instead of the goal, e.g. `marines.points_swing`
    #[arg(long, value_name = "MEASURE")]
    maximise: Option<String>,

    /// How many questions, one after the other, a rule may ask at each step
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=3))]
    depth: u8,

    /// Options that lose less than this do not matter, e.g. 0.5% or 0.005
    #[arg(long, value_name = "P", value_parser = precision)]
    margin: Option<f64>,

    /// The file to write the scenario into with the rule in it, so that `run` plays by the rule
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,

    #[command(flatten)]
    varying: Varying,
}

impl Best {
    /// The request, as typed.
    fn words(&self) -> Vec<String> {
        let file = self.write.as_ref().map(|file| file.display().to_string());
        let given = [("--decide", &self.decide), ("--maximise", &self.maximise), ("--write", &file)];
        let given = given.into_iter().filter_map(|(name, value)| Some(format!("{name} {}", quoted(value.as_ref()?))));
        let depth = (self.depth < 3).then(|| format!("--depth {}", self.depth));
        let sampled = self.sampled.then(|| "--sampled".to_owned());
        given.chain(sampled).chain(depth).chain(self.margin.map(|margin| format!("--margin {margin}"))).collect()
    }

    /// Finds the best play.
    pub(super) fn run(&self, style: Style) -> Outcome {
        if let Some(file) = &self.write {
            rule_file(file).may_be_written()?;
        }
        let terminal = Terminal::new(self.varying.quiet());
        let scenario = self.varying.scenario(&terminal)?;
        let decide = Decide::read(self.decide.as_deref());
        let settings = self.varying.settings(SAMPLED, None);
        let asking = Asking {
            settings,
            plays: None,
            decide,
            sampled: self.sampled,
            maximise: self.maximise.clone(),
            depth: self.depth.into(),
            margin: self.margin.unwrap_or(0.0),
            write: self.write.clone(),
        };
        let Some(Found { best, rule }) = asking.of(&scenario, &terminal)? else {
            say(text!("stopped: nothing is written"));
            return Ok(Ending::Stopped);
        };
        let answer = Answer {
            command: ("best", self.words()),
            table: best.table(style.width),
            words: best.answer(),
            rows: best.rows(),
            file: "best.csv",
            more: vec![("decisions.csv", best.decision_rows().csv(style.dialect))],
            page: &|request| best.page(request, &situation(&scenario)),
        };
        self.varying.answer(&best.heading, &answer, style)?;
        if let Some((file, text)) = self.write.as_ref().zip(rule) {
            rule_file(file).write(&format!("{MARK}\n{text}"))?;
            say(text!("the rule is written into {file}: battle-odds run {file}", file = file.display()));
        }
        Ok(Ending::Well)
    }
}

/// The file that the rule is to be written into.
fn rule_file(path: &Path) -> OneFile<'_> {
    OneFile { path, mark: MARK, command: "best", option: "--write" }
}
