//! `battle-odds sweep`: the chance of the goal over the values of one or two keys.

use clap::Args;

use super::compare::ALPHA;
use super::contenders::Contestant;
use super::ending::{Ending, Outcome};
use super::goals::{Asked, Goals};
use super::options::{USUAL_TRIALS, precision};
use super::paired::Paired;
use super::problems::say;
use super::varying::{Answer, Stop, Varying, heading};
use crate::report::curve::Point;
use crate::report::svg::svg;
use crate::report::sweep::Sweep as Swept;
use crate::scenario::{Problem, Scenario, Vary};
use crate::stats::family::Family;

/// More combinations than this are a slip of the keyboard.
const MOST: usize = 1000;

/// Trials at most where they stop at a precision and nobody says.
const PATIENT: u64 = 100_000_000;

/// One table and one curve over the values of one or two keys
#[derive(Args, Debug)]
pub struct Sweep {
    /// What varies: `PATH=2..8`, `PATH=3+..6+` or `PATH=a,b,c`; once or twice
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
    pub(super) fn run(&self) -> Outcome {
        let scenario = self.varying.scenario()?;
        let vary = self.vary.iter().map(|vary| Vary::parse(vary)).collect::<Result<Vec<_>, _>>()?;
        let contestants = combinations(&scenario, &vary)?;
        let paired = Paired::new(&self.varying.choosing(), &scenario.name)?;
        let usual = if self.stop.precision.is_some() { PATIENT } else { USUAL_TRIALS };
        let asked = Asked {
            paired: &paired,
            name: &scenario.name,
            way: self.varying.way(),
            trials: self.varying.trials_or(usual),
            precision: self.stop.precision,
        };
        let chances = Family::new(ALPHA, contestants.len(), self.stop.precision);
        let Some(goals) = asked.of(&contestants, &chances)? else {
            say("stopped: nothing is written");
            return Ok(Ending::Stopped);
        };
        let heading = heading(&scenario, &contestants[0].compiled);
        let swept = Swept {
            heading: heading.clone(),
            keys: vary.iter().map(|vary| vary.name.clone()).collect(),
            values: vary.iter().map(|vary| vary.values.iter().map(|(text, _)| text.clone()).collect()).collect(),
            points: self.points(&goals, contestants.len(), vary[0].values.len(), &chances),
        };
        let more = vec![("sweep.svg", svg(&swept))];
        let answer = Answer {
            table: swept.table(),
            words: Vec::new(),
            rows: swept.rows(),
            file: "sweep.csv",
            more,
            page: &|seed| swept.page(seed),
        };
        self.varying.answer(&heading, &answer)?;
        Ok(Ending::Well)
    }

    fn points(&self, goals: &Goals, count: usize, line: usize, chances: &Family) -> Vec<Point> {
        let steps = Family::new(ALPHA, count - count / line, self.stop.precision);
        let point = |place: usize| {
            let (chance, interval) = goals.chance(place, chances);
            let has_before = !place.is_multiple_of(line);
            let step = has_before.then(|| goals.difference(place, place - 1, &steps, self.margin));
            Point { chance, interval, trials: goals.trials(place), step }
        };
        (0..count).map(point).collect()
    }
}

/// The scenario with all combinations of values, those of the first key one after the other.
fn combinations(scenario: &Scenario, vary: &[Vary]) -> Result<Vec<Contestant>, Problem> {
    if let [_, _, third, ..] = vary {
        return Err(Problem::new(format!("one or two keys can vary, `{}` is the third", third.name)));
    }
    let count: usize = vary.iter().map(|vary| vary.values.len()).product();
    if count > MOST {
        return Err(Problem::new(format!("these are {count} combinations, more than {MOST}")));
    }
    let mut contestants = Vec::new();
    let lines = vary.get(1).map_or(1, |vary| vary.values.len());
    for line in 0..lines {
        for value in 0..vary[0].values.len() {
            let name = |vary: &Vary, value: usize| format!("{} = {}", vary.name, vary.values[value].0);
            let mut words = name(&vary[0], value);
            let mut changed = vary[0].apply(scenario, value)?;
            if let Some(second) = vary.get(1) {
                words += &format!(", {}", name(second, line));
                changed = second.apply(&changed, line)?;
            }
            let contestant = Contestant::new(words.clone(), &changed);
            contestants.push(contestant.map_err(|problem| problem.help(format!("this is about {words}")))?);
        }
    }
    Ok(contestants)
}
