//! One trial in which players decide, roll by roll.

use std::sync::atomic::AtomicBool;

use super::explore::explore_from;
use super::graph::Graph;
use super::trials::{Met, met};
use crate::exact::limit::{GivenUp, Limit};
use crate::known::Known;
use crate::narrated::{Narrator, Story};
use crate::rules::{Progress, Rules, settle};
use crate::sampled::{Sampled, Stream};

/// What a player does at a decision, and the words that tell it, when he knows what becomes of it: the first decision of the
/// graph is this one. He may throw dice for it.
pub type Tell<'t> = dyn FnMut(&Met, &Graph, &mut Sampled) -> (usize, Vec<String>) + 't;

/// Narrates a trial in which players decide like this, for the mean of a measure.
///
/// # Errors
/// If there is more to come after a decision than the limit allows, or when cancelled.
pub fn told<R: Rules>(
    (rules, measure): (&R, usize),
    (stream, number): (&Stream, u64),
    decide: &mut Tell<'_>,
    limit: Limit,
    cancelled: &AtomicBool,
) -> Result<Story, GivenUp> {
    let dice = |of: &str| Stream { seed: stream.seed, scenario: format!("{}, {of}", stream.scenario) }.batch(number);
    let (mut rolled, mut lots, mut narrator) = (dice("decided"), dice("lots"), Narrator::new(dice("faces")));
    let (mut state, mut values) = (rules.deploy(), vec![0; rules.measures().len()]);
    loop {
        if let Some(met) = met(rules, &state) {
            let graph = explore_from(rules, &state, measure, limit, cancelled)?;
            let (way, words) = decide(&met, &graph, &mut lots);
            words.into_iter().for_each(|words| narrator.note(words));
            rules.take(&mut state, met.case, way);
        }
        let mut known = Known::Sampled(&mut rolled);
        let progress = rules.advance(&mut state, &mut narrator.listen(&mut known));
        let mut standing = None;
        settle(rules, &mut state, progress, |state| {
            rules.record(state, &mut |measure, value| values[measure] = value);
            standing = Some(rules.describe(state));
        });
        standing.into_iter().for_each(|words| narrator.describe(words));
        if progress == Progress::Over {
            return Ok(Story { lines: narrator.story(), values });
        }
    }
}
