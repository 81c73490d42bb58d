//! `battle-odds rank`: the best of many candidates, exactly where that is cheap, else by a race that the beaten leave early.

use std::path::PathBuf;

use clap::Args;
use rayon::prelude::*;

use super::candidates::{Candidates, Made, Maker};
use super::choosing::Choosing;
use super::compare::{ALPHA, write};
use super::contenders::Contestant;
use super::ending::{Ending, Failure, Outcome};
use super::goals::NOTHING;
use super::options::{Format, Way, chance};
use super::out::{Out, print, unwritable};
use super::paired::Paired;
use super::problems::say;
use crate::report::compared::{Compared, Contender, Difference};
use crate::report::differences::{DifferenceWriter, to_json};
use crate::report::figures::{percentage_points, points, thousands};
use crate::report::ranking::ranking;
use crate::report::refused::refused;
use crate::report::result::Method;
use crate::scenario::Problem;
use crate::stats::interval::Interval;
use crate::stats::known::KnownChance;
use crate::stats::race::{Race, Standing};

/// Within so much of the best the winner is, where nobody asks for another margin.
const MARGIN: f64 = 0.01;

/// Trials of the first round of a race.
const FIRST: u64 = 256;

/// So many times as many there are after each further round.
const MORE: u64 = 4;

/// An exact answer is tried before each round: a play of the walk for so many trials.
const TRIALS_A_PLAY: u64 = 4;

/// Plays of first tries, of all candidates together: the fewer they are, the likelier all of them are known exactly.
const TRIED: u64 = 2_000_000;

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

    #[command(flatten)]
    options: Choosing,
}

/// One in the race: nothing is kept of it but what the table needs.
#[derive(Clone, Copy, Debug)]
struct Runner {
    number: usize,
    points: Option<u64>,
    known: KnownChance,
}

/// Who runs, and who does not.
#[derive(Default)]
struct Field {
    runners: Vec<Runner>,
    too_dear: usize,
    cheapest: Option<u64>,
    refused: Vec<(String, String)>,
    problem: Option<Problem>,
    is_stopped: bool,
}

/// How a race ended.
struct Ended {
    race: Race,
    standing: Standing,
    runners: Vec<Runner>,
    is_stopped: bool,
}

impl Rank {
    /// Ranks.
    pub(super) fn run(&self) -> Outcome {
        let options = &self.options;
        let candidates = Candidates::read(&self.path, options.changes.read()?, self.max_points)?;
        let paired = Paired::new(options, &candidates.scenario.name)?;
        let mut field = self.field(&candidates, &paired)?;
        if field.runners.len() < 2 && !field.is_stopped {
            return Err(self.too_few(field).into());
        }
        let runners = std::mem::take(&mut field.runners);
        let ended = self.race(&candidates, &paired, runners, field.is_stopped);
        if ended.runners.iter().any(|runner| runner.known.trials() == Some(0)) {
            say("stopped: nothing is written");
            return Ok(Ending::Stopped);
        }
        let is_stopped = ended.is_stopped;
        let compared = self.compared(&candidates, &field, ended)?;
        write(options, "rank.csv", &compared)?;
        match options.format {
            Format::Table => print(&ranking(&compared))?,
            Format::Csv => {
                DifferenceWriter::new(Out).and_then(|mut rows| rows.append(&compared)).map_err(unwritable)?;
            }
            Format::Json => {
                let text = to_json(&compared).map_err(|error| unwritable(error.into()))?;
                print(&(text + "\n"))?;
            }
        }
        if !options.quiet {
            say(format_args!("\nwritten: rank.csv and chances.csv in {}", options.out.display()));
        }
        Ok(if is_stopped { Ending::Stopped } else { Ending::Well })
    }

    /// Trials of the first round.
    fn first(&self) -> u64 {
        FIRST.min(self.options.trials())
    }

    fn margin(&self) -> f64 {
        self.options.margin.unwrap_or(MARGIN)
    }

    /// Makes all candidates, one after another, and plays the first round.
    fn field(&self, candidates: &Candidates, paired: &Paired) -> Result<Field, Failure> {
        let progress = paired.progress(None);
        let name = format!("{}, {} candidates", candidates.scenario.name, thousands(candidates.count() as u64));
        let _bar = progress.named(name);
        let meet = |maker: &mut Maker, number: usize| -> Result<Met, Problem> {
            if paired.is_stopped() {
                return Ok(Met::Stopped);
            }
            let contestant = match maker.make(number) {
                Ok(Made::Ready(contestant)) => contestant,
                Ok(Made::TooDear(points)) => return Ok(Met::TooDear(points)),
                Err(problem) => return Ok(Met::Refused(number, Box::new(problem))),
            };
            let runner = Runner { number, points: contestant.points, known: NOTHING };
            let known = match self.options.way() {
                Way::Exact => match paired.exact(&contestant)? {
                    Some(known) => known,
                    None => return Ok(Met::Stopped),
                },
                Way::Auto => match paired.cheap_beside(&contestant, TRIED / candidates.count() as u64) {
                    Some(known) => known,
                    None => self.further(paired, &contestant, runner, self.first(), &|_| {}),
                },
                Way::MonteCarlo => self.further(paired, &contestant, runner, self.first(), &|_| {}),
            };
            Ok(Met::Runner(Runner { known, ..runner }))
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
            return problem.help(format!("this is about the candidate `{name}`"));
        }
        let (left, all) = (field.runners.len(), field.runners.len() + field.too_dear);
        let message = format!("{}: {left} of {all} candidates cost no more than max-points", self.path.display());
        let cheapest = field.runners.iter().filter_map(|runner| runner.points).chain(field.cheapest).min();
        Problem::new(message).help(format!("the cheapest costs {} points", thousands(cheapest.unwrap_or(0))))
    }

