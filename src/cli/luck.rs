//! `battle-odds luck`: how unusual what was seen at the table is.

use clap::Args;

use super::ending::{Ending, Outcome};
use super::problems::say;
use super::progress::{Length, Progress};
use super::simulator::Simulator;
use super::varying::{Answer, Varying, heading};
use crate::report::luck::{Lucky, Seen};
use crate::report::result::RunResult;
use crate::scenario::{Problem, Scenario, Source, Span};
use crate::stats::interval::Interval;
use crate::stats::rarity::{Direction, Rarity};
use crate::systems::{compile, measured};

/// How unusual what you saw was
#[derive(Args, Debug)]
pub struct Luck {
    /// What was seen, named as in goals: `warband.kills=7`, or `2.warband.kills=7` for that of step 2; may be repeated
    #[arg(long = "saw", value_name = "MEASURE=VALUE", required = true)]
    saw: Vec<String>,

    #[command(flatten)]
    varying: Varying,
}

/// One thing that was seen: the place of its measure, and its value.
struct Saw {
    measure: usize,
    value: i64,
}

impl Luck {
    /// Tells how unusual it is.
    pub(super) fn run(&self) -> Outcome {
        let scenario = self.varying.scenario()?;
        let compiled = compile(&scenario)?;
        let measures = compiled.engagement.measures();
        let known = measured::all(&measures);
        let saw = self.saw.iter().map(|text| read(text, &known)).collect::<Result<Vec<_>, _>>()?;
        let options = self.varying.options(None);
        let simulator = Simulator::new(&options)?;
        let progress =
            Progress::new(self.varying.quiet(), 1, options.trials().map_or(Length::EveryWay, Length::Trials));
        let odds = |scenario: &Scenario| {
            let bar = progress.scenario(scenario);
            simulator.odds(scenario, &|trials| bar.inc(trials))
        };
        let Some(result) = odds(&scenario)? else { return Ok(stopped()) };
        let seen: Vec<Seen> = saw.iter().map(|saw| seen(&result, saw)).collect();
        let together = if seen.len() > 1 {
            let Some(result) = odds(&Scenario { goal: conditions(&seen), ..scenario.clone() })? else {
                return Ok(stopped());
            };
            result.goal_reached().map(|(measure, distribution)| {
                let estimate = result.estimate(measure, distribution);
                (estimate.mean, estimate.interval)
            })
        } else {
            None
        };
        let heading = heading(&scenario, &compiled);
        let lucky = Lucky { heading: heading.clone(), seen, together, trials: result.trials() };
        let (table, words, rows) = (lucky.table(), lucky.words(), lucky.rows());
        self.varying.answer(&heading, &Answer { table, words, rows, file: "luck.csv", more: Vec::new() })?;
        Ok(Ending::Well)
    }
}

fn stopped() -> Ending {
    say("stopped: nothing is written");
    Ending::Stopped
}

/// Reads `warband.kills=7`.
fn read(text: &str, known: &[measured::Named]) -> Result<Saw, Problem> {
    let source = Source::new("--saw", text);
    let (name, value) = text.split_once('=').ok_or_else(|| {
        let problem = Problem::new("what was seen is written `formation.measure=value`");
        problem.at(&Span::new(&source, text.len()..text.len())).help("such as `warband.kills=7`")
    })?;
    let number = value.trim().replace('−', "-").parse().map_err(|_| {
        let place = Span::new(&source, name.len() + 1..text.len());
        Problem::new(format!("`{}` is not a whole number", value.trim())).at(&place)
    })?;
    let span = Span::new(&source, 0..name.trim_end().len());
    Ok(Saw { measure: measured::find(known, name.trim(), &span)?, value: number })
}

fn seen(result: &RunResult, saw: &Saw) -> Seen {
    let (measure, distribution) = &result.measures[saw.measure];
    let rarity = Rarity::of(distribution, saw.value);
    let interval = match distribution.trials() {
        None => Interval::exact(rarity.tail()),
        Some(trials) => Interval::wilson((rarity.tail() * trials as f64).round() as u64, trials),
    };
    Seen { measure: measure.clone(), value: saw.value, rarity, interval, mean: distribution.mean() }
}

/// A goal that is reached when all comes out at least as extreme as it was seen.
fn conditions(seen: &[Seen]) -> Vec<(String, Span)> {
    let condition = |seen: &Seen| {
        let sign = match seen.rarity.direction() {
            Direction::AtMost => "<=",
            Direction::AtLeast => ">=",
        };
        let text =
            format!("{}.{}.{} {sign} {}", seen.measure.when, seen.measure.subject, seen.measure.metric, seen.value);
        let span = Span::new(&Source::new("what was seen", text.as_str()), 0..text.len());
        (text, span)
    };
    seen.iter().map(condition).collect()
}
