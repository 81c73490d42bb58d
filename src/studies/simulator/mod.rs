//! The odds of one scenario, sampled or exact.

mod odds;
mod seldom;
mod stopped;
mod trials;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use self::odds::{Odds, real};
use super::deal::{Cost, Deal};
use super::rare;
use super::settings::{Settings, Way};
use super::size::{LEAST_SAVED, Refused, WORTH_A_TRY, cheaper_than};
use super::threads::{self, Failed, Threads};
use super::world::{Length, World};
use battle_odds_engine::engagement::Engagement;
use battle_odds_engine::exact::{Exact, GivenUp, Limit, Size};
use battle_odds_engine::sampled::Stream;
use battle_odds_engine::simulate::Share;
use battle_odds_engine::splitting::{Effort, Repetitions, Watched};
use battle_odds_report::figures::thousands;
use battle_odds_report::heading::in_full;
use battle_odds_report::result::RunResult;
use battle_odds_scenario::{Problem, Scenario};
use battle_odds_systems::{Compiled, compile};

/// Finds odds as the settings say, until it is stopped.
pub struct Simulator<'w> {
    world: &'w dyn World,
    settings: Settings,
    /// Whether the sampled odds are held against exact ones.
    verify: bool,
    share: Share,
    /// Where the deal of each scenario begins, if there are shards.
    deal: Deal,
    threads: Threads,
    /// The most plays of an exact answer that is to be cheap, if not what the trials cost.
    plays: Option<u64>,
    /// How often an exact answer would have been quicker than the trials; none if this is not checked.
    quicker: Option<AtomicUsize>,
}

impl<'w> Simulator<'w> {
    /// Starts the threads.
    ///
    /// # Errors
    /// That the computer does not grant them.
    pub fn new(settings: Settings, world: &'w dyn World) -> Result<Simulator<'w>, Failed> {
        let threads = threads::start(settings.threads, world)?;
        let (share, deal) = (Share::WHOLE, Deal::default());
        Ok(Simulator { world, settings, verify: false, share, deal, threads, plays: None, quicker: None })
    }

    /// The same for a share of the trials.
    #[must_use]
    pub fn of(self, share: Share) -> Simulator<'w> {
        Simulator { share, ..self }
    }

