//! What affects the goal: one thing changed at a time, ranked by its effect.

use super::compared::Difference;
use super::figures::{percentage_points, points, share};
use super::heading::{BASE, Heading, how};
use super::names::in_a_row;
use super::rows::{Entry, Rows};
use super::text::Width;
use battle_odds_engine::measure::GOAL;
use battle_odds_stats::interval::Interval;
use battle_odds_stats::known::Trials;
use battle_odds_stats::verdict::Verdict;

/// One change and its effect.
#[derive(Clone, Debug)]
pub struct Moved {
    /// The thing that is changed.
    pub subject: String,
    /// The change.
    pub what: String,
    /// The chance of the goal with it.
    pub chance: f64,
    /// Its trials; `None` when exact.
    pub trials: Option<Trials>,
    /// By how much that is more than without it.
    pub difference: Difference,
}

/// A formation's card.
#[derive(Clone, Debug)]
pub struct Card {
    /// The heading.
    pub heading: Heading,
    /// The formation.
    pub formation: String,
    /// The chance of the goal as written, with its interval.
    pub chance: (f64, Interval),
    /// The changes, the largest difference first.
    pub moved: Vec<Moved>,
    /// Changes that cannot be played, with the reason.
    pub refused: Vec<(String, String)>,
    /// A further note on the formation.
    pub note: Option<String>,
    /// A change with no more effect than this does not matter.
    pub margin: Option<f64>,
    /// Trials of the scenario as written; `None` when exact.
    pub trials: Option<Trials>,
}

/// Length of the longest bar to either side.
const LONGEST: f64 = 12.0;

/// Columns of a line in addition to its label: two bars, the difference with its interval, and the gaps between them.
const BESIDE_A_LABEL: usize = 45;

impl Card {
    /// Sorts the changes: the largest difference first, equal ones in their original order.
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
        let parts = |moved: &&Moved| {
            let by = points(moved.difference.difference, moved.difference.interval);
            (moved.subject.clone(), moved.what.clone(), by)
        };
        let mut words: Vec<String> = self.note.clone().into_iter().collect();
        words.extend(best(Verdict::Better).map(parts).map(|(subject, change, by)| {
            text!("Brings most: {subject}, {change} ({by} percentage points).", subject, change, by)
        }));
        words.extend(best(Verdict::Worse).map(parts).map(|(subject, change, by)| {
            text!("Costs most: {subject}, {change} ({by} percentage points).", subject, change, by)
        }));
        if told.is_empty() {
            words.push(text!("Nothing that was changed moves the goal for certain."));
        }
        words
    }

    /// Trials of the scenario as written and of each change; `None` for an exact one.
    fn each_trials(&self) -> impl Iterator<Item = Option<Trials>> + '_ {
        std::iter::once(self.trials).chain(self.moved.iter().map(|moved| moved.trials))
    }

    /// How the chances were found.
    pub fn how(&self) -> String {
        how(self.each_trials(), self.moved.iter().any(|moved| moved.difference.pairs.is_some()))
    }

    /// The card.
    pub fn table(&self, within: Width) -> String {
        let is_sampled = self.each_trials().any(|trials| trials.is_some());
        let mut text = self.heading.text(&self.how(), within);
        let (chance, interval) = share(self.chance.0, self.chance.1);
        let as_written = text!("{formation} as written:", formation = self.formation);
        text += format!("{as_written} {chance} {interval}").trim_end();
        text += "\n\n";
        let (told, rest) = self.told();
        let label = |moved: &Moved| text!("{subject}: {change}", subject = moved.subject, change = moved.what);
        let width = told.iter().map(|moved| label(moved).chars().count()).max().unwrap_or(0).min(48);
        // If there is no room for both, the change is above the bar.
        let is_narrow = width + BESIDE_A_LABEL > within.figures();
        let most = told.first().map_or(1.0, |moved| moved.difference.difference.abs());
        for moved in &told {
            let by = moved.difference.difference;
            let length = (LONGEST * by.abs() / most).round() as usize;
            let (minus, plus) = if by < 0.0 { (length, 0) } else { (0, length) };
            let sign = if by > 0.0 { "+" } else { "" };
            let side = LONGEST as usize;
            let (label, width) = if is_narrow {
                text += &within.wrap(&label(moved), "  ", "    ");
                (String::new(), 0)
            } else {
                (label(moved), width)
            };
            text += &format!(
                "  {:<width$}  {:>side$}|{:<side$}  {sign}{}\n",
                label,
                "-".repeat(minus),
                "+".repeat(plus),
                points(by, moved.difference.interval)
            );
        }
        self.words().iter().for_each(|words| text += &within.wrap(words, "", "  "));
        text.push('\n');
        if !rest.is_empty() {
            let names = in_a_row(&rest.iter().map(|moved| label(moved)).collect::<Vec<String>>());
            let paragraph = match (is_sampled, self.margin) {
                (_, Some(margin)) => text!(
                    "No difference larger than {margin}, or none that shows: {names}.",
                    margin = percentage_points(margin),
                    names
                ),
                (false, None) => text!("No difference: {names}.", names),
                (true, None) => text!("No difference that shows: {names}.", names),
            };
            text += &within.wrap(&paragraph, "", "  ");
        }
        if !self.refused.is_empty() {
            let names: Vec<&str> = self.refused.iter().map(|(name, _)| name.as_str()).collect();
            text += &within.wrap(&text!("Not possible here: {names}.", names = in_a_row(&names)), "", "  ");
        }
        let numbers = match is_sampled {
            true => text!(
                "Numbers are percentage points more or less than as written; the ± of all {count} changes hold together with a chance of 95 %.",
                count = self.moved.len()
            ),
            false => text!("Numbers are percentage points more or less than as written."),
        };
        text += &within.wrap(&numbers, "", "");
        text
    }

    /// The rows of `sensitivity.csv`: the changes as ranked.
    pub fn rows(&self) -> Rows {
        let row = |moved: &Moved| -> Vec<Entry> {
            let Difference { difference, interval, verdict, .. } = moved.difference.clone();
            vec![
                (&self.heading.scenario).into(),
                (&self.heading.variant).into(),
                (&self.formation).into(),
                (&moved.subject).into(),
                (&moved.what).into(),
                BASE.into(),
                GOAL.name.into(),
                moved.difference.method().to_string().as_str().into(),
                moved.trials.map(|trials| trials.number).into(),
                moved.chance.into(),
                self.chance.0.into(),
                difference.into(),
                interval.low.into(),
                interval.high.into(),
                verdict.key().into(),
            ]
        };
        Rows {
            head: vec![
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
