//! The chance of the goal over the values of one to three keys.

use super::contenders::Contestant;
use super::goals::{Asked, Goals};
use super::paired::Paired;
use super::settings::Settings;
use super::situation::heading_of_all;
use super::threads::Failed;
use super::world::World;
use battle_odds_report::curve::Point;
use battle_odds_report::sweep::{Axis, Sweep, places_of};
use battle_odds_scenario::{Problem, Scenario, Vary};
use battle_odds_stats::estimate::ALPHA;
use battle_odds_stats::family::Family;

/// More combinations than this must be a typing error.
const MOST: usize = 1000;

/// How to sweep.
#[derive(Debug)]
pub struct Sweeping {
    /// How the chances are found.
    pub settings: Settings,
    /// What varies.
    pub vary: Vec<Vary>,
    /// A difference from the value before that does not matter.
    pub margin: Option<f64>,
}

impl Sweeping {
    /// Sweeps; nothing when the user stopped it.
    ///
    /// # Errors
    /// What is wrong if no value can be played, that one is too large for the exact answer asked for, or that there are no threads.
    pub fn of(&self, scenario: &Scenario, world: &dyn World) -> Result<Option<Sweep>, Failed> {
        let (vary, settings) = (&self.vary, self.settings);
        let axis = |vary: &Vary| {
            let values = vary.values.iter().map(|(text, _)| text.clone()).collect();
            Axis::new(&vary.name, vary.called(scenario), values, vary.is_distance())
        };
        let (grid, refused) = combinations(scenario, vary)?;
        // The index of each point of the grid among those that are played.
        let mut played = 0..;
        let places: Vec<Option<usize>> =
            grid.iter().map(|one| one.is_some().then(|| played.next()).flatten()).collect();
        let contestants: Vec<Contestant> = grid.into_iter().flatten().collect();
        let paired = Paired::new(settings, &scenario.dice, world)?;
        let asked = Asked {
            paired: &paired,
            name: &scenario.name,
            way: settings.way,
            trials: settings.trials,
            precision: settings.precision,
            of_first: 1,
        };
        let chances = Family::new(ALPHA, contestants.len(), settings.precision);
        let Some(goals) = asked.of(&contestants, &chances)? else { return Ok(None) };
        Ok(Some(Sweep {
            heading: heading_of_all(scenario, &contestants),
            axes: vary.iter().map(axis).collect(),
            points: self.points(&goals, &places, vary[0].values.len(), &chances),
            refused,
        }))
    }

    fn points(&self, goals: &Goals, places: &[Option<usize>], line: usize, chances: &Family) -> Vec<Option<Point>> {
        // The last value before it that can be played.
        let before = |at: usize| (at - at % line..at).rev().find_map(|before| places[before]);
        let count = (0..places.len()).filter(|&at| places[at].is_some() && before(at).is_some()).count();
        let steps = Family::new(ALPHA, count, self.settings.precision);
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
