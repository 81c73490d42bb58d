//! `run.json`, by which a result can be traced and repeated, and a whole result as JSON.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use battle_odds_engine::measure::Measure;
use battle_odds_stats::distribution::Distribution;
use battle_odds_stats::estimate::Estimate;
use battle_odds_words::visible::visible_json;

use super::heading::Heading;
use super::result::{Method, RunResult, Stopped};
use super::summed::Summed;

pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The request made to the program.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Request {
    /// The sub-command: `run`.
    pub command: String,
    /// The seed of the dice.
    pub seed: u64,
    /// How the odds were found.
    pub method: Method,
    /// Number of trials requested; `None` when exact.
    pub trials: Option<u64>,
    /// The files and folders named, in the order of their names. With others the results of each scenario are the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
}

/// What `run.json` says of one scenario or variant: enough to find and repeat it, small enough to keep for a batch.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct Head {
    /// The file's name without its ending.
    pub scenario: String,
    /// The variant's name.
    pub variant: String,
    /// What the scenario as written is called among its variants, if the player says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) base: Option<String>,
    pub(super) title: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) tags: Vec<String>,
    pub(super) system: String,
    /// Hash of the scenario's content.
    pub hash: String,
    /// Whether other variants of the scenario are played with other dice.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) has_own_dice: bool,
    pub(super) goal: Vec<String>,
    pub(super) steps: Vec<String>,
    pub(super) choices: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) placements: Vec<Value>,
    /// The forces as understood.
    pub forces: Value,
    pub(super) unexplored: f64,
    /// Where it was stopped, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) stopped: Option<Stopped>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) remarks: Vec<String>,
}

impl From<&RunResult> for Head {
    fn from(result: &RunResult) -> Head {
        Head {
            scenario: result.scenario.clone(),
            variant: result.variant.clone(),
            base: result.base.clone(),
            title: result.title.clone(),
            tags: result.tags.clone(),
            system: result.system.clone(),
            hash: result.hash.clone(),
            has_own_dice: result.has_own_dice,
            goal: result.goal.clone(),
            steps: result.step_titles.clone(),
            choices: result.choices.clone(),
            placements: result.placements.clone(),
            forces: result.forces.clone(),
            unexplored: result.unexplored,
            stopped: result.stopped,
            remarks: result.remarks.clone(),
        }
    }
}

impl Request {
    /// The same about this file.
    #[must_use]
    pub fn of(self, file: &Path) -> Request {
        Request { files: vec![file.to_string_lossy().into_owned()], ..self }
    }

    /// How a `run.json` differs from this request, if it does; `told` is its part before the scenarios.
    pub fn differs(&self, told: &Map<String, Value>) -> Option<String> {
        let Ok(Value::Object(asked)) = serde_json::to_value(Run { version: VERSION, request: self }) else {
            return None;
        };
        let key = asked.keys().rev().chain(told.keys()).find(|&key| key != FILES && asked.get(key) != told.get(key))?;
        let value = |of: &Map<String, Value>| of.get(key).map_or_else(|| text!("nothing"), Value::to_string);
        Some(text!("its {key} is {told}, not {asked}", key, told = value(told), asked = value(&asked)))
    }
}

/// The beginning of `run.json`.
#[derive(Serialize)]
struct Run<'a> {
    version: &'static str,
    #[serde(flatten)]
    request: &'a Request,
}

/// The whole `run.json` of an answer about one scenario: enough to trace and repeat it.
pub fn trace(request: &Request, about: &Heading) -> String {
    let Heading { title, scenario, variant, system, hash, goal, tags, .. } = about;
    let mut told = serde_json::to_value(Run { version: VERSION, request }).unwrap_or_default();
    told["scenarios"] = json!([{
        "scenario": scenario, "variant": variant, "title": title, "system": system, "hash": hash, "goal": goal, "tags": tags,
    }]);
    pretty(&told).unwrap_or_default()
}

/// Writes `run.json`, one scenario after the other.
pub struct RunWriter<W: io::Write> {
    out: Summed<W>,
    scenarios: usize,
}

