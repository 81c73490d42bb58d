//! The likely ways of an engagement exactly, and trials of the others: if it is too large for an exact answer, a small part
//! of its states still holds nearly all the chance.
//!
//! That part is walked, but states rarer than a bound are not played (finite state projection: B. Munsky and M. Khammash
//! 2006). Trials continue from those states, allotted to them at random by their chances. So a measure is known except for
//! the chance of the part not walked, and of that there are independent trials, far fewer than trials of the whole would
//! need.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::bucket::Bucket;
use super::exact::Limit;
use super::exhaustive::EveryWay;
use super::flow::Flow;
use super::measure::When;
use super::memory::{Memory, make_room};
use super::rules::{Progress, Rules, counters_here, play};
use super::sampled::{Sampled, Stream};

/// What is known of one measure of the end, and the states of the part not walked.
#[derive(Clone, Debug)]
pub struct Likely {
    measure: usize,
    /// The chance of each value, as recorded, from the ways walked to their end.
    pub chances: Vec<f64>,
    /// The chance of the part not walked.
    pub left: f64,
    /// Plays of a piece that the walk took.
    pub plays: u64,
    /// The states of the part not walked.
    states: Bucket<f64>,
}

/// If a single state takes this many times the plays allowed in all, the walk is given up.
const PATIENCE: u64 = 2;

/// Walks the likely ways to their end, for one of the measures that are final there. States rarer than the limit are not
/// played, nor is any state once the plays allowed are used up. `None` when the measure is a counter or final earlier, when
/// there was not enough memory, or when it was given up.
pub fn walk<R: Rules>(rules: &R, measure: usize, limit: Limit, cancelled: &AtomicBool) -> Option<Likely> {
    if rules.counters().of_measure(measure).is_some() || rules.measures()[measure].when != When::End {
        return None;
    }
    let memory = Memory::new(limit.memory);
    let add = |states: &mut Bucket<f64>, state: &[u16], chance| {
        let has_room = make_room(states, state.len(), &memory);
        has_room.then(|| states.add(state, chance))
    };
    let (mut state, mut dice) = (rules.deploy(), EveryWay::default());
    let mut likely = Likely { measure, chances: Vec::new(), left: 0.0, plays: 0, states: Bucket::default() };
    let (mut waiting, mut spare) = (BTreeMap::<u128, Bucket<f64>>::new(), Vec::new());
    waiting.entry(rules.clock(&state)).or_default().add(state.as_ref().numbers(), 1.0);
    dice.put_off();
    while let Some((_, mut states)) = waiting.pop_first() {
        for (from, chance) in states.iter() {
            if chance < limit.rarest || likely.plays >= limit.plays {
                likely.left += chance;
                add(&mut likely.states, from, chance)?;
                continue;
            }
            state.as_mut().become_like(from);
            dice.spread_over(counters_here(rules, &state));
            loop {
                state.as_mut().become_like(from);
                dice.begin();
                let progress = play(rules, &mut state, &mut dice, rules.counters(), |_| {});
                let reached = chance * dice.chance();
                if progress == Progress::Over {
                    likely.count(rules.outcome(&state, measure), reached);
                } else {
                    let next = waiting.entry(rules.clock(&state)).or_insert_with(|| spare.pop().unwrap_or_default());
                    add(next, state.as_ref().numbers(), reached)?;
                }
                likely.plays += dice.work();
                if likely.plays > limit.plays.saturating_mul(PATIENCE) || cancelled.load(Ordering::Relaxed) {
                    return None;
                }
                if !dice.go_on() {
                    break;
                }
            }
        }
        let room = states.bytes();
        states.clear();
        memory.give(room - states.bytes());
        spare.push(states);
    }
    Some(likely)
}

impl Likely {
    fn count(&mut self, value: u64, chance: f64) {
        let value = value as usize;
        if value >= self.chances.len() {
            self.chances.resize(value + 1, 0.0);
        }
        self.chances[value] += chance;
    }

    /// The histogram of `trials` trials of the part not walked; `None` when cancelled.
    pub fn sample<R: Rules>(
        &self,
        rules: &R,
        stream: &Stream,
        trials: u64,
        cancelled: &AtomicBool,
    ) -> Option<Vec<u64>> {
        let mut dice = stream.batch(0);
        let mut starts = Vec::new();
        let before: Vec<f64> = std::iter::once(0.0)
            .chain(self.states.values().iter().scan(0.0, |sum, chance| {
                *sum += chance;
                Some(*sum)
            }))
            .collect();
        allot(&before, 0, trials, &mut dice, &mut starts);
        let mut flow = Flow::new(rules).only(self.measure);
        let starts = starts.iter().map(|&(place, trials)| (self.states.state(place), trials));
        let mut tally = flow.flow_from(dice, starts, cancelled).then(|| flow.finish())?;
        Some(tally.histograms.swap_remove(self.measure))
    }
}

/// Allots trials to states at random: `before` is the chance of all states before each of them, and at last of all; `first`
/// is the place of the first. Trials are split between the two halves, and so on.
fn allot(before: &[f64], first: usize, trials: u64, dice: &mut Sampled, allotted: &mut Vec<(usize, u64)>) {
    let states = before.len() - 1;
    if trials == 0 || states == 0 {
        return;
    }
    if states == 1 {
        allotted.push((first, trials));
        return;
    }
    let (half, all) = (states / 2, before[states] - before[0]);
    let chance = (before[half] - before[0]) / all;
    let here = dice.binomial(trials, chance);
    allot(&before[..=half], first, here, dice, allotted);
    allot(&before[half..], first + half, trials - here, dice, allotted);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact;
    use crate::player::Player;

    /// Trials are allotted by the chances, chi-squared of 4 degrees of freedom (limit 24, α below 1e-4), however few there
    /// are at a time.
    #[test]
    fn trials_fall_by_the_chances() {
        let (chances, mut dice) = ([0.4, 0.05, 0.25, 0.1, 0.2], Stream { seed: 1, scenario: "allot".into() }.batch(0));
        let before = [0.0, 0.4, 0.45, 0.7, 0.8, 1.0];
        for (trials, times) in [(1, 20_000), (20, 1_000), (20_000, 1)] {
            let mut all = [0; 5];
            for _ in 0..times {
                let mut allotted = Vec::new();
                allot(&before, 0, trials, &mut dice, &mut allotted);
                assert_eq!(allotted.iter().map(|(_, trials)| trials).sum::<u64>(), trials);
                allotted.into_iter().for_each(|(state, trials)| all[state] += trials);
            }
            let chi: f64 = all
                .iter()
                .zip(chances)
                .map(|(&count, chance)| {
                    let expected = 20_000.0 * chance;
                    (count as f64 - expected).powi(2) / expected
                })
                .sum();
            assert!(chi < 24.0, "{trials} at a time: {chi}");
        }
    }

    #[test]
    fn counters_stand_in_no_state() {
        let (go, measure) = (AtomicBool::new(false), 3);
        let walked = |tells| walk(&Player { tells }, measure, Limit::default(), &go);
        let (with, without) = (walked(true).expect("a small walk"), walked(false).expect("a small walk"));
        assert!(with.plays * 5 < without.plays, "{} {}", with.plays, without.plays);
        let exact = exact::walk(&Player { tells: true }, Limit::default(), &go).expect("a small walk").chances;
        for chances in [with.chances, without.chances] {
            assert_eq!(chances.len(), exact[measure].len());
            assert!(chances.iter().zip(&exact[measure]).all(|(found, exact)| (found - exact).abs() < 1e-14));
        }
        assert!(walk(&Player { tells: true }, 4, Limit::default(), &go).is_none());
    }
}
