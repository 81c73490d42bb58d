//! §1.8.1 dangerous terrain and §2.1.21 teleportation: dice that fall on movement itself.

use smallvec::SmallVec;

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
    /// Each 1 destroys its unit, without save and without marker; those aboard save as ever (§1.7.5). A formation left with as many markers as units is
    /// broken (§1.3).
    pub fn cross<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        // Those thrown out of a wreck have entered no terrain of their own.
        let moving: SmallVec<[u32; 8]> =
            self.tests.iter().map(|(group, most, _)| forces.groups[*group].present(state).min(*most)).collect();
        for ((group, _, pool), units) in self.tests.iter().zip(moving) {
            let dead = units - dice.successes(pool, units);
            forces.lose(state, dice, *group, dead, Cause::ORDINARY);
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
