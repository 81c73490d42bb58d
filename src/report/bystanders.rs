//! Formations that only stand by.

use serde_json::Value;

use crate::engine::measure::{Measure, When};
use crate::stats::distribution::Distribution;

/// Formations that do nothing in any step, to whom nothing is done, and of whom each battle ends the same.
pub fn bystanders<'a, 'm>(
    forces: &'a Value,
    steps: &[String],
    measures: impl Iterator<Item = (&'m Measure, &'m Distribution)> + Clone,
) -> Vec<&'a str> {
    let formations = forces.as_array().into_iter().flatten().filter_map(|force| force["formation"].as_str());
    let takes_part = |name: &str| {
        let is_named = |title: &String| {
            title.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_').any(|word| word == name)
        };
        let moves = |(measure, distribution): (&Measure, &Distribution)| {
            is_of(&measure.subject, name) && (measure.when != When::End || !distribution.is_constant())
        };
        steps.iter().any(is_named) || measures.clone().any(moves)
    };
    formations.filter(|name| !takes_part(name)).collect()
}

/// Whether a subject is a formation or something in it.
pub fn is_of(subject: &str, formation: &str) -> bool {
    subject.strip_prefix(formation).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}
