//! Close combat against machines or walls as a step has it, and the keys that it must and must not have (§15.5).

use crate::combat::written::CloseCombat;
use crate::compiler::Compiler;
use crate::values::mm;
use battle_odds_scenario::{Problem, Span, refuse_if};

/// Close combat against machines or walls, as a step has it.
pub struct Assaulting<'a> {
    /// What the step says.
    pub written: &'a CloseCombat,
    /// Those who attack.
    pub by: &'a [usize],
    /// What they attack.
    pub target: usize,
    /// Where the step is written.
    pub span: &'a Span,
}

impl Assaulting<'_> {
    /// Whether it begins with a charge.
    pub fn charges(&self) -> bool {
        self.written.charge.unwrap_or(true)
    }
}

/// Which keys such a combat must and must not have.
pub fn check(compiler: &Compiler, of: &Assaulting) -> Result<(), Problem> {
    let &Assaulting { written, by, target, .. } = of;
    let forces = &compiler.forces;
    if !forces.of(target).iter().all(|group| group.is_hard()) {
        let problem = written.at.problem(text!("`{target}` has men and machines", target = compiler.name(target)));
        return Err(problem.help(text!(
            "models that attack a vehicle do not fight the men next to it: write them as two formations (§15.5)"
        )));
    }
    let is_machine = forces.of(target).iter().any(|group| group.profile.is_machine());
    match &written.location {
        None if is_machine => {
            let problem = written
                .at
                .problem(text!("the attack on `{target}` needs its `location`", target = compiler.name(target)));
            return Err(problem.help(text!("who attacks a machine chooses where: location = \"hull\" (§15.5)")));
        }
        Some(location) if !is_machine => {
            return Err(location.problem(text!("walls have no locations")).help(text!("leave out `location`")));
        }
        _ => (),
    }
    for &formation in by {
        if let Some(vehicle) = forces.of(formation).iter().find(|group| group.is_hard() && group.profile.ws == 0) {
            let problem =
                Problem::new(text!("`{key}` has no weapon skill: it does not fight", key = vehicle.profile.key));
            return Err(problem.at(&written.by.span).help(text!("a vehicle rams: action = \"ram\" (§15.3.7)")));
        }
    }
    at_rest(written, is_machine)?;
    let none: [(&str, Option<&Span>); 4] = [
        ("obstacle", written.obstacle.then_some(&written.at.span)),
        ("height", written.height.as_ref().map(|of| &of.span)),
        ("disengage", written.disengage.as_ref().map(|of| &of.span)),
        ("parry", written.parry.as_ref().map(|of| &of.span)),
    ];
    match none.into_iter().find_map(|(key, span)| Some((key, span?))) {
        Some((key, span)) => {
            let problem =
                Problem::new(text!("`{key}` has no effect on a target that does not fight back", key)).at(span);
            Err(problem.help(text!("leave it out (§15.5)")))
        }
        None => Ok(()),
    }
}

/// §15.5: a target that stands still has not moved, and walls do neither.
fn at_rest(written: &CloseCombat, is_machine: bool) -> Result<(), Problem> {
    let moves = written.speed.is_some_and(|cm| mm(cm) > 0);
    refuse_if(written.stationary && moves, || {
        written
            .at
            .problem(text!("`stationary`, and a `speed` above 0: it cannot stand still and move"))
            .help(text!("leave out one of the two (§15.5)"))
    })?;
    let vehicle = [("stationary", written.stationary), ("speed", moves), ("facing", written.facing.is_some())];
    match vehicle.into_iter().find(|(_, told)| *told && !is_machine) {
        Some((key, _)) => {
            let problem =
                written.at.problem(text!("`{key}` is of a vehicle, and walls have no sides and stand still", key));
            Err(problem.help(text!("leave it out: the D6 against what stands still counts anyway (§16.12)")))
        }
        None => Ok(()),
    }
}
