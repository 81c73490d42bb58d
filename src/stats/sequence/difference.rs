//! The confidence sequence of the difference of two chances in paired trials.

use super::mean::Mean;
use crate::distribution::Distribution;
use crate::interval::Interval;
use battle_odds_engine::pair_counts::Pairs;

/// Differences half as large as this are still detected with few trials more than the best stakes would take.
const FINE: f64 = 0.001;

/// The sequence of [`Mean`] for values that are 1 in a trial in which only the first reached its goal, −1 if only the
/// second did, 0 in all others: their mean is the difference of the chances (betting, Waudby-Smith and Ramdas, 2024).
///
/// For m differences that are to hold all together, take alpha/m. Each end errs with chance at most alpha/2.
#[derive(Clone, Debug)]
pub struct Difference(Mean);

impl Difference {
    /// The sequence with error at most `alpha`.
    pub fn new(alpha: f64) -> Difference {
        Difference(Mean::new(-1, 1, FINE, alpha))
    }

    /// The interval, −1 to 1, however often one has looked before.
    pub fn interval(&self, pairs: &Pairs) -> Interval {
        self.0.interval(&values(pairs))
    }

    /// Whether this difference, between −1 and 1, is ruled out.
    #[cfg(test)]
    pub(crate) fn rules_out(&self, difference: f64, pairs: &Pairs) -> bool {
        pairs.trials() > 0 && self.0.rules_out(difference, &values(pairs))
    }
}

fn values(pairs: &Pairs) -> Distribution {
    Distribution::from_counts(&[pairs.second, pairs.both + pairs.neither, pairs.first]).starting_at(-1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::difference::variance;

    #[test]
    fn its_width_in_standard_errors() {
        let sequence = Difference::new(0.05);
        for (first, second, alike) in [(300, 200, 500), (30, 20, 950), (3, 2, 995), (400, 100, 500)] {
            for size in [100, 1000, 10_000] {
                let pairs = Pairs { both: alike * size, first: first * size, second: second * size, neither: 0 };
                let interval = sequence.interval(&pairs);
                let errors = interval.half_width() / (variance(&pairs) / pairs.trials() as f64).sqrt();
                assert!((3.0..4.1).contains(&errors), "{pairs:?}: {errors}");
                assert!(interval.low <= pairs.difference() && pairs.difference() <= interval.high);
                assert!(!sequence.rules_out(interval.low + 1e-4 * errors.min(1e-3), &pairs));
                assert!(
                    sequence.rules_out(interval.low - 1e-6, &pairs) && sequence.rules_out(interval.high + 1e-6, &pairs)
                );
            }
        }
        assert_eq!(sequence.interval(&Pairs::default()), Interval { low: -1.0, high: 1.0 });
        assert!(!sequence.rules_out(0.3, &Pairs::default()));
    }
}
