//! `battle-odds sweep`: the chance of the goal over the values of one to three keys.

use clap::Args;

use super::compare::ALPHA;
use super::contenders::Contestant;
use super::ending::{Ending, Outcome};
use super::goals::{Asked, Goals};
use super::options::{USUAL_TRIALS, precision, quoted};
use super::paired::Paired;
use super::problems::say;
use super::situation::situation;
use super::varying::{Answer, Stop, Varying, heading};
use crate::report::curve::Point;
use crate::report::svg::svg;
use crate::report::sweep::{Sweep as Swept, places_of};
use crate::scenario::{Problem, Scenario, Vary};
use crate::stats::family::Family;

/// More combinations than this must be a typing error.
const MOST: usize = 1000;

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
    pub(super) fn run(&self) -> Outcome {
        let scenario = self.varying.scenario()?;
        let vary = self.vary.iter().map(|vary| Vary::parse(vary)).collect::<Result<Vec<_>, _>>()?;
        let (grid, refused) = combinations(&scenario, &vary)?;
        // The index of each point of the grid among those that are played.
        let mut played = 0..;
        let places: Vec<Option<usize>> =
            grid.iter().map(|one| one.is_some().then(|| played.next()).flatten()).collect();
        let contestants: Vec<Contestant> = grid.into_iter().flatten().collect();
        let paired = Paired::new(&self.varying.choosing(), &scenario.dice)?;
        let usual = if self.stop.precision.is_some() { PATIENT } else { USUAL_TRIALS };
        let asked = Asked {
            paired: &paired,
            name: &scenario.name,
            way: self.varying.way(),
            trials: self.varying.trials_or(usual),
            precision: self.stop.precision,
            of_first: 1,
        };
        let chances = Family::new(ALPHA, contestants.len(), self.stop.precision);
        let Some(goals) = asked.of(&contestants, &chances)? else {
            say(text!("stopped: nothing is written"));
            return Ok(Ending::Stopped);
        };
        let heading = heading(&scenario, &contestants[0].compiled);
        let swept = Swept {
            heading: heading.clone(),
            keys: vary.iter().map(|vary| vary.name.clone()).collect(),
            values: vary.iter().map(|vary| vary.values.iter().map(|(text, _)| text.clone()).collect()).collect(),
            points: self.points(&goals, &places, vary[0].values.len(), &chances),
            refused,
        };
        let more = vec![("sweep.svg", svg(&swept))];
        let own = [
            self.vary.iter().map(|vary| format!("--vary {}", quoted(vary))).collect(),
            self.margin.map(|margin| vec![format!("--margin {margin}")]).unwrap_or_default(),
            self.stop.precision.map(|precision| vec![format!("--precision {precision}")]).unwrap_or_default(),
        ];
        let answer = Answer {
            command: ("sweep", own.concat()),
            table: swept.table(),
            words: Vec::new(),
            rows: swept.rows(),
            file: "sweep.csv",
            more,
            page: &|request| swept.page(request, &situation(&scenario)),
        };
        self.varying.answer(&heading, &answer)?;
        Ok(Ending::Well)
    }

    fn points(&self, goals: &Goals, places: &[Option<usize>], line: usize, chances: &Family) -> Vec<Option<Point>> {
        // The last value before it that can be played.
        let before = |at: usize| (at - at % line..at).rev().find_map(|before| places[before]);
        let count = (0..places.len()).filter(|&at| places[at].is_some() && before(at).is_some()).count();
        let steps = Family::new(ALPHA, count, self.stop.precision);
        let point = |(at, place): (usize, &Option<usize>)| {
            let place = (*place)?;
            let (chance, interval) = goals.chance(place, chances);
            let step = before(at).map(|before| goals.difference(place, before, &steps, self.margin));
            Some(Point { chance, interval, trials: goals.trials(place), step })
        };
        places.iter().enumerate().map(point).collect()
    }
}

/// The combinations of values, one after the other, none for those that cannot be played; and those that cannot, with
/// the reason.
type Grid = (Vec<Option<Contestant>>, Vec<(String, String)>);

/// The scenario with all combinations of values, those of the first key one after the other.
fn combinations(scenario: &Scenario, vary: &[Vary]) -> Result<Grid, Problem> {
    if let [_, _, _, fourth, ..] = vary {
        return Err(Problem::new(text!("up to three keys can vary, `{key}` is the fourth", key = fourth.name)));
    }
    let count: usize = vary.iter().map(|vary| vary.values.len()).product();
    if count > MOST {
        return Err(Problem::new(text!("these are {count} combinations, more than {most}", count, most = MOST)));
    }
    let (mut grid, mut refused, mut first) = (Vec::new(), Vec::new(), None);
    for at in 0..count {
        let values: Vec<(&Vary, usize)> =
            vary.iter().zip(places_of(at, vary.iter().map(|vary| vary.values.len()))).collect();
        let name = |(vary, value): &(&Vary, usize)| format!("{} = {}", vary.name, vary.values[*value].0);
        let words = values.iter().map(name).collect::<Vec<_>>().join(", ");
        let apply = |changed: Scenario, (vary, value): &(&Vary, usize)| vary.apply(&changed, *value);
        let changed = values.iter().try_fold(scenario.clone(), apply);
        match changed.and_then(|changed| Contestant::new(words.clone(), &changed)) {
            Ok(contestant) => grid.push(Some(contestant)),
            Err(problem) => {
                grid.push(None);
                refused.push((words.clone(), problem.message().to_owned()));
                first.get_or_insert_with(|| problem.help(text!("this is about {what}", what = words)));
            }
        }
    }
    match first {
        Some(problem) if refused.len() == count => Err(problem),
        _ => Ok((grid, refused)),
    }
}
