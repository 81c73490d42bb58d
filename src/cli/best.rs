//! `battle-odds best`: the best play, and what plans are worth beside it.

use clap::Args;

use super::ending::{Ending, Outcome};
use super::problems::say;
use super::style::Style;
use super::terminal::Terminal;
use super::typed::quoted;
use super::varying::{Answer, Varying};
use crate::studies::best::{Asking, Decide};
use crate::studies::situation::situation;

/// What to do: the best play, the best plan decided beforehand, and a rule to remember
#[derive(Args, Debug)]
pub struct Best {
    /// What is open although the file does not say so: `all` that the program decides for the players, or the keys of
    /// decisions, e.g. `mode,countercharge`
    #[arg(long, value_name = "KEYS")]
    decide: Option<String>,

    /// The measure to get as much of as possible, instead of the goal, e.g. `marines.points_swing`
    #[arg(long, value_name = "MEASURE")]
    maximise: Option<String>,

    #[command(flatten)]
    varying: Varying,
}

impl Best {
    /// The request, as typed.
    fn words(&self) -> Vec<String> {
        let given = [("--decide", &self.decide), ("--maximise", &self.maximise)];
        given.into_iter().filter_map(|(name, value)| Some(format!("{name} {}", quoted(value.as_ref()?)))).collect()
    }

    /// Finds the best play.
    pub(super) fn run(&self, style: Style) -> Outcome {
        let terminal = Terminal::new(self.varying.quiet());
        let scenario = self.varying.scenario(&terminal)?;
        let decide = match self.decide.as_deref() {
            None => Decide::Written,
            Some("all") => Decide::All,
            Some(keys) => Decide::Named(keys.split(',').map(|key| key.trim().to_owned()).collect()),
        };
        let asking = Asking { settings: self.varying.settings(0, None), decide, maximise: self.maximise.clone() };
        let Some(best) = asking.of(&scenario, &terminal)? else {
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
        Ok(Ending::Well)
    }
}
