//! A chance as the mean of independent repetitions, each of which has it as its mean.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::interval::Interval;

/// The 95 % interval of a chance from the mean of so many repetitions and its standard error as a share of it: Student's
/// (1908), for the logarithm of the mean (delta method), so that it stays above 0 when the error is large.
pub fn interval(mean: f64, error: f64, repetitions: usize) -> Interval {
    let freedom = repetitions.saturating_sub(1).max(1) as f64;
    let t = StudentsT::new(0.0, 1.0, freedom).map_or(f64::INFINITY, |t| t.inverse_cdf(0.975));
    let factor = (t * error).exp();
    Interval { low: mean / factor, high: (mean * factor).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        // 25 repetitions: t of 24 degrees of freedom is 2.063899.
        let Interval { low, high } = interval(1e-9, 0.01, 25);
        let factor = 0.02063899_f64.exp();
        assert!((high / 1e-9 / factor - 1.0).abs() < 1e-7 && (low * 1e9 * factor - 1.0).abs() < 1e-7, "{low} {high}");
    }
}
