//! §1.14: the end phase: critical hits that go on, and shields. Its rallies are in [`rally`](crate::rally).

pub mod compile;
pub mod parts;
pub mod written;

use crate::battle::Battle;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::State;

/// §3.2.3: critical hits of a group that continue in the end phase.
#[derive(Debug)]
pub struct Smoulder {
    /// The group.
    pub group: usize,
    /// Whether this is its last end phase: then it does not matter which of them go on.
    pub last: bool,
}

impl Play<Battle> for Smoulder {
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        battle.forces.smoulder(state, dice, self.group, self.last)
    }
}

/// §3.2.5: every engine raises one shield.
#[derive(Debug)]
pub struct Shields;

impl Play<Battle> for Shields {
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        battle.forces.repair_shields(state, dice);
        true
    }
}
