//! A matrix before and after a change of the rules or the profiles.

use super::text::WIDEST;
use super::{Figure, Matrix, Rated};
use crate::figures::in_decimals;
use crate::rows::{Entry, Rows};
use crate::text::Width;
use battle_odds_stats::interval::{Interval, Z_95};

/// A figure before and after.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// Before.
    pub before: f64,
    /// After.
    pub after: f64,
    /// The 95 % interval of the difference: that of two independent figures.
    pub interval: Interval,
}

impl Change {
    /// `None` if the figure is identical: the same battles with the same dice.
    fn of(before: Figure, after: Figure) -> Option<Change> {
        let difference = after.mean - before.mean;
        let half = Z_95 * (before.variance + after.variance).sqrt();
        let interval = Interval { low: difference - half, high: difference + half };
        (before != after).then_some(Change { before: before.mean, after: after.mean, interval })
    }

    /// By how much it has changed.
    pub fn difference(&self) -> f64 {
        self.after - self.before
    }

    /// Whether it has certainly changed, by this interval alone.
    pub fn is_certain(&self) -> bool {
        self.interval.low > 0.0 || self.interval.high < 0.0
    }
}

/// Two matrices of the same file, before and after a change.
#[derive(Clone, Copy, Debug)]
pub struct Changed<'a> {
    /// Before.
    pub before: &'a Matrix,
    /// After: the same rows and columns.
    pub after: &'a Matrix,
}

/// How many formations and cells are shown.
const SHOWN: usize = 12;

