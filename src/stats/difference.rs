//! The difference of two chances in paired trials.

use statrs::distribution::{ContinuousCDF, Normal};

use super::interval::Interval;
use super::sequence::end;
use battle_odds_engine::pair_counts::Pairs;

/// The standard normal point that leaves alpha outside at both ends together: 1.96 for alpha 0.05.
///
/// For m intervals that are to hold all together with chance 1 − alpha, take alpha/m (Bonferroni, 1936; Dunn, 1961): the
/// chance that any misses is at most the sum of their chances, however they depend on each other.
pub fn normal_point(alpha: f64) -> f64 {
    Normal::standard().inverse_cdf(1.0 - alpha / 2.0)
}

/// The score interval of the difference of two chances, −1 to 1, from paired trials (Tango, 1998): all Δ with
/// |b − c − n·Δ| <= z·√(n·(2·q + Δ·(1 − Δ))), where in b of n trials only the first reached its goal, in c only the second,
/// and q is the likeliest chance of "only the second" if the difference is Δ: the larger root of
/// 2n·q² + ((2n − b + c)·Δ − b − c)·q − c·Δ·(1 − Δ) = 0.
///
/// Trials in which both did or neither did count in n alone. If the two differed in no trial it is 0 ± z²/(n + z²): that
/// they never differ is not proven. Without trials it is −1 to 1.
pub fn score_interval(pairs: &Pairs, z: f64) -> Interval {
    let trials = pairs.trials();
    if trials == 0 {
        return Interval { low: -1.0, high: 1.0 };
    }
    let (b, c, n) = (pairs.first as f64, pairs.second as f64, trials as f64);
    let ruled_out = |delta: f64| {
        let linear = (2.0 * n - b + c) * delta - b - c;
        let constant = -c * delta * (1.0 - delta);
        let q = ((linear * linear - 8.0 * n * constant).max(0.0).sqrt() - linear) / (4.0 * n);
        let variance = n * (2.0 * q + delta * (1.0 - delta));
        (b - c - n * delta).powi(2) > z * z * variance.max(0.0)
    };
    let difference = pairs.difference();
    let inside = |outside: f64| if ruled_out(outside) { end(difference, outside, ruled_out) } else { outside };
    Interval { low: inside(-1.0), high: inside(1.0) }
}

/// The variance of the difference in one trial: (b + c)/n − ((b − c)/n)².
pub fn variance(pairs: &Pairs) -> f64 {
    let difference = pairs.difference();
    (pairs.changed() as f64 / pairs.trials().max(1) as f64 - difference * difference).max(0.0)
}

