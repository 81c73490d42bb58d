//! L1308, L1233: which units come into a combat, and how charged units fire at the chargers.

use crate::combat::fighter_set::FighterSet;
use crate::combat::{ChargeFire, Combat, Fighter};
use crate::cover::Protection;
use crate::forces::{ADVANCES, ARRIVED, CHARGING, ENGAGED, Forces, HELD, RECEIVING, SENT};
use crate::profile::Kind;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::state::State;

/// Has come into the combat in this step, or was charged or advanced upon; until the first round is over.
const NEW: u16 = CHARGING | RECEIVING | ARRIVED;

impl Fighter {
    /// L1233: whether it may fire at units that come: at a charge, or, as a fresh enemy, at an advance.
    pub fn is_come_upon(&self, charge: bool) -> bool {
        self.wave == 1 || (charge && self.side == 1)
    }

    /// L1233: whether it can be fired at as it comes: a unit that only supports touches no enemy and is not fired at.
    pub fn comes(&self) -> bool {
        self.wave == 0 && self.places.fighting > 0
    }
}

/// L892, L2171: only infantry and flyers charge fortified enemies: the first of the chargers that is neither.
pub fn stopped_by_walls(forces: &Forces, fighters: &[Fighter]) -> Option<usize> {
    let walled = |fighter: &Fighter| fighter.side == 1 && fighter.wave == 0 && fighter.cover.has(Protection::Fortified);
    let cannot = |fighter: &&Fighter| {
        let unit = &forces.units[fighter.unit];
        fighter.side == 0 && fighter.places.fighting > 0 && !unit.is_a(Kind::Infantry) && !unit.flies()
    };
    let stopped = fighters.iter().find(cannot)?;
    fighters.iter().any(walled).then_some(stopped.unit)
}

