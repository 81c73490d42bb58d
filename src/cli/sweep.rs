//! `battle-odds sweep`: the chance of the goal over the values of one to three keys.

use clap::Args;

use super::ending::{Ending, Outcome};
use super::options::USUAL_TRIALS;
use super::problems::say;
use super::style::Style;
use super::terminal::Terminal;
use super::typed::{precision, quoted};
use super::varying::{Answer, Stop, Varying};
use crate::report::svg::svg;
use crate::scenario::Vary;
use crate::studies::situation::situation;
use crate::studies::sweep::Sweeping;

/// The default for the most trials if they stop at a precision.
const PATIENT: u64 = 100_000_000;

/// One table and one curve over the values of one to three keys
#[derive(Args, Debug)]
pub struct Sweep {
    /// What varies: `PATH=2..8`, `PATH=3+..6+` or `PATH=a,b,c`; up to three times
    #[arg(long = "vary", value_name = "PATH=VALUES", required = true)]
    vary: Vec<String>,

    /// A difference from the value before that does not matter, e.g. 1% or 0.01
    #[arg(long, value_name = "P", value_parser = precision)]
    margin: Option<f64>,

    #[command(flatten)]
    stop: Stop,

    #[command(flatten)]
    varying: Varying,
}

impl Sweep {
    /// Sweeps.
    pub(super) fn run(&self, style: Style) -> Outcome {
        let terminal = Terminal::new(self.varying.quiet());
        let scenario = self.varying.scenario(&terminal)?;
        let vary = self.vary.iter().map(|vary| Vary::parse(vary)).collect::<Result<Vec<_>, _>>()?;
        let precision = self.stop.precision;
        let usual = if precision.is_some() { PATIENT } else { USUAL_TRIALS };
        let sweeping = Sweeping { settings: self.varying.settings(usual, precision), vary, margin: self.margin };
        let Some(swept) = sweeping.of(&scenario, &terminal)? else {
            say(text!("stopped: nothing is written"));
            return Ok(Ending::Stopped);
        };
        let answer = Answer {
            command: ("sweep", self.words()),
            table: swept.table(style.width),
            words: Vec::new(),
            rows: swept.rows(),
            file: "sweep.csv",
            more: vec![("sweep.svg", svg(&swept))],
            page: &|request| swept.page(request, &situation(&scenario)),
        };
        self.varying.answer(&swept.heading, &answer, style)?;
        Ok(Ending::Well)
    }

    /// What is asked, as typed.
    fn words(&self) -> Vec<String> {
        let vary = self.vary.iter().map(|vary| format!("--vary {}", quoted(vary)));
        let margin = self.margin.map(|margin| format!("--margin {margin}"));
        let precision = self.stop.precision.map(|precision| format!("--precision {precision}"));
        vary.chain(margin).chain(precision).collect()
    }
}
