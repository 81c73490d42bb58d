//! The options of the commands that play a field of formations: same names, same meaning.

use std::path::PathBuf;

use clap::Args;

use super::options::{Changes, Memory, MethodName, precision, trials};
use crate::engine::simulate::Share;
use crate::studies::matrix::Playing;
use crate::studies::{Settings, Way};

/// How a field of formations is played.
#[derive(Args, Debug)]
pub struct Field {
    /// A matrix file
    #[arg(value_name = "FILE")]
    pub(super) path: PathBuf,

    /// How many trials in all, shared by the cells that are not worked out exactly
    #[arg(long, value_name = "N", value_parser = trials, conflicts_with = "precision")]
    trials: Option<u64>,

    /// The trials of a cell are as many as it takes to know any chance to ±P [default: 1%]
    #[arg(long, value_name = "P", value_parser = precision)]
    precision: Option<f64>,

    /// No sampling: follow every way the dice can fall
    #[arg(long)]
    exact: bool,

    /// How the chances are found: by trials, exactly, or each by whichever is cheaper
    #[arg(long, value_enum, default_value_t = MethodName::Auto, conflicts_with = "exact")]
    method: MethodName,

    /// How much memory exact answers may take
    #[command(flatten)]
    memory: Memory,

    /// Which dice: the same seed gives the same files, another one other dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many threads work; the results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Changes of every engagement
    #[command(flatten)]
    pub(super) changes: Changes,

    /// No progress and no remarks: only results, and what is wrong
    #[arg(long)]
    pub(super) quiet: bool,
}

impl Field {
    fn way(&self) -> Way {
        if self.exact { Way::Exact } else { self.method.way() }
    }

    /// How it is played, all of it or a share.
    pub fn playing(&self, share: Share) -> Playing {
        let (way, seed, precision, memory, threads) =
            (self.way(), self.seed, self.precision, self.memory.bytes, self.threads);
        let settings = Settings { way, seed, precision, memory, threads, ..Settings::default() };
        Playing { settings, budget: self.trials, share }
    }

    /// The request, in a form that says how to repeat it.
    pub fn command(&self, command: &str) -> String {
        let mut words = vec![format!("battle-odds {command}")];
        words.extend(self.trials.map(|trials| format!("--trials {trials}")));
        words.extend(self.precision.map(|precision| format!("--precision {precision}")));
        words.extend(match self.way() {
            Way::Exact => Some("--exact".to_owned()),
            Way::MonteCarlo => Some("--method monte-carlo".to_owned()),
            Way::Auto => None,
        });
        words.extend(self.memory.words());
        words.push(format!("--seed {}", self.seed));
        words.extend(self.changes.words());
        words.join(" ")
    }
}
