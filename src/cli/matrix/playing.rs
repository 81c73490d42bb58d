//! The battles of a matrix: which there are, how many trials each gets, and their results.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use rayon::prelude::*;

use super::battles::Battles;
use crate::cli::ending::Failure;
use crate::cli::interrupt;
use crate::cli::options::{Changes, Memory, Way, precision, trials};
use crate::cli::progress::{Length, Progress};
use crate::cli::simulator::threads;
use crate::engine::engagement::Engagement;
use crate::engine::exact::{GivenUp, Limit};
use crate::engine::measure::Measure;
use crate::engine::sampled::Stream;
use crate::engine::simulate::Share;
use crate::engine::tally::Tally;
use crate::report::figures::thousands;
use crate::report::matrix::{Entrant, Figure, Fought, Matrix};
use crate::scenario::{self, Problem};
use crate::stats::distribution::Distribution;
use crate::stats::estimate::Estimate;
use crate::systems::{self, measured};

/// How a field of formations is played.
#[derive(Args, Debug)]
pub struct Playing {
    /// A matrix file
    #[arg(value_name = "FILE")]
    pub(super) path: PathBuf,

    /// How many trials in all, shared by the cells that are not worked out exactly
    #[arg(long, value_name = "N", value_parser = trials, conflicts_with = "precision")]
    trials: Option<u64>,

    /// The trials of a cell are as many as it takes to know any chance to ±P [default: 1%]
    #[arg(long, value_name = "P", value_parser = precision)]
    precision: Option<f64>,

    /// No sampling: follow every way the dice can fall
    #[arg(long)]
    exact: bool,

    /// How the chances are found: by trials, exactly, or each by whichever is cheaper
    #[arg(long, value_enum, default_value_t = Way::Auto, conflicts_with = "exact")]
    method: Way,

    /// How much memory exact answers may take
    #[command(flatten)]
    memory: Memory,

    /// Which dice: the same seed gives the same files, another one other dice
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many threads work; the results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Changes of every engagement
    #[command(flatten)]
    pub(super) changes: Changes,

    /// No progress and no remarks: only results, and what is wrong
    #[arg(long)]
    pub(super) quiet: bool,
}

/// This number of trials divided by the square of the precision is enough for any chance (0.9604 would be).
const TRIALS: f64 = 1.0;

/// The precision for which the intervals for repeated looks are tuned.
const PRECISION: f64 = 0.01;

/// The number of trials that cost as much as one play of the exact walk.
const TRIALS_A_PLAY: u64 = 2;

/// The number of exact answers computed at once that share the memory.
const BESIDE: u64 = 16;

/// An engagement to be played: its index, the attacker, the defender.
type Task = (usize, usize, usize);

impl Playing {
    fn way(&self) -> Way {
        if self.exact { Way::Exact } else { self.method }
    }

