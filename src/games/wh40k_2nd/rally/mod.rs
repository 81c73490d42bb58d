//! §13.2–13.5: flight and rallying.

pub mod compile;
pub mod written;

use crate::battle::Battle;
use crate::forces::{BROKEN, FLED, Forces, SHAKEN};
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::{Cell, State};

/// §13.2: a broken formation flees 2D6 × 2.5 cm.
#[derive(Debug)]
pub struct Flee {
    /// The formation that flees.
    pub by: usize,
    /// The roll for the distance.
    pub roll: Roll,
    /// How far, in mm.
    pub fled: Cell,
}

impl Play<Battle> for Flee {
    /// Flees, if it is broken.
    fn advance<D: Dice>(&self, _: usize, Battle { forces, .. }: &Battle, state: &mut State, dice: &mut D) -> bool {
        if forces.formations[self.by].is(state, BROKEN) {
            state.set(self.fled, 25 * dice.sum_of(&self.roll, 2, 6));
            forces.note_flight(state, self.by);
        }
        true
    }
}

/// §13.4: a broken or shaken formation tries to rally.
#[derive(Debug)]
pub struct Rally {
    /// The formation.
    pub by: usize,
    /// Whether the scenario says that one of the three conditions fails: cover, flight in this turn, the nearest
    /// friends broken.
    pub barred: bool,
    /// §14.4: whether it hates its adversaries, which makes its Ld 10, if the scenario says so.
    pub hated: Option<bool>,
    /// The test.
    pub roll: Roll,
    /// 1 once it has rallied.
    pub rallied: Cell,
    /// §13.5.1: 1 if it acts at once.
    pub acts: Cell,
    /// §13.5.1: 1 if it disperses.
    pub dispersed: Cell,
    /// §13.4: 1 if the few models left are removed.
    pub removed: Cell,
}

impl Play<Battle> for Rally {
    /// Tries to rally. Shaken Space Marines rally by the roll alone (§13.4.1, §13.5.1).
    fn advance<D: Dice>(&self, _: usize, Battle { forces, .. }: &Battle, state: &mut State, dice: &mut D) -> bool {
        let of = &forces.formations[self.by];
        let broken = of.is(state, BROKEN);
        if !broken && !of.is(state, SHAKEN) {
            return true;
        }
        if broken && forces.models(state, self.by) * 4 <= of.strength {
            dice.note(|| text!("{formation}: what is left is removed (§13.4)", formation = of.name));
            forces.remove(state, dice, self.by);
            state.set(self.removed, 1);
            return true;
        }
        let Some(own) = forces.ld(state, self.by).filter(|_| !(broken && (self.barred || of.is(state, FLED)))) else {
            dice.note(|| text!("{formation}: not able to rally (§13.4)", formation = of.name));
            return true;
        };
        let hated = self.hated.unwrap_or_else(|| forces.meets_hated(state, self.by));
        let ld = if hated { 10 } else { own };
        let roll = dice.sum_of(&self.roll, 2, 6);
        state.set(of.ledger.tested, 1);
        let acts = broken && roll == 2;
        if acts || roll <= ld {
            dice.note(|| text!("{formation}: rallied (Ld {ld})", formation = of.name, ld));
            state[of.status] &= !(BROKEN | SHAKEN);
            state.set(of.ledger.passed, 1);
            state.set(self.rallied, 1);
            state.set(self.acts, acts.into());
        } else if broken && roll == 12 {
            dice.note(|| text!("{formation}: dispersed (§13.5.1)", formation = of.name));
            forces.remove(state, dice, self.by);
            state.set(self.dispersed, 1);
        } else {
            dice.note(|| text!("{formation}: not rallied (Ld {ld})", formation = of.name, ld));
        }
        true
    }
}

impl Forces {
    /// §12.12, §13.4: a formation that has fled cannot rally in this turn: remembered only for formations that would
    /// try.
    pub fn note_flight(&self, state: &mut State, formation: usize) {
        let of = &self.formations[formation];
        if of.rallies {
            state[of.status] |= FLED;
        }
    }

    /// All models left of a formation are lost; nobody is left whose nerve its losses would test.
    fn remove<D: Dice>(&self, state: &mut State, dice: &mut D, formation: usize) {
        for group in self.formations[formation].groups.clone() {
            for (level, &cell) in (1..).zip(&self.groups[group].left) {
                self.kill(state, dice, group, level, state.count(cell));
            }
        }
        state.put(self.formations[formation].lost, 0);
    }
}
