//! The distribution of one measure, counted over trials or known exactly.

use std::collections::BTreeMap;

/// Rounding error that summed exact chances may have: a quantile missed by less than this is reached.
const ROUNDING: f64 = 1e-12;

/// One value that occurs, with its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Outcome {
    value: i64,
    count: Option<u64>,
    probability: f64,
}

/// How one measure, one whole number per trial, is distributed over its values.
///
/// Values begin at 0, or at the [`least`](Distribution::starting_at) of a measure that can be negative.
///
/// Either counted over trials or made of exact chances; the same questions are answered for both. Exact chances may sum to
/// a little less than 1 if the walk left out what is too rare, and are kept as they are: nothing is rescaled. A tally of no
/// trials has no values: its mean is not a number, its quantiles are 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    outcomes: Vec<Outcome>,
    trials: Option<u64>,
    /// How many independent trials would give the mean as precisely, if that is more than were played.
    worth: Option<f64>,
}

impl Distribution {
    /// A distribution counted over trials: `counts[value]` trials gave that value; their sum is the number of trials.
    pub fn from_counts(counts: &[u64]) -> Distribution {
        Distribution::counted((0..).zip(counts.iter().copied()), counts.iter().sum())
    }

    /// The same for values that need not begin at 0.
    pub fn from_values(counts: &BTreeMap<i64, u64>) -> Distribution {
        Distribution::counted(counts.iter().map(|(&value, &count)| (value, count)), counts.values().sum())
    }

    fn counted(counts: impl Iterator<Item = (i64, u64)>, trials: u64) -> Distribution {
        let outcomes = counts
            .filter(|&(_, count)| count > 0)
            .map(|(value, count)| Outcome { value, count: Some(count), probability: count as f64 / trials as f64 })
            .collect();
        Distribution { outcomes, trials: Some(trials), worth: None }
    }

    /// An exact distribution: `probabilities[value]` is the chance of that value, at most 1 (rounding above is cut).
    pub fn from_probabilities(probabilities: &[f64]) -> Distribution {
        let outcomes = (0..)
            .zip(probabilities)
            .filter(|&(_, &probability)| probability > 0.0)
            .map(|(value, probability)| Outcome { value, count: None, probability: probability.min(1.0) })
            .collect();
        Distribution { outcomes, trials: None, worth: None }
    }

    /// An estimate from exact first steps and `trials` trials of the rest, whose mean is as precise as that of `worth`
    /// independent trials.
    pub fn mixed(probabilities: &[f64], trials: u64, worth: f64) -> Distribution {
        let exact = Distribution::from_probabilities(probabilities);
        Distribution { trials: Some(trials), worth: Some(worth.max(trials as f64)), ..exact }
    }

    /// The same for a measure whose values were recorded from 0 upwards and begin at `least`.
    #[must_use]
    pub fn starting_at(mut self, least: i64) -> Distribution {
        self.outcomes.iter_mut().for_each(|outcome| outcome.value += least);
        self
    }

    /// Number of trials counted; `None` when exact.
    pub fn trials(&self) -> Option<u64> {
        self.trials
    }

    /// How many independent trials would give the mean as precisely: those counted, or more if they began at the end of
    /// exact first steps. `None` when exact.
    pub fn worth(&self) -> Option<f64> {
        self.worth.or(self.trials.map(|trials| trials as f64))
    }

