//! `battle-odds luck`: how unusual a result at the table is.

use clap::Args;

use super::ending::{Ending, Outcome};
use super::options::quoted;
use super::problems::say;
use super::progress::{Length, Progress};
use super::rare;
use super::simulator::Simulator;
use super::situation::situation;
use super::varying::{Answer, Varying, heading};
use crate::engine::measure::{Bounds, Kind, Measure};
use crate::engine::splitting::Watched;
use crate::report::luck::{Lucky, Seen, Together};
use crate::report::result::RunResult;
use crate::scenario::{Problem, ProblemKind, Scenario, Source, Span};
use crate::stats::estimate::{ALPHA, Estimate};
use crate::stats::interval::Interval;
use crate::stats::rarity::{Direction, Rarity};
use crate::systems::{compile, measured};

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

/// One result that was seen: the index of its measure, its value, and where it is written.
struct Saw {
    measure: usize,
    value: i64,
    span: Span,
}

impl Luck {
    /// Reports how unusual it is.
    pub(super) fn run(&self) -> Outcome {
        let scenario = self.varying.scenario()?;
        let compiled = compile(&scenario)?;
        let measures = compiled.engagement.measures();
        let known = measured::all(&measures);
        let saw = self.saw.iter().map(|text| read(text, &known)).collect::<Result<Vec<_>, _>>()?;
        contradiction(&saw)?;
        let options = self.varying.options(None);
        let simulator = Simulator::new(&options)?;
        let progress =
            Progress::new(self.varying.quiet(), 1, options.trials().map_or(Length::EveryWay, Length::Trials));
        let odds = |scenario: &Scenario| {
            let bar = progress.scenario(scenario);
            let odds = simulator.odds(scenario, &|trials| bar.inc(trials))?;
            Ok::<_, Problem>(odds.filter(|result| result.stopped.is_none()))
        };
        let Some(result) = odds(&scenario)? else { return Ok(stopped()) };
        let mut seen: Vec<Seen> = saw.iter().map(|saw| seen(&result, saw)).collect();
        for (seen, saw) in seen.iter_mut().zip(&saw).filter(|(seen, _)| is_rare(&result, seen.rarity.tail())) {
            let Some(watched) = tail(seen, saw.measure) else { continue };
            let Some(repetitions) = simulator.rare(&scenario, watched)? else { return Ok(stopped()) };
            seen.split = rare::found(&repetitions, ALPHA);
        }
        let together = if seen.len() > 1 {
            let goal = |goal| odds(&Scenario { goal, ..scenario.clone() });
            let Some(result) = goal(conditions(&seen, |_| "="))? else { return Ok(stopped()) };
            in_one_game(&result, &seen)?;
            let beyond = conditions(&seen, beyond);
            let Some(result) = goal(beyond.clone())? else { return Ok(stopped()) };
            let place = result.measures.iter().position(|(measure, _)| measure.is_goal());
            let chance = place.map(|place| {
                let (measure, distribution) = &result.measures[place];
                (place, result.estimate(measure, distribution))
            });
            let split = match chance.filter(|(_, estimate)| is_rare(&result, estimate.mean)) {
                Some((measure, _)) => {
                    let scenario = Scenario { goal: beyond, ..scenario.clone() };
                    let watched = Watched { measure, from: 1, to: 1 };
                    let Some(repetitions) = simulator.rare(&scenario, watched)? else { return Ok(stopped()) };
                    rare::found(&repetitions, ALPHA)
                }
                None => None,
            };
            chance.map(|(_, Estimate { mean, interval })| Together { chance: mean, interval, split })
        } else {
            None
        };
        let heading = heading(&scenario, &compiled);
        let lucky = Lucky { heading: heading.clone(), seen, together, trials: result.trials() };
        let (table, words, rows) = (lucky.table(), lucky.words(), lucky.rows());
        let own = self.saw.iter().map(|saw| format!("--saw {}", quoted(saw))).collect();
        self.varying.answer(
            &heading,
            &Answer {
                command: ("luck", own),
                table,
                words,
                rows,
                file: "luck.csv",
                more: Vec::new(),
                page: &|request| lucky.page(request, &situation(&scenario)),
            },
        )?;
        Ok(Ending::Well)
    }
}

/// Whether too few trials had a result with this share.
fn is_rare(result: &RunResult, share: f64) -> bool {
    result.trials().is_some_and(|trials| share * (trials as f64) < rare::FEW)
}

