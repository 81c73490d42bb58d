//! A shard of a run as a file: counts instead of odds, so that all shards of a run add up to it.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};
use serde_json::error::Category;

use crate::heading::in_full;
use battle_odds_engine::measure::{Kind, Measure, Metric, When};
use battle_odds_engine::simulate::Share;
use battle_odds_stats::distribution::Distribution;
use battle_odds_words::visible::visible_json;

use super::json::{Head, Request, VERSION};
use super::result::{Method, RunResult};
use super::summed::sum_of_text;

/// More shards than anyone has machines.
pub const MOST_SHARDS: u64 = 100_000;

/// Finds the metric of a rules system (the first name) by the second.
pub type FindMetric = fn(&str, &str) -> Option<&'static Metric>;

/// The counts of one shard, or of several together.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    version: String,
    shard: u64,
    of: u64,
    request: Request,
    results: Vec<Counted>,
    /// The checksum of everything before it.
    #[serde(skip_serializing)]
    #[expect(dead_code, reason = "it is held against the text itself")]
    sha256: String,
}

/// The counts of one scenario or variant.
#[derive(Debug, Deserialize, Serialize)]
struct Counted {
    head: Head,
    /// How many shards after the first one the deal of its blocks begins.
    begins: u64,
    measures: Vec<Histogram>,
}

#[derive(Debug, Deserialize, Serialize)]
struct Histogram {
    measure: Named,
    /// How many trials had each value that occurred.
    counts: BTreeMap<i64, u64>,
}

/// A [`Measure`] that can be read from a file.
#[derive(Debug, PartialEq, Eq, Deserialize, Serialize)]
struct Named {
    when: When,
    subject: String,
    metric: String,
    kind: Kind,
    least: i64,
    most: Option<i64>,
}

impl Shard {
    /// A shard of the requested run, with no results yet.
    pub fn new(share: Share, request: Request) -> Shard {
        let Share { number: shard, of } = share;
        Shard { version: VERSION.to_owned(), shard, of, request, results: Vec::new(), sha256: String::new() }
    }

    /// Adds the counts of one scenario, the deal of whose blocks begins so many shards after the first one.
    pub fn append(&mut self, result: &RunResult, begins: u64) {
        let measures = result.measures.iter().map(Histogram::from).collect();
        self.results.push(Counted { head: Head::from(result), begins, measures });
    }

    /// Whether there are no results.
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }

    /// Which shard it is, and of how many.
    pub fn share(&self) -> Share {
        Share { number: self.shard, of: self.of }
    }

    /// The request for the whole run.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// The text of its file.
    pub fn text(&self) -> serde_json::Result<String> {
        let text = serde_json::to_string(self)?;
        let text = visible_json(&text);
        let text = text.strip_suffix('}').unwrap_or(&text);
        Ok(text.to_owned() + &sum_after(text))
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// Why it is not a complete shard.
    pub fn read(text: &str) -> Result<Shard, String> {
        let shard: Shard = serde_json::from_str(text).map_err(|error| match error.classify() {
            // If it is cut within a number, the only mistake is that it ends.
            category if category == Category::Eof || text.starts_with('{') && !text.trim_end().ends_with('}') => {
                text!("the file is torn, its end is missing")
            }
            _ => text!("this is no shard of a run ({error})", error),
        })?;
        if shard.version != VERSION {
            return Err(text!(
                "version {theirs} wrote it, this is version {ours}",
                theirs = shard.version,
                ours = VERSION
            ));
        }
        let before = text.len().checked_sub(sum_after("").len()).and_then(|end| text.get(..end)).unwrap_or_default();
        if text[before.len()..] != sum_after(before) {
            return Err(text!("it has been changed since it was written, or is damaged: its checksum is another"));
        }
        let Request { trials: Some(trials), method: Method::MonteCarlo, .. } = shard.request else {
            return Err(text!("it was not sampled"));
        };
        if !(1..=MOST_SHARDS).contains(&shard.of) || !(1..=shard.of).contains(&shard.shard) {
            return Err(text!("there is no shard {shard} of {of}", shard = shard.shard, of = shard.of));
        }
        let share = |counted: &Counted| shard.share().of_deal_from(counted.begins);
        match shard.results.iter().find(|counted| !counted.is_of(share(counted).trials(trials))) {
            Some(damaged) => Err(text!("the counts of `{name}` are damaged", name = damaged.name())),
            None => Ok(shard),
        }
    }

    /// What shows that this is a shard of another run.
    pub fn stranger_to(&self, other: &Shard) -> Option<String> {
        let same = Request { files: self.request.files.clone(), ..other.request.clone() };
        if self.request != same {
            return Some(text!(
                "one is of `{one}`, the other of `{other}`",
                one = self.request.command,
                other = other.request.command
            ));
        }
        if self.of != other.of {
            return Some(text!("one is of {one} shards, the other of {other}", one = self.of, other = other.of));
        }
        let lacks = |one: &Shard, two: &Shard| {
            let names: HashSet<String> = one.results.iter().map(Counted::name).collect();
            two.results.iter().map(Counted::name).find(|name| !names.contains(name))
        };
        if let Some(name) = lacks(self, other).or_else(|| lacks(other, self)) {
            return Some(text!("one has the scenario `{name}`, the other has not", name));
        }
        let mut pairs = self.results.iter().zip(&other.results);
        let (one, _) = pairs.find(|(one, two)| !one.is_like(two))?;
        Some(text!("the scenario `{name}` is not the same in both", name = one.name()))
    }

    /// Adds the counts of another shard of the same run.
    pub fn add(&mut self, other: &Shard) {
        for (ours, theirs) in self.results.iter_mut().zip(&other.results) {
            for (ours, theirs) in ours.measures.iter_mut().zip(&theirs.measures) {
                theirs.counts.iter().for_each(|(&value, count)| *ours.counts.entry(value).or_default() += count);
            }
        }
    }

    /// The results, in the order in which they were added. `metric` knows the metrics of a rules system by name.
    ///
    /// # Errors
    /// The scenario that has a metric its system does not know.
    pub fn results(&self, metric: FindMetric) -> Result<Vec<RunResult>, String> {
        let results = self.results.iter().map(|counted| {
            counted
                .result(metric)
                .ok_or_else(|| text!("what was counted of `{name}` is not known", name = counted.name()))
        });
        results.collect()
    }
}

