//! A run read back from its files: `run.json`, `summary.csv` and `distribution.csv`.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;

use battle_odds_engine::measure::{Measure, Metric, When};
use battle_odds_stats::distribution::Distribution;
use battle_odds_stats::estimate::Estimate;
use battle_odds_stats::interval::Interval;
use battle_odds_words::visible::visible;

use super::dialect::in_plain;
use super::json::{Head, Request};
use super::result::{Method, RunResult};
use super::shard::FindMetric;
use super::summed::sum_of_text;

/// A run.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedRun {
    /// The version of the program that wrote it.
    pub version: String,
    /// The request.
    pub request: Request,
    /// The results, scenario by scenario.
    pub results: Vec<Recorded>,
}

/// One scenario or variant of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// Its entry in `run.json`.
    pub head: Head,
    /// How the odds were found.
    pub method: Method,
    /// Number of trials; `None` when exact.
    pub trials: Option<u64>,
    /// The measures, in order.
    pub measures: Vec<RecordedMeasure>,
}

/// One measure.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedMeasure {
    /// What is measured.
    pub measure: Measure,
    /// Its distribution.
    pub distribution: Distribution,
    /// Its mean with the interval as written.
    pub estimate: Estimate,
}

impl Recorded {
    /// Its title, or its name if it has none.
    pub fn title(&self) -> &str {
        if self.head.title.is_empty() { &self.head.scenario } else { &self.head.title }
    }

    /// The chance of its goal, if it has one.
    pub fn goal(&self) -> Option<&RecordedMeasure> {
        self.measures.iter().find(|of| of.measure.is_goal())
    }
}

/// A result that has not been written to any file.
impl From<&RunResult> for Recorded {
    fn from(result: &RunResult) -> Recorded {
        let measure = |(measure, distribution): &(Measure, Distribution)| RecordedMeasure {
            measure: measure.clone(),
            distribution: distribution.clone(),
            estimate: result.estimate(measure, distribution),
        };
        Recorded {
            head: Head::from(result),
            method: result.method,
            trials: result.trials(),
            measures: result.measures.iter().map(measure).collect(),
        }
    }
}

