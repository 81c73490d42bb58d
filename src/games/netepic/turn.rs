//! §3.2: a turn begins: what was done in the last one no longer counts, and orders are given.

use crate::battle::Battle;
use crate::forces::written::Order;
use crate::forces::{CHARGED, Forces, INSTINCT, REACTED, RETREATS};
use crate::locations::sheet::Sheet;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::State;

/// A turn begins.
#[derive(Debug)]
pub struct NewTurn;

impl Play<Battle> for NewTurn {
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        battle.forces.new_turn(state, dice)
    }
}

impl Forces {
    /// §3.3, §3.7, #4: charges, duels, reactions and close defences start anew; formations that have rallied get their
    /// order back.
    pub fn new_turn<D: Dice>(&self, state: &mut State, dice: &mut D) -> bool {
        self.end_turn(state);
        for formation in 0..self.formations.len() {
            self.give_order(state, dice, formation);
        }
        true
    }

    /// §3.9: a turn follows without a step for its start: titans whose head is damaged twice take their order again
    /// only on a 4+.
    pub fn give_orders_again<D: Dice>(&self, state: &mut State, dice: &mut D) {
        for formation in 0..self.formations.len() {
            if self.formations[formation].ordered.is_empty() && self.dazed(state, formation).is_some() {
                self.give_order(state, dice, formation);
            }
        }
    }

    /// §3.3: a turn follows without a step for its start: orders that steps have given hold no longer.
    pub fn take_orders_back<D: Dice>(&self, state: &mut State, dice: &mut D) {
        for formation in 0..self.formations.len() {
            if !self.formations[formation].ordered.is_empty() {
                self.give_order(state, dice, formation);
            }
        }
    }

    /// §3.3: a formation is given its own order. It does not begin to fall back again once it has rallied.
    fn give_order<D: Dice>(&self, state: &mut State, dice: &mut D, formation: usize) {
        let of = &self.formations[formation];
        match of.given {
            Order::None | Order::FallBack if of.ordered.is_empty() => {}
            Order::FallBack => self.take_order(state, dice, formation, Order::None),
            own => self.take_order(state, dice, formation, own),
        }
    }

    /// §3.3, §3.9: a formation takes an order, unless it has failed a test and falls back, or follows its instinct.
    pub fn take_order<D: Dice>(&self, state: &mut State, dice: &mut D, formation: usize, order: Order) {
        let of = &self.formations[formation];
        if of.has_fled(state) || of.is(state, INSTINCT) || self.is_destroyed(state, formation) {
            return;
        }
        let dazed = self.dazed(state, formation).filter(|_| order != Order::None);
        let takes = dazed.is_none_or(|sheet| dice.successes(&sheet.order, 1) > 0);
        if !takes {
            dice.note(|| text!("{name}: takes no order (§3.9)", name = of.name));
        }
        let order = if takes { order } else { Order::None };
        state[of.status] &= !RETREATS;
        if order == Order::FallBack {
            state[of.status] |= RETREATS;
        }
        state.put(of.order, order as u16);
    }

    /// §3.9: a living titan of a formation whose head is damaged twice.
    fn dazed(&self, state: &State, formation: usize) -> Option<&Sheet> {
        let titans = self.of(formation).iter().filter(|group| group.is_alive(state));
        titans.filter_map(|group| group.sheet.as_ref()).find(|sheet| state[sheet.head] >= 2)
    }

    /// §3.2: what was done in a turn no longer counts.
    pub fn end_turn(&self, state: &mut State) {
        for of in &self.formations {
            state[of.status] &= !(CHARGED | REACTED);
        }
        for sheet in self.groups.iter().filter_map(|group| group.sheet.as_ref()) {
            state.put(sheet.off, 0);
        }
        for cell in self.groups.iter().flat_map(|group| group.fought.iter().chain([&group.spent])) {
            state.put(*cell, 0);
        }
    }
}
