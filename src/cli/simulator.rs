//! The odds of one scenario, sampled or exact.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::ending::Failure;
use super::interrupt;
use super::options::Options;
use crate::engine::engagement::Engagement;
use crate::engine::exact::{GivenUp, Limit};
use crate::engine::measure::Measure;
use crate::engine::sampled::Stream;
use crate::engine::simulate::{Plan, Share};
use crate::report::result::{Method, RunResult};
use crate::scenario::{Problem, Scenario};
use crate::stats::distribution::Distribution;
use crate::systems::{Compiled, compile};

/// Finds odds as the options say, until Ctrl-C.
#[derive(Debug)]
pub struct Simulator {
    seed: u64,
    /// None when exact.
    trials: Option<u64>,
    share: Share,
    threads: ThreadPool,
    cancelled: Arc<AtomicBool>,
}

/// Distributions in the order of the measures, and the chance of what is missing from them.
type Odds = (Vec<Distribution>, f64);

impl Simulator {
    /// Starts the threads, and listens for Ctrl-C from now on.
    ///
    /// # Errors
    /// A failure if the system does not grant so many threads.
    pub fn new(options: &Options) -> Result<Simulator, Failure> {
        let threads = ThreadPoolBuilder::new()
            .num_threads(options.threads.unwrap_or(0).into())
            .build()
            .map_err(|error| Failure::Machine("the threads cannot be started", error.to_string()))?;
        let trials = (!options.exact).then_some(options.trials);
        Ok(Simulator { seed: options.seed, trials, share: Share::WHOLE, threads, cancelled: interrupt::listen() })
    }

    /// The same for a share of the trials.
    #[must_use]
    pub fn of(self, share: Share) -> Simulator {
        Simulator { share, ..self }
    }

    /// The threads, and the flag that makes them give up.
    pub fn threads(&self) -> (&ThreadPool, &AtomicBool) {
        (&self.threads, &self.cancelled)
    }

    /// The odds of a scenario; none when the user stopped it. `progress` is told of trials finished.
    ///
    /// # Errors
    /// What is wrong with the scenario, or that it is too large for an exact answer.
    pub fn odds(&self, scenario: &Scenario, progress: &(dyn Fn(u64) + Sync)) -> Result<Option<RunResult>, Problem> {
        let compiled = compile(scenario)?;
        let engagement = compiled.engagement.as_ref();
        let odds = match self.trials {
            Some(trials) => self.sample(engagement, &scenario.name, trials, progress),
            None => self.exact(engagement)?,
        };
        Ok(odds.map(|odds| self.result(scenario, compiled, odds)))
    }

    /// The dice are those of the scenario: its variants share them.
    fn sample(
        &self,
        engagement: &dyn Engagement,
        scenario: &str,
        trials: u64,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Option<Odds> {
        let stream = Stream { seed: self.seed, scenario: scenario.to_owned() };
        let plan = Plan { stream, trials, share: self.share, progress, cancelled: &self.cancelled };
        let tally = self.threads.install(|| engagement.sample(&plan))?;
        Some((tally.histograms.iter().map(|counts| Distribution::from_counts(counts)).collect(), 0.0))
    }

    fn exact(&self, engagement: &dyn Engagement) -> Result<Option<Odds>, Problem> {
        match self.threads.install(|| engagement.exact(Limit::default(), &self.cancelled)) {
            Ok(exact) => {
                let chances = exact.chances.iter().map(|chances| Distribution::from_probabilities(chances));
                Ok(Some((chances.collect(), exact.unexplored)))
            }
            Err(GivenUp::Cancelled) => Ok(None),
            Err(GivenUp::TooLarge { states }) => {
                Err(Problem::new(format!("too large for an exact answer: about {} different states", about(states)))
                    .help("leave out --exact: trials come as close as you like (--trials, --precision)"))
            }
        }
    }

    fn result(&self, scenario: &Scenario, compiled: Compiled, (distributions, unexplored): Odds) -> RunResult {
        RunResult {
            scenario: scenario.name.clone(),
            variant: scenario.variant.clone(),
            // Where nobody gave one, the name stands in for it; once is enough.
            title: if scenario.title == scenario.name { String::new() } else { scenario.title.clone() },
            system: scenario.system.0.clone(),
            method: if self.trials.is_some() { Method::MonteCarlo } else { Method::Exact },
            hash: scenario.hash.clone(),
            goal: compiled.goal,
            measures: compiled.engagement.measures().into_iter().zip(distributions).map(real).collect(),
            forces: compiled.forces,
            choices: compiled.choices,
            placements: compiled.pictures.into_iter().map(|picture| picture.data).collect(),
            step_titles: compiled.steps,
            unexplored,
        }
    }
}

/// A measure with its values as they are meant, not as they are recorded.
fn real((measure, recorded): (Measure, Distribution)) -> (Measure, Distribution) {
    let distribution = recorded.starting_at(measure.least);
    (measure, distribution)
}

/// A large number in words: `3 million`.
fn about(number: f64) -> String {
    match number {
        ..1e6 => format!("{:.0} thousand", (number / 1e3).max(1.0)),
        ..1e9 => format!("{:.0} million", number / 1e6),
        ..1e12 => format!("{:.0} billion", number / 1e9),
        _ => format!("{number:.0e}"),
    }
}
