//! `battle-odds rank`: the best of many candidates, exactly if that is cheap, otherwise by a race that beaten
//! candidates leave early.

mod race;
mod worth;

use std::cell::OnceCell;
use std::path::PathBuf;

use clap::Args;
use rayon::prelude::*;

use self::race::{Course, Ended, Front, Runner};
use self::worth::{Criterion, Worth};
use super::candidates::{Candidates, Made, Maker};
use super::choosing::Choosing;
use super::compare::write;
use super::ending::{Ending, Failure, Outcome};
use super::options::{Format, Way, chance, quoted};
use super::out::{in_decimals, out, print, unwritable};
use super::paired::Paired;
use super::problems::{say, say_written};
use crate::report::compared::{Compared, Contender};
use crate::report::differences::{DifferenceWriter, to_json};
use crate::report::figures::{points, thousands};
use crate::report::json::Request;
use crate::report::ranking::ranking;
use crate::report::refused::refused;
use crate::report::result::Method;
use crate::scenario::Problem;
use crate::stats::known::Trials;
use crate::stats::race::Reading;

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

impl Rank {
    /// Ranks.
    pub(super) fn run(&self) -> Outcome {
        let options = &self.options;
        let candidates = Candidates::read(&self.path, options.changes.read()?, self.max_points, self.by.clone())?;
        let paired = Paired::new(options, &candidates.scenario.dice)?;
        let course = Course {
            candidates: &candidates,
            paired: &paired,
            way: options.way(),
            most: options.trials(),
            at_least: self.at_least,
        };
        let mut field = self.field(&course)?;
        if field.runners.len() < 2 && !field.is_stopped {
            return Err(self.too_few(&candidates, field).into());
        }
        let runners = std::mem::take(&mut field.runners);
        let first = runners.first().filter(|_| runners.iter().all(|runner| runner.worth.trials() != Some(0)));
        let Some(first) = first else {
            say(text!("stopped: nothing is written"));
            return Ok(Ending::Stopped);
        };
        let (criterion, goal) = self.criterion(&candidates, first)?;
        let ended = course.race(&criterion, runners, field.is_stopped);
        let is_stopped = ended.is_stopped;
        let compared = self.compared(&course, &field, (&criterion, goal), &ended);
        write(options, "rank.csv", &compared, &candidates.scenario)?;
        match options.format {
            Format::Table => print(&(options.changes.told() + &ranking(&compared)))?,
            Format::Csv => {
                DifferenceWriter::new(out(), &compared)
                    .and_then(|mut rows| rows.append(&compared))
                    .map_err(unwritable)?;
            }
            Format::Json => {
                let text = to_json(&compared).map_err(|error| unwritable(error.into()))?;
                print(&text)?;
            }
        }
        if !options.quiet {
            say_written(&["rank.csv", compared.file()], &options.out);
        }
        Ok(if is_stopped { Ending::Stopped } else { Ending::Well })
    }

    /// What they are ranked by, and the goal's conditions.
    fn criterion(&self, candidates: &Candidates, runner: &Runner) -> Result<(Criterion, Vec<String>), Failure> {
        let Made::Ready(contestant) = candidates.maker().make(runner.number)? else {
            return Err(Problem::new(text!("what could be made before cannot be made again")).into());
        };
        let margin = self.options.margin.or(self.within);
        let criterion = Criterion::new(&contestant, self.by.as_deref(), margin);
        Ok((criterion, contestant.compiled.goal))
    }

