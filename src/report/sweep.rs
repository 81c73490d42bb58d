//! The chance of the goal over the values of one or two keys: a table, a curve, rows.

use super::curve::{Line, Point, curve};
use super::figures::{points, share};
use super::heading::{Heading, how};
use super::rows::{Entry, Rows};
use super::text::wrap;
use crate::engine::measure::GOAL;
use crate::stats::verdict::Verdict;

/// A sweep.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// What it is about.
    pub heading: Heading,
    /// The keys that vary: one or two.
    pub keys: Vec<String>,
    /// The values of each key, in order.
    pub values: Vec<Vec<String>>,
    /// The chances: all values of the first key with the first value of the second, and so on.
    pub points: Vec<Point>,
    /// Trials a point; `None` when exact.
    pub trials: Option<u64>,
}

impl Sweep {
    /// The values of a point, key by key.
    pub fn values_of(&self, point: usize) -> Vec<&str> {
        let first = self.values[0].len();
        let place = [point % first, point / first];
        self.values.iter().zip(place).map(|(values, place)| values[place].as_str()).collect()
    }

    /// The points with each value of the second key; all of them where there is none.
    pub fn lines(&self) -> Vec<Line<'_>> {
        let first = self.values[0].len();
        let name = |line: usize| self.values.get(1).map_or("", |values| values[line].as_str());
        let lines = self.points.chunks(first).enumerate();
        lines.map(|(line, points)| Line { name: name(line), points }).collect()
    }

    /// The table and the curve.
    pub fn table(&self) -> String {
        let mut text = self.heading.text(&how(self.trials, "a value"));
        for line in self.lines() {
            let over = match self.keys.get(1) {
                Some(key) => format!("\n{} with {key} = {}\n", self.keys[0], line.name),
                None => format!("\n{}\n", self.keys[0]),
            };
            text += &over;
            let width = self.values[0].iter().map(|value| value.chars().count()).max().unwrap_or(0);
            for (value, point) in self.values[0].iter().zip(line.points) {
                let (chance, interval) = share(point.chance, point.interval);
                let step = point.step.map_or(String::new(), |(difference, interval, verdict)| {
                    let sign = if difference > 0.0 { "+" } else { "" };
                    let known = if verdict == Verdict::Undecided { "  undecided" } else { "" };
                    format!("{sign}{} points{known}", points(difference, interval))
                });
                text += format!("  {value:>width$}  {chance:>10}  {interval:<16}  {step}").trim_end();
                text.push('\n');
            }
        }
        text.push('\n');
        text += &curve(&self.values[0], &self.lines());
        text.push('\n');
        text += &match self.trials {
            Some(_) => wrap(
                "The brackets are 95 % intervals that hold all together; the points are the difference from the value \
                 before, with a 95 % interval, which hold all together too.",
                "",
                "",
            ),
            None => wrap("All chances are exact; the points are the difference from the value before.", "", ""),
        };
        text
    }

    /// The rows of `sweep.csv`.
    pub fn rows(&self) -> Rows {
        let row = |(place, point): (usize, &Point)| -> Vec<Entry> {
            let values = self.values_of(place);
            let step = point.step;
            let before = step.and_then(|_| place.checked_sub(1)).map_or("", |before| self.values_of(before)[0]);
            vec![
                (&self.heading.scenario).into(),
                (&self.heading.variant).into(),
                (&self.keys[0]).into(),
                values[0].into(),
                self.keys.get(1).map_or("", String::as_str).into(),
                values.get(1).copied().unwrap_or_default().into(),
                GOAL.name.into(),
                if self.trials.is_some() { "monte-carlo" } else { "exact" }.into(),
                self.trials.into(),
                point.chance.into(),
                point.interval.low.into(),
                point.interval.high.into(),
                before.into(),
                step.map(|(difference, ..)| difference).into(),
                step.map(|(_, interval, _)| interval.low).into(),
                step.map(|(_, interval, _)| interval.high).into(),
                step.map_or("", |(.., verdict)| verdict.key()).into(),
            ]
        };
        Rows {
            head: &[
                "scenario",
                "variant",
                "path",
                "value",
                "path2",
                "value2",
                "metric",
                "method",
                "trials",
                "chance",
                "low",
                "high",
                "against",
                "difference",
                "difference_low",
                "difference_high",
                "verdict",
            ],
            rows: self.points.iter().enumerate().map(row).collect(),
        }
    }
}
