//! Comparisons as files: `compare.csv`, one row per pair of variants, and `chances.csv`, one row per variant; and as JSON.
//!
//! Chances and differences are 0–1; a blank cell means that there is no such number.

use std::io;

use serde::Serialize;
use serde_json::{Value, json};

use battle_odds_engine::measure::GOAL;
use battle_odds_stats::interval::Interval;

use super::compared::{Compared, Difference};
use super::csv::{TAGS, begin, whole};
use super::dialect::{Dialect, Rows};
use super::json::pretty;
use super::result::Method;

const DIFFERENCES: [&str; 19] = [
    "scenario",
    "variant",
    "other",
    "metric",
    "method",
    "chance",
    "other_chance",
    "difference",
    "low",
    "high",
    "trials",
    "both",
    "variant_only",
    "other_only",
    "neither",
    "verdict",
    "seed",
    "goal",
    "tags",
];

const CHANCES: [&str; 13] = [
    "scenario",
    "variant",
    "metric",
    "method",
    "trials",
    "chance",
    "low",
    "high",
    "points",
    "per_100_points",
    "seed",
    "goal",
    "tags",
];

/// Writes differences, one row per pair: every command that compares two things writes this row.
pub struct DifferenceWriter<W: io::Write> {
    rows: Rows<W>,
}

impl<W: io::Write> DifferenceWriter<W> {
    /// Begins the file with its header: for chances, or for means.
    pub fn new(out: W, compared: &Compared, dialect: Dialect) -> io::Result<Self> {
        let header = if compared.is_of_means() { DIFFERENCES.map(as_mean) } else { DIFFERENCES };
        Ok(DifferenceWriter { rows: begin(out, &header, dialect)? })
    }

    /// Appends all differences of a comparison.
    pub fn append(&mut self, compared: &Compared) -> io::Result<()> {
        compared.differences.iter().try_for_each(|difference| self.row(compared, compared.metric(), difference))?;
        self.rows.flush()
    }

    /// Appends one difference of a metric.
    pub fn row(&mut self, compared: &Compared, metric: &str, difference: &Difference) -> io::Result<()> {
        let [first, second] = [difference.first, difference.second].map(|place| &compared.contenders[place]);
        let (pairs, Interval { low, high }) = (difference.pairs, difference.interval);
        let dialect = self.rows.dialect();
        self.rows.write_record([
            compared.scenario.as_str(),
            &first.name,
            &second.name,
            metric,
            &difference.method().to_string(),
            &dialect.number(first.chance),
            &dialect.number(second.chance),
            &dialect.number(difference.difference),
            &dialect.number(low),
            &dialect.number(high),
            &whole(difference.trials.map(|trials| trials.number)),
            &whole(pairs.map(|pairs| pairs.both)),
            &whole(pairs.map(|pairs| pairs.first)),
            &whole(pairs.map(|pairs| pairs.second)),
            &whole(pairs.map(|pairs| pairs.neither)),
            difference.verdict.key(),
            &compared.request.seed.to_string(),
            &compared.goal.join(", "),
            &compared.tags.join(TAGS),
        ])?;
        Ok(())
    }
}

/// Writes the number of each contender, one row each.
///
/// # Errors
/// Those of the writer.
pub fn write_chances<W: io::Write>(out: W, compared: &Compared, dialect: Dialect) -> io::Result<()> {
    let mut head: Vec<String> = CHANCES.map(str::to_owned).to_vec();
    if compared.is_of_means() {
        head = CHANCES.map(|name| as_mean(name).to_owned()).to_vec();
    }
    for choice in &compared.choices {
        // No two columns have the same name.
        let names = (1..).map(|number| if number == 1 { choice.clone() } else { format!("{choice} {number}") });
        let free = names.into_iter().find(|name| !head.contains(name));
        head.extend(free);
    }
    let mut rows = begin(out, &head.iter().map(String::as_str).collect::<Vec<_>>(), dialect)?;
    for contender in &compared.contenders {
        let cells = [
            compared.scenario.clone(),
            contender.name.clone(),
            compared.metric().to_owned(),
            Method::of(contender.trials).to_string(),
            whole(contender.trials.map(|trials| trials.number)),
            dialect.number(contender.chance),
            dialect.number(contender.interval.low),
            dialect.number(contender.interval.high),
            whole(contender.points),
            contender.per_100_points().map(|worth| dialect.number(worth)).unwrap_or_default(),
            compared.request.seed.to_string(),
            compared.goal.join(", "),
            compared.tags.join(TAGS),
        ];
        rows.write_record(cells.iter().chain(&contender.choices))?;
    }
    rows.flush()
}

