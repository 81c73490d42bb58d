//! The odds of one scenario, sampled or exact.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::ending::Failure;
use super::interrupt;
use super::options::{Options, Way};
use super::rare;
use crate::engine::engagement::Engagement;
use crate::engine::exact::{Exact, GivenUp, Limit, Size, USUAL_MEMORY};
use crate::engine::measure::Measure;
use crate::engine::mixed::Estimated;
use crate::engine::sampled::Stream;
use crate::engine::simulate::{self, Sampling, Share};
use crate::engine::splitting::{Effort, Repetitions, Watched};
use crate::engine::tally::Tally;
use crate::report::figures::{one_in, points_asked, thousands};
use crate::report::result::{Method, RunResult, Stopped};
use crate::scenario::{Problem, Scenario};
use crate::stats::agreement::{Agreement, agreement};
use crate::stats::distribution::Distribution;
use crate::stats::estimate::ALPHA;
use crate::stats::repeated::worth_in_trials;
use crate::stats::sequence::stopping::Stopping;
use crate::systems::{Compiled, compile};

/// Finds odds as the options say, until Ctrl-C.
#[derive(Debug)]
pub struct Simulator {
    seed: u64,
    way: Way,
    /// The most trials, if there are any.
    trials: u64,
    precision: Option<f64>,
    verify: bool,
    memory: u64,
    share: Share,
    threads: ThreadPool,
    cancelled: Arc<AtomicBool>,
    /// How often an exact answer would have been quicker than the trials; none if this is not checked.
    quicker: Option<AtomicUsize>,
}

/// The result: distributions in the order of the measures, and remarks on the method.
struct Odds {
    method: Method,
    distributions: Vec<Distribution>,
    unexplored: f64,
    remarks: Vec<String>,
    precision: Option<f64>,
    agreements: Vec<Agreement>,
    stopped: Option<Stopped>,
    of_goal: Option<String>,
}

impl Odds {
    fn exact(exact: &Exact, remarks: Vec<String>) -> Odds {
        Odds {
            method: Method::Exact,
            distributions: exact.chances.iter().map(|chances| Distribution::from_probabilities(chances)).collect(),
            unexplored: exact.unexplored,
            remarks,
            precision: None,
            agreements: Vec::new(),
            stopped: None,
            of_goal: None,
        }
    }

    fn sampled(tally: &Tally) -> Odds {
        Odds {
            method: Method::MonteCarlo,
            distributions: tally.histograms.iter().map(|counts| Distribution::from_counts(counts)).collect(),
            unexplored: 0.0,
            remarks: Vec::new(),
            precision: None,
            agreements: Vec::new(),
            stopped: None,
            of_goal: None,
        }
    }

    /// The same, marked as results of stopped trials, if they were stopped.
    fn marked(self, stopped: Option<Stopped>) -> Odds {
        Odds { stopped, remarks: stopped.map(Stopped::remark).into_iter().collect(), ..self }
    }
}

/// Why there are no odds.
enum Refused {
    /// The scenario is wrong.
    Problem(Problem),
    /// It is too large for an exact answer: roughly this large.
    TooLarge(Size),
}

impl Refused {
    fn problem(self) -> Problem {
        match self {
            Refused::Problem(problem) => problem,
            Refused::TooLarge(size) => too_large(size),
        }
    }
}

/// The number of trials that cost about as much as one play of the exact walk.
const TRIALS_A_PLAY: u64 = 8;

/// The time that one play of the exact walk takes, roughly.
const NANOS_A_PLAY: u128 = 300;

/// With `--method auto` a walk of this many plays is always worth a try.
const WORTH_A_TRY: u64 = 20_000;

impl Simulator {
    /// Starts the threads, and listens for Ctrl-C from now on.
    ///
    /// # Errors
    /// A failure if the computer does not grant the threads.
    pub fn new(options: &Options) -> Result<Simulator, Failure> {
        let threads = threads(options.threads)?;
        Ok(Simulator {
            seed: options.seed,
            way: options.way(),
            trials: options.trials().unwrap_or(0),
            precision: options.precision,
            verify: options.verify,
            memory: options.memory.bytes,
            share: Share::WHOLE,
            threads,
            cancelled: interrupt::listen(),
            quicker: None,
        })
    }

