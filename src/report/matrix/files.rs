//! The matrix as files.

use super::{Cell, Figure, Matrix, Rated, Role};
use crate::csv::in_memory;
use crate::dialect::Dialect;
use crate::result::Method;
use crate::rows::{Entry, Rows};
use crate::short::shortened;
use crate::svg::escaped;
use crate::text::columns;
use battle_odds_stats::known::Trials;
use battle_odds_words::visible::visible;

/// The measures of a cell.
const METRICS: [&str; 4] = ["goal", "row_lost", "column_lost", "swing"];

impl Role {
    fn name(self) -> &'static str {
        match self {
            Role::Attacker => "attacker",
            Role::Defender => "defender",
            Role::Both => "both",
        }
    }
}

impl Cell {
    /// The measures present, with their names.
    fn figures(&self) -> impl Iterator<Item = (&'static str, Figure)> {
        let lost = self.lost.into_iter().flatten();
        METRICS.into_iter().zip(std::iter::once(self.goal).chain(lost))
    }
}

impl Matrix {
    /// `matrix.csv`: one row per cell, engagement, role and measure.
    pub fn cell_rows(&self) -> Rows {
        let mut rows = Vec::new();
        let mut add = |engagement: &str, (row, column): (usize, usize), role: Role, cell: Cell| {
            for (metric, figure) in cell.figures() {
                rows.push(vec![
                    Entry::from(&self.title),
                    engagement.into(),
                    Entry::from(&self.entrants[row].name),
                    Entry::from(&self.entrants[column].name),
                    role.name().into(),
                    metric.into(),
                    Method::of(cell.trials.map(Trials::of_all)).to_string().as_str().into(),
                    cell.trials.into(),
                    figure.mean.into(),
                    figure.interval.low.into(),
                    figure.interval.high.into(),
                ]);
            }
        };
        for (place, (name, _)) in self.engagements.iter().enumerate() {
            for at in self.cells() {
                for &role in self.roles() {
                    self.cell(place, at.0, at.1, role).into_iter().for_each(|cell| add(name, at, role, cell));
                }
            }
        }
        for at in self.cells() {
            for &role in self.roles() {
                self.all(at.0, at.1, role).into_iter().for_each(|cell| add("all", at, role, cell));
            }
        }
        let head = vec![
            "matrix",
            "engagement",
            "row",
            "column",
            "row_role",
            "metric",
            "method",
            "trials",
            "mean",
            "low",
            "high",
        ];
        Rows { head, rows }
    }

    /// `ratings.csv`: one row per formation.
    pub fn rating_rows(&self, rated: &[Rated]) -> Rows {
        let rows = rated.iter().map(|one| {
            let entrant = &self.entrants[one.entrant];
            let name = |place: Option<usize>| Entry::from(place.map_or("", |place| self.entrants[place].name.as_str()));
            let rating = one.rating.as_ref();
            vec![
                Entry::from(&self.title),
                Entry::from(&entrant.name),
                entrant.points.into(),
                rating.map(|rating| rating.rating).into(),
                rating.map(|rating| rating.interval.low).into(),
                rating.map(|rating| rating.interval.high).into(),
                one.swing_per_100.map(|swing| swing.mean).into(),
                one.swing_per_100.map(|swing| swing.interval.low).into(),
                one.swing_per_100.map(|swing| swing.interval.high).into(),
                one.fair_points.map(|(fair, _)| fair).into(),
                one.fair_points.map(|(_, interval)| interval.low).into(),
                one.fair_points.map(|(_, interval)| interval.high).into(),
                one.consistent_points.map(|(points, _)| points).into(),
                one.equilibrium.into(),
                name(one.best),
                name(one.worst),
                one.consistent_points.map(|(_, interval)| interval.low).into(),
                one.consistent_points.map(|(_, interval)| interval.high).into(),
            ]
        });
        let head = vec![
            "matrix",
            "formation",
            "points",
            "rating",
            "rating_low",
            "rating_high",
            "swing_per_100",
            "swing_low",
            "swing_high",
            "fair_points",
            "fair_low",
            "fair_high",
            "consistent_points",
            "equilibrium",
            "best_against",
            "worst_against",
            "consistent_low",
            "consistent_high",
        ];
        Rows { head, rows: rows.collect() }
    }

