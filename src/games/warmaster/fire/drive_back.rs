//! L1207: the end of a shooting phase: how units that were shot at are driven back, confused or put to flight, and
//! which units make way for them.

use crate::cover::{Cover, Protection};
use crate::fire::{MakingWay, Readings};
use crate::forces::{CAST, ENGAGED, FIRED, Forces};
use crate::make_way::step_aside;
use crate::profile::Ability;
use crate::readings::{DriveBackCover, FlyerPace};
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::sequence::{Flow, Sequence, To, round};
use battle_odds_plan::state::{Cell, State};

/// L1207: the end of a shooting phase, when all have shot and all spells are cast.
#[derive(Clone, Debug)]
pub struct Closing {
    /// The units that were shot at, in the order in which they are driven back.
    pub driven: Vec<Driven>,
    /// Readings.
    pub readings: Readings,
    /// Dice still to roll; cm driven back so far; 1 if a 6 was among them.
    pub left: Cell,
    /// See `left`.
    pub sum: Cell,
    /// See `left`.
    pub six: Cell,
}

/// A unit that was shot at.
#[derive(Clone, Debug)]
pub struct Driven {
    /// The unit.
    pub unit: usize,
    /// The protection of its stands, as seen by the last unit that shot at it.
    pub cover: Cover,
    /// cm free behind it.
    pub room: Option<u16>,
    /// Friends in its way.
    pub way: Vec<MakingWay>,
    /// "drive back of …".
    pub roll: Roll,
}

/// The parts of the end of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Wounds,
    Dice,
    Distance,
    MakeWay,
}

/// L1207: the end of a shooting phase, one round for each unit that was shot at.
const CLOSING: Sequence<Part> =
    Sequence(&[("L1207", Part::Wounds), ("L1207", Part::Dice), ("L1219", Part::Distance), ("L1928", Part::MakeWay)]);

impl Closing {
    /// Plays one piece; true when all are driven back.
    pub fn advance<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let next_unit = Flow::Pass(To::Round(Part::Wounds));
        CLOSING.play(state, |now, state| {
            let Some(driven) = self.driven.get(round(state)) else {
                self.clear(forces, state);
                return Flow::Over;
            };
            match now.part {
                Part::Wounds if self.count_dice(driven, forces, state) == 0 => next_unit,
                Part::Wounds => Flow::Pass(To::Next),
                Part::Dice if state[self.left] > 0 => {
                    self.drive_die(driven, state, dice);
                    Flow::Again(now.nth + 1)
                }
                Part::Dice => Flow::Pass(To::Next),
                Part::Distance => match self.driven_back(driven, forces, state, dice) {
                    true if !driven.way.is_empty() => Flow::Done(To::Next),
                    _ => next_unit,
                },
                Part::MakeWay => match self.make_way(driven, now.nth, forces, state, dice) {
                    true => Flow::Again(now.nth + 1),
                    false => next_unit,
                },
            }
        })
    }

    /// L1193: leftover wounds are removed; those of units in combat stay. In the next phase all may shoot again.
    fn clear(&self, forces: &Forces, state: &mut State) {
        self.forget_dice(state);
        (0..forces.units.len()).for_each(|unit| forces.hoist_again(state, unit));
        for &Driven { unit, .. } in &self.driven {
            let of = &forces.units[unit];
            state.put(of.shot, 0);
            of.affected.iter().for_each(|&cell| state.put(cell, 0));
            if !of.is(state, ENGAGED) {
                state.put(of.wounds, 0);
            }
        }
        forces.units.iter().for_each(|unit| state[unit.status] &= !FIRED);
        forces.commanders.iter().for_each(|commander| state[commander.giving] &= !CAST);
    }

    fn forget_dice(&self, state: &mut State) {
        for cell in [self.left, self.sum, self.six] {
            state.put(cell, 0);
        }
    }

    /// L1207: the dice that drive a unit back, one for each wound; L1229: fanatics never are.
    fn count_dice(&self, driven: &Driven, forces: &Forces, state: &mut State) -> u16 {
        self.forget_dice(state);
        let of = &forces.units[driven.unit];
        if !forces.is_present(state, driven.unit) || of.is(state, ENGAGED) || of.profile.has(Ability::Fanatic) {
            return 0;
        }
        let protection = match of.profile.kind.takes_cover() {
            true => {
                driven.cover.of_the_rest(state.count(of.stands), self.readings.drive_back_cover == DriveBackCover::Best)
            }
            false => Protection::Open,
        };
        let stays = self.readings.stays_for(protection, state[of.shot]);
        state.put(self.left, state[of.shot].saturating_sub(stays));
        state.put(of.shot, 0);
        state[self.left]
    }

    fn drive_die<D: Dice>(&self, driven: &Driven, state: &mut State, dice: &mut D) {
        let face = dice.die(&driven.roll, 6);
        state.take(self.left, 1);
        state.add(self.sum, face.into());
        state[self.six] |= u16::from(face == 6);
    }

    /// L1219, L1225: the dice are added up: if it is more than a pace, the unit flees; with a 6 it is confused. Returns
    /// whether it is still there.
    fn driven_back<D: Dice>(&self, driven: &Driven, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let unit = driven.unit;
        let of = &forces.units[unit];
        let ledger = forces.formations[of.formation].ledger;
        let sum = state[self.sum];
        let pace = if of.flies() && self.readings.flyer_pace == FlyerPace::Air { 60 } else { of.profile.pace };
        let way = driven.room.map_or(sum, |room| sum.min(room));
        let cm = if sum > pace { sum } else { way };
        state.put(ledger.driven, state[ledger.driven].max(cm));
        let name = || forces.name_of(unit);
        if sum > pace {
            dice.note(|| {
                text!(
                    "{name} is driven back {sum} cm, farther than its pace: it flees (Routed by being driven back)",
                    name = name(),
                    sum
                )
            });
            forces.lose(state, dice, unit, u32::MAX);
            state.add(ledger.routed, 1);
            return false;
        }
        dice.note(|| text!("{name} is driven back {way} cm", name = name(), way));
        if state[self.six] == 1 || way < sum {
            forces.confuse(state, dice, unit);
        }
        true
    }

    /// L1873, L1877: the nth of the friends in the way steps aside; it and the unit driven back are confused on a 6.
    /// False when all have.
    fn make_way<D: Dice>(&self, driven: &Driven, nth: usize, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let unit = driven.unit;
        let mut friends = driven.way.iter().filter(|friend| {
            friend.at < state[self.sum] && friend.unit != unit && forces.is_present(state, friend.unit)
        });
        let Some(friend) = friends.nth(nth) else { return false };
        step_aside(forces, state, dice, unit, friend.unit);
        true
    }
}
