//! The result of one scenario, or of one of its variants: everything a report needs.

use std::fmt;

use serde::{Deserialize, Serialize};

use battle_odds_engine::measure::Measure;
use battle_odds_stats::agreement::Agreement;
use battle_odds_stats::distribution::Distribution;
use battle_odds_stats::estimate::{ALPHA, Estimate};
use battle_odds_stats::interval::Interval;
use battle_odds_stats::known::Trials;
use battle_odds_stats::sequence::chance::Chance;

use super::figures::thousands;

/// How the odds were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// By rolling dice.
    MonteCarlo,
    /// By every way the dice can fall.
    Exact,
    /// A part by every way the dice can fall, the rest by rolling dice: in a run the first steps are exact, for a chance
    /// being compared all likely ways.
    Mixed,
}

impl Method {
    /// The method of a chance known by these trials, or exactly.
    pub fn of(trials: Option<Trials>) -> Method {
        match trials {
            None => Method::Exact,
            Some(trials) if trials.is_mixed => Method::Mixed,
            Some(_) => Method::MonteCarlo,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::MonteCarlo => "monte-carlo",
            Method::Exact => "exact",
            Method::Mixed => "mixed",
        })
    }
}

/// Where a scenario was stopped: its result is that of its first trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Stopped {
    /// After this many trials.
    pub after: u64,
    /// Of this many; `None` if they were to continue until enough is known.
    pub of: Option<u64>,
}

impl Stopped {
    /// In words.
    pub fn words(self) -> String {
        let after = thousands(self.after);
        match self.of {
            Some(of) => text!("stopped after {after} of {of} trials", after, of = thousands(of)),
            None => text!("stopped after {after} trials, before enough was known", after),
        }
    }

    /// The line that marks the result, with the sign of a warning.
    pub fn remark(self) -> String {
        format!("! {}", self.words())
    }
}

/// The result of one scenario or variant.
#[derive(Clone, Debug, PartialEq)]
pub struct RunResult {
    /// The file's name without its ending.
    pub scenario: String,
    /// The variant's name; empty for the scenario itself.
    pub variant: String,
    /// What the scenario as written is called among its variants, if the player says so.
    pub base: Option<String>,
    /// The title a player gave it; may be empty.
    pub title: String,
    /// Words to sort results by.
    pub tags: Vec<String>,
    /// The rules system: `epic-armageddon`.
    pub system: String,
    /// How the odds were found.
    pub method: Method,
    /// Hash of the scenario's content.
    pub hash: String,
    /// Whether other variants of the scenario are played with other dice.
    pub has_own_dice: bool,
    /// The goal's conditions as written.
    pub goal: Vec<String>,
    /// Every measure with its distribution, in the order of the report.
    pub measures: Vec<(Measure, Distribution)>,
    /// The forces as the system understood them.
    pub forces: serde_json::Value,
    /// Players' choices and readings of the rules in force, one per line.
    pub choices: Vec<String>,
    /// Templates placed by the program: units and circles in cm.
    pub placements: Vec<serde_json::Value>,
    /// What each step does, one line per step: `tacticals assault warband (contact)`.
    pub step_titles: Vec<String>,
    /// Chance of all that an exact walk left out; 0 when sampled.
    pub unexplored: f64,
    /// How the odds were found, if that is worth a line: why it stopped, why it is exact.
    pub remarks: Vec<String>,
    /// How precisely the goal's chance was to be known, if the trials stopped because of it: all intervals are then
    /// confidence sequences, which hold whenever a run stops.
    pub precision: Option<f64>,
    /// How the sampled odds agree with the exact ones, measure by measure, if both were found.
    pub agreements: Vec<Agreement>,
    /// Where it was stopped, if it was.
    pub stopped: Option<Stopped>,
    /// What is known of a goal too rare for the trials. It is printed and not written to any file: the same run in shards
    /// could not know it.
    pub of_goal: Option<String>,
}

/// What an exact answer leaves out is not worth a word below this chance.
pub(crate) const NEGLIGIBLE: f64 = 1e-9;

