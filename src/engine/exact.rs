//! The exact walk: every way the dice can fall, with equal states merged.
//!
//! The walk keeps a map from state to chance, sorted by the states' clock. It takes all states of the lowest clock,
//! plays one piece of each with dice that fall every way, and adds up the states that come out equal. States are played in
//! portions of a fixed size, and sums are made portion by portion in the order in which states were first met: so the same
//! scenario gives the same bits everywhere, on any number of threads.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use foldhash::fast::FixedState;
use indexmap::IndexMap;
use rayon::prelude::*;

use super::every_way::{Enumerate, EveryWay};
use super::outlook;
use super::rules::{Moment, Rules};

/// The exact distribution of every measure.
#[derive(Clone, Debug, Default)]
pub struct Exact {
    /// `chances[measure][value]`.
    pub chances: Vec<Vec<f64>>,
    /// The chance of all that was left out because it was too rare, shared among the values above in proportion: no chance
    /// is wrong by more than this.
    pub unexplored: f64,
    /// What it took.
    pub size: Size,
}

impl Exact {
    /// Shares what was left out among all values in proportion, so that what is certain has chance 1.
    fn normalise(&mut self) {
        for chances in &mut self.chances {
            let sum: f64 = chances.iter().sum();
            if sum > 0.0 {
                chances.iter_mut().for_each(|chance| *chance /= sum);
            }
        }
    }
}

/// How large a walk is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    /// Different states.
    pub states: f64,
    /// Plays of a piece.
    pub plays: f64,
}

/// How much an exact walk may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// States waiting to be played at one time.
    pub states: usize,
    /// Plays of a piece in all, as far as they can be foreseen; a walk that takes three times as many is given up.
    pub plays: u64,
    /// After so many plays it is estimated how many there will be; more than allowed are refused then.
    pub outlook: u64,
    /// States rarer than this are left out.
    pub rarest: f64,
}

impl Default for Limit {
    fn default() -> Self {
        Limit { states: 6_000_000, plays: 36_000_000, outlook: 500_000, rarest: 1e-15 }
    }
}

/// Why an exact walk gave no answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GivenUp {
    /// More states or plays than allowed: about so many.
    TooLarge(Size),
    /// The user stopped it.
    Cancelled,
}

/// States of one clock with their chances, in the order first met.
pub struct Bucket<S> {
    /// The states.
    pub states: IndexMap<S, f64, FixedState>,
}

impl<S> Default for Bucket<S> {
    fn default() -> Self {
        Bucket { states: IndexMap::default() }
    }
}

impl<S: Clone + Eq + Hash> Bucket<S> {
    /// Adds chance to a state; true when the state is new here.
    #[inline]
    pub fn add(&mut self, state: &S, chance: f64) -> bool {
        match self.states.get_mut(state) {
            Some(sum) => {
                *sum += chance;
                false
            }
            None => {
                self.states.insert(state.clone(), chance);
                true
            }
        }
    }

    /// The same of a state that is no longer needed.
    fn add_owned(&mut self, state: S, chance: f64) -> bool {
        let known = self.states.len();
        *self.states.entry(state).or_insert(0.0) += chance;
        self.states.len() > known
    }
}

/// States waiting to be played, by clock.
type Waiting<S> = BTreeMap<u128, Bucket<S>>;

/// Plays made together before it is looked whether there are too many.
const TOGETHER: u64 = 200_000;

/// Fewer plays than this are not worth a thread of their own.
const ALONE: u64 = 512;

/// How many states are played together, given the plays of those before, and how many of them by one thread before it
/// looks for others. It hangs on counts alone, so that sums are made in the same order everywhere.
fn portions(plays: u64, done: usize) -> (usize, usize) {
    let each = plays / (done as u64).max(1) + 1;
    let together = (TOGETHER / each).clamp(2, 2048) as usize;
    (together, together.div_ceil(32).max((ALONE / each) as usize))
}

/// What has come of the states played so far.
struct Walked<S> {
    /// How many states.
    done: usize,
    waiting: Waiting<S>,
    /// How many states are waiting.
    held: usize,
    chances: Vec<Vec<f64>>,
    unexplored: f64,
    plays: u64,
}

impl<S: Clone + Eq + Hash> Walked<S> {
    fn nothing(measures: usize) -> Self {
        Walked {
            done: 0,
            waiting: BTreeMap::new(),
            held: 0,
            chances: vec![Vec::new(); measures],
            unexplored: 0.0,
            plays: 0,
        }
    }

    fn reach(&mut self, clock: u128, state: &S, chance: f64) {
        self.held += usize::from(self.waiting.entry(clock).or_default().add(state, chance));
    }

    fn size(&self) -> Size {
        Size { states: (self.done + self.held) as f64, plays: self.plays as f64 }
    }

    fn merge(&mut self, portion: Self) {
        self.done += portion.done;
        self.plays += portion.plays;
        self.unexplored += portion.unexplored;
        for (sums, chances) in self.chances.iter_mut().zip(portion.chances) {
            for (value, chance) in chances.into_iter().enumerate() {
                add(sums, value, chance);
            }
        }
        for (clock, bucket) in portion.waiting {
            let sums = self.waiting.entry(clock).or_default();
            for (state, chance) in bucket.states {
                self.held += usize::from(sums.add_owned(state, chance));
            }
        }
    }
}

