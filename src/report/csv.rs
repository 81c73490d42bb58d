//! `summary.csv`, one row per measure, and `distribution.csv`, one row per value.
//!
//! Chances are 0–1. Numbers are decimals with as many digits as it takes to read back exactly the same number; a blank cell
//! means that there is no such number: trials and counts of exact odds, the interval of a single trial.

use std::collections::HashMap;
use std::io::{self, Read, Seek};

use battle_odds_engine::measure::Measure;
use battle_odds_stats::distribution::Distribution;
use battle_odds_stats::estimate::Estimate;
use battle_odds_stats::interval::{Interval, Z_95};
use battle_odds_words::visible::visible;

use super::dialect::{Dialect, Rows, WrittenCells};
use super::result::RunResult;

const SUMMARY: [&str; 21] = [
    "scenario", "variant", "system", "step", "subject", "metric", "method", "trials", "mean", "std_dev", "low", "high",
    "min", "p05", "p25", "median", "p75", "p95", "max", "tags", "goal",
];

const DISTRIBUTION: [&str; 12] = [
    "scenario",
    "variant",
    "step",
    "subject",
    "metric",
    "value",
    "count",
    "probability",
    "low",
    "high",
    "at_least",
    "tags",
];

/// Rows of a file of an earlier run, copied result by result.
pub struct WrittenRows<R> {
    rows: WrittenCells<R>,
    /// Where the rows of each scenario and variant begin.
    places: HashMap<(String, String), csv::Position>,
}

impl<R: Read + Seek> WrittenRows<R> {
    /// Looks where each result begins, of a file in a dialect.
    pub fn new(from: R, dialect: Dialect) -> io::Result<Self> {
        let mut rows = dialect.reader(from);
        let (mut places, mut last) = (HashMap::new(), (String::new(), String::new()));
        let mut record = csv::StringRecord::new();
        while rows.read_record(&mut record)? {
            let (scenario, variant) = names(&record);
            let is_new = last.0 != scenario || last.1 != variant;
            if let Some(position) = record.position().filter(|_| is_new) {
                last = (scenario.to_owned(), variant.to_owned());
                places.insert(last.clone(), position.clone());
            }
        }
        Ok(WrittenRows { rows, places })
    }

    fn copy<W: io::Write>(&mut self, of: (&str, &str), to: &mut Rows<W>) -> io::Result<()> {
        let of = (visible(of.0), visible(of.1));
        let Some(place) = self.places.get(&(of.0.to_string(), of.1.to_string())) else { return Ok(()) };
        self.rows.seek(place)?;
        let mut record = csv::StringRecord::new();
        while self.rows.read_record(&mut record)? && names(&record) == (&*of.0, &*of.1) {
            to.write_record(&record)?;
        }
        to.flush()
    }
}

/// The scenario and the variant of a row.
fn names(record: &csv::StringRecord) -> (&str, &str) {
    (record.get(0).unwrap_or_default(), record.get(1).unwrap_or_default())
}

/// The separator between tags.
pub const TAGS: &str = ", ";

/// Writes `summary.csv`, one result after the other.
pub struct SummaryWriter<W: io::Write> {
    rows: Rows<W>,
}

impl<W: io::Write> SummaryWriter<W> {
    /// Begins with the header.
    pub fn new(out: W, dialect: Dialect) -> io::Result<Self> {
        Ok(SummaryWriter { rows: begin(out, &SUMMARY, dialect)? })
    }

    /// Where the rows go; all of them are there.
    pub fn out(&self) -> &W {
        self.rows.get_ref()
    }

    /// Appends the rows of one result.
    pub fn append(&mut self, result: &RunResult) -> io::Result<()> {
        for (measure, distribution) in &result.measures {
            let row = summary_row(result, measure, distribution, self.rows.dialect());
            self.rows.write_record(row)?;
        }
        self.rows.flush()
    }