#[derive(Deserialize)]
struct RunFile {
    version: String,
    #[serde(flatten)]
    request: Request,
    scenarios: Vec<Head>,
    sha256: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct SummaryRow {
    scenario: String,
    variant: String,
    step: String,
    subject: String,
    metric: String,
    method: Method,
    trials: Option<u64>,
    mean: f64,
    low: Option<f64>,
    high: Option<f64>,
}

#[derive(Deserialize)]
struct ValueRow {
    scenario: String,
    variant: String,
    step: String,
    subject: String,
    metric: String,
    value: i64,
    count: Option<u64>,
    probability: f64,
}

/// The values of one measure: the number of trials with each, if there were trials, and its chance.
type Values = Vec<(i64, Option<u64>, f64)>;

/// Reads the texts of the three files. `metric` knows the metrics of a rules system by name.
///
/// # Errors
/// Which file is not as the program writes it, and why.
pub fn recorded(run: &str, summary: &str, distribution: &str, metric: FindMetric) -> Result<RecordedRun, String> {
    let run: RunFile =
        serde_json::from_str(run).map_err(|error| text!("run.json is not that of a run ({error})", error))?;
    for (name, text) in [("summary.csv", summary), ("distribution.csv", distribution)] {
        if run.sha256.get(name) != Some(&sum_of_text(text)) {
            return Err(text!("{name} is not what the run has written: its checksum in run.json is another", name));
        }
    }
    let plain = |name: &str, text| in_plain(text).map_err(|error| text!("{file}: {error}", file = name, error));
    let (summary, distribution) = (plain("summary.csv", summary)?, plain("distribution.csv", distribution)?);
    let mut values: HashMap<[String; 5], Values> = HashMap::new();
    for row in csv::Reader::from_reader(distribution.as_bytes()).deserialize() {
        let ValueRow { scenario, variant, step, subject, metric, value, count, probability } =
            row.map_err(|error| text!("{file}: {error}", file = "distribution.csv", error))?;
        values.entry([scenario, variant, step, subject, metric]).or_default().push((value, count, probability));
    }
    let mut results: Vec<Recorded> = Vec::new();
    let mut heads = run.scenarios.into_iter().peekable();
    for row in csv::Reader::from_reader(summary.as_bytes()).deserialize() {
        let row: SummaryRow = row.map_err(|error| text!("{file}: {error}", file = "summary.csv", error))?;
        while heads.peek().is_some_and(|head| is_of(head, &row)) {
            results.extend(heads.next().map(|head| Recorded {
                head,
                method: row.method,
                trials: row.trials,
                measures: Vec::new(),
            }));
        }
        let result = results.last_mut().filter(|result| is_of(&result.head, &row));
        let result = result
            .ok_or_else(|| text!("summary.csv: run.json does not name `{scenario}` here", scenario = row.scenario))?;
        // In a mixed run the measures of the exact steps have none.
        result.trials = result.trials.or(row.trials);
        let system = result.head.system.as_str();
        let metric = metric(system, &row.metric)
            .ok_or_else(|| text!("{system} does not count `{metric}`", system, metric = row.metric))?;
        let measured = measured(row, metric, &values).ok_or_else(|| text!("summary.csv: a step is no number"))?;
        result.measures.push(measured);
    }
    Ok(RecordedRun { version: run.version, request: run.request, results })
}

fn is_of(head: &Head, row: &SummaryRow) -> bool {
    visible(&head.scenario) == row.scenario && visible(&head.variant) == row.variant
}

fn measured(
    row: SummaryRow,
    metric: &'static Metric,
    values: &HashMap<[String; 5], Values>,
) -> Option<RecordedMeasure> {
    let when = if row.step == "end" { When::End } else { When::Step(row.step.parse().ok()?) };
    let interval = Interval { low: row.low.unwrap_or(row.mean), high: row.high.unwrap_or(row.mean) };
    let key = [row.scenario, row.variant, row.step, row.subject, row.metric];
    let found = values.get(&key).map_or(&[][..], Vec::as_slice);
    let [.., subject, _] = key;
    let distribution = match found.iter().map(|&(value, count, _)| Some((value, count?))).collect() {
        Some(counts) => Distribution::from_values(&counts),
        None => of_chances(found, row.trials),
    };
    let estimate = Estimate { mean: row.mean, interval };
    Some(RecordedMeasure { measure: Measure::new(when, subject, metric), distribution, estimate })
}

/// A distribution of exact chances, or of chances partly from trials.
fn of_chances(values: &[(i64, Option<u64>, f64)], trials: Option<u64>) -> Distribution {
    let least = values.first().map_or(0, |&(value, ..)| value);
    let most = values.last().map_or(least, |&(value, ..)| value);
    let mut chances = vec![0.0; (most - least + 1) as usize];
    values.iter().for_each(|&(value, _, chance)| chances[(value - least) as usize] = chance);
    let exact = || Distribution::from_probabilities(&chances);
    trials.map_or_else(exact, |trials| Distribution::mixed(&chances, trials, 0.0)).starting_at(least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::csv::{DistributionWriter, SummaryWriter};
    use crate::dialect::Dialect;
    use crate::json::RunWriter;
    use crate::result::{RunResult, samples};

    fn files(results: &[RunResult]) -> [String; 3] {
        let (mut summary, mut distribution, mut run) = (Vec::new(), Vec::new(), Vec::new());
        let mut rows = SummaryWriter::new(&mut summary, Dialect::Plain).unwrap();
        results.iter().for_each(|result| rows.append(result).unwrap());
        let mut values = DistributionWriter::new(&mut distribution, Dialect::Plain).unwrap();
        results.iter().for_each(|result| values.append(result).unwrap());
        drop((rows, values));
        let [summary, distribution] = [summary, distribution].map(|bytes| String::from_utf8(bytes).unwrap());
        let request = samples::request();
        let mut writer = RunWriter::new(&mut run, &request).unwrap();
        results.iter().for_each(|result| writer.append(&Head::from(result)).unwrap());
        let sums = [("summary.csv", sum_of_text(&summary)), ("distribution.csv", sum_of_text(&distribution))];
        let ending = writer.ending(sums);
        [String::from_utf8(run).unwrap() + &ending, summary, distribution]
    }

    #[test]
    fn a_run_is_read_back_as_it_was() {
        let mut exact = samples::exact();
        exact.measures[0].1 = Distribution::from_probabilities(&[0.25, 0.75]).starting_at(-1);
        let results = [samples::sampled(), exact];
        let [run, summary, distribution] = files(&results);
        let read = recorded(&run, &summary, &distribution, samples::metric).unwrap();
        assert_eq!((read.request.seed, read.results.len()), (7, 2));
        for (read, result) in read.results.iter().zip(&results) {
            assert_eq!((&read.head, read.method, read.trials), (&Head::from(result), result.method, result.trials()));
            assert_eq!(read.measures.len(), result.measures.len());
            for (read, (measure, distribution)) in read.measures.iter().zip(&result.measures) {
                assert_eq!((&read.measure, &read.distribution), (measure, distribution));
                assert_eq!(read.estimate, result.estimate(measure, distribution));
            }
        }
    }

    #[test]
    fn files_that_were_changed_are_refused() {
        let [run, summary, distribution] = files(&[samples::sampled()]);
        let changed = summary.replace("1.05", "1.06");
        let why = recorded(&run, &changed, &distribution, samples::metric).unwrap_err();
        assert!(why.contains("summary.csv is not what the run has written"), "{why}");
    }
}
