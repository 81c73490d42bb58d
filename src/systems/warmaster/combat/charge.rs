//! L1308, L1233: who comes into a combat, and how those who are charged fire at the chargers.

use super::Combat;
use super::Fighter;
use crate::engine::dice::Dice;
use crate::systems::plan::cells::{CURSOR, State};
use crate::systems::warmaster::forces::{CHARGING, ENGAGED, Forces, HELD, RECEIVING, SENT};

impl Combat {
    /// L1308: who is in the combat: those in one that is not over go on; others come in by a charge. False when there is none.
    pub(super) fn join<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let first = |side: usize| self.fighters.iter().filter(move |fighter| fighter.side == side && fighter.wave == 0);
        let is = |state: &State, fighter: &Fighter, status: u16| forces.units[fighter.unit].is(state, status);
        let there = |state: &State, fighter: &Fighter| forces.is_present(state, fighter.unit);
        let goes_on =
            (0..2).all(|side| first(side).any(|fighter| there(state, fighter) && is(state, fighter, ENGAGED)));
        let mut charged = false;
        let fresh = |state: &State, fighter: &Fighter| there(state, fighter) && !is(state, fighter, ENGAGED);
        // L477, L1895: units that waited for an order in vain have not moved, nor have those that were confused.
        let stays =
            |state: &State, fighter: &Fighter| is(state, fighter, HELD) || (fighter.waits && !is(state, fighter, SENT));
        if self.charge {
            for fighter in first(0) {
                if fresh(state, fighter) && !stays(state, fighter) {
                    state[forces.units[fighter.unit].status] |= ENGAGED | CHARGING;
                    // L1460: who only supports goes along with those who charge.
                    charged |= goes_on || fighter.places.fighting > 0;
                }
            }
        } else if !goes_on && !self.met_before {
            for fighter in first(0).chain(first(1)) {
                if !there(state, fighter) {
                    continue;
                }
                state[forces.units[fighter.unit].status] |= ENGAGED | RECEIVING;
                state[forces.units[fighter.unit].flanked] = fighter.places.flanked;
            }
            return (0..2).all(|side| first(side).any(|fighter| there(state, fighter)));
        }
        if charged {
            for fighter in first(1) {
                if fresh(state, fighter) {
                    state[forces.units[fighter.unit].status] |= ENGAGED | RECEIVING;
                }
            }
            for fighter in first(0).chain(first(1)) {
                let unit = &forces.units[fighter.unit];
                if is(state, fighter, CHARGING | RECEIVING) {
                    state[unit.flanked] = fighter.places.flanked;
                }
            }
        }
        let both = (0..2).all(|side| first(side).any(|fighter| there(state, fighter) && is(state, fighter, ENGAGED)));
        if !both {
            dice.note(|| "there is no combat: nobody charges, or nobody is there to be charged (L1308)".into());
            for fighter in &self.fighters {
                if is(state, fighter, CHARGING | RECEIVING) {
                    state[forces.units[fighter.unit].status] &= !(ENGAGED | CHARGING | RECEIVING);
                    state[forces.units[fighter.unit].flanked] = 0;
                }
            }
        }
        both
    }

    /// L1233: those who are charged fire at the chargers. False when all have.
    pub(super) fn counter_fire<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        loop {
            let cursor = usize::from(state[CURSOR]);
            let Some(fighter) = self.fighters.get(cursor / 2) else { return false };
            let of = &forces.units[fighter.unit];
            let target = self.engaged(forces, state, 0).find(|(_, enemy)| {
                // L1739: an advance can be fired at too.
                forces.units[enemy.unit].is(state, CHARGING) || state[self.cells.wave] == 1
            });
            let target = target.map(|(_, enemy)| enemy.unit);
            let fires = fighter.counter_fire > 0 && of.is(state, RECEIVING) && self.fights(fighter, forces, state);
            let (Some(pool), Some(target)) = (fighter.fire.as_ref().filter(|_| fires), target) else {
                state[CURSOR] += 2 - (cursor % 2) as u16;
                continue;
            };
            if cursor % 2 == 0 {
                // Stands that are gone fire no more.
                let most = forces.shots(fighter.unit, state.count(of.stands)) * self.chargers();
                let hits = dice.successes(pool, most.min(fighter.counter_fire.into()));
                state.set(self.cells.hits, hits);
            } else {
                let hits = state.count(self.cells.hits);
                state[self.cells.hits] = 0;
                forces.suffer_fire(state, dice, target, hits);
            }
            state[CURSOR] += 1;
            return true;
        }
    }

    /// L1233: a stand that no enemy touches yet fires at every unit that charges.
    fn chargers(&self) -> u32 {
        self.fighters.iter().filter(|fighter| fighter.side == 0).count() as u32
    }
}