/// The values at least as extreme as the one seen, as recorded; nothing if it is out of bounds.
fn tail(seen: &Seen, measure: usize) -> Option<Watched> {
    let Bounds { low, high, open } = seen.measure.bounds();
    let value = u64::try_from(seen.value - low).ok().filter(|_| open || seen.value <= high)?;
    Some(match seen.rarity.direction() {
        Direction::AtMost => Watched { measure, from: 0, to: value },
        Direction::AtLeast => Watched { measure, from: value, to: u64::MAX },
    })
}

fn stopped() -> Ending {
    say(text!("stopped: nothing is written"));
    Ending::Stopped
}

/// Reads `warband.kills=7`; `warband.broken` alone means that it happened.
fn read(text: &str, known: &[measured::Named]) -> Result<Saw, Problem> {
    let source = Source::new("--saw", text);
    let span = Span::new(&source, 0..text.trim_end().len());
    let whole = measured::find(known, text.trim(), &span);
    // A name may contain a `=` too.
    if (whole.is_ok() || !text.contains('=')) && !text.trim().is_empty() {
        let place = whole?;
        let is_event = known.iter().any(|of| of.index == place && of.measure.kind == Kind::Event);
        if is_event {
            return Ok(Saw { measure: place, value: 1, span });
        }
    }
    let (name, value) = text.rsplit_once('=').ok_or_else(|| {
        let problem = Problem::new(text!("what was seen is written `formation.measure=value`"));
        let problem = problem.at(&Span::new(&source, text.len()..text.len()));
        known
            .last()
            .map_or(problem.clone(), |of| problem.help(text!("such as `{measure}=1`", measure = of.measure.name())))
    })?;
    let place = Span::new(&source, name.len() + 1..text.len());
    let wrong = |_| ProblemKind::NotWhole(value.trim().to_owned()).at(&place);
    let number = value.trim().replace('−', "-").parse().map_err(wrong)?;
    let span = Span::new(&source, 0..name.trim_end().len());
    Ok(Saw { measure: measured::find(known, name.trim(), &span)?, value: number, span: place })
}

/// Refuses two values of one measure, which cannot both be seen in one game.
fn contradiction(saw: &[Saw]) -> Result<(), Problem> {
    for (place, second) in saw.iter().enumerate() {
        if let Some(first) = saw[..place].iter().find(|first| first.measure == second.measure) {
            let problem = match first.value == second.value {
                true => Problem::new(text!("the same was seen before")),
                false => Problem::new(text!(
                    "{first} and {second} of the same: not in one game",
                    first = first.value,
                    second = second.value
                )),
            };
            return Err(problem.at(&second.span).help(text!("each measure is seen once in a game")));
        }
    }
    Ok(())
}

/// Refuses results that cannot be seen in the same game. If trials did not meet the combination, that proves nothing.
fn in_one_game(result: &RunResult, seen: &[Seen]) -> Result<(), Problem> {
    let reached = result.goal_reached().map_or(0.0, |(_, distribution)| distribution.probability(1));
    let each_alone = seen.iter().all(|seen| seen.rarity.just > 0.0);
    if result.trials().is_some() || !each_alone || reached > 0.0 {
        return Ok(());
    }
    let all: Vec<String> = seen.iter().map(|seen| format!("{} = {}", seen.measure.name(), seen.value)).collect();
    let problem = Problem::new(text!("no game has all of this: {measures}", measures = all.join(", ")));
    Err(problem.help(text!("each can be seen, but not together: was it one game, and one scenario?")))
}

fn seen(result: &RunResult, saw: &Saw) -> Seen {
    let (measure, distribution) = &result.measures[saw.measure];
    let rarity = Rarity::of(distribution, saw.value);
    let interval = match distribution.trials() {
        None => Interval::exact(rarity.tail()),
        Some(trials) => Interval::wilson((rarity.tail() * trials as f64).round() as u64, trials),
    };
    Seen { measure: measure.clone(), value: saw.value, rarity, interval, mean: distribution.mean(), split: None }
}

/// The comparison for values at least as extreme as the one seen.
fn beyond(seen: &Seen) -> &'static str {
    match seen.rarity.direction() {
        Direction::AtMost => "<=",
        Direction::AtLeast => ">=",
    }
}

/// A goal that is reached when everything compares in this way with what was seen.
fn conditions(seen: &[Seen], sign: impl Fn(&Seen) -> &'static str) -> Vec<(String, Span)> {
    let condition = |seen: &Seen| {
        let Measure { when, subject, metric, .. } = &seen.measure;
        let text = format!("{when}.{subject}.{metric} {} {}", sign(seen), seen.value);
        let span = Span::new(&Source::new(text!("what was seen"), text.as_str()), 0..text.len());
        (text, span)
    };
    seen.iter().map(condition).collect()
}
