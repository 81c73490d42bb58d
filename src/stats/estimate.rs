//! What a run says of one measure: its mean and how sure we are of it.

use super::distribution::Distribution;
use super::interval::Interval;
use crate::engine::measure::Kind;

/// The estimated mean of one measure with its 95 % interval; of an event, the mean is its chance (0–1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean, in units of the measure.
    pub mean: f64,
    /// The 95 % interval of the mean.
    pub interval: Interval,
}

impl Estimate {
    /// Reads the estimate off a distribution: Wilson's interval for an event, the normal one for a count, and the
    /// value itself when exact.
    pub fn of(kind: Kind, distribution: &Distribution) -> Estimate {
        let mean = distribution.mean();
        let interval = match (distribution.trials(), kind) {
            (None, _) => Interval::exact(mean),
            (Some(trials), Kind::Event) => Interval::wilson(distribution.count(1).unwrap_or(0), trials),
            (Some(trials), Kind::Count) => Interval::normal(mean, distribution.sample_std_dev(), trials),
        };
        Estimate { mean, interval }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_its_interval() {
        let counted = Distribution::from_counts(&[25, 75]);
        let event = Estimate::of(Kind::Event, &counted);
        assert_eq!((event.mean, event.interval), (0.75, Interval::wilson(75, 100)));
        // s² = 100/99 · 0.75 · 0.25; half-width 1.959964·√(0.1875/99) = 0.0852971.
        let count = Estimate::of(Kind::Count, &counted);
        assert_eq!(count.mean, 0.75);
        assert!((count.interval.half_width() - 0.085_297_1).abs() < 1e-6, "{count:?}");
    }

    #[test]
    fn exact_is_its_own_interval() {
        let exact = Distribution::from_probabilities(&[0.25, 0.75]);
        for kind in [Kind::Event, Kind::Count] {
            assert_eq!(Estimate::of(kind, &exact), Estimate { mean: 0.75, interval: Interval::exact(0.75) });
        }
    }
}
