//! The cells in which states differ, and whether a piece ignores them.

use std::ops::AddAssign;

use super::bucket::Bucket;
use super::exhaustive::EveryWay;
use super::rules::{Progress, Rules, settle};

/// The cells of a row in which the states differ.
pub(crate) fn differing<V: Copy + AddAssign>(states: &Bucket<V>) -> Vec<u16> {
    let mut all = states.states();
    let Some(first) = all.next() else { return Vec::new() };
    // The bits in which any of them differs from the first.
    let mut bits = vec![0u16; first.len()];
    for state in all {
        bits.iter_mut().zip(state.iter().zip(first)).for_each(|(bits, (one, other))| *bits |= one ^ other);
    }
    (0..first.len()).filter(|&place| bits[place] != 0).map(|place| place as u16).collect()
}

/// Whether the next piece ignores these cells, in which states differ: tried on the first state with up to `ways` outcomes.
pub(crate) fn leaves_alone<R: Rules>(
    rules: &R,
    (first, places): (&[u16], &[u16]),
    mut dice: EveryWay,
    ways: usize,
) -> bool {
    let mut state = rules.deploy();
    for _ in 0..ways {
        state.as_mut().watch(first);
        dice.begin();
        let progress = rules.advance(&mut state, &mut dice);
        if progress == Progress::Settled {
            settle(rules, &mut state, progress, |state| rules.record(state, &mut |_, _| {}));
        }
        if places.iter().any(|&place| state.as_ref().is_touched(place)) {
            return false;
        }
        if !dice.go_on() {
            break;
        }
    }
    true
}
