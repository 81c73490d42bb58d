//! One battle of a run: a scenario with its variants.

use super::words;
use crate::figures::{Figure, amount, chance};
use crate::heading::BASE;
use crate::recorded::{Recorded, RecordedMeasure};
use battle_odds_engine::measure::{Kind, Measure};
use battle_odds_words::base::base_called;

/// The results of one scenario, of which there is at least one; the first is the scenario as written, if that was played.
#[derive(Clone, Copy)]
pub struct Battle<'a> {
    pub results: &'a [&'a Recorded],
}

impl<'a> Battle<'a> {
    /// Its first result.
    pub fn first(&self) -> &'a Recorded {
        self.results[0]
    }

    /// The name of one of its variants.
    pub fn name(&self, result: &Recorded) -> String {
        match result.head.variant.as_str() {
            BASE => base_called(result.head.base.as_deref(), &result.head.title)
                .map_or_else(|| text!("As written"), words::capital),
            variant => words::capital(variant),
        }
    }

    /// What is measured in any of its results and is worth it in one of them, in order.
    pub fn measures(&self, is_worth: impl Fn(&RecordedMeasure) -> bool) -> Vec<&'a Measure> {
        let mut found: Vec<&Measure> = Vec::new();
        for of in self.results.iter().flat_map(|result| &result.measures).filter(|of| is_worth(of)) {
            if !found.contains(&&of.measure) {
                found.push(&of.measure);
            }
        }
        // Those of a step or of the end stand together.
        found.sort_by_key(|measure| measure.when);
        found
    }
}

/// The figure of a measure.
pub fn figure(of: &RecordedMeasure) -> Figure {
    match of.measure.kind {
        Kind::Event => chance(&of.distribution, of.estimate.interval),
        Kind::Count => amount(&of.distribution, of.estimate.interval),
    }
}

/// The conditions of the goal.
pub fn goal_in_words(result: &Recorded) -> String {
    let events = words::events(result.measures.iter().map(|of| &of.measure));
    words::goal(&result.head.goal, &result.head.system, &events)
}