    /// Plays every battle that the cells of these rows need, one share of them or all; nothing if the user stopped it.
    /// Battles in `battles` are not played again, and those played are added there.
    pub(super) fn play(
        &self,
        field: &scenario::Matrix,
        rows: &[usize],
        share: Share,
        battles: &mut Battles,
    ) -> Result<Option<Matrix>, Failure> {
        let entrants = field.entrants.len();
        let mut wanted = vec![vec![false; entrants]; entrants];
        for &row in rows {
            for &column in &field.columns {
                wanted[row][column] = true;
                wanted[column][row] |= field.both_ways;
            }
        }
        let engagements = 0..field.engagements.len();
        let pairs =
            move |engagement: usize| (0..entrants * entrants).map(move |at| (engagement, at / entrants, at % entrants));
        let mut tasks: Vec<Task> =
            engagements.flat_map(pairs).filter(|&(_, attacker, defender)| wanted[attacker][defender]).collect();
        let mut place = 0;
        tasks.retain(|_| {
            place += 1;
            place % share.of == share.number % share.of
        });
        let (pool, cancelled) = (threads(self.threads)?, interrupt::listen());
        let entrant = |one: &scenario::matrix::Entrant| Entrant { name: one.name.clone(), points: one.points as f64 };
        let mut matrix = Matrix {
            title: field.title.clone(),
            system: field.system.clone(),
            entrants: field.entrants.iter().map(entrant).collect(),
            rows: rows.to_vec(),
            columns: field.columns.clone(),
            both_ways: field.both_ways,
            engagements: field.engagements.iter().map(|one| (one.name.clone(), one.weight)).collect(),
            fought: vec![vec![vec![None; entrants]; entrants]; field.engagements.len()],
            refused: Vec::new(),
            seed: None,
        };
        let mut first: Vec<Option<Problem>> = vec![None; field.engagements.len()];
        let each = match self.trials {
            Some(budget) => (budget / 2 / tasks.len().max(1) as u64).max(1),
            None => (TRIALS / self.precision.unwrap_or(0.01).powi(2)).ceil() as u64,
        };
        let mut looks = vec![each];
        // In every round, battles are continued for the pairs of which it is not decided who is ahead.
        while !tasks.is_empty() {
            let progress = Progress::new(self.quiet, 1, Length::Trials(tasks.len() as u64));
            let (name, count) = (&field.title, thousands(tasks.len() as u64));
            let bar = progress.named(text!("{name}, {count} battles", name, count));
            let player = Player { playing: self, field, looks: &looks, cancelled: &cancelled, battles };
            let play = |&task: &Task| {
                let fought = if cancelled.load(Ordering::Relaxed) { None } else { player.fight(task) };
                bar.inc(1);
                fought
            };
            let all: Vec<Option<Result<(String, Fought), Problem>>> =
                pool.install(|| tasks.par_iter().map(play).collect());
            let is_whole = all.iter().all(Option::is_some);
            for ((engagement, attacker, defender), one) in tasks.drain(..).zip(all) {
                match one {
                    Some(Ok((key, fought))) => {
                        battles.keep(key, fought.clone());
                        matrix.fought[engagement][attacker][defender] = Some(fought);
                    }
                    Some(Err(problem)) => {
                        let name = text!(
                            "{engagement}: {one} against {other}",
                            engagement = matrix.engagements[engagement].0,
                            one = field.name(attacker),
                            other = field.name(defender)
                        );
                        matrix.refused.push((name, problem.message()));
                        first[engagement].get_or_insert(problem);
                    }
                    None => {}
                }
            }
            if !is_whole {
                return Ok(None);
            }
            let Some(budget) = self.trials else { break };
            tasks = more(&matrix, budget, &mut looks);
        }
        // An engagement in which no battle can be fought is an error of the engagement; but a share may have none of
        // its battles.
        let is_empty =
            |of: &Vec<Vec<Option<Fought>>>| share == Share::WHOLE && of.iter().flatten().all(Option::is_none);
        if let Some((_, Some(problem))) =
            matrix.fought.iter().zip(first).find(|(of, problem)| is_empty(of) && problem.is_some())
        {
            return Err(problem.help(text!("nobody can take part in this engagement")).into());
        }
        matrix.seed = (matrix.sampled() > 0).then_some(self.seed);
        Ok(Some(matrix))
    }

    /// The request, in a form that says how to repeat it.
    pub(super) fn command(&self, command: &str) -> String {
        let mut words = vec![format!("battle-odds {command}")];
        words.extend(self.trials.map(|trials| format!("--trials {trials}")));
        words.extend(self.precision.map(|precision| format!("--precision {precision}")));
        words.extend(match self.way() {
            Way::Exact => Some("--exact".to_owned()),
            Way::MonteCarlo => Some("--method monte-carlo".to_owned()),
            Way::Auto => None,
        });
        words.extend(self.memory.words());
        words.push(format!("--seed {}", self.seed));
        words.extend(self.changes.words());
        words.join(" ")
    }
}

