//! `battle-odds rank`: the best of many candidates, exactly where that is cheap, else by a race that the beaten leave early.

mod worth;

use std::path::PathBuf;

use clap::Args;
use rayon::prelude::*;

use self::worth::{Criterion, Worth};
use super::candidates::{Candidates, Made, Maker};
use super::choosing::Choosing;
use super::compare::write;
use super::contenders::Contestant;
use super::ending::{Ending, Failure, Outcome};
use super::options::{Format, Way, chance, quoted};
use super::out::{Out, in_decimals, print, unwritable};
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
use crate::stats::interval::Interval;
use crate::stats::race::{Reading, Standing};

/// Trials of the first round of a race.
const FIRST: u64 = 512;

/// So many times as many there are after each further round.
const MORE: u64 = 2;

/// The leader, and whoever is closest behind him, is played so many times as long as the others are in the next round: all are
/// held against him.
const AHEAD: u64 = 8;

/// So many are looked at together.
const LEADERS: usize = 2;

/// Whether another leads now is looked at once in a round for so many that are left, but not more than this often.
const LOOKS: (usize, usize) = (32, 8);

/// An exact answer is tried before each round: a play of the walk for so many trials.
const TRIALS_A_PLAY: u64 = 4;

/// Plays of first tries, of all candidates together: the fewer they are, the likelier all of them are known exactly.
const TRIED: u64 = 2_000_000;

/// In fewer plays hardly anything is known exactly.
const WORTH_A_TRY: u64 = 1_000;

/// Find the best of many, exactly where that is cheap: variants, and all combinations of a scenario's choices
#[derive(Args, Debug)]
pub struct Rank {
    /// A scenario file with variants or choices
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// Leave out what costs the player more points than this
    #[arg(long, value_name = "N")]
    max_points: Option<u64>,

    /// Also find the cheapest that reaches its goal so often, e.g. 70%
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

/// One in the race: nothing is kept of it but what the table needs.
#[derive(Clone, Debug)]
struct Runner {
    number: usize,
    points: Option<u64>,
    worth: Worth,
}

/// Who runs, and who does not.
#[derive(Default)]
struct Field {
    runners: Vec<Runner>,
    too_dear: usize,
    excluded: usize,
    cheapest: Option<u64>,
    refused: Vec<(String, String)>,
    problem: Option<Problem>,
    is_stopped: bool,
}

/// How a race ended.
struct Ended {
    readings: Vec<Reading>,
    standing: Standing,
    /// By how much anybody may be ahead of the leader.
    ahead: f64,
    runners: Vec<Runner>,
    is_stopped: bool,
}

impl Rank {
    /// Ranks.
    pub(super) fn run(&self) -> Outcome {
        let options = &self.options;
        let candidates = Candidates::read(&self.path, options.changes.read()?, self.max_points, self.by.clone())?;
        let paired = Paired::new(options, &candidates.scenario.dice)?;
        let mut field = self.field(&candidates, &paired)?;
        if field.runners.len() < 2 && !field.is_stopped {
            return Err(self.too_few(field).into());
        }
        let runners = std::mem::take(&mut field.runners);
        let Some(first) = runners.first().filter(|_| runners.iter().all(|runner| runner.worth.trials() != Some(0)))
        else {
            say(text!("stopped: nothing is written"));
            return Ok(Ending::Stopped);
        };
        let (criterion, goal) = self.criterion(&candidates, first)?;
        let ended = self.race(&candidates, &paired, &criterion, runners, field.is_stopped);
        let is_stopped = ended.is_stopped;
        let compared = self.compared(&candidates, &field, (&criterion, goal), &ended);
        write(options, "rank.csv", &compared, &candidates.scenario)?;
        match options.format {
            Format::Table => print(&ranking(&compared))?,
            Format::Csv => {
                DifferenceWriter::new(Out, &compared)
                    .and_then(|mut rows| rows.append(&compared))
                    .map_err(unwritable)?;
            }
            Format::Json => {
                let text = to_json(&compared).map_err(|error| unwritable(error.into()))?;
                print(&(text + "\n"))?;
            }
        }
        if !options.quiet {
            say_written(&["rank.csv", compared.file()], &options.out);
        }
        Ok(if is_stopped { Ending::Stopped } else { Ending::Well })
    }

