//! §4.4: planetfall.

pub mod compile;
pub mod parts;
pub mod written;

use crate::battle::Battle;
use crate::forces::Forces;
use crate::losses::Cause;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::chapter::Play;
use battle_odds_plan::sequence::one_by_one;
use battle_odds_plan::state::{Cell, State};

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
            state.put(self.scatter, state[self.scatter].max(distance.into()));
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

impl Play<Battle> for Planetfall {
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        self.land(&battle.forces, state, dice)
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