    /// Appends the rows that another file has of a result.
    pub fn copy<R: Read + Seek>(&mut self, from: &mut WrittenRows<R>, of: (&str, &str)) -> io::Result<()> {
        from.copy(of, &mut self.rows)
    }
}

fn summary_row(
    result: &RunResult,
    measure: &Measure,
    distribution: &Distribution,
    dialect: Dialect,
) -> [String; SUMMARY.len()] {
    let Estimate { mean, interval } = result.estimate(measure, distribution);
    let quantile = |q| distribution.quantile(q).to_string();
    [
        result.scenario.clone(),
        result.variant.clone(),
        result.system.clone(),
        measure.when.to_string(),
        measure.subject.clone(),
        measure.metric.to_string(),
        result.method.to_string(),
        whole(distribution.trials()),
        dialect.number(mean),
        dialect.number(distribution.std_dev()),
        dialect.number(interval.low),
        dialect.number(interval.high),
        distribution.min().to_string(),
        quantile(0.05),
        quantile(0.25),
        quantile(0.5),
        quantile(0.75),
        quantile(0.95),
        distribution.max().to_string(),
        result.tags.join(TAGS),
        result.goal.join(", "),
    ]
}

/// Whether a first line is that of `summary.csv` as it is written now.
pub fn is_summary_head(line: &[u8], dialect: Dialect) -> bool {
    let Ok(head) = dialect.writer(Vec::new()).and_then(|mut rows| rows.write_record(SUMMARY).map(|()| rows)) else {
        return false;
    };
    head.into_text().is_ok_and(|head| head.trim_end().as_bytes() == line.trim_ascii_end())
}

/// Writes `distribution.csv`, one result after the other.
pub struct DistributionWriter<W: io::Write> {
    rows: Rows<W>,
}

impl<W: io::Write> DistributionWriter<W> {
    /// Begins with the header.
    pub fn new(out: W, dialect: Dialect) -> io::Result<Self> {
        Ok(DistributionWriter { rows: begin(out, &DISTRIBUTION, dialect)? })
    }

    /// Where the rows go; all of them are there.
    pub fn out(&self) -> &W {
        self.rows.get_ref()
    }

    /// Appends the rows of one result: the values that occurred, measure by measure.
    pub fn append(&mut self, result: &RunResult) -> io::Result<()> {
        let (tags, dialect) = (result.tags.join(TAGS), self.rows.dialect());
        for (measure, distribution) in &result.measures {
            for (value, count, probability) in distribution.values() {
                let interval = match (count, distribution.trials()) {
                    (Some(count), Some(trials)) => result.share(count, trials),
                    // At least as precise as from plain trials.
                    (None, Some(trials)) => Interval::score_of(probability * trials as f64, trials as f64, Z_95),
                    (_, None) => result.exact_share(probability),
                };
                self.rows.write_record([
                    result.scenario.as_str(),
                    &result.variant,
                    &measure.when.to_string(),
                    &measure.subject,
                    measure.metric.name,
                    &value.to_string(),
                    &whole(count),
                    &dialect.number(probability),
                    &dialect.number(interval.low),
                    &dialect.number(interval.high),
                    &dialect.number(distribution.at_least(value)),
                    &tags,
                ])?;
            }
        }
        self.rows.flush()
    }

    /// Appends the rows that another file has of a result.
    pub fn copy<R: Read + Seek>(&mut self, from: &mut WrittenRows<R>, of: (&str, &str)) -> io::Result<()> {
        from.copy(of, &mut self.rows)
    }
}

pub(super) fn begin<W: io::Write>(out: W, header: &[&str], dialect: Dialect) -> io::Result<Rows<W>> {
    let mut rows = dialect.writer(out)?;
    rows.write_record(header)?;
    Ok(rows)
}

/// Rows written to memory, where writing cannot fail.
pub(super) fn in_memory(rows: impl Iterator<Item = Vec<String>>, dialect: Dialect) -> String {
    let Ok(mut writer) = dialect.writer(Vec::new()) else { return String::new() };
    rows.for_each(|row| drop(writer.write_record(row)));
    writer.into_text().unwrap_or_default()
}

