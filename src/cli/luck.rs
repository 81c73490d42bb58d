//! `battle-odds luck`: how unusual a result at the table is.

use clap::Args;

use super::ending::{Ending, Outcome};
use super::options::USUAL_TRIALS;
use super::problems::say;
use super::style::Style;
use super::terminal::Terminal;
use super::typed::quoted;
use super::varying::{Answer, Varying};
use crate::studies::luck::lucky;
use crate::studies::simulator::Simulator;
use crate::studies::situation::situation;

/// How unusual what you saw was
#[derive(Args, Debug)]
pub struct Luck {
    /// What was seen, named as in goals: `warband.kills=7`, `2.warband.kills=7` for that of step 2, `warband.broken` for
    /// something that happened; may be repeated
    #[arg(long = "saw", value_name = "MEASURE=VALUE", required = true)]
    saw: Vec<String>,

    #[command(flatten)]
    varying: Varying,
}

impl Luck {
    /// Reports how unusual it is.
    pub(super) fn run(&self, style: Style) -> Outcome {
        let terminal = Terminal::new(self.varying.quiet());
        let scenario = self.varying.scenario(&terminal)?;
        let simulator = Simulator::new(self.varying.settings(USUAL_TRIALS, None), &terminal)?;
        let Some(lucky) = lucky(&self.saw, &scenario, &simulator)? else {
            say(text!("stopped: nothing is written"));
            return Ok(Ending::Stopped);
        };
        let answer = Answer {
            command: ("luck", self.saw.iter().map(|saw| format!("--saw {}", quoted(saw))).collect()),
            table: lucky.table(style.width),
            words: lucky.words(),
            rows: lucky.rows(),
            file: "luck.csv",
            more: Vec::new(),
            page: &|request| lucky.page(request, &situation(&scenario)),
        };
        self.varying.answer(&lucky.heading, &answer, style)?;
        Ok(Ending::Well)
    }
}
