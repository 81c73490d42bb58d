//! §10, §11.24.2: a formation moves, and enemies on overwatch shoot at it.

use super::fire::volley::Volley;
use super::forces::{Forces, OVERWATCH};
use super::morale::Morale;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::state::State;

/// A formation moves.
#[derive(Debug)]
pub struct Movement {
    /// The formation.
    pub by: usize,
    /// Fire from overwatch at it, one after the other: one stage each.
    pub reactions: Vec<Volley>,
}

impl Movement {
    /// The number of its stages: it moves, then is fired at.
    pub fn stages(&self) -> usize {
        1 + self.reactions.len()
    }

    /// §14.4: whether a formation shoots in a stage, or is shot at.
    pub fn meets(&self, stage: usize, formation: usize) -> bool {
        stage.checked_sub(1).is_some_and(|reaction| self.reactions[reaction].meets(formation))
    }

    /// Plays one piece of a stage; true when the stage is over.
    pub fn advance<D: Dice>(
        &self,
        stage: usize,
        (forces, morale): (&Forces, &Morale),
        state: &mut State,
        dice: &mut D,
    ) -> bool {
        match stage.checked_sub(1) {
            // §11.24.1: a formation that moves is no longer on overwatch.
            None => {
                state[forces.formations[self.by].status] &= !OVERWATCH;
                true
            }
            Some(reaction) => self.reactions[reaction].advance(forces, morale, state, dice),
        }
    }
}
