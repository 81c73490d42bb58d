//! Single dice: flyers that return (L2127), units off the table (L906), friends that make way (L1906), the length of the
//! game (L347), and the end of an army (L2230).

use super::forces::Forces;
use super::volley::drive_back::step_aside;
use crate::engine::dice::{Dice, Roll};
use crate::systems::plan::cells::{CURSOR, Cell, State};

const HOME: Roll = Roll::new("home back, 10 cm a pip", "L2127");
const OFF: Roll = Roll::new("off the table", "L906");
const LENGTH: Roll = Roll::new("length of the game", "L347");

/// L2127: flyers come back to a commander.
#[derive(Debug)]
pub struct HomeBack {
    /// The formation.
    pub formation: usize,
    /// cm to within 20 cm of a commander.
    pub distance: u16,
    /// cm flown.
    pub flown: Cell,
    /// 1 if that is far enough.
    pub returned: Cell,
}

impl HomeBack {
    /// D6 times 10 cm. Who is still too far away cannot be ordered in this phase (L2123).
    pub fn fly<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let of = &forces.formations[self.formation];
        if forces.is_destroyed(state, self.formation) || state[of.off] == 1 {
            return;
        }
        let flown = 10 * u16::from(dice.die(&HOME, 6));
        let returned = flown >= self.distance;
        state[self.flown] = flown;
        state[self.returned] = returned.into();
        state[of.ordered] = u16::from(!returned);
    }
}

/// L906: a formation has left the table.
#[derive(Debug)]
pub struct OffTable {
    /// The formation.
    pub formation: usize,
    /// 1 if it is back; 1 if it may be ordered, too.
    pub back: Cell,
    /// See `back`.
    pub ready: Cell,
}

impl OffTable {
    /// A die for each unit, less one for each stand it has lost; true when all have rolled.
    pub fn roll<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let of = &forces.formations[self.formation];
        if of.units.is_empty() {
            return true;
        }
        let unit = of.units.start + usize::from(state[CURSOR]);
        let stands = &forces.units[unit];
        if state[stands.stands] > 0 {
            let lost = stands.profile.stands.saturating_sub(state[stands.stands]);
            match u16::from(dice.die(&OFF, 6)).saturating_sub(lost) {
                0 => forces.lose(state, dice, unit, u32::MAX),
                1 | 2 => state[of.off] = 1,
                result => {
                    state[of.off] = 0;
                    state[self.back] = 1;
                    state[self.ready] = u16::from(result > 4);
                    state[of.ordered] = u16::from(result < 5);
                }
            }
        }
        state[CURSOR] += 1;
        unit + 1 == of.units.end
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
