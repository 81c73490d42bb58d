//! When a run has seen enough: check points fixed beforehand, and what must hold at one of them.

use super::chance::Chance;
#[cfg(test)]
use super::mean::Mean;
#[cfg(test)]
use crate::distribution::Distribution;
use crate::interval::Interval;
use battle_odds_engine::simulate::BATCH;

/// Batches before the first check point: 2^15 trials.
const FIRST_BATCHES: u64 = 4;

/// A stopping rule: look at fixed numbers of trials, stop when every measure concerned is known well enough.
///
/// The check points and the answer depend on counts only, never on time or on the number of threads: the same seed
/// stops at the same trial everywhere. The intervals are confidence sequences, so having looked before costs nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stopping {
    /// The half-width that is good enough: of a chance 0–1, of a mean in units of the measure.
    pub precision: f64,
    /// The largest chance that the interval of one measure misses the truth; for m measures that are to hold all together,
    /// alpha/m.
    pub alpha: f64,
    /// Trials before the first check point.
    pub first: u64,
    /// Check points are multiples of this.
    pub batch: u64,
}

impl Stopping {
    /// The rule with this precision and error: check points in whole batches from 2^15 trials on.
    pub fn new(precision: f64, alpha: f64) -> Stopping {
        Stopping { precision, alpha, first: FIRST_BATCHES * BATCH, batch: BATCH }
    }

    /// The first check point after this many trials: each is a quarter more than the one before, rounded up to a
    /// multiple of the batch.
    pub fn next(&self, trials: u64) -> u64 {
        let batch = self.batch.max(1);
        let whole = |trials: u64| trials.max(1).checked_next_multiple_of(batch).unwrap_or(u64::MAX);
        let mut point = whole(self.first);
        while point <= trials && point < u64::MAX {
            point = whole(point.saturating_add((point / 4).max(1)));
        }
        point
    }

    /// The interval of a chance if these trials are enough to know it to the precision.
    pub fn enough(&self, successes: u64, trials: u64) -> Option<Interval> {
        self.if_narrow(Chance::new(self.precision, self.alpha).interval(successes, trials))
    }

    /// The interval of a mean if this tally is enough to know it to the precision; its values lie within `low` to
    /// `high` whatever the dice.
    #[cfg(test)]
    pub(crate) fn enough_of_mean(&self, tally: &Distribution, low: i64, high: i64) -> Option<Interval> {
        self.if_narrow(Mean::new(low, high, self.precision, self.alpha).interval(tally))
    }

    fn if_narrow(&self, interval: Interval) -> Option<Interval> {
        Some(interval).filter(|interval| interval.half_width() <= self.precision)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_points_by_hand() {
        let rule = Stopping::new(0.01, 0.05);
        // In batches of 8192: 4, 5, 6.25 → 7, 8.75 → 9, 11.25 → 12, 15, 18.75 → 19.
        let points: Vec<u64> = std::iter::successors(Some(rule.next(0)), |&n| Some(rule.next(n))).take(7).collect();
        assert_eq!(points, [4, 5, 7, 9, 12, 15, 19].map(|batches| batches * BATCH));
        // Between two of them the later one is next, whichever number it is asked from.
        assert_eq!([1, 32_767, 32_768, 32_769].map(|n| rule.next(n)), [32_768, 32_768, 40_960, 40_960]);
        let far = rule.next(1_000_000_000_000);
        assert!(far > 1_000_000_000_000 && far < 1_250_000_100_000 && far.is_multiple_of(BATCH));
        assert_eq!(rule.next(u64::MAX - 1), u64::MAX);
        let single = Stopping { first: 1, batch: 1, ..rule };
        assert_eq!([0, 1, 2, 3, 4, 5, 10].map(|n| single.next(n)), [1, 2, 3, 4, 5, 6, 12]);
    }

    #[test]
    fn enough_when_narrow() {
        // 3.16 standard errors of an even chance are 0.01 at 25,000 trials, 0.001 at 2.5 million.
        let rule = Stopping::new(0.01, 0.05);
        assert_eq!(rule.enough(11_500, 23_000), None);
        let interval = rule.enough(13_500, 27_000).unwrap();
        assert!(interval.half_width() <= 0.01 && interval.low < 0.5 && interval.high > 0.5);
        let fine = Stopping::new(0.001, 0.05);
        assert_eq!(fine.enough(1_150_000, 2_300_000), None);
        assert!(fine.enough(1_350_000, 2_700_000).is_some());
        assert_eq!(rule.enough(0, 0), None);
        // What never happens is known at the first look.
        assert!(fine.enough(0, fine.next(0)).is_some());
    }

    #[test]
    fn enough_of_a_mean() {
        // A D6, σ² = 35/12: 3.5 standard errors are 0.02 at 89,000 trials.
        let rule = Stopping::new(0.02, 0.05);
        let tally = |each| Distribution::from_counts(&[each; 6]).starting_at(1);
        assert_eq!(rule.enough_of_mean(&tally(12_000), 1, 6), None);
        let interval = rule.enough_of_mean(&tally(18_000), 1, 6).unwrap();
        assert!(interval.half_width() <= 0.02 && interval.low < 3.5 && interval.high > 3.5);
        assert_eq!(rule.enough_of_mean(&tally(1_000_000), 2, 6), None);
    }
}
