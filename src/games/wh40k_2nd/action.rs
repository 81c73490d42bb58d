//! What a step can do: one chapter for each kind of step.

use super::assault::Assault;
use super::combat::Combat;
use super::danger::Danger;
use super::fire::volley::Volley;
use super::forces::Forces;
use super::morale::{Circumstances, Morale};
use super::moves::Movement;
use super::psychic::Psychic;
use super::psychic::cards::{PsychicDuel, WarpCards};
use super::psychology::Psychology;
use super::rally::{Flee, Rally};
use super::ram::Ram;
use super::roll_offs::{GameLength, Strategy};
use battle_odds_engine::dice::Dice;
use battle_odds_plan::state::State;

/// What is done in a step.
#[derive(Debug)]
pub enum Action {
    /// §11.
    Shoot(Box<Volley>),

    /// §12, §15.5, §16.12.
    CloseCombat(Box<Combat>),

    /// §15.5, §16.12: close combat against targets that do not fight back.
    Assault(Box<Assault>),

    /// §15.6.1.
    SlashAttack(Box<Combat>),

    /// §10.
    Move(Movement),

    /// §11.24.1: the formation that goes on overwatch.
    Overwatch(usize),

    /// §9.1.
    EndTurn,

    /// §13.1.
    BreakTest(usize, Circumstances),

    /// §13.2.
    Flee(Flee),

    /// §13.4.
    Rally(Rally),

    /// §14.
    Psychology(Psychology),

    /// §17.4.
    Psychic(Box<Psychic>),

    /// §17.4.2.
    WarpCards(WarpCards),

    /// §17.4.5.
    PsychicDuel(Box<PsychicDuel>),

    /// §15.3.7.
    Ram(Box<Ram>),

    /// §15.3, §16.4.
    Hazard(Box<Danger>),

    /// §3.2.
    Strategy(Strategy),

    /// §3.2.
    GameLength(GameLength),
}

impl Action {
    /// The number of its stages. Each has its own clock; a reaction is a stage before the action that triggers it.
    pub fn stages(&self) -> usize {
        match self {
            Action::CloseCombat(combat) => combat.stages(),
            Action::Assault(assault) => assault.stages(),
            Action::Move(movement) => movement.stages(),
            _ => 1,
        }
    }

    /// §14.4: whether a formation is an enemy that is met in a stage: the formations that cause losses there, and those
    /// that suffer them. For rallies and tests of the scenario's own, all are.
    pub fn is_adversary(&self, forces: &Forces, stage: usize, formation: usize) -> bool {
        match self {
            Action::Shoot(volley) => volley.meets(formation),

            Action::CloseCombat(combat) | Action::SlashAttack(combat) => combat.meets(stage, formation),

            Action::Assault(assault) => assault.meets(forces, stage, formation),

            Action::Move(movement) => movement.meets(stage, formation),

            Action::Psychic(power) => [power.by, power.at].contains(&formation),

            Action::Ram(ram) => ram.meets(forces, formation),

            Action::Hazard(danger) => danger.by == formation,

            Action::BreakTest(..) | Action::Rally(_) => true,

            Action::Overwatch(_)
            | Action::EndTurn
            | Action::Flee(_)
            | Action::Psychology(_)
            | Action::WarpCards(_)
            | Action::PsychicDuel(_)
            | Action::Strategy(_)
            | Action::GameLength(_) => false,
        }
    }

    /// Plays one piece of one of its stages; true when the stage is over.
    pub fn advance<D: Dice>(
        &self,
        stage: usize,
        (forces, morale): (&Forces, &Morale),
        state: &mut State,
        dice: &mut D,
    ) -> bool {
        match self {
            Action::Shoot(volley) => volley.advance(forces, morale, state, dice),

            Action::CloseCombat(combat) | Action::SlashAttack(combat) => {
                combat.advance(stage, forces, morale, state, dice)
            }

            Action::Move(movement) => movement.advance(stage, (forces, morale), state, dice),

            Action::Assault(assault) => assault.advance(stage, forces, morale, state, dice),

            Action::Overwatch(formation) => forces.go_on_overwatch(state, dice, *formation),

            Action::EndTurn => forces.end_turn(state, dice),

            Action::BreakTest(formation, with) => morale.on_demand(forces, state, dice, *formation, *with),

            Action::Flee(of) => of.advance(forces, state, dice),

            Action::Rally(of) => of.advance(forces, state, dice),

            Action::Psychology(of) => of.advance(forces, state, dice),

            Action::Psychic(of) => of.advance(forces, state, dice),

            Action::WarpCards(of) => of.advance(state, dice),

            Action::PsychicDuel(of) => of.advance(forces, state, dice),

            Action::Ram(ram) => ram.advance(forces, state, dice),

            Action::Hazard(danger) => danger.advance(forces, state, dice),

            Action::Strategy(of) => of.advance(state, dice),

            Action::GameLength(of) => of.advance(state, dice),
        }
    }
}
