//! Reading moves and overwatch (§10, §11.24).

use super::super::action::Action;
use super::super::fire::volley::Volley;
use super::super::moves::Movement;
use super::super::written::fire::Reactions;
use super::super::written::steps::{Move, Overwatch};
use super::choices;
use super::compiler::Compiler;
use super::counted::{Counted, Read, read};
use super::fire::volley;
use super::names::one_formation;
use super::reach::Occasion;
use super::templates;
use crate::compile::compiler;
use battle_odds_scenario::{Problem, Span};

/// §10: a formation moves, and may be fired at.
pub fn movement(compiler: &mut Compiler, step: &Move, at: &Span) -> Result<Read, Problem> {
    let by = one_formation(&compiler.forces, &step.by)?;
    let (reactions, mut counted) = reactions(compiler, &step.reactions, by, None, at)?;
    compiler.own.overwatch.retain(|&on| on != by);
    let mut title = compiler::acting(compiler, &[by], [mark!("{who} moves"), mark!("{who} move")]);
    if !reactions.is_empty() {
        let shooters: Vec<usize> = reactions.iter().map(|volley| volley.by).collect();
        title += &text!(" (fire from overwatch by {shooters})", shooters = compiler.list(&shooters));
        counted.insert(0, Counted::Struck(by));
        let others = reactions.iter().flat_map(|volley| templates::others(compiler, volley));
        counted.extend(others.filter(|&of| of != by).map(Counted::Struck));
    }
    Ok(read(Action::Move(Movement { by, reactions }), title, counted))
}

/// §11.24.2: fire from overwatch at a formation, which may charge others, and what is counted of it.
pub fn reactions(
    compiler: &mut Compiler,
    written: &Reactions,
    at_whom: usize,
    charged: Option<&[usize]>,
    at: &Span,
) -> Result<(Vec<Volley>, Vec<Counted>), Problem> {
    let (mut volleys, mut counted) = (Vec::new(), Vec::new());
    for reaction in written.iter().flat_map(|all| &all.value) {
        let by = one_formation(&compiler.forces, &reaction.1.by)?;
        if compiler.forces.formations[by].side == compiler.forces.formations[at_whom].side {
            let problem =
                reaction.1.by.problem(text!("`{by}` does not shoot at its own side", by = reaction.1.by.value));
            return Err(problem);
        }
        if !compiler.own.overwatch.contains(&by) {
            let (by, whom) = (compiler.name(by), compiler.name(at_whom));
            let line = text!("{by} is not on overwatch when {whom} comes: it does not react", by, whom);
            compiler.own.remark(line);
        }
        let is_charged = charged.is_some_and(|charged| charged.contains(&by));
        let occasion = Occasion { reacts: true, at_charge: charged.is_some(), is_charged };
        let volley = volley(compiler, &reaction.0, (by, &[at_whom]), occasion, at)?;
        choices::fire(compiler, &reaction.0, &volley, occasion, &reaction.span)?;
        volleys.push(volley);
        counted.push(Counted::Firer(by));
    }
    Ok((volleys, counted))
}

/// §11.24.1: a formation goes on overwatch.
pub fn overwatch(compiler: &mut Compiler, step: &Overwatch) -> Result<Read, Problem> {
    let formation = one_formation(&compiler.forces, &step.by)?;
    if !compiler.own.overwatch.contains(&formation) {
        compiler.own.overwatch.push(formation);
    }
    let title =
        compiler::acting(compiler, &[formation], [mark!("{who} goes on overwatch"), mark!("{who} go on overwatch")]);
    Ok(read(Action::Overwatch(formation), title, Vec::new()))
}
