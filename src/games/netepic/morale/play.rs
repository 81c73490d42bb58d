//! §3.8: tests and rallies that the scenario asks for.

use crate::battle::Battle;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::State;

/// A formation takes a morale test.
#[derive(Debug)]
pub struct Test {
    /// The formation.
    pub formation: usize,
    /// Added to the roll.
    pub modifier: i32,
}

impl Play<Battle> for Test {
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        let Battle { forces, morale, .. } = battle;
        let stands = !forces.is_destroyed(state, self.formation);
        if stands && morale.test(forces, state, dice, self.formation, self.modifier) {
            state.set(forces.formations[self.formation].ledger.passed, 1);
        }
        true
    }
}

/// A formation tries to rally.
#[derive(Debug)]
pub struct Rally {
    /// The formation.
    pub formation: usize,
    /// Added to the roll.
    pub modifier: i32,
}

impl Play<Battle> for Rally {
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        battle.morale.rally(&battle.forces, state, dice, self.formation, self.modifier)
    }
}