/// The name of a column if the file has means instead of chances.
fn as_mean(name: &'static str) -> &'static str {
    match name {
        "chance" => "mean",
        "other_chance" => "other_mean",
        name => name,
    }
}

impl Compared {
    /// The name in files of the metric they are compared by.
    pub fn metric(&self) -> &str {
        self.by.as_ref().map_or(GOAL.name, |by| by.name.as_str())
    }

    /// The file with a row for each contender.
    pub fn file(&self) -> &'static str {
        if self.is_of_means() { "means.csv" } else { "chances.csv" }
    }
}

/// A whole comparison as JSON.
///
/// # Errors
/// Those of the serialiser.
pub fn to_json(compared: &Compared) -> serde_json::Result<String> {
    #[derive(Serialize)]
    struct Whole<'a> {
        #[serde(flatten)]
        compared: &'a Compared,
        differences: Vec<Value>,
    }
    let difference = |of: &Difference| {
        let [first, second] = [of.first, of.second].map(|place| &compared.contenders[place].name);
        json!({
            "variant": first, "other": second, "metric": compared.metric(),
            "difference": of.difference, "low": of.interval.low, "high": of.interval.high,
            "method": of.method(), "trials": of.trials,
            "both": of.pairs.map(|pairs| pairs.both), "neither": of.pairs.map(|pairs| pairs.neither),
            "variant_only": of.pairs.map(|pairs| pairs.first), "other_only": of.pairs.map(|pairs| pairs.second),
            "verdict": of.verdict.key(), "trials_to_decide": of.more,
        })
    };
    let differences = compared.differences.iter().map(difference).collect();
    let whole = Whole { compared, differences };
    if !compared.is_of_means() {
        return pretty(&whole);
    }
    let mut whole = serde_json::to_value(whole)?;
    let contenders = whole["contenders"].as_array_mut().into_iter().flatten();
    for contender in contenders.filter_map(Value::as_object_mut) {
        let mean = contender.remove("chance").unwrap_or_default();
        contender.insert("mean".into(), mean);
    }
    pretty(&whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compared::samples;

    #[test]
    fn rows_name_both_variants() {
        let mut out = Vec::new();
        let compared = samples::batteries();
        let mut rows = DifferenceWriter::new(&mut out, &compared, Dialect::Plain).unwrap();
        rows.append(&compared).unwrap();
        drop(rows);
        let text = String::from_utf8(out).unwrap();
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some(DIFFERENCES.join(",").as_str()));
        let first = lines.next().unwrap();
        assert!(first.starts_with("batteries,base,three Manticores,goal,monte-carlo,0.45,0.452,-0.002,"), "{first}");
        assert!(first.ends_with(",1000000,400000,50000,52000,498000,equivalent,1,guardians.broken,club"), "{first}");
        assert!(lines.next().unwrap().ends_with(",worse,1,guardians.broken,club"));
    }

    #[test]
    fn chances_have_their_price() {
        let mut out = Vec::new();
        write_chances(&mut out, &samples::batteries(), Dialect::Plain).unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<_> = text.lines().collect();
        assert!(lines[1].starts_with("batteries,base,goal,monte-carlo,1000000,0.45,"), "{}", lines[1]);
        assert!(lines[1].ends_with(",250,0.18,1,guardians.broken,club") && lines[3].contains(",,,1,"), "{text}");
    }

    #[test]
    fn json_holds_all_of_it() {
        let value: Value = serde_json::from_str(&to_json(&samples::batteries()).unwrap()).unwrap();
        assert_eq!(value["contenders"][1]["name"], "three Manticores");
        assert_eq!(value["differences"][1]["verdict"], "worse");
        assert_eq!(value["differences"][2]["other_only"], 82_000);
        // Wilson: 0.45 + 0.05 z²/n, less z √(0.45 · 0.55 / n), of a million trials.
        assert!((value["contenders"][0]["low"].as_f64().unwrap() - 0.449_025).abs() < 1e-6);
    }
}
