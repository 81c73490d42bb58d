//! What later steps need: a unit that takes part in none of them only keeps its stands, and no wounds, bonuses or
//! banners. Trials that differ in nothing else become one, which is what makes exact odds of several combats possible.

use crate::forces::{CAST, CONFUSED, Forces, OFF, SENT};
use battle_odds_plan::state::State;

/// What an action needs.
#[derive(Debug)]
pub struct Use {
    /// Its step.
    pub step: usize,
    /// The units whose wounds, status and the like it reads.
    pub units: Vec<usize>,
    /// Those that do it only if they have received an order.
    pub waiting: Vec<usize>,
    /// Whether it gives orders.
    pub orders: bool,
}

/// The last step in which something counts.
#[derive(Debug, Default)]
pub struct Needed {
    /// By unit; nothing means no step.
    units: Vec<Option<usize>>,
    /// By unit: the last step in which it acts only if it has received an order.
    sent: Vec<Option<usize>>,
    /// The last step with orders.
    orders: Option<usize>,
}

impl Needed {
    /// From what the actions need, in order.
    pub fn of(forces: &Forces, uses: impl Iterator<Item = Use>) -> Needed {
        let nowhere = vec![None; forces.units.len()];
        let mut needed = Needed { units: nowhere.clone(), sent: nowhere, orders: None };
        for Use { step, units, waiting, orders } in uses {
            units.into_iter().for_each(|unit| needed.units[unit] = Some(step));
            waiting.into_iter().for_each(|unit| needed.sent[unit] = Some(step));
            if orders {
                needed.orders = Some(step);
            }
        }
        needed
    }

    /// Whether a step after this one needs a unit.
    pub fn needs_later(&self, step: usize, unit: usize) -> bool {
        self.units.get(unit).copied().flatten().is_some_and(|last| last > step)
    }

    /// Clears what no step after this one needs.
    pub fn forget(&self, step: usize, forces: &Forces, state: &mut State) {
        for (unit, _) in forces.units.iter().zip(&self.units).filter(|(_, last)| last.is_none_or(|last| last <= step)) {
            let own = [unit.wounds, unit.flanked, unit.bonus, unit.shot, unit.used];
            own.iter().chain(&unit.affected).for_each(|&cell| state.put(cell, 0));
            // Confusion is read off at the end, and so are units off the table.
            state[unit.status] &= CONFUSED | OFF;
        }
        for (unit, _) in forces.units.iter().zip(&self.sent).filter(|(_, last)| last.is_none_or(|last| last <= step)) {
            state[unit.status] &= !SENT;
        }
        if self.orders.is_none_or(|last| last <= step) {
            for formation in &forces.formations {
                state.put(formation.ordered, 0);
                state.put(formation.penalty, 0);
            }
            for commander in &forces.commanders {
                state[commander.giving] &= CAST;
            }
        }
    }
}
