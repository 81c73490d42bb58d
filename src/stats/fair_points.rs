//! The price at which a formation costs as much as it takes from a field.

use super::interval::{Interval, Z_95};

/// What a formation and one opponent take from each other, on average over the trials of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exchange {
    /// The opponent's list price, points.
    pub price: f64,
    /// The share of its points, 0–1, that the formation loses.
    pub lost: f64,
    /// The share of its points, 0–1, that the opponent loses.
    pub taken: f64,
    /// The variance of the mean `lost`: 0 if it is exact.
    pub lost_variance: f64,
    /// The variance of the mean `taken`.
    pub taken_variance: f64,
    /// The covariance of the two means.
    pub covariance: f64,
}

/// The fair points of a formation against a field, Σ taken·price / Σ lost, and their 95 % interval. `None` if it
/// loses nothing: then no price is too high.
///
/// The interval is that of a ratio of two means by the delta method (Cramér, 1946), not below 0; cells are independent.
/// It takes the numbers of trials as large: some hundred a cell.
pub fn fair_points(field: &[Exchange]) -> Option<(f64, Interval)> {
    let taken: f64 = field.iter().map(|cell| cell.taken * cell.price).sum();
    let lost: f64 = field.iter().map(|cell| cell.lost).sum();
    if lost <= 0.0 {
        return None;
    }
    let fair = taken / lost;
    let variance: f64 = field
        .iter()
        .map(|cell| {
            cell.price * cell.price * cell.taken_variance + fair * fair * cell.lost_variance
                - 2.0 * fair * cell.price * cell.covariance
        })
        .sum();
    // A variance that is not known, as with a single trial, stays unknown.
    let half = Z_95 * variance.clamp(0.0, f64::INFINITY).sqrt() / lost;
    Some((fair, Interval { low: (fair - half).clamp(0.0, f64::INFINITY), high: fair + half }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle_odds_engine::sampled::Stream;

    fn exact(price: f64, lost: f64, taken: f64) -> Exchange {
        Exchange { price, lost, taken, lost_variance: 0.0, taken_variance: 0.0, covariance: 0.0 }
    }

    #[test]
    fn fair_points_by_hand() {
        // (0.5·200 + 0.25·400) / (0.5 + 0.3) = 250.
        let (fair, interval) = fair_points(&[exact(200.0, 0.5, 0.5), exact(400.0, 0.3, 0.25)]).unwrap();
        assert!((fair - 250.0).abs() < 1e-9 && interval == Interval::exact(fair));
        let (_, interval) = fair_points(&[Exchange { lost_variance: f64::NAN, ..exact(200.0, 0.5, 0.5) }]).unwrap();
        assert!(interval.low.is_nan() && interval.high.is_nan());
        assert_eq!(fair_points(&[exact(200.0, 0.0, 0.5)]), None);
    }

    /// Against three opponents, in 300 trials each: the winner takes half or all of the other and may lose half. The true
    /// price lies in the interval 95 times in 100, in 2000 experiments (seed 5) within 0.02, four standard errors.
    #[test]
    fn the_interval_covers() {
        let mut dice = Stream { seed: 5, scenario: "fair".into() }.batch(0);
        let field = [(200.0, 3), (350.0, 5), (100.0, 8)];
        // Of ten falls `wins` are won: it takes 1 and loses 0 or 0.5 in turn; in the others it takes 0.5 or 0 and loses 1.
        let outcome = |fall: u64, wins: u64| {
            let even = if fall.is_multiple_of(2) { 0.5 } else { 0.0 };
            if fall < wins { (1.0, even) } else { (even, 1.0) }
        };
        let sum = |of: fn((f64, f64)) -> f64, wins| (0..10).map(|fall| of(outcome(fall, wins))).sum::<f64>() / 10.0;
        let truth = field.iter().map(|&(price, wins)| price * sum(|x| x.0, wins)).sum::<f64>()
            / field.iter().map(|&(_, wins)| sum(|x| x.1, wins)).sum::<f64>();
        let n = 300.0;
        let covered = (0..2000).filter(|_| {
            let cells = field.map(|(price, wins)| {
                let [mut t, mut l, mut tt, mut ll, mut tl] = [0.0; 5];
                for _ in 0..300 {
                    let (taken, lost) = outcome(dice.below(10), wins);
                    (t, l, tt, ll, tl) = (t + taken, l + lost, tt + taken * taken, ll + lost * lost, tl + taken * lost);
                }
                let (taken, lost) = (t / n, l / n);
                Exchange {
                    price,
                    lost,
                    taken,
                    lost_variance: (ll / n - lost * lost) / n,
                    taken_variance: (tt / n - taken * taken) / n,
                    covariance: (tl / n - taken * lost) / n,
                }
            });
            let (_, interval) = fair_points(&cells).unwrap();
            interval.low <= truth && truth <= interval.high
        });
        let share = covered.count() as f64 / 2000.0;
        assert!((share - 0.95).abs() < 0.02, "{share}");
    }
}
