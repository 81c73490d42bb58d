//! What a step can do: one chapter a kind of step.

use super::fire::Volley;
use super::forces::Forces;
use super::morale::{Circumstances, Morale};
use super::moves::Movement;
use crate::engine::dice::Dice;
use crate::systems::plan::state::State;

/// A kind of step that nobody plays yet.
#[derive(Debug)]
pub enum NotYet {}

/// What is done in a step.
#[derive(Debug)]
pub enum Action {
    /// §11.
    Shoot(Box<Volley>),

    /// §12, §15.5, §16.12.
    CloseCombat(NotYet),

    /// §15.6.1.
    SlashAttack(NotYet),

    /// §10.
    Move(Movement),

    /// §11.24.1: who goes on overwatch.
    Overwatch(usize),

    /// §9.1.
    EndTurn,

    /// §13.1.
    BreakTest(usize, Circumstances),

    /// §13.2.
    Flee(NotYet),

    /// §13.4.
    Rally(NotYet),

    /// §14.
    Psychology(NotYet),

    /// §17.4.
    Psychic(NotYet),

    /// §17.4.2.
    WarpCards(NotYet),

    /// §17.4.5.
    PsychicDuel(NotYet),

    /// §15.3.7.
    Ram(NotYet),

    /// §15.3, §16.4.
    Hazard(NotYet),

    /// §3.2.
    Strategy(NotYet),

    /// §3.2.
    GameLength(NotYet),
}

impl Action {
    /// How many stages it has, each with a clock of its own: reactions are stages before what draws them.
    pub fn stages(&self) -> usize {
        match self {
            Action::Move(movement) => movement.stages(),
            _ => 1,
        }
    }

    /// One piece of one of its stages; true when the stage is over.
    pub fn advance<D: Dice>(
        &self,
        stage: usize,
        (forces, morale): (&Forces, &Morale),
        state: &mut State,
        dice: &mut D,
    ) -> bool {
        match self {
            Action::Shoot(volley) => volley.advance(forces, state, dice),

            Action::CloseCombat(none) => match *none {},

            Action::SlashAttack(none) => match *none {},

            Action::Move(movement) => movement.advance(stage, forces, state, dice),

            Action::Overwatch(formation) => forces.go_on_overwatch(state, dice, *formation),

            Action::EndTurn => forces.end_turn(state, dice),

            Action::BreakTest(formation, with) => morale.on_demand(forces, state, dice, *formation, *with),

            Action::Flee(none) => match *none {},

            Action::Rally(none) => match *none {},

            Action::Psychology(none) => match *none {},

            Action::Psychic(none) => match *none {},

            Action::WarpCards(none) => match *none {},

            Action::PsychicDuel(none) => match *none {},

            Action::Ram(none) => match *none {},

            Action::Hazard(none) => match *none {},

            Action::Strategy(none) => match *none {},

            Action::GameLength(none) => match *none {},
        }
    }
}
