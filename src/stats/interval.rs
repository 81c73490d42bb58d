//! 95 % intervals: how far an estimate may be from the truth because dice were thrown instead of counted out.

/// The 97.5 % point of the standard normal distribution, which leaves 2.5 % outside at either end.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// A two-sided 95 % interval, in the units of what it is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The interval of a value known exactly: the value.
    pub fn exact(value: f64) -> Interval {
        Interval { low: value, high: value }
    }

    /// The score interval of a chance (Wilson, 1927), 0–1, from k successes in n trials:
    /// (k + z²/2 ± z·√(k·(n − k)/n + z²/4)) / (n + z²).
    ///
    /// Unlike mean ± z·s/√n it stays within 0–1 and says something sensible of an event that never or always
    /// happened; there one end is exactly 0 or 1. Without trials it is 0 to 1.
    pub fn wilson(successes: u64, trials: u64) -> Interval {
        Interval::score(successes, trials, Z_95)
    }

    /// The same at another point z of the standard normal distribution.
    pub fn score(successes: u64, trials: u64, z: f64) -> Interval {
        if trials == 0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let (k, n) = (successes.min(trials) as f64, trials as f64);
        let z2 = z * z;
        let centre = k + z2 / 2.0;
        let half = z * (k * (n - k) / n + z2 / 4.0).sqrt();
        Interval {
            low: if successes == 0 { 0.0 } else { (centre - half) / (n + z2) },
            high: if successes >= trials { 1.0 } else { (centre + half) / (n + z2) },
        }
    }

    /// The large-sample interval of a mean (de Moivre, 1733; Laplace, 1812), in units of the measure: mean ± z·s/√n
    /// with s the standard deviation of the sample (divisor n − 1). Unbounded with fewer than two trials.
    pub fn normal(mean: f64, sample_std_dev: f64, trials: u64) -> Interval {
        if trials < 2 {
            return Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let half = Z_95 * sample_std_dev / (trials as f64).sqrt();
        Interval { low: mean - half, high: mean + half }
    }

    /// Half its width: the ± of a symmetric interval.
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::sampled::Stream;
    use crate::stats::distribution::Distribution;
    use statrs::distribution::{Binomial, ContinuousCDF, Discrete, Normal};

    #[test]
    fn z_is_the_normal_quantile() {
        assert!((Normal::standard().inverse_cdf(0.975) - Z_95).abs() < 1e-12);
    }

    #[test]
    fn wilson_by_hand() {
        // 8 of 10: z² = 3.841459; (8 + 1.920729 ± 1.959964·√(1.6 + 0.960365)) / 13.841459
        // = (9.920729 ± 3.136154) / 13.841459 = 0.490162 and 0.943318.
        let Interval { low, high } = Interval::wilson(8, 10);
        assert!((low - 0.490_162).abs() < 1e-6 && (high - 0.943_318).abs() < 1e-6, "{low} {high}");
        // Mirror: 2 of 10 is 1 minus it.
        let mirrored = Interval::wilson(2, 10);
        assert!((mirrored.low - (1.0 - high)).abs() < 1e-15 && (mirrored.high - (1.0 - low)).abs() < 1e-15);
    }

    #[test]
    fn wilson_at_the_ends_and_for_huge_runs() {
        // None of n: z²/(n + z²); all of n: n/(n + z²).
        let none = Interval::wilson(0, 100);
        assert_eq!(none.low, 0.0);
        assert!((none.high - 3.841_459 / 103.841_459).abs() < 1e-8);
        let all = Interval::wilson(100, 100);
        assert_eq!(all.high, 1.0);
        assert!((all.low - 100.0 / 103.841_459).abs() < 1e-8);
        assert_eq!(Interval::wilson(0, 0), Interval { low: 0.0, high: 1.0 });

        let huge = 1_000_000_000_000;
        // One success in 10¹²: (1 + 1.920729 ± 1.959964·√(1 + 0.960365)) · 10⁻¹² = 0.176532 and 5.664927 · 10⁻¹².
        let once = Interval::wilson(1, huge);
        assert!((once.low * 1e12 - 0.176_532).abs() < 1e-5 && (once.high * 1e12 - 5.664_927).abs() < 1e-5, "{once:?}");
        // Half of 10¹²: 0.5 ± 1.959964 / (2·10⁶).
        assert!((Interval::wilson(huge / 2, huge).half_width() - 0.979_982e-6).abs() < 1e-11);
        assert!(Interval::wilson(huge - 1, huge).high < 1.0);
    }

    #[test]
    fn normal_by_hand() {
        // s = 2 over 400 trials: half-width 1.959964·2/20 = 0.1959964.
        let interval = Interval::normal(3.5, 2.0, 400);
        assert!((interval.low - 3.304_003_6).abs() < 1e-7 && (interval.high - 3.695_996_4).abs() < 1e-7);
        assert!((interval.half_width() - 0.195_996_4).abs() < 1e-7);
        assert!(Interval::normal(1.0, f64::NAN, 1).half_width().is_infinite());
    }

    /// Repetitions of each experiment, with fixed seeds; counted is how often the interval holds the truth.
    const EXPERIMENTS: u64 = 2000;

    /// Wilson's coverage is a known sum over the binomial distribution, and near 95 %; experiments must agree with it.
    /// α = 0.001 a case (3.29 standard errors), 0.009 in all.
    #[test]
    fn wilson_covers_what_it_promises() {
        for (case, (percent, n)) in [2, 30, 90].into_iter().flat_map(|p| [40, 150, 600].map(|n| (p, n))).enumerate() {
            let p = percent as f64 / 100.0;
            let holds = |k| {
                let interval = Interval::wilson(k, n);
                interval.low <= p && p <= interval.high
            };
            let binomial = Binomial::new(p, n).unwrap();
            let known: f64 = (0..=n).filter(|&k| holds(k)).map(|k| binomial.pmf(k)).sum();
            assert!((0.92..0.98).contains(&known), "{percent} % of {n}: {known}");

            let mut dice = Stream { seed: 1, scenario: "coverage".into() }.batch(case as u64);
            let covered =
                (0..EXPERIMENTS).filter(|_| holds((0..n).filter(|_| dice.below(100) < percent).count() as u64)).count();
            let share = covered as f64 / EXPERIMENTS as f64;
            let allowed = 3.29 * (known * (1.0 - known) / EXPERIMENTS as f64).sqrt();
            assert!((share - known).abs() < allowed, "{percent} % of {n}: {share}, not {known}");
        }
    }

    /// The mean of a D6, of sixes on a D6, and of the square of a D6 lies in its interval 95 times in 100.
    /// Skewed measures fall short of it for few trials, so 200 and more are asked; within 0.02, which is over four
    /// standard errors (0.0049): α < 0.001 in all.
    #[test]
    fn normal_covers_what_it_promises() {
        type Reading = fn(u64) -> u64;
        let measures: [(Reading, f64); 3] =
            [(|face| face, 3.5), (|face| u64::from(face == 6), 1.0 / 6.0), (|face| face * face, 91.0 / 6.0)];
        for (case, ((measure, truth), n)) in measures.into_iter().flat_map(|m| [200, 500].map(|n| (m, n))).enumerate() {
            let mut dice = Stream { seed: 2, scenario: "coverage".into() }.batch(case as u64);
            let covered = (0..EXPERIMENTS).filter(|_| {
                let mut counts = [0; 37];
                (0..n).for_each(|_| counts[measure(dice.below(6) + 1) as usize] += 1);
                let tally = Distribution::from_counts(&counts);
                let interval = Interval::normal(tally.mean(), tally.sample_std_dev(), n);
                interval.low <= truth && truth <= interval.high
            });
            let share = covered.count() as f64 / EXPERIMENTS as f64;
            assert!((share - 0.95).abs() < 0.02, "mean {truth} of {n}: {share}");
        }
    }
}
