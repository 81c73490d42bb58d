//! §17.8: Psychic Shield, which is used up by the power that it stops.

use battle_odds_engine::dice::Dice;
use battle_odds_engine::pool::Pool;
use battle_odds_plan::state::{Cell, State};

/// §17.8: the cells of a Psychic Shield.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shield {
    /// 1 once it is used up.
    pub gone: Cell,
    /// Its result against the power of this step: 1 once it holds, 2 once it has failed.
    pub tried: Cell,
    /// §17.5.2: whether it protects a whole squad, until the first of it dies.
    pub squad: bool,
}

impl Shield {
    /// Whether it is not used up.
    #[inline]
    pub fn stands(self, state: &State) -> bool {
        state[self.gone] == 0
    }

    /// §17.8: whether it stops the power of this step: it is rolled for once, and is used up when it holds.
    pub fn holds<D: Dice>(self, state: &mut State, dice: &mut D, pool: &Pool) -> bool {
        if state[self.tried] == 0 {
            let holds = self.stands(state) && dice.successes(pool, 1) > 0;
            state.put(self.tried, if holds { 1 } else { 2 });
            state[self.gone] |= u16::from(holds);
        }
        state[self.tried] == 1
    }
}
