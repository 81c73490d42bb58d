//! The options of every command that compares: same names, same meaning as those that simulate.

use std::path::PathBuf;

use clap::Args;

use crate::report::json::Request;
use crate::report::result::Method;

use super::options::{Changes, Format, Memory, MethodName, USUAL_TRIALS, place, precision, trials};
use crate::studies::{Settings, Way};

/// How to compare, and where the results go.
#[derive(Args, Clone, Debug)]
pub struct Choosing {
    /// How often each battle is fought where it is not worked out exactly [default: 1,000,000]
    #[arg(long, value_name = "N", value_parser = trials, conflicts_with = "exact")]
    pub trials: Option<u64>,

    /// No sampling: follow every way the dice can fall (trials are not counted)
    #[arg(long)]
    pub exact: bool,

    /// How the chances are found: by trials of the same luck, exactly, or each by whichever is cheaper
    #[arg(long, value_enum, default_value_t = MethodName::Auto, conflicts_with = "exact")]
    pub method: MethodName,

    /// A difference of the goal's chance that does not matter, e.g. 1% or 0.01
    #[arg(long, value_name = "P", value_parser = precision)]
    pub margin: Option<f64>,

    /// How much memory an exact answer may take
    #[command(flatten)]
    pub memory: Memory,

    /// Which dice: the same seed gives the same files, another one other dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// How many threads work; the results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// The folder that files are written to
    #[arg(long, value_name = "FOLDER", default_value = "results/latest", value_parser = place())]
    pub out: PathBuf,

    /// Changes of the scenario
    #[command(flatten)]
    pub changes: Changes,

    /// Write report.html as well: the answer as a page for any browser
    #[arg(long)]
    pub html: bool,

    /// No progress and no remarks: only results, and what is wrong
    #[arg(long)]
    pub quiet: bool,

    /// What goes to standard output
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

impl Choosing {
    /// How many trials each has.
    pub fn trials(&self) -> u64 {
        self.trials.unwrap_or(USUAL_TRIALS)
    }

    /// How the chances are to be found.
    pub fn way(&self) -> Way {
        if self.exact { Way::Exact } else { self.method.way() }
    }

    /// The same options for the studies, with at most this many trials of each.
    pub fn settings(&self, trials: u64) -> Settings {
        let (way, seed, memory, threads) = (self.way(), self.seed, self.memory.bytes, self.threads);
        Settings { way, seed, trials, precision: None, memory, threads }
    }

    /// The same for `run.json`.
    pub fn request(&self, command: &str, own: &[String]) -> Request {
        let (method, trials) = match self.way() {
            Way::Exact => (Method::Exact, None),
            _ => (Method::MonteCarlo, Some(self.trials())),
        };
        Request { command: self.command(command, own), seed: self.seed, method, trials }
    }

    /// The request of a sub-command, with words of its own, in a form that says how to repeat the results and nothing
    /// else.
    pub fn command(&self, command: &str, own: &[String]) -> String {
        let mut words = vec![format!("battle-odds {command}")];
        words.extend(self.margin.map(|margin| format!("--margin {margin}")));
        words.extend(own.iter().cloned());
        words.extend(match self.way() {
            Way::Exact => Some("--exact".into()),
            Way::MonteCarlo => Some("--method monte-carlo".into()),
            Way::Auto => None,
        });
        words.extend(self.memory.words().filter(|_| self.way() != Way::MonteCarlo));
        words.extend((self.way() != Way::Exact).then(|| format!("--seed {}", self.seed)));
        words.extend(self.changes.words());
        words.join(" ")
    }
}
