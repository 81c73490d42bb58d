//! §13.1: break tests that the scenario asks for.

use crate::battle::Battle;
use crate::forces::BROKEN;
use crate::morale::Circumstances;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::State;

/// A break test of the scenario's own; a broken formation takes none.
#[derive(Debug)]
pub struct BreakTest {
    /// The formation.
    pub formation: usize,
    /// What changes the test.
    pub with: Circumstances,
}

impl Play<Battle> for BreakTest {
    fn advance<D: Dice>(
        &self,
        _: usize,
        Battle { forces, morale, .. }: &Battle,
        state: &mut State,
        dice: &mut D,
    ) -> bool {
        if !forces.formations[self.formation].is(state, BROKEN) {
            morale.test(forces, state, dice, self.formation, self.with);
        }
        true
    }
}
