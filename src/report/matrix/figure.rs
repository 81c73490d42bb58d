//! A mean with its sampling error.

use serde::{Deserialize, Serialize};

use battle_odds_stats::interval::Interval;

/// A mean, its 95 % interval, and its variance.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
pub struct Figure {
    /// The mean.
    pub mean: f64,
    /// Its interval.
    pub interval: Interval,
    /// The variance of the mean: 0 if it is exact.
    pub variance: f64,
}

impl Figure {
    /// An exact figure.
    pub fn exact(mean: f64) -> Figure {
        Figure { mean, interval: Interval::exact(mean), variance: 0.0 }
    }

    /// `whole` minus this figure.
    pub fn less_from(self, whole: f64) -> Figure {
        let interval = Interval { low: whole - self.interval.high, high: whole - self.interval.low };
        Figure { mean: whole - self.mean, interval, variance: self.variance }
    }

    /// This figure minus `part`.
    pub fn less(self, part: f64) -> Figure {
        let interval = Interval { low: self.interval.low - part, high: self.interval.high - part };
        Figure { mean: self.mean - part, interval, variance: self.variance }
    }

    /// This figure times a factor above 0.
    pub fn scaled(self, factor: f64) -> Figure {
        let interval = Interval { low: factor * self.interval.low, high: factor * self.interval.high };
        Figure { mean: factor * self.mean, interval, variance: factor * factor * self.variance }
    }

    /// Both together, which may depend on each other in any way: the errors are simply added, which is the most they can be.
    #[must_use]
    pub fn plus(self, other: Figure) -> Figure {
        let interval =
            Interval { low: self.interval.low + other.interval.low, high: self.interval.high + other.interval.high };
        let variance = (self.variance.sqrt() + other.variance.sqrt()).powi(2);
        Figure { mean: self.mean + other.mean, interval, variance }
    }

    /// The second minus the first, which may depend on each other in any way: the errors are simply added, which is the
    /// most they can be.
    pub fn swing(first: Figure, second: Figure) -> Figure {
        let mean = second.mean - first.mean;
        let interval = Interval {
            low: second.interval.low - first.interval.high,
            high: second.interval.high - first.interval.low,
        };
        Figure { mean, interval, variance: (first.variance.sqrt() + second.variance.sqrt()).powi(2) }
    }

    /// The weighted mean of independent figures: the distances to the ends of the intervals add as standard errors do (Zou
    /// and Donner, 2008).
    pub fn mean(figures: &[(f64, Figure)]) -> Figure {
        let all: f64 = figures.iter().map(|(weight, _)| weight).sum();
        let sum = |of: &dyn Fn(&Figure) -> f64| figures.iter().map(|(weight, one)| weight / all * of(one)).sum::<f64>();
        let squares = |of: &dyn Fn(&Figure) -> f64| {
            figures.iter().map(|(weight, one)| (weight / all).powi(2) * of(one)).sum::<f64>()
        };
        let mean = sum(&|one| one.mean);
        let interval = Interval {
            low: mean - squares(&|one| (one.mean - one.interval.low).powi(2)).sqrt(),
            high: mean + squares(&|one| (one.interval.high - one.mean).powi(2)).sqrt(),
        };
        Figure { mean, interval, variance: squares(&|one| one.variance) }
    }
}