impl RunResult {
    /// Number of trials; `None` when exact or when nothing was measured.
    pub fn trials(&self) -> Option<u64> {
        self.measures.iter().find_map(|(_, distribution)| distribution.trials())
    }

    /// The estimate of one of the measures.
    pub fn estimate(&self, measure: &Measure, distribution: &Distribution) -> Estimate {
        match self.precision {
            Some(precision) => Estimate::stopped(measure, distribution, precision),
            None if self.leaves_out() => Estimate::but_for(self.unexplored, measure, distribution),
            None => Estimate::of(measure, distribution),
        }
    }

    /// Whether an exact answer has left out so much that it counts.
    pub fn leaves_out(&self) -> bool {
        self.unexplored >= NEGLIGIBLE
    }

    /// The interval of a chance that is known exactly, but for what was left out.
    pub fn exact_share(&self, chance: f64) -> Interval {
        if self.leaves_out() { Interval::but_for(self.unexplored, chance, [0.0, 1.0]) } else { Interval::exact(chance) }
    }

    /// The interval of the chance of one value.
    pub fn share(&self, count: u64, trials: u64) -> Interval {
        match self.precision {
            Some(precision) => Chance::new(precision, ALPHA).interval(count, trials),
            None => Interval::wilson(count, trials),
        }
    }

    /// Whether the goal was reached, if that was measured.
    pub fn goal_reached(&self) -> Option<&(Measure, Distribution)> {
        self.measures.iter().find(|(measure, _)| measure.is_goal())
    }
}

#[cfg(test)]
pub(super) mod samples {
    //! Two small results that the reports' tests share.

    use super::*;
    use crate::heading::BASE;
    use crate::json::Request;
    use When::{End, Step};
    use battle_odds_engine::measure::Quantity::{Chance, Count};
    use battle_odds_engine::measure::Wanted::{Less, More, Neither};
    use battle_odds_engine::measure::{GOAL, Metric, Shown, When, metrics};

    metrics! {
        "epic-armageddon":
        ACTIVATED = Metric { shown: Shown::UnlessConstant, ..Metric::new("activated", Chance, Neither) };
        SUPPRESSED = Metric::new("suppressed", Count, Neither);
        HITS = Metric::new("hits", Count, Neither);
        KILLS = Metric { shown: Shown::Always, ..Metric::new("kills", Count, Neither) };
        MARKERS = Metric {
            shown: Shown::Always,
            bars: Some("Blast markers gained"),
            ..Metric::new("blast_markers", Count, Neither)
        };
        BROKEN = Metric { shown: Shown::Always, ..Metric::new("broken", Chance, Less) };
        WON = Metric { shown: Shown::Always, ..Metric::new("won", Chance, More) };
        LOSSES = Metric::new("losses", Count, Less);
        DESTROYED = Metric::new("destroyed", Chance, Neither);
        ROUNDS = Metric::new("rounds", Count, Neither);
        SURVIVORS = Metric::new("survivors", Count, More);
        POINTS_LOST = Metric::new("points_lost", Count, Neither);
    }