/// The end of a file after this text.
fn sum_after(text: &str) -> String {
    format!(",\"sha256\":\"{}\"}}\n", sum_of_text(text))
}

impl Counted {
    fn name(&self) -> String {
        let Head { scenario, variant, .. } = &self.head;
        in_full(scenario, variant)
    }

    /// Whether every measure was read in this many trials.
    fn is_of(&self, trials: u64) -> bool {
        let sum = |counts: &BTreeMap<_, u64>| counts.values().try_fold(0u64, |sum, &count| sum.checked_add(count));
        self.measures.iter().all(|histogram| sum(&histogram.counts) == Some(trials))
    }

    /// Whether both are of the same scenario: everything is equal except the counts, and the words if one is in another
    /// language.
    fn is_like(&self, other: &Counted) -> bool {
        let measures = |counted: &Counted| counted.measures.len();
        let mut pairs = self.measures.iter().zip(&other.measures);
        let wordless =
            |head: &Head| Head { steps: Vec::new(), choices: Vec::new(), remarks: Vec::new(), ..head.clone() };
        wordless(&self.head) == wordless(&other.head)
            && self.begins == other.begins
            && measures(self) == measures(other)
            && pairs.all(|(one, two)| one.measure == two.measure)
    }

    fn result(&self, metric: FindMetric) -> Option<RunResult> {
        let Head {
            scenario,
            variant,
            base,
            title,
            tags,
            system,
            hash,
            has_own_dice,
            goal,
            steps,
            choices,
            placements,
            forces,
            unexplored,
            stopped,
            remarks,
        } = self.head.clone();
        let measures = self.measures.iter().map(|of| of.measured(|name| metric(&system, name)));
        let measures = measures.collect::<Option<_>>()?;
        Some(RunResult {
            scenario,
            variant,
            base,
            title,
            tags,
            system,
            method: Method::MonteCarlo,
            hash,
            has_own_dice,
            goal,
            measures,
            forces,
            choices,
            placements,
            step_titles: steps,
            unexplored,
            remarks,
            precision: None,
            agreements: Vec::new(),
            stopped,
            of_goal: None,
        })
    }
}

impl From<&(Measure, Distribution)> for Histogram {
    fn from((measure, distribution): &(Measure, Distribution)) -> Histogram {
        let &Measure { when, ref subject, metric, kind, least, most } = measure;
        Histogram {
            measure: Named { when, subject: subject.clone(), metric: metric.name.to_owned(), kind, least, most },
            counts: distribution.values().map(|(value, count, _)| (value, count.unwrap_or(0))).collect(),
        }
    }
}

