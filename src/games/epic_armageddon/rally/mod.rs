//! §1.14.1 rallying: how formations remove blast markers in the end phase, and broken ones recover.

pub mod compile;
pub mod written;

use crate::activation::{Side, initiative_test};
use crate::battle::Battle;
use crate::forces::{BROKEN, Forces};
use crate::marshal::remove_markers;
use crate::profile::Ability;
use crate::withdrawal::Caught;
use battle_odds_engine::dice::Dice;
use battle_odds_engine::pool::Pool;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::State;

/// §1.14.1: one formation's attempt to rally in the end phase.
#[derive(Debug)]
pub struct Rally {
    /// The formation.
    pub formation: usize,
    /// Whether enemies stand within 30 cm: −1.
    pub enemy_within_30: bool,
    /// Added to the die.
    pub modifier: i32,
    /// §1.13.3: what it loses if it is broken and fails.
    pub caught: Caught,
    /// The test for every face needed.
    pub pools: Vec<Pool>,
}

impl Rally {
    /// Rolls the test: −2 if broken, −1 if enemies are near. Success removes half the markers, rounded up, and one for
    /// each leader; a broken formation counts as many markers as units and is no longer broken; if it fails it
    /// withdraws again.
    pub fn attempt<D: Dice>(&self, forces: &Forces, sides: &[Side], state: &mut State, dice: &mut D) {
        let of = &forces.formations[self.formation];
        let broken = of.is_broken(state);
        let markers = forces.markers(state, self.formation);
        // §4.2.7: aircraft in flight do not rally.
        if forces.heads(state, self.formation) == 0 || markers == 0 || of.flies(state) {
            return;
        }
        let mob = of.rules.mob(forces.units_that_cost(state, self.formation));
        let modifier = self.modifier + of.rules.initiative + mob;
        let need = i32::from(of.initiative) + if broken { 2 } else { 0 } + i32::from(self.enemy_within_30) - modifier;
        if !initiative_test(forces, sides, state, dice, self.formation, need, &self.pools) {
            if broken {
                self.caught.withdraw(forces, state, dice, self.formation);
            }
            return;
        }
        if broken {
            state[of.status] &= !BROKEN;
            state.set(of.markers, markers);
        }
        state.put(of.ledger.rallied, 1);
        let leaders = forces.units_with(state, self.formation, Ability::Leader);
        remove_markers(forces, state, dice, self.formation, markers.div_ceil(2) + leaders);
    }
}

impl Play<Battle> for Rally {
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        self.attempt(&battle.forces, &battle.sides, state, dice);
        true
    }
}