impl Combat {
    /// L1308: the units in the combat: those in one that is not over continue; others come in by a charge. False if
    /// there is no combat.
    pub(super) fn join<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let from_the_start = |fighter: &&Fighter| fighter.wave == 0 && fighter.advancing.is_none();
        let first =
            |side: usize| self.fighters.iter().filter(from_the_start).filter(move |fighter| fighter.side == side);
        let is = |state: &State, fighter: &Fighter, status: u16| forces.units[fighter.unit].is(state, status);
        let there = |state: &State, fighter: &Fighter| forces.is_present(state, fighter.unit);
        let goes_on =
            (0..2).all(|side| first(side).any(|fighter| there(state, fighter) && is(state, fighter, ENGAGED)));
        let (mut came, mut charged) = (false, false);
        let fresh = |state: &State, fighter: &Fighter| there(state, fighter) && !is(state, fighter, ENGAGED);
        // L477, L1895: units that waited for an order in vain have not moved, nor have those that were confused.
        let stays =
            |state: &State, fighter: &Fighter| is(state, fighter, HELD) || (fighter.waits && !is(state, fighter, SENT));
        if self.charge {
            for fighter in first(0) {
                if fresh(state, fighter) && !stays(state, fighter) {
                    state[forces.units[fighter.unit].status] |= ENGAGED | CHARGING;
                    // L1460: a unit that only supports goes along with those that charge.
                    came = true;
                    charged |= fighter.places.fighting > 0;
                }
            }
        } else if !goes_on && !self.met_before {
            for fighter in first(0).chain(first(1)) {
                if !there(state, fighter) {
                    continue;
                }
                state[forces.units[fighter.unit].status] |= ENGAGED | RECEIVING;
                state.put(forces.units[fighter.unit].flanked, fighter.places.flanked);
            }
        }
        if charged || (came && goes_on) {
            for fighter in first(1) {
                // L1308: a unit that no enemy touches only comes in to support.
                if fresh(state, fighter) && (charged || fighter.places.fighting == 0) {
                    state[forces.units[fighter.unit].status] |= ENGAGED | RECEIVING;
                }
            }
            for fighter in first(0).chain(first(1)) {
                let unit = &forces.units[fighter.unit];
                if is(state, fighter, CHARGING | RECEIVING) {
                    state.put(unit.flanked, fighter.places.flanked);
                }
            }
        }
        self.advancers_arrive(forces, state, dice);
        let engaged = self.engaged(forces, state);
        let both = engaged.iter().all(|side| side.iter().any(|index| there(state, &self.fighters[index])));
        if !both {
            dice.note(|| {
                text!("there is no combat: no unit charges, or none is there to be charged (Entering combat)")
            });
            let here = self.those(|fighter| self.is_here(fighter, state) && is(state, fighter, NEW));
            self.release(here, forces, state);
        }
        both
    }

    /// L1739: units that have destroyed all their enemies in an earlier step of this phase come in, without the bonus
    /// of a charge; enemies in no combat yet are advanced upon.
    fn advancers_arrive<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        for fighter in &self.fighters {
            let Some(bit) = fighter.advancing else { continue };
            let unit = &forces.units[fighter.unit];
            if !forces.is_present(state, fighter.unit) || !unit.is(state, ADVANCES) {
                continue;
            }
            dice.note(|| text!("{name} advances", name = forces.name_of(fighter.unit)));
            state.put(unit.status, state[unit.status] & !ADVANCES | ENGAGED | ARRIVED);
            state[self.cells.came] |= bit;
            state.put(unit.flanked, fighter.places.flanked);
            for enemy in self.fighters.iter().filter(|enemy| enemy.side != fighter.side && enemy.wave == 0) {
                let unit = &forces.units[enemy.unit];
                let free = forces.is_present(state, enemy.unit) && !unit.is(state, ENGAGED);
                if free && enemy.advancing.is_none() {
                    state[unit.status] |= ENGAGED | RECEIVING;
                    state.put(unit.flanked, enemy.places.flanked);
                }
            }
        }
    }

    /// L1233: charged units fire at one charger after another, each before the next moves. Returns the place of the
    /// next roll, to hit and to save in turn; nothing when all have fired.
    pub(super) fn counter_fire<D: Dice>(
        &self,
        nth: usize,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
    ) -> Option<usize> {
        let hits = state.count(self.cells.hits);
        if nth % 2 == 1 {
            state.put(self.cells.hits, 0);
            forces.suffer_fire(state, dice, self.fighters[self.fires[nth / 2].at].unit, hits);
            return Some(nth + 1);
        }
        let rest = self.fires.iter().enumerate().skip(nth / 2);
        let dice_of = |(place, fire): (usize, &'_ ChargeFire)| (place, self.shots_at_charger(fire, forces, state));
        let (place, shots) = rest.map(dice_of).find(|(_, shots)| *shots > 0)?;
        let hits = dice.successes(&self.fires[place].pool, shots);
        state.set(self.cells.hits, hits);
        Some(2 * place + 1)
    }

    /// L1233, L1308: a unit lost to fire before it touches an enemy is in no combat. If all chargers are lost, the
    /// enemies that they would have touched are in no combat either, nor is a second line without a first. Returns
    /// whether there is a combat.
    pub(super) fn meet<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        if self.fires.is_empty() {
            return true;
        }
        for side in 0..2 {
            if self.is_shot_down(side, forces, state) {
                self.leave_untouched(side, forces, state);
            }
        }
        let both = self.engaged(forces, state).iter().all(|side| !side.is_empty());
        if !both {
            dice.note(|| {
                text!("none of the units that come is left to touch an enemy: there is no combat (Entering combat)")
            });
        }
        both
    }

    /// L1233: whether fire has destroyed all units of a side that come.
    fn is_shot_down(&self, side: usize, forces: &Forces, state: &State) -> bool {
        let of_side = || self.fighters.iter().filter(|fighter| fighter.side == side);
        let fell = |fighter: &Fighter| {
            let unit = &forces.units[fighter.unit];
            state[unit.stands] == 0 && state[unit.shot] > 0
        };
        let arrives = |fighter: &Fighter| {
            // L1739: a unit that advances does so by itself.
            let in_line =
                || forces.units[fighter.unit].is(state, NEW) && self.in_line(fighter, forces, state).fighting > 0;
            self.fights(fighter, forces, state) && (self.has_advanced(side, state) || in_line())
        };
        of_side().any(fell) && !of_side().any(arrives)
    }

    /// L1308: no unit of a side is left to touch its enemies: the units that came with it, and those that it charged,
    /// are in no combat.
    fn leave_untouched(&self, side: usize, forces: &Forces, state: &mut State) {
        let in_line = |fighter: &Fighter, state: &State| self.in_line(fighter, forces, state).fighting > 0;
        let untouched = self.those(|fighter| {
            let received = forces.units[fighter.unit].is(state, RECEIVING);
            fighter.side != side && received && self.fights(fighter, forces, state) && in_line(fighter, state)
        });
        self.release(untouched, forces, state);
        // L1460: a second line stays only if it has a first.
        let engaged = self.engaged(forces, state);
        for of_side in engaged {
            let holds = |fighter: &Fighter| !forces.units[fighter.unit].is(state, NEW) || in_line(fighter, state);
            if !of_side.iter().any(|index| holds(&self.fighters[index])) {
                self.release(of_side, forces, state);
            }
        }
        // Nor do the wounds of destroyed units count in a later combat.
        for fighter in self.fighters.iter().filter(|fighter| fighter.side == side) {
            let unit = &forces.units[fighter.unit];
            if state[unit.stands] == 0 {
                state.put(unit.shot, 0);
            }
        }
    }

    /// Takes these units out of the combat.
    fn release(&self, who: FighterSet, forces: &Forces, state: &mut State) {
        for unit in who.iter().map(|index| &forces.units[self.fighters[index].unit]) {
            state[unit.status] &= !(ENGAGED | NEW);
            state.put(unit.flanked, 0);
        }
    }

    /// L1233: dice of one unit at one charger. Stands that are gone do not fire, and a unit that does not come is not
    /// fired at.
    fn shots_at_charger(&self, fire: &ChargeFire, forces: &Forces, state: &State) -> u32 {
        let (by, at) = (&self.fighters[fire.by], &self.fighters[fire.at]);
        let (shooter, charger) = (&forces.units[by.unit], &forces.units[at.unit]);
        // L1739: an advance can be fired at too.
        let advances = by.wave == 1 && self.has_advanced(at.side, state);
        let comes = charger.is(state, CHARGING | ARRIVED) || advances;
        let fires = shooter.is(state, RECEIVING) && self.fights(by, forces, state);
        if !(comes && fires && self.fights(at, forces, state)) {
            return 0;
        }
        forces
            .shots(by.unit, state.count(shooter.stands), |commander| state[commander.alive] == 1)
            .min(fire.dice.into())
    }
}
