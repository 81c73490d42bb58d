//! §3.2: a turn begins: what was done in the last one no longer counts.

use super::forces::{CHARGED, Forces, REACTED};
use super::written::formations::Order;
use crate::engine::dice::Dice;
use crate::systems::plan::state::State;

impl Forces {
    /// §3.3, §3.7, #4: charges, duels, reactions and close defences are those of the next turn; who has rallied gets its order again.
    pub fn new_turn<D: Dice>(&self, state: &mut State, _dice: &mut D) -> bool {
        self.end_turn(state);
        for (formation, of) in self.formations.iter().enumerate() {
            let idle = of.has_order(state, Order::None) && !of.is(state, super::forces::INSTINCT);
            if idle && of.given != Order::FallBack && !self.is_destroyed(state, formation) {
                state[of.order] = of.given as u16;
            }
        }
        true
    }

    /// §3.2: what was done in a turn no longer counts.
    pub fn end_turn(&self, state: &mut State) {
        for of in &self.formations {
            state[of.status] &= !(CHARGED | REACTED);
        }
        for sheet in self.groups.iter().filter_map(|group| group.sheet.as_ref()) {
            state[sheet.off] = 0;
        }
        for cell in self.groups.iter().flat_map(|group| group.fought.iter().chain([&group.spent])) {
            state[*cell] = 0;
        }
    }
}
