//! §3.9: the damage of a titan. What a hit does to it is in [`locations`](crate::locations).

use crate::profile::written::Chart as Kind;
use battle_odds_engine::pool::Pool;
use battle_odds_plan::state::{Cell, NOTHING, State};

/// §3.9: the damage of a titan, only what anything depends on; cells of the other chart are nothing.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Its chart.
    pub chart: Kind,
    /// Damages of the body, counted up to the last that has an effect.
    pub body: Cell,
    /// Damages of the legs, counted the same way.
    pub legs: Cell,
    /// Damages of the head, counted the same way.
    pub head: Cell,
    /// The roll for its order once the head is damaged twice.
    pub order: Pool,
    /// Damages of the shield generator, counted the same way.
    pub generator: Cell,
    /// Damages of the reactor, counted the same way.
    pub reactor: Cell,
    /// Damages of the abdomen: each costs 1 in assaults.
    pub abdomen: Cell,
    /// The most damages of the abdomen that count.
    pub most_abdomen: u32,
    /// Weapons damaged and destroyed, line by line.
    pub weapons: Vec<[Cell; 2]>,
    /// 1 in the turn in which the generator is damaged: no shield comes back.
    pub off: Cell,
    /// The most recent damage that can be repaired: legs, head and so on by number; nothing if no end phase follows.
    pub last: Cell,
    /// By how much Regeneration is worse; nothing if it has none.
    pub worse: Cell,
    /// [`EXPLODES`] and [`FALLS`], while they are still to come; nothing if no base is near.
    pub due: Cell,
}

/// Its reactor explodes.
pub const EXPLODES: u16 = 1;
/// It falls.
pub const FALLS: u16 = 2;

impl Sheet {
    /// §3.9: the titan is destroyed: it explodes if its reactor has been damaged, and falls if its legs have been
    /// damaged twice.
    pub fn destroyed(&self, state: &mut State) {
        if self.due != NOTHING {
            let due = [(state[self.reactor] > 0, EXPLODES), (state[self.legs] >= 2, FALLS)];
            state.put(self.due, due.iter().filter(|(is, _)| *is).map(|(_, bit)| bit).sum());
        }
    }
}