impl<W: io::Write> RunWriter<W> {
    /// Begins with the request.
    pub fn new(out: W, request: &Request) -> io::Result<Self> {
        let mut out = Summed::new(out);
        let text = pretty(&Run { version: VERSION, request })?;
        out.write_all(format!("{},\n{LIST}", text.trim_end_matches("\n}\n")).as_bytes())?;
        Ok(RunWriter { out, scenarios: 0 })
    }

    /// Appends one scenario or variant.
    pub fn append(&mut self, head: &Head) -> io::Result<()> {
        let text = pretty(head)?;
        self.copy(&mut format!("    {}", text.trim_end().replace('\n', "\n    ")).as_bytes())
    }

    /// Appends one as it is in another file, at the place that its [`RunEntry`] gives.
    pub fn copy(&mut self, entry: &mut impl io::Read) -> io::Result<()> {
        let gap: &[u8] = if self.scenarios > 0 { b",\n" } else { b"\n" };
        self.scenarios += 1;
        io::copy(&mut io::Read::chain(gap, entry), &mut self.out).map(drop)
    }

    /// How many scenarios it contains.
    pub fn scenarios(&self) -> usize {
        self.scenarios
    }

    /// The end of the file as it is now: the checksums of the other files, and of everything above them in this one.
    pub fn ending(&self, others: [(&str, String); 2]) -> String {
        let own = (SELF, self.out.sum());
        let [one, two, three] = [&others[0], &others[1], &own].map(|(name, sum)| format!("    \"{name}\": \"{sum}\""));
        format!("\n  ],\n  \"{SUMS}\": {{\n{one},\n{two},\n{three}\n  }}\n}}\n")
    }

    /// How many bytes have been written, without the end.
    pub fn bytes(&self) -> u64 {
        self.out.bytes()
    }
}

/// The key of the files and folders named.
const FILES: &str = "files";

/// The key of the checksums, and the name of `run.json` itself among the files listed there.
const SUMS: &str = "sha256";
const SELF: &str = "run.json";

/// The line before the first scenario.
const LIST: &str = "  \"scenarios\": [";

/// How the last line of a scenario begins.
const END: &str = "    }";

/// What identifies a scenario in `run.json`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RunEntry {
    /// The file's name without its ending.
    pub scenario: String,
    /// The variant's name.
    pub variant: String,
    /// Hash of the scenario's content.
    pub hash: String,
    /// Where it was stopped, if it was.
    #[serde(default)]
    pub stopped: Option<Stopped>,
    /// The bytes where it is in the file.
    #[serde(skip)]
    pub place: Range<u64>,
}

/// Reads `run.json` line by line, as written by [`RunWriter`].
pub struct RunReader<R: io::BufRead> {
    lines: R,
    read: u64,
}