/// The battles that the remaining trials of a budget are best spent on: those of the pairs of which it is not decided
/// who wins more often. Adds the number of trials that each then has to `looks`, at most twice as many as before. Empty
/// if no trials are left.
fn more(matrix: &Matrix, budget: u64, looks: &mut Vec<u64>) -> Vec<Task> {
    let spent: u64 = matrix.fought.iter().flatten().flatten().flatten().filter_map(|one| one.trials).sum();
    let mut tasks = Vec::new();
    for (row, column) in matrix.doubtful() {
        for (engagement, fought) in matrix.fought.iter().enumerate() {
            let ways = [(row, column), (column, row)].into_iter().take(if matrix.both_ways { 2 } else { 1 });
            let is_sampled = |&(attacker, defender): &(usize, usize)| {
                fought[attacker][defender].as_ref().is_some_and(|one| one.trials.is_some())
            };
            tasks.extend(ways.filter(is_sampled).map(|(attacker, defender)| (engagement, attacker, defender)));
        }
    }
    let each = looks.last().copied().unwrap_or(0);
    let grant = (budget.saturating_sub(spent) / tasks.len().max(1) as u64).min(each);
    if grant == 0 {
        return Vec::new();
    }
    looks.push(each + grant);
    tasks
}

/// Samples until the last look, given the number of trials at each look. What earlier looks counted is kept, not played
/// anew, so that intervals which hold for repeated looks hold here too.
fn sampled(engagement: &dyn Engagement, stream: &Stream, looks: &[u64], cancelled: &AtomicBool) -> Option<Tally> {
    let (mut tally, mut done) = (Tally::default(), 0);
    for &end in looks {
        let scenario = match done {
            0 => stream.scenario.clone(),
            done => format!("{}, from trial {done}", stream.scenario),
        };
        let more = engagement.sample_at_once(None, &Stream { scenario, ..*stream }, end - done, cancelled)?;
        tally = if done == 0 { more } else { tally.merge(more) };
        done = end;
    }
    Some(tally)
}

/// What plays the engagements.
struct Player<'a> {
    playing: &'a Playing,
    field: &'a scenario::Matrix,
    /// The number of trials, look by look, of each battle that is not computed exactly.
    looks: &'a [u64],
    cancelled: &'a Arc<AtomicBool>,
    /// The battles fought before.
    battles: &'a Battles,
}

impl Player<'_> {
    /// Plays one engagement, unless it has been played: returns its key and its result. Nothing if the user stopped it.
    fn fight(&self, (engagement, attacker, defender): Task) -> Option<Result<(String, Fought), Problem>> {
        let scenario = match self.field.scenario(engagement, attacker, defender) {
            Ok(scenario) => scenario,
            Err(problem) => return Some(Err(problem)),
        };
        let names = [
            &*self.field.title,
            &self.field.engagements[engagement].name,
            self.field.name(attacker),
            self.field.name(defender),
        ]
        .join(", ");
        let how = (self.playing.way(), self.looks, self.playing.seed, self.playing.memory.bytes);
        let key =
            [&self.field.fingerprint(&scenario), &names, &format!("{how:?}"), env!("CARGO_PKG_VERSION")].join(" ");
        let key = scenario::content_hash(&key);
        if let Some(fought) = self.battles.get(&key) {
            return Some(Ok((key, fought.clone())));
        }
        let ready = match systems::compile(&scenario) {
            Ok(compiled) => compiled.engagement,
            Err(problem) => return Some(Err(self.field.told(problem, attacker, defender))),
        };
        let odds = match self.odds(ready.as_ref(), names)? {
            Ok(odds) => odds,
            Err(problem) => return Some(Err(problem)),
        };
        let fought = fought(&ready.measures(), &odds, self.playing.trials.is_some());
        Some(fought.map(|fought| (key, fought)))
    }

    /// Trials of each battle that is not computed exactly.
    fn trials(&self) -> u64 {
        self.looks.last().copied().unwrap_or(0)
    }

    /// The distributions of all measures.
    fn odds(&self, engagement: &dyn Engagement, scenario: String) -> Option<Result<Vec<Distribution>, Problem>> {
        let memory = self.playing.memory.bytes / BESIDE;
        let limit = match self.playing.way() {
            Way::MonteCarlo => None,
            Way::Exact => Some(Limit::within(memory)),
            Way::Auto => {
                Some(Limit { plays: self.trials() / TRIALS_A_PLAY, outlook: u64::MAX, ..Limit::within(memory) })
            }
        };
        match limit.map(|limit| engagement.exact(limit, self.cancelled)) {
            Some(Ok(exact)) => {
                let known = exact.chances.iter().map(|chances| Distribution::from_probabilities(chances));
                return Some(Ok(known.collect()));
            }
            Some(Err(GivenUp::Cancelled)) => return None,
            Some(Err(GivenUp::TooLarge(_))) if self.playing.way() == Way::Exact => {
                return Some(Err(Problem::new(text!("too large for an exact answer"))));
            }
            _ => {}
        }
        let stream = Stream { seed: self.playing.seed, scenario };
        let tally = sampled(engagement, &stream, self.looks, self.cancelled)?;
        Some(Ok(tally.histograms.iter().map(|counts| Distribution::from_counts(counts)).collect()))
    }
}

