//! L1092, L2328: a unit shoots and a wizard casts once in a phase: a second time means the next turn of its side.

use crate::calendar::{Acted, Actor};
use crate::compiler;
use crate::compiler::Compiler;
use battle_odds_scenario::{Problem, Span, refuse_if};

/// What is left for it after earlier steps of the phase.
pub struct Turn {
    /// Stands that have shot.
    pub earlier: u16,
    /// Whether they shoot only if they have not yet, because conditions decide whether they have.
    pub once: bool,
}

/// Begins the next phase if a unit or wizard of this step has certainly acted in the current one. It is an error if the
/// file says that the current phase continues (`told`).
pub fn begin_next(compiler: &mut Compiler, who: &[(Actor, u16)], told: bool, span: &Span) -> Result<(), Problem> {
    let again = |&&(who, stands): &&(Actor, u16)| stands > 0 && sum(compiler, who, true) + stands > all(compiler, who);
    let Some(&(who, _)) = who.iter().find(again) else { return Ok(()) };
    let name = name(compiler, who);
    refuse_if(told, || {
        Problem::new(match who {
            Actor::Unit(_) => {
                text!("`{name}` shoots twice in one shooting phase: once is all it may (Number of shots)", name)
            }
            Actor::Wizard(_) => {
                text!("`{name}` casts twice in one shooting phase: once is all it may (Casting spells)", name)
            }
        })
        .at(span)
        .help(text!("in its next turn: `new-phase = true`; some of its stands at another target: `shooters`"))
    })?;
    compiler.choose(match who {
        Actor::Unit(_) => text!(
            "{name} shoots again: that is the next turn of its side, another shooting phase (Number of shots, key `new-phase`)",
            name
        ),
        Actor::Wizard(_) => text!(
            "{name} casts again: that is the next turn of its side, another shooting phase (Casting spells, key `new-phase`)",
            name
        ),
    });
    compiler.own.calendar.end_shooting();
    Ok(())
}

/// Records that this many stands of a unit shoot, or a wizard casts, in the shooting phase of this step.
pub fn act(compiler: &mut Compiler, who: Actor, stands: u16) -> Turn {
    let earlier = sum(compiler, who, false);
    let conditional = !compiler.own.conditions.is_empty();
    compiler.own.calendar.acted().push(Acted { who, stands, conditional });
    if earlier + stands <= all(compiler, who) {
        return Turn { earlier, once: false };
    }
    let name = name(compiler, who);
    compiler.choose(match who {
        Actor::Unit(_) => {
            text!("{name} shoots in several steps of one phase: only in the first of them that is played (Number of shots)", name)
        }
        Actor::Wizard(_) => {
            text!("{name} casts in several steps of one phase: only in the first of them that is played (Casting spells)", name)
        }
    });
    Turn { earlier: 0, once: true }
}

/// The stands that have acted in the phase: those without a condition, or those with any.
fn sum(compiler: &Compiler, who: Actor, certain: bool) -> u16 {
    let acted =
        compiler.own.calendar.who_acted().iter().filter(|acted| acted.who == who && !(certain && acted.conditional));
    acted.map(|acted| acted.stands).sum()
}

fn all(compiler: &Compiler, who: Actor) -> u16 {
    match who {
        Actor::Unit(unit) => compiler.forces.units[unit].start,
        Actor::Wizard(_) => 1,
    }
}

fn name(compiler: &Compiler, who: Actor) -> String {
    match who {
        Actor::Unit(unit) => compiler::label(compiler, unit),
        Actor::Wizard(wizard) => compiler.forces.commanders[wizard].profile.name.clone(),
    }
}
