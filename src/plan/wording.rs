//! Reading goals and conditions, in the words of the reports.

use super::condition::{Clause, Comparison, Condition, Goal};
use super::state::Cell;
use crate::measured::{Named, find};
use battle_odds_engine::measure::{Measure, Quantity, When};
use battle_odds_scenario::typed::{Names, cm};
use battle_odds_scenario::{Problem, ProblemKind, Source, Span, bounds, refuse_if};

/// Reads the goal, or takes the default if there is one; returns its words too.
pub fn goal<R: Clone>(
    measures: &[(Measure, R)],
    written: &[(String, Span)],
    default: Option<String>,
    mut cell: impl FnMut(&Span) -> Result<Cell, Problem>,
) -> Result<(Option<Goal<R>>, Vec<String>), Problem> {
    let default = default.filter(|_| written.is_empty()).map(|text| {
        let span = Span::new(&Source::new("the default goal", text.as_str()), 0..text.len());
        (text, span)
    });
    let wanted: Vec<&(String, Span)> = written.iter().chain(&default).collect();
    bounds::conditions(wanted.iter().map(|(text, span)| (text.as_str(), span)))?;
    if wanted.is_empty() {
        return Ok((None, Vec::new()));
    }
    let mut clauses = Vec::new();
    for (text, span) in &wanted {
        let parts = ways(measures, text, span, None)?;
        let one_after_another = parts.iter().any(|(index, _)| measures[*index].0.when != measures[parts[0].0].0.when);
        let held = one_after_another.then(|| cell(span)).transpose()?;
        clauses.push(Clause { parts, held });
    }
    Ok((Some(Goal { clauses }), wanted.iter().map(|(text, _)| text.clone()).collect()))
}

/// The subject and metric of a condition: `2.knights.orders >= 1` is about the `orders` of `knights`.
pub fn subject_of(text: &str) -> Option<(&str, &str)> {
    let name = match parts(text) {
        (name, comparison, than) if number(comparison, than).is_some() => name,
        _ => text.trim_matches(GAPS),
    };
    let (subject, metric) = name.rsplit_once('.')?;
    Some((subject.split_once('.').map_or(subject, |(_, subject)| subject), metric))
}

/// The moment at which a condition on the course of a battle (`when`) is read: after `before` steps, in a turn that
/// begins with step `turn` (both from 0).
#[derive(Clone, Copy)]
pub struct Moment {
    /// The number of steps before it.
    pub before: usize,
    /// The first step of the turn.
    pub turn: usize,
}

/// `warband.broken or 2.tacticals.won`: any one of several conditions is enough.
pub fn ways<R: Clone>(
    measures: &[(Measure, R)],
    text: &str,
    span: &Span,
    moment: Option<Moment>,
) -> Result<Vec<(usize, Condition<R>)>, Problem> {
    text.split(" or ").map(|part| condition(measures, part, span, moment)).collect()
}

/// A condition as written: the name of the measure, the comparison and the number; "at least 1" if none is written.
fn parts(text: &str) -> (&str, Comparison, &str) {
    let Some(last) = text.rfind(SIGNS) else { return (text.trim_matches(GAPS), Comparison::AtLeast, "1") };
    let (before, rest) = text.split_at(last);
    let (name, comparison) = match (before.strip_suffix('<'), before.strip_suffix('>'), &rest[..1]) {
        (Some(name), _, "=") => (name, Comparison::AtMost),
        (_, Some(name), "=") => (name, Comparison::AtLeast),
        (_, _, "<") => (before, Comparison::Less),
        (_, _, ">") => (before, Comparison::More),
        _ => (before, Comparison::Equal),
    };
    (name.trim_matches(GAPS), comparison, rest[1..].trim_matches(GAPS))
}

/// The number of a condition, which may be a distance: measures are whole cm, and `<= 3in`, 7.5 cm, is at most 7. None if
/// it is neither, or if no whole cm equal it.
fn number(comparison: Comparison, than: &str) -> Option<i64> {
    than.parse().ok().or_else(|| {
        let cm = cm(than)?;
        let whole = match comparison {
            Comparison::AtMost | Comparison::More => cm.floor(),
            Comparison::AtLeast | Comparison::Less => cm.ceil(),
            Comparison::Equal => Some(cm).filter(|cm| cm.fract() == 0.0)?,
        };
        Some(whole as i64)
    })
}

/// The signs of comparisons. Names may contain them too: the last one in a text is the comparison.
const SIGNS: [char; 3] = ['<', '>', '='];

