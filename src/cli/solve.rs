//! `battle-odds solve`: the smallest value of a key for which the goal holds as often as asked.

use clap::{ArgGroup, Args};

use super::ending::{Ending, Outcome};
use super::problems::say;
use super::style::Style;
use super::terminal::Terminal;
use super::typed::quoted;
use super::varying::{Answer, Varying};
use crate::scenario::Vary;
use crate::stats::threshold::Asked;
use crate::studies::situation::situation;
use crate::studies::solve::Solving;

/// The default for the most trials of one value.
const PATIENT: u64 = 20_000_000;

/// The smallest value of a key for which the goal holds that often
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("asked").required(true).args(["at_least", "at_most"])))]
pub struct Solve {
    /// What varies: `PATH=1..12`, `PATH=3+..6+` or `PATH=a,b,c`, from small to large
    #[arg(long, value_name = "PATH=VALUES")]
    vary: String,

    /// The goal is to hold with this chance at least, e.g. 60% or 0.6
    #[arg(long, value_name = "P", value_parser = chance)]
    at_least: Option<f64>,

    /// The goal is to hold with this chance at most, e.g. 10% or 0.1
    #[arg(long, value_name = "P", value_parser = chance)]
    at_most: Option<f64>,

    /// The largest such value instead of the smallest
    #[arg(long)]
    largest: bool,

    /// Test every value, however many there are
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    varying: Varying,
}

impl Solve {
    /// The request, as typed.
    fn words(&self) -> Vec<String> {
        let flags = [(self.largest, "--largest"), (self.all, "--all")];
        let asked = [("--at-least", self.at_least), ("--at-most", self.at_most)];
        let asked = asked.into_iter().filter_map(|(name, chance)| Some(format!("{name} {}", chance?)));
        let flags = flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, name)| name.to_owned());
        std::iter::once(format!("--vary {}", quoted(&self.vary))).chain(asked).chain(flags).collect()
    }

    /// Solves.
    pub(super) fn run(&self, style: Style) -> Outcome {
        let terminal = Terminal::new(self.varying.quiet());
        let scenario = self.varying.scenario(&terminal)?;
        let asked = match (self.at_least, self.at_most) {
            (Some(chance), _) => Asked::AtLeast(chance),
            (None, chance) => Asked::AtMost(chance.unwrap_or_default()),
        };
        let solving = Solving {
            settings: self.varying.settings(PATIENT, None),
            vary: Vary::parse(&self.vary)?,
            asked,
            largest: self.largest,
            all: self.all,
        };
        let Some(solved) = solving.of(&scenario, &terminal)? else {
            say(text!("stopped: nothing is written"));
            return Ok(Ending::Stopped);
        };
        let answer = Answer {
            command: ("solve", self.words()),
            table: solved.table(style.width),
            words: solved.answer(),
            rows: solved.rows(),
            file: "solve.csv",
            more: Vec::new(),
            page: &|request| solved.page(request, &situation(&scenario)),
        };
        self.varying.answer(&solved.heading, &answer, style)?;
        Ok(Ending::Well)
    }
}

/// Reads a chance: `60%`, `0.6`.
fn chance(text: &str) -> Result<f64, String> {
    let number = text.trim().strip_suffix('%').map_or_else(
        || text.trim().parse::<f64>().ok(),
        |number| number.trim().parse::<f64>().ok().map(|number| number / 100.0),
    );
    let expected = || text!("a chance from 0 to 1 is expected, e.g. 60% or 0.6");
    number.filter(|chance| (0.0..=1.0).contains(chance)).ok_or_else(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_shares_or_per_cent() {
        for (text, share) in [("60%", 0.6), ("0.6", 0.6), (" 12.5 % ", 0.125), ("1", 1.0), ("0", 0.0)] {
            assert!((chance(text).unwrap() - share).abs() < 1e-15, "{text}");
        }
        for wrong in ["60", "-1%", "nan", "", "%", "101%"] {
            assert_eq!(chance(wrong).unwrap_err(), "a chance from 0 to 1 is expected, e.g. 60% or 0.6", "{wrong}");
        }
    }
}
