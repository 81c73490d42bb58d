//! L1092, L2328: a unit shoots and a wizard casts once a phase: a second time is in the next turn of its side.

use super::calendar::{Acted, Actor};
use super::desk::Desk;
use crate::scenario::{Problem, Span};

/// What earlier steps of the phase leave them.
pub struct Turn {
    /// Stands that have shot.
    pub earlier: u16,
    /// Whether they shoot only if they have not yet: it depends on conditions whether they have.
    pub once: bool,
}

/// The step begins the next phase if somebody in it has certainly acted in this one. A file that says that this phase goes
/// on (`told`) is wrong.
pub fn begin_next(desk: &mut Desk, who: &[(Actor, u16)], told: bool, span: &Span) -> Result<(), Problem> {
    let again = |&&(who, stands): &&(Actor, u16)| stands > 0 && sum(desk, who, true) + stands > all(desk, who);
    let Some(&(who, _)) = who.iter().find(again) else { return Ok(()) };
    let (name, deed, rule) = words(desk, who);
    if told {
        let problem = Problem::new(format!("`{name}` {deed} twice in one shooting phase: once is all it may ({rule})"));
        return Err(problem
            .at(span)
            .help("in its next turn: `new-phase = true`; some of its stands at another target: `shooters`"));
    }
    desk.choose(format!(
        "{name} {deed} again: that is the next turn of its side, another shooting phase ({rule}, key `new-phase`)"
    ));
    desk.calendar.end_shooting();
    Ok(())
}

/// So many stands of a unit shoot, or a wizard casts, in the shooting phase of this step.
pub fn act(desk: &mut Desk, who: Actor, stands: u16) -> Turn {
    let earlier = sum(desk, who, false);
    let conditional = !desk.conditions.is_empty();
    desk.calendar.acted().push(Acted { who, stands, conditional });
    if earlier + stands <= all(desk, who) {
        return Turn { earlier, once: false };
    }
    let (name, deed, rule) = words(desk, who);
    desk.choose(format!(
        "{name} {deed} in several steps of one phase: only in the first of them that is played ({rule})"
    ));
    Turn { earlier: 0, once: true }
}

/// The stands that have acted in the phase, on no condition or on any.
fn sum(desk: &Desk, who: Actor, certain: bool) -> u16 {
    let acted = desk.calendar.who_acted().iter().filter(|acted| acted.who == who && !(certain && acted.conditional));
    acted.map(|acted| acted.stands).sum()
}

fn all(desk: &Desk, who: Actor) -> u16 {
    match who {
        Actor::Unit(unit) => desk.forces.units[unit].start,
        Actor::Wizard(_) => 1,
    }
}

fn words(desk: &Desk, who: Actor) -> (String, &'static str, &'static str) {
    match who {
        Actor::Unit(unit) => (desk.label(unit), "shoots", "L1092"),
        Actor::Wizard(wizard) => (desk.forces.commanders[wizard].profile.name.clone(), "casts", "L2328"),
    }
}