    /// `matrix-wide.csv`: a table of rows and columns for each measure, over all engagements.
    pub fn wide(&self, dialect: Dialect) -> String {
        let names = |of: &[usize]| of.iter().map(|&place| self.entrants[place].name.clone()).collect::<Vec<_>>();
        let mut lines = vec![[vec!["metric".to_owned(), "row".to_owned()], names(&self.columns)].concat()];
        for (which, metric) in METRICS.into_iter().enumerate() {
            for &row in &self.rows {
                let mean = |&column: &usize| {
                    let cell = self.all(row, column, self.whole());
                    let figure = cell.and_then(|cell| cell.figures().nth(which));
                    figure.map_or_else(String::new, |(_, figure)| dialect.number(figure.mean))
                };
                let means: Vec<String> = self.columns.iter().map(mean).collect();
                if means.iter().any(|mean| !mean.is_empty()) {
                    lines.push([vec![metric.to_owned(), self.entrants[row].name.clone()], means].concat());
                }
            }
        }
        in_memory(lines.into_iter(), dialect)
    }

    /// `matrix.svg`: the chances as a map of colours, over all engagements.
    pub fn svg(&self) -> String {
        let (side, left, top) = (34, 8 * self.longest() + 16, 8 * self.longest() + 16);
        let (width, height) = (left + side * self.columns.len() + 8, top + side * self.rows.len() + 8);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" font-size=\"12\">\n<title>{}</title>\n<rect width=\"100%\" height=\"100%\" \
             fill=\"#fff\"/>\n",
            escaped(&self.title)
        );
        for (place, &column) in self.columns.iter().enumerate() {
            let x = left + side * place + side / 2 + 4;
            let name = escaped(&self.entrants[column].name);
            text +=
                &format!("<text x=\"{x}\" y=\"{}\" transform=\"rotate(-90 {x} {})\">{name}</text>\n", top - 6, top - 6);
        }
        for (line, &row) in self.rows.iter().enumerate() {
            let y = top + side * line;
            let name = escaped(&self.entrants[row].name);
            text += &format!("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{name}</text>\n", left - 6, y + side / 2 + 4);
            for (place, &column) in self.columns.iter().enumerate() {
                let Some(cell) = self.all(row, column, self.whole()) else { continue };
                let (x, share) = (left + side * place, 100.0 * cell.goal.mean);
                text += &format!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{}\" stroke=\"#fff\"/><text x=\"{}\" \
                     y=\"{}\" text-anchor=\"middle\">{share:.0}</text>\n",
                    colour(cell.goal.mean),
                    x + side / 2,
                    y + side / 2 + 4
                );
            }
        }
        text + "</svg>\n"
    }

    /// The names of all formations for tables, in so many columns where that is unambiguous, and the columns of the widest.
    pub fn names(&self, most: usize) -> (Vec<String>, usize) {
        let names: Vec<_> = self.entrants.iter().map(|entrant| visible(&entrant.name)).collect();
        let names = shortened(&names.iter().map(AsRef::as_ref).collect::<Vec<_>>(), most);
        let widest = names.iter().map(|name| columns(name)).max().unwrap_or(0);
        (names, widest)
    }

    /// The length of the longest name in letters.
    pub(super) fn longest(&self) -> usize {
        self.entrants.iter().map(|entrant| entrant.name.chars().count()).max().unwrap_or(0)
    }
}

/// Blue for a chance of 1, white for even, orange for 0; dark letters are readable on all of them.
pub fn colour(chance: f64) -> String {
    let toward = |end: [f64; 3], share: f64| end.map(|part| (255.0 - (255.0 - part) * share).round() as u8);
    let share = (2.0 * chance - 1.0).clamp(-1.0, 1.0);
    let [red, green, blue] =
        if share > 0.0 { toward([110.0, 170.0, 240.0], share) } else { toward([245.0, 150.0, 90.0], -share) };
    format!("#{red:02x}{green:02x}{blue:02x}")
}