/// What the measures say about one engagement. If the number of trials depends on intermediate results, every interval
/// is one that holds for repeated looks.
fn fought(measures: &[Measure], odds: &[Distribution], is_stopped: bool) -> Result<Fought, Problem> {
    let figure = |place: usize| {
        let distribution = odds[place].clone().starting_at(measures[place].least);
        let Estimate { mean, interval } = match is_stopped {
            true => Estimate::stopped(&measures[place], &distribution, PRECISION),
            false => Estimate::of(&measures[place], &distribution),
        };
        let variance =
            distribution.trials().map_or(0.0, |trials| distribution.sample_std_dev().powi(2) / trials as f64);
        Figure { mean, interval, variance }
    };
    let goal = measures.iter().position(Measure::is_goal);
    let goal = goal.ok_or_else(|| {
        Problem::new(text!("there is no goal in this engagement"))
            .help(text!("write one in it: goal = [\"defender.broken\"]"))
    })?;
    let [attacker, defender] = scenario::matrix::ROLES;
    let lost = measured::exchange(measures, attacker, defender).map(|exchange| {
        let [own, theirs] = exchange.lost.map(figure);
        [own, theirs, exchange.swing.map_or_else(|| Figure::swing(own, theirs), figure)]
    });
    Ok(Fought { goal: figure(goal), lost, trials: odds[goal].trials() })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::scenario::Loaded;
    use crate::systems::{SYSTEMS, load};

    /// Earlier looks are not played anew: every value of every measure occurs at least as often at the next look.
    #[test]
    fn further_looks_go_on_after_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("battle.toml");
        let starts = SYSTEMS[0].starts.unwrap();
        let start = &starts.starts[0];
        let text =
            format!("system = '{}'\ngoal = ['{}']\n{}{}", SYSTEMS[0].key, start.goal, starts.forces, start.steps);
        fs::write(&file, text.replace("ATTACKER", "attackers").replace("DEFENDER", "defenders")).unwrap();
        let Loaded::Scenarios(scenarios, _) = load(&file, &[]).unwrap() else { panic!("an army") };
        let ready = systems::compile(&scenarios[0]).unwrap().engagement;
        let stream = Stream { seed: 1, scenario: "looks".into() };
        let after = |looks: &[u64]| sampled(ready.as_ref(), &stream, looks, &AtomicBool::new(false)).unwrap();
        let looks = [700, 1400, 2100, 2500];
        for count in 1..looks.len() {
            let (before, now) = (after(&looks[..count]), after(&looks[..=count]));
            for (before, now) in before.histograms.iter().zip(&now.histograms) {
                assert_eq!(now.iter().sum::<u64>(), looks[count]);
                assert!(before.iter().zip(now).all(|(before, now)| before <= now) && before.len() <= now.len());
            }
        }
    }
}
