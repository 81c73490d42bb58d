//! Reading steps: what happens, in order.

use super::super::action::Action;
use super::super::written::steps::Step;
use super::compiler::Compiler;
use super::counted::{Read, read};
use super::shots::Occasion;
use super::{assault, barrage, deep_strike, end_phase, fire, idle, morale, psychic, reactions, structure, wrecks};
use battle_odds_scenario::{Problem, Span};

/// One step, with what is reported if it has no effect.
pub fn step(compiler: &mut Compiler, step: &Step, at: &Span) -> Result<Read, Problem> {
    let mut read = one(compiler, step, at)?;
    wrecks::count(compiler, &mut read);
    idle::tell(compiler, &read);
    Ok(read)
}

fn one(compiler: &mut Compiler, step: &Step, at: &Span) -> Result<Read, Problem> {
    match step {
        Step::Shoot(written) => match &written.reaction {
            Some(reaction) => reactions::reaction(compiler, written, reaction, at),
            None => fire::shoot(compiler, written, Occasion::default(), at),
        },

        Step::Psychic(written) => psychic::psychic(compiler, written, at),

        Step::Barrage(written) => barrage::barrage(compiler, written, at),

        Step::Assault(written) => assault::assault(compiler, written, at),

        Step::Morale(written) => morale::morale(compiler, written),

        Step::Rally(written) => morale::rally(compiler, written),

        Step::EndPhase(written) => end_phase::end_phase(compiler, written, at),

        Step::DeepStrike(written) => deep_strike::deep_strike(compiler, written, at),

        Step::Structure(written) => structure::structure(compiler, written, at),
    }
}

/// §3.2: the end of one of several turns.
pub fn end_of_turn() -> Read {
    read(Action::NewTurn, text!("end of the turn"), Vec::new())
}
