//! The measure that a name means: `warband.broken`, `2.tacticals.won`.

use crate::engine::measure::Measure;
use crate::scenario::{Problem, Span, unknown};

/// A measure that can be named, by its place among all.
#[derive(Clone, Debug)]
pub struct Named<'a> {
    /// Its place.
    pub index: usize,
    /// The measure.
    pub measure: &'a Measure,
    /// The number of its step as it is counted here; `end`.
    pub step: String,
}

/// All measures, by the steps of the scenario.
pub fn all(measures: &[Measure]) -> Vec<Named<'_>> {
    let measures = measures.iter().enumerate();
    measures.map(|(index, measure)| Named { index, measure, step: measure.when.to_string() }).collect()
}

/// The place of the measure of a name: that at the end, else in the last step that has it; with a step's number, that in
/// this step.
///
/// # Errors
/// A problem that suggests the nearest name.
pub fn find(known: &[Named], name: &str, span: &Span) -> Result<usize, Problem> {
    let parts: Vec<&str> = name.split('.').collect();
    let (step, subject, metric) = match parts[..] {
        [subject, metric] => (None, subject, metric),
        [step, subject, metric] => (Some(step), subject, metric),
        _ => {
            let problem = Problem::new(format!("`{name}` is no condition")).at(span);
            return Err(
                problem.help("write formation.metric, such as \"warband.broken\" or \"2.tacticals.losses <= 2\"")
            );
        }
    };
    // Measures of the end stand last, so the last match is that of the end, or else of the last step that has it.
    let in_step = |of: &&Named| step.is_none_or(|step| of.step == step);
    let matches = |of: &&Named| of.measure.subject == subject && of.measure.metric == metric;
    if let Some(found) = known.iter().rfind(|of| matches(of) && in_step(of)) {
        return Ok(found.index);
    }
    let subjects = distinct(known.iter().map(|of| of.measure.subject.as_str()).collect());
    if !subjects.contains(&subject) {
        return Err(unknown("formation", subject, span, subjects));
    }
    let of_subject = known.iter().filter(|of| of.measure.subject == subject).filter(in_step);
    let metrics = distinct(of_subject.map(|of| of.measure.metric).collect());
    if let Some(step) = step.filter(|_| metrics.is_empty()) {
        let problem = Problem::new(format!("nothing is counted of `{subject}` in step {step}")).at(span);
        let steps = known.iter().filter(|of| of.measure.subject == subject).map(|of| of.step.as_str());
        return Err(problem.help(format!("its steps: {}", distinct(steps.collect()).join(", "))));
    }
    Err(unknown("measure of this formation", metric, span, metrics))
}

fn distinct(mut names: Vec<&str>) -> Vec<&str> {
    names.sort_unstable();
    names.dedup();
    names
}
