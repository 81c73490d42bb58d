//! What a step can do: one chapter for each kind of step.

use super::assault::Assault;
use super::barrage::Barrage;
use super::deep_strike::DeepStrike;
use super::end_phase::EndPhase;
use super::fire::Volley;
use super::forces::Forces;
use super::morale::Morale;
use super::structure::Structure;
use super::wreck::Wreck;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::state::State;

/// What is done in a step.
#[derive(Debug)]
pub enum Action {
    /// §3.4.
    Shoot(Box<Volley>),

    // #19: Psychic.
    /// §3.5.
    Barrage(Box<Barrage>),

    /// §3.7.
    Assault(Box<Assault>),

    /// §3.8: a formation takes a morale test with this modifier.
    Morale(usize, i32),

    /// §3.8: a formation tries to rally with this modifier.
    Rally(usize, i32),

    /// §3.2: a turn ends.
    NewTurn,

    /// §3.2.
    EndPhase(Box<EndPhase>),

    /// #9.
    DeepStrike(Box<DeepStrike>),

    /// #31.
    Structure(Box<Structure>),
}

impl Action {
    /// The number of its stages. Each has its own clock; a reaction is a stage before the action that triggers it.
    pub fn stages(&self) -> usize {
        match self {
            Action::Assault(assault) => assault.stages(),
            _ => 1,
        }
    }

    /// §3.8: the modifier of a formation's morale test after this action; nothing if it takes none.
    pub fn nerve(&self, forces: &Forces, state: &State, formation: usize) -> Option<i32> {
        match self {
            Action::Assault(assault) => assault.nerve(forces, state, formation),
            _ => Some(0),
        }
    }

    /// Plays one piece of one of its stages; true when the stage is over.
    pub fn advance<D: Dice>(
        &self,
        stage: usize,
        (forces, morale, wrecks): (&Forces, &Morale, &[Wreck]),
        state: &mut State,
        dice: &mut D,
    ) -> bool {
        match self {
            Action::Shoot(volley) => volley.advance(forces, state, dice),

            Action::Barrage(barrage) => barrage.advance(forces, state, dice),

            Action::DeepStrike(drop) => drop.advance(forces, state, dice),

            Action::Assault(assault) => assault.advance(stage, (forces, morale, wrecks), state, dice),

            Action::Morale(formation, modifier) => morale.on_demand(forces, state, dice, *formation, *modifier),

            Action::Rally(formation, modifier) => morale.rally(forces, state, dice, *formation, *modifier),

            Action::NewTurn => forces.new_turn(state, dice),

            Action::EndPhase(end) => end.advance((forces, morale), state, dice),

            Action::Structure(structure) => structure.advance(forces, state, dice),
        }
    }
}
