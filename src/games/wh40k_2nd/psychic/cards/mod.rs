//! §17.4.2–17.4.3: warp cards. §17.4.5: psychic duels.

pub mod compile;
pub mod written;

use crate::battle::Battle;
use crate::psychic::dice::deal;
use crate::psychic::psyker::Psykers;
use crate::roll_offs::dice::{Higher, RollOff};
use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::{Cell, State};

/// §17.4.2: the cards of a psychic phase.
#[derive(Debug)]
pub struct WarpCards {
    /// How many dice the flux has.
    pub dice: u32,
    /// The flux.
    pub roll: Roll,
    /// The cards of the player whose turn it is, and of the other.
    pub cards: [Cell; 2],
}

impl Play<Battle> for WarpCards {
    /// Deals them.
    fn advance<D: Dice>(&self, _: usize, _: &Battle, state: &mut State, dice: &mut D) -> bool {
        let dealt = deal(dice.sum_of(&self.roll, self.dice, 6));
        for (cell, count) in self.cards.into_iter().zip(dealt) {
            state.set(cell, count);
        }
        true
    }
}

/// §17.4.5: two psykers fight a duel of wills.
#[derive(Debug)]
pub struct PsychicDuel {
    /// The psykers on each side: the highest levels fight.
    pub psykers: [Psykers; 2],
    /// The roll-off, by the level of the one, from 1, then of the other.
    pub rolls: Vec<Vec<Compound<RollOff>>>,
    /// 1 for the winner.
    pub won: [Cell; 2],
    /// 1 for a draw.
    pub drew: Cell,
}

impl Play<Battle> for PsychicDuel {
    /// Fights it, if both are able to.
    fn advance<D: Dice>(&self, _: usize, Battle { forces, .. }: &Battle, state: &mut State, dice: &mut D) -> bool {
        let [one, other] = [0, 1].map(|of| self.psykers[of].highest(forces, state));
        if let (Some(one), Some(other)) = (one, other) {
            let roll = &self.rolls[usize::from(one.level) - 1][usize::from(other.level) - 1];
            let cell = match Higher::roll(dice, roll) {
                Higher::First => self.won[0],
                Higher::Tie => self.drew,
                Higher::Second => self.won[1],
            };
            state.set(cell, 1);
        }
        true
    }
}
