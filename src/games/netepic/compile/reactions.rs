//! Fire as a reaction: interception and counter-charge (§3.6).

use super::super::written::fire::{Fire, Reaction};
use super::compiler::Compiler;
use super::counted::Read;
use super::fire::shoot;
use super::shots::Occasion;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span};

/// §3.6: a step `shoot` with `reaction`.
pub fn reaction(compiler: &mut Compiler, fire: &Fire, reaction: &Marked<Reaction>, at: &Span) -> Result<Read, Problem> {
    let occasion = occasion(compiler, reaction.value);
    shoot(compiler, fire, occasion, at)
}

/// §3.6, A-15: fire at passing enemies (interception) needs 1 more, fire at those who charge does not.
pub fn occasion(compiler: &mut Compiler, reaction: Reaction) -> Occasion {
    let rerolls = compiler.readings.reaction_rerolls;
    compiler.tell(rerolls);
    let penalty = match reaction {
        Reaction::Interception => 1,
        Reaction::CounterCharge => 0,
    };
    Occasion { penalty, reaction: Some(rerolls), ..Occasion::default() }
}
