//! The options of every command that compares: same names, same meaning as those that simulate.

use clap::Args;

use crate::report::json::Request;
use crate::report::result::Method;

use super::methods::Cheapest;
use super::options::{Playing, Results, USUAL_TRIALS};
use super::typed::{precision, trials};
use crate::studies::{Settings, Way};

/// How to compare, and where the results go.
#[derive(Args, Clone, Debug)]
pub struct Choosing {
    /// How often each battle is fought where it is not worked out exactly [default: 1,000,000]
    #[arg(long, value_name = "N", value_parser = trials, conflicts_with = "exact")]
    pub trials: Option<u64>,

    /// How the chances are found
    #[command(flatten)]
    pub cheapest: Cheapest,

    /// A difference of the goal's chance that does not matter, e.g. 1% or 0.01
    #[arg(long, value_name = "P", value_parser = precision)]
    pub margin: Option<f64>,

    /// What every command that plays battles can be asked
    #[command(flatten)]
    pub playing: Playing,

    /// Where the results go
    #[command(flatten)]
    pub results: Results,
}

impl Choosing {
    /// How many trials each has.
    pub fn trials(&self) -> u64 {
        self.trials.unwrap_or(USUAL_TRIALS)
    }

    /// How the chances are to be found.
    pub fn way(&self) -> Way {
        self.cheapest.way()
    }

    /// The same options for the studies, with at most this many trials of each.
    pub fn settings(&self, trials: u64) -> Settings {
        Settings { way: self.way(), trials, ..self.playing.settings() }
    }

    /// The same for `run.json`.
    pub fn request(&self, command: &str, own: &[String]) -> Request {
        let (method, trials) = match self.way() {
            Way::Exact => (Method::Exact, None),
            _ => (Method::MonteCarlo, Some(self.trials())),
        };
        Request { command: self.command(command, own), seed: self.playing.seed(), method, trials, files: Vec::new() }
    }

    /// The request of a sub-command, with words of its own, in a form that says how to repeat the results and nothing
    /// else.
    pub fn command(&self, command: &str, own: &[String]) -> String {
        let mut words = vec![format!("battle-odds {command}")];
        words.extend(self.margin.map(|margin| format!("--margin {margin}")));
        words.extend(own.iter().cloned());
        words.extend(self.cheapest.words());
        words.extend(self.playing.memory.words().filter(|_| self.way() != Way::MonteCarlo));
        words.extend((self.way() != Way::Exact).then(|| format!("--seed {}", self.playing.seed())));
        words.extend(self.playing.changes.words());
        words.join(" ")
    }
}