    /// Trials of the first round.
    fn first(&self) -> u64 {
        FIRST.min(self.options.trials())
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

    /// Makes all candidates, one after another, and plays the first round.
    fn field(&self, candidates: &Candidates, paired: &Paired) -> Result<Field, Failure> {
        let progress = paired.progress(None);
        let (name, count) = (&candidates.scenario.name, thousands(candidates.count() as u64));
        let _bar = progress.named(text!("{name}, {count} candidates", name, count));
        let tried = tried(candidates);
        let meet = |maker: &mut Maker, number: usize| -> Result<Met, Problem> {
            if paired.is_stopped() {
                return Ok(Met::Stopped);
            }
            let contestant = match maker.make(number) {
                Ok(Made::Ready(contestant)) => contestant,
                Ok(Made::TooDear(points)) => return Ok(Met::TooDear(points)),
                Ok(Made::Excluded) => return Ok(Met::Excluded),
                Err(problem) => return Ok(Met::Refused(number, Box::new(problem))),
            };
            let worth = Worth::unknown(&contestant.measure);
            let runner = Runner { number, points: contestant.points, worth };
            let worth = match self.options.way() {
                Way::Exact => match paired.exact(&contestant)? {
                    Some(exact) => runner.worth.exact(&exact),
                    None => return Ok(Met::Stopped),
                },
                Way::Auto => match (tried >= WORTH_A_TRY).then(|| paired.cheap_beside(&contestant, tried)).flatten() {
                    Some(exact) => runner.worth.exact(&exact),
                    None => self.further(paired, &contestant, &runner, self.first(), tried, &|_| {}),
                },
                Way::MonteCarlo => self.further(paired, &contestant, &runner, self.first(), tried, &|_| {}),
            };
            Ok(Met::Runner(Runner { worth, ..runner }))
        };
        let all = 0..candidates.count();
        let met: Vec<Met> = match self.options.way() {
            // One at a time has all the memory.
            Way::Exact => {
                let mut maker = candidates.maker();
                all.map(|number| meet(&mut maker, number)).collect::<Result<_, _>>()?
            }
            _ => {
                paired.beside(|| all.into_par_iter().map_init(|| candidates.maker(), meet).collect::<Result<_, _>>())?
            }
        };
        let mut field = Field::default();
        for met in met {
            match met {
                Met::Runner(runner) => field.runners.push(runner),
                Met::TooDear(points) => {
                    field.too_dear += 1;
                    field.cheapest = Some(field.cheapest.map_or(points, |least| least.min(points)));
                }
                Met::Excluded => field.excluded += 1,
                Met::Refused(number, problem) => {
                    field.refused.push((candidates.name(number), problem.message().to_owned()));
                    field.problem = field.problem.or(Some(*problem));
                }
                Met::Stopped => field.is_stopped = true,
            }
        }
        Ok(field)
    }

    /// What is wrong if fewer than two can run.
    fn too_few(&self, field: Field) -> Problem {
        if let Some(problem) = field.problem {
            let (name, _) = &field.refused[0];
            return problem.help(text!("this is about the candidate `{name}`", name));
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

    /// Runs the race of those that are not known exactly.
    fn race(
        &self,
        candidates: &Candidates,
        paired: &Paired,
        criterion: &Criterion,
        mut runners: Vec<Runner>,
        is_stopped: bool,
    ) -> Ended {
        let most = self.options.trials();
        let race = criterion.race(runners.iter().map(|runner| &runner.worth));
        let mut done = self.first();
        loop {
            let next = (done * MORE).min(most);
            let mut looks = 0;
            let (readings, standing, open) = loop {
                let readings: Vec<Reading> =
                    runners.par_iter().map(|runner| criterion.reading(&race, &runner.worth)).collect();
                let standing = race.look(&readings);
                let open = self.open(&readings, &runners);
                let in_front = in_front(&runners, &readings, &standing, (next * AHEAD).min(most));
                let left = standing.beaten.iter().filter(|beaten| !**beaten).count();
                let enough = looks == (left / LOOKS.0).clamp(1, LOOKS.1);
                if standing.over || enough || in_front.is_empty() || is_stopped || paired.is_stopped() {
                    break (readings, standing, open);
                }
                looks += 1;
                self.play_on(candidates, paired, &mut runners, &in_front, (next * AHEAD).min(most));
            };
            if standing.over && !open.contains(&true) || done >= most || is_stopped || paired.is_stopped() {
                let ahead = race.open(&readings, standing.leader);
                let is_stopped = is_stopped || paired.is_stopped();
                return Ended { readings, standing, ahead, runners, is_stopped };
            }
            let in_race = |place: &usize| {
                let is_short = runners[*place].worth.trials().is_some_and(|trials| trials < next);
                is_short && (open[*place] || !standing.over && !standing.beaten[*place])
            };
            let left: Vec<usize> = (0..runners.len()).filter(in_race).collect();
            self.play_on(candidates, paired, &mut runners, &left, next);
            done = next;
        }
    }

    /// Plays some until each has so many trials.
    fn play_on(&self, candidates: &Candidates, paired: &Paired, runners: &mut [Runner], places: &[usize], trials: u64) {
        let left: Vec<&mut Runner> = runners
            .iter_mut()
            .enumerate()
            .filter(|(place, _)| places.binary_search(place).is_ok())
            .map(|(_, runner)| runner)
            .collect();
        let missing = left.iter().filter_map(|runner| runner.worth.trials()).map(|done| trials.saturating_sub(done));
        let progress = paired.progress(Some(missing.fold(0, u64::saturating_add)));
        let (name, count) = (&candidates.scenario.name, thousands(left.len() as u64));
        let bar = progress.named(text!("{name}, {count} left", name, count));
        let tried = tried(candidates);
        paired.beside(|| {
            left.into_par_iter().for_each_init(
                || candidates.maker(),
                |maker, runner| {
                    // What could be made before can be made again.
                    let Ok(Made::Ready(contestant)) = maker.make(runner.number) else { return };
                    runner.worth = self.further(paired, &contestant, runner, trials, tried, &|done| bar.inc(done));
                },
            );
        });
    }

    /// Of whom it is open whether he is the cheapest that reaches the chance that is asked for: he may reach it or not, and
    /// nobody who does for certain costs less.
    fn open(&self, readings: &[Reading], runners: &[Runner]) -> Vec<bool> {
        let Some(reach) = self.at_least else { return vec![false; runners.len()] };
        let dear = self.cheapest(readings, runners).and_then(|place| runners[place].points).unwrap_or(u64::MAX);
        let is_open = |(runner, reading): (&Runner, &Reading)| {
            let Interval { low, high } = reading.interval;
            low < reach && reach <= high && runner.points.is_some_and(|points| points < dear)
        };
        runners.iter().zip(readings).map(is_open).collect()
    }

    /// The place of the cheapest that for certain reaches the chance that is asked for; of several the likeliest.
    fn cheapest(&self, readings: &[Reading], runners: &[Runner]) -> Option<usize> {
        let reach = self.at_least?;
        let sure = (0..runners.len())
            .filter(|&place| readings[place].interval.low >= reach && runners[place].points.is_some());
        sure.min_by(|&one, &other| {
            let chances = readings[other].value.total_cmp(&readings[one].value);
            runners[one].points.cmp(&runners[other].points).then(chances)
        })
    }

    /// The same in words.
    fn cheapest_of(&self, candidates: &Candidates, ended: &Ended) -> Option<String> {
        let Ended { readings, runners, .. } = ended;
        let reach = in_decimals(((1e8 * self.at_least?).round() / 1e6).to_string());
        let open = self.open(readings, runners).into_iter().filter(|open| *open).count();
        let mut text = match self.cheapest(readings, runners) {
            Some(place) => text!(
                "The cheapest that reaches its goal at least {reach} % of the time: “{name}”, {points} points, {chance} %.",
                reach,
                name = candidates.name(runners[place].number),
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

    /// What is known of one after so many trials; none are played where an exact answer is cheaper, which was not found in the
    /// plays tried at first, or when the user has stopped it.
    fn further(
        &self,
        paired: &Paired,
        contestant: &Contestant,
        runner: &Runner,
        next: u64,
        tried: u64,
        bar: &(dyn Fn(u64) + Sync),
    ) -> Worth {
        let Some(trials) = runner.worth.trials() else { return runner.worth.clone() };
        let plays = next / TRIALS_A_PLAY;
        let is_worth_it = self.options.way() == Way::Auto && plays > tried;
        if let Some(exact) = is_worth_it.then(|| paired.cheap_beside(contestant, plays)).flatten() {
            return runner.worth.exact(&exact);
        }
        match paired.alone(contestant, runner.number, trials..next, bar) {
            Some(counts) => runner.worth.and(&counts),
            None => runner.worth.clone(),
        }
    }

    fn compared(
        &self,
        candidates: &Candidates,
        field: &Field,
        (criterion, goal): (&Criterion, Vec<String>),
        ended: &Ended,
    ) -> Compared {
        let options = &self.options;
        let mut remarks = self.remarks(field, criterion, ended);
        remarks.splice(0..0, self.cheapest_of(candidates, ended));
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
                trials: worth.trials(),
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
                method: Method::of(runners.iter().find_map(|runner| runner.worth.trials())),
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

    fn remarks(&self, field: &Field, criterion: &Criterion, ended: &Ended) -> Vec<String> {
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
        remarks.extend(refused(&field.refused));
        remarks
    }
}

/// The places of the leader and of those closest behind him, in order; nobody where so much is known of the leader already.
fn in_front(runners: &[Runner], readings: &[Reading], standing: &Standing, trials: u64) -> Vec<usize> {
    let is_short = |place: &usize| runners[*place].worth.trials().is_some_and(|done| done < trials);
    if !is_short(&standing.leader) {
        return Vec::new();
    }
    let mut left: Vec<usize> = (0..runners.len()).filter(|place| !standing.beaten[*place]).filter(is_short).collect();
    left.sort_by(|&one, &other| readings[other].value.total_cmp(&readings[one].value).then(one.cmp(&other)));
    left.truncate(LEADERS);
    left.sort_unstable();
    left
}

/// Plays of the first try of each.
fn tried(candidates: &Candidates) -> u64 {
    TRIED / candidates.count() as u64
}

/// What became of a candidate.
enum Met {
    Runner(Runner),
    TooDear(u64),
    Excluded,
    Refused(usize, Box<Problem>),
    Stopped,
}
