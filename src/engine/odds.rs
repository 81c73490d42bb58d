//! Answers with known chances, one of which is drawn with one random word.

use super::alias::{self, Column};

/// The chances of the answers 0, 1, 2 … .
#[derive(Clone, Debug)]
pub struct Odds {
    chances: Vec<f64>,
    columns: Vec<Column>,
}

impl Odds {
    /// Answers with these chances, which add up to 1.
    pub fn of(chances: Vec<f64>) -> Odds {
        let total: f64 = chances.iter().sum();
        assert!((total - 1.0).abs() < 1e-9, "chances come to 1, not to {total}");
        let columns = alias::columns(&chances);
        Odds { chances, columns }
    }

    /// The chance of every answer.
    pub fn chances(&self) -> &[f64] {
        &self.chances
    }

    /// The chance of an answer.
    pub fn chance(&self, answer: usize) -> f64 {
        self.chances.get(answer).copied().unwrap_or(0.0)
    }

    /// Draws an answer with a random word.
    #[inline]
    pub fn sample(&self, word: u64) -> usize {
        alias::draw(&self.columns, word) as usize
    }

    /// The answer at the quantile `word` (out of 2^64): the largest for which the chance of all smaller ones together is
    /// not above it.
    #[inline]
    pub fn quantile(&self, word: u64) -> usize {
        let mut left = word as f64 / 2f64.powi(64);
        let mut answer = 0;
        for chance in &self.chances[..self.chances.len() - 1] {
            if left < *chance {
                break;
            }
            left -= chance;
            answer += 1;
        }
        answer
    }
}

/// The chances of values from 0 on that have these, after a number with these chances is added.
pub(crate) fn added(before: &[f64], numbers: &[f64]) -> Vec<f64> {
    let mut after = vec![0.0; before.len() + numbers.len() - 1];
    for (number, chance) in numbers.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
        after[number..].iter_mut().zip(before).for_each(|(sum, before)| *sum += before * chance);
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_go_up_with_luck() {
        let odds = Odds::of(vec![0.25, 0.0, 0.5, 0.25]);
        let at = |share: f64| odds.quantile((share * 2f64.powi(64)) as u64);
        assert_eq!([at(0.0), at(0.2), at(0.3), at(0.7), at(0.8), at(0.999)], [0, 0, 2, 2, 3, 3]);
        assert_eq!((odds.chance(2), odds.chance(9)), (0.5, 0.0));
    }
}
