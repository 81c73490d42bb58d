//! Reading steps: what happens, in order. A kind of step whose chapter is not written is refused here, a line each.

use super::super::action::Action;
use super::super::written::steps::Step;
use super::combats;
use super::compiler::Compiler;
use super::counted::{Counted, Read};

use super::{hazard, morale, psychic, ram, roll_offs};
use crate::scenario::{Problem, Span};
use crate::systems::plan::names::one_named;

/// That nobody plays a kind of step yet.
fn not_yet(step: &Step, at: &Span) -> Problem {
    Problem::new(format!("`{}` steps of this system are not played yet", step.word())).at(at)
}

/// One step; `turn` counts from 0.
pub fn step(compiler: &mut Compiler, step: &Step, at: &Span, _turn: usize) -> Result<Read, Problem> {
    match step {
        Step::Shoot(_) => Err(not_yet(step, at)),

        Step::CloseCombat(written) => combats::close_combat(compiler, written, at),

        Step::SlashAttack(written) => combats::slash_attack(compiler, written, at),

        Step::Move(_) => Err(not_yet(step, at)),

        Step::Overwatch(written) => {
            let formation = one_named(&compiler.forces, &written.by)?;
            let title = format!("{} on overwatch", compiler.name(formation));
            Ok(read(Action::Overwatch(formation), title, Vec::new()))
        }

        Step::EndTurn(_) => Ok(end_of_turn()),

        Step::BreakTest(written) => morale::break_test(compiler, written, at),

        Step::Flee(written) => morale::flee(compiler, written, at),

        Step::Rally(written) => morale::rally(compiler, written, at),

        Step::Psychology(written) => morale::psychology(compiler, written, at),

        Step::Psychic(written) => psychic::psychic(compiler, written, at),

        Step::WarpCards(written) => psychic::warp_cards(compiler, written, at),

        Step::PsychicDuel(written) => psychic::psychic_duel(compiler, written, at),

        Step::Ram(written) => ram::ram(compiler, written, at),

        Step::Hazard(written) => hazard::hazard(compiler, written),

        Step::Strategy(written) => roll_offs::strategy(compiler, written, at),

        Step::GameLength(_) => roll_offs::game_length(compiler, at),
    }
}

/// A step put together.
pub fn read(action: Action, title: String, counted: Vec<Counted>) -> Read {
    Read { action, title, counted }
}

/// §9.1: what ends a turn.
pub fn end_of_turn() -> Read {
    read(Action::EndTurn, "end of the turn".to_owned(), Vec::new())
}
