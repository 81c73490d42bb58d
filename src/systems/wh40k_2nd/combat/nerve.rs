//! §14.1, §14.2: before a charge those who charge test their nerve, then those who are charged.

use super::{Combat, Contender};
use crate::engine::dice::Dice;
use crate::systems::plan::sequence::{Flow, Sequence, To};
use crate::systems::plan::state::State;
use crate::systems::wh40k_2nd::dread::Faced;
use crate::systems::wh40k_2nd::forces::{BROKEN, Forces};
use crate::systems::wh40k_2nd::morale::Morale;

/// Whose turn it is to test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Chargers,
    Charged,
}

/// §14.1: who charges what it fears, then who is charged by it.
const NERVE: Sequence<Part> = Sequence(&[("14.1", Part::Chargers), ("14.1", Part::Charged)]);

impl Combat {
    /// One piece of the tests before a charge; true when they are over.
    pub fn nerve<D: Dice>(&self, forces: &Forces, morale: &Morale, state: &mut State, dice: &mut D) -> bool {
        NERVE.play(state, |now, state| {
            let side = now.part as usize;
            for (nth, of) in self.sides[side].contenders.iter().enumerate().skip(now.nth) {
                if self.face(forces, morale, state, dice, side, of) {
                    return Flow::Again(nth + 1);
                }
            }
            match now.part {
                Part::Chargers => Flow::Pass(To::Next),
                Part::Charged => Flow::Over,
            }
        })
    }

    /// One formation; whether it was tested.
    fn face<D: Dice>(
        &self,
        forces: &Forces,
        morale: &Morale,
        state: &mut State,
        dice: &mut D,
        side: usize,
        of: &Contender,
    ) -> bool {
        let is_coming =
            |of: &Contender, state: &State| state[of.cells.stays] == 0 && forces.can_charge(state, of.formation);
        let stands = |of: &Contender, state: &State| {
            !forces.is_destroyed(state, of.formation) && !forces.formations[of.formation].is(state, BROKEN)
        };
        let counts = |side: usize, of: &Contender, state: &State| match side {
            0 => is_coming(of, state),
            _ => stands(of, state),
        };
        if !counts(side, of, state) {
            return false;
        }
        // Kept as bits: the tests change the state that they are read from. A charge at the broken meets them as others.
        let others = &self.sides[1 - side].contenders;
        let present = |enemy: &Contender| match side {
            0 => !forces.is_destroyed(state, enemy.formation),
            _ => is_coming(enemy, state),
        };
        let bits: u64 = others.iter().enumerate().map(|(nth, enemy)| u64::from(present(enemy)) << nth).sum();
        let among = others.iter().enumerate().filter(move |(nth, _)| bits >> nth & 1 == 1);
        let enemies = among.map(|(_, enemy)| enemy.formation);
        match morale.face(forces, state, dice, of.formation, enemies.clone()) {
            Faced::Untested => return false,
            Faced::Passed => {}
            Faced::Failed if side == 0 => state[of.cells.stays] = 1,
            Faced::Failed => {
                state[of.cells.quiet] = 1;
                match forces.is_outnumbered(state, of.formation, enemies) {
                    true => forces.fail(state, dice, of.formation),
                    false => state[of.cells.half_ws] = 1,
                }
            }
            Faced::Fled => {
                state[of.cells.quiet] = 1;
                state[of.cells.stays] = u16::from(side == 0 && stands(of, state));
            }
        }
        true
    }
}
