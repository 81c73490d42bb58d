//! The exact walk: every way the dice can fall, with equal states merged.
//!
//! The walk keeps a map from state to chance, sorted by the states' clock. It takes all states of the lowest clock,
//! plays one piece of each with dice that fall every way, and adds up the states that come out equal. States are played in
//! portions of a fixed size, and sums are made portion by portion in the order in which states were first met: so the same
//! scenario gives the same bits everywhere, on any number of threads.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, Ordering};

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
    /// Plays of a piece that it took.
    pub plays: u64,
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

/// How much an exact walk may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// States waiting to be played at one time.
    pub states: usize,
    /// Plays of a piece in all.
    pub plays: u64,
    /// After so many plays it is estimated how many there will be; more than allowed are refused then.
    pub outlook: u64,
    /// States rarer than this are left out.
    pub rarest: f64,
}

impl Default for Limit {
    fn default() -> Self {
        Limit { states: 6_000_000, plays: 16_000_000, outlook: 1_000_000, rarest: 1e-15 }
    }
}

/// Why an exact walk gave no answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GivenUp {
    /// More states or plays than allowed.
    TooLarge {
        /// About how many different states there are.
        states: f64,
    },
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
}

/// States waiting to be played, by clock.
type Waiting<S> = BTreeMap<u64, Bucket<S>>;

/// Plays made together before it is looked whether there are too many.
const TOGETHER: u64 = 200_000;

/// How many states are played together, given the plays of those before, and how many of them by one thread before it
/// looks for others. It hangs on counts alone, so that sums are made in the same order everywhere.
fn portions(plays: u64, done: usize) -> (usize, usize) {
    let each = plays / (done as u64).max(1) + 1;
    let together = (TOGETHER / each).clamp(2, 2048) as usize;
    (together, together.div_ceil(32))
}

/// What one portion of states leads to.
struct Portion<S> {
    waiting: Waiting<S>,
    chances: Vec<Vec<f64>>,
    unexplored: f64,
    plays: u64,
    /// One of its states can come out in more ways than there is patience for.
    endless: bool,
}

/// Walks all states with dice that fall every way.
pub fn walk<R: Rules>(rules: &R, limit: Limit, cancelled: &AtomicBool) -> Result<Exact, GivenUp> {
    walk_with::<R, EveryWay>(rules, limit, cancelled)
}

/// The same with exhaustive dice of the caller's own.
pub fn walk_with<R: Rules, D: Enumerate>(rules: &R, limit: Limit, cancelled: &AtomicBool) -> Result<Exact, GivenUp> {
    let mut exact = Exact { chances: vec![Vec::new(); rules.measures().len()], unexplored: 0.0, plays: 0 };
    let mut waiting: Waiting<R::State> = BTreeMap::new();
    let start = rules.deploy();
    waiting.entry(rules.clock(&start)).or_default().add(&start, 1.0);
    let mut played: BTreeMap<u64, usize> = BTreeMap::new();
    let (mut held, mut done, mut looked) = (1, 0, false);
    while let Some((clock, bucket)) = waiting.pop_first() {
        let states: Vec<(R::State, f64)> = bucket.states.into_iter().collect();
        held -= states.len();
        *played.entry(clock).or_default() += states.len();
        let mut left = &states[..];
        while !left.is_empty() {
            let (together, portion) = portions(exact.plays, done);
            let (some, rest) = left.split_at(together.min(left.len()));
            left = rest;
            let portions: Vec<Portion<R::State>> =
                some.par_chunks(portion).map(|states| play::<R, D>(rules, states, &limit, cancelled)).collect();
            let endless = portions.iter().any(|portion| portion.endless);
            for portion in portions {
                held += merge(portion, &mut exact, &mut waiting);
            }
            if cancelled.load(Ordering::Relaxed) {
                return Err(GivenUp::Cancelled);
            }
            done += some.len();
            let too_many = endless || held > limit.states || exact.plays > limit.plays + limit.plays / 2;
            if too_many || (!looked && exact.plays > limit.outlook) {
                looked = true;
                let states = outlook::states(rules, &played);
                let plays = states / done as f64 * exact.plays as f64;
                if too_many || plays > limit.plays as f64 {
                    return Err(GivenUp::TooLarge { states });
                }
            }
        }
    }
    exact.normalise();
    Ok(exact)
}

/// Plays one piece of each state of a portion, every way.
fn play<R: Rules, D: Enumerate>(
    rules: &R,
    states: &[(R::State, f64)],
    limit: &Limit,
    cancelled: &AtomicBool,
) -> Portion<R::State> {
    let mut portion = Portion {
        waiting: BTreeMap::new(),
        chances: vec![Vec::new(); rules.measures().len()],
        unexplored: 0.0,
        plays: 0,
        endless: false,
    };
    let patience = limit.outlook.saturating_mul(2).min(limit.plays.saturating_mul(2));
    let Some((first, _)) = states.first() else { return portion };
    let mut state = first.clone();
    let mut dice = D::default();
    for (from, chance) in states {
        if *chance < limit.rarest {
            portion.unexplored += chance;
            continue;
        }
        if cancelled.load(Ordering::Relaxed) {
            break;
        }
        loop {
            state.clone_from(from);
            dice.begin();
            let moment = rules.advance(&mut state, &mut dice);
            let reached = chance * dice.chance();
            if moment != Moment::Within {
                rules.record(&state, &mut |measure, value| add(&mut portion.chances[measure], value as usize, reached));
            }
            if moment == Moment::Settled {
                rules.forget(&mut state);
            }
            if moment != Moment::Over {
                portion.waiting.entry(rules.clock(&state)).or_default().add(&state, reached);
            }
            portion.plays += 1;
            if portion.plays > patience {
                portion.endless = true;
                return portion;
            }
            if !dice.next() {
                break;
            }
        }
    }
    portion
}

fn add(chances: &mut Vec<f64>, value: usize, chance: f64) {
    if value >= chances.len() {
        chances.resize(value + 1, 0.0);
    }
    chances[value] += chance;
}

/// Adds a portion to the whole; how many states are new.
fn merge<S: Clone + Eq + Hash>(portion: Portion<S>, exact: &mut Exact, waiting: &mut Waiting<S>) -> usize {
    exact.plays += portion.plays;
    exact.unexplored += portion.unexplored;
    for (sums, chances) in exact.chances.iter_mut().zip(portion.chances) {
        for (value, chance) in chances.into_iter().enumerate() {
            add(sums, value, chance);
        }
    }
    let mut new = 0;
    for (clock, bucket) in portion.waiting {
        let sums = waiting.entry(clock).or_default();
        for (state, chance) in bucket.states {
            match sums.states.get_mut(&state) {
                Some(sum) => *sum += chance,
                None => {
                    sums.states.insert(state, chance);
                    new += 1;
                }
            }
        }
    }
    new
}
