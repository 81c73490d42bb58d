//! `battle-odds matrix`: every row against every column. `battle-odds price`: what one formation is worth.

use std::io::{IsTerminal, stdout};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use rayon::prelude::*;
use serde_json::json;

use super::ending::{Ending, Failure, Outcome};
use super::files;
use super::interrupt;
use super::options::{Changes, Format, Memory, Way, precision, trials};
use super::out::print;
use super::problems::say;
use super::progress::{Length, Progress};
use super::simulator::threads;
use crate::engine::engagement::Engagement;
use crate::engine::exact::{GivenUp, Limit};
use crate::engine::measure::Measure;
use crate::engine::sampled::Stream;
use crate::engine::simulate::{Sampling, Share};
use crate::report::figures::thousands;
use crate::report::matrix::{Entrant, Figure, Fought, Matrix, Rated};
use crate::scenario::{self, Problem, unknown};
use crate::stats::distribution::Distribution;
use crate::stats::estimate::Estimate;
use crate::systems::{self, measured};

/// How a field of formations is played.
#[derive(Args, Debug)]
pub struct Playing {
    /// A matrix file
    #[arg(value_name = "FILE")]
    path: PathBuf,

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
    changes: Changes,

    /// No progress and no remarks: only results, and what is wrong
    #[arg(long)]
    quiet: bool,
}

/// Every formation against every other: who wins, what each is worth, who beats whom
#[derive(Args, Debug)]
pub struct MatrixCommand {
    #[command(flatten)]
    playing: Playing,

    /// The folder that files are written to
    #[arg(long, value_name = "FOLDER", default_value = "results/latest")]
    out: PathBuf,

    /// What goes to standard output
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// What a formation is worth against the field of a matrix
#[derive(Args, Debug)]
pub struct Price {
    #[command(flatten)]
    playing: Playing,

    /// The formation, one of the rows
    #[arg(long, value_name = "NAME")]
    formation: String,
}

impl MatrixCommand {
    /// Plays all cells, writes and shows them.
    pub(super) fn run(&self) -> Outcome {
        let playing = &self.playing;
        let field = systems::matrix(&playing.path, playing.changes.read()?)?;
        let rows = field.rows.clone();
        let Some(matrix) = playing.play(&field, &rows)? else { return Ok(stopped()) };
        let rated = matrix.rated();
        let (cells, ratings) = (matrix.cell_rows(), matrix.rating_rows(&rated));
        let refused: Vec<_> = matrix.refused.iter().map(|(cell, why)| json!({ "cell": cell, "reason": why })).collect();
        let run = json!({
            "command": playing.command("matrix"),
            "version": env!("CARGO_PKG_VERSION"),
            "seed": matrix.seed,
            "matrix": matrix.title,
            "system": matrix.system,
            "empty": refused,
        });
        let run = serde_json::to_string_pretty(&run).unwrap_or_default() + "\n";
        let all = [
            ("run.json", run),
            ("matrix.csv", cells.csv()),
            ("ratings.csv", ratings.csv()),
            ("matrix-wide.csv", matrix.wide()),
            ("matrix.svg", matrix.svg()),
        ];
        files::write(&self.out, &all)?;
        match self.format {
            Format::Table => print(&matrix.text(&rated, stdout().is_terminal()))?,
            Format::Csv => print(&ratings.csv())?,
            Format::Json => print(&ratings.json(&[("matrix", matrix.title.clone().into())]))?,
        }
        if !playing.quiet {
            let out = self.out.display();
            say(format_args!("\nwritten: matrix.csv, ratings.csv, matrix-wide.csv, matrix.svg and run.json in {out}"));
        }
        Ok(Ending::Well)
    }
}

impl Price {
    /// Plays one row, and says what it is worth.
    pub(super) fn run(&self) -> Outcome {
        let playing = &self.playing;
        let field = systems::matrix(&playing.path, playing.changes.read()?)?;
        let Some(&row) = field.rows.iter().find(|&&row| field.name(row) == self.formation) else {
            let source = scenario::Source::new("--formation", self.formation.as_str());
            let span = scenario::Span::new(&source, 0..self.formation.len());
            return Err(unknown("row", &self.formation, &span, field.rows.iter().map(|&row| field.name(row))).into());
        };
        let Some(matrix) = playing.play(&field, &[row])? else { return Ok(stopped()) };
        let Some(Rated { fair_points, swing_per_100, .. }) = matrix.rated().into_iter().next() else {
            return Ok(stopped());
        };
        let Some((fair, interval)) = fair_points else {
            return Err(Problem::new(format!(
                "{} loses no points to this field: no price is too high",
                self.formation
            ))
            .into());
        };
        let list = matrix.entrants[row].points;
        let swing = swing_per_100
            .map_or(String::new(), |swing| format!("; it wins {:+.1} points for 100 of its own", swing.mean));
        print(&format!(
            "{} is worth {fair:.0} points against this field, 95 % interval {:.0} to {:.0}; its list price is {list}{swing}.\n",
            self.formation, interval.low, interval.high
        ))?;
        Ok(Ending::Well)
    }
}

fn stopped() -> Ending {
    say("stopped: nothing is written");
    Ending::Stopped
}

/// So many trials over the square of the precision know any chance to it (0.9604 would do).
const TRIALS: f64 = 1.0;

/// A play of the exact walk is worth so many trials.
const TRIALS_A_PLAY: u64 = 2;

/// So many share the memory of those that are worked out at once.
const BESIDE: u64 = 16;

/// An engagement to be played: which, who attacks, who defends.
type Task = (usize, usize, usize);

impl Playing {
    fn way(&self) -> Way {
        if self.exact { Way::Exact } else { self.method }
    }

