//! §3.9: the damage of a titan. What a hit does to it stands in [`locations`](super::locations).

use super::written::units::Chart as Kind;
use battle_odds_engine::pool::Pool;
use battle_odds_plan::state::{Cell, NOTHING, State};

/// §3.9: what is remembered of a titan's damage, as far as anything depends on it; cells of the other chart are nothing.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Its chart.
    pub chart: Kind,
    /// Damages of the body: as many as have an effect of their own.
    pub body: Cell,
    /// The same of the legs.
    pub legs: Cell,
    /// The same of the head.
    pub head: Cell,
    /// The roll for its order once the head is damaged twice.
    pub order: Pool,
    /// The same of the shield generator.
    pub generator: Cell,
    /// The same of the reactor.
    pub reactor: Cell,
    /// Damages of the abdomen: each costs 1 in assaults.
    pub abdomen: Cell,
    /// The most of them that count.
    pub most_abdomen: u32,
    /// Weapons damaged and destroyed, line by line.
    pub weapons: Vec<[Cell; 2]>,
    /// 1 in the turn in which the generator is damaged: no shield comes back.
    pub off: Cell,
    /// The most recent damage that can be repaired, legs, head and so on by number; nothing where no end phase comes.
    pub last: Cell,
    /// By how much Regeneration is worse; nothing without any.
    pub worse: Cell,
    /// [`EXPLODES`] and [`FALLS`], as long as they are still to happen; nothing where nobody is near.
    pub due: Cell,
}

/// Its reactor explodes.
pub const EXPLODES: u16 = 1;
/// It falls.
pub const FALLS: u16 = 2;

impl Sheet {
    /// §3.9: the titan is destroyed: it explodes once its reactor has been damaged, and falls once its legs have been twice.
    pub fn destroyed(&self, state: &mut State) {
        if self.due != NOTHING {
            let due = [(state[self.reactor] > 0, EXPLODES), (state[self.legs] >= 2, FALLS)];
            state[self.due] = due.iter().filter(|(is, _)| *is).map(|(_, bit)| bit).sum();
        }
    }
}
