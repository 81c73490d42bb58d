//! The exact interval of a chance.

use super::binomial::two_sided;
use super::interval::Interval;
use super::sequence::end;

/// The exact interval of a chance (Clopper and Pearson, 1934), which misses it with a chance of at most alpha: all chances
/// under which neither this many successes or more nor this many or fewer are rarer than alpha/2.
pub(crate) fn clopper_pearson(successes: u64, trials: u64, alpha: f64) -> Interval {
    let share = successes as f64 / trials.max(1) as f64;
    let is_too_rare = |p| two_sided(successes, trials, p) < alpha;
    Interval {
        low: if successes == 0 { 0.0 } else { end(share, 0.0, is_too_rare) },
        high: if successes == trials { 1.0 } else { end(share, 1.0, is_too_rare) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_intervals_by_hand() {
        // None of n: the upper end p has (1 − p)^n = alpha/2; all of n mirrors it. 5 of 10 at 5 %: 0.1871 to 0.8129.
        let none = clopper_pearson(0, 20, 0.05);
        assert!(none.low == 0.0 && (none.high - (1.0 - 0.025_f64.powf(0.05))).abs() < 1e-6, "{none:?}");
        let all = clopper_pearson(20, 20, 0.05);
        assert!(all.high == 1.0 && (all.low - (1.0 - none.high)).abs() < 1e-6, "{all:?}");
        let half = clopper_pearson(5, 10, 0.05);
        assert!((half.low - 0.1871).abs() < 5e-5 && (half.high - 0.8129).abs() < 5e-5, "{half:?}");
        assert_eq!(clopper_pearson(0, 0, 0.05), Interval { low: 0.0, high: 1.0 });
    }
}
