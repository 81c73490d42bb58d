//! Chances for the commands that compare: trials with the same luck, trials of one's own, exact answers; threads, and
//! how far it is.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use super::contenders::Contestant;
use super::rare;
use super::settings::Settings;
use super::size::{cheaper_than, too_large};
use super::threads::{self, Failed, Threads};
use super::world::{Length, Piece, World};
use battle_odds_engine::engagement::Engagement;
use battle_odds_engine::exact::{GivenUp, Limit};
use battle_odds_engine::likely::Likely;
use battle_odds_engine::measure::When;
use battle_odds_engine::pair_counts::Joint;
use battle_odds_engine::paired::Luck;
use battle_odds_engine::paired_run::PairedRun;
use battle_odds_engine::sampled::Stream;
use battle_odds_engine::splitting::{Effort, Repetitions, Watched};
use battle_odds_scenario::Problem;
use battle_odds_stats::known::KnownChance;

/// Plays contestants with the same luck or each with its own, or works their chances out, until it is stopped.
pub struct Paired<'w> {
    world: &'w dyn World,
    threads: Threads,
    luck: Luck,
    seed: u64,
    dice: String,
    memory: u64,
    /// How many in a row were too large for an exact answer that costs less than trials.
    too_large: AtomicU32,
    /// The fewest plays that were needed to walk the likely part of one that was too large.
    fewest: AtomicU64,
    /// How many in a row had too small a likely part.
    unlikely: AtomicU32,
}

impl<'w> Paired<'w> {
    /// Starts the threads. The luck is that of a scenario with these dice.
    ///
    /// # Errors
    /// That the computer does not grant them.
    pub fn new(settings: Settings, dice: &str, world: &'w dyn World) -> Result<Paired<'w>, Failed> {
        Ok(Paired {
            world,
            threads: threads::start(settings.threads, world)?,
            luck: Luck::new(settings.seed, dice),
            seed: settings.seed,
            dice: dice.to_owned(),
            memory: settings.memory,
            too_large: AtomicU32::new(0),
            fewest: AtomicU64::new(u64::MAX),
            unlikely: AtomicU32::new(0),
        })
    }

    /// Plays trials of all contestants until each has `most`, or until `enough` is satisfied, which gets the counts at
    /// the check points given by `next`. False if the user stopped it: the counts are those of all trials completed by
    /// then.
    pub fn play(
        &self,
        contestants: &[&Contestant],
        joint: &mut Joint,
        most: u64,
        next: impl Fn(u64) -> u64,
        mut enough: impl FnMut(&Joint) -> bool,
        piece: &dyn Piece,
    ) -> bool {
        let engagements: Vec<(&dyn Engagement, usize)> = contestants.iter().map(|one| one.engagement()).collect();
        let progress = &|trials| piece.done(trials);
        let alike = PairedRun { luck: self.luck, engagements: &engagements, progress, cancelled: self.stop() };
        while joint.trials() < most {
            let trials = joint.trials()..next(joint.trials()).min(most);
            if !self.threads.install(|| alike.play(trials, joint)) {
                return false;
            }
            if enough(joint) {
                return true;
            }
        }
        true
    }

    /// How often each value of a contestant's measure, counted from its least, occurred in these trials, with dice that
    /// no other index has; only for the part that has not been walked. None if the user stopped it.
    pub fn alone(
        &self,
        contestant: &Contestant,
        likely: Option<&Likely>,
        place: usize,
        trials: Range<u64>,
    ) -> Option<Vec<u64>> {
        let (engagement, goal) = contestant.engagement();
        let scenario = format!("{}, candidate {place}, from trial {}", self.dice, trials.start);
        let (stream, count) = (Stream { seed: self.seed, scenario }, trials.end - trials.start);
        if let Some(likely) = likely {
            return engagement.sample_left(likely, &stream, count, self.stop());
        }
        let only = (contestant.measure.when == When::End).then_some(goal);
        let mut tally = engagement.sample_at_once(only, &stream, count, self.stop())?;
        Some(tally.histograms.swap_remove(goal))
    }

    /// Begins with this many candidates.
    pub fn begin_candidates(&self, name: String, candidates: usize) -> Box<dyn Piece + '_> {
        self.world.begin(name, Length::Candidates(candidates as u64))
    }

