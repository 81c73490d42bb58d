//! Known games as matrices.

use super::*;
use crate::text::Width;
use battle_odds_stats::interval::Interval;

/// A field in which `score[row][column]` is the chance to beat the column when attacking, and one minus that in defence.
fn field<R: AsRef<[f64]>>(score: &[R]) -> Matrix {
    let fought = |row: usize, column: usize| {
        let chance = score[row].as_ref()[column];
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
        price_band: None,
        is_matched: false,
        brought: vec![vec![Some([1, 1]); score.len()]; score.len()],
        engagements: vec![("storm".into(), 1.0)],
        fought: vec![places.clone().map(|row| places.clone().map(|column| fought(row, column)).collect()).collect()],
        refused: Vec::new(),
        seed: None,
    }
}

#[test]
fn a_formation_against_itself_is_even() {
    let cell = field(&[[0.9, 0.6], [0.4, 0.2]]).all(0, 0, Role::Both).unwrap();
    assert_eq!((cell.goal, cell.lost.unwrap()[2]), (Figure::exact(0.5), Figure::exact(0.0)));
    // Attacking and defending in turn: (0.6 + 1 - 0.4) / 2.
    let cell = field(&[[0.9, 0.6], [0.4, 0.2]]).all(0, 1, Role::Both).unwrap();
    assert!((cell.goal.mean - 0.6).abs() < 1e-12 && (cell.lost.unwrap()[2].mean - 20.0).abs() < 1e-9);
}

#[test]
fn rock_paper_scissors_have_a_ring_and_an_even_mixture() {
    let matrix = field(&[[0.5, 0.3, 0.7], [0.7, 0.5, 0.3], [0.3, 0.7, 0.5]]);
    assert_eq!(matrix.rings().len(), 1);
    assert!(matrix.dominated().is_empty());
    let mixture = matrix.mixture().unwrap();
    assert!(mixture.weights.iter().all(|weight| (weight - 1.0 / 3.0).abs() < 1e-9) && mixture.value.mean.abs() < 1e-9);
    for one in matrix.rated() {
        assert!(one.rating.unwrap().rating.abs() < 1e-6 && one.swing_per_100.unwrap().mean.abs() < 1e-9);
        let (fair, _) = one.fair_points.unwrap();
        assert!((fair - 100.0).abs() < 1e-9 && (one.consistent_points.unwrap().0 - 100.0).abs() < 1e-6);
    }
}

/// Each beats all after it: there is no ring, the first is always chosen, and is worth more than its price.
#[test]
fn an_order_has_no_ring() {
    let matrix = field(&[[0.5, 0.6, 0.7], [0.4, 0.5, 0.6], [0.3, 0.4, 0.5]]);
    assert!(matrix.rings().is_empty());
    assert_eq!(matrix.dominated(), [(1, 0), (2, 0), (2, 1)]);
    let rated = matrix.rated();
    assert!((rated[0].equilibrium.unwrap() - 1.0).abs() < 1e-9);
    // It takes 60 and 70, loses 40 and 30, of 100 each.
    assert!((rated[0].fair_points.unwrap().0 - 100.0 * 1.3 / 0.7).abs() < 1e-9);
    assert_eq!((rated[0].best, rated[0].worst), (Some(2), Some(1)));
    assert!(rated[0].rating.unwrap().rating > 0.0 && rated[2].rating.unwrap().rating < 0.0);
}

#[test]
fn who_cannot_take_part_leaves_cells_empty() {
    let mut matrix = field(&[[0.5, 0.6, 0.7], [0.4, 0.5, 0.6], [0.3, 0.4, 0.5]]);
    matrix.fought[0][2][0] = None;
    assert!(matrix.all(0, 2, Role::Both).is_none() && matrix.all(0, 2, Role::Attacker).is_some());
    assert!(matrix.mixture().is_none() && matrix.rated()[0].best == Some(1));
    let rows = matrix.cell_rows().rows.len();
    // Nine cells, three roles, four measures, twice, minus those of the row in attack and the column in defence, and of
    // both.
    assert_eq!(rows, 2 * (9 * 3 - 4) * 4);
}

/// Two means with errors of 0.03 and 0.04: the error of their mean is half of 0.05.
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
    // If nothing is known of how they depend on each other, the errors themselves are added.
    let swing = Figure::swing(figure(0.4, 0.03), figure(0.6, 0.04));
    assert!((swing.mean - 0.2).abs() < 1e-12 && (swing.interval.half_width() - 0.07).abs() < 1e-12);
    assert!((swing.variance.sqrt() * 1.96 - 0.07).abs() < 1e-12);
}

