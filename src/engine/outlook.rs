//! How large an exact walk will be, estimated without walking it.
//!
//! A few thousand trials are played, and the different states they come to are counted at every moment. How many there are
//! that no trial came to is told by those that only one or two did (A. Chao 1984: unseen ≈ f₁² / 2 f₂). The walk also
//! follows what is far too rare for any sample; that makes it about four times as large, or more where the moments
//! it has walked already say so.

use std::collections::{BTreeMap, HashMap};

use foldhash::fast::FixedState;

use super::rules::{Moment, Rules};
use super::sampled::Stream;

/// Trials played.
const TRIALS: u64 = 4096;

/// How much more the walk finds than a sample can tell: states down to a chance of 1e-15 instead of one in a few thousand,
/// a ratio of the logarithms of about four.
const DEEPER: f64 = 4.0;

/// About how many states the walk of these rules meets in all, given those it has played by clock.
pub fn states<R: Rules>(rules: &R, played: &BTreeMap<u64, usize>) -> f64 {
    let seen = sample(rules);
    let last = played.keys().next_back().copied().unwrap_or(0);
    let (mut walked, mut sampled, mut ahead) = (0.0, 0.0, 0.0);
    for (clock, times) in &seen {
        let there = chao(times);
        match played.get(clock) {
            Some(&states) => {
                walked += states as f64;
                sampled += there;
            }
            None if *clock > last => ahead += there,
            None => {}
        }
    }
    let all: usize = played.values().sum();
    let missed = if sampled > 0.0 { (walked / sampled).max(DEEPER) } else { DEEPER };
    all as f64 + missed * ahead
}

/// For every clock, how often each state was met there.
fn sample<R: Rules>(rules: &R) -> BTreeMap<u64, HashMap<R::State, u32, FixedState>> {
    let mut seen: BTreeMap<u64, HashMap<R::State, u32, FixedState>> = BTreeMap::new();
    let mut dice = Stream { seed: 1, scenario: "outlook".into() }.batch(0);
    for _ in 0..TRIALS {
        let mut state = rules.deploy();
        loop {
            let there = seen.entry(rules.clock(&state)).or_default();
            match there.get_mut(&state) {
                Some(times) => *times += 1,
                None => {
                    there.insert(state.clone(), 1);
                }
            }
            match rules.advance(&mut state, &mut dice) {
                Moment::Within => {}
                Moment::Settled => rules.forget(&mut state),
                Moment::Over => break,
            }
        }
    }
    seen
}

/// A. Chao (1984): states seen, and those not seen estimated from those seen once and twice.
fn chao<S>(times: &HashMap<S, u32, FixedState>) -> f64 {
    let met = |often: u32| times.values().filter(|&&times| times == often).count() as f64;
    let (once, twice) = (met(1), met(2));
    times.len() as f64 + once * (once - 1.0).max(0.0) / (2.0 * (twice + 1.0))
}