    /// Plays every engagement that the cells of these rows need; nothing when the user stopped it.
    fn play(&self, field: &scenario::Matrix, rows: &[usize]) -> Result<Option<Matrix>, Failure> {
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
        let tasks: Vec<Task> =
            engagements.flat_map(pairs).filter(|&(_, attacker, defender)| wanted[attacker][defender]).collect();
        let each = match self.trials {
            Some(trials) => (trials / tasks.len().max(1) as u64).max(1),
            None => (TRIALS / self.precision.unwrap_or(0.01).powi(2)).ceil() as u64,
        };
        let (pool, cancelled) = (threads(self.threads)?, interrupt::listen());
        let progress = Progress::new(self.quiet, 1, Length::Trials(tasks.len() as u64));
        let bar = progress.named(format!("{}, {} battles", field.title, thousands(tasks.len() as u64)));
        let player = Player { playing: self, field, each, cancelled: &cancelled };
        let play = |&task: &Task| {
            let fought = if cancelled.load(Ordering::Relaxed) { None } else { player.fight(task) };
            bar.inc(1);
            fought
        };
        let all: Option<Vec<Result<Fought, Problem>>> = pool.install(|| tasks.par_iter().map(play).collect());
        let Some(all) = all else { return Ok(None) };
        let mut fought = vec![vec![vec![None; entrants]; entrants]; field.engagements.len()];
        let mut refused = Vec::new();
        let mut first: Vec<Option<Problem>> = vec![None; field.engagements.len()];
        for ((engagement, attacker, defender), one) in tasks.into_iter().zip(all) {
            match one {
                Ok(one) => fought[engagement][attacker][defender] = Some(one),
                Err(problem) => {
                    let name = format!(
                        "{}: {} against {}",
                        field.engagements[engagement].name,
                        field.name(attacker),
                        field.name(defender)
                    );
                    refused.push((name, problem.message()));
                    first[engagement].get_or_insert(problem);
                }
            }
        }
        // What nobody can fight is a mistake of the engagement.
        let is_empty = |of: &Vec<Vec<Option<Fought>>>| of.iter().flatten().all(Option::is_none);
        if let Some((_, Some(problem))) =
            fought.iter().zip(first).find(|(of, problem)| is_empty(of) && problem.is_some())
        {
            return Err(problem.help("nobody can take part in this engagement").into());
        }
        let is_sampled = fought.iter().flatten().flatten().flatten().any(|one| one.trials.is_some());
        Ok(Some(Matrix {
            title: field.title.clone(),
            system: field.system.clone(),
            entrants: field
                .entrants
                .iter()
                .map(|entrant| Entrant { name: entrant.name.clone(), points: entrant.points as f64 })
                .collect(),
            rows: rows.to_vec(),
            columns: field.columns.clone(),
            both_ways: field.both_ways,
            engagements: field.engagements.iter().map(|one| (one.name.clone(), one.weight)).collect(),
            fought,
            refused,
            seed: is_sampled.then_some(self.seed),
        }))
    }

