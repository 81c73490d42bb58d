//! The prices at which every formation of a field costs what it takes from the others.

use super::interval::{Interval, Z_95};
use super::inverse::inverse;
use super::reach::all_from_all;

/// What a formation loses to an opponent, on average over the trials of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// The share of its points; more than 1 if several of it can be lost in a battle. 0 if the two do not meet.
    pub lost: f64,
    /// The variance of this mean: 0 if it is exact.
    pub variance: f64,
    /// Its covariance with what the opponent loses to the formation.
    pub covariance: f64,
}

/// The prices at which every formation costs what it takes, with their 95 % intervals: p(r)·Σ lost(r|c) = Σ lost(c|r)·p(c),
/// with the sum of the list prices. `None` unless points pass, directly or through others, from every formation to every
/// other: otherwise there are no such prices, or many.
///
/// The interval is that of the delta method (Cramér, 1946), not below 0; pairs are independent. It takes the numbers of
/// trials as large, and covers the sampling alone.
///
/// # Panics
/// If the table is not square.
pub fn consistent_points(table: &[Vec<Loss>], list: &[f64]) -> Option<Vec<(f64, Interval)>> {
    let places = table.len();
    if !all_from_all(places, |from, to| table[from][to].lost > 0.0) {
        return None;
    }
    let prices = prices(table, list);
    if places < 2 {
        return Some(prices.into_iter().map(|price| (price, Interval::exact(price))).collect());
    }
    let response = response(table)?;
    let found = prices.iter().zip(&response).map(|(&price, response)| {
        let mut variance = 0.0;
        for r in 0..places {
            for c in 0..r {
                // What a further loss of r to c, and of c to r, changes in this price.
                let (theirs, ours) = (prices[c] * (response[r] - response[c]), prices[r] * (response[c] - response[r]));
                let (one, other) = (&table[r][c], &table[c][r]);
                variance += ours * ours * one.variance + theirs * theirs * other.variance;
                variance += 2.0 * ours * theirs * one.covariance;
            }
        }
        // A variance that is not known, as with a single trial, stays unknown.
        let half = Z_95 * variance.clamp(0.0, f64::INFINITY).sqrt();
        (price, Interval { low: (price - half).clamp(0.0, f64::INFINITY), high: price + half })
    });
    Some(found.collect())
}

/// The prices alone. The q(r) = p(r)·Σ lost(r|c) are the stationary distribution of a Markov chain that goes from c to r with
/// chance lost(c|r) / Σ lost(c|·), found without a subtraction (Grassmann, Taksar and Heyman, 1985).
fn prices(table: &[Vec<Loss>], list: &[f64]) -> Vec<f64> {
    let places = table.len();
    if places < 2 {
        return list.to_vec();
    }
    let sums: Vec<f64> = (0..places).map(|r| lost_by(table, r)).collect();
    let mut flow: Vec<Vec<f64>> =
        table.iter().zip(&sums).map(|(row, sum)| row.iter().map(|loss| loss.lost / sum).collect()).collect();
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
    prices.iter().map(|price| price * scale).collect()
}

/// What all others take from a formation.
fn lost_by(table: &[Vec<Loss>], formation: usize) -> f64 {
    let others = table[formation].iter().enumerate().filter(|(other, _)| *other != formation);
    others.map(|(_, loss)| loss.lost).sum()
}

