//! From written reactions to fire from overwatch (§11.24.2).

use crate::compiler::Compiler;
use crate::counted::Counted;
use crate::fire::choices;
use crate::fire::compile::volley;
use crate::fire::firing::Firing;
use crate::fire::firing::Occasion;
use crate::fire::volley::Volley;
use crate::fire::written::Reactions;
use crate::names::one_formation;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span};

/// The formations that fire from overwatch, as named.
pub fn shooters(reactions: &Reactions) -> Vec<&Marked<String>> {
    let all = reactions.iter().flat_map(|all| all.value.iter());
    all.map(|reaction| &reaction.1.by).collect()
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
        let firing = Firing { by, targets: &[at_whom], fire: &reaction.0, occasion, at };
        let volley = volley(compiler, &firing)?;
        choices::fire(compiler, &firing, &volley, &reaction.span)?;
        volleys.push(volley);
        counted.push(Counted::Firer(by));
    }
    Ok((volleys, counted))
}
