//! How unusual what was seen at the table is.

use std::num::ParseIntError;

use super::rare;
use super::simulator::Simulator;
use super::situation::heading;
use battle_odds_engine::measure::{Bounds, Kind, Measure, Quantity};
use battle_odds_engine::splitting::Watched;
use battle_odds_report::luck::{Lucky, Seen, Together};
use battle_odds_report::result::RunResult;
use battle_odds_scenario::typed::cm;
use battle_odds_scenario::{Problem, ProblemKind, Scenario, Source, Span};
use battle_odds_stats::estimate::{ALPHA, Estimate};
use battle_odds_stats::interval::Interval;
use battle_odds_stats::rarity::{Direction, Rarity};
use battle_odds_systems::{compile, measured};

/// One result that was seen: the index of its measure, its value, and where it is written.
struct Saw {
    measure: usize,
    value: i64,
    span: Span,
}

/// How unusual it is that this was seen, each as it is typed, `warband.kills=7`; nothing when the user stopped it.
///
/// # Errors
/// What is wrong with the scenario or with what was seen, or that it is too large for the exact answer asked for.
pub fn lucky(saw: &[String], scenario: &Scenario, simulator: &Simulator) -> Result<Option<Lucky>, Problem> {
    let compiled = compile(scenario)?;
    let measures = compiled.engagement.measures();
    let known = measured::all(&measures);
    let saw = saw.iter().map(|text| read(text, &known)).collect::<Result<Vec<_>, _>>()?;
    contradiction(&saw)?;
    let odds = |scenario: &Scenario| {
        let odds = simulator.odds(scenario)?;
        Ok::<_, Problem>(odds.filter(|result| result.stopped.is_none()))
    };
    let Some(result) = odds(scenario)? else { return Ok(None) };
    let mut seen: Vec<Seen> = saw.iter().map(|saw| seen(&result, saw)).collect();
    for (seen, saw) in seen.iter_mut().zip(&saw).filter(|(seen, _)| is_rare(&result, seen.rarity.tail())) {
        let Some(watched) = tail(seen, saw.measure) else { continue };
        let Some(repetitions) = simulator.rare(scenario, watched)? else { return Ok(None) };
        seen.split = rare::found(&repetitions, ALPHA);
    }
    let together = if seen.len() > 1 {
        let goal = |goal| odds(&Scenario { goal, ..scenario.clone() });
        let Some(result) = goal(conditions(&seen, |_| "="))? else { return Ok(None) };
        in_one_game(&result, &seen)?;
        let beyond = conditions(&seen, beyond);
        let Some(result) = goal(beyond.clone())? else { return Ok(None) };
        let place = result.measures.iter().position(|(measure, _)| measure.is_goal());
        let chance = place.map(|place| {
            let (measure, distribution) = &result.measures[place];
            (place, result.estimate(measure, distribution))
        });
        let split = match chance.filter(|(_, estimate)| is_rare(&result, estimate.mean)) {
            Some((measure, _)) => {
                let scenario = Scenario { goal: beyond, ..scenario.clone() };
                let watched = Watched { measure, from: 1, to: 1 };
                let Some(repetitions) = simulator.rare(&scenario, watched)? else { return Ok(None) };
                rare::found(&repetitions, ALPHA)
            }
            None => None,
        };
        chance.map(|(_, Estimate { mean, interval })| Together { chance: mean, interval, split })
    } else {
        None
    };
    Ok(Some(Lucky { heading: heading(scenario, &compiled), seen, together, trials: result.trials() }))
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
    let wrong = |_: ParseIntError| ProblemKind::NotWhole(value.trim().to_owned()).at(&place);
    let measure = measured::find(known, name.trim(), &Span::new(&source, 0..name.trim_end().len()))?;
    let is_distance = known.iter().any(|of| of.index == measure && of.measure.metric.counts == Quantity::Cm);
    let written = value.trim().replace('−', "-");
    // Distances are whole cm.
    let inches = cm(&written).filter(|cm| is_distance && cm.fract() == 0.0);
    let number = inches.map_or_else(|| written.parse().map_err(wrong), |cm| Ok(cm as i64))?;
    Ok(Saw { measure, value: number, span: place })
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
    let distribution = distribution.clone();
    Seen { measure: measure.clone(), value: saw.value, rarity, interval, distribution, split: None }
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