    /// Runs the race of those that are not known exactly.
    fn race(&self, candidates: &Candidates, paired: &Paired, mut runners: Vec<Runner>, is_stopped: bool) -> Ended {
        let most = self.options.trials();
        let sampled = runners.iter().filter(|runner| runner.known.trials().is_some()).count();
        let race = Race::new(sampled, self.margin(), ALPHA);
        let mut done = self.first();
        loop {
            let known: Vec<KnownChance> = runners.iter().map(|runner| runner.known).collect();
            let standing = race.look(&known);
            let open = self.open(&race, &runners);
            if standing.over && !open.contains(&true) || done >= most || is_stopped || paired.is_stopped() {
                let is_stopped = is_stopped || paired.is_stopped();
                return Ended { race, standing, runners, is_stopped };
            }
            let next = (done * MORE).min(most);
            let in_race = |place: usize| open[place] || !standing.over && !standing.beaten[place];
            let left = runners.iter_mut().enumerate();
            let left = left.filter(|(place, runner)| runner.known.trials().is_some() && in_race(*place));
            let left: Vec<&mut Runner> = left.map(|(_, runner)| runner).collect();
            let progress = paired.progress(Some((next - done).saturating_mul(left.len() as u64)));
            let bar = progress.named(format!("{}, {} left", candidates.scenario.name, thousands(left.len() as u64)));
            paired.beside(|| {
                left.into_par_iter().for_each_init(
                    || candidates.maker(),
                    |maker, runner| {
                        // What could be made before can be made again.
                        let Ok(Made::Ready(contestant)) = maker.make(runner.number) else { return };
                        runner.known = self.further(paired, &contestant, *runner, next, &|trials| bar.inc(trials));
                    },
                );
            });
            done = next;
        }
    }

    /// Of whom it is open whether he is the cheapest that reaches the chance that is asked for: he may reach it or not, and
    /// nobody who does for certain costs less.
    fn open(&self, race: &Race, runners: &[Runner]) -> Vec<bool> {
        let Some(reach) = self.at_least else { return vec![false; runners.len()] };
        let dear = self.cheapest(race, runners).and_then(|(runner, _)| runner.points).unwrap_or(u64::MAX);
        let is_open = |runner: &Runner| {
            let Interval { low, high } = race.interval(runner.known);
            low < reach && reach <= high && runner.points.is_some_and(|points| points < dear)
        };
        runners.iter().map(is_open).collect()
    }

