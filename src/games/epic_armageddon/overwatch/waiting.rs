//! Which formations may be on overwatch, and which are from the start: what the steps take for granted (§1.10).

use crate::chapters::{Step, Written};
use crate::compiler::Compiler;
use crate::fire::written::{FireOrder, Shoot};
use crate::forces::{BROKEN, Formation, OVERWATCH};
use battle_odds_plan::chapter::Chapter;
use battle_odds_scenario::typed::Marked;

/// Formations that may be on overwatch: some step or reaction lets them fire from it, or go on it.
pub fn waiting(compiler: &Compiler, steps: &[Marked<&Written>]) -> Vec<bool> {
    let mut names: Vec<&str> = Vec::new();
    for step in steps {
        let by = step.1.named("by").into_iter().filter(|_| of_overwatch(&step.1));
        names.extend(by.chain(step.1.named("reactions")).map(|name| name.as_str()));
    }
    let waits = |formation: &Formation| {
        compiler.starts.contains(&(formation.status, OVERWATCH)) || names.contains(&formation.name.as_str())
    };
    compiler.forces.formations.iter().map(waits).collect()
}

/// Whether a step has fire from overwatch, or a formation going on it.
fn of_overwatch(step: &Step) -> bool {
    let from_it = |shoot: &Shoot| shoot.1.1.order == Some(FireOrder::Overwatch);
    match step {
        Step::Overwatch(_) => true,
        Step::Shoot(shoot) => from_it(shoot),
        Step::Barrage(barrage) => from_it(&barrage.0),
        _ => false,
    }
}

/// Formations that fire from overwatch without a step that puts them on it have been on it from the start.
pub fn deploy_on_overwatch(compiler: &mut Compiler, steps: &[Marked<&Written>]) {
    let goes = |formation: usize| {
        let name = compiler.forces.formations[formation].name.as_str();
        let is_by = |step: &Marked<&Written>| step.1.named("by").iter().any(|by| by.as_str() == name);
        let goes_on_it = |step: &Marked<&Written>| matches!(step.1, Step::Overwatch(_)) && is_by(step);
        let fires = |step: &Marked<&Written>| {
            of_overwatch(&step.1) && is_by(step) && !goes_on_it(step)
                || step.1.named("reactions").iter().any(|by| by.as_str() == name)
        };
        let first = steps.iter().position(fires).unwrap_or(steps.len());
        steps[..first].iter().any(goes_on_it)
    };
    let mut chosen = Vec::new();
    for (index, formation) in compiler.forces.formations.iter().enumerate() {
        let start = compiler.starts.iter_mut().find(|(cell, _)| *cell == formation.status);
        let Some((_, status)) = start else { continue };
        if compiler.own.waiting[index] && *status & (OVERWATCH | BROKEN) == 0 && !goes(index) {
            *status |= OVERWATCH;
            chosen.push(text!("{name} begins on overwatch (key `state`)", name = formation.name));
        }
    }
    chosen.into_iter().for_each(|line| compiler.choose(line));
}
