//! `run.json`, which lets a result be traced and repeated, and a whole result as JSON.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::engine::measure::Measure;
use crate::stats::distribution::Distribution;
use crate::stats::estimate::Estimate;

use super::result::{Method, RunResult};

pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What was asked of the program.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Request {
    /// The sub-command: `run`.
    pub command: String,
    /// The seed of the dice.
    pub seed: u64,
    /// How the odds were found.
    pub method: Method,
    /// Number of trials asked for; `None` when exact.
    pub trials: Option<u64>,
}

/// What `run.json` says of one scenario or variant: enough to find and repeat it, small enough to keep for a batch.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Head {
    pub(super) scenario: String,
    pub(super) variant: String,
    pub(super) title: String,
    pub(super) system: String,
    pub(super) hash: String,
    pub(super) goal: Vec<String>,
    pub(super) choices: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) placements: Vec<Value>,
    pub(super) forces: Value,
    pub(super) unexplored: f64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) remarks: Vec<String>,
}

impl From<&RunResult> for Head {
    fn from(result: &RunResult) -> Head {
        Head {
            scenario: result.scenario.clone(),
            variant: result.variant.clone(),
            title: result.title.clone(),
            system: result.system.clone(),
            hash: result.hash.clone(),
            goal: result.goal.clone(),
            choices: result.choices.clone(),
            placements: result.placements.clone(),
            forces: result.forces.clone(),
            unexplored: result.unexplored,
            remarks: result.remarks.clone(),
        }
    }
}

/// The text of `run.json`.
pub fn run_json(request: &Request, scenarios: &[Head]) -> serde_json::Result<String> {
    #[derive(Serialize)]
    struct Run<'a> {
        version: &'static str,
        #[serde(flatten)]
        request: &'a Request,
        scenarios: &'a [Head],
    }
    pretty(&Run { version: VERSION, request, scenarios })
}

/// One result, whole: its head and every measure with its distribution. Chances are 0–1; a number that there is none
/// of is null.
pub fn to_json(result: &RunResult) -> serde_json::Result<String> {
    #[derive(Serialize)]
    struct Whole<'a> {
        version: &'static str,
        #[serde(flatten)]
        head: Head,
        method: Method,
        trials: Option<u64>,
        measures: Vec<Row<'a>>,
    }
    pretty(&Whole {
        version: VERSION,
        head: Head::from(result),
        method: result.method,
        trials: result.trials(),
        measures: result.measures.iter().map(|(measure, of)| Row::of(result, measure, of)).collect(),
    })
}

#[derive(Serialize)]
struct Row<'a> {
    step: String,
    subject: &'a str,
    metric: &'a str,
    mean: f64,
    low: f64,
    high: f64,
    std_dev: f64,
    trials: Option<u64>,
    distribution: Vec<Share>,
}

#[derive(Serialize)]
struct Share {
    value: i64,
    count: Option<u64>,
    probability: f64,
}

impl<'a> Row<'a> {
    fn of(result: &RunResult, measure: &'a Measure, distribution: &Distribution) -> Row<'a> {
        let Estimate { mean, interval } = result.estimate(measure, distribution);
        Row {
            step: measure.when.to_string(),
            subject: &measure.subject,
            metric: measure.metric,
            mean,
            low: interval.low,
            high: interval.high,
            std_dev: distribution.std_dev(),
            trials: distribution.trials(),
            distribution: distribution
                .values()
                .map(|(value, count, probability)| Share { value, count, probability })
                .collect(),
        }
    }
}

fn pretty(value: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string_pretty(value).map(|text| text + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::result::samples;

    #[test]
    fn run_json_says_how_to_repeat_a_run() {
        let request = Request { command: "run".into(), seed: 7, method: Method::MonteCarlo, trials: Some(1_000_000) };
        let text = run_json(&request, &[Head::from(&samples::sampled())]).unwrap();
        let expected = r#"{
  "version": "VERSION",
  "command": "run",
  "seed": 7,
  "method": "monte-carlo",
  "trials": 1000000,
  "scenarios": [
    {
      "scenario": "softening",
      "variant": "no ruins",
      "title": "Devastators soften a warband, Tacticals storm it",
      "system": "epic-armageddon",
      "hash": "5f1d",
      "goal": [
        "warband.broken",
        "tacticals.losses <= 2"
      ],
      "choices": [
        "warband: boys are lost before nobs"
      ],
      "forces": {
        "warband": [
          {
            "count": 6,
            "unit": "boy"
          }
        ]
      },
      "unexplored": 0.0
    }
  ]
}
"#;
        assert_eq!(text, expected.replace("VERSION", VERSION));
    }

    #[test]
    fn an_exact_run_has_no_trials() {
        let request = Request { command: "run".into(), seed: 1, method: Method::Exact, trials: None };
        let run: Value = serde_json::from_str(&run_json(&request, &[]).unwrap()).unwrap();
        assert_eq!((&run["method"], &run["trials"]), (&"exact".into(), &Value::Null));
    }

    #[test]
    fn values_below_zero_are_numbers_like_others() {
        let mut result = samples::exact();
        result.measures[0].1 = Distribution::from_probabilities(&[0.25, 0.75]).starting_at(-1);
        let whole: Value = serde_json::from_str(&to_json(&result).unwrap()).unwrap();
        let kills = &whole["measures"][0];
        assert_eq!((&kills["mean"], &kills["distribution"][0]["value"]), (&(-0.25).into(), &(-1).into()));
    }

    #[test]
    fn a_whole_result() {
        let whole: Value = serde_json::from_str(&to_json(&samples::exact()).unwrap()).unwrap();
        assert_eq!((&whole["scenario"], &whole["trials"]), (&"one-shot".into(), &Value::Null));
        // √(0.60296·0.39704) = 0.489284.
        let kills = &whole["measures"][0];
        assert!((kills["std_dev"].as_f64().unwrap() - 0.489_284).abs() < 1e-6);
        assert_eq!((&kills["step"], &kills["metric"]), (&"1".into(), &"kills".into()));
        assert_eq!([&kills["mean"], &kills["low"], &kills["high"]], [0.60296; 3]);
        assert_eq!(
            kills["distribution"],
            serde_json::json!([
                { "value": 0, "count": null, "probability": 0.39704 },
                { "value": 1, "count": null, "probability": 0.60296 },
            ])
        );
    }
}
