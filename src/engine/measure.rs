//! What a run counts: a measure is one whole number a trial, with the name it has in the reports.

use std::fmt;

use serde::{Deserialize, Serialize};

/// When a measure is read off: after a step of the scenario, or when all steps are over.
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

/// Whether a measure says that something happened (0 or 1) or how much of it there was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// 0 or 1 in every trial: its mean is a chance.
    Event,
    /// A whole number.
    Count,
}

/// One whole number read off every trial.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Measure {
    /// When it is read off.
    pub when: When,
    /// Whom it is about: a formation, `assault` or `scenario`.
    pub subject: String,
    /// What is counted: `kills`, `broken`, `goal`.
    pub metric: &'static str,
    /// An event or a count.
    pub kind: Kind,
    /// The value that a recorded 0 stands for, a recorded 1 for the next: trials are counted from 0 upwards. 0 for all
    /// but measures that can be negative.
    pub least: i64,
    /// The largest value that it can have, where it is known.
    pub most: Option<i64>,
}

/// So far above its least, at most, a measure is supposed to lie of which nothing else is known: hits, markers, cm.
const WIDEST: i64 = 255;

/// Between which values a measure lies, whatever the dice.
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
    /// Its bounds.
    pub fn bounds(&self) -> Bounds {
        Bounds { low: self.least, high: self.most.unwrap_or(self.least + WIDEST), open: self.most.is_none() }
    }
}
