//! §1.8.1: dangerous terrain.

pub mod compile;
pub mod written;

use crate::battle::Battle;
use crate::forces::Forces;
use crate::losses::Cause;
use crate::profile::{Ability, Profile};
use battle_odds_engine::dice::Dice;
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::State;
use smallvec::SmallVec;

/// §1.8.1: units of a formation test for dangerous terrain.
#[derive(Debug)]
pub struct DangerousTerrain {
    /// The formation.
    pub formation: usize,
    /// (group, most units, the [`DangerousTerrain::test`]).
    pub tests: Vec<(usize, u32, Pool)>,
}

impl DangerousTerrain {
    /// The test of a unit: it passes on anything but a 1. §1.8.1, §2.1.10: careful units and walkers re-roll a failed
    /// test.
    pub fn test(unit: &Profile, careful: bool) -> Test {
        let safe = Need::at_least(2);
        if careful || unit.has(Ability::Walker) { Test::Any(vec![safe, safe]) } else { Test::once(safe) }
    }

    /// Each 1 destroys its unit, without a save and without a marker; its passengers save as usual (§1.7.5). A
    /// formation left with as many markers as units is broken (§1.3).
    pub fn cross<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        // Passengers thrown out of a wreck have not entered the terrain themselves.
        let moving: SmallVec<[u32; 8]> =
            self.tests.iter().map(|(group, most, _)| forces.groups[*group].present(state).min(*most)).collect();
        for ((group, _, pool), units) in self.tests.iter().zip(moving) {
            let failed = units - dice.successes(pool, units);
            if failed > 0 {
                // §3.1: a war engine takes a hit: one point, without save or shield.
                forces.lose_without_save(state, dice, *group, failed, Cause::Ordinary);
            }
        }
        forces.check_broken(state, dice, self.formation);
    }
}

impl Play<Battle> for DangerousTerrain {
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        self.cross(&battle.forces, state, dice);
        true
    }
}
