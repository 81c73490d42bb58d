//! Reading steps: what happens, in order.

use super::super::action::Action;
use super::super::morale::Circumstances;
use super::super::written::steps::{BreakTest, Step};
use super::compiler::Compiler;
use super::counted::{Counted, Read, read};
use super::fire::shoot;
use super::moves::{movement, overwatch};
use super::names::one_formation;
use super::{combats, hazard, morale, psychic, ram, roll_offs, warp};
use battle_odds_scenario::{Problem, Span};

/// One step; `turn` counts from 0.
pub fn step(compiler: &mut Compiler, step: &Step, at: &Span, _turn: usize) -> Result<Read, Problem> {
    match step {
        Step::Shoot(written) => shoot(compiler, written, at),

        Step::CloseCombat(written) => combats::close_combat(compiler, written, at),

        Step::SlashAttack(written) => combats::slash_attack(compiler, written, at),

        Step::Move(written) => movement(compiler, written, at),

        Step::Overwatch(written) => overwatch(compiler, written),

        Step::EndTurn(_) => Ok(end_of_turn()),

        Step::BreakTest(written) => break_test(compiler, written),

        Step::Flee(written) => morale::flee(compiler, written, at),

        Step::Rally(written) => morale::rally(compiler, written, at),

        Step::Psychology(written) => morale::psychology(compiler, written, at),

        Step::Psychic(written) => psychic::psychic(compiler, written, at),

        Step::WarpCards(written) => warp::warp_cards(compiler, written, at),

        Step::PsychicDuel(written) => warp::psychic_duel(compiler, written, at),

        Step::Ram(written) => ram::ram(compiler, written, at),

        Step::Hazard(written) => hazard::hazard(compiler, written),

        Step::Strategy(written) => roll_offs::strategy(compiler, written, at),

        Step::GameLength(_) => roll_offs::game_length(compiler, at),
    }
}

/// §9.1: the end of a turn.
pub fn end_of_turn() -> Read {
    read(Action::EndTurn, text!("end of the turn"), Vec::new())
}

/// §13.1: a break test of the scenario's own.
fn break_test(compiler: &mut Compiler, written: &BreakTest) -> Result<Read, Problem> {
    let formation = one_formation(&compiler.forces, &written.by)?;
    let with = Circumstances { modifier: written.modifier.map_or(0, i8::from), hated: written.hated };
    morale::hatred(compiler, formation, written.hated);
    let title = text!("break test of {formation}", formation = compiler.name(formation));
    Ok(read(Action::BreakTest(formation, with), title, vec![Counted::Tested(formation)]))
}
