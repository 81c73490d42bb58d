//! The confidence sequence of a chance.

use super::end;
use crate::binomial::{deviance, stirling_error};
use crate::interval::Interval;

/// The variance p·(1 − p) that the sequence is tuned for: that of a chance of 1 in 20.
const TUNED_FOR: f64 = 0.05;

/// More trials than the mixture is ever worth: no run is as long.
const HEAVIEST: f64 = 1e15;

/// The beta-binomial mixture confidence sequence of a chance (Robbins, 1970; Howard, Ramdas, McAuliffe and Sekhon,
/// 2021, the mixture for bounded observations): after k successes in n trials, all p with
///
/// M(p) = B(r·p + k, r·(1 − p) + n − k) / B(r·p, r·(1 − p)) / (p^k·(1 − p)^(n − k)) < 1/alpha.
///
/// M(p) is the likelihood of the trials averaged over a beta distribution around p that is worth r trials, divided by their
/// likelihood under p. If p is the truth, each factor it gains has mean 1, so the chance that it ever reaches 1/alpha is at
/// most alpha (Ville, 1939), whenever one looks and for whatever reason one stops.
///
/// The set is an interval around k/n: M(p) = Π(r + i/p)·Π(r + j/(1 − p)) / Π(r + m), over i < k, j < n − k and m < n,
/// whose logarithm is a sum of convex functions of p, and M(k/n) <= 1 because no p makes the trials likelier than k/n.
///
/// Any r fixed beforehand is valid. The best one for a chance with variance v read at the half-width ε is near v/ε²; with r
/// = 0.05/ε² and alpha 0.05 the interval is 3.0 to 3.2 standard errors wide either way when it reaches ε, for chances from
/// 2 % to 98 %: at most a tenth more trials than with the best r for each. Rarer events stop early anyway. (The usual r·p =
/// 1/2 for all p, Jeffreys' prior, needs 4.5 standard errors at a million trials: twice the trials.)
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    alpha: f64,
    weight: f64,
}

impl Chance {
    /// The sequence with error at most `alpha` that is narrowest around the half-width `precision`.
    pub fn new(precision: f64, alpha: f64) -> Chance {
        Chance { alpha, weight: (TUNED_FOR / (precision * precision)).clamp(1.0, HEAVIEST) }
    }

    /// The interval, 0–1, after this many successes in this many trials; without trials it is 0 to 1.
    pub fn interval(&self, successes: u64, trials: u64) -> Interval {
        if trials == 0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let successes = successes.min(trials);
        let share = successes as f64 / trials as f64;
        let ruled_out = |p| self.rules_out(p, successes, trials);
        Interval {
            low: if successes == 0 { 0.0 } else { end(share, 0.0, ruled_out) },
            high: if successes == trials { 1.0 } else { end(share, 1.0, ruled_out) },
        }
    }

    /// Whether the trials rule this chance out, 0 < p < 1.
    pub(crate) fn rules_out(&self, p: f64, successes: u64, trials: u64) -> bool {
        self.ln_winnings(p, successes, trials) >= -self.alpha.ln()
    }