/// A battle of `trials` trials, of which `reached` reached the goal.
fn sampled(reached: u64, trials: u64) -> Option<Fought> {
    let mean = reached as f64 / trials as f64;
    let variance = mean * (1.0 - mean) / trials as f64;
    Some(Fought {
        goal: Figure { mean, interval: Interval::wilson(reached, trials), variance },
        lost: None,
        trials: Some(trials),
    })
}

/// Matching pennies: both choose each side half of the time, so each of the four cells counts a quarter. Seen from both
/// sides a game against oneself has exactly the value 0.
#[test]
fn the_value_of_a_mixture_is_as_uncertain_as_its_cells() {
    let mut matrix = field(&[[0.0; 4]; 4]);
    (matrix.rows, matrix.columns, matrix.both_ways) = (vec![0, 1], vec![2, 3], false);
    for (row, column, reached) in [(0, 2, 750), (0, 3, 250), (1, 2, 250), (1, 3, 750)] {
        matrix.fought[0][row][column] = sampled(reached, 1000);
    }
    let value = matrix.mixture().unwrap().value;
    let each = 0.75 * 0.25 / 1000.0;
    assert!(value.mean.abs() < 1e-9 && (value.variance - 4.0 * each / 16.0).abs() < 1e-12, "{value:?}");
    let mut matrix = field(&[[0.5, 0.3, 0.7], [0.7, 0.5, 0.3], [0.3, 0.7, 0.5]]);
    for (row, column) in (0..3).flat_map(|row| (0..3).map(move |column| (row, column))) {
        matrix.fought[0][row][column] = sampled([500, 300, 700][(column + 3 - row) % 3], 1000);
    }
    let value = matrix.mixture().unwrap().value;
    assert!(value.mean.abs() < 1e-9 && value.variance < 1e-12, "{value:?}");
}

/// A formation that is even is never called ahead, in 200 fields of six pairs that are looked at four times each: 5 % may
/// go wrong,
/// 3.29 standard errors (5.1 %) more are allowed. One that is far ahead is decided at once.
#[test]
fn what_is_even_stays_open() {
    let mut wrong = 0;
    for run in 0..200 {
        let mut dice = battle_odds_engine::sampled::Stream { seed: 3, scenario: "even".into() }.batch(run);
        let mut matrix = field(&[[0.5; 4]; 4]);
        let (mut reached, mut trials, mut is_wrong) = ([[0; 4]; 4], 0, false);
        for _ in 0..4 {
            trials += 250;
            for (row, of) in reached.iter_mut().enumerate() {
                for (column, reached) in of.iter_mut().enumerate() {
                    *reached += (0..250).filter(|_| dice.below(2) == 0).count() as u64;
                    matrix.fought[0][row][column] = sampled(*reached, trials);
                }
            }
            is_wrong |= matrix.doubtful().len() < 6;
        }
        wrong += usize::from(is_wrong);
    }
    assert!(wrong <= 20, "{wrong} of 200");
    let mut matrix = field(&[[0.5; 2]; 2]);
    (matrix.fought[0][0][1], matrix.fought[0][1][0]) = (sampled(700, 1000), sampled(300, 1000));
    assert!(matrix.doubtful().is_empty() && matrix.sampled() == 2);
    matrix.fought[0][1][0] = sampled(690, 1000);
    assert_eq!(matrix.doubtful(), [(0, 1)]);
}

#[test]
fn what_changes_is_shown_and_nothing_else() {
    let before = field(&[[0.5, 0.6, 0.7], [0.4, 0.5, 0.6], [0.3, 0.4, 0.5]]);
    let mut after = before.clone();
    after.fought[0][0][1] = field(&[[0.5, 0.8], [0.2, 0.5]]).fought[0][0][1].clone();
    let changed = Changed { before: &before, after: &after };
    let rated = [before.rated(), after.rated()];
    let text = changed.text(&rated[0], &rated[1], "a better blade", Width::default());
    assert!(text.contains("f0 against f1: 60 → 70 (10.0 ± 0.0)"), "{text}");
    assert!(!text.contains("against f2") && text.contains("What changes with a better blade"), "{text}");
    let rows = changed.rows(&rated[0], &rated[1]).rows;
    // The cell from both sides, its chance and its swing; the other cells are unchanged.
    assert_eq!(rows.iter().filter(|row| row[2] != "".into()).count(), 4);
    let same = Changed { before: &before, after: &before };
    assert!(same.text(&rated[0], &rated[0], "nothing", Width::default()).contains("all figures are the same"));
    assert!(same.rows(&rated[0], &rated[0]).rows.is_empty());
}