/// About how wide the interval is compared with one from as many trials with separate luck for each: the square root of the
/// ratio of the variances; 1 if there is no variance at all.
pub fn narrowing(pairs: &Pairs) -> f64 {
    let n = pairs.trials().max(1) as f64;
    let of_one = |only: u64| {
        let chance = (pairs.both + only) as f64 / n;
        chance * (1.0 - chance)
    };
    let apart = of_one(pairs.first) + of_one(pairs.second);
    if apart > 0.0 { (variance(pairs) / apart).sqrt() } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::Z_95;
    use battle_odds_engine::sampled::Stream;

    fn pairs(both: u64, first: u64, second: u64, neither: u64) -> Pairs {
        Pairs { both, first, second, neither }
    }

    #[test]
    fn points_of_the_normal_distribution() {
        assert!((normal_point(0.05) - Z_95).abs() < 1e-9);
        assert!((normal_point(0.05 / 3.0) - 2.393_980).abs() < 1e-5);
    }

    #[test]
    fn ends_by_hand() {
        // Nothing differs: n·Δ² = z²·(1 − Δ)·Δ with q = 0, so Δ = z²/(n + z²).
        let same = score_interval(&pairs(60, 0, 0, 40), Z_95);
        let known = 3.841_459 / 103.841_459;
        assert!((same.high - known).abs() < 1e-6 && (same.low + known).abs() < 1e-6, "{same:?}");
        // Mirrored.
        let (one, other) = (score_interval(&pairs(30, 20, 10, 40), 2.0), score_interval(&pairs(30, 10, 20, 40), 2.0));
        assert!((one.low + other.high).abs() < 1e-6 && (one.high + other.low).abs() < 1e-6);
        // A million: d ± z·√(variance/n) = 0.01 ± 1.959964·√(0.0499/10⁶) = ± 0.00043782.
        let many = score_interval(&pairs(500_000, 30_000, 20_000, 450_000), Z_95);
        assert!((many.half_width() - 0.000_437_82).abs() < 1e-7, "{many:?}");
        assert_eq!(score_interval(&Pairs::default(), Z_95), Interval { low: -1.0, high: 1.0 });
        let all = score_interval(&pairs(0, 10, 0, 0), Z_95);
        // All differ: (1 − Δ)·n = z²·(1 + Δ), so Δ = (n − z²)/(n + z²) = 6.158541/13.841459.
        assert!(all.high == 1.0 && (all.low - 0.444_935).abs() < 1e-6, "{all:?}");
    }

    #[test]
    fn narrowing_by_hand() {
        // Chances 1/2 and 1/2: apart 1/2 a trial, paired with a tenth of trials changed 1/10.
        assert!((narrowing(&pairs(45, 5, 5, 45)) - 0.2_f64.sqrt()).abs() < 1e-12);
        assert_eq!(narrowing(&pairs(10, 0, 0, 0)), 1.0);
    }

    /// How often the interval holds the truth in 4000 experiments with fixed seeds: for a single difference 95 times in
    /// 100, with small chances no fewer than 93.5; for the three differences of three at once by Bonferroni at least 95 in
    /// 100.
    /// 3.29 standard errors (0.0113) are allowed.
    #[test]
    fn it_covers_what_it_promises() {
        let runs = 4000;
        // Chances in thousandths of: both, only the first, only the second.
        for (case, (parts, n)) in
            [([400, 100, 50], 100), ([900, 20, 10], 300), ([300, 200, 0], 200), ([10, 30, 30], 400)]
                .into_iter()
                .enumerate()
        {
            let truth = (parts[1] as f64 - parts[2] as f64) / 1000.0;
            let mut dice = Stream { seed: 6, scenario: "paired coverage".into() }.batch(case as u64);
            let covered = (0..runs).filter(|_| {
                let mut found = Pairs::default();
                for _ in 0..n {
                    match dice.below(1000) {
                        fall if fall < parts[0] => found.both += 1,
                        fall if fall < parts[0] + parts[1] => found.first += 1,
                        fall if fall < parts[0] + parts[1] + parts[2] => found.second += 1,
                        _ => found.neither += 1,
                    }
                }
                let interval = score_interval(&found, Z_95);
                interval.low <= truth && truth <= interval.high
            });
            let share = covered.count() as f64 / f64::from(runs);
            assert!((0.935..0.975).contains(&share), "{parts:?} of {n}: {share}");
        }
    }

    /// Three engagements with chances 0.30, 0.33 and 0.50 and the same luck: all three differences at once.
    #[test]
    fn several_hold_together() {
        let (runs, chances, z) = (2000, [300, 330, 500], normal_point(0.05 / 3.0));
        let mut dice = Stream { seed: 7, scenario: "simultaneous".into() }.batch(0);
        let mut all_held = 0;
        for _ in 0..runs {
            let mut found = [Pairs::default(); 3];
            for _ in 0..400 {
                // The same luck for all, except in a fifth of the trials.
                let shared = dice.below(1000);
                let reached = chances.map(|chance| {
                    let luck = if dice.below(5) == 0 { dice.below(1000) } else { shared };
                    luck < chance
                });
                for (pairs, (one, other)) in found.iter_mut().zip([(0, 1), (0, 2), (1, 2)]) {
                    match (reached[one], reached[other]) {
                        (true, true) => pairs.both += 1,
                        (true, false) => pairs.first += 1,
                        (false, true) => pairs.second += 1,
                        (false, false) => pairs.neither += 1,
                    }
                }
            }
            let held = found.iter().zip([-0.03, -0.2, -0.17]).all(|(pairs, truth)| {
                let interval = score_interval(pairs, z);
                interval.low <= truth && truth <= interval.high
            });
            all_held += u32::from(held);
        }
        let share = f64::from(all_held) / f64::from(runs);
        assert!(share > 0.95 - 0.016, "{share}");
    }
}
