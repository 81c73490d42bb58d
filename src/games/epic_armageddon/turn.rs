//! §1.4: the end of a turn.

use crate::battle::Battle;
use crate::forces::MARCHED;
use crate::sky;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::State;

/// §1.4: the turn is over: marches end, slow weapons reload, supreme commanders have their re-rolls again, and no side
/// has lost the initiative.
#[derive(Debug)]
pub struct NextTurn;

impl Play<Battle> for NextTurn {
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, _: &mut D) -> bool {
        for formation in battle.forces.formations.iter().filter(|formation| formation.marches) {
            state[formation.status] &= !MARCHED;
        }
        sky::clear(&battle.forces, state);
        for magazine in &battle.magazines {
            magazine.next_turn(state);
        }
        for side in &battle.sides {
            state.set(side.rerolls, 0);
            state.set(side.lost_initiative, 0);
        }
        true
    }
}
