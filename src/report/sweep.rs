//! The chance of the goal over the values of one to three keys: a table, curves, rows.

use std::ops::Range;

use super::curve::{Line, Point, curve};
use super::decided::decided;
use super::figures::{points, share};
use super::heading::{Heading, how};
use super::names::value_in_words;
use super::page::words::capital;
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
    /// What varies: one to three keys.
    pub axes: Vec<Axis>,
    /// The chances: all values of the first key with the first values of the others, then with the next of the second, and
    /// so on. `None` for a combination that cannot be played.
    pub points: Vec<Option<Point>>,
    /// What cannot be played, with the reason.
    pub refused: Vec<(String, String)>,
}

/// A key that varies, and its values.
#[derive(Clone, Debug, Default)]
pub struct Axis {
    /// The key as written.
    pub key: String,
    /// The same as players say it.
    pub name: String,
    /// Its values as written, in order.
    pub values: Vec<String>,
    /// The same as players say them.
    pub said: Vec<String>,
    /// Whether they are distances in cm.
    pub is_distance: bool,
}

impl Axis {
    /// The key with these values as written.
    pub fn new(key: &str, name: String, values: Vec<String>, is_distance: bool) -> Axis {
        let mut axis = Axis { key: key.to_owned(), name, values, said: Vec::new(), is_distance };
        axis.said = (0..axis.values.len()).map(|place| axis.span(place..place + 1)).collect();
        axis
    }

    /// Neighbouring values as one: `10–30 cm`.
    fn span(&self, places: Range<usize>) -> String {
        let values: Vec<String> = self.values[places].iter().map(|value| value_in_words(value)).collect();
        let is_number = |value: &String| value.trim_end_matches('+').parse::<f64>().is_ok();
        let said = match &values[..] {
            [first, .., last] if values.iter().all(is_number) => format!("{first}–{last}"),
            values => values.join(", "),
        };
        if self.is_distance && values.iter().all(is_number) { text!("{distance} cm", distance = said) } else { said }
    }

    /// A value with what it is of: `crossfire of step 1: yes`.
    pub fn with(&self, said: &str) -> String {
        text!("{what}: {list}", what = self.name, list = said)
    }
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

/// Two chances closer than this are one that was added up in another order.
const ROUNDING: f64 = 1e-12;

/// Whether two points are the same as far as anybody can tell.
fn same(one: &Option<Point>, other: &Option<Point>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => {
            let numbers = |point: &Point| [point.chance, point.interval.low, point.interval.high];
            numbers(one).iter().zip(numbers(other)).all(|(one, other)| (one - other).abs() <= ROUNDING)
        }
        (None, None) => true,
        _ => false,
    }
}

impl Sweep {
    /// The index of a point's value for each key.
    fn places_of(&self, point: usize) -> Vec<usize> {
        places_of(point, self.axes.iter().map(|axis| axis.values.len()))
    }

    /// The values of a point as written, key by key.
    fn values_of(&self, point: usize) -> Vec<&str> {
        self.axes.iter().zip(self.places_of(point)).map(|(axis, place)| axis.values[place].as_str()).collect()
    }

    /// The same sweep with neighbouring values of a key that make no difference at all as one value.
    #[must_use]
    pub fn merged(&self, key: usize) -> Sweep {
        let Some(axis) = self.axes.get(key) else { return self.clone() };
        let placed: Vec<(usize, &Option<Point>)> =
            self.points.iter().enumerate().map(|(point, of)| (self.places_of(point)[key], of)).collect();
        let of_value = |value: usize| placed.iter().filter(move |(place, _)| *place == value).map(|(_, point)| *point);
        let is_alike = |value: &usize| of_value(*value).zip(of_value(value - 1)).all(|(one, other)| same(one, other));
        let starts: Vec<usize> = (0..axis.values.len()).filter(|value| *value == 0 || !is_alike(value)).collect();
        let ends = starts.iter().skip(1).copied().chain([axis.values.len()]);
        let mut merged = self.clone();
        merged.axes[key].said = starts.iter().zip(ends).map(|(&start, end)| axis.span(start..end)).collect();
        merged.axes[key].values = starts.iter().map(|&start| axis.values[start].clone()).collect();
        merged.points =
            placed.iter().filter(|(place, _)| starts.contains(place)).map(|(_, point)| (*point).clone()).collect();
        merged
    }

    /// In words: with which values the goal is reached most often.
    pub fn words(&self) -> Vec<String> {
        let played = self.points.iter().enumerate().filter_map(|(place, point)| Some((place, point.as_ref()?)));
        let best =
            played.max_by(|(one, first), (other, second)| first.chance.total_cmp(&second.chance).then(other.cmp(one)));
        let of = |point: usize| {
            let places = self.axes.iter().zip(self.places_of(point));
            places.map(|(axis, place)| axis.with(&axis.said[place])).collect::<Vec<_>>().join(", ")
        };
        let said = best.map(|(best, point)| {
            let (value, spread) = share(point.chance, point.interval);
            text!(
                "Most often, in {chance} of the battles, with {values}.",
                values = of(best),
                chance = format!("{value} {spread}").trim()
            )
        });
        Vec::from_iter(said)
    }

