//! Reading `game-end`.

use crate::actions::Action;
use crate::chapters::Stage;
use crate::compiler::{Compiler, EpicArmageddon};
use crate::counted::{Counted, Read};
use crate::game_end::{GameEnd, written};
use battle_odds_plan::chapter::Chapter;
use battle_odds_scenario::{Problem, Span};

impl Chapter<EpicArmageddon> for written::GameEnd {
    /// §5.1.7: whether the game goes on after its fourth turn.
    fn compile(&self, compiler: &mut Compiler, _: &Span) -> Result<Read, Problem> {
        let another = compiler.own.outcome[0];
        let stages = vec![Stage::GameEnd(Box::new(GameEnd { another }))];
        let title = text!("roll for the end of the game");
        Ok(Read { action: Action::untested(stages), title, counted: vec![Counted::GameEnd(another)] })
    }
}