    /// Begins with this many trials in all, or with an unknown number.
    pub fn begin(&self, name: String, trials: Option<u64>) -> Box<dyn Piece + '_> {
        self.world.begin(name, trials.map_or(Length::EveryWay, Length::Trials))
    }

    /// The exact chances of a contestant's measure; none if the user stopped it.
    ///
    /// # Errors
    /// If it is too large.
    pub fn exact(&self, contestant: &Contestant) -> Result<Option<Exactly>, Problem> {
        match self.walk(contestant, Limit::within(self.memory)) {
            Ok(known) => Ok(Some(known)),
            Err(GivenUp::Cancelled) => Ok(None),
            Err(GivenUp::TooLarge(size)) => Err(too_large(size, self.memory)
                .help(text!("this is about `{name}`: leave out --exact", name = contestant.name))),
        }
    }

    /// What can be known about a contestant for less than the cost of these trials: the exact answer, otherwise its
    /// likely part. Many contestants are very similar: if a try failed for some in a row, less is tried for those that
    /// follow. `beside` are examined at the same time, of `all` that may have likely parts, and share the memory.
    pub fn start(&self, contestant: &Contestant, trials: u64, [beside, all]: [usize; 2]) -> Start {
        let [too_large, unlikely] = [&self.too_large, &self.unlikely].map(|count| count.load(Ordering::Relaxed));
        let after = |in_vain: u32| {
            let trials = trials.checked_shr(in_vain.saturating_sub(IN_A_ROW)).unwrap_or(0);
            cheaper_than(trials, self.memory)
        };
        let exactly = |limit| {
            let memory = self.memory / beside as u64;
            self.walk(contestant, Limit { memory, ..limit }).ok().map(Start::Exact)
        };
        if too_large < IN_A_ROW
            && let Some(exact) = exactly(cheaper_than(0, self.memory))
        {
            return exact;
        }
        let (rarest, memory) = (RAREST / trials.max(1) as f64, self.memory / all as u64);
        let (engagement, goal) = contestant.engagement();
        let likely = engagement.likely(goal, Limit { rarest, memory, ..after(unlikely) }, self.stop());
        let Some(likely) = likely.filter(|likely| likely.left <= MOST_LEFT) else {
            return exactly(after(too_large)).unwrap_or(Start::Nothing);
        };
        if likely.left <= ROUNDING {
            return Start::Exact(Exactly { error: likely.left + ROUNDING, chances: likely.chances });
        }
        let is_smaller = too_large < IN_A_ROW || 2 * likely.plays < self.fewest.load(Ordering::Relaxed);
        let is_worth_a_try = is_smaller && likely.plays * RARE_PLAYS <= after(0).plays;
        is_worth_a_try.then(|| exactly(after(0))).flatten().unwrap_or(Start::Likely(likely))
    }

    /// Remembers how it went.
    pub fn learn(&self, start: &Start) {
        let in_vain = |count: &AtomicU32| _ = count.fetch_add(1, Ordering::Relaxed);
        let well = |count: &AtomicU32| count.store(0, Ordering::Relaxed);
        match start {
            Start::Exact(_) => well(&self.too_large),
            Start::Likely(_) | Start::Nothing => in_vain(&self.too_large),
        }
        match start {
            Start::Exact(_) => {}
            Start::Likely(likely) => {
                self.fewest.fetch_min(likely.plays, Ordering::Relaxed);
                well(&self.unlikely);
            }
            Start::Nothing => in_vain(&self.unlikely),
        }
    }

    /// The same with others computed at once, within this many plays of a piece.
    pub fn cheap_beside(&self, contestant: &Contestant, plays: u64) -> Option<Exactly> {
        self.walk(contestant, Limit { plays, ..cheaper_than(0, self.memory / BESIDE) }).ok()
    }

    /// The chance of a contestant's measure, however small, by splitting, in about this many plays; none if the user
    /// stopped it.
    pub fn rare(&self, contestant: &Contestant, plays: u64) -> Option<Repetitions> {
        let (engagement, measure) = contestant.engagement();
        let stream = Stream { seed: self.seed, scenario: self.dice.clone() };
        let effort = Effort { stream, plays, error: rare::ERROR, cancelled: self.stop() };
        self.threads.install(|| engagement.rare(Watched { measure, from: 1, to: 1 }, &effort))
    }

    /// Does something on all threads.
    pub fn beside<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        self.threads.install(work)
    }

    /// Whether the user has stopped it.
    pub fn is_stopped(&self) -> bool {
        self.stop().load(Ordering::Relaxed)
    }

    fn stop(&self) -> &AtomicBool {
        self.world.stop()
    }

    fn walk(&self, contestant: &Contestant, limit: Limit) -> Result<Exactly, GivenUp> {
        let (engagement, goal) = contestant.engagement();
        let mut exact = self.threads.install(|| engagement.exact(limit, self.stop()))?;
        Ok(Exactly { chances: exact.chances.swap_remove(goal), error: exact.unexplored + ROUNDING })
    }
}

/// What is known about a contestant before any trial.
pub enum Start {
    /// Everything.
    Exact(Exactly),
    /// Its likely part.
    Likely(Likely),
    /// Nothing.
    Nothing,
}

/// An exact answer.
pub struct Exactly {
    /// The chance of each value, counted from the least.
    pub chances: Vec<f64>,
    /// The largest error of any chance.
    pub error: f64,
}

impl Exactly {
    /// The chance that it happened.
    pub fn chance(&self) -> KnownChance {
        KnownChance::Exact { chance: self.chances.get(1).copied().unwrap_or(0.0), error: self.error }
    }
}

/// If this many in a row were too large, the next may be so as well.
const IN_A_ROW: u32 = 2;

/// States that fewer of the trials than this would reach are rare.
const RAREST: f64 = 20.0;

/// If rare states have more than this chance, the likely part is of little use.
const MOST_LEFT: f64 = 0.5;

/// Walking everything takes at least this many times as many plays as the likely part.
const RARE_PLAYS: u64 = 8;

/// The number of exact answers computed at once that share the memory.
const BESIDE: u64 = 16;

/// The rounding error of sums of many chances.
const ROUNDING: f64 = 1e-12;