/// How the prices, whose sum is fixed, answer to what is added to one side of the balance of each formation: row by price,
/// column by balance. The equations are A·p = 0 with A(r,r) = Σ lost(r|c) and A(r,c) = −lost(c|r); their columns add up
/// to 0, so that adding 1 to each entry fixes the sum and changes nothing else.
fn response(table: &[Vec<Loss>]) -> Option<Vec<Vec<f64>>> {
    let entry = |r: usize, c: usize| if r == c { lost_by(table, r) } else { -table[c][r].lost };
    inverse((0..table.len()).map(|r| (0..table.len()).map(|c| entry(r, c) + 1.0).collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair_points::{Exchange, fair_points};
    use battle_odds_engine::sampled::Stream;

    fn exact(lost: &[Vec<f64>]) -> Vec<Vec<Loss>> {
        let loss = |&lost: &f64| Loss { lost, ..Loss::default() };
        lost.iter().map(|row| row.iter().map(loss).collect()).collect()
    }

    fn found(lost: &[Vec<f64>], list: &[f64]) -> Option<Vec<f64>> {
        let found = consistent_points(&exact(lost), list)?;
        assert!(found.iter().all(|(price, interval)| *interval == Interval::exact(*price)));
        Some(found.into_iter().map(|(price, _)| price).collect())
    }

    #[test]
    fn twins_are_worth_their_list_price() {
        let found = found(&[vec![0.4, 0.4], vec![0.4, 0.4]], &[150.0, 150.0]).unwrap();
        assert!(found.iter().all(|price| (price - 150.0).abs() < 1e-9), "{found:?}");
    }

    #[test]
    fn consistent_points_make_all_fair() {
        // Two: p0·0.2 = 0.4·p1, so 2 to 1.
        let two = found(&[vec![0.0, 0.2], vec![0.4, 0.0]], &[100.0, 200.0]).unwrap();
        assert!((two[0] - 200.0).abs() < 1e-9 && (two[1] - 100.0).abs() < 1e-9, "{two:?}");
        let lost =
            [vec![0.5, 0.2, 0.7, 0.1], vec![0.9, 0.1, 0.3, 0.0], vec![0.2, 0.8, 0.3, 0.6], vec![0.4, 0.5, 0.1, 0.9]];
        let list = [100.0, 250.0, 175.0, 75.0];
        let found = found(&lost, &list).unwrap();
        assert!((found.iter().sum::<f64>() - 600.0).abs() < 1e-9);
        for r in 0..4 {
            let meets = |c: usize| Exchange {
                price: found[c],
                lost: lost[r][c],
                taken: lost[c][r],
                lost_variance: 0.0,
                taken_variance: 0.0,
                covariance: 0.0,
            };
            let field: Vec<Exchange> = (0..4).filter(|&c| c != r).map(meets).collect();
            assert!((fair_points(&field).unwrap().0 - found[r]).abs() < 1e-9, "{r}: {found:?}");
        }
    }

    #[test]
    fn who_loses_or_takes_nothing_has_no_consistent_price() {
        assert_eq!(found(&[vec![0.0, 0.0], vec![0.4, 0.0]], &[100.0, 100.0]), None);
        let apart = [vec![0.0, 0.5, 0.0], vec![0.5, 0.0, 0.0], vec![0.0; 3]];
        assert_eq!(found(&apart, &[100.0; 3]), None);
    }

    /// Two that lose 0.5 ± 0.05 each, independently: p0 = 200·b / (a + b), whose slopes are ∓100.
    #[test]
    fn the_interval_of_two_by_hand() {
        let loss = Loss { lost: 0.5, variance: 0.0025, covariance: 0.0 };
        let found = consistent_points(&vec![vec![loss; 2]; 2], &[150.0, 50.0]).unwrap();
        let half = Z_95 * (2.0 * (100.0_f64 * 0.05).powi(2)).sqrt();
        assert!((found[0].0 - 100.0).abs() < 1e-9 && (found[0].1.half_width() - half).abs() < 1e-6, "{found:?}");
        // What one loses the other does not: both slopes act together.
        let loss = Loss { covariance: -0.0025, ..loss };
        let found = consistent_points(&vec![vec![loss; 2]; 2], &[150.0, 50.0]).unwrap();
        assert!((found[0].1.half_width() - Z_95 * 10.0).abs() < 1e-6, "{found:?}");
    }

    /// How many of each side meet in a battle of a field.
    type Meeting = fn(f64, f64) -> Option<[f64; 2]>;

    /// How often the interval of each of five formations holds its true price, in 400 fields of 300 trials a battle. The
    /// list has the true prices. In a battle each side loses one of its formations or not, the more likely the stronger
    /// the other is, by the square law of Lanchester (1916): the larger side loses less than its share.
    fn covered(seed: u64, meet: Meeting) -> f64 {
        const TRUE: [f64; 5] = [100.0, 200.0, 300.0, 400.0, 600.0];
        const FIELDS: usize = 400;
        let mut dice = Stream { seed, scenario: "a field with true prices".into() }.batch(0);
        let mut hits = 0;
        for _ in 0..FIELDS {
            let mut table = vec![vec![Loss::default(); TRUE.len()]; TRUE.len()];
            for one in 0..TRUE.len() {
                for other in (0..TRUE.len()).filter(|&other| other != one) {
                    let Some([own, theirs]) = meet(TRUE[one], TRUE[other]) else { continue };
                    let [own_side, their_side] = [own * TRUE[one], theirs * TRUE[other]];
                    // A chance in thousandths, of losing all that was brought.
                    let chance = 1000.0 * their_side.powi(2) / (own_side.powi(2) + their_side.powi(2));
                    let lost = (0..300).filter(|_| (dice.below(1000) as f64) < chance).count() as f64 / 300.0;
                    let variance = lost * (1.0 - lost) / 300.0;
                    table[one][other] = Loss { lost: own * lost, variance: own * own * variance, covariance: 0.0 };
                }
            }
            let found = consistent_points(&table, &TRUE).unwrap();
            hits += TRUE.iter().zip(found).filter(|(of, (_, at))| at.low <= **of && **of <= at.high).count();
        }
        hits as f64 / (TRUE.len() * FIELDS) as f64
    }

    /// A duel of unequal sizes says more of size than of price: true prices are found again where both sides bring equally
    /// many points, and not where one of each meets. Within 0.02: four standard errors of 2000 intervals.
    #[test]
    fn true_prices_are_found_again_where_sides_are_equal() {
        let equal = covered(6, |one, other| {
            let counts = (1..=4).flat_map(|own| (1..=4).map(move |theirs| [f64::from(own), f64::from(theirs)]));
            counts.into_iter().find(|[own, theirs]| own * one == theirs * other)
        });
        assert!((equal - 0.95).abs() < 0.02, "{equal}");
        let unequal = covered(6, |_, _| Some([1.0, 1.0]));
        assert!(unequal < 0.3, "{unequal}");
    }
}