impl<R: io::BufRead> RunReader<R> {
    /// Begins, and returns everything before the scenarios.
    pub fn new(mut lines: R) -> io::Result<(Map<String, Value>, Self)> {
        let mut text = String::new();
        while !text.ends_with(&format!("{LIST}\n")) {
            if lines.read_line(&mut text)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        let mut told: Map<String, Value> = serde_json::from_str(&format!("{text}]}}"))?;
        told.remove("scenarios");
        let read = text.len() as u64;
        Ok((told, RunReader { lines, read }))
    }

    /// How many bytes there are before the first scenario.
    pub fn begun(&self) -> u64 {
        self.read - 1
    }

    /// The next scenario, if there is one.
    pub fn next_scenario(&mut self) -> io::Result<Option<RunEntry>> {
        let mut text = String::new();
        loop {
            let start = text.len();
            if self.lines.read_line(&mut text)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if text.starts_with("  ]") {
                return Ok(None);
            }
            if text[start..].starts_with(END) {
                let end = start + END.len();
                let place = self.read..self.read + end as u64;
                self.read += text.len() as u64;
                return Ok(Some(RunEntry { place, ..serde_json::from_str(&text[..end])? }));
            }
        }
    }

    /// The checksums below the last scenario, by file; for `run.json` itself, that of everything up to the end of that
    /// scenario.
    pub fn sums(&mut self) -> io::Result<BTreeMap<String, String>> {
        #[derive(Deserialize)]
        struct Ending {
            sha256: BTreeMap<String, String>,
        }
        let mut text = "{".to_owned();
        self.lines.read_to_string(&mut text)?;
        let ending: Ending = serde_json::from_str(&text)?;
        Ok(ending.sha256)
    }
}

/// One result in full: its head and every measure with its distribution. Chances are 0–1; a number that does not exist is
/// null.
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
            metric: measure.metric.name,
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

/// A value as the program writes JSON: readable for people too, and without characters that a terminal would act on.
///
/// # Errors
/// If it cannot be written as JSON.
pub fn pretty(value: &impl Serialize) -> serde_json::Result<String> {
    serde_json::to_string_pretty(value).map(|text| visible_json(&text).into_owned() + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::samples::{self, request};
    use crate::summed::{sum_of, sum_of_text};

    fn ending(writer: &RunWriter<&mut Vec<u8>>) -> String {
        writer.ending([("summary.csv", "5a".to_owned()), ("distribution.csv", "d1".to_owned())])
    }

    fn run_json(request: &Request, results: &[RunResult]) -> String {
        let mut out = Vec::new();
        let mut writer = RunWriter::new(&mut out, request).unwrap();
        results.iter().for_each(|result| writer.append(&Head::from(result)).unwrap());
        let ending = ending(&writer);
        String::from_utf8(out).unwrap() + &ending
    }

    #[test]
    fn run_json_says_how_to_repeat_a_run() {
        let text = run_json(&request(), &[samples::sampled()]);
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
      "tags": [
        "club",
        "storms"
      ],
      "system": "epic-armageddon",
      "hash": "5f1d",
      "goal": [
        "warband.broken",
        "tacticals.losses <= 2"
      ],
      "steps": [
        "devastators shoot at warband (sustained, 30 cm, crossfire)",
        "tacticals assault warband (contact)"
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
  ],
  "sha256": {
    "summary.csv": "5a",
    "distribution.csv": "d1",
    "run.json": "SUM"
  }
}
"#;
        let expected = expected.replace("VERSION", VERSION);
        let above = expected.split_once("\n  ],").unwrap().0;
        assert_eq!(text, expected.replace("SUM", &sum_of_text(above)));
    }

    #[test]
    fn an_exact_run_has_no_trials() {
        let request =
            Request { command: "run".into(), seed: 1, method: Method::Exact, trials: None, files: Vec::new() };
        let run: Value = serde_json::from_str(&run_json(&request, &[])).unwrap();
        assert_eq!((&run["method"], &run["trials"]), (&"exact".into(), &Value::Null));
    }

    #[test]
    fn run_json_is_read_back_and_taken_over() {
        let results = [samples::sampled(), samples::exact(), samples::sampled()];
        let whole = run_json(&request(), &results);
        for kept in 0..results.len() {
            let text = run_json(&request(), &results[..kept]);
            let (told, mut reader) = RunReader::new(text.as_bytes()).unwrap();
            assert_eq!(request().differs(&told), None);
            let (mut end, mut out) = (reader.begun(), Vec::new());
            let mut writer = RunWriter::new(&mut out, &request()).unwrap();
            for result in &results[..kept] {
                let told = reader.next_scenario().unwrap().unwrap();
                let (from, to) = (told.place.start as usize, told.place.end as usize);
                writer.copy(&mut &text.as_bytes()[from..to]).unwrap();
                end = told.place.end;
                assert_eq!(
                    [told.scenario, told.variant, told.hash],
                    [&*result.scenario, &result.variant, &result.hash]
                );
            }
            assert_eq!(reader.next_scenario().unwrap(), None);
            assert_eq!(reader.sums().unwrap()["run.json"], sum_of(&text.as_bytes()[..end as usize]).unwrap());
            results[kept..].iter().for_each(|result| writer.append(&Head::from(result)).unwrap());
            let ending = ending(&writer);
            assert_eq!(String::from_utf8(out).unwrap() + &ending, whole);
        }
    }

    #[test]
    fn another_request_is_noticed() {
        let text = run_json(&request(), &[]);
        let (mut told, _) = RunReader::new(text.as_bytes()).unwrap();
        let other = Request { trials: Some(7), ..request() };
        assert_eq!(other.differs(&told).as_deref(), Some("its trials is 1000000, not 7"));
        told.insert("rules".into(), "others".into());
        assert_eq!(request().differs(&told).as_deref(), Some("its rules is \"others\", not nothing"));
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
