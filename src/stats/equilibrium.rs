//! The best mixture against a field that knows it: the equilibrium of a game in which one side wins what the other loses.

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome};

/// The mixed strategies of both sides and their value.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// How often each row is to be chosen, 0–1; together 1.
    pub weights: Vec<f64>,
    /// How often the columns choose each of theirs, so that no mixture of rows brings more.
    pub columns: Vec<f64>,
    /// What the rows bring on average at least, whatever the column.
    pub value: f64,
}

/// The best mixtures where `wins[row][column]` is what the row wins of the column: for the rows the largest v with
/// Σ weight·wins ≥ v in every column (von Neumann, 1928), by linear programming (Dantzig, 1951). None without rows or
/// columns.
pub fn equilibrium(wins: &[Vec<f64>]) -> Option<Equilibrium> {
    let (weights, value) = best(wins)?;
    let loses = |column: usize| wins.iter().map(|row| -row[column]).collect();
    let (columns, _) = best(&(0..wins[0].len()).map(loses).collect::<Vec<_>>())?;
    Some(Equilibrium { weights, columns, value })
}

/// The best mixture of rows, and what it brings.
fn best(wins: &[Vec<f64>]) -> Option<(Vec<f64>, f64)> {
    let columns = wins.first().map_or(0, Vec::len);
    if columns == 0 {
        return None;
    }
    let mut game = Problem::new(OptimizationDirection::Maximize);
    let value = game.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
    let weights: Vec<_> = wins.iter().map(|_| game.add_var(0.0, (0.0, 1.0))).collect();
    let one: Vec<_> = weights.iter().map(|&weight| (weight, 1.0)).collect();
    game.add_constraint(&one[..], ComparisonOp::Eq, 1.0);
    for column in 0..columns {
        let mut brings: Vec<_> = weights.iter().zip(wins).map(|(&weight, row)| (weight, row[column])).collect();
        brings.push((value, -1.0));
        game.add_constraint(&brings[..], ComparisonOp::Ge, 0.0);
    }
    let Ok(SolveOutcome::Solution(solved)) = game.solve() else { return None };
    Some((weights.into_iter().map(|weight| solved[weight].max(0.0)).collect(), solved[value]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rock wins 1 against scissors, scissors 2 against paper, paper 3 against rock: each is chosen in proportion to the
    /// stake of the pair it is not in, 2, 3 and 1 times in 6.
    #[test]
    fn biased_rock_paper_scissors() {
        let found = equilibrium(&[vec![0.0, -3.0, 1.0], vec![3.0, 0.0, -2.0], vec![-1.0, 2.0, 0.0]]).unwrap();
        for (weight, expected) in found.weights.iter().zip([2.0, 1.0, 3.0]) {
            assert!((weight - expected / 6.0).abs() < 1e-9, "{found:?}");
        }
        assert!(found.value.abs() < 1e-9);
    }

    #[test]
    fn who_is_better_against_all_is_taken_always() {
        let found = equilibrium(&[vec![1.0, 2.0], vec![0.0, 1.5]]).unwrap();
        assert!((found.weights[0] - 1.0).abs() < 1e-9 && (found.value - 1.0).abs() < 1e-9, "{found:?}");
        assert!((found.columns[0] - 1.0).abs() < 1e-9, "{found:?}");
        assert_eq!(equilibrium(&[]), None);
    }
}