    /// The same for a share of the trials.
    #[must_use]
    pub fn of(self, share: Share) -> Simulator {
        Simulator { share, ..self }
    }

    /// The same, checking whether an exact answer would have been quicker.
    #[must_use]
    pub fn noticing(self) -> Simulator {
        Simulator { quicker: Some(AtomicUsize::new(0)), ..self }
    }

    /// How often an exact answer would have been quicker, if this was checked.
    pub fn quicker(&self) -> usize {
        self.quicker.as_ref().map_or(0, |quicker| quicker.load(Ordering::Relaxed))
    }

    /// Tries an exact answer for a tenth of the time that the trials took.
    fn notice(&self, engagement: &dyn Engagement, memory: u64, spent: Duration) {
        let Some(quicker) = &self.quicker else { return };
        let plays = (spent.as_nanos() / 10 / NANOS_A_PLAY) as u64;
        let limit = Limit { memory, plays, outlook: u64::MAX, ..Limit::within(self.memory) };
        if matches!(self.walk(engagement, limit), Ok(Some(_))) {
            quicker.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The threads, and the flag that stops them.
    pub fn threads(&self) -> (&ThreadPool, &AtomicBool) {
        (&self.threads, &self.cancelled)
    }

    /// The odds of a scenario, with most of the memory: one at a time. If the user stopped it, those of the completed
    /// trials, marked as such; none if there are none. `progress` receives the number of trials finished.
    ///
    /// # Errors
    /// What is wrong with the scenario, or that it is too large for an exact answer.
    pub fn odds(&self, scenario: &Scenario, progress: &(dyn Fn(u64) + Sync)) -> Result<Option<RunResult>, Problem> {
        self.odds_within(self.memory / 4 * 3, scenario, progress).map_err(Refused::problem)
    }

    /// The same while others are computed, with one for each thread at a time: they share the rest of the memory.
    /// Nothing if that is not enough, and it must be computed alone.
    pub fn odds_beside(
        &self,
        scenario: &Scenario,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Option<Result<Option<RunResult>, Problem>> {
        let memory = self.memory / 4 / self.threads.current_num_threads() as u64;
        match self.odds_within(memory, scenario, progress) {
            Err(Refused::TooLarge(size)) if size.bytes >= memory as f64 => None,
            odds => Some(odds.map_err(Refused::problem)),
        }
    }

    fn odds_within(
        &self,
        memory: u64,
        scenario: &Scenario,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Option<RunResult>, Refused> {
        let compiled = compile(scenario).map_err(Refused::Problem)?;
        let engagement = compiled.engagement.as_ref();
        let odds = match self.way {
            Way::Exact => self.exact(engagement, memory)?,
            Way::Auto => {
                match self.cheap(engagement, memory)?.or_else(|| self.mixed(engagement, memory, &scenario.dice)) {
                    Some(odds) => Some(odds),
                    None => self.sample(engagement, memory, &scenario.dice, progress)?,
                }
            }
            Way::MonteCarlo => self.sample(engagement, memory, &scenario.dice, progress)?,
        };
        Ok(odds.map(|odds| self.result(scenario, compiled, odds)))
    }

    /// The chance of what is watched, however rare, by splitting: nothing if the user stopped it, no repetitions if it
    /// never occurred.
    ///
    /// # Errors
    /// What is wrong with the scenario.
    pub fn rare(&self, scenario: &Scenario, watched: Watched) -> Result<Option<Repetitions>, Problem> {
        let engagement = compile(scenario)?.engagement;
        Ok(self.rare_of(engagement.as_ref(), watched, &scenario.dice, rare::PLAYS))
    }

    fn rare_of(&self, engagement: &dyn Engagement, watched: Watched, dice: &str, plays: u64) -> Option<Repetitions> {
        let stream = Stream { seed: self.seed, scenario: dice.to_owned() };
        let effort = Effort { stream, plays, error: rare::ERROR, cancelled: &self.cancelled };
        self.threads.install(|| engagement.rare(watched, &effort))
    }

    /// Adds a remark on a goal that too few of the trials have reached: its chance exactly, or by splitting. With
    /// `--method auto`, this chance also replaces the one from the trials.
    fn seldom(&self, engagement: &dyn Engagement, memory: u64, dice: &str, odds: &mut Odds) {
        let Some(goal) = engagement.measures().iter().position(Measure::is_goal) else { return };
        let Some(of_goal) = odds.distributions.get(goal) else { return };
        let Some(trials) = of_goal.trials().filter(|&trials| trials >= MANY && self.share == Share::WHOLE) else {
            return;
        };
        if of_goal.probability(1) * trials as f64 >= rare::FEW {
            return;
        }
        let limit = Limit { memory, plays: rare::plays(trials) / 10, outlook: u64::MAX, ..Limit::within(self.memory) };
        let (chance, worth, remark) = match self.walk(engagement, limit) {
            Ok(None) => return,
            Ok(Some(exact)) => {
                let chance = exact.chances[goal].get(1).copied().unwrap_or(0.0);
                let remark = match chance {
                    0.0 => text!("the goal, exactly: it cannot be reached"),
                    _ => text!("the goal, exactly: {chance}", chance = one_in(chance)),
                };
                (chance, None, remark)
            }
            Err(_) => {
                let watched = Watched { measure: goal, from: 1, to: 1 };
                let Some(repetitions) = self.rare_of(engagement, watched, dice, rare::plays(trials)) else { return };
                let Some(split) = rare::found(&repetitions, ALPHA) else { return };
                let remark = text!("the goal, too rare for these trials: {chance}", chance = split.said());
                let error = repetitions.error();
                (split.chance, Some((1.0 - split.chance) / split.chance / (error * error)), remark)
            }
        };
        odds.of_goal = Some(remark);
        if self.way == Way::Auto {
            let chances = [1.0 - chance, chance];
            odds.distributions[goal] = match worth {
                Some(worth) => Distribution::mixed(&chances, trials, worth),
                None => Distribution::from_probabilities(&chances),
            };
        }
    }

    /// The dice are those of the scenario: its variants share them.
    fn sample(
        &self,
        engagement: &dyn Engagement,
        memory: u64,
        dice: &str,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Option<Odds>, Refused> {
        let limit = Limit { memory, ..Limit::within(self.memory) };
        let exact = if self.verify { self.walk(engagement, limit)? } else { None };
        let stream = Stream { seed: self.seed, scenario: dice.to_owned() };
        let plan = Sampling { stream, trials: self.trials, share: self.share, progress, cancelled: &self.cancelled };
        let goal = engagement.measures().iter().position(Measure::is_goal);
        let (Some(precision), Some(goal)) = (self.precision, goal) else {
            let begun = Instant::now();
            let sampled = self.threads.install(|| engagement.sample(&plan));
            let Some((tally, stopped)) = self.first(sampled, Some(self.trials)) else { return Ok(None) };
            let agree = |exact: &Exact| {
                let pairs = tally.histograms.iter().zip(&exact.chances);
                pairs.map(|(counts, chances)| agreement(counts, chances)).collect()
            };
            let agreements = exact.as_ref().map(agree).unwrap_or_default();
            let mut odds = Odds { agreements, ..Odds::sampled(&tally).marked(stopped) };
            if stopped.is_none() {
                self.notice(engagement, memory, begun.elapsed());
                self.seldom(engagement, memory, dice, &mut odds);
            }
            return Ok(Some(odds));
        };
        let stopping = Stopping::new(precision, ALPHA);
        let reached = |tally: &Tally| tally.histograms[goal].get(1).copied().unwrap_or(0);
        let mut next = |tally: &Tally, trials: u64| match stopping.enough(reached(tally), trials) {
            Some(_) if trials > 0 => None,
            _ => Some(stopping.next(trials)),
        };
        let sampled = self.threads.install(|| engagement.sample_until(&plan, &mut next));
        Ok(self.first(sampled, None).map(|(tally, stopped)| {
            let mut odds = Odds { precision: Some(precision), ..Odds::sampled(&tally).marked(stopped) };
            if stopped.is_none() {
                odds.remarks.push(self.enough(&stopping, reached(&tally), &odds, precision));
            }
            odds.remarks.push(text!(
                "every interval holds whenever the trials stop (a confidence sequence), and is wider for it"
            ));
            odds
        }))
    }

    /// What has been sampled out of this many trials, and where the user stopped it, if he did: nothing if no trial was
    /// completed, or for a share of the trials, which is useless unless it is complete.
    fn first(&self, sampled: Result<Tally, simulate::Stopped>, of: Option<u64>) -> Option<(Tally, Option<Stopped>)> {
        match sampled {
            Ok(tally) => Some((tally, None)),
            Err(simulate::Stopped { tally, trials }) => {
                (trials > 0 && self.share == Share::WHOLE).then_some((tally, Some(Stopped { after: trials, of })))
            }
        }
    }

    /// How trials ended that were to continue until the goal's chance was known well enough, or until there were no
    /// more.
    fn enough(&self, stopping: &Stopping, reached: u64, odds: &Odds, precision: f64) -> String {
        let trials = odds.distributions.first().and_then(Distribution::trials).unwrap_or(0);
        let asked = text!("±{amount} points", amount = points_asked(precision));
        let so_many = thousands(trials);
        match stopping.enough(reached, trials) {
            Some(_) => text!(
                "stopped after {trials} trials: the goal's chance is known to {precision}",
                trials = so_many,
                precision = asked
            ),
            None => text!(
                "{trials} trials were not enough to know the goal's chance to {precision}",
                trials = so_many,
                precision = asked
            ),
        }
    }

    /// An exact answer if it costs less than the trials asked for.
    fn cheap(&self, engagement: &dyn Engagement, memory: u64) -> Result<Option<Odds>, Refused> {
        // By Wald, 2.5 times as many trials as a fixed number would need when results are looked at again and again.
        let trials = match self.precision {
            Some(precision) => (2.5 * 0.96 / (precision * precision)) as u64,
            None => self.trials,
        };
        let limit = Limit { memory, ..cheaper_than(trials.min(self.trials), self.memory) };
        let remark = || text!("exact: cheaper than about {trials} trials", trials = thousands(trials.min(self.trials)));
        match self.walk(engagement, limit) {
            // Computed alone, there may be enough memory for it.
            Err(Refused::TooLarge(size)) if size.bytes >= memory as f64 && memory < self.memory / 2 => {
                Err(Refused::TooLarge(size))
            }
            Err(_) => Ok(None),
            Ok(exact) => Ok(exact.map(|exact| Odds::exact(&exact, vec![remark()]))),
        }
    }

    /// The first steps exactly and trials of the rest, if the walk of the first steps costs less than the trials do.
    fn mixed(&self, engagement: &dyn Engagement, memory: u64, dice: &str) -> Option<Odds> {
        if self.precision.is_some() || self.trials < FEWEST_MIXED {
            return None;
        }
        let stream = Stream { seed: self.seed, scenario: format!("{dice}, from where the exact steps end") };
        let limit = Limit { memory, ..cheaper_than(self.trials, self.memory) };
        let mixed = self.threads.install(|| engagement.mixed(limit, &stream, self.trials, &self.cancelled))?;
        Some(Odds {
            method: Method::Mixed,
            distributions: mixed.measures.iter().map(|estimated| estimate(estimated, self.trials)).collect(),
            unexplored: 0.0,
            remarks: vec![text!(
                "mixed: the first steps exactly, then {trials} trials of the rest, as many from each outcome as its chance says",
                trials = thousands(self.trials)
            )],
            precision: None,
            agreements: Vec::new(),
            stopped: None,
            of_goal: None,
        })
    }

    fn exact(&self, engagement: &dyn Engagement, memory: u64) -> Result<Option<Odds>, Refused> {
        let exact = self.walk(engagement, Limit { memory, ..Limit::within(self.memory) })?;
        Ok(exact.map(|exact| Odds::exact(&exact, Vec::new())))
    }

    /// The exact walk: nothing if the user stopped it; if it is too large, roughly how large it is.
    fn walk(&self, engagement: &dyn Engagement, limit: Limit) -> Result<Option<Exact>, Refused> {
        match self.threads.install(|| engagement.exact(limit, &self.cancelled)) {
            Ok(exact) => Ok(Some(exact)),
            Err(GivenUp::Cancelled) => Ok(None),
            Err(GivenUp::TooLarge(size)) => Err(Refused::TooLarge(size)),
        }
    }

    fn result(&self, scenario: &Scenario, compiled: Compiled, odds: Odds) -> RunResult {
        RunResult {
            scenario: scenario.name.clone(),
            variant: scenario.variant.clone(),
            // Without a title, the name is used in its place; once is enough.
            tags: scenario.tags.clone(),
            title: if scenario.title == scenario.name { String::new() } else { scenario.title.clone() },
            system: scenario.system.0.clone(),
            method: odds.method,
            hash: scenario.hash.clone(),
            goal: compiled.goal,
            measures: compiled.engagement.measures().into_iter().zip(odds.distributions).map(real).collect(),
            forces: compiled.forces,
            choices: compiled.choices,
            placements: compiled.pictures.into_iter().map(|picture| picture.data).collect(),
            step_titles: compiled.steps,
            unexplored: odds.unexplored,
            remarks: [compiled.remarks, odds.remarks].concat(),
            precision: odds.precision,
            agreements: odds.agreements,
            stopped: odds.stopped,
            of_goal: odds.of_goal,
        }
    }
}

/// An estimate from exact first steps and trials of the rest; exact if no trial was needed. If few trials have another
/// value than the most common one, they say little about the spread of the repetitions: then it is worth no more than
/// the trials.
fn estimate(Estimated { chances, means, spread }: &Estimated, trials: u64) -> Distribution {
    let exact = Distribution::from_probabilities(chances);
    let Some(spread) = spread else { return exact };
    let worth = match *spread < FEWEST_SPREAD {
        true => 0.0,
        false => worth_in_trials(exact.std_dev().powi(2), means),
    };
    Distribution::mixed(chances, trials, if worth.is_finite() { worth } else { 0.0 })
}

/// With fewer trials than this, rare events are not expected to be known.
const MANY: u64 = 100_000;

/// With fewer trials than this, none are started at the end of exact steps: each repetition needs some.
const FEWEST_MIXED: u64 = 1_000;

/// This many trials with another value than the most common one show the spread of the repetitions.
const FEWEST_SPREAD: u64 = 1_000;

/// The limit of an exact walk that costs less than this many trials.
pub(super) fn cheaper_than(trials: u64, memory: u64) -> Limit {
    let limit = Limit::within(memory);
    Limit { plays: (trials / TRIALS_A_PLAY).clamp(WORTH_A_TRY, limit.plays), outlook: u64::MAX, ..limit }
}

/// Starts this many threads; by default as many as there are cores.
///
/// # Errors
/// A failure if the computer does not grant them.
pub fn threads(number: Option<u16>) -> Result<ThreadPool, Failure> {
    let threads = ThreadPoolBuilder::new().num_threads(number.unwrap_or(0).into()).build();
    threads.map_err(|error| Failure::Machine(mark!("the threads cannot be started"), error.to_string()))
}

/// A measure with its real values instead of the recorded ones.
fn real((measure, recorded): (Measure, Distribution)) -> (Measure, Distribution) {
    let distribution = recorded.starting_at(measure.least);
    (measure, distribution)
}

/// The error for a scenario of this size.
pub(super) fn too_large(size: Size) -> Problem {
    let (states, ways, bytes) = (about(size.states), about(size.plays), about(size.bytes));
    let message = text!(
        "too large for an exact answer: about {states} different states, with {ways} ways between them, and {bytes} bytes of \
         memory at one time",
        states,
        ways,
        bytes
    );
    let problem = Problem::new(message).help(text!("trials come as close as you like: --trials, --precision"));
    let needed = Limit::needed(size) / 1e9;
    let option = format!("--memory {:.0}GB", (1.6 * needed).ceil());
    let is_long = size.bytes * 1.6 < USUAL_MEMORY as f64;
    let problem = if is_long { problem.help(text!("the memory is there: it would take too long")) } else { problem };
    match needed < MOST_SUGGESTED {
        true if is_long => problem.help(text!("{option} allows for that much time, too", option)),
        true => problem.help(text!("{option} would allow it", option)),
        false => problem,
    }
}

/// Users with more gigabytes than this know what to do with them.
const MOST_SUGGESTED: f64 = 1000.0;

/// A large number in words: `3 million`.
fn about(number: f64) -> String {
    match number {
        ..1e3 => format!("{number:.0}"),
        ..1e6 => text!("{number} thousand", number = format!("{:.0}", number / 1e3)),
        ..1e9 => text!("{number} million", number = format!("{:.0}", number / 1e6)),
        ..1e12 => text!("{number} billion", number = format!("{:.0}", number / 1e9)),
        _ => format!("{number:.0e}"),
    }
}
