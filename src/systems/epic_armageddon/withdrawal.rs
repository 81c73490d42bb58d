//! §1.13.3: formations that withdraw, and what they lose on the way: units that end it within 15 cm of an enemy. Where that
//! is the scenario tells; when it is the rules do.

use super::forces::{BROKE, Forces, WITHDRAWN};
use super::losses::Cause;
use super::state::State;
use crate::engine::dice::Dice;

/// What formations lose when they withdraw.
#[derive(Clone, Debug, Default)]
pub struct Caught {
    /// (group, units); for a war engine the enemies within 15 cm of it (§3.2.4).
    pub groups: Vec<(usize, u32)>,
}

impl Caught {
    /// §1.13.3: a formation withdraws: units with an enemy within 15 cm at the end of it are destroyed, without a save, with
    /// those aboard. §2.1.17: fearless units stay where they are. §3.2.4: a war engine loses a point an enemy.
    pub fn withdraw<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, formation: usize) {
        let broke = forces.formations[formation].ledger.broke;
        if state[broke] == BROKE {
            state[broke] = WITHDRAWN;
        }
        for &(group, caught) in &self.groups {
            let of = &forces.groups[group];
            if of.formation == formation && !of.fearless && caught > 0 && of.present(state) > 0 {
                dice.note(|| text!("{name} caught in withdrawal (§1.13.3)", name = of.unit.words));
                forces.lose_without_save(state, dice, group, caught, Cause::NoEscape);
            }
        }
    }

    /// §1.13.3: the action is resolved: all who broke and have not withdrawn yet do so now.
    pub fn withdraw_all<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        for formation in 0..forces.formations.len() {
            let of = &forces.formations[formation];
            if state[of.ledger.broke] == BROKE && of.is_broken(state) {
                self.withdraw(forces, state, dice, formation);
            }
        }
    }
}
