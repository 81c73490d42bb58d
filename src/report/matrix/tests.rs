//! Games that are known, as matrices.

use super::*;
use crate::stats::interval::Interval;

/// A field in which `score[row][column]` is the chance to beat the column when attacking, and one less it in defence.
fn field(score: &[&[f64]]) -> Matrix {
    let fought = |row: usize, column: usize| {
        let chance = score[row][column];
        let [own, other] = [1.0 - chance, chance].map(|share| Figure::exact(100.0 * share));
        let swing = Figure::exact(other.mean - own.mean);
        Some(Fought { goal: Figure::exact(chance), lost: Some([own, other, swing]), trials: None })
    };
    let places = 0..score.len();
    Matrix {
        title: "a field".into(),
        system: "a game".into(),
        entrants: places.clone().map(|place| Entrant { name: format!("f{place}"), points: 100.0 }).collect(),
        rows: places.clone().collect(),
        columns: places.clone().collect(),
        both_ways: true,
        engagements: vec![("storm".into(), 1.0)],
        fought: vec![places.clone().map(|row| places.clone().map(|column| fought(row, column)).collect()).collect()],
        refused: Vec::new(),
        seed: None,
    }
}

#[test]
fn a_formation_against_itself_is_even() {
    let cell = field(&[&[0.9, 0.6], &[0.4, 0.2]]).all(0, 0, Role::Both).unwrap();
    assert_eq!((cell.goal, cell.lost.unwrap()[2]), (Figure::exact(0.5), Figure::exact(0.0)));
    // Attacking and attacked in turn: (0.6 + 1 - 0.4) / 2.
    let cell = field(&[&[0.9, 0.6], &[0.4, 0.2]]).all(0, 1, Role::Both).unwrap();
    assert!((cell.goal.mean - 0.6).abs() < 1e-12 && (cell.lost.unwrap()[2].mean - 20.0).abs() < 1e-9);
}

#[test]
fn rock_paper_scissors_have_a_ring_and_an_even_mixture() {
    let matrix = field(&[&[0.5, 0.3, 0.7], &[0.7, 0.5, 0.3], &[0.3, 0.7, 0.5]]);
    assert_eq!(matrix.rings().len(), 1);
    assert!(matrix.dominated().is_empty());
    let mixture = matrix.mixture().unwrap();
    assert!(mixture.weights.iter().all(|weight| (weight - 1.0 / 3.0).abs() < 1e-9) && mixture.value.abs() < 1e-9);
    for one in matrix.rated() {
        assert!(one.rating.unwrap().rating.abs() < 1e-6 && one.swing_per_100.unwrap().mean.abs() < 1e-9);
        let (fair, _) = one.fair_points.unwrap();
        assert!((fair - 100.0).abs() < 1e-9 && (one.consistent_points.unwrap() - 100.0).abs() < 1e-6);
    }
}

/// Who beats the next beats all after it: no ring, the first is taken always, and is worth more than its price.
#[test]
fn an_order_has_no_ring() {
    let matrix = field(&[&[0.5, 0.6, 0.7], &[0.4, 0.5, 0.6], &[0.3, 0.4, 0.5]]);
    assert!(matrix.rings().is_empty());
    assert_eq!(matrix.dominated(), [(1, 0), (2, 0), (2, 1)]);
    let rated = matrix.rated();
    assert!((rated[0].equilibrium.unwrap() - 1.0).abs() < 1e-9);
    // Takes 60 and 70, loses 40 and 30, of 100 each.
    assert!((rated[0].fair_points.unwrap().0 - 100.0 * 1.3 / 0.7).abs() < 1e-9);
    assert_eq!((rated[0].best, rated[0].worst), (Some(2), Some(1)));
    assert!(rated[0].rating.unwrap().rating > 0.0 && rated[2].rating.unwrap().rating < 0.0);
}

#[test]
fn who_cannot_take_part_leaves_cells_empty() {
    let mut matrix = field(&[&[0.5, 0.6, 0.7], &[0.4, 0.5, 0.6], &[0.3, 0.4, 0.5]]);
    matrix.fought[0][2][0] = None;
    assert!(matrix.all(0, 2, Role::Both).is_none() && matrix.all(0, 2, Role::Attacker).is_some());
    assert!(matrix.mixture().is_none() && matrix.rated()[0].best == Some(1));
    let rows = matrix.cell_rows().rows.len();
    // Nine cells, three roles, four measures, twice, less those of the row in attack and the column in defence, and of both.
    assert_eq!(rows, 2 * (9 * 3 - 4) * 4);
}

/// Two means with errors of 0.03 and 0.04: their mean has one of half of 0.05.
#[test]
fn errors_add_as_squares() {
    let figure = |mean: f64, half: f64| Figure {
        mean,
        interval: Interval { low: mean - half, high: mean + half },
        variance: (half / 1.96).powi(2),
    };
    let mean = Figure::mean(&[(1.0, figure(0.4, 0.03)), (1.0, figure(0.6, 0.04))]);
    assert!((mean.mean - 0.5).abs() < 1e-12 && (mean.interval.half_width() - 0.025).abs() < 1e-12);
    assert!((mean.less_from(1.0).interval.high - 0.525).abs() < 1e-12);
}
