//! The best of many candidates, exactly where that is cheap, else by a race that the beaten leave early.

mod race;
mod standings;
mod worth;

use std::cell::OnceCell;

use rayon::prelude::*;

use self::race::{Course, Front, Runner};
use self::worth::{Criterion, Worth};
use super::candidates::{Candidates, Made, Maker};
use super::paired::Paired;
use super::settings::{Settings, Way};
use super::stopped::Found;
use super::threads::Failed;
use super::world::World;
use battle_odds_report::compared::Compared;
use battle_odds_report::figures::thousands;
use battle_odds_report::json::Request;
use battle_odds_scenario::Problem;
use battle_odds_systems::Compiled;

/// How to rank.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// How the chances are found.
    pub settings: Settings,
    /// The measure that they are ranked by instead of their goal, as the candidates were read.
    pub by: Option<String>,
    /// A difference that does not matter.
    pub margin: Option<f64>,
    /// How often the cheapest that is looked for has to reach its goal.
    pub at_least: Option<f64>,
    /// What was asked, as the answer repeats it.
    pub request: Request,
}

/// The candidates that run, and those that do not.
#[derive(Default)]
struct Field {
    runners: Vec<Runner>,
    too_dear: usize,
    excluded: usize,
    cheapest: Option<u64>,
    /// The numbers of those that cannot be built, each with the reason.
    refused: Vec<(usize, Problem)>,
    is_stopped: bool,
}

impl Field {
    fn take(&mut self, met: Met) {
        match met {
            Met::Runner(runner) => self.runners.push(runner),
            Met::TooDear(points) => {
                self.too_dear += 1;
                self.cheapest = Some(self.cheapest.map_or(points, |least| least.min(points)));
            }
            Met::Excluded => self.excluded += 1,
            Met::Refused(number, problem) => self.refused.push((number, *problem)),
            Met::Stopped => self.is_stopped = true,
        }
    }
}

impl Ranking {
    /// Ranks; nothing when the user stopped it before there was anything of each.
    ///
    /// # Errors
    /// What is wrong if fewer than two can be played, that one is too large for the exact answer asked for, or that there are no
    /// threads.
    pub fn of(&self, candidates: &Candidates, world: &dyn World) -> Result<Option<Found<Compared>>, Failed> {
        let Settings { way, trials: most, .. } = self.settings;
        let paired = Paired::new(self.settings, &candidates.scenario.dice, world)?;
        let course = Course { candidates, paired: &paired, way, most, at_least: self.at_least };
        let mut field = self.field(&course)?;
        if field.runners.len() < 2 && !field.is_stopped {
            return Err(too_few(candidates, field).into());
        }
        let runners = std::mem::take(&mut field.runners);
        let first = runners.first().filter(|_| runners.iter().all(|runner| runner.worth.trials() != Some(0)));
        let Some(first) = first else { return Ok(None) };
        let criterion = self.criterion(candidates, first)?.0;
        let ended = course.race(&criterion, runners, field.is_stopped);
        // What was decided is told of the best.
        let (_, compiled) = self.criterion(candidates, &ended.runners[ended.standing.leader])?;
        let answer = self.compared(&course, &field, &criterion, compiled, &ended);
        Ok(Some(Found { answer, is_whole: !ended.is_stopped }))
    }

    /// What they are ranked by, and one of them, which has the goal and what was decided.
    fn criterion(&self, candidates: &Candidates, runner: &Runner) -> Result<(Criterion, Compiled), Problem> {
        let Made::Ready(contestant) = candidates.maker().make(runner.number)? else {
            return Err(Problem::new(text!("what could be made before cannot be made again")));
        };
        let criterion = Criterion::new(&contestant, self.by.as_deref(), self.margin);
        Ok((criterion, contestant.compiled))
    }

    /// Meets all candidates: builds them one after another and plays them until they are beaten by the candidates in
    /// front by then.
    fn field(&self, course: &Course) -> Result<Field, Problem> {
        let Course { candidates, paired, .. } = *course;
        let (name, count) = (&candidates.scenario.name, thousands(candidates.count() as u64));
        let piece = paired.begin_candidates(text!("{name}, {count} candidates", name, count), candidates.count());
        let mut field = Field::default();
        if course.way == Way::Exact {
            // A single one at a time has all the memory.
            let mut maker = candidates.maker();
            for number in 0..candidates.count() {
                field.take(meet(course, &mut maker, number, None)?);
                piece.done(1);
            }
            return Ok(field);
        }
        let (criterion, mut front) = (OnceCell::new(), None);
        for numbers in course.met() {
            if let Some(first) = field.runners.first() {
                if criterion.get().is_none() {
                    _ = criterion.set(self.criterion(candidates, first)?.0);
                }
                front = criterion.get().map(|criterion| course.front(criterion, front, &mut field.runners));
            }
            let meet = |maker: &mut Maker, &number: &usize| {
                let met = meet(course, maker, number, front.as_ref());
                piece.done(1);
                met
            };
            let beside = || numbers.par_iter().map_init(|| candidates.maker(), meet).collect::<Result<Vec<_>, _>>();
            paired.beside(beside)?.into_iter().for_each(|met| field.take(met));
        }
        field.runners.sort_by_key(|runner| runner.number);
        field.refused.sort_by_key(|(number, ..)| *number);
        Ok(field)
    }
}

/// The error if fewer than two can run.
fn too_few(candidates: &Candidates, field: Field) -> Problem {
    if let Some((number, problem)) = field.refused.into_iter().next() {
        return problem.help(text!("this is about the candidate `{name}`", name = candidates.name(number)));
    }
    let left = field.runners.len();
    let (all, file) = (left + field.too_dear + field.excluded, candidates.scenario.path.display());
    if field.too_dear == 0 {
        let message = text!("{file}: {left} of {all} candidates are not excluded", file, left, all);
        return Problem::new(message).help(text!("write fewer `exclusions`"));
    }
    let message = text!("{file}: {left} of {all} candidates cost no more than max-points", file, left, all);
    let cheapest = field.runners.iter().filter_map(|runner| runner.points).chain(field.cheapest).min();
    let points = thousands(cheapest.unwrap_or(0));
    Problem::new(message).help(text!("the cheapest costs {points} points", points))
}

/// Builds a candidate, and plays it.
fn meet(course: &Course, maker: &mut Maker, number: usize, front: Option<&Front>) -> Result<Met, Problem> {
    if course.paired.is_stopped() {
        return Ok(Met::Stopped);
    }
    let contestant = match maker.make(number) {
        Ok(Made::Ready(contestant)) => contestant,
        Ok(Made::TooDear(points)) => return Ok(Met::TooDear(points)),
        Ok(Made::Excluded) => return Ok(Met::Excluded),
        Err(problem) => return Ok(Met::Refused(number, Box::new(problem))),
    };
    let runner = Runner { number, points: contestant.points, worth: Worth::unknown(&contestant.measure) };
    if course.way != Way::Exact {
        return Ok(Met::Runner(course.begin(&contestant, runner, front)));
    }
    Ok(match course.paired.exact(&contestant)? {
        Some(exact) => Met::Runner(Runner { worth: runner.worth.exact(&exact), ..runner }),
        None => Met::Stopped,
    })
}

/// What happened to a candidate.
enum Met {
    Runner(Runner),
    TooDear(u64),
    Excluded,
    Refused(usize, Box<Problem>),
    Stopped,
}
