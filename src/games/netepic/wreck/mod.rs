//! §3.9: what a titan does to bases near it when it is destroyed: it explodes if its reactor has been damaged, and
//! falls if its legs have been damaged twice.

pub mod compile;

use std::ops::Range;

use crate::cargo::NOBODY;
use crate::cargo::hold::Hold;
use crate::damage::{Harm, Target};
use crate::elite::Elite;
use crate::forces::{Base, Forces};
use crate::locations::sheet::EXPLODES;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::Pool;
use battle_odds_plan::state::{Cell, State};

/// What happens when a titan is destroyed.
#[derive(Debug)]
pub struct Wreck {
    /// The titan: a group of one base.
    pub group: usize,
    /// What is still to happen.
    pub due: Cell,
    /// How far an explosion reaches, in cm.
    pub reach: Roll,
    /// Bases near it.
    pub near: Vec<Victims>,
    /// Whether it falls on other bases.
    pub scatter: Pool,
    /// Bases on which it falls.
    pub under: Vec<Victims>,
}

/// Bases of groups that the scenario does not distinguish, each of which is rolled for and takes its own hit.
#[derive(Debug)]
pub struct Victims {
    /// Their groups.
    pub groups: Range<usize>,
    /// How far each is from the titan, in whole cm; 0 for those that it falls on.
    pub distances: Vec<u32>,
    /// What is needed to hit them: successive rolls, each with the dice that passed the one before.
    pub hit: Vec<Pool>,
    /// What a hit does.
    pub harm: Harm,
    /// #5: no Elite dice.
    pub elite: Elite,
    /// Bases that have not rolled yet, group by group, by wounds left.
    pub waiting: Vec<Vec<Cell>>,
    /// A hit on a base with shields or locations.
    pub hits: Cell,
}

impl Wreck {
    /// §3.9: the reactor explodes: no passenger gets out, and all bases within 3D6 cm may be hit.
    fn explode<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        if let Some(hold) = forces.groups[self.group].hold {
            forces.holds[hold].trap(state);
        }
        if !self.near.iter().any(|near| near.is_there(forces, state)) {
            return;
        }
        let reach = dice.sum_of(&self.reach, 3, 6);
        dice.note(|| text!("{name}: the reactor explodes (§3.9)", name = forces.formation_of(self.group).name));
        self.near.iter().for_each(|near| near.reached(forces, state, reach));
    }

    /// §3.9: it falls, on the bases under it unless the scatter die shows a hit.
    fn fall<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        if self.under.iter().any(|under| under.is_there(forces, state)) && dice.successes(&self.scatter, 1) > 0 {
            dice.note(|| text!("{name}: falls on others (§3.9)", name = forces.formation_of(self.group).name));
            self.under.iter().for_each(|under| under.reached(forces, state, 0));
        }
    }
}

impl Victims {
    /// Whether any of the victims is left.
    fn is_there(&self, forces: &Forces, state: &State) -> bool {
        self.groups.clone().any(|group| forces.groups[group].is_alive(state))
    }

    /// Marks the victims within this many cm as waiting to roll: as many of the living, from the front.
    fn reached(&self, forces: &Forces, state: &mut State, reach: u32) {
        let mut left = self.distances.iter().filter(|&&distance| distance <= reach).count() as u32;
        for (group, waiting) in self.groups.clone().zip(&self.waiting) {
            for (&waiting, &living) in waiting.iter().zip(&forces.groups[group].left) {
                let here = left.min(state.count(living));
                state.set(waiting, here);
                left -= here;
            }
        }
    }

    /// Rolls for the next equal bases, from those with the fewest wounds on, so that a base that loses one is not met
    /// again. False when all are done.
    fn strike<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let waits = |state: &State, cells: &[Cell]| cells.iter().position(|&cell| state[cell] > 0);
        let next = self
            .groups
            .clone()
            .zip(&self.waiting)
            .find_map(|(group, cells)| Some((group, cells, waits(state, cells)?)));
        let Some((group, cells, place)) = next else { return false };
        let bases = state.count(cells[place]);
        state.put(cells[place], 0);
        let hits = self.hit.iter().fold(bases, |left, pool| if left > 0 { dice.successes(pool, left) } else { 0 });
        state.add(forces.formation_of(group).ledger.hits, hits);
        if forces.groups[group].profile.stands_alone() {
            let target = Target { groups: group..group + 1, hits: self.hits, elite: &self.elite };
            state.set(self.hits, hits);
            while state[self.hits] > 0 {
                self.harm.fall(forces, state, dice, &target);
            }
        } else if hits > 0 {
            for _ in 0..self.harm.wounds(forces, state, dice, hits, &self.elite) {
                self.harm.hurt(forces, state, dice, Base { group, level: place + 1 }, 1);
            }
        }
        true
    }
}

impl Hold {
    /// §3.9: no passenger gets out of the titan that is lost.
    fn trap(&self, state: &mut State) {
        self.shot.iter().for_each(|&cell| state.put(cell, 0));
        self.shot(state, NOBODY, 1);
    }
}

/// §3.9: plays one piece of what the titans destroyed in this action do to others, one after the other; false when
/// nothing is left to do.
pub fn advance<D: Dice>(wrecks: &[Wreck], forces: &Forces, state: &mut State, dice: &mut D) -> bool {
    let mut victims = wrecks.iter().flat_map(|wreck| wreck.near.iter().chain(&wreck.under));
    if victims.any(|victims| victims.strike(forces, state, dice)) {
        return true;
    }
    let Some(wreck) = wrecks.iter().find(|wreck| state[wreck.due] > 0) else { return false };
    match state[wreck.due] & EXPLODES {
        0 => {
            state.put(wreck.due, 0);
            wreck.fall(forces, state, dice);
        }
        _ => {
            state[wreck.due] &= !EXPLODES;
            wreck.explode(forces, state, dice);
        }
    }
    true
}
