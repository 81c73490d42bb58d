//! `battle-odds best`: the best play.

use clap::Args;

use super::ending::{Ending, Outcome};
use super::style::Style;
use super::terminal::Terminal;
use super::varying::Varying;
use crate::studies::best::{Asking, Decide};

/// What to do: the best play, and what plans are worth beside it
#[derive(Args, Debug)]
pub struct Best {
    /// Decisions that are open although the file does not say so: `all`, or keys such as `mode,on-win`
    #[arg(long, value_name = "KEYS")]
    decide: Option<String>,

    #[command(flatten)]
    varying: Varying,
}

impl Best {
    /// Finds the best play.
    pub(super) fn run(&self, _style: Style) -> Outcome {
        let terminal = Terminal::new(self.varying.quiet());
        let scenario = self.varying.scenario(&terminal)?;
        let decide = match self.decide.as_deref() {
            None => Decide::Written,
            Some("all") => Decide::All,
            Some(keys) => Decide::Named(keys.split(',').map(|key| key.trim().to_owned()).collect()),
        };
        Asking { settings: self.varying.settings(1_000_000, None), decide }.of(&scenario, &terminal)?;
        Ok(Ending::Well)
    }
}