pub(super) fn whole(number: Option<u64>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::samples;

    fn summary(results: &[RunResult]) -> String {
        let mut out = Vec::new();
        let mut writer = SummaryWriter::new(&mut out, Dialect::Plain).unwrap();
        results.iter().for_each(|result| writer.append(result).unwrap());
        drop(writer);
        String::from_utf8(out).unwrap()
    }

    fn distribution(results: &[RunResult]) -> String {
        let mut out = Vec::new();
        let mut writer = DistributionWriter::new(&mut out, Dialect::Plain).unwrap();
        results.iter().for_each(|result| writer.append(result).unwrap());
        drop(writer);
        String::from_utf8(out).unwrap()
    }

    fn rows(text: &str) -> Vec<csv::StringRecord> {
        csv::Reader::from_reader(text.as_bytes()).records().map(Result::unwrap).collect()
    }

    #[test]
    fn headers_are_the_documented_ones() {
        assert_eq!(
            summary(&[]),
            "scenario,variant,system,step,subject,metric,method,trials,mean,std_dev,low,high,\
             min,p05,p25,median,p75,p95,max,tags,goal\n"
        );
        assert_eq!(
            distribution(&[]),
            "scenario,variant,step,subject,metric,value,count,probability,low,high,at_least,tags\n"
        );
    }

    #[test]
    fn a_summary_row_a_measure_and_result() {
        let (sampled, exact) = (samples::sampled(), samples::exact());
        let text = summary(&[sampled.clone(), exact.clone()]);
        assert!(!text.contains('\r') && text.ends_with('\n'));
        let rows = rows(&text);
        assert_eq!(rows.len(), sampled.measures.len() + exact.measures.len());

        // kills: 0·0.3 + 1·0.4 + 2·0.25 + 3·0.0497 + 4·0.0003 = 1.0503; half-width 1.96·0.8656/1000 = 0.0017.
        let kills = &rows[3];
        assert_eq!(
            kills.iter().take(9).collect::<Vec<_>>(),
            ["softening", "no ruins", "epic-armageddon", "1", "warband", "kills", "monte-carlo", "1000000", "1.0503"]
        );
        let number = |column: usize| kills[column].parse::<f64>().unwrap();
        assert!((number(10) + 0.0017 - 1.0503).abs() < 1e-4 && (number(11) - 0.0017 - 1.0503).abs() < 1e-4);
        assert_eq!(
            kills.iter().skip(12).collect::<Vec<_>>(),
            ["0", "0", "0", "1", "2", "2", "4", "club, storms", "warband.broken, tacticals.losses <= 2"]
        );

        // The goal, 650,000 of a million, with Wilson's interval to the last bit.
        let goal = &rows[sampled.measures.len() - 1];
        let interval = Interval::wilson(650_000, 1_000_000);
        assert_eq!([&goal[3], &goal[4], &goal[5], &goal[8]], ["end", "scenario", "goal", "0.65"]);
        assert_eq!([goal[10].parse(), goal[11].parse()], [Ok(interval.low), Ok(interval.high)]);
    }

    #[test]
    fn exact_rows_have_no_trials_and_no_width() {
        let rows = rows(&summary(&[samples::exact()]));
        let destroyed = &rows[4];
        let expected = ["one-shot", "base", "epic-armageddon", "end", "grots", "destroyed", "exact", "", "0.60296"];
        assert_eq!(destroyed.iter().take(9).collect::<Vec<_>>(), expected);
        assert_eq!([&destroyed[10], &destroyed[11]], ["0.60296", "0.60296"]);
        // Rare chances are plain decimals.
        assert_eq!(&rows[2][8], "0.000005");
    }

    #[test]
    fn exact_rows_are_as_wide_as_what_was_left_out() {
        let result = RunResult { unexplored: 0.01, ..samples::exact() };
        let result = std::slice::from_ref(&result);
        let (summary, distribution) = (rows(&summary(result)), rows(&distribution(result)));
        let near =
            |cell: &str, expected: f64| assert!((cell.parse::<f64>().unwrap() - expected).abs() < 1e-12, "{cell}");
        for (row, column) in [(&summary[4], 10), (distribution.last().unwrap(), 8)] {
            near(&row[column], 0.99 * 0.60296);
            near(&row[column + 1], 0.99 * 0.60296 + 0.01);
        }
    }

    #[test]
    fn a_distribution_row_a_value_that_occurred() {
        let text = distribution(&[samples::sampled()]);
        let rows = rows(&text);
        let of = |step: &str, subject: &str, metric: &str| -> Vec<_> {
            let wanted = [step, subject, metric];
            rows.iter().filter(|row| [&row[2], &row[3], &row[4]] == wanted).cloned().collect()
        };
        // No trial had 0 markers, so the values begin at 1; at least 3: (49,700 + 300) of a million.
        let markers = of("1", "warband", "blast_markers");
        let column = |i: usize| markers.iter().map(|row| row[i].to_string()).collect::<Vec<_>>();
        assert_eq!(column(5), ["1", "2", "3", "4"]);
        assert_eq!(column(6), ["700000", "250000", "49700", "300"]);
        assert_eq!(column(7), ["0.7", "0.25", "0.0497", "0.0003"]);
        assert_eq!(column(10), ["1", "0.3", "0.05", "0.0003"]);
        let interval = Interval::wilson(300, 1_000_000);
        assert_eq!([markers[3][8].parse(), markers[3][9].parse()], [Ok(interval.low), Ok(interval.high)]);
        assert_eq!(of("2", "assault", "rounds").len(), 1);
        assert_eq!(of("end", "warband", "points_lost").len(), 3);
    }

    #[test]
    fn values_below_zero_are_written_as_they_are() {
        let mut result = samples::sampled();
        result.measures.drain(..2);
        result.measures.truncate(1);
        // −1, 0, 1 in ratio 1:2:1.
        result.measures[0].1 = Distribution::from_counts(&[25, 50, 25]).starting_at(-1);
        let summary = &rows(&summary(&[result.clone()]))[0];
        assert_eq!([&summary[8], &summary[9]], ["0", &0.5_f64.sqrt().to_string()]);
        assert_eq!(
            summary.iter().skip(12).collect::<Vec<_>>(),
            ["-1", "-1", "-1", "0", "0", "1", "1", "club, storms", "warband.broken, tacticals.losses <= 2"]
        );
        let rows = rows(&distribution(&[result]));
        let columns: Vec<_> = rows.iter().map(|row| [&row[5], &row[6], &row[10]]).collect();
        assert_eq!(columns, [["-1", "25", "1"], ["0", "50", "0.75"], ["1", "25", "0.25"]]);
    }

    #[test]
    fn exact_values_have_no_count() {
        assert_eq!(
            distribution(&[samples::exact()]).lines().nth(2),
            Some("one-shot,base,1,grots,kills,1,,0.60296,0.60296,0.60296,0.60296,")
        );
    }

    #[test]
    fn one_trial_says_little_of_its_mean() {
        let mut result = samples::sampled();
        result.measures.truncate(3);
        result.measures[2].1 = Distribution::from_counts(&[0, 0, 1]);
        let rows = rows(&summary(&[result]));
        assert_eq!(rows[2].iter().skip(7).take(3).collect::<Vec<_>>(), ["1", "2", "0"]);
        // 2 of 0–255: z²/(1 + z²) = 0.793450 of the way to either bound.
        let [low, high] = [10, 11].map(|column| rows[2][column].parse::<f64>().unwrap());
        assert!((low - 2.0 * 0.206_550).abs() < 1e-5 && (high - 2.0 - 253.0 * 0.793_450).abs() < 1e-3, "{low} {high}");
    }
}
