//! What the cells say about each formation.

use super::{Cell, Figure, Matrix};
use battle_odds_stats::consistent_points::{Loss, consistent_points};
use battle_odds_stats::cycles::cycles;
use battle_odds_stats::equilibrium::equilibrium;
use battle_odds_stats::fair_points::{Exchange, fair_points};
use battle_odds_stats::interval::{Interval, Z_95};
use battle_odds_stats::ratings::{Meeting, Rating, ratings};

/// All figures of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// Its index among the formations.
    pub entrant: usize,
    /// The Elo rating, if all have scored against all.
    pub rating: Option<Rating>,
    /// 100 times the mean swing divided by the points it brought, over all columns except itself.
    pub swing_per_100: Option<Figure>,
    /// The price at which it costs what it takes from the field.
    pub fair_points: Option<(f64, Interval)>,
    /// The price at which every formation costs what it takes, with its 95 % interval.
    pub consistent_points: Option<(f64, Interval)>,
    /// How often the best mixture uses it.
    pub equilibrium: Option<f64>,
    /// The column against which it does best.
    pub best: Option<usize>,
    /// The column against which it does worst.
    pub worst: Option<usize>,
}

/// How often the best mixture uses each formation, and what it wins at least.
#[derive(Clone, Debug, PartialEq)]
pub struct Mixture {
    /// By formation, 0–1; together 1.
    pub weights: Vec<f64>,
    /// Its value.
    pub value: Figure,
}

impl Matrix {
    /// All rows, rated, in their order.
    pub fn rated(&self) -> Vec<Rated> {
        let ratings = self.ratings();
        let consistent = self.consistent();
        let mixture = self.mixture();
        let rate = |&row: &usize| {
            let met: Vec<(usize, Cell)> = self.met(row).collect();
            let worth = |(column, cell): &(usize, Cell)| {
                cell.lost.map_or(cell.goal.mean, |lost| lost[2].mean / self.own_count(row, *column))
            };
            let by_worth = |one: &&(usize, Cell), other: &&(usize, Cell)| worth(one).total_cmp(&worth(other));
            Rated {
                entrant: row,
                rating: ratings.as_ref().and_then(|ratings| ratings[row]),
                swing_per_100: self.swing_per_100(row, &met),
                fair_points: self.fair(row),
                consistent_points: consistent.as_ref().and_then(|points| points[row]),
                equilibrium: mixture.as_ref().map(|mixture| mixture.weights[row]),
                best: met.iter().max_by(by_worth).map(|(column, _)| *column),
                worst: met.iter().min_by(by_worth).map(|(column, _)| *column),
            }
        };
        self.rows.iter().map(rate).collect()
    }

    /// How many of its formation a row brings against a column.
    fn own_count(&self, row: usize, column: usize) -> f64 {
        self.brought[row][column].map_or(1.0, |[own, _]| own as f64)
    }

