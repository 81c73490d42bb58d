//! What a run says about one measure: its mean, and how certain that is.

use super::distribution::Distribution;
use super::interval::{Interval, Z_95};
use super::sequence::chance::Chance;
use super::sequence::mean::Mean;
use battle_odds_engine::measure::{Bounds, Kind, Measure};

/// The estimated mean of one measure with its 95 % interval; of an event, the mean is its chance (0–1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean, in units of the measure.
    pub mean: f64,
    /// The 95 % interval of the mean.
    pub interval: Interval,
}

impl Estimate {
    /// Reads the estimate off a distribution: Wilson's interval for an event, the score interval of its mean for a count,
    /// and the value itself when exact.
    pub fn of(measure: &Measure, distribution: &Distribution) -> Estimate {
        let interval = match (distribution.trials(), distribution.count(1), measure.kind) {
            (Some(trials), Some(happened), Kind::Event) => Interval::wilson(happened, trials),
            (Some(trials), None, Kind::Event) => {
                let worth = distribution.worth().unwrap_or(trials as f64);
                Interval::score_of(distribution.probability(1) * worth, worth, Z_95)
            }
            _ => Interval::of_mean(distribution, measure.bounds()),
        };
        Estimate { mean: distribution.mean(), interval }
    }

    /// The same if it is known exactly, but for this much chance. Of a measure without a largest value, what is unknown is supposed
    /// to be no farther beyond the largest known than that is from the smallest, plus one.
    pub fn but_for(unexplored: f64, measure: &Measure, distribution: &Distribution) -> Estimate {
        let Bounds { low, high, open } = measure.bounds();
        let (least, most, mean) = (distribution.min(), distribution.max(), distribution.mean());
        let farthest = if open { high.min(2 * most - least + 1) } else { high.max(most) };
        Estimate { mean, interval: Interval::but_for(unexplored, mean, [low.min(least) as f64, farthest as f64]) }
    }

    /// The same if the trials stopped because of one of the measures, known to that precision: every interval is then a
    /// confidence sequence, which holds whenever a run stops.
    pub fn stopped(measure: &Measure, distribution: &Distribution, precision: f64) -> Estimate {
        let Bounds { low, high, .. } = measure.bounds();
        let (low, high) = (low.min(distribution.min()), high.max(distribution.max()));
        let range = (high - low) as f64;
        let interval = match distribution.trials() {
            // If there are two values the mean depends on the chance of one of them, whatever the values are.
            Some(trials) if range <= 1.0 => {
                let chance = Chance::new(precision, ALPHA).interval(distribution.count(high).unwrap_or(0), trials);
                Interval { low: low as f64 + range * chance.low, high: low as f64 + range * chance.high }
            }
            _ => Mean::new(low, high, precision * range, ALPHA).interval(distribution),
        };
        Estimate { mean: distribution.mean(), interval }
    }
}

/// All intervals are 95 % intervals.
pub const ALPHA: f64 = 0.05;

#[cfg(test)]
mod tests {
    use super::*;
    use battle_odds_engine::measure::{GOAL, When};
    use battle_odds_engine::sampled::Stream;

    fn measure(kind: Kind, most: i64) -> Measure {
        Measure { when: When::End, subject: "warband".into(), metric: &GOAL, kind, least: 0, most: Some(most) }
    }

    #[test]
    fn an_event_and_a_mean_of_it_agree() {
        let counted = Distribution::from_counts(&[25, 75]);
        let event = Estimate::of(&measure(Kind::Event, 1), &counted);
        assert_eq!((event.mean, event.interval), (0.75, Interval::wilson(75, 100)));
        let count = Estimate::of(&measure(Kind::Count, 1), &counted);
        assert!((count.interval.low - event.interval.low).abs() < 1e-12 && count.mean == 0.75, "{count:?}");
        assert!((count.interval.high - event.interval.high).abs() < 1e-12, "{count:?}");
        let both = [Kind::Event, Kind::Count].map(|kind| Estimate::stopped(&measure(kind, 1), &counted, 0.01));
        assert_eq!(both[0], both[1]);
    }

    #[test]
    fn exact_is_its_own_interval() {
        let exact = Distribution::from_probabilities(&[0.25, 0.75]);
        for kind in [Kind::Event, Kind::Count] {
            let known = Estimate { mean: 0.75, interval: Interval::exact(0.75) };
            assert_eq!(Estimate::of(&measure(kind, 4), &exact), known);
        }
    }

    #[test]
    fn what_is_unknown_may_be_any_value() {
        let distribution = Distribution::from_probabilities(&[0.5, 0.0, 0.5]);
        let within = |low: f64, high: f64, found: Interval| {
            assert!((found.low - low).abs() < 1e-12 && (found.high - high).abs() < 1e-12, "{found:?}");
        };
        // A tenth is unknown: of at most 4, 0.9·1 and up to 0.4 more.
        within(0.9, 1.3, Estimate::but_for(0.1, &measure(Kind::Count, 4), &distribution).interval);
        // Without a largest value: no farther beyond 2 than that is from 0, plus one.
        let open = Measure { most: None, ..measure(Kind::Count, 4) };
        within(0.9, 1.4, Estimate::but_for(0.1, &open, &distribution).interval);
    }

    /// Even a run that stops because one number looks right has correct intervals for all: a die's mean, a rare count, a
    /// count that is nearly always the same. 200 runs, seed 7, each read at eight check points, of which the worst counts;
    /// 5 % may miss, 3.29 standard errors (5.1 %) more are allowed.
    #[test]
    fn all_intervals_hold_at_the_stopping_time() {
        let (mut missed, runs) = ([0; 3], 200);
        for run in 0..runs {
            let mut dice = Stream { seed: 7, scenario: "stopping".into() }.batch(run);
            let mut counts = [vec![0; 7], vec![0; 9], vec![0; 5]];
            let truths = [3.5, 8.0 * 0.002, 4.0 - 0.004];
            let known = [measure(Kind::Count, 6), measure(Kind::Count, 8), measure(Kind::Count, 4)];
            let mut held = [true; 3];
            for trial in 1..=4000_u64 {
                counts[0][dice.below(6) as usize + 1] += 1;
                counts[1][if dice.below(500) == 0 { 8 } else { 0 }] += 1;
                counts[2][if dice.below(1000) == 0 { 0 } else { 4 }] += 1;
                if trial % 500 > 0 {
                    continue;
                }
                for measured in 0..3 {
                    let tally = Distribution::from_counts(&counts[measured]);
                    let Interval { low, high } = Estimate::stopped(&known[measured], &tally, 0.01).interval;
                    held[measured] &= low <= truths[measured] && truths[measured] <= high;
                }
            }
            missed.iter_mut().zip(held).for_each(|(missed, held)| *missed += usize::from(!held));
        }
        assert!(missed.iter().all(|&missed| missed as f64 <= 0.101 * runs as f64), "{missed:?}");
    }
}
