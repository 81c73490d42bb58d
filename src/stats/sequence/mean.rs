//! The confidence sequence of the mean of whole numbers that lie between known bounds.

use super::end;
use crate::distribution::Distribution;
use crate::interval::Interval;

/// The largest share of the capital that is staked on one trial.
const LARGEST_STAKE: f64 = 0.5;

/// The smallest stake is that needed for the worst variance divided by this: runs that continue stay narrow.
const BEYOND: f64 = 4.0;

/// The confidence sequence of the mean of bounded values, by betting (Waudby-Smith and Ramdas, 2024), with stakes that are
/// mixed, not adapted to what was seen, so that the tally is all it needs.
///
/// A mean of m makes the game fair to a player who stakes a share c of his capital on each trial and gets (x − low)/(m −
/// low) times the stake back: he then has W(m, c) = Π_x (1 − c + c·(x − low)/(m − low))^count(x) times what he began with.
/// With the capital split evenly over the stakes c = 1/2, 1/4, 1/8, … he has their average, W(m). Values of m with W(m) >=
/// 2/alpha are ruled out from below; likewise from above, with high − x and high − m.
///
/// If m is the true mean, each factor has mean 1 and is never negative, so W(m) is fair for any n and reaches 2/alpha
/// with chance at most alpha/2, ever (Ville, 1939); both sides together err with chance at most alpha. The product
/// does not depend on the order of the trials, therefore counts at any check point, chosen by any rule, will do.
///
/// W(m) falls as m rises, and is at most 1 at the mean of the sample: what remains is an interval around it. The stake that
/// wins most against an m that lies ε below the mean is near ε·(m − low)/σ², which is at least ε/(high − low) (σ² <= (mean
/// − low)·(high − mean); Bhatia and Davis, 2000): this is where the halving ends, except for two steps more. At the stop
/// the half-width is near √(2·ln(2·stakes/alpha)) = 3.5 standard errors.
#[derive(Clone, Debug, PartialEq)]
pub struct Mean {
    alpha: f64,
    low: i64,
    high: i64,
    stakes: Vec<f64>,
}

impl Mean {
    /// The sequence with error at most `alpha` for values that lie within `low` to `high` whatever the dice, narrowest
    /// around the half-width `precision`, in units of the measure. The bounds must be known before the first trial, not
    /// read off the tally.
    pub fn new(low: i64, high: i64, precision: f64, alpha: f64) -> Mean {
        let least = precision / (high.saturating_sub(low).max(1) as f64 * BEYOND);
        let halved = |stake: &f64| Some(stake / 2.0).filter(|_| *stake > least.max(f64::EPSILON));
        Mean { alpha, low, high, stakes: std::iter::successors(Some(LARGEST_STAKE), halved).collect() }
    }

    /// The interval of the mean, in units of the measure; the bounds themselves without trials, the value when exact.
    /// Unbounded if a value lies outside the bounds, because then nothing is promised.
    pub fn interval(&self, tally: &Distribution) -> Interval {
        let (low, high) = (self.low as f64, self.high as f64);
        match tally.trials() {
            None => Interval::exact(tally.mean()),
            Some(0) => Interval { low, high },
            _ if tally.min() < self.low || tally.max() > self.high => {
                Interval { low: f64::NEG_INFINITY, high: f64::INFINITY }
            }
            _ => {
                let mean = tally.mean();
                let (above, below) = (self.above_low(tally), self.below_high(tally));
                Interval {
                    low: end(mean, low, |m| self.wins(&above, m - low)),
                    high: end(mean, high, |m| self.wins(&below, high - m)),
                }
            }
        }
    }

    /// Whether the tally rules this mean out, low < m < high.
    #[cfg(test)]
    pub(crate) fn rules_out(&self, m: f64, tally: &Distribution) -> bool {
        self.wins(&self.above_low(tally), m - self.low as f64)
            || self.wins(&self.below_high(tally), self.high as f64 - m)
    }

    /// How far above the lower bound the values lie, with their numbers of trials.
    fn above_low(&self, tally: &Distribution) -> Vec<(f64, f64)> {
        tally.values().map(|(value, count, _)| ((value - self.low) as f64, count.unwrap_or(0) as f64)).collect()
    }

    /// How far below the upper bound the values lie, with their numbers of trials.
    fn below_high(&self, tally: &Distribution) -> Vec<(f64, f64)> {
        tally.values().map(|(value, count, _)| ((self.high - value) as f64, count.unwrap_or(0) as f64)).collect()
    }

    /// Whether betting that these distances from a bound average more than `claimed` has won 2/alpha.
    fn wins(&self, distances: &[(f64, f64)], claimed: f64) -> bool {
        self.ln_winnings(distances, claimed) >= (2.0 / self.alpha).ln()
    }

