//! Single dice: flyers that return (L2127), units off the table (L906), friends that make way (L1906), the length of the
//! game (L347), and the end of an army (L2230).

use super::forces::{BY_ORDER, FAR, Forces, HALTED, OFF};
use super::volley::drive_back::step_aside;
use crate::engine::dice::{Dice, Roll};
use crate::systems::plan::state::{CURSOR, Cell, State};

const HOME: Roll = Roll::new("home back, 10 cm a pip", "L2127");
const OFF_TABLE: Roll = Roll::new("off the table", "L906");
const LENGTH: Roll = Roll::new("length of the game", "L347");

/// L2127: flyers come back to a commander, unit by unit.
#[derive(Debug)]
pub struct HomeBack {
    /// The formation.
    pub formation: usize,
    /// cm to within 20 cm of a commander, of each of its units.
    pub distances: Vec<u16>,
    /// The most cm flown by a unit.
    pub flown: Cell,
    /// Units for which that was far enough.
    pub returned: Cell,
}

impl HomeBack {
    /// L2127: D6 times 10 cm for each unit; true when all have flown. Who is still too far away cannot be ordered in this
    /// phase (L2123).
    pub fn fly<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let place = usize::from(state[CURSOR]);
        let unit = forces.formations[self.formation].units.start + place;
        if forces.is_present(state, unit) {
            let flown = 10 * u16::from(dice.die(&HOME, 6));
            state[self.flown] = state[self.flown].max(flown);
            if flown >= self.distances[place] {
                state.add(self.returned, 1);
            } else {
                state[forces.units[unit].status] |= FAR;
            }
        }
        state[CURSOR] += 1;
        place + 1 == self.distances.len()
    }
}

/// L906: units of a formation have left the table.
#[derive(Debug)]
pub struct OffTable {
    /// The formation.
    pub formation: usize,
    /// Whether all of it has just left; otherwise those roll again who have not come back.
    pub all: bool,
    /// Units that are back; units that may be ordered, too.
    pub back: Cell,
    /// See `back`.
    pub ready: Cell,
}

impl OffTable {
    /// L906: a die for each unit, less one for each stand it has lost; true when all have rolled.
    pub fn roll<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let units = &forces.formations[self.formation].units;
        let unit = units.start + usize::from(state[CURSOR]);
        let of = &forces.units[unit];
        if state[of.stands] > 0 && (self.all || of.is(state, OFF)) {
            let lost = of.profile.stands.saturating_sub(state[of.stands]);
            let result = u16::from(dice.die(&OFF_TABLE, 6)).saturating_sub(lost);
            state[of.status] &= !OFF;
            match result {
                0 => forces.lose(state, dice, unit, u32::MAX),
                1 | 2 => state[of.status] |= OFF,
                _ => {
                    state.add(self.back, 1);
                    state.add(self.ready, u32::from(result > 4));
                    state[of.status] |= if result > 4 { BY_ORDER } else { HALTED };
                }
            }
        }
        state[CURSOR] += 1;
        unit + 1 == units.end
    }
}

/// L1906: friends make way outside of fire and combat, or after a retreat.
#[derive(Debug)]
pub struct MakeWay {
    /// The unit that comes through.
    pub unit: usize,
    /// Those who step aside, in turn.
    pub friends: Vec<usize>,
}

impl MakeWay {
    /// Two dice an occasion; true when all have stepped aside.
    pub fn step<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let Some(&friend) = self.friends.get(usize::from(state[CURSOR])) else { return true };
        if forces.is_present(state, self.unit) && forces.is_present(state, friend) {
            step_aside(forces, state, dice, self.unit, friend);
        }
        state[CURSOR] += 1;
        usize::from(state[CURSOR]) == self.friends.len()
    }
}

/// L347, L2218: how many turns are played.
pub fn game_length<D: Dice>(state: &mut State, dice: &mut D, turns: Cell) {
    state[turns] = 5 + u16::from(dice.die(&LENGTH, 6)).div_ceil(2);
}
