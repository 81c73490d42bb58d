//! What bases lose: wounds, their lives; and what a whole formation loses when it is routed.

use crate::abilities::Kind;
use crate::forces::{Base, Forces, Group, ROUTED};
use battle_odds_engine::dice::Dice;
use battle_odds_plan::state::{NOTHING, State};
use std::ops::Range;

impl Forces {
    /// §3.4, #15: the front bases of a group lose wounds, one base after the other; wounds beyond those of the group
    /// are lost on no base. Returns how many bases die.
    pub fn wound<D: Dice>(&self, state: &mut State, dice: &mut D, group: usize, wounds: u32) -> u32 {
        let (mut left, mut dead) = (wounds, 0);
        while let Some(level) = self.groups[group].front(state).filter(|_| left > 0) {
            let bases = state.count(self.groups[group].left[level - 1]).min(left / level as u32);
            match bases {
                0 => {
                    self.hurt(state, dice, Base { group, level }, left as usize);
                    left = 0;
                }
                _ => {
                    self.kill(state, dice, group, level, bases);
                    (left, dead) = (left - bases * level as u32, dead + bases);
                }
            }
        }
        dead
    }

    /// #15: a base loses some of the wounds that it has left; whether it dies.
    pub fn hurt<D: Dice>(&self, state: &mut State, dice: &mut D, base: Base, wounds: usize) -> bool {
        let Base { group, level } = base;
        let of = &self.groups[group];
        if wounds >= level {
            self.kill(state, dice, group, level, 1);
            return true;
        }
        if wounds > 0 {
            state.take(of.left[level - 1], 1);
            state.add(of.left[level - wounds - 1], 1);
            self.count_wounds(state, of, wounds as u32);
            dice.note(|| {
                text!(
                    "{name}: {wounds} wound(s) on {profile}",
                    name = self.formation_of(group).name,
                    wounds,
                    profile = of.profile.name
                )
            });
        }
        false
    }

    /// Sorts plain groups of one base that the scenario does not distinguish, from the front: the dead first, then the
    /// wounded.
    pub fn fall_in(&self, state: &mut State, groups: Range<usize>) {
        let level = |state: &State, group: usize| self.groups[group].front(state).unwrap_or(0);
        for end in groups.clone() {
            for group in (groups.start + 1..=end).rev() {
                let (one, other) = (level(state, group - 1), level(state, group));
                if one <= other {
                    break;
                }
                for (place, from, to) in [(group - 1, one, other), (group, other, one)] {
                    let left = &self.groups[place].left;
                    for (level, cell) in [(from, 0), (to, 1)] {
                        if level > 0 {
                            state.put(left[level - 1], cell);
                        }
                    }
                }
            }
        }
    }

    /// Bases of a group with this many wounds left die.
    pub fn kill<D: Dice>(&self, state: &mut State, dice: &mut D, group: usize, level: usize, bases: u32) {
        let of = &self.groups[group];
        let dead = bases.min(state.count(of.left[level - 1]));
        if dead == 0 {
            return;
        }
        let formation = self.formation_of(group);
        state.take(of.left[level - 1], dead);
        state.add(formation.ledger.lost, dead);
        self.count_wounds(state, of, dead * level as u32);
        if of.fallen != NOTHING {
            state.add(of.fallen, dead);
        }
        if let Some(hold) = of.hold {
            state.add(self.holds[hold].wrecks, dead);
        }
        if of.profile.has(Kind::Hq) {
            state.add(formation.ledger.hq_lost, dead);
        }
        if let Some(sheet) = &of.sheet {
            sheet.destroyed(state);
        }
        dice.note(|| text!("{name}: {dead} {profile} lost", name = formation.name, dead, profile = of.profile.name));
        self.tidy(state, group);
    }

    /// Clears shields, close defences and orders of bases that are gone: nothing reads them any more.
    pub(crate) fn tidy(&self, state: &mut State, group: usize) {
        let of = &self.groups[group];
        if of.is_alive(state) {
            return;
        }
        for cell in of.used.iter().chain(&of.fought).chain([&of.shields, &of.spent]) {
            state.put(*cell, 0);
        }
        if let Some(sheet) = of.sheet.as_ref().filter(|_| of.guarded == NOTHING) {
            sheet.clear(state);
        }
        let formation = self.formation_of(group);
        if self.is_destroyed(state, of.formation) {
            state.put(formation.order, 0);
            state[formation.status] &= ROUTED;
        }
    }

    /// Counts wounds lost in the step; if all bases have one wound, they equal the bases lost.
    fn count_wounds(&self, state: &mut State, of: &Group, wounds: u32) {
        let ledger = &self.formations[of.formation].ledger;
        if ledger.wounds != ledger.lost {
            state.add(ledger.wounds, wounds);
        }
    }

    /// #20: an HQ base that was lost survives, with one wound left.
    pub fn restore<D: Dice>(&self, state: &mut State, dice: &mut D, group: usize) {
        let of = &self.groups[group];
        let formation = self.formation_of(group);
        state.add(of.left[0], 1);
        for cell in [formation.ledger.lost, formation.ledger.hq_lost, of.fallen] {
            state.take(cell, 1);
        }
        if formation.ledger.wounds != formation.ledger.lost {
            state.take(formation.ledger.wounds, 1);
        }
        if let Some(hold) = of.hold {
            self.holds[hold].spare(state);
        }
        if let Some(sheet) = &of.sheet {
            state.put(sheet.due, 0);
        }
        dice.note(|| {
            text!("{name}: another base dies for {profile} (#20)", name = formation.name, profile = of.profile.name)
        });
    }

    /// §3.8: removes a whole formation that was not shot.
    pub fn rout<D: Dice>(&self, state: &mut State, dice: &mut D, formation: usize) {
        let of = &self.formations[formation];
        dice.note(|| text!("{name}: routed (§3.8)", name = of.name));
        state.put(of.status, ROUTED);
        state.set(of.ledger.routed, 1);
        for group in of.groups.clone() {
            let one = &self.groups[group];
            state.add(of.ledger.ran, one.bases(state));
            if one.fallen != NOTHING {
                state.add(one.fallen, one.bases(state));
            }
            one.left.iter().for_each(|&cell| state.put(cell, 0));
            self.tidy(state, group);
        }
        self.holds.iter().filter(|hold| hold.formation == formation).for_each(|hold| hold.empty(self, state));
    }
}
