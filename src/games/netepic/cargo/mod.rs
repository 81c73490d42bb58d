//! #30, §3.11: transports, their passengers, and who gets out when transports are lost.
//!
//! Equal transports with equal loads are only counted; if loads differ, dice decide which transport was lost.
//! Passengers are a group of their own while aboard, and join another group of their formation when they get out.

pub mod compile;
pub mod hold;

use crate::cargo::hold::{Hold, Passengers};
use crate::forces::Forces;
use crate::readings::Exit;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::state::{NOTHING, State};

/// §3.11: what passengers need to get out of a transport that was not shot: lost in an assault, or without a save.
pub const FREE: u8 = 4;

/// §3.11: the face at which no passenger gets out.
pub const NOBODY: u8 = 7;

/// §3.11, A-22: the face on which passengers get out of a transport that was shot.
pub fn exit(ap: u8, removes: bool, reading: Exit) -> u8 {
    match reading {
        Exit::TwoPlusAp if !removes => (2 + ap).min(NOBODY),
        _ => FREE,
    }
}

impl Hold {
    /// This many of its transports are lost to a shot; their passengers get out on this face.
    pub fn shot(&self, state: &mut State, face: u8, transports: u32) {
        let cell = self.shot[usize::from(face)];
        if cell != NOTHING {
            state.add(cell, transports);
        }
    }

    /// #20: a transport that was lost to a shot survives after all.
    pub fn spare(&self, state: &mut State) {
        state.take(self.wrecks, 1);
        if let Some(&shot) = self.shot.iter().rev().find(|&&cell| state[cell] > 0) {
            state.take(shot, 1);
        }
    }

    /// §3.11: the passengers of one lost transport, or of several with equal loads, get out or are lost.
    fn get_out<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let shot = (2..).zip(&self.shot[2..]).find(|&(_, &cell)| state[cell] > 0);
        let (face, wrecks) = shot.map_or((FREE, state.count(self.wrecks)), |(face, &cell)| (face, state.count(cell)));
        let (load, wrecks) = match self.loads.as_slice() {
            [all] => (all, wrecks),
            loads => {
                let load = &loads[dice.draw(&self.draw, loads.iter().map(|load| state.count(load.transports)))];
                state.take(load.transports, 1);
                (load, 1)
            }
        };
        state.take(self.wrecks, wrecks);
        if let Some((_, &cell)) = shot {
            state.take(cell, wrecks);
        }
        for (place, (passengers, &each)) in self.passengers.iter().zip(&load.carries).enumerate() {
            let bases =
                (u32::from(each) * wrecks - self.lost(state, place)).min(forces.groups[passengers.aboard].bases(state));
            let out = match passengers.exits.get(usize::from(face) - 2) {
                Some(exit) if bases > 0 => dice.successes(exit, bases),
                _ => 0,
            };
            forces.step_out(state, passengers, out);
            forces.lose_aboard(state, dice, passengers, bases - out);
        }
        self.lost.iter().for_each(|&cell| state.put(cell, 0));
        self.forget(forces, state);
    }

    /// §3.9: bases of one kind of passengers that a living bio-titan has lost aboard.
    fn lost(&self, state: &State, place: usize) -> u32 {
        self.lost.get(place).map_or(0, |&cell| state.count(cell))
    }

    /// §3.9: bases aboard a bio-titan.
    fn aboard(&self, state: &State) -> u32 {
        (0..self.lost.len()).map(|place| self.left(state, place)).sum()
    }

    /// Bases of one kind of passengers aboard a bio-titan.
    fn left(&self, state: &State, place: usize) -> u32 {
        u32::from(self.loads[0].carries[place]) - self.lost(state, place)
    }

    /// §3.9: a bio-titan loses this many bases aboard; if there are several kinds, dice decide which.
    fn lose<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, bases: u32) {
        for _ in 0..bases.min(self.aboard(state)) {
            let place = dice.draw(&self.draw_lost, (0..self.lost.len()).map(|place| self.left(state, place)));
            state.add(self.lost[place], 1);
            forces.lose_aboard(state, dice, &self.passengers[place], 1);
        }
    }

    /// Once no passengers are aboard, which transports carry what no longer matters.
    fn forget(&self, forces: &Forces, state: &mut State) {
        if self.passengers.iter().all(|passengers| forces.groups[passengers.aboard].bases(state) == 0) {
            let loads = self.loads.iter().map(|load| load.transports);
            let all = loads.chain([self.wrecks]).chain(self.shot).chain(self.lost.iter().copied());
            all.for_each(|cell| state.put(cell, 0));
        }
    }

    /// §3.8: its transports are routed: passengers left aboard get off unhurt.
    pub fn empty(&self, forces: &Forces, state: &mut State) {
        for passengers in &self.passengers {
            forces.step_out(state, passengers, forces.groups[passengers.aboard].bases(state));
        }
        self.forget(forces, state);
    }
}

