//! Trials drawn from tables: whole stretches of an engagement, from the start of a step to its end, played once with
//! dice that fall every way and from then on drawn with one random word.
//!
//! The tables are made before the trials, by a walk that follows what is likely: rare states, and all that a budget of
//! plays does not reach, are exits, at which a trial goes on with sampled dice. How fine they are is the [`Resolution`]: a long
//! run begins with coarse tables, which cost little, and goes over to finer ones. The tables depend on the rules and the
//! resolution alone; so the same random words always give the same trial, however many threads there are.

mod builder;
mod trial_runner;

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::alias;
use super::sampled::Sampled;

pub use trial_runner::TrialRunner;

/// How fine tables are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resolution {
    /// A state that a smaller share of the trials than this comes to is left to sampled dice.
    rare: f64,
    /// How many plays of a piece all tables together may cost.
    plays: usize,
}

impl Resolution {
    /// The resolutions a run goes through, each eight times as fine as the one before.
    pub const ALL: [Resolution; 4] =
        [Resolution::step(0), Resolution::step(1), Resolution::step(2), Resolution::step(3)];

    const fn step(step: u32) -> Resolution {
        Resolution { rare: 1.0 / (16_384 << (3 * step)) as f64, plays: 32_768 << (3 * step) }
    }
}

/// The tables of an engagement.
pub struct Tables<S> {
    /// Where trials can be between two draws; the first is where they begin.
    places: Vec<Place<S>>,
    /// States with a table, for trials that come back from sampled dice.
    starts: HashMap<S, u32, FixedState>,
    columns: Vec<Column>,
    /// The states whose measures are read off.
    outcomes: Vec<S>,
}

struct Place<S> {
    state: S,
    table: Option<Range>,
}

/// A stretch of columns.
#[derive(Clone, Copy)]
struct Range {
    from: usize,
    width: usize,
}

/// Where a draw leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Edge {
    /// The outcome to count; [`NONE`] when the trial leaves the table in the middle of a step.
    outcome: u32,
    /// The next place; [`NONE`] when the trial is over.
    next: u32,
}

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Column {
    keep: u64,
    own: Edge,
    alias: Edge,
}

impl<S> Tables<S> {
    /// Draws one of the ways on.
    fn draw(&self, range: Range, dice: &mut Sampled) -> Edge {
        let (place, fraction) = alias::split(dice.word(), range.width);
        let column = &self.columns[range.from + place];
        if fraction < column.keep { column.own } else { column.alias }
    }
}
