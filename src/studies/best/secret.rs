//! What both sides decide in one step without knowing what the other decides: a game of which a table says what each pair of
//! decisions is worth. Whoever is seen through loses by it, so best play may be to mix (J. von Neumann 1928).

use battle_odds_engine::exact::deciding::Taken;
use battle_odds_scenario::{Problem, Span};
use battle_odds_stats::equilibrium::equilibrium;

/// Values that differ by less are equal.
const EQUAL: f64 = 1e-12;

/// The game of one step.
#[derive(Debug)]
pub(crate) struct Secret {
    /// For each decision whether it is the player's, whose goal it is: he decides between the rows, the enemy between the columns.
    is_players: Vec<bool>,
    /// The ways to play the step: of each the option of every decision.
    ways: Vec<Vec<usize>>,
    /// For each thing that the player may do, and for each that the enemy may do at the same time, the way to play the step.
    table: Vec<Vec<usize>>,
}

impl Secret {
    /// The game of a step that can be played in these ways.
    ///
    /// # Errors
    /// If one side decides nothing, or can decide something only after what the other has decided.
    pub fn of(ways: Vec<Vec<usize>>, is_players: Vec<bool>, step: &Span) -> Result<Secret, Problem> {
        let of_side = |way: &[usize], side: bool| -> Vec<usize> {
            way.iter()
                .zip(&is_players)
                .filter(|(_, is_players)| **is_players == side)
                .map(|(taken, _)| *taken)
                .collect()
        };
        let distinct = |side: bool| {
            let mut all: Vec<Vec<usize>> = Vec::new();
            for taken in ways.iter().map(|way| of_side(way, side)) {
                if !all.contains(&taken) {
                    all.push(taken);
                }
            }
            all
        };
        let (rows, columns) = (distinct(true), distinct(false));
        if rows.len() < 2 || columns.len() < 2 {
            let problem = Problem::new(text!("nothing is secret in this step: only one side decides in it")).at(step);
            return Err(problem.help(text!("leave `secret` out, or open something that the other side decides")));
        }
        let way = |row: &Vec<usize>, column: &Vec<usize>| {
            ways.iter().position(|way| of_side(way, true) == *row && of_side(way, false) == *column)
        };
        let table = rows.iter().map(|row| columns.iter().map(|column| way(row, column)).collect());
        let table: Option<Vec<Vec<usize>>> = table.collect();
        let dependent = || {
            let problem = Problem::new(text!(
                "this cannot be decided in secret: one side can decide something only if it knows what the other does"
            ));
            problem.at(step).help(text!("leave `secret` out, or open only keys of the step itself"))
        };
        let table = table.ok_or_else(dependent)?;
        Ok(Secret { is_players, ways, table })
    }

    /// The value if what is not settled is decided best, and what is taken.
    pub fn decide(&self, settled: &[Option<usize>], values: &[f64]) -> (f64, Taken) {
        let mut rows: Vec<usize> = (0..self.table.len()).collect();
        let mut columns: Vec<usize> = (0..self.table[0].len()).collect();
        for (number, wanted) in settled.iter().enumerate() {
            let Some(wanted) = *wanted else { continue };
            let left = if self.is_players[number] { &mut rows } else { &mut columns };
            let option = |at: &usize| {
                let way = if self.is_players[number] { self.table[*at][0] } else { self.table[0][*at] };
                self.ways[way][number]
            };
            // What is settled may be impossible together: then what is written is done.
            let first = left.iter().map(option).min();
            let wanted = if left.iter().any(|at| option(at) == wanted) { Some(wanted) } else { first };
            left.retain(|at| Some(option(at)) == wanted);
        }
        let way = |row: usize, column: usize| self.table[rows[row]][columns[column]];
        let wins: Vec<Vec<f64>> =
            (0..rows.len()).map(|row| (0..columns.len()).map(|column| values[way(row, column)]).collect()).collect();
        let turned: Vec<Vec<f64>> =
            (0..columns.len()).map(|column| wins.iter().map(|row| row[column]).collect()).collect();
        let ((row, at_least), (column, at_most)) = (safest(&wins, 1.0), safest(&turned, -1.0));
        let mix = if at_most - at_least <= EQUAL { None } else { equilibrium(&wins) };
        let Some(mix) = mix else { return (at_least, Taken::Always(way(row, column))) };
        let mut chances = vec![0.0; values.len()];
        for (row, of_row) in mix.weights.iter().enumerate() {
            for (column, of_column) in mix.columns.iter().enumerate() {
                chances[way(row, column)] = of_row * of_column;
            }
        }
        (mix.value, Taken::Mixed(chances.into()))
    }

    /// What an option of a decision is worth against what the other side takes, if its own side decides all else best; none
    /// if it is not possible.
    pub fn against(&self, number: usize, option: usize, (values, taken): (&[f64], &Taken)) -> Option<f64> {
        let is_players = self.is_players[number];
        let (own, other) = match is_players {
            true => (self.table.len(), self.table[0].len()),
            false => (self.table[0].len(), self.table.len()),
        };
        let way = |own: usize, other: usize| if is_players { self.table[own][other] } else { self.table[other][own] };
        let chance_of = |other: usize| -> f64 {
            let ways: Vec<usize> = (0..own).map(|own| way(own, other)).collect();
            taken.shares().filter(|(taken, _)| ways.contains(taken)).map(|(_, chance)| chance).sum()
        };
        let chances: Vec<f64> = (0..other).map(chance_of).collect();
        let worth = |own: usize| -> f64 {
            chances.iter().enumerate().map(|(other, chance)| chance * values[way(own, other)]).sum()
        };
        let possible = (0..own).filter(|&own| self.ways[way(own, 0)][number] == option).map(worth);
        possible.reduce(if is_players { f64::max } else { f64::min })
    }
}

/// The row that is best for its side, with the value it has at least, whatever the other does: rows want more (1) or less (-1).
fn safest(wins: &[Vec<f64>], sign: f64) -> (usize, f64) {
    let least = |row: &Vec<f64>| row.iter().map(|value| sign * value).fold(f64::INFINITY, f64::min);
    let all = wins.iter().map(least).enumerate();
    let (row, least) = all.fold((0, f64::NEG_INFINITY), |best, one| if one.1 > best.1 + EQUAL { one } else { best });
    (row, sign * least)
}

#[cfg(test)]
mod tests;