    /// The same, with an exact answer where it takes at most so many plays, whatever the trials cost, and with no more work for
    /// rare chances than for the trials.
    #[must_use]
    pub fn at_most(self, plays: u64) -> Simulator<'w> {
        Simulator { plays: Some(plays), ..self }
    }

    /// The same, with all scenarios dealt to the shards so that these have about as much to do.
    #[must_use]
    pub fn dealt(self, deal: Deal) -> Simulator<'w> {
        Simulator { deal, ..self }
    }

    /// Where the deal of each scenario begins.
    pub fn deal(&self) -> &Deal {
        &self.deal
    }

    /// What the trials of a scenario cost; nothing of one that is wrong.
    pub fn cost(&self, scenario: &Scenario) -> Option<Cost> {
        let engagement = compile(scenario).ok()?.engagement;
        Some(self.cost_of(engagement.as_ref(), scenario))
    }

    fn cost_of(&self, engagement: &dyn Engagement, scenario: &Scenario) -> Cost {
        let stream = Stream { seed: self.settings.seed, scenario: format!("{}, a few", scenario.dice) };
        Cost::of(engagement, &stream, self.settings.trials, self.stop())
    }

    /// The share of a scenario's trials.
    fn share_of(&self, scenario: &Scenario) -> Share {
        self.share.of_deal_from(self.deal.begins(&scenario.name, &scenario.variant))
    }

    /// The same, finding the odds both ways.
    #[must_use]
    pub fn verifying(self) -> Simulator<'w> {
        Simulator { verify: true, ..self }
    }

    /// The same, checking whether an exact answer would have been quicker.
    #[must_use]
    pub fn noticing(self) -> Simulator<'w> {
        Simulator { quicker: Some(AtomicUsize::new(0)), ..self }
    }

    /// How often an exact answer would have been quicker, if this was checked.
    pub fn quicker(&self) -> usize {
        self.quicker.as_ref().map_or(0, |quicker| quicker.load(Ordering::Relaxed))
    }

    /// Tries an exact answer for a tenth of the time that the trials took.
    fn notice(&self, engagement: &dyn Engagement, memory: u64, begun: Option<Instant>) {
        let Some((quicker, begun)) = self.quicker.as_ref().zip(begun) else { return };
        let spent = begun.elapsed();
        let plays = (spent.as_nanos() / 10 / NANOS_A_PLAY) as u64;
        let limit = Limit { memory, plays, outlook: u64::MAX, ..Limit::within(self.settings.memory) };
        if matches!(self.walk(engagement, limit), Ok(Some(_))) {
            quicker.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The threads.
    pub fn threads(&self) -> &Threads {
        &self.threads
    }

    /// Set when the work is to stop.
    fn stop(&self) -> &AtomicBool {
        self.world.stop()
    }

    /// What an exact answer may cost that is computed alone: most of the memory.
    fn limit_alone(&self) -> Limit {
        let limit = Limit::within(self.settings.memory);
        Limit { memory: limit.memory / 4 * 3, leave_out: MOST_LEFT_OUT, ..limit }
    }

    /// The odds of a scenario, with most of the memory: one at a time. When the user stopped it, those of the trials that are
    /// over, so marked; none where there are none.
    ///
    /// # Errors
    /// What is wrong with the scenario, or that it is too large for an exact answer.
    pub fn odds(&self, scenario: &Scenario) -> Result<Option<RunResult>, Problem> {
        self.odds_within(self.limit_alone().memory, scenario).map_err(|refused| refused.problem(self.settings.memory))
    }

    /// The same while others are computed, with one for each thread at a time: they share the rest of the memory.
    /// Nothing if that is not enough, and it must be computed alone.
    pub fn odds_beside(&self, scenario: &Scenario) -> Option<Result<Option<RunResult>, Problem>> {
        let memory = self.settings.memory / 4 / self.threads.current_num_threads() as u64;
        match self.odds_within(memory, scenario) {
            Err(Refused::TooLarge(size)) if self.may_fit_alone(size, memory) => None,
            odds => Some(odds.map_err(|refused| refused.problem(self.settings.memory))),
        }
    }

    /// Whether a walk of this size, refused with so much memory, may be answered with most of it: how large it is is only known
    /// roughly, and an exact answer that is computed alone may leave out more.
    fn may_fit_alone(&self, size: Size, memory: u64) -> bool {
        match self.settings.way {
            Way::Exact => size.work <= FAR_OVER * self.limit_alone().plays as f64,
            _ => size.bytes >= memory as f64,
        }
    }

    /// How much there is to do for one scenario.
    fn length(&self, scenario: &Scenario) -> Length {
        match (self.settings.way, self.settings.precision) {
            (Way::Exact, _) => Length::EveryWay,
            (_, Some(_)) => Length::UntilKnown,
            (_, None) => Length::Trials(self.share_of(scenario).trials(self.settings.trials)),
        }
    }

    fn odds_within(&self, memory: u64, scenario: &Scenario) -> Result<Option<RunResult>, Refused> {
        let piece = self.world.begin(in_full(&scenario.name, &scenario.variant), self.length(scenario));
        let compiled = compile(scenario).map_err(Refused::Problem)?;
        let engagement = compiled.engagement.as_ref();
        let odds = match self.settings.way {
            Way::Exact => self.exact(engagement, memory)?,
            Way::Auto => {
                let limit = cheaper_than(self.about_trials(), self.settings.memory);
                let cheap = self.cheap(engagement, Limit { memory, ..limit }, cheaper)?;
                match cheap.or_else(|| self.mixed(engagement, memory, &scenario.dice)) {
                    Some(odds) => Some(odds),
                    None => self.sample(engagement, memory, scenario, &*piece)?,
                }
            }
            Way::Cheaper => {
                match self.cheap(engagement, self.less_than_trials(engagement, memory, scenario), of_itself)? {
                    Some(odds) => Some(odds),
                    None => self.sample(engagement, memory, scenario, &*piece)?,
                }
            }
            Way::MonteCarlo => self.sample(engagement, memory, scenario, &*piece)?,
        };
        Ok(odds.map(|odds| self.result(scenario, compiled, odds)))
    }

    /// The chance of what is watched, however rare, by splitting: nothing if the user stopped it, no repetitions if it
    /// never occurred.
    ///
    /// # Errors
    /// What is wrong with the scenario.
    pub(crate) fn rare(&self, scenario: &Scenario, watched: Watched) -> Result<Option<Repetitions>, Problem> {
        let engagement = compile(scenario)?.engagement;
        let plays = self.plays.map_or(rare::PLAYS, |_| rare::plays(self.settings.trials));
        Ok(self.rare_of(engagement.as_ref(), watched, &scenario.dice, plays))
    }

    fn rare_of(&self, engagement: &dyn Engagement, watched: Watched, dice: &str, plays: u64) -> Option<Repetitions> {
        let stream = Stream { seed: self.settings.seed, scenario: dice.to_owned() };
        let effort = Effort { stream, plays, error: rare::ERROR, cancelled: self.stop() };
        self.threads.install(|| engagement.rare(watched, &effort))
    }

    /// About how many trials are asked for.
    fn about_trials(&self) -> u64 {
        // By Wald, 2.5 times as many trials as a fixed number would need when results are looked at again and again.
        let trials = match self.settings.precision {
            Some(precision) => (2.5 * 0.96 / (precision * precision)) as u64,
            None => self.settings.trials,
        };
        trials.min(self.settings.trials)
    }

    /// The limit of an exact walk that costs less than the trials of this scenario, found without a clock: the same answer
    /// on every machine.
    fn less_than_trials(&self, engagement: &dyn Engagement, memory: u64, scenario: &Scenario) -> Limit {
        let limit = Limit::within(self.settings.memory);
        if let Some(plays) = self.plays {
            return Limit { memory, plays, outlook: u64::MAX, ..limit };
        }
        let cost = self.cost_of(engagement, scenario).of_block(self.about_trials());
        let plays = (cost / LEAST_SAVED) as u64;
        Limit { memory, plays: plays.clamp(WORTH_A_TRY, limit.plays), outlook: u64::MAX, ..limit }
    }

    /// An exact answer if one is found within the limit; what is remarked of it depends on the number of trials.
    fn cheap(
        &self,
        engagement: &dyn Engagement,
        limit: Limit,
        remark: fn(&str) -> String,
    ) -> Result<Option<Odds>, Refused> {
        let memory = limit.memory;
        match self.walk(engagement, limit) {
            // Computed alone, there may be enough memory for it.
            Err(Refused::TooLarge(size)) if size.bytes >= memory as f64 && memory < self.settings.memory / 2 => {
                Err(Refused::TooLarge(size))
            }
            Err(_) => Ok(None),
            Ok(exact) => {
                let remark = || remark(&thousands(self.about_trials()));
                Ok(exact.map(|exact| Odds::exact(&exact, vec![remark()])))
            }
        }
    }

    /// The first steps exactly and trials of the rest, if the walk of the first steps costs less than the trials do.
    fn mixed(&self, engagement: &dyn Engagement, memory: u64, dice: &str) -> Option<Odds> {
        let Settings { seed, trials, precision, .. } = self.settings;
        if precision.is_some() || trials < FEWEST_MIXED {
            return None;
        }
        let stream = Stream { seed, scenario: format!("{dice}, from where the exact steps end") };
        let limit = Limit { memory, ..cheaper_than(trials, self.settings.memory) };
        let mixed = self.threads.install(|| engagement.mixed(limit, &stream, trials, self.stop()))?;
        Some(Odds::mixed(&mixed.measures, trials))
    }

    fn exact(&self, engagement: &dyn Engagement, memory: u64) -> Result<Option<Odds>, Refused> {
        let limit = self.limit_alone();
        if memory == limit.memory {
            return Ok(self.walk(engagement, limit)?.map(|exact| Odds::exact(&exact, Vec::new())));
        }
        // Beside others it would leave out more than alone: then it is computed alone.
        let roomy = limit.roomy();
        let exact = self.walk(engagement, Limit { memory: memory.min(roomy.memory), ..roomy })?;
        if let Some(Exact { size, .. }) = exact.as_ref().filter(|exact| !roomy.allows(exact.size)) {
            return Err(Refused::TooLarge(*size));
        }
        Ok(exact.map(|exact| Odds::exact(&exact, Vec::new())))
    }

    /// The exact walk: nothing if the user stopped it; if it is too large, roughly how large it is.
    fn walk(&self, engagement: &dyn Engagement, limit: Limit) -> Result<Option<Exact>, Refused> {
        match self.threads.install(|| engagement.exact(limit, self.stop())) {
            Ok(exact) => Ok(Some(exact)),
            Err(GivenUp::Cancelled) => Ok(None),
            Err(GivenUp::TooLarge(size)) => Err(Refused::TooLarge(size)),
        }
    }

    fn result(&self, scenario: &Scenario, compiled: Compiled, odds: Odds) -> RunResult {
        RunResult {
            scenario: scenario.name.clone(),
            variant: scenario.variant.clone(),
            base: scenario.base.clone(),
            // Without a title, the name is used in its place; once is enough.
            tags: scenario.tags.clone(),
            title: if scenario.title == scenario.name { String::new() } else { scenario.title.clone() },
            system: scenario.system.0.clone(),
            method: odds.method,
            hash: scenario.hash.clone(),
            has_own_dice: scenario.has_own_dice,
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

/// What is said of an exact answer where `--method auto` was asked for.
fn cheaper(trials: &str) -> String {
    text!("exact: cheaper than about {trials} trials", trials)
}

/// What is said of an exact answer that nobody asked for.
fn of_itself(trials: &str) -> String {
    text!("exact, as that costs less than about {trials} trials; --method monte-carlo plays them", trials)
}

/// An exact answer may leave out so much chance: about as much as a million trials leave unknown.
const MOST_LEFT_OUT: f64 = 1e-3;

/// With fewer trials than this, none are started at the end of exact steps: each repetition needs some.
const FEWEST_MIXED: u64 = 1_000;

/// The time that one play of the exact walk takes, roughly.
const NANOS_A_PLAY: u128 = 300;

/// A rough estimate of the size of a walk that is so many times as much as there is cannot be wrong by so much.
const FAR_OVER: f64 = 8.0;
