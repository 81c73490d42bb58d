//! What a run counts: a measure is one whole number per trial. Its metric says what is counted and how it is shown.

use std::fmt;

use serde::{Deserialize, Serialize};

use battle_odds_words::shown_of;

/// When a measure is read: after a step of the scenario, or when all steps are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// After this step, counted from 1.
    Step(u16),
    /// After the last step.
    End,
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            When::Step(number) => write!(f, "{number}"),
            When::End => write!(f, "end"),
        }
    }
}

/// Whether a measure says that something happened (0 or 1) or counts something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// 0 or 1 in every trial: its mean is a chance.
    Event,
    /// A whole number.
    Count,
}

/// What the numbers of a metric count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// Nothing but whether it happened, so that its mean is a chance.
    Chance,
    /// Things: units, hits, markers, orders.
    Count,
    /// Points of an army list.
    Points,
    /// Distance in cm.
    Cm,
    /// Rounds or turns.
    Rounds,
}

/// What the player of the subject wants of a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// The more of it the better.
    More,
    /// The less of it the better.
    Less,
    /// Neither is better as such.
    Neither,
}

/// When the result table shows a metric. Files always have all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shown {
    /// Always: that no unit dies is an answer.
    Always,
    /// Unless it is 0 in every trial.
    UnlessZero,
    /// Unless it is the same in every trial.
    UnlessConstant,
    /// At the head of the table, not among the others.
    AtHead,
}

/// What is counted and how it is shown. A rulebook defines each of its metrics once; reports and commands know nothing else
/// about it.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Metric {
    /// The key of the rulebook that counts it; empty for metrics of any game.
    pub book: &'static str,
    /// Its name in goals and files: `blast_markers`.
    pub name: &'static str,
    /// What its numbers count.
    pub counts: Quantity,
    /// What the player of its subject wants of it.
    pub wanted: Wanted,
    /// When the table shows it.
    pub shown: Shown,
    /// The heading over the bars of its distribution, where the table draws them for a step: `Blast markers gained`.
    pub bars: Option<&'static str>,
}

/// Whether the trial reached the player's goal, in any game.
pub static GOAL: Metric = Metric { shown: Shown::AtHead, ..Metric::new("goal", Quantity::Chance, Wanted::More) };

impl Metric {
    /// A metric that is shown unless it is 0 in every trial, without bars.
    pub const fn new(name: &'static str, counts: Quantity, wanted: Wanted) -> Metric {
        Metric { book: "", name, counts, wanted, shown: Shown::UnlessZero, bars: None }
    }

    /// Its name in words: `blast markers`.
    pub fn words(&self) -> String {
        shown_of(self.book, &self.english()).into_owned()
    }

    /// The same in English.
    pub fn english(&self) -> String {
        self.name.replace('_', " ")
    }

    /// Whether its mean is a chance or a number.
    pub fn kind(&self) -> Kind {
        if self.counts == Quantity::Chance { Kind::Event } else { Kind::Count }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Declares the metrics of a rulebook with this key, and `METRICS`: all of them.
#[macro_export]
macro_rules! metrics {
    ($book:literal: $($(#[$doc:meta])* $name:ident = $metric:expr;)+) => {
        $($(#[$doc])* pub static $name: Metric = Metric { book: $book, ..$metric };)+
        /// All metrics of the rulebook.
        pub static METRICS: &[&Metric] = &[$(&$name),+];
    };
}
pub use metrics;

/// One whole number read in every trial.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Measure {
    /// When it is read.
    pub when: When,
    /// What it is about: a formation, a side, a fight, the scenario.
    pub subject: String,
    /// What is counted.
    pub metric: &'static Metric,
    /// An event or a count. Usually that of its metric; what is counted for a single unit is an event.
    pub kind: Kind,
    /// The value of a recorded 0; a recorded 1 is the next one: trials are counted from 0 upwards. 0 except for measures
    /// that can be negative.
    pub least: i64,
    /// The largest possible value, if it is known.
    pub most: Option<i64>,
}

/// If the largest value of a measure is not known, it is supposed to be this far above the least.
const WIDEST: i64 = 255;

/// The smallest and the largest value of a measure, whatever the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The smallest value.
    pub low: i64,
    /// The largest value.
    pub high: i64,
    /// Whether the largest value is only supposed, far above what is likely.
    pub open: bool,
}

impl Measure {
    /// A measure that counts from 0 upwards.
    pub fn new(when: When, subject: impl Into<String>, metric: &'static Metric) -> Measure {
        let kind = metric.kind();
        Measure { when, subject: subject.into(), metric, kind, least: 0, most: (kind == Kind::Event).then_some(1) }
    }

    /// Its name in goals: `2.warband.kills`; without a step it is that at the end.
    pub fn name(&self) -> String {
        match self.when {
            When::End => format!("{}.{}", self.subject, self.metric),
            When::Step(step) => format!("{step}.{}.{}", self.subject, self.metric),
        }
    }

    /// Whether it says that the trial reached the goal.
    pub fn is_goal(&self) -> bool {
        *self.metric == GOAL
    }

    /// Its bounds.
    pub fn bounds(&self) -> Bounds {
        Bounds { low: self.least, high: self.most.unwrap_or(self.least + WIDEST), open: self.most.is_none() }
    }
}
