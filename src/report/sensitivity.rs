//! What affects the goal: one thing changed at a time, ranked by its effect.

use super::compared::Difference;
use super::decided::decided;
use super::figures::{percent, percentage_points, points, share};
use super::heading::{BASE, Heading, how};
use super::names::in_a_row;
use super::rows::{Entry, Rows};
use super::text::Width;
use super::tornado::{Line, chart, lines};
use battle_odds_engine::measure::GOAL;
use battle_odds_stats::interval::Interval;
use battle_odds_stats::known::Trials;
use battle_odds_stats::verdict::Verdict;

/// One change and its effect.
#[derive(Clone, Debug)]
pub struct Moved {
    /// The thing that is changed, by its key.
    pub subject: String,
    /// The same by its name.
    pub called: String,
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

impl Card {
    /// Sorts the changes: the largest difference first, equal ones in their original order.
    pub fn ranked(mut self) -> Card {
        let size = |moved: &Moved| moved.difference.difference.abs();
        self.moved.sort_by(|one, other| size(other).total_cmp(&size(one)));
        self
    }

    /// The changes whose effect shows, and the others.
    pub fn told(&self) -> (Vec<&Moved>, Vec<&Moved>) {
        self.moved.iter().partition(|moved| matches!(moved.difference.verdict, Verdict::Better | Verdict::Worse))
    }

    /// The lines of the tornado chart.
    pub fn tornado(&self) -> Vec<Line> {
        let told = self.told().0;
        lines(told.iter().map(|of| (of.called.as_str(), of.what.as_str(), of.difference.difference)))
    }

    /// In words: what matters most.
    pub fn words(&self) -> Vec<String> {
        let (told, _) = self.told();
        let best = |verdict: Verdict| told.iter().find(|moved| moved.difference.verdict == verdict);
        let parts = |moved: &&Moved| {
            let by = points(moved.difference.difference, moved.difference.interval);
            (moved.called.clone(), moved.what.clone(), by)
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

    /// That so many changes have no effect, and where they are listed.
    pub fn no_difference(&self, count: usize, file: Option<&str>) -> String {
        let is_sampled = self.each_trials().any(|trials| trials.is_some());
        let mut text = match (is_sampled, self.margin) {
            (_, Some(margin)) => text!(
                count => "1 change makes no difference larger than {margin}, or none that shows"
                    | "{count} changes make no difference larger than {margin}, or none that shows",
                count,
                margin = percentage_points(margin)
            ),
            (false, None) => {
                text!(count => "1 change makes no difference" | "{count} changes make no difference", count)
            }
            (true, None) => text!(
                count => "1 change makes no difference that shows" | "{count} changes make no difference that shows",
                count
            ),
        };
        text += &file.map_or(String::new(), |file| format!(" ({file})"));
        text + "."
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
        if !told.is_empty() {
            text += &chart(&self.tornado(), &chance, within);
            text.push('\n');
        }
        self.words().iter().for_each(|words| text += &within.wrap(words, "", "  "));
        text.push('\n');
        if !rest.is_empty() {
            text += &within.wrap(&self.no_difference(rest.len(), Some("sensitivity.csv")), "", "  ");
        }
        if !self.refused.is_empty() {
            let names: Vec<&str> = self.refused.iter().map(|(name, _)| name.as_str()).collect();
            text += &within.wrap(&text!("Not possible here: {names}.", names = in_a_row(&names)), "", "  ");
        }
        let numbers = match is_sampled {
            true => text!(
                "Bars and numbers are percentage points more or less than as written, each known to ±{most}: this holds for all {count} changes together with a chance of 95 %.",
                most = percent(
                    self.moved.iter().map(|moved| moved.difference.interval.half_width()).fold(0.0, f64::max),
                    1
                ),
                count = self.moved.len()
            ),
            false => text!("Bars and numbers are percentage points more or less than as written."),
        };
        text += &within.wrap(&numbers, "", "");
        text + &decided(&self.heading.choices, within)
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