    /// What was asked, in a form that says how to repeat it.
    fn command(&self, command: &str) -> String {
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

/// Who plays the engagements.
struct Player<'a> {
    playing: &'a Playing,
    field: &'a scenario::Matrix,
    /// Trials of each that is not worked out.
    each: u64,
    cancelled: &'a Arc<AtomicBool>,
}

impl Player<'_> {
    /// Plays one engagement; nothing when the user stopped it.
    fn fight(&self, (engagement, attacker, defender): Task) -> Option<Result<Fought, Problem>> {
        let compiled =
            self.field.scenario(engagement, attacker, defender).and_then(|scenario| systems::compile(&scenario));
        let engagement_ready = match compiled {
            Ok(compiled) => compiled.engagement,
            Err(problem) => return Some(Err(problem)),
        };
        let names = format!(
            "{}, {}, {}, {}",
            self.field.title,
            self.field.engagements[engagement].name,
            self.field.name(attacker),
            self.field.name(defender)
        );
        let odds = match self.odds(engagement_ready.as_ref(), names)? {
            Ok(odds) => odds,
            Err(problem) => return Some(Err(problem)),
        };
        Some(fought(&engagement_ready.measures(), &odds))
    }

    /// The distributions of all measures.
    fn odds(&self, engagement: &dyn Engagement, scenario: String) -> Option<Result<Vec<Distribution>, Problem>> {
        let memory = self.playing.memory.bytes / BESIDE;
        let limit = match self.playing.way() {
            Way::MonteCarlo => None,
            Way::Exact => Some(Limit::within(memory)),
            Way::Auto => Some(Limit { plays: self.each / TRIALS_A_PLAY, outlook: u64::MAX, ..Limit::within(memory) }),
        };
        match limit.map(|limit| engagement.exact(limit, self.cancelled)) {
            Some(Ok(exact)) => {
                let known = exact.chances.iter().map(|chances| Distribution::from_probabilities(chances));
                return Some(Ok(known.collect()));
            }
            Some(Err(GivenUp::Cancelled)) => return None,
            Some(Err(GivenUp::TooLarge(_))) if self.playing.way() == Way::Exact => {
                return Some(Err(Problem::new("too large for an exact answer")));
            }
            _ => {}
        }
        let sampling = Sampling {
            stream: Stream { seed: self.playing.seed, scenario },
            trials: self.each,
            share: Share::WHOLE,
            progress: &|_| {},
            cancelled: self.cancelled,
        };
        let tally = engagement.sample(&sampling)?;
        Some(Ok(tally.histograms.iter().map(|counts| Distribution::from_counts(counts)).collect()))
    }
}

/// What the measures say of one engagement.
fn fought(measures: &[Measure], odds: &[Distribution]) -> Result<Fought, Problem> {
    let figure = |place: usize| {
        let distribution = odds[place].clone().starting_at(measures[place].least);
        let Estimate { mean, interval } = Estimate::of(&measures[place], &distribution);
        let variance =
            distribution.trials().map_or(0.0, |trials| distribution.sample_std_dev().powi(2) / trials as f64);
        Figure { mean, interval, variance }
    };
    let goal = measures.iter().position(Measure::is_goal);
    let goal = goal.ok_or_else(|| {
        Problem::new("there is no goal in this engagement").help("write one in it: goal = [\"defender.broken\"]")
    })?;
    let [attacker, defender] = scenario::matrix::ROLES;
    let lost = measured::exchange(measures, attacker, defender).map(|places| places.map(figure));
    Ok(Fought { goal: figure(goal), lost, trials: odds[goal].trials() })
}