    /// Meets all candidates: builds them one after another and plays them until they are beaten by the candidates in
    /// front by then.
    fn field(&self, course: &Course) -> Result<Field, Failure> {
        let Course { candidates, paired, .. } = *course;
        let progress = paired.progress_of(candidates.count());
        let (name, count) = (&candidates.scenario.name, thousands(candidates.count() as u64));
        let bar = progress.named(text!("{name}, {count} candidates", name, count));
        let mut field = Field::default();
        if course.way == Way::Exact {
            // A single one at a time has all the memory.
            let mut maker = candidates.maker();
            for number in 0..candidates.count() {
                field.take(meet(course, &mut maker, number, None)?);
                bar.inc(1);
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
                bar.inc(1);
                met
            };
            let beside = || numbers.par_iter().map_init(|| candidates.maker(), meet).collect::<Result<Vec<_>, _>>();
            paired.beside(beside)?.into_iter().for_each(|met| field.take(met));
        }
        field.runners.sort_by_key(|runner| runner.number);
        field.refused.sort_by_key(|(number, ..)| *number);
        Ok(field)
    }

    /// The error if fewer than two can run.
    fn too_few(&self, candidates: &Candidates, field: Field) -> Problem {
        if let Some((number, problem)) = field.refused.into_iter().next() {
            return problem.help(text!("this is about the candidate `{name}`", name = candidates.name(number)));
        }
        let left = field.runners.len();
        let (all, file) = (left + field.too_dear + field.excluded, self.path.display());
        if field.too_dear == 0 {
            let message = text!("{file}: {left} of {all} candidates are not excluded", file, left, all);
            return Problem::new(message).help(text!("write fewer `exclusions`"));
        }
        let message = text!("{file}: {left} of {all} candidates cost no more than max-points", file, left, all);
        let cheapest = field.runners.iter().filter_map(|runner| runner.points).chain(field.cheapest).min();
        let points = thousands(cheapest.unwrap_or(0));
        Problem::new(message).help(text!("the cheapest costs {points} points", points))
    }

    /// The cheapest that reaches the chance asked for, in words.
    fn cheapest_of(&self, course: &Course, ended: &Ended) -> Option<String> {
        let Ended { readings, runners, .. } = ended;
        let reach = in_decimals(((1e8 * self.at_least?).round() / 1e6).to_string());
        let open = course.open(readings, runners).into_iter().filter(|open| *open).count();
        let mut text = match course.cheapest(readings, runners) {
            Some(place) => text!(
                "The cheapest that reaches its goal at least {reach} % of the time: “{name}”, {points} points, {chance} %.",
                reach,
                name = course.candidates.name(runners[place].number),
                points = thousands(runners[place].points.unwrap_or(0)),
                chance = points(readings[place].value, readings[place].interval)
            ),
            None if runners.iter().all(|runner| runner.points.is_none()) => {
                text!("Which is the cheapest cannot be said: no candidate has a price.")
            }
            None => text!("None that has a price reaches its goal {reach} % of the time for certain.", reach),
        };
        if open > 0 {
            text.push(' ');
            text += &text!(
                "Of {count} that cost less it is open whether they do; more --trials would tell.",
                count = thousands(open as u64)
            );
        }
        Some(text)
    }

