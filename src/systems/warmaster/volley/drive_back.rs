//! L1207: how the target of fire is driven back, confused or put to flight, and who makes way for it.

use super::{Target, Volley};
use crate::engine::dice::{Dice, Roll};
use crate::systems::plan::cells::{CURSOR, PIECE, State};
use crate::systems::warmaster::forces::{CONFUSED, ENGAGED, Forces};
use crate::systems::warmaster::profile::{Ability, Kind};

const WAY: Roll = Roll::new("confusion of making way", "L1928");

impl Volley {
    /// L1207: one piece of driving a unit back, a die for each wound; false when it is done. L1229: fanatics never are.
    pub(super) fn drive_back<D: Dice>(&self, place: usize, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let Target { unit, cover } = self.driven[place];
        let of = &forces.units[unit];
        if !forces.is_present(state, unit) || of.is(state, ENGAGED) || of.profile.has(Ability::Fanatic) {
            return false;
        }
        match state[PIECE] {
            0 => {
                let sheltered = matches!(of.profile.kind, Kind::Infantry | Kind::Artillery);
                let best = self.readings.best_cover;
                // A wound does not count for the defended, two not for the fortified.
                let ignored = if sheltered { cover.of_the_rest(state.count(of.stands), best) as u16 } else { 0 };
                state[self.left] = state[of.shot].saturating_sub(ignored);
                state[of.shot] = 0;
                state[PIECE] = 1;
                if state[self.left] == 0 {
                    return false;
                }
                self.drive_die(place, state, dice);
                true
            }
            1 if state[self.left] > 0 => {
                self.drive_die(place, state, dice);
                true
            }
            1 => {
                state[PIECE] = 2;
                state[CURSOR] = 0;
                !self.driven_back(unit, forces, state, dice)
            }
            _ => self.make_way(unit, forces, state, dice),
        }
    }

    fn drive_die<D: Dice>(&self, place: usize, state: &mut State, dice: &mut D) {
        let face = dice.die(&self.rolls[place], 6);
        state.take(self.left, 1);
        state.add(self.sum, face.into());
        state[self.six] |= u16::from(face == 6);
        state.add(CURSOR, 1);
    }

    /// L1219, L1225: the dice are added up: farther than a pace, and the unit flees; a 6, and it is confused. True when that
    /// is all.
    fn driven_back<D: Dice>(&self, unit: usize, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let of = &forces.units[unit];
        let ledger = forces.formations[of.formation].ledger;
        let sum = state[self.sum];
        let pace = if of.flies() && self.readings.air_pace { 60 } else { of.profile.pace };
        let way = self.room.map_or(sum, |room| sum.min(room));
        let driven = if sum > pace { sum } else { way };
        state[ledger.driven] = state[ledger.driven].max(driven);
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
        self.way.is_empty()
    }

    /// L1873, L1877: friends in the way step aside; they and the unit driven back are confused on a 6. True while some are
    /// left.
    fn make_way<D: Dice>(&self, unit: usize, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let friends = self.way.iter().filter(|friend| {
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
