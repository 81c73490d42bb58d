//! A chance, or the mean of a measure, from the mean of independent, unbiased repetitions.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::interval::{Interval, Z_95};

/// The interval of a chance that errs with `alpha`, from the mean of this many repetitions and its standard error as a
/// share of it: Student's (1908), for the logarithm of the mean (delta method), so that it stays above 0 when the error is
/// large.
pub fn interval(mean: f64, error: f64, repetitions: usize, alpha: f64) -> Interval {
    let freedom = repetitions.saturating_sub(1).max(1) as f64;
    let t = StudentsT::new(0.0, 1.0, freedom).map_or(f64::INFINITY, |t| t.inverse_cdf(1.0 - alpha / 2.0));
    let factor = (t * error).exp();
    Interval { low: mean / factor, high: (mean * factor).min(1.0) }
}

/// How many independent trials of a measure with this variance would give its mean as precisely as independent repetitions
/// with these means: its variance divided by that of their mean, reduced by Student's t for few repetitions.
pub fn worth_in_trials(variance: f64, means: &[f64]) -> f64 {
    let count = means.len() as f64;
    let mean = means.iter().sum::<f64>() / count;
    let squares: f64 = means.iter().map(|one| (one - mean).powi(2)).sum();
    let of_mean = squares / (count - 1.0) / count;
    let t = StudentsT::new(0.0, 1.0, count - 1.0).map_or(f64::INFINITY, |t| t.inverse_cdf(0.975));
    variance / of_mean * (Z_95 / t).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        // 25 repetitions: t of 24 degrees of freedom is 2.063899.
        let Interval { low, high } = interval(1e-9, 0.01, 25, 0.05);
        let factor = 0.02063899_f64.exp();
        assert!((high / 1e-9 / factor - 1.0).abs() < 1e-7 && (low * 1e9 * factor - 1.0).abs() < 1e-7, "{low} {high}");
    }

    #[test]
    fn means_of_many_trials_are_worth_these_trials() {
        // Means of 100 trials each with variance 4 have the variance 4/100: here ± 0.2 around 5, set by hand.
        let means: Vec<f64> = (0..32).map(|number| 5.0 + if number % 2 == 0 { 0.2 } else { -0.2 }).collect();
        // The sample variance is 0.04 · 32/31; t of 31 degrees of freedom is 2.039513.
        let known = 3200.0 * 31.0 / 32.0 * (1.959964_f64 / 2.039513).powi(2);
        assert!((worth_in_trials(4.0, &means) / known - 1.0).abs() < 1e-6);
    }
}