    /// ln M(p), 0 < p < 1. With a = r·p, b = r·(1 − p), A = a + k, B = b + n − k, N = r + n and the error δ of
    /// Stirling's formula it is
    ///
    /// A·ln(A/(N·p)) + B·ln(B/(N·(1 − p))) − ½·ln(A·B·r/(a·b·N)) + δ(A) + δ(B) + δ(r) − δ(a) − δ(b) − δ(N):
    ///
    /// the terms in n·ln n, which would cancel, are gone.
    fn ln_winnings(&self, p: f64, successes: u64, trials: u64) -> f64 {
        let (r, q, k, n) = (self.weight, 1.0 - p, successes as f64, trials as f64);
        let (a, b, all) = (r * p, r * q, r + n);
        let (yes, no) = (a + k, b + (n - k));
        let gain = deviance(k - n * p, all * p, all * q);
        let spread = (yes / a).ln() + (no / b).ln() - (all / r).ln();
        let error = [(yes, a), (no, b), (r, all)].map(|(x, y)| stirling_error(x) - stirling_error(y));
        gain - spread / 2.0 + error.iter().sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binomial::probability;
    use statrs::function::beta::ln_beta;

    #[test]
    fn winnings_by_hand() {
        // r = 2 (precision √(1/40)), p = 1/2: a = b = 1, the uniform mixture. 3 of 4: B(4, 2)/B(1, 1)·2⁴ = 16/20.
        let uniform = Chance::new((TUNED_FOR / 2.0_f64).sqrt(), 0.05);
        assert!((uniform.ln_winnings(0.5, 3, 4) - 0.8_f64.ln()).abs() < 1e-13);
        // None of 20: 2²⁰/21.
        assert!((uniform.ln_winnings(0.5, 0, 20) - (2.0_f64.powi(20) / 21.0).ln()).abs() < 1e-12);
    }

    #[test]
    fn winnings_are_what_the_formula_says() {
        let sequence = Chance::new(0.01, 0.05);
        let r = sequence.weight;
        for (k, n) in [(0, 50), (1, 50), (50, 50), (300, 1000), (9_999, 10_000)] {
            for p in [0.001, 0.02, 0.3, 0.5, 0.97] {
                let (a, b, y, x) = (r * p, r * (1.0 - p), k as f64, (n - k) as f64);
                let known = ln_beta(a + y, b + x) - ln_beta(a, b) - y * p.ln() - x * (1.0 - p).ln();
                let found = sequence.ln_winnings(p, k, n);
                assert!((found - known).abs() < 1e-9 * known.abs().max(100.0), "{k} of {n}, {p}: {found}, not {known}");
            }
        }
    }

    /// The promise itself: if p is the truth, M(p) is 1 on average, after any number of trials.
    #[test]
    fn the_game_is_fair() {
        for (precision, p, n) in [(0.1, 0.5, 1), (0.1, 0.3, 7), (0.02, 0.02, 60), (0.001, 0.9, 200)] {
            let sequence = Chance::new(precision, 0.05);
            let mean: f64 = (0..=n).map(|k| probability(k, n, p) * sequence.ln_winnings(p, k, n).exp()).sum();
            assert!((mean - 1.0).abs() < 1e-10, "{p}, {n}: {mean}");
        }
    }

    #[test]
    fn known_ends() {
        // r = 500. None of n: M(p) = Π(r + j/(1 − p))/(r + j) and M(high) = 20, by the definition.
        let sequence = Chance::new(0.01, 0.05);
        let none = sequence.interval(0, 1000);
        let ln_product = |p: f64| {
            let factor = |j: f64| (500.0 + j / (1.0 - p)).ln() - (500.0 + j).ln();
            (0..1000).map(f64::from).map(factor).sum::<f64>()
        };
        assert_eq!(none.low, 0.0);
        assert!((ln_product(none.high) - 20.0_f64.ln()).abs() < 1e-5, "{none:?}");
        let all = sequence.interval(1000, 1000);
        assert_eq!(all.high, 1.0);
        assert!((all.low - (1.0 - none.high)).abs() < 1e-8);
        assert_eq!(sequence.interval(0, 0), Interval { low: 0.0, high: 1.0 });
        // A single success never rules small chances out: M(p) falls to r/(r + n − 1) at 0.
        assert_eq!(sequence.interval(1, 1000).low, 0.0);
    }

    #[test]
    fn ends_stay_within_0_and_1_and_around_the_share() {
        for precision in [0.05, 0.001, 1e-5] {
            let sequence = Chance::new(precision, 0.05);
            for n in [1, 2, 3, 10, 8192, 1_000_000, 1_000_000_000_000] {
                for k in [0, 1, 2, n / 3, n / 2, n - 1, n].into_iter().filter(|&k| k <= n) {
                    let Interval { low, high } = sequence.interval(k, n);
                    let share = k as f64 / n as f64;
                    assert!((0.0..=share).contains(&low) && (share..=1.0).contains(&high), "{k} of {n}: {low} {high}");
                }
            }
        }
    }

    #[test]
    fn huge_runs_keep_their_digits() {
        let n = 1_000_000_000_000;
        // Large counts are normal: half-width √((1 + r/n)·(ln(1 + n/r) + 2·ln(1/alpha))·p·(1 − p)/n).
        let sequence = Chance::new(1e-6, 0.05);
        let ratio = n as f64 / sequence.weight;
        let errors = ((1.0 + 1.0 / ratio) * ((1.0 + ratio).ln() - 2.0 * 0.05_f64.ln())).sqrt();
        assert!((sequence.interval(n / 2, n).half_width() / (errors * 0.5e-6) - 1.0).abs() < 1e-5);
        // None of n, with x = n·high: x − r/n·x·ln(1 + n/r) = ln 20.
        let none = sequence.interval(0, n).high * n as f64;
        assert!((none * (1.0 - (1.0 + ratio).ln() / ratio) - 20.0_f64.ln()).abs() < 1e-5, "{none}");
        let mirrored = sequence.interval(n, n).low;
        assert!((1.0 - mirrored - none / n as f64).abs() < 1e-15);
        let rare = sequence.interval(100, n);
        assert!(rare.low > 50e-12 && rare.high < 160e-12, "{rare:?}");
    }

    #[test]
    fn narrower_with_more_trials() {
        let sequence = Chance::new(0.001, 0.05);
        for share in [0.0, 0.001, 0.2, 0.5, 1.0] {
            let sizes = [1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000_u64];
            let widths = sizes.map(|n| sequence.interval((n as f64 * share) as u64, n).half_width());
            assert!(widths.windows(2).all(|pair| pair[1] < pair[0]), "{share}: {widths:?}");
        }
    }
}
