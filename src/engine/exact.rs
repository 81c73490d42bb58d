//! The exact walk: every way the dice can fall, with equal states merged.
//!
//! The walk keeps a map from state to chance, sorted by the states' clock. It takes all states of the lowest clock,
//! plays one piece of each with dice that fall every way, and adds up the states that come out equal. Sums are made
//! in the order in which states were first met, so the same scenario gives the same bits everywhere.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, Ordering};

use foldhash::fast::FixedState;

use super::every_way::{Enumerate, EveryWay};
use super::rules::{Moment, Rules};

/// The exact distribution of every measure.
#[derive(Clone, Debug, Default)]
pub struct Exact {
    /// `chances[measure][value]`, by values as recorded.
    pub chances: Vec<Vec<f64>>,
    /// The chance of all that was left out because it was too rare, shared among the values above in proportion: no chance
    /// is wrong by more than this.
    pub unexplored: f64,
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
    /// States rarer than this are left out.
    pub rarest: f64,
}

impl Default for Limit {
    fn default() -> Self {
        Limit { states: 4_000_000, plays: 2_000_000_000, rarest: 1e-18 }
    }
}

/// Why an exact walk gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GivenUp {
    /// More states or plays than allowed.
    TooLarge {
        /// States waiting when it gave up.
        states: usize,
        /// Plays made by then.
        plays: u64,
    },
    /// The user stopped it.
    Cancelled,
}

/// States of one clock with their chances, in the order first met.
pub struct Bucket<S> {
    /// The states.
    pub states: Vec<(S, f64)>,
    places: HashMap<S, usize, FixedState>,
}

impl<S> Default for Bucket<S> {
    fn default() -> Self {
        Bucket { states: Vec::new(), places: HashMap::default() }
    }
}

impl<S: Clone + Eq + Hash> Bucket<S> {
    /// Adds chance to a state; true when the state is new here.
    pub fn add(&mut self, state: &S, chance: f64) -> bool {
        match self.places.entry(state.clone()) {
            Entry::Occupied(place) => {
                self.states[*place.get()].1 += chance;
                false
            }
            Entry::Vacant(place) => {
                place.insert(self.states.len());
                self.states.push((state.clone(), chance));
                true
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
    let mut exact = Exact { chances: vec![Vec::new(); rules.measures().len()], unexplored: 0.0 };
    let mut waiting: BTreeMap<u64, Bucket<R::State>> = BTreeMap::new();
    let (mut held, mut plays) = (0, 0);
    let put = |waiting: &mut BTreeMap<u64, Bucket<R::State>>, state: &R::State, chance: f64| {
        usize::from(waiting.entry(rules.clock(state)).or_default().add(state, chance))
    };
    let start = rules.deploy();
    let mut state = start.clone();
    held += put(&mut waiting, &start, 1.0);
    while let Some((_, bucket)) = waiting.pop_first() {
        drop(bucket.places);
        held -= bucket.states.len();
        for (from, chance) in bucket.states {
            if chance < limit.rarest {
                exact.unexplored += chance;
                continue;
            }
            let mut dice = D::default();
            loop {
                state.clone_from(&from);
                dice.begin();
                let moment = rules.advance(&mut state, &mut dice);
                let reached = chance * dice.chance();
                if moment != Moment::Within {
                    rules.record(&state, &mut |measure, value| {
                        let chances = &mut exact.chances[measure];
                        let value = value as usize;
                        if value >= chances.len() {
                            chances.resize(value + 1, 0.0);
                        }
                        chances[value] += reached;
                    });
                }
                if moment == Moment::Settled {
                    rules.forget(&mut state);
                }
                if moment != Moment::Over {
                    held += put(&mut waiting, &state, reached);
                }
                plays += 1;
                if held > limit.states || plays > limit.plays {
                    return Err(GivenUp::TooLarge { states: held, plays });
                }
                if cancelled.load(Ordering::Relaxed) {
                    return Err(GivenUp::Cancelled);
                }
                if !dice.next() {
                    break;
                }
            }
        }
    }
    exact.normalise();
    Ok(exact)
}