impl Changed<'_> {
    /// The ratings, swings per 100 points and fair points that have changed, by formation.
    fn ratings(&self, before: &[Rated], after: &[Rated]) -> Vec<(usize, &'static str, Change)> {
        let spread = |interval: Interval| (interval.half_width() / Z_95).powi(2);
        let figures = |one: &Rated| {
            let rating = one.rating.map(|rating| (rating.rating, rating.interval));
            let swing = one.swing_per_100.map(|swing| (swing.mean, swing.interval));
            [
                ("rating", rating),
                ("swing_per_100", swing),
                ("fair_points", one.fair_points),
                ("consistent_points", one.consistent_points),
            ]
        };
        let changes = before.iter().zip(after).flat_map(|(before, after)| {
            let pairs = figures(before).into_iter().zip(figures(after));
            pairs.filter_map(|((name, before_it), (_, after_it))| {
                let figure = |(mean, interval)| Figure { mean, interval, variance: spread(interval) };
                let change = Change::of(figure(before_it?), figure(after_it?))?;
                // Ratings are the result of an iteration: a difference in the last digits is no change.
                (change.difference().abs() > 1e-9).then_some((before.entrant, name, change))
            })
        });
        changes.collect()
    }

    /// The cells over all engagements whose chance of the goal, or swing, has changed.
    fn cells(&self) -> Vec<(usize, usize, &'static str, Change)> {
        let mut changes = Vec::new();
        for (row, column) in self.before.cells() {
            let [before, after] = [self.before, self.after].map(|matrix| matrix.all(row, column, matrix.whole()));
            let (Some(before), Some(after)) = (before, after) else { continue };
            let swing = |lost: Option<[Figure; 3]>| lost.map(|lost| lost[2]);
            let goal = Change::of(before.goal, after.goal).map(|change| (row, column, "goal", change));
            let swing = swing(before.lost).zip(swing(after.lost)).and_then(|(before, after)| Change::of(before, after));
            changes.extend(goal);
            changes.extend(swing.map(|change| (row, column, "swing", change)));
        }
        changes
    }

    /// `changes.csv`: all changes, formations first (without a column), then cells over all engagements.
    pub fn rows(&self, before: &[Rated], after: &[Rated]) -> Rows {
        let name = |place: usize| Entry::from(&self.before.entrants[place].name);
        let line = |row: usize, column: Entry, metric: &str, change: Change| {
            vec![
                Entry::from(&self.before.title),
                name(row),
                column,
                metric.into(),
                change.before.into(),
                change.after.into(),
                change.difference().into(),
                change.interval.low.into(),
                change.interval.high.into(),
            ]
        };
        let ratings = self.ratings(before, after).into_iter();
        let ratings = ratings.map(|(row, metric, change)| line(row, "".into(), metric, change));
        let cells =
            self.cells().into_iter().map(|(row, column, metric, change)| line(row, name(column), metric, change));
        let head = vec!["matrix", "row", "column", "metric", "before", "after", "difference", "low", "high"];
        Rows { head, rows: ratings.chain(cells).collect() }
    }

    /// The changes in words: the formations by how much their swing per 100 points changes, then the cells whose chance of
    /// the goal changes most.
    pub fn text(&self, before: &[Rated], after: &[Rated], what: &str, within: Width) -> String {
        let name = |place: usize| self.before.entrants[place].name.as_str();
        let mut text = within.wrap(&text!("What changes with {what}:", what), "\n", "  ");
        let ratings = self.ratings(before, after);
        if ratings.is_empty() {
            return format!("{text}  {}\n", text!("nothing: all figures are the same as before"));
        }
        let (names, width) = self.before.names(WIDEST);
        let width = width.max(9);
        let [formation, rating] = [text!("formation"), text!("rating")];
        let [worth, per_100] = [text!("worth"), text!("per 100")];
        text += &format!("\n  {formation:width$} {worth:>18} {per_100:>22} {rating:>14}\n");
        let mut changed: Vec<usize> = ratings.iter().map(|(row, ..)| *row).collect();
        changed.dedup();
        let of = |row: usize, metric: &str| ratings.iter().find(|(of, name, _)| (*of, *name) == (row, metric));
        let size = |row: usize| {
            of(row, "swing_per_100").or(of(row, "rating")).map_or(0.0, |(_, _, change)| change.difference().abs())
        };
        changed.sort_by(|&one, &other| size(other).total_cmp(&size(one)));
        let has_worth = ratings.iter().any(|(_, name, _)| *name == "consistent_points");
        for &row in changed.iter().take(SHOWN) {
            let shown = |metric: &str, digits: usize| match of(row, metric) {
                None => "–".to_owned(),
                Some((_, _, change)) => {
                    let doubt = if change.is_certain() { "" } else { " ?" };
                    format!("{} → {}{doubt}", plain(change.before, digits), plain(change.after, digits))
                }
            };
            text += &format!(
                "  {:<width$} {:>18} {:>22} {:>14}\n",
                names[row],
                shown(if has_worth { "consistent_points" } else { "fair_points" }, 0),
                shown("swing_per_100", 1),
                shown("rating", 0)
            );
        }
        if changed.len() > SHOWN {
            text += &others(changed.len() - SHOWN);
        }
        let mut cells: Vec<(usize, usize, &str, Change)> = self
            .cells()
            .into_iter()
            .filter(|(_, _, metric, change)| *metric == "goal" && change.is_certain())
            .collect();
        cells.sort_by(|one, other| other.3.difference().total_cmp(&one.3.difference()));
        // Seen from the other side it is the same with the opposite sign.
        cells.retain(|(_, _, _, change)| !self.before.both_ways || change.difference() > 0.0);
        if !cells.is_empty() {
            text += &format!("\n{}\n", text!("Of a hundred battles, where that is certain to change:"));
        }
        for (row, column, _, change) in cells.iter().take(SHOWN) {
            let [before, after] = [change.before, change.after].map(|mean| 100.0 * mean);
            let line = text!(
                "{one} against {other}: {before} → {after} ({change} ± {half})",
                one = name(*row),
                other = name(*column),
                before = plain(before, 0),
                after = plain(after, 0),
                change = plain(100.0 * change.difference(), 1),
                half = plain(100.0 * change.interval.half_width(), 1)
            );
            text += &within.wrap(&line, "  ", "    ");
        }
        if cells.len() > SHOWN {
            text += &others(cells.len() - SHOWN);
        }
        let doubt = text!(
            "A question mark stands where the 95 % interval of the change, which holds for each on its own, reaches both sides of 0."
        );
        text += &within.wrap(&doubt, "\n", "");
        text
    }
}

/// A line that says how many more are in the file.
fn others(count: usize) -> String {
    format!("  {}\n", text!("… and {others} more in {file}", others = count, file = "changes.csv"))
}

/// A number, with its sign if it is below 0.
fn plain(number: f64, digits: usize) -> String {
    let sign = if number < 0.0 { "−" } else { "" };
    sign.to_owned() + &in_decimals(format!("{:.digits$}", number.abs()))
}