    /// The values that occur, in rising order: value, number of trials (`None` when exact), probability.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = (i64, Option<u64>, f64)> + '_ {
        self.outcomes.iter().map(|outcome| (outcome.value, outcome.count, outcome.probability))
    }

    /// Number of trials that gave this value; `None` when exact, or partly so.
    pub fn count(&self, value: i64) -> Option<u64> {
        self.counted_trials().map(|_| self.outcome(value).and_then(|outcome| outcome.count).unwrap_or(0))
    }

    /// P(X = value), 0–1.
    pub fn probability(&self, value: i64) -> f64 {
        self.outcome(value).map_or(0.0, |outcome| outcome.probability)
    }

    /// P(X >= value), 0–1.
    pub fn at_least(&self, value: i64) -> f64 {
        let first = self.outcomes.partition_point(|outcome| outcome.value < value);
        self.share(&self.outcomes[first..])
    }

    /// Mean, in units of the measure: Σ x·P(x). Counted, it is a quotient of whole sums and rounded once.
    pub fn mean(&self) -> f64 {
        match self.counted_trials() {
            Some(trials) => {
                let counted = self.outcomes.iter().filter_map(|outcome| Some((outcome.value, outcome.count?)));
                let sum: i128 = counted.map(|(value, count)| i128::from(value) * i128::from(count)).sum();
                sum as f64 / trials as f64
            }
            None => self.outcomes.iter().map(|outcome| outcome.value as f64 * outcome.probability).sum(),
        }
    }

    /// Standard deviation of the distribution itself, in units of the measure: √ Σ P(x)·(x − mean)².
    ///
    /// This is the population form (divisor n), the same for counted and exact; the sample form (divisor n − 1) that
    /// intervals need is [`Distribution::sample_std_dev`]. Summing squares about the mean, in a second pass, avoids
    /// the cancellation of Σx² − n·mean² (Chan, Golub and LeVeque, 1983).
    pub fn std_dev(&self) -> f64 {
        let mean = self.mean();
        let square = |outcome: &Outcome| outcome.probability * (outcome.value as f64 - mean).powi(2);
        self.outcomes.iter().map(square).sum::<f64>().sqrt()
    }

    /// Standard deviation estimated from the trials, in units of the measure: √(Σ(x − mean)² / (n − 1)), Bessel's
    /// correction. Not a number with fewer than two trials; when exact, the same as [`Distribution::std_dev`].
    pub fn sample_std_dev(&self) -> f64 {
        match self.trials {
            Some(0 | 1) => f64::NAN,
            Some(trials) => self.std_dev() * (trials as f64 / (trials - 1) as f64).sqrt(),
            None => self.std_dev(),
        }
    }

    /// The smallest value that occurs.
    pub fn min(&self) -> i64 {
        self.outcomes.first().map_or(0, |outcome| outcome.value)
    }

    /// The largest value that occurs.
    pub fn max(&self) -> i64 {
        self.outcomes.last().map_or(0, |outcome| outcome.value)
    }

    /// Whether every trial has the same value.
    pub fn is_constant(&self) -> bool {
        self.outcomes.len() <= 1
    }

    /// The smallest value v that occurs with P(X <= v) >= q: the inverse of the distribution function (definition 1
    /// of Hyndman and Fan, 1996). Exact chances reach q if they miss it by rounding only; a q that they never reach
    /// gives the largest value.
    pub fn quantile(&self, q: f64) -> i64 {
        let reached = if self.counted_trials().is_some() { q } else { q - ROUNDING };
        (1..=self.outcomes.len())
            .find(|&first| self.share(&self.outcomes[..first]) >= reached)
            .map_or(self.max(), |first| self.outcomes[first - 1].value)
    }

    /// The number of trials, if each value has a count.
    fn counted_trials(&self) -> Option<u64> {
        self.trials.filter(|_| self.worth.is_none())
    }

    fn outcome(&self, value: i64) -> Option<&Outcome> {
        let place = self.outcomes.binary_search_by_key(&value, |outcome| outcome.value).ok()?;
        self.outcomes.get(place)
    }

    /// The probability of these outcomes together: whole counts are summed as such.
    fn share(&self, outcomes: &[Outcome]) -> f64 {
        match self.counted_trials() {
            Some(trials) => outcomes.iter().filter_map(|outcome| outcome.count).sum::<u64>() as f64 / trials as f64,
            None => outcomes.iter().map(|outcome| outcome.probability).sum::<f64>().min(1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_by_hand() {
        // 0, 0, 0, 1, 1, 3, 3, 3, 3, 5: sum 0·3 + 1·2 + 3·4 + 5·1 = 19 over 10 trials, mean 1.9;
        // Σx² = 2 + 36 + 25 = 63, variance 6.3 − 3.61 = 2.69, with divisor 9: 26.9 / 9.
        let d = Distribution::from_counts(&[3, 2, 0, 4, 0, 1]);
        assert_eq!(d.trials(), Some(10));
        assert_eq!(d.mean(), 1.9);
        assert!((d.std_dev() - 2.69_f64.sqrt()).abs() < 1e-15);
        assert!((d.sample_std_dev() - (26.9_f64 / 9.0).sqrt()).abs() < 1e-15);
        assert_eq!((d.min(), d.max()), (0, 5));
        assert_eq!(
            d.values().collect::<Vec<_>>(),
            [(0, Some(3), 0.3), (1, Some(2), 0.2), (3, Some(4), 0.4), (5, Some(1), 0.1)]
        );
        assert_eq!([d.count(3), d.count(2), d.count(9)], [Some(4), Some(0), Some(0)]);
        assert_eq!([d.probability(3), d.probability(2), d.probability(9)], [0.4, 0.0, 0.0]);
        // Five trials of ten show 2 or more: four threes and a five.
        assert_eq!([0, 1, 2, 3, 5, 6].map(|v| d.at_least(v)), [1.0, 0.7, 0.5, 0.5, 0.1, 0.0]);
    }

    #[test]
    fn quantiles_of_counts_fall_on_the_right_side() {
        // Cumulative shares 0.3, 0.5, 0.9, 1: each is reached at its own value, and just above it at the next.
        let d = Distribution::from_counts(&[3, 2, 0, 4, 0, 1]);
        let qs = [0.0, 0.05, 0.3, 0.300001, 0.5, 0.500001, 0.9, 0.95, 1.0];
        assert_eq!(qs.map(|q| d.quantile(q)), [0, 0, 0, 1, 1, 3, 3, 5, 5]);
        // 1 to 20, once each: P(X <= 1) is 1/20, P(X <= 19) is 19/20.
        let even = Distribution::from_counts(&[&[0], [1; 20].as_slice()].concat());
        assert_eq!([0.05, 0.25, 0.5, 0.75, 0.95].map(|q| even.quantile(q)), [1, 5, 10, 15, 19]);
    }

    #[test]
    fn exact_by_hand() {
        // Hits of two dice on 4+: 1/4, 1/2, 1/4; mean 1, variance 1/2.
        let d = Distribution::from_probabilities(&[0.25, 0.5, 0.25, 0.0]);
        assert_eq!((d.trials(), d.count(1)), (None, None));
        assert_eq!((d.mean(), d.std_dev(), d.sample_std_dev()), (1.0, 0.5_f64.sqrt(), 0.5_f64.sqrt()));
        assert_eq!((d.min(), d.max(), d.at_least(1)), (0, 2, 0.75));
        assert_eq!(d.values().last(), Some((2, None, 0.25)));
    }

    #[test]
    fn exact_quantiles_forgive_rounding_and_missing_mass() {
        // 0.1 + 0.2 + 0.3 + 0.1 + 0.2 + 0.1 rounds to 0.9999999999999999; 0.7 is missed by rounding at value 3.
        let d = Distribution::from_probabilities(&[0.1, 0.2, 0.3, 0.1, 0.2, 0.1]);
        assert_eq!([0.3, 0.6, 0.7, 1.0].map(|q| d.quantile(q)), [1, 2, 3, 5]);
        let pruned = Distribution::from_probabilities(&[0.5, 0.499]);
        assert_eq!([0.5, 0.75, 1.0].map(|q| pruned.quantile(q)), [0, 1, 1]);
        assert_eq!(pruned.at_least(0), 0.999);
        // Rounding never makes a chance larger than 1.
        let certain = Distribution::from_probabilities(&[0.0, 1.0 + f64::EPSILON]);
        assert_eq!((certain.mean(), certain.at_least(1), certain.is_constant()), (1.0, 1.0, true));
    }

    #[test]
    fn a_measure_that_begins_below_zero_by_hand() {
        // −3, −3, −2, −2, 0, 0, 0, 2 of eight: sum −6 − 4 + 0 + 2 = −8, mean −1.
        let recorded = Distribution::from_counts(&[2, 2, 0, 3, 0, 1]);
        let d = recorded.clone().starting_at(-3);
        assert_eq!((d.mean(), recorded.mean() - 3.0), (-1.0, -1.0));
        assert_eq!((d.std_dev(), d.sample_std_dev()), (recorded.std_dev(), recorded.sample_std_dev()));
        assert_eq!((d.min(), d.max(), d.is_constant()), (-3, 2, false));
        assert_eq!([0.05, 0.25, 0.5, 0.75, 0.95].map(|q| d.quantile(q)), [-3, -3, -2, 0, 2]);
        assert_eq!([-9, -3, -2, -1, 0, 1, 3].map(|v| d.at_least(v)), [1.0, 1.0, 0.75, 0.5, 0.5, 0.125, 0.0]);
        assert_eq!([d.count(-2), d.count(-1), d.count(2)], [Some(2), Some(0), Some(1)]);
        assert_eq!(d.values().next(), Some((-3, Some(2), 0.25)));
        // Exactly: −1, 0, 1 in ratio 1:2:1.
        let exact = Distribution::from_probabilities(&[0.25, 0.5, 0.25]).starting_at(-1);
        assert_eq!((exact.mean(), exact.std_dev(), exact.quantile(0.5)), (0.0, 0.5_f64.sqrt(), 0));
        assert_eq!((exact.probability(-1), exact.at_least(0)), (0.25, 0.75));
    }

    #[test]
    fn large_counts_keep_their_digits() {
        // 10¹² − 1 zeros and a single one: the mean is 10⁻¹², to the last bit.
        let rare = Distribution::from_counts(&[999_999_999_999, 1]);
        assert_eq!(rare.mean(), 1e-12);
        // Values around a million with variance 1/4: Σx² − n·mean² would have lost it.
        let mut counts = vec![0; 1_000_002];
        counts[1_000_000] = 500_000_000;
        counts[1_000_001] = 500_000_000;
        let far = Distribution::from_counts(&counts);
        assert_eq!((far.mean(), far.std_dev()), (1_000_000.5, 0.5));
    }

    #[test]
    fn nothing_counted_is_no_panic() {
        let nothing = Distribution::from_counts(&[]);
        assert!(nothing.mean().is_nan() && nothing.sample_std_dev().is_nan());
        assert_eq!((nothing.min(), nothing.max(), nothing.quantile(0.5)), (0, 0, 0));
        assert_eq!(nothing.values().count(), 0);
        assert!(Distribution::from_counts(&[0, 1]).sample_std_dev().is_nan());
    }
}
