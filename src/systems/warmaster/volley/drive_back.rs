//! L1207: the end of a shooting phase: how those who were shot at are driven back, confused or put to flight, and who makes
//! way for them.

use super::super::cover::{Cover, Protection};
use super::super::readings::{DriveBackCover, FlyerPace};
use super::{MakingWay, Readings};
use crate::engine::dice::{Dice, Roll};
use crate::systems::plan::state::{CURSOR, Cell, PIECE, ROUND, State};
use crate::systems::warmaster::forces::{CONFUSED, ENGAGED, FIRED, Forces};
use crate::systems::warmaster::orders::CAST;
use crate::systems::warmaster::profile::{Ability, Kind};

const WAY: Roll = Roll::new("confusion of making way", "L1928");

/// L1207: the end of a shooting phase, when all have shot and all spells are cast.
#[derive(Clone, Debug)]
pub struct Closing {
    /// Those who were shot at, in the order in which they are driven back.
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
    /// Its stands, as those see them who shoot at it last.
    pub cover: Cover,
    /// cm free behind it.
    pub room: Option<u16>,
    /// Friends in its way.
    pub way: Vec<MakingWay>,
    /// "drive back of …".
    pub roll: Roll,
}

impl Closing {
    /// Plays one piece; true when all are driven back. The round counts them.
    pub fn advance<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        loop {
            let Some(driven) = self.driven.get(usize::from(state[ROUND])) else {
                self.clear(forces, state);
                return true;
            };
            if state[PIECE] == 0 {
                self.forget_dice(state);
            }
            if self.drive_back(driven, forces, state, dice) {
                return false;
            }
            state[ROUND] += 1;
            state[PIECE] = 0;
            state[CURSOR] = 0;
        }
    }

    /// L1193: what is left over of the wounds goes; those of units in combat stay. In the next phase all may shoot again.
    fn clear(&self, forces: &Forces, state: &mut State) {
        self.forget_dice(state);
        (0..forces.units.len()).for_each(|unit| forces.hoist_again(state, unit));
        for &Driven { unit, .. } in &self.driven {
            let of = &forces.units[unit];
            state[of.shot] = 0;
            if !of.is(state, ENGAGED) {
                state[of.wounds] = 0;
            }
        }
        forces.units.iter().for_each(|unit| state[unit.status] &= !FIRED);
        forces.commanders.iter().for_each(|commander| state[commander.giving] &= !CAST);
    }

    fn forget_dice(&self, state: &mut State) {
        for cell in [self.left, self.sum, self.six] {
            state[cell] = 0;
        }
    }

    /// L1207: one piece of driving a unit back, a die for each wound; false when it is done. L1229: fanatics never are.
    fn drive_back<D: Dice>(&self, driven: &Driven, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let unit = driven.unit;
        let of = &forces.units[unit];
        if !forces.is_present(state, unit) || of.is(state, ENGAGED) || of.profile.has(Ability::Fanatic) {
            return false;
        }
        match state[PIECE] {
            0 => {
                let sheltered = matches!(of.profile.kind, Kind::Infantry | Kind::Artillery);
                let best = self.readings.drive_back_cover == DriveBackCover::Best;
                let protection = match sheltered {
                    true => driven.cover.of_the_rest(state.count(of.stands), best),
                    false => Protection::Open,
                };
                let stays = self.readings.stays_for(protection, state[of.shot]);
                state[self.left] = state[of.shot].saturating_sub(stays);
                state[of.shot] = 0;
                state[PIECE] = 1;
                if state[self.left] == 0 {
                    return false;
                }
                self.drive_die(driven, state, dice);
                true
            }
            1 if state[self.left] > 0 => {
                self.drive_die(driven, state, dice);
                true
            }
            1 => {
                state[PIECE] = 2;
                state[CURSOR] = 0;
                !self.driven_back(driven, forces, state, dice)
            }
            _ => self.make_way(driven, forces, state, dice),
        }
    }

    fn drive_die<D: Dice>(&self, driven: &Driven, state: &mut State, dice: &mut D) {
        let face = dice.die(&driven.roll, 6);
        state.take(self.left, 1);
        state.add(self.sum, face.into());
        state[self.six] |= u16::from(face == 6);
        state.add(CURSOR, 1);
    }

    /// L1219, L1225: the dice are added up: farther than a pace, and the unit flees; a 6, and it is confused. True when that
    /// is all.
    fn driven_back<D: Dice>(&self, driven: &Driven, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let unit = driven.unit;
        let of = &forces.units[unit];
        let ledger = forces.formations[of.formation].ledger;
        let sum = state[self.sum];
        let pace = if of.flies() && self.readings.flyer_pace == FlyerPace::Air { 60 } else { of.profile.pace };
        let way = driven.room.map_or(sum, |room| sum.min(room));
        let cm = if sum > pace { sum } else { way };
        state[ledger.driven] = state[ledger.driven].max(cm);
        if sum > pace {
            dice.note(|| {
                format!("{} is driven back {sum} cm, farther than its pace: it flees (L1225)", forces.name_of(unit))
            });
            forces.lose(state, dice, unit, u32::MAX);
            state.add(ledger.routed, 1);
            return true;
        }
        dice.note(|| format!("{} is driven back {way} cm (L1207)", forces.name_of(unit)));
        if state[self.six] == 1 || way < sum {
            forces.confuse(state, dice, unit);
        }
        driven.way.is_empty()
    }

    /// L1873, L1877: friends in the way step aside; they and the unit driven back are confused on a 6. True while some are
    /// left.
    fn make_way<D: Dice>(&self, driven: &Driven, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let unit = driven.unit;
        let friends = driven.way.iter().filter(|friend| {
            friend.at < state[self.sum] && friend.unit != unit && forces.is_present(state, friend.unit)
        });
        let Some(friend) = friends.clone().nth(usize::from(state[CURSOR])) else { return false };
        step_aside(forces, state, dice, unit, friend.unit);
        state[CURSOR] += 1;
        true
    }
}

/// L1928: a unit and a friend that makes way for it: each is confused on a 6.
pub fn step_aside<D: Dice>(forces: &Forces, state: &mut State, dice: &mut D, unit: usize, friend: usize) {
    for unit in [unit, friend] {
        if dice.die(&WAY, 6) == 6 && !forces.units[unit].is(state, CONFUSED) {
            forces.confuse(state, dice, unit);
        }
    }
}