    fn compared(
        &self,
        course: &Course,
        field: &Field,
        (criterion, goal): (&Criterion, Vec<String>),
        ended: &Ended,
    ) -> Compared {
        let (options, candidates) = (&self.options, course.candidates);
        let mut remarks = self.remarks(course, field, criterion, ended);
        remarks.splice(0..0, self.cheapest_of(course, ended));
        let Ended { readings, standing, runners, .. } = ended;
        let mut order: Vec<usize> = (0..runners.len()).collect();
        let leads = |place: usize| (place != standing.leader, standing.beaten[place], -readings[place].value, place);
        order.sort_by(|&one, &other| leads(one).partial_cmp(&leads(other)).unwrap_or(std::cmp::Ordering::Equal));
        let contenders = order.iter().map(|&place| {
            let Runner { number, points, worth } = &runners[place];
            let Reading { value, interval } = criterion.turned(readings[place]);
            Contender {
                name: candidates.name(*number),
                choices: candidates.values(*number),
                chance: value,
                interval,
                trials: worth.trials().map(Trials::of_all),
                points: *points,
            }
        });
        let contenders: Vec<Contender> = contenders.collect();
        let leader = standing.leader;
        let differences = (1..order.len()).map(|rank| {
            let other = order[rank];
            let worths = [leader, other].map(|place| &runners[place].worth);
            let is_sampled = worths.iter().any(|worth| worth.trials().is_some());
            let asked = options.margin.or(self.within);
            let margin = if is_sampled && !standing.beaten[other] { Some(criterion.margin()) } else { asked };
            criterion.difference((0, rank), worths, [leader, other].map(|place| readings[place]), margin)
        });
        let own = [
            self.by.as_ref().map(|by| format!("--by {}", quoted(by))),
            self.within.map(|within| format!("--within {within}")),
            self.max_points.map(|points| format!("--max-points {points}")),
            (options.way() != Way::Exact).then(|| format!("--trials {}", options.trials())),
            self.at_least.map(|reach| format!("--at-least {reach}")),
        ];
        Compared {
            request: Request {
                method: Method::of(runners.iter().find_map(|runner| runner.worth.trials()).map(Trials::of_all)),
                ..options.request("rank", &own.into_iter().flatten().collect::<Vec<_>>())
            },
            hash: candidates.scenario.hash.clone(),
            scenario: candidates.scenario.name.clone(),
            title: candidates.scenario.title.clone(),
            system: candidates.scenario.system.0.clone(),
            goal,
            tags: candidates.scenario.tags.clone(),
            by: criterion.by.clone(),
            choices: candidates.choices(),
            margin: Some(criterion.margin()),
            contenders,
            differences: differences.collect(),
            remarks,
        }
    }

    fn remarks(&self, course: &Course, field: &Field, criterion: &Criterion, ended: &Ended) -> Vec<String> {
        let Ended { standing, ahead, runners, is_stopped, .. } = ended;
        let all = thousands(runners.len() as u64);
        let trials: Vec<u64> = runners.iter().filter_map(|runner| runner.worth.trials()).collect();
        let most = trials.iter().max().copied().unwrap_or(0);
        let mut remarks = Vec::new();
        if *is_stopped {
            remarks.push(text!("Stopped after {trials} trials.", trials = thousands(most)));
        }
        let does_better = criterion.does_better();
        remarks.push(match standing.over {
            _ if trials.is_empty() => criterion.all_exact(&all),
            true => text!(
                "With a chance of 95 % no other of the {all} {does_better} by more than {amount}.",
                all,
                does_better,
                amount = criterion.amount(criterion.margin())
            ),
            false => text!(
                "Not yet proven to {margin}: with a chance of 95 % no other of the {all} {does_better} by more than {amount}; \
                 more --trials would tell.",
                margin = criterion.amount(criterion.margin()),
                all,
                does_better,
                amount = criterion.estimate(*ahead)
            ),
        });
        if !trials.is_empty() {
            let beaten = runners
                .iter()
                .zip(&standing.beaten)
                .filter(|(runner, beaten)| **beaten && runner.worth.trials().is_some());
            let (exact, sampled, beaten) = (runners.len() - trials.len(), trials.len(), beaten.count());
            remarks.push(text!(
                "{exact} answered exactly, {raced} raced with luck of their own, {beaten} of them beaten on the way. Played in \
                 all: {trials} trials.",
                exact = thousands(exact as u64),
                raced = thousands(sampled as u64),
                beaten = thousands(beaten as u64),
                trials = thousands(trials.iter().sum())
            ));
        }
        let (too_dear, excluded) = (field.too_dear, field.excluded);
        if too_dear > 0 {
            remarks.push(text!(
                too_dear => "1 more costs too many points, and was not played."
                    | "{count} more cost too many points, and were not played.",
                count = thousands(too_dear as u64)
            ));
        }
        if excluded > 0 {
            remarks.push(text!(
                excluded => "1 more is excluded, and was not played."
                    | "{count} more are excluded, and were not played.",
                count = thousands(excluded as u64)
            ));
        }
        let reason =
            |(number, problem): &(usize, Problem)| (course.candidates.name(*number), problem.message().to_owned());
        remarks.extend(refused(&field.refused.iter().map(reason).collect::<Vec<_>>()));
        remarks
    }
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
