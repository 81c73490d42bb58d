//! `battle-odds compare`: which variant of a scenario is better, by how much, and whether that is sure.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::choosing::Choosing;
use super::ending::{Ending, Failure, Outcome};
use super::files;
use super::options::Format;
use super::out::{out, print, unwritable};
use super::output::{PAGE, SEAL};
use super::problems::{say, say_written};
use super::style::Style;
use super::terminal::Terminal;
use super::typed::trials;
use crate::report::compared::Compared;
use crate::report::differences::{DifferenceWriter, to_json, write_chances};
use crate::report::json::trace;
use crate::report::text::Width;
use crate::report::verdicts::verdicts;
use crate::studies::Way;
use crate::studies::compare::Comparing;
use crate::studies::contenders::variants;
use crate::studies::situation::situation;

/// The most trials if the user does not give another number.
const MOST_TRIALS: u64 = 20_000_000;

/// Compare the variants of one scenario, exactly where that is cheaper than trials, with a verdict
#[derive(Args, Debug)]
pub struct Compare {
    /// A scenario file with variants
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// Go on until every difference is decided; the intervals hold however often one looks
    #[arg(long, conflicts_with_all = ["exact", "trials"])]
    until_decided: bool,

    /// With --until-decided: this many trials at most [default: 20,000,000]
    #[arg(long, value_name = "N", value_parser = trials, requires = "until_decided")]
    max_trials: Option<u64>,

    #[command(flatten)]
    options: Choosing,
}

impl Compare {
    /// Compares.
    pub(super) fn run(&self, style: Style) -> Outcome {
        let options = &self.options;
        let terminal = Terminal::new(options.playing.quiet);
        let contest = variants(&self.path, options.playing.changes.read()?, &terminal)?;
        let scenario = contest.scenario.clone();
        let Some(found) = self.asked().of(contest, &terminal)? else {
            say(text!("stopped: nothing is written"));
            return Ok(Ending::Stopped);
        };
        let compared = found.answer;
        write(options, "compare.csv", &compared, |compared| compared.page(&situation(&scenario)), style)?;
        show(options, &compared, verdicts, style)?;
        if !options.playing.quiet {
            say_written(&["compare.csv", "chances.csv"], &options.results.out);
        }
        Ok(if found.is_whole { Ending::Well } else { Ending::Stopped })
    }

    /// What is asked.
    fn asked(&self) -> Comparing {
        let options = &self.options;
        let most = if self.until_decided { self.max_trials.unwrap_or(MOST_TRIALS) } else { options.trials() };
        let own = match (options.way(), self.until_decided) {
            (Way::Exact, _) => Vec::new(),
            (_, true) => vec!["--until-decided".into(), format!("--max-trials {most}")],
            (_, false) => vec![format!("--trials {most}")],
        };
        Comparing {
            settings: options.settings(most),
            margin: options.margin,
            until_decided: self.until_decided,
            request: options.request("compare", &own).of(&self.path),
        }
    }
}

/// Writes the differences under a name chosen by the command, and the file of the chances or means.
pub(super) fn write(
    options: &Choosing,
    name: &str,
    compared: &Compared,
    page: impl FnOnce(&Compared) -> String,
    style: Style,
) -> Result<(), Failure> {
    let text = |write: &dyn Fn(&mut Vec<u8>) -> io::Result<()>| {
        let mut bytes = Vec::new();
        write(&mut bytes).map_err(Failure::writing(&options.results.out))?;
        Ok::<_, Failure>(String::from_utf8_lossy(&bytes).into_owned())
    };
    let differences = text(&|out| DifferenceWriter::new(out, compared, style.dialect)?.append(compared))?;
    let chances = text(&|out| write_chances(out, compared, style.dialect))?;
    let run = trace(&compared.request, &compared.heading());
    let mut all = vec![(SEAL, run), (name, differences), (compared.file(), chances)];
    if options.results.html {
        all.push((PAGE, page(compared)));
    }
    files::write(&options.results.out, &all)
}

/// Shows the differences: as a table, as rows or as JSON.
pub(super) fn show(
    options: &Choosing,
    compared: &Compared,
    table: impl FnOnce(&Compared, Width) -> String,
    style: Style,
) -> Result<(), Failure> {
    match options.results.format {
        Format::Table => print(&(options.playing.changes.told(style.width) + &table(compared, style.width))),
        Format::Csv => DifferenceWriter::new(out(), compared, style.dialect)
            .and_then(|mut rows| rows.append(compared))
            .map_err(unwritable),
        Format::Json => print(&to_json(compared).map_err(|error| unwritable(error.into()))?),
    }
}
