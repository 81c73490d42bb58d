//! §1.8.1 dangerous terrain and §2.1.21 teleportation: dice that fall on movement itself.

use super::forces::{Cause, Forces};
use super::state::State;
use crate::engine::dice::Dice;
use crate::engine::pool::Pool;

/// §1.8.1: units of a formation test for dangerous terrain.
#[derive(Debug)]
pub struct DangerousTerrain {
    /// The formation.
    pub formation: usize,
    /// (group, units at most, the test: anything but a 1, twice for walkers and the careful).
    pub tests: Vec<(usize, u32, Pool)>,
}

impl DangerousTerrain {
    /// Each 1 destroys its unit, without save and without marker. A formation left with as many markers as units is
    /// broken (§1.3).
    pub fn cross<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        for (group, most, pool) in &self.tests {
            let units = forces.groups[*group].present(state).min(*most);
            let dead = units - dice.successes(pool, units);
            forces.lose(state, dice, *group, dead, Cause::NoEscape);
        }
        forces.check_broken(state, dice, self.formation);
    }
}

/// §2.1.21: a formation teleports in.
#[derive(Debug)]
pub struct Teleport {
    /// The formation.
    pub formation: usize,
    /// Anything but a 1.
    pub pool: Pool,
}

impl Teleport {
    /// Each 1 is a marker for the formation.
    pub fn arrive<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let units = forces.units(state, self.formation);
        let markers = units - dice.successes(&self.pool, units);
        forces.place_markers(state, dice, self.formation, markers);
        forces.check_broken(state, dice, self.formation);
    }
}