    /// One of these metrics, or the goal.
    pub fn metric(_system: &str, name: &str) -> Option<&'static Metric> {
        METRICS.iter().copied().chain([&GOAL]).find(|metric| metric.name == name)
    }

    /// A million trials of seed 7.
    pub fn request() -> Request {
        Request {
            command: "run".into(),
            seed: 7,
            method: Method::MonteCarlo,
            trials: Some(1_000_000),
            files: Vec::new(),
        }
    }

    /// A shoot and an assault with a million trials.
    pub fn sampled() -> RunResult {
        let counted = |when, subject, metric, counts: &[u64]| {
            (Measure::new(when, subject, metric), Distribution::from_counts(counts))
        };
        let event = |when, subject, metric, happened| counted(when, subject, metric, &[1_000_000 - happened, happened]);
        RunResult {
            scenario: "softening".into(),
            variant: "no ruins".into(),
            title: "Devastators soften a warband, Tacticals storm it".into(),
            base: None,
            tags: vec!["club".into(), "storms".into()],
            system: "epic-armageddon".into(),
            method: Method::MonteCarlo,
            hash: "5f1d".into(),
            has_own_dice: false,
            goal: vec!["warband.broken".into(), "tacticals.losses <= 2".into()],
            measures: vec![
                event(Step(1), "devastators", &ACTIVATED, 1_000_000),
                counted(Step(1), "devastators", &SUPPRESSED, &[1_000_000]),
                counted(Step(1), "warband", &HITS, &[50_000, 200_000, 350_000, 300_000, 100_000]),
                counted(Step(1), "warband", &KILLS, &[300_000, 400_000, 250_000, 49_700, 300]),
                counted(Step(1), "warband", &MARKERS, &[0, 700_000, 250_000, 49_700, 300]),
                event(Step(1), "warband", &BROKEN, 0),
                event(Step(2), "tacticals", &WON, 712_900),
                counted(Step(2), "tacticals", &KILLS, &[100_000, 300_000, 400_000, 200_000]),
                counted(Step(2), "tacticals", &LOSSES, &[250_000, 500_000, 200_000, 50_000]),
                event(Step(2), "tacticals", &BROKEN, 98_700),
                event(Step(2), "tacticals", &DESTROYED, 0),
                event(Step(2), "warband", &WON, 287_100),
                counted(Step(2), "warband", &KILLS, &[250_000, 500_000, 200_000, 50_000]),
                event(Step(2), "warband", &DESTROYED, 12),
                counted(Step(2), "assault", &ROUNDS, &[0, 1_000_000]),
                counted(End, "warband", &SURVIVORS, &[12, 99_988, 300_000, 400_000, 200_000]),
                counted(End, "warband", &POINTS_LOST, &{
                    let mut counts = [0; 201];
                    (counts[0], counts[25], counts[200]) = (300_000, 600_000, 100_000);
                    counts
                }),
                event(End, "warband", &BROKEN, 700_000),
                event(End, "scenario", &GOAL, 650_000),
            ],
            forces: serde_json::json!({ "warband": [{ "unit": "boy", "count": 6 }] }),
            choices: vec!["warband: boys are lost before nobs".into()],
            placements: Vec::new(),
            step_titles: vec![
                "devastators shoot at warband (sustained, 30 cm, crossfire)".into(),
                "tacticals assault warband (contact)".into(),
            ],
            unexplored: 0.0,
            remarks: Vec::new(),
            precision: None,
            agreements: Vec::new(),
            stopped: None,
            of_goal: None,
        }
    }

    /// One shot at one target, exactly.
    pub fn exact() -> RunResult {
        let known = |when, metric, chances: &[f64]| {
            (Measure::new(when, "grots", metric), Distribution::from_probabilities(chances))
        };
        RunResult {
            scenario: "one-shot".into(),
            variant: BASE.to_owned(),
            title: String::new(),
            base: None,
            tags: Vec::new(),
            system: "epic-armageddon".into(),
            method: Method::Exact,
            hash: "00ff".into(),
            has_own_dice: false,
            goal: Vec::new(),
            measures: vec![
                known(Step(1), &KILLS, &[0.39704, 0.60296]),
                known(Step(1), &MARKERS, &[0.0, 0.39704, 0.60296]),
                known(Step(1), &BROKEN, &[0.999995, 0.000005]),
                known(End, &SURVIVORS, &[0.60296, 0.39704]),
                known(End, &DESTROYED, &[0.39704, 0.60296]),
            ],
            forces: serde_json::json!({}),
            choices: Vec::new(),
            placements: Vec::new(),
            step_titles: vec!["mortar shoots at grots (advance, 30 cm)".into()],
            unexplored: 0.0,
            remarks: Vec::new(),
            precision: None,
            agreements: Vec::new(),
            stopped: None,
            of_goal: None,
        }
    }
}