/// Characters that may separate the parts of a condition.
const GAPS: [char; 4] = [' ', '\t', '\n', '\u{a0}'];

/// Whether a condition as written, of one part, holds if nothing was counted.
pub fn holds_of_nothing(text: &str) -> bool {
    let (_, comparison, than) = parts(text);
    number(comparison, than).is_some_and(|than| comparison.holds(0, than))
}

/// Whether two conditions as written exclude each other: the same measure, compared so that no number satisfies both.
pub fn exclude(one: &str, other: &str) -> bool {
    let ((name, one, than), (other_name, other, other_than)) = (parts(one), parts(other));
    let Some((than, other_than)) = number(one, than).zip(number(other, other_than)) else { return false };
    let mut near = [than, other_than].into_iter().flat_map(|number| number - 1..=number + 1);
    // Conditions with `or` are not checked.
    name == other_name
        && !name.contains(" or ")
        && !near.any(|number| one.holds(number, than) && other.holds(number, other_than))
}

/// `warband.broken`, `tacticals.losses <= 2`, `2.tacticals.won`: the index of the measure, and the comparison. In a
/// `when`, step numbers are those of the same turn, and only steps before it are known.
pub fn condition<R: Clone>(
    measures: &[(Measure, R)],
    text: &str,
    span: &Span,
    moment: Option<Moment>,
) -> Result<(usize, Condition<R>), Problem> {
    let whole = text.trim_matches(GAPS);
    // `a=b.broken` is about a formation `a=b`, if there is one.
    let (name, comparison, written) = match whole.contains(SIGNS) && measure(measures, whole, span, moment).is_ok() {
        true => (whole, Comparison::AtLeast, "1"),
        false => parts(text),
    };
    let wrong = || ProblemKind::NotWhole(written.to_owned()).at(span);
    let than = number(comparison, written).ok_or_else(wrong)?;
    let index = measure(measures, name, span, moment)?;
    let (measure, reading) = &measures[index];
    refuse_if(written.parse::<i64>().is_err() && measure.metric.counts != Quantity::Cm, wrong)?;
    Ok((index, Condition { reading: reading.clone(), least: measure.least, comparison, than }))
}

/// The measure with a name: in a `when`, among those known by then, with step numbers counted from the beginning of the
/// turn.
fn measure<R>(measures: &[(Measure, R)], name: &str, span: &Span, moment: Option<Moment>) -> Result<usize, Problem> {
    let known_by_then = |measure: &Measure| match (measure.when, moment) {
        (When::Step(number), Some(moment)) => usize::from(number) <= moment.before,
        _ => true,
    };
    let step = |measure: &Measure| match (measure.when, moment) {
        (When::Step(number), Some(moment)) => (usize::from(number)).saturating_sub(moment.turn).to_string(),
        (when, _) => when.to_string(),
    };
    let known = measures.iter().enumerate().filter(|(_, (measure, _))| known_by_then(measure));
    let named = known.map(|(index, (measure, _))| Named { index, measure, step: step(measure) });
    find(&named.collect::<Vec<_>>(), name, span)
}

/// A compiled `when`: the conditions at that moment, each with all its alternatives; and for those on what was counted
/// in an earlier step, that step (from 0), the condition there, and the cell that keeps whether it held.
pub type Conditions<R> = (Vec<Vec<Condition<R>>>, Vec<(usize, Condition<R>, Cell)>);

/// The conditions of a `when`.
pub fn when<R: Clone + From<Cell>>(
    measures: &[(Measure, R)],
    written: &Names,
    moment: Moment,
    mut cell: impl FnMut() -> Result<Cell, Problem>,
) -> Result<Conditions<R>, Problem> {
    bounds::conditions(written.iter().map(|text| (text.as_str(), &text.span)))?;
    let (mut conditions, mut remembered) = (Vec::new(), Vec::new());
    for text in written.iter() {
        let mut all = Vec::new();
        for (index, condition) in ways(measures, text, &text.span, Some(moment))? {
            match measures[index].0.when {
                When::End => all.push(condition),
                When::Step(number) => {
                    let kept = cell()?;
                    remembered.push((usize::from(number) - 1, condition, kept));
                    all.push(Condition { reading: R::from(kept), least: 0, comparison: Comparison::Equal, than: 1 });
                }
            }
        }
        conditions.push(all);
    }
    Ok((conditions, remembered))
}
