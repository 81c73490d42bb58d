//! `battle-odds rank`: the best of many candidates, exactly if that is cheap, otherwise by a race that beaten
//! candidates leave early.

use std::path::PathBuf;

use clap::Args;

use super::choosing::Choosing;
use super::compare::{show, write};
use super::ending::{Ending, Outcome};
use super::problems::{say, say_written};
use super::style::Style;
use super::terminal::Terminal;
use super::typed::{chance, quoted};
use crate::report::compared::Compared;
use crate::report::ranking::ranking;
use crate::studies::Way;
use crate::studies::candidates::Candidates;
use crate::studies::rank::Ranking;
use crate::studies::situation::situation;

/// Find the best of many, exactly where that is cheap: variants, and all combinations of a scenario's choices
#[derive(Args, Debug)]
pub struct Rank {
    /// A scenario file with variants or choices
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// Leave out what costs the player more points than this
    #[arg(long, value_name = "N")]
    max_points: Option<u64>,

    /// Also find the cheapest that reaches its goal at least this often, e.g. 70%
    #[arg(long, value_name = "P", value_parser = chance)]
    at_least: Option<f64>,

    /// Rank by the mean of a measure instead of the goal, e.g. red.points_swing; what the player
    /// wants less of, such as his losses, the least of it first
    #[arg(long, value_name = "MEASURE", conflicts_with = "at_least")]
    by: Option<String>,

    /// With --by: a difference of the means that does not matter [default: 5 points, 0.05 of all else]
    #[arg(long, value_name = "N", requires = "by", conflicts_with = "margin", value_parser = amount)]
    within: Option<f64>,

    #[command(flatten)]
    options: Choosing,
}

/// Reads an amount above 0.
fn amount(text: &str) -> Result<f64, String> {
    let amount = text.trim().parse().ok().filter(|amount: &f64| amount.is_finite() && *amount > 0.0);
    amount.ok_or_else(|| text!("a number above 0 is expected, e.g. 5 or 0.1"))
}

impl Rank {
    /// Ranks.
    pub(super) fn run(&self, style: Style) -> Outcome {
        let options = &self.options;
        let (terminal, sets) = (Terminal::new(options.playing.quiet), options.playing.changes.read()?);
        let candidates = Candidates::read(&self.path, sets, self.max_points, self.by.clone(), &terminal)?;
        let Some(found) = self.asked().of(&candidates, &terminal)? else {
            say(text!("stopped: nothing is written"));
            return Ok(Ending::Stopped);
        };
        let compared = found.answer;
        let page = |compared: &Compared| compared.page_of_ranking(&situation(&candidates.scenario));
        write(options, "rank.csv", &compared, page, style)?;
        show(options, &compared, ranking, style)?;
        if !options.playing.quiet {
            say_written(&["rank.csv", compared.file()], &options.results.out);
        }
        Ok(if found.is_whole { Ending::Well } else { Ending::Stopped })
    }

    /// What is asked.
    fn asked(&self) -> Ranking {
        let options = &self.options;
        let own = [
            self.by.as_ref().map(|by| format!("--by {}", quoted(by))),
            self.within.map(|within| format!("--within {within}")),
            self.max_points.map(|points| format!("--max-points {points}")),
            (options.way() != Way::Exact).then(|| format!("--trials {}", options.trials())),
            self.at_least.map(|reach| format!("--at-least {reach}")),
        ];
        Ranking {
            settings: options.settings(options.trials()),
            by: self.by.clone(),
            margin: options.margin.or(self.within),
            at_least: self.at_least,
            request: options.request("rank", &own.into_iter().flatten().collect::<Vec<_>>()).of(&self.path),
        }
    }
}
