//! Reading a step `deep-strike` (#9).

use super::super::abilities::Kind;
use super::super::action::Action;
use super::super::deep_strike::{DeepStrike, Landing};
use super::super::metrics;
use super::super::written::steps::DeepStrike as Written;
use super::super::written::values::Cm;
use super::compiler::Compiler;
use super::counted::{Counted, Read, read};
use crate::compile::compiler;
use battle_odds_engine::compound::Compound;
use battle_odds_plan::names::one_named;
use battle_odds_scenario::{Problem, Span};

/// #9: a step `deep-strike`.
pub fn deep_strike(compiler: &mut Compiler, step: &Written, at: &Span) -> Result<Read, Problem> {
    let by = one_named(&compiler.forces, &step.by)?;
    let name = compiler.name(by).to_owned();
    if !compiler::has(compiler, by, Kind::DeepStrike) {
        let problem = step.by.problem(text!("nobody of `{name}` drops from the sky", name));
        return Err(problem.help(text!("abilities = [\"deep-strike\"] (#9)")));
    }
    let radius = step.radius.map_or(6.0, Cm::get);
    if step.radius.is_none() {
        compiler.choose(text!("{name} is on target within 6 cm of its point (key `radius`)", name));
    }
    compiler.choose(text!("the drift of {name} is counted in whole cm, rounded to the nearest (#9)", name));
    let landing = Compound::new(Landing::new(&name, radius));
    let (on_target, drift) = (compiler.cell(at)?, compiler.cell(at)?);
    let counted = vec![
        Counted::Own(name.clone(), &metrics::ON_TARGET, on_target),
        Counted::Own(name.clone(), &metrics::DRIFT, drift),
    ];
    let action = Action::DeepStrike(Box::new(DeepStrike { by, landing, on_target, drift }));
    Ok(read(action, text!("deep strike of {name}", name), counted))
}
