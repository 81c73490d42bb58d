//! §1.13.1 regrouping and §1.14.1 rallying: how formations get rid of blast markers.

use super::activation::{Side, initiative_test};
use super::forces::{BROKEN, Forces};
use super::profile::Ability;
use super::state::State;
use crate::engine::dice::{Dice, Roll};
use crate::engine::pool::Pool;

const REGROUP: Roll = Roll::new("regrouping", "1.13.1");

/// §1.13.1: 2D6, the higher takes off so many markers, and each leader one more (§2.1.11).
pub fn regroup<D: Dice>(forces: &Forces, state: &mut State, dice: &mut D, formation: usize) {
    if !forces.can_act(state, formation) || state[forces.formations[formation].markers] == 0 {
        return;
    }
    let most = u32::from(dice.highest_of(&REGROUP, 2, 6)) + forces.units_with(state, formation, Ability::Leader);
    remove_markers(forces, state, dice, formation, most);
}

fn remove_markers<D: Dice>(forces: &Forces, state: &mut State, dice: &mut D, formation: usize, most: u32) {
    let of = &forces.formations[formation];
    let removed = most.min(state.count(of.markers));
    dice.note(|| format!("{removed} blast marker(s) taken off {}", of.name));
    state.take(of.markers, removed);
    state.add(of.ledger.removed, removed);
}

/// §1.14.1: one formation's attempt to rally in the end phase.
#[derive(Debug)]
pub struct Rally {
    /// The formation.
    pub formation: usize,
    /// Whether enemies stand within 30 cm: −1.
    pub enemy_within_30: bool,
    /// Added to the die.
    pub modifier: i32,
    /// The test for every face needed.
    pub pools: Vec<Pool>,
}

impl Rally {
    /// Rolls the test: −2 broken, −1 enemies near. Success takes off half the markers, rounded up, and one a leader; a
    /// broken formation counts as many markers as units and is broken no more.
    pub fn attempt<D: Dice>(&self, forces: &Forces, sides: &[Side], state: &mut State, dice: &mut D) {
        let of = &forces.formations[self.formation];
        let broken = of.is_broken(state);
        let markers = forces.markers(state, self.formation);
        if forces.units(state, self.formation) == 0 || markers == 0 {
            return;
        }
        let need =
            i32::from(of.initiative) + if broken { 2 } else { 0 } + i32::from(self.enemy_within_30) - self.modifier;
        if !initiative_test(forces, sides, state, dice, self.formation, need, &self.pools) {
            return;
        }
        if broken {
            state[of.status] &= !BROKEN;
            state[of.markers] = markers.min(255) as u8;
        }
        state[of.ledger.rallied] = 1;
        let leaders = forces.units_with(state, self.formation, Ability::Leader);
        remove_markers(forces, state, dice, self.formation, markers.div_ceil(2) + leaders);
    }
}
