//! How many pieces are worth playing as one (`spans`).
//!
//! It is tried with a few states. What the pieces cost one by one depends on how many states there are on the way, and that
//! on how many ways lead to the same states: the likeliest states are near each other and show it. What the span costs
//! depends on how many classes the states fall into.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::expansion::Expansion;
use super::spans::{Known, Track, next_clock, play};
use super::walked::Waiting;
use crate::bucket::Bucket;
use crate::rules::{Progress, Rules, take_counters};

/// How many states there are at each clock.
type Profile = BTreeMap<u128, f64>;

/// Of the states one in this many is tried, and at most this many.
const ONE_IN: usize = 8;
const MOST: usize = 400;

/// States whose ways are followed each by itself.
const TRIED: usize = 12;

/// What things cost, in nanoseconds: a chance added to a sum, a state built and found among others, an outcome of a piece
/// applied on the way.
const SUM: f64 = 4.0;
const STATE: f64 = 120.0;
const APPLIED: f64 = 150.0;

/// For a trial one outcome is applied for this many states.
const TRIAL: f64 = 3.0;

/// How many ends are compared exactly, and the share of the cost that a span may have at most.
const COMPARED: usize = 3;
const WORTH: f64 = 0.6;

/// A possible end of a span.
struct End {
    clock: u128,
    /// Outcomes of a state, and how many outcomes of pieces it takes to find them.
    outcomes: f64,
    applied: f64,
    /// The cells read until then.
    asked: Vec<u16>,
}

/// The clock up to which the pieces of these states are best played as one, if they are not best played one by one. `None`
/// when there was too much work.
pub(super) fn extent<R: Rules>(
    expansion: &Expansion<R>,
    known: &mut Known,
    clock: u128,
    waiting: &Waiting,
) -> Option<Option<u128>> {
    let states = &waiting.states;
    let count = states.len() as f64;
    let (profile, tried, horizon) = profile(expansion, known, clock, states)?;
    let mut ends: Vec<End> = Vec::new();
    let mut note = |clock: u128, tracks: &[Track]| {
        let mean = |of: fn(&Track) -> f64| tracks.iter().map(of).sum::<f64>() / tracks.len() as f64;
        let width = tracks[0].asked.len();
        let asked = (0..width).filter(|&cell| tracks.iter().any(|track| track.asked[cell]));
        let asked = asked.map(|cell| cell as u16).collect();
        let end = End {
            clock,
            outcomes: mean(|track| track.outcomes() as f64),
            applied: mean(|of| of.applied as f64),
            asked,
        };
        let is_too_much = end.applied * TRIED as f64 > count / TRIAL;
        ends.push(end);
        is_too_much
    };
    let from: Vec<(usize, &[u16])> =
        (0..TRIED).map(|nth| nth * states.len() / TRIED).map(|place| (place, states.state(place))).collect();
    let mut is_whole = true;
    let tracks = play(expansion, known, (clock, &from), |next, tracks| {
        is_whole = next <= clock || (next <= horizon && !note(next, tracks));
        if is_whole { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    if is_whole {
        match next_clock(&tracks).unwrap_or(u128::MAX) {
            next if next <= clock => return Some(None),
            next => _ = note(next, &tracks),
        }
    }
    let scale = count / tried;
    // What is added up and built, and what the pieces cost one by one.
    let costs = |end: &End| {
        let reached = profile.get(&end.clock).copied().unwrap_or(0.0);
        let between: f64 = profile.range(clock + 1..end.clock).map(|(_, states)| states).sum();
        let one_by_one = scale * STATE * (between + reached);
        (count * end.outcomes * SUM + scale * STATE * reached, one_by_one)
    };
    let share = |end: &End| {
        let (sums, one_by_one) = costs(end);
        (sums + end.applied * APPLIED) / one_by_one
    };
    ends.sort_by(|one, other| share(one).total_cmp(&share(other)));
    let mut best = (WORTH, None);
    for end in ends.iter().take(COMPARED) {
        let (sums, one_by_one) = costs(end);
        let most = (best.0 * one_by_one - sums) / (end.applied * APPLIED);
        if let Some(classes) = classes(states, &end.asked, most) {
            best = ((sums + classes as f64 * end.applied * APPLIED) / one_by_one, Some(end.clock));
        }
    }
    Some(best.1)
}

/// How many states come of the likeliest of these, piece by piece, how many of them were tried, and up to which clock.
fn profile<R: Rules>(
    expansion: &Expansion<R>,
    known: &mut Known,
    clock: u128,
    states: &Bucket<f64>,
) -> Option<(Profile, f64, u128)> {
    let mut likeliest: Vec<usize> = (0..states.len()).collect();
    let tried = (states.len() / ONE_IN).clamp(1, MOST);
    likeliest.select_nth_unstable_by(tried - 1, |&one, &other| states.value(other).total_cmp(&states.value(one)));
    likeliest.truncate(tried);
    likeliest.sort_unstable();
    let from: Bucket<f64> = likeliest.iter().map(|&place| (states.state(place), states.value(place))).collect();
    let (mut open, mut profile) = (BTreeMap::from([(clock, from)]), Profile::new());
    let (mut state, mut applied, mut ended) = (expansion.rules.deploy(), 0, 0.0);
    while let Some((now, all)) = open.pop_first() {
        profile.insert(now, all.len() as f64);
        let each: Vec<(usize, &[u16])> = all.states().map(|state| (0, state)).collect();
        let ahead = known.entry(now).or_default().look(expansion, &each)?;
        for (&(_, from), &like) in each.iter().zip(&ahead.like) {
            let Some(outcomes) = known[&now].outcomes(like) else { return Some((profile, tried as f64, now)) };
            for outcome in &outcomes.all {
                state.as_mut().become_like(from);
                outcomes.changes_of(outcome).iter().for_each(|&change| state.as_mut().make(change));
                take_counters(expansion.rules, &mut state, |_, _| {});
                match outcome.progress {
                    Progress::Within => {
                        let clock = expansion.rules.clock(&state);
                        open.entry(clock).or_default().add(state.as_ref().numbers(), 1.0);
                    }
                    Progress::Settled | Progress::Over => ended += 1.0,
                }
                applied += 1;
            }
        }
        if applied as f64 > states.len() as f64 / TRIAL {
            return Some((profile, tried as f64, open.first_key_value().map_or(u128::MAX, |(next, _)| *next)));
        }
    }
    profile.insert(u128::MAX, ended);
    Some((profile, tried as f64, u128::MAX))
}

/// How many different values the states have in these cells, if they are fewer than this.
fn classes(states: &Bucket<f64>, cells: &[u16], most: f64) -> Option<usize> {
    let (mut different, mut key) = (Bucket::default(), Vec::new());
    for state in states.states() {
        key.clear();
        key.extend(cells.iter().map(|&cell| state[usize::from(cell)]));
        different.add(&key, 1.0);
        if different.len() as f64 >= most {
            return None;
        }
    }
    Some(different.len())
}
