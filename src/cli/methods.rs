//! How odds are found, by the names of `--method`.

use clap::{Args, ValueEnum};

use crate::studies::Way;

/// How the commands that compare find odds: exactly wherever that is cheaper than trials.
#[derive(Args, Clone, Copy, Debug)]
pub struct Cheapest {
    /// No sampling: follow every way the dice can fall (trials are not counted)
    #[arg(long)]
    exact: bool,

    /// How the chances are found: by trials, exactly, or each by whichever is cheaper
    #[arg(long, value_enum, default_value_t = MethodName::Auto, conflicts_with = "exact")]
    method: MethodName,
}

impl Cheapest {
    /// How the odds are to be found.
    pub fn way(self) -> Way {
        if self.exact { Way::Exact } else { self.method.way() }
    }

    /// The same as typed, if it is not the default.
    pub(super) fn words(self) -> Option<String> {
        match self.way() {
            Way::Exact => Some("--exact".into()),
            Way::MonteCarlo => Some("--method monte-carlo".into()),
            Way::Auto | Way::Cheaper => None,
        }
    }
}

/// How odds are found, by the names of `--method`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MethodName {
    /// By trials
    MonteCarlo,
    /// Every way the dice can fall
    Exact,
    /// Exactly where that is cheaper than the trials
    Auto,
}

impl MethodName {
    /// What it stands for.
    pub fn way(self) -> Way {
        match self {
            MethodName::MonteCarlo => Way::MonteCarlo,
            MethodName::Exact => Way::Exact,
            MethodName::Auto => Way::Auto,
        }
    }
}

/// How `run` finds odds, by the names of its `--method`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RunMethod {
    /// By trials
    MonteCarlo,
    /// Every way the dice can fall
    Exact,
    /// Exactly where that costs less than the trials, else all by trials
    Cheaper,
    /// Exactly as far as that is cheaper than the trials
    Auto,
}

impl RunMethod {
    /// What it stands for.
    pub fn way(self) -> Way {
        match self {
            RunMethod::MonteCarlo => Way::MonteCarlo,
            RunMethod::Exact => Way::Exact,
            RunMethod::Cheaper => Way::Cheaper,
            RunMethod::Auto => Way::Auto,
        }
    }
}
