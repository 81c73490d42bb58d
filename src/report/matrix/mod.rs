//! The results of a matrix: the figures of each cell, and what follows from them for each formation.

mod change;
mod decided;
mod figure;
pub(super) mod files;
mod rating;
pub(super) mod text;
mod worth;

pub use change::{Change, Changed};
pub use figure::Figure;
pub use rating::{Mixture, Rated};
pub use worth::{Verdict, Worth};

use serde::{Deserialize, Serialize};

/// A formation with its list price.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// Its name.
    pub name: String,
    /// Its list price.
    pub points: f64,
}

/// The result of one engagement of two formations, as the attacker sees it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Fought {
    /// The chance that the goal is reached.
    pub goal: Figure,
    /// The points that the attacker and the defender lose, and the second minus the first; `None` if the system counts no
    /// points.
    pub lost: Option<[Figure; 3]>,
    /// Trials; `None` when exact.
    pub trials: Option<u64>,
}

/// The role of the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The row attacked.
    Attacker,
    /// The column attacked.
    Defender,
    /// The mean of the two roles.
    Both,
}

/// A cell as the row sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The chance of the goal or, in defence, that the enemy misses it.
    pub goal: Figure,
    /// The points that the row loses, that the column loses, and the second minus the first.
    pub lost: Option<[Figure; 3]>,
    /// Trials in all; `None` when exact.
    pub trials: Option<u64>,
}

/// A whole matrix.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// The title.
    pub title: String,
    /// The system's key.
    pub system: String,
    /// The formations.
    pub entrants: Vec<Entrant>,
    /// The rows, as indices of the formations.
    pub rows: Vec<usize>,
    /// The columns.
    pub columns: Vec<usize>,
    /// Whether roles are exchanged.
    pub both_ways: bool,
    /// Only formations meet whose list prices are within this factor of each other.
    pub price_band: Option<f64>,
    /// Whether each side brings as many formations as make both cost the same.
    pub is_matched: bool,
    /// How many formations the first and the second of a pair bring; `None` if they do not meet.
    pub brought: Vec<Vec<Option<[u64; 2]>>>,
    /// The engagements with their weights.
    pub engagements: Vec<(String, f64)>,
    /// The results, by engagement, attacker and defender: `None` if one of them cannot take part.
    pub fought: Vec<Vec<Vec<Option<Fought>>>>,
    /// The formations that cannot take part, with the reason.
    pub refused: Vec<(String, String)>,
    /// The seed, if trials were played.
    pub seed: Option<u64>,
}

impl Matrix {
    /// The roles for which there are figures.
    pub fn roles(&self) -> &'static [Role] {
        if self.both_ways { &[Role::Attacker, Role::Defender, Role::Both] } else { &[Role::Attacker] }
    }

    /// The most comprehensive role.
    pub fn whole(&self) -> Role {
        if self.both_ways { Role::Both } else { Role::Attacker }
    }

    /// The cell of a row and a column in an engagement.
    pub fn cell(&self, engagement: usize, row: usize, column: usize, role: Role) -> Option<Cell> {
        let fought = |attacker: usize, defender: usize| self.fought[engagement][attacker][defender].as_ref();
        match role {
            Role::Attacker => fought(row, column).map(Cell::of_attacker),
            Role::Defender => fought(column, row).map(Cell::of_defender),
            Role::Both if row == column => fought(row, column).map(Cell::against_itself),
            Role::Both => {
                let both = [Cell::of_attacker(fought(row, column)?), Cell::of_defender(fought(column, row)?)];
                Cell::mean(&both.map(|cell| (1.0, cell)))
            }
        }
    }

    /// The mean of a cell over all engagements, by weight.
    pub fn all(&self, row: usize, column: usize, role: Role) -> Option<Cell> {
        let cells = self
            .engagements
            .iter()
            .enumerate()
            .filter_map(|(place, (_, weight))| Some((*weight, self.cell(place, row, column, role)?)));
        Cell::mean(&cells.collect::<Vec<_>>())
    }

    /// The pairs of a row and another formation, each once, that do not meet: their prices are too far apart.
    pub fn apart(&self) -> usize {
        let is_again =
            |row: usize, column: usize| row > column && self.rows.contains(&column) && self.columns.contains(&row);
        self.cells().filter(|&(row, column)| self.brought[row][column].is_none() && !is_again(row, column)).count()
    }

    /// Rows and columns, as indices of the formations, of every cell.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.rows.iter().flat_map(|&row| self.columns.iter().map(move |&column| (row, column)))
    }
}

impl Cell {
    fn of_attacker(fought: &Fought) -> Cell {
        Cell { goal: fought.goal, lost: fought.lost, trials: fought.trials }
    }

    fn of_defender(fought: &Fought) -> Cell {
        let lost = fought.lost.map(|[attacker, defender, swing]| [defender, attacker, swing.less_from(0.0)]);
        Cell { goal: fought.goal.less_from(1.0), lost, trials: fought.trials }
    }

    /// A formation against itself is even, whatever the trials say.
    fn against_itself(fought: &Fought) -> Cell {
        let lost = fought.lost.map(|[attacker, defender, _]| {
            let each = Figure::mean(&[(1.0, attacker), (1.0, defender)]);
            [each, each, Figure::exact(0.0)]
        });
        Cell { goal: Figure::exact(0.5), lost, trials: fought.trials }
    }

    /// The covariance of the points that the row and the column lose.
    fn together(&self) -> Option<f64> {
        let [row, column, swing] = self.lost?;
        Some((row.variance + column.variance - swing.variance) / 2.0)
    }

    /// The mean of independent cells, by weight.
    fn mean(cells: &[(f64, Cell)]) -> Option<Cell> {
        let goals: Vec<(f64, Figure)> = cells.iter().map(|(weight, cell)| (*weight, cell.goal)).collect();
        let lost: Option<Vec<(f64, [Figure; 3])>> =
            cells.iter().map(|(weight, cell)| Some((*weight, cell.lost?))).collect();
        let of = |lost: &[(f64, [Figure; 3])], which: usize| {
            Figure::mean(&lost.iter().map(|(weight, lost)| (*weight, lost[which])).collect::<Vec<_>>())
        };
        let trials = cells.iter().filter_map(|(_, cell)| cell.trials).reduce(|sum, trials| sum + trials);
        (!cells.is_empty()).then(|| Cell {
            goal: Figure::mean(&goals),
            lost: lost.map(|lost| [0, 1, 2].map(|which| of(&lost, which))),
            trials,
        })
    }
}

#[cfg(test)]
mod tests;
