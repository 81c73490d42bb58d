//! The binomial distribution in ranges where the textbook formula loses its digits: billions of trials, far tails.

use statrs::function::gamma::ln_gamma;

/// ln √(2π).
const LN_ROOT_TWO_PI: f64 = 0.918_938_533_204_672_8;

/// A further term of a tail that is this small a share of the sum changes nothing.
const NEGLIGIBLE: f64 = 1e-17;

/// What Stirling's formula leaves out, for x > 0: ln Γ(x) − (x − 1/2)·ln x + x − ln √(2π).
///
/// About 1/(12x), so that differences of ln Γ can be put together without the large terms that cancel
/// (Loader, 2000: "Fast and accurate computation of binomial probabilities").
pub(crate) fn stirling_error(x: f64) -> f64 {
    if x < 15.0 {
        return ln_gamma(x) - (x - 0.5) * x.ln() + x - LN_ROOT_TWO_PI;
    }
    let s = 1.0 / (x * x);
    (1.0 / 12.0 - s * (1.0 / 360.0 - s * (1.0 / 1260.0 - s / 1680.0))) / x
}

/// How far counts are from the expected ones, in nats: Σ observed·ln(observed / expected) over the two sides, of which one
/// got `shift` more than its expected `yes` and the other as many less than its expected `no`.
///
/// With h(u) = (1 + u)·ln(1 + u) − u it is yes·h(shift/yes) + no·h(−shift/no), two terms that are never negative.
pub(crate) fn deviance(shift: f64, yes: f64, no: f64) -> f64 {
    let excess = |u: f64| if u <= -1.0 { 1.0 } else { (1.0 + u) * u.ln_1p() - u };
    yes * excess(shift / yes) + no * excess(-shift / no)
}

/// P(X = k) for k of n trials that succeed with chance p, 0 < p < 1 (Loader, 2000).
pub fn probability(k: u64, n: u64, p: f64) -> f64 {
    let (yes, no) = (k as f64, n.saturating_sub(k) as f64);
    match (k, k.cmp(&n)) {
        (0, _) => (no * (-p).ln_1p()).exp(),
        (_, std::cmp::Ordering::Equal) => (yes * p.ln()).exp(),
        (_, std::cmp::Ordering::Greater) => 0.0,
        _ => {
            let all = n as f64;
            let error = stirling_error(all) - stirling_error(yes) - stirling_error(no);
            let exponent = error - deviance(yes - all * p, all * p, all * (1.0 - p));
            exponent.exp() * (all / (std::f64::consts::TAU * yes * no)).sqrt()
        }
    }
}

/// P(X <= k) and P(X >= k), 0 < p < 1: the tail away from the mean is summed term by term, the other is the rest.
pub(crate) fn tails(k: u64, n: u64, p: f64) -> (f64, f64) {
    let here = probability(k, n, p);
    let odds = p / (1.0 - p);
    let above = k as f64 >= n as f64 * p;
    let (mut place, mut term, mut far) = (k, here, here);
    while place != if above { n } else { 0 } && term > far * NEGLIGIBLE {
        if above {
            term *= (n - place) as f64 / (place + 1) as f64 * odds;
            place += 1;
        } else {
            term *= place as f64 / (n - place + 1) as f64 / odds;
            place -= 1;
        }
        far += term;
    }
    let far = far.min(1.0);
    let near = (1.0 - far + here).min(1.0);
    if above { (near, far) } else { (far, near) }
}

/// The exact two-sided p-value of k successes of n: twice the smaller tail, at most 1 (Clopper and Pearson, 1934).
pub fn two_sided(k: u64, n: u64, p: f64) -> f64 {
    let (low, high) = tails(k, n, p);
    (2.0 * low.min(high)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{Binomial, Discrete, DiscreteCDF};

    #[test]
    fn the_error_of_stirling_joins_up() {
        // At 1: ln Γ = 0, so 1 − ln √(2π); from 15 on the series, just below it the definition.
        assert!((stirling_error(1.0) - (1.0 - LN_ROOT_TWO_PI)).abs() < 1e-14);
        assert!((stirling_error(15.0) - stirling_error(15.0 - 1e-9)).abs() < 1e-12);
        assert!((stirling_error(1e12) * 12e12 - 1.0).abs() < 1e-12);
    }

    #[test]
    fn small_cases_by_hand() {
        // Two dice, sixes: 25/36, 10/36, 1/36.
        let sixes = [0, 1, 2, 3].map(|k| probability(k, 2, 1.0 / 6.0) * 36.0);
        assert!(sixes.iter().zip([25.0, 10.0, 1.0, 0.0]).all(|(a, b)| (a - b).abs() < 1e-12), "{sixes:?}");
        let (low, high) = tails(1, 2, 1.0 / 6.0);
        assert!((low - 35.0 / 36.0).abs() < 1e-14 && (high - 11.0 / 36.0).abs() < 1e-14);
        assert!((two_sided(2, 2, 1.0 / 6.0) - 2.0 / 36.0).abs() < 1e-15);
        assert_eq!(two_sided(1, 2, 0.5), 1.0);
    }

    #[test]
    fn agrees_with_a_library_where_that_is_exact() {
        for (n, p) in [(10, 0.5), (60, 1.0 / 6.0), (500, 0.002), (500, 0.99)] {
            let known = Binomial::new(p, n).unwrap();
            for k in 0..=n {
                assert!((probability(k, n, p) - known.pmf(k)).abs() < 1e-12, "{k} of {n}");
                let (low, high) = tails(k, n, p);
                let above = if k == 0 { 1.0 } else { known.sf(k - 1) };
                assert!((low - known.cdf(k)).abs() < 1e-10 && (high - above).abs() < 1e-10, "{k} of {n}");
            }
        }
    }

    #[test]
    fn huge_runs_keep_their_digits() {
        // 10¹² trials of chance 10⁻¹² are Poisson(1): P(0) = P(1) = e⁻¹, P(X >= 3) = 1 − 2.5·e⁻¹ = 0.080301.
        let n = 1_000_000_000_000;
        for k in [0, 1] {
            assert!((probability(k, n, 1e-12) - (-1.0_f64).exp()).abs() < 1e-11, "{k}");
        }
        assert!((tails(3, n, 1e-12).1 - (1.0 - 2.5 * (-1.0_f64).exp())).abs() < 1e-11);
        // Even chances: P(n/2) = √(2 / (π·n)).
        assert!((probability(n / 2, n, 0.5) * 1e6 - (2.0 / std::f64::consts::PI).sqrt()).abs() < 1e-9);
        // Five standard errors off: 2.87·10⁻⁷ on one side.
        let (_, high) = tails(502_500, 1_000_000, 0.5);
        assert!((high - 2.87e-7).abs() < 0.02e-7, "{high}");
    }
}