    /// The columns that a row has met, except itself, with the overall cells.
    fn met(&self, row: usize) -> impl Iterator<Item = (usize, Cell)> + '_ {
        let others = self.columns.iter().filter(move |&&column| column != row);
        others.filter_map(move |&column| Some((column, self.all(row, column, self.whole())?)))
    }

    fn is_square(&self) -> bool {
        self.rows == self.columns
    }

    fn ratings(&self) -> Option<Vec<Option<Rating>>> {
        let is_told = |row: usize, column: usize| {
            row != column && !(row > column && self.rows.contains(&column) && self.columns.contains(&row))
        };
        let meetings = self.cells().filter(|&(row, column)| is_told(row, column)).filter_map(|(first, second)| {
            let goal = self.all(first, second, self.whole())?.goal;
            Some(Meeting { first, second, score: goal.mean.clamp(0.0, 1.0), variance: goal.variance })
        });
        // Without exchanged roles a cell only says how well a formation attacks.
        if !self.both_ways {
            return None;
        }
        let mut meetings: Vec<Meeting> = meetings.collect();
        let met = |place: usize| meetings.iter().any(|meeting| meeting.first == place || meeting.second == place);
        let taking_part: Vec<usize> = (0..self.entrants.len()).filter(|&place| met(place)).collect();
        let place = |entrant: usize| taking_part.iter().position(|&known| known == entrant);
        for meeting in &mut meetings {
            (meeting.first, meeting.second) = (place(meeting.first)?, place(meeting.second)?);
        }
        let found = ratings(taking_part.len(), &meetings)?;
        Some((0..self.entrants.len()).map(|entrant| place(entrant).map(|place| found[place])).collect())
    }

    /// The rows and the columns with at least one cell that is not empty.
    fn taking_part(&self) -> (Vec<usize>, Vec<usize>) {
        let is_met = |row: usize, column: usize| self.all(row, column, self.whole()).is_some();
        let rows = self.rows.iter().copied().filter(|&row| self.columns.iter().any(|&column| is_met(row, column)));
        let columns = self.columns.iter().copied().filter(|&column| self.rows.iter().any(|&row| is_met(row, column)));
        (rows.collect(), columns.collect())
    }

    fn swing_per_100(&self, row: usize, met: &[(usize, Cell)]) -> Option<Figure> {
        let swings: Option<Vec<(f64, Figure)>> = met
            .iter()
            .map(|(column, cell)| Some((1.0, cell.lost?[2].scaled(1.0 / self.own_count(row, *column)))))
            .collect();
        let swings = swings.filter(|swings| !swings.is_empty())?;
        let mean = Figure::mean(&swings);
        let scale = 100.0 / self.entrants[row].points;
        let half = Z_95 * mean.variance.sqrt();
        let interval = Interval { low: scale * (mean.mean - half), high: scale * (mean.mean + half) };
        Some(Figure { mean: scale * mean.mean, interval, variance: scale * scale * mean.variance })
    }

    fn fair(&self, row: usize) -> Option<(f64, Interval)> {
        let own = self.entrants[row].points;
        let exchange = |(column, cell): (usize, Cell)| {
            let [row_lost, column_lost, _] = cell.lost?;
            let price = self.entrants[column].points;
            Some(Exchange {
                price,
                lost: row_lost.mean / own,
                taken: column_lost.mean / price,
                lost_variance: row_lost.variance / own.powi(2),
                taken_variance: column_lost.variance / price.powi(2),
                covariance: cell.together()? / (own * price),
            })
        };
        let field: Option<Vec<Exchange>> = self.met(row).map(exchange).collect();
        field.filter(|field| !field.is_empty()).and_then(|field| fair_points(&field))
    }

    /// The consistent points of each formation.
    fn consistent(&self) -> Option<Vec<Option<(f64, Interval)>>> {
        let (rows, _) = self.taking_part();
        let loss = |row: usize, column: usize| match self.all(row, column, self.whole()) {
            Some(cell) => {
                let [own, other] = [row, column].map(|entrant| self.entrants[entrant].points);
                let (lost, variance) = cell.lost.map(|lost| (lost[0].mean / own, lost[0].variance / own.powi(2)))?;
                Some(Loss { lost, variance, covariance: cell.together()? / (own * other) })
            }
            None => Some(Loss::default()),
        };
        let table: Option<Vec<Vec<Loss>>> =
            rows.iter().map(|&row| rows.iter().map(|&column| loss(row, column)).collect()).collect();
        let list: Vec<f64> = rows.iter().map(|&row| self.entrants[row].points).collect();
        let found = if self.is_square() { consistent_points(&table?, &list)? } else { return None };
        let of = |entrant: usize| rows.iter().position(|&row| row == entrant).map(|place| found[place]);
        Some((0..self.entrants.len()).map(of).collect())
    }

    /// The best mixture of the rows that take part, by swing, or by the goal if no points are counted. `None` if a cell
    /// between them is empty.
    pub fn mixture(&self) -> Option<Mixture> {
        let (rows, columns) = self.taking_part();
        let worth = |row: usize, column: usize| {
            let cell = self.all(row, column, self.whole())?;
            Some(cell.lost.map_or(cell.goal.less(0.5), |lost| lost[2]))
        };
        let wins: Option<Vec<Vec<Figure>>> =
            rows.iter().map(|&row| columns.iter().map(|&column| worth(row, column)).collect()).collect();
        let wins = wins?;
        let means: Vec<Vec<f64>> = wins.iter().map(|row| row.iter().map(|cell| cell.mean).collect()).collect();
        let found = equilibrium(&means)?;
        let of = |entrant: usize, among: &[usize], weights: &[f64]| {
            among.iter().position(|&place| place == entrant).map_or(0.0, |place| weights[place])
        };
        let taken = |entrant: usize| of(entrant, &rows, &found.weights);
        // To first order the value changes as its cells do, each by how often both sides choose it (Danskin, 1967). A cell
        // and its mirror image are the same battles.
        let mut variance = 0.0;
        for (&row, cells) in rows.iter().zip(&wins) {
            for (&column, cell) in columns.iter().zip(cells) {
                let often = taken(row) * of(column, &columns, &found.columns);
                let is_mirrored = self.both_ways && rows.contains(&column) && columns.contains(&row);
                let other = taken(column) * of(row, &columns, &found.columns);
                variance += match is_mirrored {
                    true => (often - other).powi(2) / 2.0,
                    false => often.powi(2),
                } * cell.variance;
            }
        }
        let half = Z_95 * variance.sqrt();
        let interval = Interval { low: found.value - half, high: found.value + half };
        let value = Figure { mean: found.value, interval, variance };
        Some(Mixture { weights: (0..self.entrants.len()).map(taken).collect(), value })
    }

    /// Rings in which each certainly wins against the next more often than not: all intervals hold together with a chance
    /// of 95 %.
    pub fn rings(&self) -> Vec<Vec<usize>> {
        if !self.is_square() || !self.both_ways {
            return Vec::new();
        }
        let pairs = self.rows.len() * self.rows.len().saturating_sub(1) / 2;
        let point = battle_odds_stats::difference::normal_point(0.05 / pairs.max(1) as f64);
        let interval = |row: usize, column: usize| match self.all(row, column, self.whole()) {
            Some(cell) => {
                let half = point * cell.goal.variance.sqrt();
                Interval { low: cell.goal.mean - half, high: cell.goal.mean + half }
            }
            None => Interval { low: 0.0, high: 1.0 },
        };
        let chances: Vec<Vec<Interval>> =
            self.rows.iter().map(|&row| self.columns.iter().map(|&column| interval(row, column)).collect()).collect();
        let rings = cycles(&chances);
        rings.into_iter().map(|ring| ring.into_iter().map(|place| self.rows[place]).collect()).collect()
    }

    /// Rows that another row outdoes against every column at no higher a price: (the better, the worse). Their intervals do
    /// not overlap anywhere.
    pub fn dominated(&self) -> Vec<(usize, usize)> {
        let is_better = |one: usize, other: usize, column: usize| {
            let [one, other] = [one, other].map(|row| self.all(row, column, self.whole()));
            matches!((one, other), (Some(one), Some(other)) if one.goal.interval.low > other.goal.interval.high)
        };
        let better = |one: usize, other: usize| {
            self.entrants[one].points <= self.entrants[other].points
                && self.columns.iter().all(|&column| is_better(one, other, column))
        };
        let pairs = self.rows.iter().flat_map(|&other| self.rows.iter().map(move |&one| (other, one)));
        pairs.filter(|&(other, one)| one != other && better(one, other)).collect()
    }
}