    /// The cheapest that for certain reaches the chance that is asked for, and how often; of several the likeliest.
    fn cheapest<'a>(&self, race: &Race, runners: &'a [Runner]) -> Option<(&'a Runner, Interval)> {
        let reach = self.at_least?;
        let sure = runners.iter().map(|runner| (runner, race.interval(runner.known)));
        let sure = sure.filter(|(runner, interval)| interval.low >= reach && runner.points.is_some());
        sure.min_by(|(one, _), (other, _)| {
            let chances = other.known.chance().total_cmp(&one.known.chance());
            one.points.cmp(&other.points).then(chances)
        })
    }

    /// The same in words.
    fn cheapest_of(&self, candidates: &Candidates, ended: &Ended) -> Option<String> {
        let (reach, Ended { race, runners, .. }) = ((1e8 * self.at_least?).round() / 1e6, ended);
        let open = self.open(race, runners).into_iter().filter(|open| *open).count();
        let mut text = match self.cheapest(race, runners) {
            Some((runner, interval)) => format!(
                "The cheapest that reaches its goal at least {reach} % of the time: “{}”, {} points, {} %.",
                candidates.name(runner.number),
                thousands(runner.points.unwrap_or(0)),
                points(runner.known.chance(), interval)
            ),
            None if runners.iter().all(|runner| runner.points.is_none()) => {
                "Which is the cheapest cannot be said: no candidate has a price.".to_owned()
            }
            None => format!("None that has a price reaches its goal {reach} % of the time for certain."),
        };
        if open > 0 {
            text += &format!(
                " Of {} that cost less it is open whether they do; more --trials would tell.",
                thousands(open as u64)
            );
        }
        Some(text)
    }

    /// What is known of one after so many trials; none are played where an exact answer is cheaper, or when the user has
    /// stopped it.
    fn further(
        &self,
        paired: &Paired,
        contestant: &Contestant,
        runner: Runner,
        next: u64,
        bar: &(dyn Fn(u64) + Sync),
    ) -> KnownChance {
        let KnownChance::Sampled { reached, trials } = runner.known else { return runner.known };
        let is_auto = self.options.way() == Way::Auto;
        let plays = next / TRIALS_A_PLAY;
        if let Some(exact) = is_auto.then(|| paired.cheap_beside(contestant, plays)).flatten() {
            return exact;
        }
        match paired.alone(contestant, runner.number, trials..next, bar) {
            Some(more) => KnownChance::Sampled { reached: reached + more, trials: next },
            None => runner.known,
        }
    }

    fn compared(&self, candidates: &Candidates, field: &Field, ended: Ended) -> Result<Compared, Failure> {
        let options = &self.options;
        let mut remarks = self.remarks(field, &ended);
        remarks.splice(0..0, self.cheapest_of(candidates, &ended));
        let Ended { race, standing, runners, .. } = ended;
        let mut order: Vec<usize> = (0..runners.len()).collect();
        let leads =
            |place: usize| (place != standing.leader, standing.beaten[place], -runners[place].known.chance(), place);
        order.sort_by(|&one, &other| leads(one).partial_cmp(&leads(other)).unwrap_or(std::cmp::Ordering::Equal));
        let contenders = order.iter().map(|&place| {
            let Runner { number, points, known } = runners[place];
            Contender {
                name: candidates.name(number),
                chance: known.chance(),
                interval: race.interval(known),
                trials: known.trials(),
                points,
            }
        });
        let contenders: Vec<Contender> = contenders.collect();
        let first = runners[standing.leader].known;
        let differences = (1..order.len()).map(|rank| {
            let other = runners[order[rank]].known;
            let is_sampled = first.trials().or(other.trials()).is_some();
            let margin = if is_sampled && !standing.beaten[order[rank]] { Some(self.margin()) } else { options.margin };
            Difference::apart((0, rank), [first, other], race.difference(first, other), margin)
        });
        let trials = (options.way() != Way::Exact).then(|| format!("--trials {}", options.trials()));
        let own: Vec<String> =
            self.max_points.map(|points| format!("--max-points {points}")).into_iter().chain(trials).collect();
        let own = [own, self.at_least.map(|reach| format!("--at-least {reach}")).into_iter().collect()].concat();
        let compiled = candidates.maker().make(runners[standing.leader].number)?;
        let goal = if let Made::Ready(contestant) = compiled { contestant.compiled.goal } else { Vec::new() };
        Ok(Compared {
            command: options.command("rank", &own),
            scenario: candidates.scenario.name.clone(),
            title: candidates.scenario.title.clone(),
            system: candidates.scenario.system.0.clone(),
            method: Method::of(runners.iter().find_map(|runner| runner.known.trials())),
            goal,
            margin: Some(self.margin()),
            contenders,
            differences: differences.collect(),
            remarks,
        })
    }

    fn remarks(&self, field: &Field, ended: &Ended) -> Vec<String> {
        let Ended { race, standing, runners, is_stopped } = ended;
        let all = thousands(runners.len() as u64);
        let trials: Vec<u64> = runners.iter().filter_map(|runner| runner.known.trials()).collect();
        let most = trials.iter().max().copied().unwrap_or(0);
        let mut remarks = Vec::new();
        if *is_stopped {
            remarks.push(format!("Stopped after {} trials.", thousands(most)));
        }
        let margin = percentage_points(self.margin());
        remarks.push(match standing.over {
            _ if trials.is_empty() => format!("All {all} chances are exact: no other is larger."),
            true => format!(
                "With a chance of 95 % no other of the {all} reaches its goal more often by more than {margin}."
            ),
            false => {
                let known: Vec<KnownChance> = runners.iter().map(|runner| runner.known).collect();
                let open = race.open(&known, standing.leader);
                format!(
                    "Not yet proven to {margin}: with a chance of 95 % no other of the {all} reaches its goal more often by \
                     more than {} percentage points; more --trials would tell.",
                    points(open, Interval::exact(open))
                )
            }
        });
        if !trials.is_empty() {
            let beaten = runners
                .iter()
                .zip(&standing.beaten)
                .filter(|(runner, beaten)| **beaten && runner.known.trials().is_some());
            let (exact, sampled, beaten) = (runners.len() - trials.len(), trials.len(), beaten.count());
            remarks.push(format!(
                "{} answered exactly, {} raced with luck of their own, {} of them beaten on the way. Played in all: {} trials.",
                thousands(exact as u64),
                thousands(sampled as u64),
                thousands(beaten as u64),
                thousands(trials.iter().sum())
            ));
        }
        if field.too_dear > 0 {
            remarks
                .push(format!("{} more cost too many points, and were not played.", thousands(field.too_dear as u64)));
        }
        remarks.extend(refused(&field.refused));
        remarks
    }
}

/// What became of a candidate.
enum Met {
    Runner(Runner),
    TooDear(u64),
    Refused(usize, Box<Problem>),
    Stopped,
}