    /// ln W: the stakes' capitals are added on the scale of the best of them.
    fn ln_winnings(&self, distances: &[(f64, f64)], claimed: f64) -> f64 {
        let capital = |stake: &f64| -> f64 {
            distances.iter().map(|(distance, count)| count * (stake * (distance / claimed - 1.0)).ln_1p()).sum()
        };
        let capitals: Vec<f64> = self.stakes.iter().map(capital).collect();
        let best = capitals.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = capitals.iter().map(|capital| (capital - best).exp()).sum();
        best + (total / self.stakes.len() as f64).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stakes_by_hand() {
        // Precision 1 on 0–4: the smallest stake needed is 1/16.
        assert_eq!(Mean::new(0, 4, 1.0, 0.05).stakes, [0.5, 0.25, 0.125, 0.0625]);
        assert_eq!(Mean::new(3, 3, 1.0, 0.05).stakes, [0.5, 0.25]);
    }

    /// The promise itself: if m is the true mean, W(m) is 1 on average. All 216 falls of three D6 from 1 on, bounds 0
    /// to 9.
    #[test]
    fn the_game_is_fair() {
        let sequence = Mean::new(0, 9, 0.1, 0.05);
        let mean = |distance: fn(i32) -> f64, claimed: f64| -> f64 {
            let falls = (0..216).map(|fall| [fall % 6 + 1, fall / 6 % 6 + 1, fall / 36 + 1]);
            let won = |dice: [i32; 3]| sequence.ln_winnings(&dice.map(|die| (distance(die), 1.0)), claimed).exp();
            falls.map(won).sum::<f64>() / 216.0
        };
        let (below, above) = (mean(f64::from, 3.5), mean(|die| f64::from(9 - die), 5.5));
        assert!((below - 1.0).abs() < 1e-12 && (above - 1.0).abs() < 1e-12, "{below} {above}");
    }

    #[test]
    fn ends_by_hand() {
        // One stake of 1/2 (precision above twice the range), alpha 1/10: 2/alpha = 20.
        let single = Mean::new(0, 1, 2.0, 0.1);
        assert_eq!(single.stakes, [0.5]);
        // Ten ones of ten: ((1 + 1/m)/2)^10 = 20 at m = 1/(2·20^(1/10) − 1) = 0.588618.
        let ones = Distribution::from_counts(&[0, 10]);
        let interval = single.interval(&ones);
        assert!((interval.low - 1.0 / (2.0 * 20.0_f64.powf(0.1) - 1.0)).abs() < 1e-6, "{interval:?}");
        assert_eq!(interval.high, 1.0);
        assert!(single.rules_out(0.58, &ones) && !single.rules_out(0.6, &ones));
        // The mirror image, and the same measure with other values.
        let mirrored = single.interval(&Distribution::from_counts(&[10]));
        assert!((mirrored.high - (1.0 - interval.low)).abs() < 1e-9 && mirrored.low == 0.0);
        let moved = Mean::new(-1, 0, 2.0, 0.1).interval(&Distribution::from_counts(&[0, 10]).starting_at(-1));
        assert!((moved.low - (interval.low - 1.0)).abs() < 1e-9 && moved.high == 0.0);
    }

    #[test]
    fn ends_stay_within_the_bounds_and_around_the_mean() {
        for counts in [vec![1], vec![0, 0, 0, 1], vec![5, 0, 0, 5], vec![999_999_999_999, 1], vec![0, 1, 2, 3]] {
            let tally = Distribution::from_counts(&counts);
            let Interval { low, high } = Mean::new(0, 3, 0.01, 0.05).interval(&tally);
            assert!(
                0.0 <= low && low <= tally.mean() && tally.mean() <= high && high <= 3.0,
                "{counts:?}: {low} {high}"
            );
        }
    }

    #[test]
    fn what_says_nothing_promises_nothing() {
        let sequence = Mean::new(0, 2, 0.1, 0.05);
        assert_eq!(sequence.interval(&Distribution::from_counts(&[])), Interval { low: 0.0, high: 2.0 });
        let outside = sequence.interval(&Distribution::from_counts(&[5, 0, 0, 1]));
        assert!(outside.half_width().is_infinite());
        let exact = sequence.interval(&Distribution::from_probabilities(&[0.5, 0.5]));
        assert_eq!(exact, Interval::exact(0.5));
        // Equal bounds leave one mean.
        assert_eq!(
            Mean::new(3, 3, 0.1, 0.05).interval(&Distribution::from_counts(&[0, 0, 0, 9])),
            Interval::exact(3.0)
        );
    }

    #[test]
    fn narrower_with_more_trials_and_close_to_what_is_promised() {
        // A D6 recorded as 1–6: σ² = 35/12.
        let sequence = Mean::new(1, 6, 0.005, 0.05);
        let mut last = f64::INFINITY;
        for size in [100, 1_000, 10_000, 100_000, 1_000_000, 100_000_000_000_u64] {
            let tally = Distribution::from_counts(&[size; 6]).starting_at(1);
            let width = sequence.interval(&tally).half_width();
            assert!(width < last, "{size}: {width}");
            let errors = width / (35.0 / 12.0 / (6.0 * size as f64)).sqrt();
            assert!(size > 1_000_000 || (3.0..4.0).contains(&errors), "{size}: {errors} standard errors");
            last = width;
        }
        // When the stakes are no longer small enough, the width is at most an eighth of the precision.
        assert!(last < 0.005 / 8.0, "{last}");
    }
}
