//! Which of two is certainly the more likely winner.

use super::{Fought, Matrix};
use battle_odds_stats::interval::Interval;
use battle_odds_stats::sequence::chance::Chance;

/// The width for which the intervals are made: they are narrowest when they reach it.
const PRECISION: f64 = 0.01;

impl Matrix {
    /// The pairs, as indices of a row and a column, for which the trials so far leave open which of the two wins more often
    /// than not. All others are decided, and with a chance of 95 % all of them correctly, however often one looks and
    /// whatever is played because of it: each of the k sampled battles has a confidence sequence that errs with 0.05/k
    /// (Bonferroni, 1936; Ville, 1939; [`Chance`]), and the ends of the intervals that a pair depends on are added up.
    pub fn doubtful(&self) -> Vec<(usize, usize)> {
        let sequence = Chance::new(PRECISION, 0.05 / self.sampled().max(1) as f64);
        let is_told_before = |row: usize, column: usize| self.both_ways && row > column && self.is_cell(column, row);
        let pairs = self.cells().filter(|&(row, column)| !is_told_before(row, column));
        pairs
            .filter(|&(row, column)| !(self.both_ways && row == column))
            .filter(|&at| self.is_doubtful(at, &sequence))
            .collect()
    }

    /// How many battles were sampled.
    pub fn sampled(&self) -> usize {
        self.fought.iter().flatten().flatten().flatten().filter(|one| one.trials.is_some()).count()
    }

    fn is_cell(&self, row: usize, column: usize) -> bool {
        self.rows.contains(&row) && self.columns.contains(&column)
    }

    fn is_doubtful(&self, (row, column): (usize, usize), sequence: &Chance) -> bool {
        let goal = |fought: &Fought| match fought.trials {
            None => Interval::exact(fought.goal.mean),
            Some(trials) => sequence.interval((fought.goal.mean * trials as f64).round() as u64, trials),
        };
        let (mut low, mut high, mut weights) = (0.0, 0.0, 0.0);
        for (fought, (_, weight)) in self.fought.iter().zip(&self.engagements) {
            let attack = fought[row][column].as_ref().map(goal);
            let defence = fought[column][row].as_ref().map(goal).filter(|_| self.both_ways);
            let share = match (attack, defence) {
                (Some(attack), Some(defence)) => Interval {
                    low: (attack.low + 1.0 - defence.high) / 2.0,
                    high: (attack.high + 1.0 - defence.low) / 2.0,
                },
                (Some(attack), None) if !self.both_ways => attack,
                _ => continue,
            };
            (low, high, weights) = (low + weight * share.low, high + weight * share.high, weights + weight);
        }
        // A pair known to be exactly even is decided too.
        low < high && low <= 0.5 * weights && 0.5 * weights <= high
    }
}
