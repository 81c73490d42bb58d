//! Which shard begins with which scenario, so that all shards of a batch have about as much to do.
//!
//! The blocks of a scenario are dealt to the shards in turn, but up to twenty million trials are nearly all one block. So each
//! scenario's deal begins with a shard of its own, and the costliest are dealt first, each where it evens out the most. What a
//! scenario costs is known beforehand: a few of its trials are played, and what they cost is counted, not timed. So every
//! shard, on whatever machine, finds the same deal from the files alone.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use battle_odds_engine::block::Blocks;
use battle_odds_engine::engagement::Engagement;
use battle_odds_engine::sampled::Stream;

/// At least this many trials are played to see what more of them cost, and at most so many.
const FEWEST: u64 = 100;
const MOST: u64 = 1_000_000;

/// Ten times as many trials cost ever less more: this part of what the last ten times as many have added.
const FLATTER: f64 = 0.7;

/// The most blocks of a scenario that are looked at: those that differ. All after them are equally long.
const MOST_BLOCKS: u64 = 128;

/// With which shard the deal of each scenario begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deal(HashMap<(String, String), u64>);

/// What the trials of a scenario cost, estimated from a few of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// How many trials have been played.
    played: u64,
    /// What they cost.
    cost: f64,
    /// How many times as much they cost as a tenth of them.
    growth: f64,
}

impl Cost {
    /// Plays a few trials, as many as hardly count in a run of `trials`.
    pub fn of(engagement: &dyn Engagement, stream: &Stream, trials: u64, cancelled: &AtomicBool) -> Cost {
        let played = (10 * trials.isqrt()).min(trials).clamp(FEWEST, MOST);
        let cost = |trials| engagement.cost(stream, trials, cancelled).max(1) as f64;
        let (tenth, cost) = (cost(played / 10), cost(played));
        Cost { played, cost, growth: cost / tenth }
    }

    /// What a block of trials costs, in plays of the exact walk. Sums and products only: the same on every machine.
    pub fn of_block(self, trials: u64) -> f64 {
        let Cost { played, mut cost, mut growth } = self;
        let (mut known, trials) = (played as f64, trials as f64);
        while known < trials {
            growth = 1.0 + (growth - 1.0) * FLATTER;
            let part = ((trials / known - 1.0) / 9.0).min(1.0);
            cost *= 1.0 + (growth - 1.0) * part;
            known *= 10.0;
        }
        cost * (trials / played as f64).min(1.0)
    }
}

impl Deal {
    /// Deals scenarios of so many trials each, by name and variant, to `of` shards.
    pub fn new(costs: Vec<((String, String), Cost)>, trials: u64, of: u64) -> Deal {
        let blocks: Vec<u64> = (0..Blocks::Counted.count(trials).min(MOST_BLOCKS))
            .map(|number| Blocks::Counted.whole(number).within(trials).trials)
            .collect();
        let mut scenarios: Vec<((String, String), Vec<f64>)> = costs
            .into_iter()
            .map(|(name, cost)| (name, blocks.iter().map(|&trials| cost.of_block(trials)).collect()))
            .collect();
        let sum = |costs: &[f64]| costs.iter().sum::<f64>();
        scenarios.sort_by(|(_, one), (_, other)| sum(other).total_cmp(&sum(one)));
        let mut loads = vec![0.0; usize::try_from(of).unwrap_or(1)];
        let dealt = scenarios.into_iter().map(|(name, costs)| (name, dealt(&mut loads, &costs) as u64));
        Deal(dealt.collect())
    }

    /// How many shards after the first one the deal of a scenario begins.
    pub fn begins(&self, name: &str, variant: &str) -> u64 {
        self.0.get(&(name.to_owned(), variant.to_owned())).copied().unwrap_or(0)
    }
}

/// Deals the blocks of one scenario: where that begins.
fn dealt(loads: &mut [f64], costs: &[f64]) -> usize {
    let of = loads.len();
    // The cost of each shard's blocks, counted from where the deal begins.
    let mut shares = vec![0.0; of.min(costs.len())];
    (0..).zip(costs).for_each(|(number, cost): (usize, _)| shares[number % of] += cost);
    // The sum of all squares is the least where these products are.
    let uneven = |begins: usize| (begins..).zip(&shares).map(|(place, share)| loads[place % of] * share).sum::<f64>();
    let best = (0..of).map(|begins| (begins, uneven(begins))).min_by(|(_, one), (_, other)| one.total_cmp(other));
    let begins = best.map_or(0, |(begins, _)| begins);
    (begins..).zip(&shares).for_each(|(place, share)| loads[place % of] += share);
    begins
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(cost: f64, growth: f64) -> Cost {
        Cost { played: 10_000, cost, growth }
    }

    #[test]
    fn more_trials_cost_more_but_ever_less_more() {
        let near = |cost: f64, expected: f64| assert!((cost - expected).abs() < 1e-9 * expected, "{cost}");
        near(cost(100.0, 6.0).of_block(10_000), 100.0);
        near(cost(100.0, 6.0).of_block(1_000), 10.0);
        near(cost(100.0, 6.0).of_block(100_000), 450.0);
        near(cost(100.0, 6.0).of_block(1_000_000), 450.0 * 3.45);
        near(cost(100.0, 6.0).of_block(55_000), 275.0);
        // All states are known: more trials cost nothing.
        near(cost(100.0, 1.0).of_block(1_000_000_000), 100.0);
    }

    #[test]
    fn shards_have_about_as_much_to_do() {
        // Harmonic costs: the first is a sixth of all.
        for (trials, of) in [(1_000_000, 2), (1_000_000, 3), (1_000_000, 5), (100_000_000, 3), (5_000_000_000, 4)] {
            let costs: Vec<_> = (1..=200)
                .map(|number| ((number.to_string(), "base".to_owned()), cost(1e6 / f64::from(number), 4.0)))
                .collect();
            let deal = Deal::new(costs.clone(), trials, of);
            let mut loads = vec![0.0; of as usize];
            for ((name, variant), cost) in &costs {
                for number in 0..Blocks::Counted.count(trials) {
                    let place = (deal.begins(name, variant) + number) % of;
                    loads[place as usize] += cost.of_block(Blocks::Counted.whole(number).within(trials).trials);
                }
            }
            let (least, most) = loads
                .iter()
                .fold((f64::MAX, 0.0), |(least, most): (f64, f64), &load| (least.min(load), most.max(load)));
            assert!(most < 1.1 * least, "{trials} {of} {loads:?}");
            assert_eq!(Deal::new(costs, trials, of), deal);
        }
        assert_eq!(Deal::default().begins("any", "base"), 0);
    }
}
