//! Which aircraft are over the table, or on patrol, before the first step: what later steps take for granted.

use crate::chapters::{Step, Written};
use crate::compiler::Compiler;
use crate::forces::{Formation, LANDED, ON_MISSION, PATROL};
use battle_odds_plan::chapter::Chapter;
use battle_odds_scenario::typed::Marked;

/// By formation: aircraft that are in the air from the first step to the last.
pub fn always_aloft(compiler: &Compiler, steps: &[Marked<&Written>]) -> Vec<bool> {
    let lands = |formation: &Formation| {
        let landed = compiler.starts.iter().any(|&(cell, status)| cell == formation.status && status & LANDED != 0);
        landed || steps.iter().any(|step| lands_in(&step.1) && is_alone(&step.1.named("by"), &formation.name))
    };
    compiler.forces.formations.iter().map(|formation| formation.aircraft && !lands(formation)).collect()
}

/// Whether aircraft land in a step.
fn lands_in(step: &Step) -> bool {
    match step {
        Step::AirAssault(_) | Step::Planetfall(_) => true,
        Step::GroundAttack(step) => step.1.1.1.landing.is_some(),
        _ => false,
    }
}

/// Whether a formation is the only one named.
fn is_alone(names: &[&Marked<String>], formation: &str) -> bool {
    matches!(names, [one] if one.as_str() == formation)
}

/// Aircraft that steps take to be on patrol, or over the table, without an earlier step that brings them there, have
/// been there from the start.
pub fn already_there(compiler: &mut Compiler, steps: &[Marked<&Written>]) {
    let mut chosen = Vec::new();
    for formation in compiler.forces.formations.iter().filter(|formation| formation.aircraft) {
        let name = formation.name.as_str();
        let first = |wish: &dyn Fn(&Step) -> bool| steps.iter().position(|step| wish(&step.1)).unwrap_or(steps.len());
        let acts = |action: &Step| is_alone(&action.named("by"), name);
        let hunting = |action: &Step| action.named("interception").iter().any(|by| by.as_str() == name);
        let coming = |action: &Step| {
            matches!(action, Step::GroundAttack(_) | Step::AirAssault(_) | Step::Intercept(_)) && acts(action)
        };
        let comes = first(&|action| coming(action) || hunting(action));
        let there = first(&|action| match action {
            Step::Intercept(_) => is_alone(&action.named("at"), name),
            Step::Departure(_) => acts(action),
            _ => false,
        });
        let patrols = first(&|action| matches!(action, Step::Patrol(_)) && acts(action));
        let hunts = first(&hunting);
        let Some((_, status)) = compiler.starts.iter_mut().find(|(cell, _)| *cell == formation.status) else {
            continue;
        };
        if there < comes {
            *status |= ON_MISSION;
            chosen.push(text!("{name} are over the table at the start", name = formation.name));
        }
        if hunts < patrols && *status & PATROL == 0 {
            *status |= PATROL;
            chosen.push(text!("{name} begin on combat air patrol (key `state`)", name = formation.name));
        }
    }
    chosen.into_iter().for_each(|line| compiler.choose(line));
}
