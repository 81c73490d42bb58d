//! What a scenario's player wants, and the conditions on its steps.

use super::super::battle::Battle;
use super::super::measures::{Comparison, Condition, Goal, Reading};
use super::super::state::Cell;
use super::steps::Counted;
use crate::engine::measure::{Kind, Measure, When};
use crate::scenario::{Node, Problem, Source, Span};
use crate::systems::measured::{Named, find};

/// Reads the goal, or takes the default: the last assault won, or the last target broken. Adds its measure and gives
/// its words.
pub fn set_goal(
    battle: &mut Battle,
    written: &[(String, Span)],
    steps: &[Vec<Counted>],
) -> Result<Vec<String>, Problem> {
    let mut goal = Goal::default();
    let mut words = Vec::new();
    for (text, span) in written {
        goal.conditions.push(condition(&battle.measures, text, span, None)?);
        words.push(text.clone());
    }
    if written.is_empty() {
        let name = |formation: usize| battle.forces.formations[formation].name.as_str();
        let last = |wish: &dyn Fn(&Counted) -> Option<String>| steps.iter().flatten().rev().find_map(wish);
        let assault_won = last(&|step| match step {
            Counted::Assault { sides, .. } => Some(format!("{}.won", name(sides[0][0]))),
            _ => None,
        });
        let target_broken = last(&|step| match step {
            Counted::Fire { by, touched } if !by.is_empty() => Some(format!("{}.broken", name(touched[0]))),
            _ => None,
        });
        let Some(text) = assault_won.or(target_broken) else { return Ok(words) };
        let span = Span::new(&Source::new("the default goal", text.as_str()), 0..text.len());
        goal.conditions.push(condition(&battle.measures, &text, &span, None)?);
        words.push(text);
    }
    battle.goal = goal;
    let measure = Measure { when: When::End, subject: "scenario".into(), metric: "goal", kind: Kind::Event, least: 0 };
    battle.measures.push((measure, Reading::Goal));
    Ok(words)
}

/// Where a condition on the course of a battle is read (`when`): in the step after `before` others, in a turn that begins
/// with step `turn` (both from 0).
#[derive(Clone, Copy)]
pub struct Moment {
    /// Steps played before.
    pub before: usize,
    /// The first step of the turn.
    pub turn: usize,
}

/// `warband.broken`, `tacticals.losses <= 2`, `2.tacticals.won`: the index of the measure, and the comparison. In a `when`
/// the steps counted are those of the same turn, and only those before it are known.
pub fn condition(
    measures: &[(Measure, Reading)],
    text: &str,
    span: &Span,
    moment: Option<Moment>,
) -> Result<(usize, Condition), Problem> {
    let signs = [
        ("<=", Comparison::AtMost),
        (">=", Comparison::AtLeast),
        ("<", Comparison::Less),
        (">", Comparison::More),
        ("=", Comparison::Equal),
    ];
    let found = signs.iter().find_map(|(sign, comparison)| Some((text.split_once(sign)?, *comparison)));
    let (name, comparison, than) = match found {
        None => (text, Comparison::AtLeast, 1),
        Some(((name, number), comparison)) => {
            let wrong = || Problem::new(format!("`{}` is not a whole number", number.trim())).at(span);
            (name, comparison, number.trim().parse().map_err(|_| wrong())?)
        }
    };
    let index = measure(measures, name.trim(), span, moment)?;
    let (measure, reading) = &measures[index];
    Ok((index, Condition { reading: reading.clone(), least: measure.least, comparison, than }))
}

/// The measure of a name: in a `when`, of those known by then, the steps counted from the beginning of the turn.
fn measure(measures: &[(Measure, Reading)], name: &str, span: &Span, moment: Option<Moment>) -> Result<usize, Problem> {
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

/// What a `when` comes to: the conditions at that moment, and for those on what was counted in an earlier step that step
/// (from 0), the condition there, and the cell that keeps whether it held.
pub type Conditions = (Vec<Condition>, Vec<(usize, Condition, Cell)>);

/// The conditions of a `when`.
pub fn when(
    measures: &[(Measure, Reading)],
    node: &Node,
    moment: Moment,
    mut cell: impl FnMut() -> Result<Cell, Problem>,
) -> Result<Conditions, Problem> {
    let (mut conditions, mut remembered) = (Vec::new(), Vec::new());
    for (text, span) in node.texts("conditions")? {
        let (index, condition) = condition(measures, text, span, Some(moment))?;
        match measures[index].0.when {
            When::End => conditions.push(condition),
            When::Step(number) => {
                let kept = cell()?;
                remembered.push((usize::from(number) - 1, condition, kept));
                conditions.push(Condition {
                    reading: Reading::Is(kept, 1),
                    least: 0,
                    comparison: Comparison::Equal,
                    than: 1,
                });
            }
        }
    }
    Ok((conditions, remembered))
}
