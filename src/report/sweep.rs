//! The chance of the goal over the values of one to three keys: a table, curves, rows.

use super::curve::{Line, Point, curve};
use super::figures::{points, share};
use super::heading::{Heading, how};
use super::refused::refused;
use super::result::Method;
use super::rows::{Entry, Rows};
use super::text::{Width, columns};
use battle_odds_engine::measure::GOAL;
use battle_odds_stats::verdict::Verdict;

/// A sweep.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// The heading.
    pub heading: Heading,
    /// The keys that vary: one to three.
    pub keys: Vec<String>,
    /// The values of each key, in order.
    pub values: Vec<Vec<String>>,
    /// The chances: all values of the first key with the first values of the others, then with the next of the second, and
    /// so on. `None` for a combination that cannot be played.
    pub points: Vec<Option<Point>>,
    /// What cannot be played, with the reason.
    pub refused: Vec<(String, String)>,
}

/// The lines for one value of the third key.
#[derive(Clone, Debug)]
pub struct Panel<'a> {
    /// That value; empty if there is no third key.
    pub name: &'a str,
    /// A line for each value of the second key.
    pub lines: Vec<Line<'a>>,
}

/// The index of a point's value for each key, given how many values each has; the first changes first.
pub fn places_of(point: usize, counts: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut rest = point;
    counts
        .map(|count| {
            let place = rest % count;
            rest /= count;
            place
        })
        .collect()
}

impl Sweep {
    /// The values of a point, key by key.
    pub fn values_of(&self, point: usize) -> Vec<&str> {
        let places = places_of(point, self.values.iter().map(Vec::len));
        self.values.iter().zip(places).map(|(values, place)| values[place].as_str()).collect()
    }

    /// A panel for each value of the third key, or a single one; in it a line for each value of the second key, or a single
    /// one.
    pub fn panels<'a>(&'a self) -> Vec<Panel<'a>> {
        let (first, lines) = (self.values[0].len(), self.values.get(1).map_or(1, Vec::len));
        let name =
            |key: usize, place: usize| self.values.get(key).map_or("", |values: &Vec<String>| values[place].as_str());
        let panel = |(panel, points): (usize, &'a [Option<Point>])| {
            let lines = points.chunks(first).enumerate();
            let lines = lines.map(|(line, points)| Line { name: name(1, line), points }).collect();
            Panel { name: name(2, panel), lines }
        };
        self.points.chunks(first * lines).enumerate().map(panel).collect()
    }

    /// The values of the second and third keys of a line and a panel: `cover = ruins, crossfire = true`.
    pub fn others(&self, line: &str, panel: &str) -> String {
        let keys = self.keys.iter().skip(1).zip([line, panel]);
        keys.map(|(key, value)| format!("{key} = {value}")).collect::<Vec<_>>().join(", ")
    }

    /// How the chances were found.
    pub fn how(&self) -> String {
        let played = || self.points.iter().flatten();
        let is_paired = played().flat_map(|point| &point.step).any(|step| step.pairs.is_some());
        how(played().map(|point| point.trials), is_paired)
    }

    /// The table and the curve.
    pub fn table(&self, within: Width) -> String {
        let mut text = self.heading.text(&self.how(), within);
        let panels = self.panels();
        for (panel, line) in panels.iter().flat_map(|panel| panel.lines.iter().map(|line| (panel.name, line))) {
            text += &match self.keys.len() {
                1 => format!("\n{}", within.wrap(&self.keys[0], "", "  ")),
                _ => {
                    let others = self.others(line.name, panel);
                    let what = text!("{key} with {others}", key = self.keys[0], others);
                    format!("\n{}", within.wrap(&what, "", "  "))
                }
            };
            let width = self.values[0].iter().map(|value| columns(value)).max().unwrap_or(0);
            for (value, point) in self.values[0].iter().zip(line.points) {
                let Some(point) = point else {
                    text += &format!("  {value:>width$}  {}\n", text!("not possible"));
                    continue;
                };
                let (chance, interval) = share(point.chance, point.interval);
                let step = point.step.as_ref().map_or(String::new(), |step| {
                    let sign = if step.difference > 0.0 { "+" } else { "" };
                    let by = sign.to_owned() + &points(step.difference, step.interval);
                    if step.verdict == Verdict::Undecided { format!("{by}  {}", text!("undecided")) } else { by }
                });
                text += format!("  {value:>width$}  {chance:>10}  {interval:<16}  {step}").trim_end();
                text.push('\n');
            }
        }
        for Panel { name, lines } in &panels {
            text.push('\n');
            if let Some(key) = self.keys.get(2) {
                text += &format!("{key} = {name}\n");
            }
            text += &curve(&self.values[0], lines, within);
        }
        text.push('\n');
        text += &match self.points.iter().flatten().find_map(|point| point.trials) {
            Some(_) => within.wrap(
                &text!(
                    "The brackets are 95 % intervals that hold all together; what follows is the difference from the value before in percentage points, with a 95 % interval, which hold all together too. What has no interval is exact."
                ),
                "",
                "",
            ),
            None => within.wrap(
                &text!(
                    "All is exact; what follows a chance is the difference from the value before, in percentage points."
                ),
                "",
                "",
            ),
        };
        refused(&self.refused).iter().for_each(|words| text += &within.wrap(words, "", ""));
        text
    }

    /// The rows of `sweep.csv`: the combinations that can be played.
    pub fn rows(&self) -> Rows {
        let row = |(place, point): (usize, &Option<Point>)| -> Option<Vec<Entry>> {
            let point = point.as_ref()?;
            let values = self.values_of(place);
            let is_played = |before: &usize| self.points[*before].is_some();
            let step = point.step.as_ref();
            let before =
                step.and_then(|_| (0..place).rev().find(is_played)).map_or("", |before| self.values_of(before)[0]);
            Some(vec![
                (&self.heading.scenario).into(),
                (&self.heading.variant).into(),
                (&self.keys[0]).into(),
                values[0].into(),
                self.keys.get(1).map_or("", String::as_str).into(),
                values.get(1).copied().unwrap_or_default().into(),
                GOAL.name.into(),
                Method::of(point.trials).to_string().as_str().into(),
                point.trials.map(|trials| trials.number).into(),
                point.chance.into(),
                point.interval.low.into(),
                point.interval.high.into(),
                before.into(),
                step.map(|step| step.difference).into(),
                step.map(|step| step.interval.low).into(),
                step.map(|step| step.interval.high).into(),
                step.map_or("", |step| step.verdict.key()).into(),
                self.keys.get(2).map_or("", String::as_str).into(),
                values.get(2).copied().unwrap_or_default().into(),
            ])
        };
        Rows {
            head: vec![
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
                "path3",
                "value3",
            ],
            rows: self.points.iter().enumerate().filter_map(row).collect(),
        }
    }
}
