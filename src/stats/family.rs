//! Intervals of several chances or differences that hold all together.

use super::difference::{normal_point, score_interval};
use super::interval::Interval;
use super::known::{KnownChance, square_and_add};
use super::sequence::chance::Chance;
use super::sequence::difference::Difference;
use crate::engine::pair_counts::Pairs;

/// Intervals that hold all together with chance 1 − alpha at least: each errs with alpha/m (Bonferroni, 1936; Dunn, 1961),
/// however they hang together.
///
/// After a number of trials fixed beforehand they are score intervals: of a chance Wilson's (1927), of a difference
/// Tango's (1998). Where trials stop on their account they are confidence sequences, which hold whenever one looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Family {
    alpha: f64,
    precision: Option<f64>,
}

impl Family {
    /// So many intervals; with a precision, those of trials that stop on their account.
    pub fn new(alpha: f64, intervals: usize, precision: Option<f64>) -> Family {
        Family { alpha: alpha / intervals.max(1) as f64, precision }
    }

    /// The interval of a chance.
    pub fn chance(&self, successes: u64, trials: u64) -> Interval {
        self.narrowed(successes, trials, 1.0)
    }

    /// That of a chance by which another is known, whose interval is so many times as wide.
    fn narrowed(&self, successes: u64, trials: u64, by: f64) -> Interval {
        match self.precision {
            Some(precision) => Chance::new(precision / by, self.alpha).interval(successes, trials),
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

    /// The interval of a chance that stands on its own.
    pub fn alone(&self, known: KnownChance) -> Interval {
        known.interval(|reached, trials, left| self.narrowed(reached, trials, left))
    }

    /// The interval of the difference of two chances that stand on their own: Newcombe's (1998), or, where trials stop on
    /// its account, the difference of two confidence sequences, each of which errs half as often.
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
    use crate::engine::sampled::Stream;

    #[test]
    fn one_alone_is_the_usual_interval() {
        let (one, known) = (Family::new(0.05, 1, None).chance(30, 100), Interval::wilson(30, 100));
        assert!((one.low - known.low).abs() < 1e-9 && (one.high - known.high).abs() < 1e-9);
        let five = Family::new(0.05, 5, None).chance(30, 100);
        assert!(five.low < one.low && one.high < five.high);
    }

    /// Eight chances from 5 to 90 % read off the same 300 trials of one luck, in 2000 experiments with a fixed seed: all
    /// intervals hold together 95 times in 100 at least (3.29 standard errors, 0.016, are allowed), and so do sequences read
    /// whenever they like.
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
