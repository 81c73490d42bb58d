//! What formations are worth: the price at which one costs as much as it takes from a field, and the prices at which all
//! do.

use super::interval::{Interval, Z_95};
use super::reach::all_from_all;

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

/// The prices at which every formation costs what it takes: p(r)·Σ lost(r|c) = Σ lost(c|r)·p(c), with the sum of the list
/// prices. `None` unless points pass, directly or through others, from every formation to every other: otherwise there are
/// no such prices, or many.
///
/// `lost[r][c]` is the share of its points, 0–1, that r loses to c; 0 both ways if they do not meet. The q(r) = p(r)·Σ
/// lost(r|c) are the stationary distribution of a Markov chain that goes from c to r with chance lost(c|r) / Σ lost(c|·),
/// found without a subtraction (Grassmann, Taksar and Heyman, 1985).
///
/// # Panics
/// If the table is not square.
pub fn consistent_points(lost: &[Vec<f64>], list: &[f64]) -> Option<Vec<f64>> {
    let places = lost.len();
    if !all_from_all(places, |from, to| lost[from][to] > 0.0) {
        return None;
    }
    let sums: Vec<f64> = (0..places).map(|r| (0..places).filter(|&c| c != r).map(|c| lost[r][c]).sum()).collect();
    if places < 2 {
        return Some(list.to_vec());
    }
    let mut flow: Vec<Vec<f64>> =
        lost.iter().zip(&sums).map(|(row, sum)| row.iter().map(|x| x / sum).collect()).collect();
    for last in (1..places).rev() {
        let out: f64 = flow[last][..last].iter().sum();
        for from in 0..last {
            flow[from][last] /= out;
            for to in (0..last).filter(|&to| to != from) {
                flow[from][to] += flow[from][last] * flow[last][to];
            }
        }
    }
    let mut shares = vec![1.0];
    while shares.len() < places {
        let share = shares.iter().zip(&flow).map(|(share, row)| share * row[shares.len()]).sum();
        shares.push(share);
    }
    let prices: Vec<f64> = shares.iter().zip(&sums).map(|(share, sum)| share / sum).collect();
    let scale = list.iter().sum::<f64>() / prices.iter().sum::<f64>();
    Some(prices.iter().map(|price| price * scale).collect())
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

    #[test]
    fn twins_are_worth_their_list_price() {
        let found = consistent_points(&[vec![0.4, 0.4], vec![0.4, 0.4]], &[150.0, 150.0]).unwrap();
        assert!(found.iter().all(|price| (price - 150.0).abs() < 1e-9), "{found:?}");
    }

    #[test]
    fn consistent_points_make_all_fair() {
        // Two: p0·0.2 = 0.4·p1, so 2 to 1.
        let two = consistent_points(&[vec![0.0, 0.2], vec![0.4, 0.0]], &[100.0, 200.0]).unwrap();
        assert!((two[0] - 200.0).abs() < 1e-9 && (two[1] - 100.0).abs() < 1e-9, "{two:?}");
        let lost =
            [vec![0.5, 0.2, 0.7, 0.1], vec![0.9, 0.1, 0.3, 0.0], vec![0.2, 0.8, 0.3, 0.6], vec![0.4, 0.5, 0.1, 0.9]];
        let list = [100.0, 250.0, 175.0, 75.0];
        let found = consistent_points(&lost, &list).unwrap();
        assert!((found.iter().sum::<f64>() - 600.0).abs() < 1e-9);
        for r in 0..4 {
            let field: Vec<Exchange> =
                (0..4).filter(|&c| c != r).map(|c| exact(found[c], lost[r][c], lost[c][r])).collect();
            assert!((fair_points(&field).unwrap().0 - found[r]).abs() < 1e-9, "{r}: {found:?}");
        }
    }

    #[test]
    fn who_loses_or_takes_nothing_has_no_consistent_price() {
        assert_eq!(consistent_points(&[vec![0.0, 0.0], vec![0.4, 0.0]], &[100.0, 100.0]), None);
        let apart = [vec![0.0, 0.5, 0.0], vec![0.5, 0.0, 0.0], vec![0.0; 3]];
        assert_eq!(consistent_points(&apart, &[100.0; 3]), None);
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