/// Walks all states with dice that fall every way.
pub fn walk<R: Rules>(rules: &R, limit: Limit, cancelled: &AtomicBool) -> Result<Exact, GivenUp> {
    walk_with::<R, EveryWay>(rules, limit, cancelled)
}

/// The same with exhaustive dice of the caller's own.
pub fn walk_with<R: Rules, D: Enumerate>(rules: &R, limit: Limit, cancelled: &AtomicBool) -> Result<Exact, GivenUp> {
    let measures = rules.measures().len();
    let mut walked = Walked::nothing(measures);
    let start = rules.deploy();
    walked.reach(rules.clock(&start), &start, 1.0);
    let mut allowed = limit.plays.min(limit.outlook);
    while let Some((_, bucket)) = walked.waiting.pop_first() {
        let states: Vec<(R::State, f64)> = bucket.states.into_iter().collect();
        walked.held -= states.len();
        let mut left = &states[..];
        while !left.is_empty() {
            let (together, portion) = portions(walked.plays, walked.done);
            let (some, rest) = left.split_at(together.min(left.len()));
            let plays = AtomicU64::new(walked.plays);
            let table = Table { rules, rarest: limit.rarest, plays: &plays, allowed, cancelled };
            let straight = some.len() <= portion;
            let finished = if straight {
                // What goes straight into the whole cannot be taken back, so it may go on for longer.
                let longer = allowed.saturating_add(limit.outlook.min(limit.plays));
                Table { allowed: longer, ..table }.play::<D>(some, &mut walked)
            } else {
                let in_one = |states| {
                    let mut walked = Walked::nothing(measures);
                    table.play::<D>(states, &mut walked).then_some(walked)
                };
                let portions: Option<Vec<Walked<R::State>>> = some.par_chunks(portion).map(in_one).collect();
                portions.map(|portions| portions.into_iter().for_each(|portion| walked.merge(portion))).is_some()
            };
            if finished {
                left = rest;
            }
            if !finished || walked.plays > allowed {
                if allowed >= limit.plays || cancelled.load(Ordering::Relaxed) {
                    return Err(given_up(&walked, cancelled));
                }
                let size = outlook::size::<R, D>(rules, limit.rarest, cancelled)?;
                if size.plays > limit.plays as f64 || (straight && !finished) {
                    return Err(GivenUp::TooLarge(size));
                }
                allowed = limit.plays.saturating_mul(3);
            }
            if walked.held > limit.states {
                return Err(given_up(&walked, cancelled));
            }
        }
    }
    let mut exact = Exact { size: walked.size(), chances: walked.chances, unexplored: walked.unexplored };
    exact.normalise();
    Ok(exact)
}

fn given_up<S: Clone + Eq + Hash>(walked: &Walked<S>, cancelled: &AtomicBool) -> GivenUp {
    if cancelled.load(Ordering::Relaxed) { GivenUp::Cancelled } else { GivenUp::TooLarge(walked.size()) }
}

/// Where states are played.
struct Table<'a, R> {
    rules: &'a R,
    rarest: f64,
    /// Plays so far, of all threads together, and how many are allowed.
    plays: &'a AtomicU64,
    allowed: u64,
    cancelled: &'a AtomicBool,
}

/// Plays told to the other threads at one time.
const TELL: u64 = 4096;

impl<R: Rules> Table<'_, R> {
    /// Plays one piece of each of some states, every way; false when there are more plays than allowed or it was cancelled.
    fn play<D: Enumerate>(&self, states: &[(R::State, f64)], walked: &mut Walked<R::State>) -> bool {
        let Some((first, _)) = states.first() else { return true };
        let mut state = first.clone();
        let mut dice = D::default();
        let mut told = walked.plays;
        let mut tell = |plays: u64| {
            let all = self.plays.fetch_add(plays - told, Ordering::Relaxed) + plays - told;
            told = plays;
            all <= self.allowed && !self.cancelled.load(Ordering::Relaxed)
        };
        for (from, chance) in states {
            walked.done += 1;
            if *chance < self.rarest {
                walked.unexplored += chance;
                continue;
            }
            loop {
                state.clone_from(from);
                dice.begin();
                let moment = self.rules.advance(&mut state, &mut dice);
                let reached = chance * dice.chance();
                if moment != Moment::Within {
                    let count = &mut |measure: usize, value| add(&mut walked.chances[measure], value as usize, reached);
                    self.rules.record(&state, count);
                }
                if moment == Moment::Settled {
                    self.rules.forget(&mut state);
                }
                if moment != Moment::Over {
                    walked.reach(self.rules.clock(&state), &state, reached);
                }
                walked.plays += 1;
                if walked.plays % TELL == 0 && !tell(walked.plays) {
                    return false;
                }
                if !dice.next() {
                    break;
                }
            }
        }
        tell(walked.plays)
    }
}

fn add(chances: &mut Vec<f64>, value: usize, chance: f64) {
    if value >= chances.len() {
        chances.resize(value + 1, 0.0);
    }
    chances[value] += chance;
}
