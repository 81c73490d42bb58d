//! L1094, L2330: a unit shoots and a wizard casts once a phase.

use super::calendar::{Acted, Actor};
use super::desk::Desk;
use crate::scenario::{Problem, Span};

/// What this step leaves them: the stands that have shot at others in the phase, and whether they may have shot with all, so
/// that it depends on what was played before whether they shoot now.
pub struct Turn {
    /// Stands that have shot.
    pub earlier: u16,
    /// Whether they shoot only if they have not yet.
    pub once: bool,
}

/// So many stands of a unit shoot, or a wizard casts, in the shooting phase of this step.
pub fn act(desk: &mut Desk, who: Actor, stands: u16, span: &Span) -> Result<Turn, Problem> {
    let (name, all, deed, rule) = match who {
        Actor::Unit(unit) => (desk.label(unit), desk.forces.units[unit].start, "shoots", "L1094"),
        Actor::Wizard(wizard) => (desk.forces.commanders[wizard].profile.name.clone(), 1, "casts", "L2330"),
    };
    let conditional = !desk.conditions.is_empty();
    let before: Vec<Acted> = desk.calendar.acted().iter().filter(|acted| acted.who == who).cloned().collect();
    desk.calendar.acted().push(Acted { who, stands, conditional });
    let sum =
        |certain: bool| before.iter().filter(|acted| !certain || !acted.conditional).map(|acted| acted.stands).sum();
    let (earlier, certain): (u16, u16) = (sum(false), sum(true));
    if earlier + stands <= all {
        return Ok(Turn { earlier, once: false });
    }
    if certain + stands > all {
        let problem = Problem::new(format!("`{name}` {deed} twice in one shooting phase: once is all it may ({rule})"));
        let some =
            if matches!(who, Actor::Unit(_)) { "; some of its stands at another target: `shooters`" } else { "" };
        return Err(problem.at(span).help(format!("in its next turn: `new-phase = true`{some}")));
    }
    desk.choose(format!(
        "{name} {deed} in several steps of one phase: only in the first of them that is played ({rule})"
    ));
    Ok(Turn { earlier: 0, once: true })
}