impl Forces {
    /// The formations of the passengers aboard a formation's transports, each once.
    pub fn carried_by(&self, formation: usize) -> Vec<usize> {
        let holds = self.holds.iter().filter(|hold| hold.formation == formation);
        let aboard = holds.flat_map(|hold| &hold.passengers).map(|passengers| self.groups[passengers.aboard].formation);
        let mut all: Vec<usize> = aboard.collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// §3.11: the passengers of the next lost transport get out; false when there is none.
    pub fn get_out<D: Dice>(&self, state: &mut State, dice: &mut D) -> bool {
        let Some(hold) = self.holds.iter().find(|hold| state[hold.wrecks] > 0) else { return false };
        hold.get_out(self, state, dice);
        true
    }

    /// §3.9: a bio-titan is hit in the abdomen, counting the times: D3 of the bases aboard are lost, from the third
    /// time on all.
    pub(super) fn lose_cargo<D: Dice>(&self, state: &mut State, dice: &mut D, group: usize, before: u32, roll: &Roll) {
        let hold = self.groups[group].hold.map(|hold| &self.holds[hold]);
        let Some(hold) = hold.filter(|hold| hold.aboard(state) > 0) else { return };
        let bases = if before < 2 { dice.throw(roll, 3).into() } else { u32::MAX };
        hold.lose(self, state, dice, bases);
    }

    /// These passengers get out unhurt.
    fn step_out(&self, state: &mut State, passengers: &Passengers, bases: u32) {
        let aboard = &self.groups[passengers.aboard];
        let Some(&whole) = aboard.left.last() else { return };
        state.take(whole, bases);
        let mut left = bases;
        for group in &self.groups[passengers.out.clone()] {
            let here = left.min(u32::from(group.most).saturating_sub(group.bases(state)));
            if let (Some(&whole), true) = (group.left.last(), here > 0) {
                state.add(whole, here);
                state.set(group.shields, group.profile.shields.into());
                left -= here;
            }
        }
    }

    /// These passengers are lost.
    pub(super) fn lose_aboard<D: Dice>(&self, state: &mut State, dice: &mut D, passengers: &Passengers, bases: u32) {
        if bases == 0 {
            return;
        }
        let aboard = &self.groups[passengers.aboard];
        let Some(&whole) = aboard.left.last() else { return };
        let formation = self.formation_of(passengers.aboard);
        state.take(whole, bases);
        state.add(formation.ledger.passengers_lost, bases);
        state.add(formation.ledger.passengers_tested, bases);
        if formation.ledger.passengers_wounds != formation.ledger.passengers_tested {
            state.add(formation.ledger.passengers_wounds, bases * aboard.left.len() as u32);
        }
        dice.note(|| {
            text!(
                "{name}: {bases} {profile} lost aboard (§3.11)",
                name = formation.name,
                bases,
                profile = aboard.profile.name
            )
        });
        self.tidy(state, passengers.aboard);
    }
}
