//! Fire as a reaction: interception and counter-charge (§3.6).

use crate::compiler::Compiler;
use crate::fire::shots::Occasion;
use crate::fire::written::Reaction;

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
