//! L351, L1207: where shooting phases end: units that were shot at are driven back once, in the last step of the phase,
//! even if that step is not played.

use crate::battle::Battle;
use crate::calendar::FirePhase;
use crate::chapters::Action;
use crate::compiler;
use crate::compiler::Compiler;
use crate::counted::Counted;
use crate::fire::Volley;
use crate::fire::drive_back::{Closing, Driven};
use crate::timed::TimedAction;
use std::collections::BTreeSet;

use battle_odds_engine::dice::Roll;
use battle_odds_plan::play::Step;

/// Ends all shooting phases; drive backs are counted where the phase ends.
pub fn close(compiler: &Compiler, steps: &mut [Step<Battle>], counted: &mut [Vec<Counted>]) {
    let phases: BTreeSet<FirePhase> = steps.iter().flat_map(Step::actions).filter_map(|timed| timed.fires_in).collect();
    for phase in phases {
        end(compiler, steps, phase);
    }
    for step in 1..steps.len() {
        let (before, now) = steps.split_at_mut(step);
        mark(before, &now[0]);
    }
    for (step, counted) in steps.iter().zip(counted) {
        count(compiler, step, counted);
    }
}

/// The volleys of an action.
fn volleys(timed: &TimedAction) -> Vec<&Volley> {
    match &timed.action {
        Action::Shoot(volley) => vec![volley],
        Action::Spell(spell) => spell.volleys().collect(),
        _ => Vec::new(),
    }
}

/// Ends one phase: after the actions of its last step, and before anything that is done instead of such an action.
fn end(compiler: &Compiler, steps: &mut [Step<Battle>], phase: FirePhase) {
    let is_of = |timed: &TimedAction| timed.fires_in == Some(phase);
    let of_phase = |step: &Step<Battle>| step.actions().any(is_of);
    let Some(first) = steps.iter().position(of_phase) else { return };
    let last = steps.iter().rposition(of_phase).unwrap_or(first);
    let mut closing: Option<Closing> = None;
    for (number, step) in steps.iter_mut().enumerate().take(last + 1).skip(first) {
        for volley in step.actions().filter(|timed| is_of(timed)).flat_map(volleys) {
            drive(compiler, volley, &mut closing);
        }
        for timed in step.actions_mut() {
            match (is_of(timed), number == last) {
                (true, true) => timed.after.clone_from(&closing),
                (false, _) if number > first => timed.before.clone_from(&closing),
                _ => {}
            }
        }
    }
}

/// L1092, L2328: if a step depends on who has shot or cast before in the phase, marks those earlier steps so that they
/// remember it.
fn mark(before: &mut [Step<Battle>], now: &Step<Battle>) {
    let mut earlier: Vec<&mut TimedAction> = before.iter_mut().flat_map(|step| step.actions_mut()).collect();
    for timed in now.actions() {
        let shooters = volleys(timed).into_iter().flat_map(|volley| &volley.salvos).flat_map(|salvo| &salvo.shooters);
        let once: Vec<usize> = shooters.filter(|shooter| shooter.once).map(|shooter| shooter.unit).collect();
        let wizard = match &timed.action {
            Action::Spell(spell) if spell.once => Some(spell.by),
            _ => None,
        };
        for other in earlier.iter_mut().filter(|other| other.fires_in == timed.fires_in) {
            match &mut other.action {
                Action::Shoot(volley) => {
                    let shooters = volley.salvos.iter_mut().flat_map(|salvo| &mut salvo.shooters);
                    shooters.for_each(|shooter| shooter.once |= once.contains(&shooter.unit));
                }
                Action::Spell(spell) => spell.once |= wizard == Some(spell.by),
                _ => {}
            }
        }
    }
}

/// The targets of a volley are driven back at the end of the phase.
fn drive(compiler: &Compiler, volley: &Volley, closing: &mut Option<Closing>) {
    let driven = closing.take().map(|closing| closing.driven).unwrap_or_default();
    let Volley { left, sum, six, .. } = *volley;
    let mut new = Closing { driven, readings: compiler.readings, left, sum, six };
    for target in &volley.targets {
        let known = new.driven.iter().position(|driven| driven.unit == target.unit);
        let place = known.unwrap_or_else(|| {
            let name = compiler::label(compiler, target.unit);
            let roll = Roll::named(format!("drive back of {name}"), "L1207");
            let roll = roll.in_words(text!("drive back of {name}", name));
            new.driven.push(Driven { unit: target.unit, cover: target.cover, room: None, way: Vec::new(), roll });
            new.driven.len() - 1
        });
        let driven = &mut new.driven[place];
        driven.cover = target.cover;
        driven.room = volley.room.or(driven.room);
        if !volley.way.is_empty() {
            driven.way.clone_from(&volley.way);
        }
    }
    *closing = Some(new);
}

/// Counts the drive back of units in the step in which they are driven back, and in no other.
fn count(compiler: &Compiler, step: &Step<Battle>, counted: &mut Vec<Counted>) {
    let mut driven: Vec<usize> = Vec::new();
    for of in step.actions().flat_map(TimedAction::closings).flat_map(|closing| &closing.driven) {
        let formation = compiler.forces.units[of.unit].formation;
        if !driven.contains(&formation) {
            driven.push(formation);
        }
    }
    for one in counted.iter_mut() {
        if let Counted::Target { formation, is_driven } = one {
            *is_driven = driven.contains(formation);
            driven.retain(|known| known != formation);
        }
    }
    counted.extend(driven.into_iter().map(|formation| Counted::Target { formation, is_driven: true }));
}
