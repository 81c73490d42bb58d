//! The options of the commands that play a field of formations: same names, same meaning.

use std::path::PathBuf;

use clap::Args;

use super::methods::{Cheapest, RunMethod};
use super::options::{Options, Playing, Results};
use super::typed::{precision, trials};
use crate::engine::simulate::Share;
use crate::studies::{Settings, Way, matrix};

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

    #[command(flatten)]
    cheapest: Cheapest,

    #[command(flatten)]
    pub(super) playing: Playing,
}

impl Field {
    /// How it is played, all of it or a share.
    pub fn playing(&self, share: Share) -> matrix::Playing {
        let settings = Settings { way: self.cheapest.way(), precision: self.precision, ..self.playing.settings() };
        matrix::Playing { settings, budget: self.trials, share }
    }

    /// How single battles of it are played as often as the field was, whose battles had at most so many trials.
    pub fn of_battles(&self, results: &Results, trials: u64) -> Options {
        let method = match self.cheapest.way() {
            Way::Exact => RunMethod::Exact,
            Way::MonteCarlo => RunMethod::MonteCarlo,
            Way::Auto | Way::Cheaper => RunMethod::Auto,
        };
        Options::of_battles(&self.playing, results, method, trials)
    }

    /// The request, in a form that says how to repeat it.
    pub fn command(&self, command: &str) -> String {
        let mut words = vec![format!("battle-odds {command}")];
        words.extend(self.trials.map(|trials| format!("--trials {trials}")));
        words.extend(self.precision.map(|precision| format!("--precision {precision}")));
        words.extend(self.cheapest.words());
        words.extend(self.playing.memory.words());
        words.push(format!("--seed {}", self.playing.seed()));
        words.extend(self.playing.changes.words());
        words.join(" ")
    }
}