impl Histogram {
    fn measured(&self, metric: impl Fn(&str) -> Option<&'static Metric>) -> Option<(Measure, Distribution)> {
        let &Named { when, ref subject, metric: ref name, kind, least, most } = &self.measure;
        let measure = Measure { when, subject: subject.clone(), metric: metric(name)?, kind, least, most };
        Some((measure, Distribution::from_values(&self.counts)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::samples;

    fn whole() -> Shard {
        let mut shard = Shard::new(Share::WHOLE, samples::request());
        shard.append(&samples::sampled(), 0);
        shard
    }

    #[test]
    fn a_result_comes_back_as_it_was() {
        let mut result = samples::sampled();
        // A third and the smallest number show whether digits are lost.
        result.placements = vec![serde_json::json!({ "at": [1.0 / 3.0, f64::MIN_POSITIVE, -0.0, 4.35] })];
        result.measures[2].0.least = -2;
        result.measures[2].1 = result.measures[2].1.clone().starting_at(-2);
        let mut shard = whole();
        shard.append(&result, 0);
        let read = Shard::read(&shard.text().unwrap()).unwrap();
        assert_eq!(read.results(samples::metric).unwrap(), [samples::sampled(), result]);
    }

    #[test]
    fn what_is_counted_of_no_known_metric_is_refused() {
        let said = whole().results(|_, _| None).unwrap_err();
        assert_eq!(said, "what was counted of `softening · no ruins` is not known");
    }

    #[test]
    fn counts_add_up() {
        let mut sum = whole();
        sum.add(&whole());
        let goal = |shard: &Shard| shard.results(samples::metric).unwrap()[0].goal_reached().unwrap().1.count(1);
        assert_eq!((goal(&whole()), goal(&sum)), (Some(650_000), Some(1_300_000)));
    }

    #[test]
    fn what_is_no_whole_shard_is_refused() {
        let text = whole().text().unwrap();
        for cut in [0, 1, text.len() / 3, text.len() - 2] {
            let cut = (0..=cut).rev().find(|&cut| text.is_char_boundary(cut)).unwrap();
            assert!(Shard::read(&text[..cut]).unwrap_err().contains("the file is torn, its end is missing"), "{cut}");
        }
        let changed = |from: &str, to: &str| text.replacen(from, to, 1);
        for (from, to, why) in [
            ("650000", "650001", "its checksum is another"),
            ("\"hash\":\"5f1d\"", "\"hash\":\"5f1e\"", "its checksum is another"),
            (VERSION, "0.0.0", "version 0.0.0"),
            ("\"of\"", "\"off\"", "no shard of a run"),
        ] {
            let said = Shard::read(&changed(from, to)).unwrap_err();
            assert!(said.contains(why), "{from} → {to}: {said}");
        }
        // With a checksum of their own.
        for (from, to, why) in [
            ("\"shard\":1", "\"shard\":2", "no shard 2 of 1"),
            ("\"of\":1", "\"of\":0", "no shard 1 of 0"),
            ("monte-carlo", "exact", "not sampled"),
            ("650000", "650001", "counts of `softening · no ruins`"),
            ("650000", "18446744073709551615", "counts of"),
        ] {
            let changed = changed(from, to);
            let (changed, _) = changed.split_once(",\"sha256\"").unwrap();
            let said = Shard::read(&(changed.to_owned() + &sum_after(changed))).unwrap_err();
            assert!(said.contains(why), "{from} → {to}: {said}");
        }
        // Any letter at all.
        for (place, letter) in text.char_indices().filter(|(_, letter)| letter.is_ascii()) {
            let other = if letter == '7' { "8" } else { "7" };
            let changed = text[..place].to_owned() + other + &text[place + 1..];
            assert!(Shard::read(&changed).is_err(), "{place}: {letter}");
        }
    }

    #[test]
    fn strangers_are_known() {
        assert_eq!(whole().stranger_to(&whole()), None);
        let mut other = whole();
        other.results[0].measures.pop();
        assert!(whole().stranger_to(&other).unwrap().contains("`softening · no ruins` is not the same"));
        other.results[0].head.variant = "ruins".into();
        assert!(whole().stranger_to(&other).unwrap().contains("the scenario `softening · ruins`"));
        other.of = 2;
        assert_eq!(whole().stranger_to(&other).unwrap(), "one is of 1 shards, the other of 2");
        other.request.command = "run --seed 2".into();
        assert_eq!(whole().stranger_to(&other).unwrap(), "one is of `run`, the other of `run --seed 2`");
    }
}
