//! §1.8.1 dangerous terrain, §1.7.4 units left behind, §2.1.21 teleportation and §4.4 planetfall: losses through
//! movement itself.

use smallvec::SmallVec;

use super::forces::Forces;
use super::losses::Cause;
use super::profile::{Ability, Profile};
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::sequence::one_by_one;
use battle_odds_plan::state::{Cell, State};

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

/// §2.1.21: a formation teleports in.
#[derive(Debug)]
pub struct Teleport {
    /// The formation.
    pub formation: usize,
    /// The [`Teleport::test`].
    pub pool: Pool,
}

impl Teleport {
    /// The test of a unit: it passes on anything but a 1.
    pub fn test() -> Test {
        Test::once(Need::at_least(2))
    }

    /// Each 1 is a marker on the formation.
    pub fn arrive<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let units = forces.heads(state, self.formation);
        let markers = units - dice.successes(&self.pool, units);
        forces.place_markers(state, dice, self.formation, markers);
        forces.check_broken(state, dice, self.formation);
    }
}

/// §1.7.4: units that are out of coherency after a move.
#[derive(Debug)]
pub struct Stragglers {
    /// The formation.
    pub formation: usize,
    /// (group, units).
    pub units: Vec<(usize, u32)>,
}

impl Stragglers {
    /// They are destroyed, and each costs a marker.
    pub fn fall_behind<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let mut markers = 0;
        for &(group, most) in &self.units {
            let of = &forces.groups[group];
            let units = of.present(state).min(most);
            let lost = forces.lose(state, dice, group, units, Cause::Ordinary);
            markers += lost.costly_passengers + of.costly(lost.own);
        }
        forces.place_markers(state, dice, self.formation, markers);
        forces.check_broken(state, dice, self.formation);
    }
}

const SCATTER: Roll = Roll::new(mark!("scatter of a landing, 2D6 cm"), "4.4");
const DIRECTION: Roll = Roll::new(mark!("direction of the scatter, a clock face"), "4.4");

/// §4.4: a formation comes down from orbit.
#[derive(Debug)]
pub struct Planetfall {
    /// The group of each unit that comes down; its passengers come with it.
    pub units: Vec<usize>,
    /// cm from the point aimed at to the edge of the table, if that is near.
    pub edge: Option<u32>,
    /// The largest scatter of any unit, in cm.
    pub scatter: Cell,
}

/// §4.4: whether a landing that scatters by `distance` cm, with 12 o'clock straight towards the edge of the table, is
/// beyond an edge at distance `edge`; exactly on it is still on the table. The part of the distance towards the edge is
/// all of it, √3/2, a half, nothing, or less: computed in whole numbers.
fn beyond(edge: u32, distance: u32, hour: u8) -> bool {
    match hour {
        12 => distance > edge,
        11 | 1 => 3 * distance * distance > 4 * edge * edge,
        10 | 2 => distance > 2 * edge,
        _ => false,
    }
}

impl Planetfall {
    /// One unit after another scatters by 2D6 cm in one of twelve directions; those that come down beyond the edge are
    /// destroyed. True when all are down.
    pub fn land<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        one_by_one(state, self.units.len(), |nth, state| {
            let group = self.units[nth];
            let of = &forces.groups[group];
            let distance = dice.die(&SCATTER, 6) + dice.die(&SCATTER, 6);
            state[self.scatter] = state[self.scatter].max(distance.into());
            if let Some(edge) = self.edge.filter(|&edge| edge < distance.into()) {
                let hour = dice.die(&DIRECTION, 12);
                if beyond(edge, distance.into(), hour) {
                    dice.note(|| text!("{name} comes down beyond the edge of the table (§4.4)", name = of.unit.words));
                    forces.lose(state, dice, group, 1, Cause::NoEscape);
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn section_4_4_a_landing_exactly_on_the_edge_is_on_the_table() {
        // 60° off: half the distance. 30° off: 7 cm become 6.06, and 6.93 would be exactly 6. 90° off: along the edge.
        assert_eq!([11, 12].map(|distance| beyond(6, distance, 2)), [false, false]);
        assert!(beyond(5, 11, 10));
        assert_eq!([6, 7].map(|distance| beyond(6, distance, 12)), [false, true]);
        assert_eq!([6, 7].map(|distance| beyond(6, distance, 11)), [false, true]);
        assert!((3..10).all(|hour| !beyond(0, 12, hour)));
        assert!([10, 11, 12, 1, 2].iter().all(|&hour| beyond(0, 2, hour)));
    }
}
