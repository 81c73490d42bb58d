//! The measure that a name means: `warband.broken`, `2.tacticals.won`.

use battle_odds_engine::measure::{Measure, When};
use battle_odds_scenario::{Problem, Span, unknown};

/// A measure with its name, by its index among all.
#[derive(Clone, Debug)]
pub struct Named<'a> {
    /// Its index.
    pub index: usize,
    /// The measure.
    pub measure: &'a Measure,
    /// The number of its step as counted here; `end` for the end.
    pub step: String,
}

/// All measures, by the steps of the scenario.
pub fn all(measures: &[Measure]) -> Vec<Named<'_>> {
    let measures = measures.iter().enumerate();
    measures.map(|(index, measure)| Named { index, measure, step: measure.when.to_string() }).collect()
}

/// The index of the measure with a name: the one at the end, otherwise the one in the last step that has it; with a
/// step's number, the one in that step.
///
/// # Errors
/// A problem that suggests the nearest name.
pub fn find(known: &[Named], name: &str, span: &Span) -> Result<usize, Problem> {
    let Some((whole, metric)) = name.rsplit_once('.') else {
        let problem = Problem::new(text!("`{name}` is no condition", name)).at(span);
        return Err(
            problem.help(text!("write formation.metric, such as \"warband.broken\" or \"2.tacticals.losses <= 2\""))
        );
    };
    let subjects = distinct(known.iter().map(|of| of.measure.subject.as_str()).collect());
    // `warband.nob` can be a subject too; otherwise the part before the dot is a step.
    let (step, subject) = match whole.split_once('.') {
        Some((step, subject)) if !subjects.contains(&whole) && is_step(step) => (Some(step), subject),
        _ => (None, whole),
    };
    // Measures of the end come last, so the last match is the one of the end, or else of the last step that has it.
    let in_step = |of: &&Named| step.is_none_or(|step| of.step == step);
    let matches = |of: &&Named| of.measure.subject == subject && of.measure.metric.name == metric;
    if let Some(found) = known.iter().rfind(|of| matches(of) && in_step(of)) {
        return Ok(found.index);
    }
    if !subjects.contains(&subject) {
        let what = if subject.contains('.') { mark!("unit of a formation") } else { mark!("formation") };
        return Err(unknown(what, subject, span, subjects));
    }
    let of_subject = known.iter().filter(|of| of.measure.subject == subject).filter(in_step);
    let metrics = distinct(of_subject.map(|of| of.measure.metric.name).collect());
    if let Some(step) = step.filter(|_| metrics.is_empty()) {
        let problem = Problem::new(text!("nothing is counted of `{subject}` in step {step}", subject, step)).at(span);
        if known.iter().all(|of| of.step != step) {
            return Err(problem.help(text!("step {step} counts nothing: is it left out (`skip = true`)?", step)));
        }
        let steps = known.iter().filter(|of| of.measure.subject == subject).map(|of| of.step.as_str());
        return Err(problem.help(text!("its steps: {steps}", steps = distinct(steps.collect()).join(", "))));
    }
    Err(unknown(mark!("measure of this formation"), metric, span, metrics))
}

/// Whether it looks like a step: `2`, `end`.
fn is_step(text: &str) -> bool {
    text == When::End.to_string() || text.chars().all(|digit| digit.is_ascii_digit())
}

fn distinct(mut names: Vec<&str>) -> Vec<&str> {
    names.sort_unstable();
    names.dedup();
    names
}

/// The index of the points that a formation or a side loses by the end; nothing if they are not counted.
pub fn lost_by(measures: &[Measure], subject: &str) -> Option<usize> {
    at_end(measures, subject, "points_lost")
}

/// The index of the points that a side takes by the end, less those that it loses; nothing if they are not counted.
pub fn swing_of(measures: &[Measure], side: &str) -> Option<usize> {
    at_end(measures, side, "points_swing")
}

fn at_end(measures: &[Measure], subject: &str, metric: &str) -> Option<usize> {
    let is_it =
        |measure: &Measure| measure.when == When::End && measure.subject == subject && measure.metric.name == metric;
    measures.iter().position(is_it)
}