    /// A panel for each value of the third key, or a single one; in it a line for each value of the second key, or a single
    /// one.
    pub fn panels<'a>(&'a self) -> Vec<Panel<'a>> {
        let count = |key: usize| self.axes.get(key).map_or(1, |axis| axis.values.len());
        let (first, lines) = (count(0), count(1));
        let name = |key: usize, place: usize| self.axes.get(key).map_or("", |axis| axis.said[place].as_str());
        let panel = |(panel, points): (usize, &'a [Option<Point>])| {
            let lines = points.chunks(first).enumerate();
            let lines = lines.map(|(line, points)| Line { name: name(1, line), points }).collect();
            Panel { name: name(2, panel), lines }
        };
        self.points.chunks(first * lines).enumerate().map(panel).collect()
    }

    /// The first key, and the values that the others have in a line and a panel: `range of step 1 (crossfire of step 1: yes)`.
    pub fn of_line(&self, line: &str, panel: &str) -> String {
        let name = &self.axes[0].name;
        let others: Vec<String> =
            self.axes.iter().skip(1).zip([line, panel]).map(|(axis, value)| axis.with(value)).collect();
        if others.is_empty() { name.clone() } else { format!("{name} ({})", others.join(", ")) }
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
        let merged = (0..self.axes.len()).fold(self.clone(), |merged, key| merged.merged(key));
        merged.words().iter().for_each(|words| text += &within.wrap(words, "", ""));
        let (panels, values) = (merged.panels(), &merged.axes[0].said);
        for (panel, line) in panels.iter().flat_map(|panel| panel.lines.iter().map(|line| (panel.name, line))) {
            text.push('\n');
            text += &within.wrap(&capital(&self.of_line(line.name, panel)), "", "  ");
            let width = values.iter().map(|value| columns(value)).max().unwrap_or(0);
            for (value, point) in values.iter().zip(line.points) {
                let Some(point) = point else {
                    text += &format!("  {value:>width$}  {}\n", text!("not possible"));
                    continue;
                };
                let (chance, interval) = share(point.chance, point.interval);
                let step = point.step.as_ref().map_or(String::new(), |step| {
                    let sign = if step.difference > 0.0 { "+" } else { "" };
                    let by = sign.to_owned() + &points(step.difference, step.interval);
                    match step.verdict {
                        Verdict::Undecided => format!("{by}  {}", text!("perhaps none")),
                        _ => by,
                    }
                });
                text += format!("  {value:>width$}  {chance:>10}  {interval:<16}  {step}").trim_end();
                text.push('\n');
            }
        }
        for Panel { name, lines } in &panels {
            text.push('\n');
            if let Some(axis) = merged.axes.get(2) {
                text += &format!("{}\n", axis.with(name));
            }
            text += &curve(values, lines, within);
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
        text + &decided(&self.heading.choices, within)
    }

    /// The rows of `sweep.csv`: the combinations that can be played.
    pub fn rows(&self) -> Rows {
        let key = |key: usize| self.axes.get(key).map_or("", |axis| axis.key.as_str());
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
                key(0).into(),
                values[0].into(),
                key(1).into(),
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
                key(2).into(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use battle_odds_stats::interval::Interval;

    #[test]
    fn values_that_make_no_difference_are_one() {
        let point = |chance: f64| Some(Point { chance, interval: Interval::exact(chance), trials: None, step: None });
        let values = |of: &[&str]| of.iter().map(|value| (*value).to_owned()).collect::<Vec<_>>();
        let sweep = Sweep {
            heading: Heading::default(),
            axes: vec![
                Axis::new("steps[0].range", "range of step 1".into(), values(&["10", "20", "30", "45"]), true),
                Axis::new("steps[0].crossfire", "crossfire of step 1".into(), values(&["false", "true"]), false),
            ],
            points: [0.4, 0.4, 0.4, 0.3, 0.5, 0.5, 0.5, 0.5].map(point).to_vec(),
            refused: Vec::new(),
        };
        let merged = sweep.merged(0);
        assert_eq!(merged.axes[0].said, ["10–30 cm", "45 cm"]);
        let chances: Vec<f64> = merged.points.iter().flatten().map(|point| point.chance).collect();
        assert_eq!(chances, [0.4, 0.3, 0.5, 0.5]);
        assert_eq!(sweep.merged(1).axes[1].said, ["no", "yes"]);
        assert_eq!(
            merged.words(),
            ["Most often, in 50.000 % of the battles, with range of step 1: 10–30 cm, crossfire of step 1: yes."]
        );
        assert_eq!(merged.of_line("no", ""), "range of step 1 (crossfire of step 1: no)");
    }
}
