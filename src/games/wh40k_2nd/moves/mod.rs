//! §10, §11.24: a formation moves, and enemies on overwatch shoot at it; or it goes on overwatch.

pub mod compile;
pub mod written;

use crate::battle::Battle;
use crate::fire::volley::Volley;
use crate::forces::OVERWATCH;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::State;

/// A formation moves.
#[derive(Debug)]
pub struct Movement {
    /// The formation.
    pub by: usize,
    /// Fire from overwatch at it, one after the other: one stage each.
    pub reactions: Vec<Volley>,
}

impl Play<Battle> for Movement {
    /// The number of its stages: it moves, then is fired at.
    fn stages(&self) -> usize {
        1 + self.reactions.len()
    }

    fn advance<D: Dice>(&self, stage: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        match stage.checked_sub(1) {
            // §11.24.1: a formation that moves is no longer on overwatch.
            None => {
                state[battle.forces.formations[self.by].status] &= !OVERWATCH;
                true
            }
            Some(reaction) => self.reactions[reaction].advance(0, battle, state, dice),
        }
    }
}

impl Movement {
    /// §14.4: whether a formation shoots in a stage, or is shot at.
    pub fn meets(&self, stage: usize, formation: usize) -> bool {
        stage.checked_sub(1).is_some_and(|reaction| self.reactions[reaction].meets(formation))
    }
}

/// §11.24.1: a formation goes on overwatch.
#[derive(Debug)]
pub struct Overwatch {
    /// The formation.
    pub by: usize,
}

impl Play<Battle> for Overwatch {
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        battle.forces.go_on_overwatch(state, dice, self.by)
    }
}
