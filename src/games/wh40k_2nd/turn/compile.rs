//! Reading the end of a turn (§9.1).

use crate::chapters::Action;
use crate::compiler::{Compiler, Wh40k2nd};
use crate::counted::{Read, read};
use crate::turn;
use crate::turn::written::EndTurn;
use battle_odds_plan::chapter::Chapter;
use battle_odds_scenario::{Problem, Span};

impl Chapter<Wh40k2nd> for EndTurn {
    fn compile(&self, _: &mut Compiler, _: &Span) -> Result<Read, Problem> {
        Ok(end_of_turn())
    }
}

/// §9.1: the end of a turn.
pub fn end_of_turn() -> Read {
    read(Action::EndTurn(Box::new(turn::EndTurn)), text!("end of the turn"), Vec::new())
}
