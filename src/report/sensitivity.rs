//! What moves the goal: one thing changed at a time, ranked by how much it does.

use super::compared::Difference;
use super::figures::{points, share};
use super::heading::{Heading, how};
use super::rows::{Entry, Rows};
use super::text::wrap;
use crate::engine::measure::GOAL;
use crate::stats::interval::Interval;
use crate::stats::verdict::Verdict;

/// One change and what it brings.
#[derive(Clone, Debug)]
pub struct Moved {
    /// What is changed.
    pub subject: String,
    /// How.
    pub what: String,
    /// The chance of the goal with it.
    pub chance: f64,
    /// By how much that is more than without it.
    pub difference: Difference,
}

/// A formation's card.
#[derive(Clone, Debug)]
pub struct Card {
    /// What it is about.
    pub heading: Heading,
    /// The formation.
    pub formation: String,
    /// The chance of the goal as written, with its interval.
    pub chance: (f64, Interval),
    /// The changes, the largest difference first.
    pub moved: Vec<Moved>,
    /// Changes that cannot be played, with the reason.
    pub refused: Vec<(String, String)>,
    /// What a change is worth that does not matter.
    pub margin: Option<f64>,
    /// Trials of each; `None` when exact.
    pub trials: Option<u64>,
}

/// Length of the longest bar to either side.
const LONGEST: f64 = 12.0;

impl Card {
    /// Sorts the changes: the largest difference first, equal ones as they came.
    pub fn ranked(mut self) -> Card {
        let size = |moved: &Moved| moved.difference.difference.abs();
        self.moved.sort_by(|one, other| size(other).total_cmp(&size(one)));
        self
    }

    fn told(&self) -> (Vec<&Moved>, Vec<&Moved>) {
        self.moved.iter().partition(|moved| matches!(moved.difference.verdict, Verdict::Better | Verdict::Worse))
    }

    /// In words: what matters most.
    pub fn words(&self) -> Vec<String> {
        let (told, _) = self.told();
        let best = |verdict: Verdict| told.iter().find(|moved| moved.difference.verdict == verdict);
        let line = |moved: &&Moved, most: &str| {
            let by = points(moved.difference.difference, moved.difference.interval);
            format!("{most}: {}, {} ({by} points).", moved.subject, moved.what)
        };
        let mut words: Vec<String> =
            best(Verdict::Better).map(|moved| line(moved, "Brings most")).into_iter().collect();
        words.extend(best(Verdict::Worse).map(|moved| line(moved, "Costs most")));
        if words.is_empty() {
            words.push("Nothing that was changed moves the goal for certain.".to_owned());
        }
        words
    }

    /// The card.
    pub fn table(&self) -> String {
        let mut text = self.heading.text(&how(self.trials, "each"));
        let (chance, interval) = share(self.chance.0, self.chance.1);
        text += format!("{} as written: {chance} {interval}", self.formation).trim_end();
        text += "\n\n";
        let (told, rest) = self.told();
        let label = |moved: &Moved| format!("{}: {}", moved.subject, moved.what);
        let width = told.iter().map(|moved| label(moved).chars().count()).max().unwrap_or(0).min(48);
        let most = told.first().map_or(1.0, |moved| moved.difference.difference.abs());
        for moved in &told {
            let by = moved.difference.difference;
            let length = (LONGEST * by.abs() / most).round() as usize;
            let (minus, plus) = if by < 0.0 { (length, 0) } else { (0, length) };
            let sign = if by > 0.0 { "+" } else { "" };
            let side = LONGEST as usize;
            text += &format!(
                "  {:<width$}  {:>side$}|{:<side$}  {sign}{}\n",
                label(moved),
                "-".repeat(minus),
                "+".repeat(plus),
                points(by, moved.difference.interval)
            );
        }
        self.words().iter().for_each(|words| text += &wrap(words, "", "  "));
        text.push('\n');
        if !rest.is_empty() {
            let names: Vec<String> = rest.iter().map(|moved| label(moved)).collect();
            let what = match (self.trials, self.margin) {
                (_, Some(margin)) => {
                    format!("No difference larger than {} points, or none that shows: ", 100.0 * margin)
                }
                (None, None) => "No difference: ".to_owned(),
                (Some(_), None) => "No difference that shows: ".to_owned(),
            };
            text += &wrap(&format!("{what}{}.", names.join("; ")), "", "  ");
        }
        if !self.refused.is_empty() {
            let names: Vec<&str> = self.refused.iter().map(|(name, _)| name.as_str()).collect();
            text += &wrap(&format!("Not possible here: {}.", names.join("; ")), "", "  ");
        }
        if self.trials.is_some() {
            text += &wrap(
                &format!(
                    "Numbers are points, per cent of a hundred, more or less than as written; the ± of all {} changes hold \
                     together with a chance of 95 %.",
                    self.moved.len()
                ),
                "",
                "",
            );
        }
        text
    }

    /// The rows of `sensitivity.csv`: the changes as ranked.
    pub fn rows(&self) -> Rows {
        let row = |moved: &Moved| -> Vec<Entry> {
            let Difference { difference, interval, verdict, .. } = moved.difference;
            vec![
                (&self.heading.scenario).into(),
                (&self.heading.variant).into(),
                (&self.formation).into(),
                (&moved.subject).into(),
                (&moved.what).into(),
                "as written".into(),
                GOAL.name.into(),
                if self.trials.is_some() { "monte-carlo" } else { "exact" }.into(),
                self.trials.into(),
                moved.chance.into(),
                self.chance.0.into(),
                difference.into(),
                interval.low.into(),
                interval.high.into(),
                verdict.key().into(),
            ]
        };
        Rows {
            head: &[
                "scenario",
                "variant",
                "formation",
                "subject",
                "change",
                "other",
                "metric",
                "method",
                "trials",
                "chance",
                "other_chance",
                "difference",
                "low",
                "high",
                "verdict",
            ],
            rows: self.moved.iter().map(row).collect(),
        }
    }
}
