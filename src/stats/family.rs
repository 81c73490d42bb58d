//! Intervals of several chances or differences that all hold together.

use super::difference::{normal_point, score_interval};
use super::exact_interval::clopper_pearson;
use super::interval::Interval;
use super::known::{KnownChance, square_and_add};
use super::sequence::chance::Chance;
use super::sequence::difference::Difference;
use battle_odds_engine::pair_counts::Pairs;

/// Up to this number of trials that reached a chance, or did not, exact intervals are used: with more, a score interval
/// errs as often as it says, to within a few hundredths of that.
const FEW: u64 = 1_000;

/// Intervals that all hold together with a chance of at least 1 − alpha: each errs with alpha/m (Bonferroni, 1936; Dunn,
/// 1961), however they depend on each other.
///
/// After a number of trials fixed beforehand they are exact (Clopper and Pearson, 1934) if few trials reached a chance or
/// few did not: far out score intervals err more often than they say. Otherwise they are score intervals: Wilson's (1927)
/// for a chance, Tango's (1998) for a difference in paired trials. If trials stop because of them they are confidence
/// sequences, which hold at every look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Family {
    alpha: f64,
    precision: Option<f64>,
}

impl Family {
    /// A family of this many intervals; with a precision, for trials that stop because of them.
    pub fn new(alpha: f64, intervals: usize, precision: Option<f64>) -> Family {
        Family { alpha: alpha / intervals.max(1) as f64, precision }
    }

    /// The interval of a chance.
    pub fn chance(&self, successes: u64, trials: u64) -> Interval {
        self.narrowed(successes, trials, 1.0)
    }

    /// The interval of a chance, tuned for one derived from it whose interval is `by` times as wide.
    fn narrowed(&self, successes: u64, trials: u64, by: f64) -> Interval {
        match self.precision {
            Some(precision) => Chance::new(precision / by, self.alpha).interval(successes, trials),
            None if successes.min(trials - successes) <= FEW => clopper_pearson(successes, trials, self.alpha),
            None => Interval::score(successes, trials, normal_point(self.alpha)),
        }
    }

    /// The interval of the difference of two chances in paired trials.
    pub fn difference(&self, pairs: &Pairs) -> Interval {
        match self.precision {
            Some(_) => Difference::new(self.alpha).interval(pairs),
            None => score_interval(pairs, normal_point(self.alpha)),
        }
    }

    /// The interval of a chance with trials of its own.
    pub fn alone(&self, known: KnownChance) -> Interval {
        known.interval(|reached, trials, left| self.narrowed(reached, trials, left))
    }

    /// The interval of the difference of two chances with trials of their own: Newcombe's (1998), or, if trials stop
    /// because of it, the difference of two confidence sequences, each of which errs half as often.
    pub fn apart(&self, first: KnownChance, second: KnownChance) -> Interval {
        if self.precision.is_none() {
            return square_and_add((first.chance(), self.alone(first)), (second.chance(), self.alone(second)));
        }
        let each = Family { alpha: self.alpha / 2.0, ..*self };
        let (first, second) = (each.alone(first), each.alone(second));
        Interval { low: first.low - second.high, high: first.high - second.low }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binomial::probability;
    use battle_odds_engine::sampled::Stream;

    #[test]
    fn one_alone_is_the_usual_interval() {
        for (reached, trials, known) in
            [(30, 100, clopper_pearson(30, 100, 0.05)), (3_000, 10_000, Interval::wilson(3_000, 10_000))]
        {
            let one = Family::new(0.05, 1, None).chance(reached, trials);
            assert!((one.low - known.low).abs() < 1e-9 && (one.high - known.high).abs() < 1e-9);
            let five = Family::new(0.05, 5, None).chance(reached, trials);
            assert!(five.low < one.low && one.high < five.high);
        }
    }

    /// Of sixty intervals each errs with 5 %/60 at most, summed over all possible results of 1,000 trials: for a chance,
    /// for one minus an exact one, and for the difference of two that are sampled.
    #[test]
    fn they_hold_where_few_trials_reach_a_chance() {
        let (family, trials) = (Family::new(0.05, 60, None), 1_000);
        let chances = [0.07, 0.17, 0.5, 1.2, 3.6, 10.0, 30.0].map(|expected| expected / trials as f64);
        let sampled: Vec<KnownChance> = (0..100).map(|reached| KnownChance::sampled(reached, trials)).collect();
        let likely = |chance: f64| {
            let of =
                sampled.iter().zip(0..).map(move |(&known, reached)| (known, probability(reached, trials, chance)));
            of.filter(|(_, likely)| *likely > 1e-9).collect::<Vec<_>>()
        };
        let misses = |interval: Interval, truth: f64| !(interval.low..=interval.high).contains(&truth);
        for chance in chances {
            let exact = KnownChance::Exact { chance: 0.3, error: 0.0 };
            let (mut alone, mut less) = (0.0, 0.0);
            for (known, likely) in likely(chance) {
                alone += if misses(family.alone(known), chance) { likely } else { 0.0 };
                less += if misses(family.apart(known, exact), chance - 0.3) { likely } else { 0.0 };
            }
            assert!(alone <= 0.05 / 60.0 && less <= 0.05 / 60.0, "{chance}: {alone}, {less}");
            for other in chances {
                let mut apart = 0.0;
                for (first, one) in likely(chance) {
                    for (second, other_one) in likely(other) {
                        if misses(family.apart(first, second), chance - other) {
                            apart += one * other_one;
                        }
                    }
                }
                assert!(apart <= 0.05 / 60.0, "{chance} less {other}: {apart}");
            }
        }
    }

    /// Eight chances from 5 to 90 % read from the same 300 trials with the same luck, in 2000 experiments with a fixed
    /// seed: all intervals hold together at least 95 times in 100 (3.29 standard errors, 0.016, are allowed), and so do
    /// sequences read at any time.
    #[test]
    fn they_hold_together() {
        let chances = [50, 150, 250, 350, 500, 650, 800, 900];
        for (case, precision) in [None, Some(0.05)].into_iter().enumerate() {
            let family = Family::new(0.05, chances.len(), precision);
            let mut dice = Stream { seed: 3, scenario: "together".into() }.batch(case as u64);
            let held = (0..2000).filter(|_| {
                let mut reached = [0; 8];
                for _ in 0..300 {
                    let luck = dice.below(1000);
                    reached.iter_mut().zip(chances).for_each(|(count, chance)| *count += u64::from(luck < chance));
                }
                reached.iter().zip(chances).all(|(&count, chance)| {
                    let interval = family.chance(count, 300);
                    interval.low <= chance as f64 / 1000.0 && chance as f64 / 1000.0 <= interval.high
                })
            });
            let share = held.count() as f64 / 2000.0;
            assert!(share > 0.95 - 0.016, "{precision:?}: {share}");
        }
    }
}
