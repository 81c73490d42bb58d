//! L1380: the score of a round, losses, and the retreat of the loser.

use std::cmp::Ordering;

use crate::combat::fighter_set::FighterSet;
use crate::combat::{Combat, Fighter, MOST_ROUNDS, NO_SCORE, Part};
use crate::forces::{ARRIVED, CHARGING, Forces, RECEIVING};
use crate::profile::Kind;
use crate::readings::RetreatDivisor;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::sequence::{self, Flow, To};
use battle_odds_plan::state::{Cell, State};

/// The result of a round for a formation.
const WON: u16 = 1;
const DREW: u16 = 2;
const LOST: u16 = 3;

impl Combat {
    /// L1380: adds up the score, removes losses, makes the loser retreat and the winner follow; after a draw both sides
    /// fall back.
    #[inline(never)] // called once a round: keeps attacks and saves, which are played far more often, small
    pub(super) fn resolve<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> Flow<Part> {
        let sides = self.sides_of_the_round(forces, state);
        let left = |state: &State, side: usize| self.left_of(sides[side], forces, state).count();
        let scores = self.cells.scores.map(|score| i32::from(state[score]) - i32::from(NO_SCORE));
        self.cells.scores.iter().for_each(|&score| state.put(score, 0));
        let at_start = [0, 1].map(|side| left(state, side));
        dice.note(|| text!("{attackers} : {defenders} (Combat results)", attackers = scores[0], defenders = scores[1]));
        self.take_losses(sides[0].union(sides[1]), forces, state, dice);
        let order = match (left(state, 0), left(state, 1)) {
            (0, 0) => {
                dice.note(|| text!("both sides are destroyed"));
                self.note_result(sides, [0, 0], forces, state);
                return Flow::Over;
            }
            (_, 0) => Ordering::Greater,
            (0, _) => Ordering::Less,
            _ => scores[0].cmp(&scores[1]),
        };
        let winner = match order {
            Ordering::Greater => 0,
            Ordering::Less => 1,
            Ordering::Equal => {
                dice.note(|| text!("a draw: both fall back"));
                self.note_result(sides, [DREW, DREW], forces, state);
                return Flow::Pass(To::Next);
            }
        };
        let loser = 1 - winner;
        let mut results = [LOST, LOST];
        results[winner] = WON;
        self.note_result(sides, results, forces, state);
        let difference = (scores[winner] - scores[loser]).max(0) as u32;
        let units = if self.readings.retreat_divisor == RetreatDivisor::Survivors {
            left(state, loser)
        } else {
            at_start[loser]
        }
        .max(1);
        let distance = difference.div_ceil(units);
        if left(state, loser) > 0 {
            self.retreat(sides[loser], distance, forces, state, dice);
        }
        let goes_on = match left(state, loser) {
            0 => self.advance_into_fresh(winner, sides[winner], forces, state, dice),
            _ => self.pursue(sides[winner], sides[loser], distance, forces, state, dice),
        };
        let goes_on = self.winners_fall_back([sides[winner], sides[loser]], goes_on, forces, state, dice);
        // L1360: the first round is over.
        for index in sides[0].union(sides[1]).iter() {
            state[forces.units[self.fighters[index].unit].status] &= !(CHARGING | RECEIVING);
        }
        match (goes_on, left(state, loser)) {
            (false, _) => Flow::Over,
            (true, 0) => self.next_round(state, 1),
            (true, _) => self.go_on(forces, state),
        }
    }

    /// The fighters of each side whose wounds count in the round. L1233: this includes a charger lost to fire, though it
    /// no longer fights.
    pub(super) fn sides_of_the_round(&self, forces: &Forces, state: &State) -> [FighterSet; 2] {
        let counts = |fighter: &Fighter| {
            let unit = &forces.units[fighter.unit];
            let fallen = state[unit.stands] == 0 && state[unit.shot] > 0;
            fallen || self.fights(fighter, forces, state)
        };
        [0, 1].map(|side| self.those(|fighter| fighter.side == side && counts(fighter)))
    }

    /// Those of them that still fight.
    pub(super) fn left_of(&self, of: FighterSet, forces: &Forces, state: &State) -> FighterSet {
        of.those(|index| self.fights(&self.fighters[index], forces, state))
    }

    /// L1418: the wounds of the round cost stands.
    fn take_losses<D: Dice>(&self, everybody: FighterSet, forces: &Forces, state: &mut State, dice: &mut D) {
        for index in everybody.iter() {
            let unit = &forces.units[self.fighters[index].unit];
            state.put(unit.shot, 0);
            state[unit.status] &= !ARRIVED;
            let fighting = state[unit.fighting];
            let lost = fighting.saturating_sub(state[unit.stands]);
            state.put(unit.fighting, 0);
            if lost > 0 {
                state.put(unit.stands, fighting);
                forces.lose(state, dice, self.fighters[index].unit, lost.into());
            }
        }
    }

    /// L1799: two rounds in a phase; a combat that is not over then continues in the next phase.
    pub(super) fn go_on(&self, forces: &Forces, state: &mut State) -> Flow<Part> {
        let nth = state[self.cells.nth];
        if nth < self.rounds {
            return self.next_round(state, nth + 1);
        }
        if self.to_end && sequence::round(state) < MOST_ROUNDS {
            self.end_phase(forces, state);
            return self.next_round(state, 1);
        }
        state.put(self.cells.unresolved, 1);
        Flow::Over
    }

    /// Where all ways are followed, after the attacks: what was needed only for them keeps no states apart: how many stands
    /// fought, and the bonus of a pursuit.
    pub(super) fn forget_the_attacks(&self, forces: &Forces, state: &mut State) {
        let sides = self.sides_of_the_round(forces, state);
        for index in sides[0].union(sides[1]).iter() {
            let unit = &forces.units[self.fighters[index].unit];
            let (fighting, stands) = (state[unit.fighting], state[unit.stands]);
            self.forget_stands(index, forces, state);
            state.add(self.lost(index, forces), u32::from(fighting.saturating_sub(stands.max(1))));
        }
    }

    /// One stand that fought is enough to see whether a unit is destroyed; the other losses are counted apart.
    pub(super) fn forget_stands(&self, index: usize, forces: &Forces, state: &mut State) {
        let unit = &forces.units[self.fighters[index].unit];
        state.put(unit.fighting, state[unit.fighting].min(1));
        state.put(unit.bonus, 0);
    }

    /// The stands that the formation of a fighter has lost.
    pub(super) fn lost(&self, index: usize, forces: &Forces) -> Cell {
        forces.formations[self.fighters[index].formation].ledger.lost
    }

    /// L1432, L1233: what counts besides the wounds of attacks: stands that support, and wounds by fire at the charge.
    pub(super) fn besides(&self, sides: [FighterSet; 2], side: usize, forces: &Forces, state: &State) -> u32 {
        let places = |index: usize| self.places(index, forces, state);
        let shot = |index: usize| state.count(forces.units[self.fighters[index].unit].shot);
        // L1432: only infantry is supported, and only while it fights.
        let supported =
            |index: usize| forces.units[self.fighters[index].unit].is_a(Kind::Infantry) && places(index).fighting > 0;
        let support = match sides[side].iter().any(supported) {
            true => sides[side].iter().map(|index| u32::from(places(index).support)).sum(),
            false => 0,
        };
        support + sides[1 - side].iter().map(shot).sum::<u32>()
    }

    fn note_result(&self, sides: [FighterSet; 2], results: [u16; 2], forces: &Forces, state: &mut State) {
        for (side, units) in sides.iter().enumerate() {
            for index in units.iter() {
                let formation = forces.units[self.fighters[index].unit].formation;
                state.put(forces.formations[formation].ledger.result, results[side]);
            }
        }
    }

    /// L1478, L1504, L1538: every unit of the loser goes back; artillery is lost, and so are stands whose way is
    /// blocked.
    fn retreat<D: Dice>(&self, losers: FighterSet, distance: u32, forces: &Forces, state: &mut State, dice: &mut D) {
        let mut gone_back = FighterSet::default();
        for index in losers.iter() {
            let fighter = &self.fighters[index];
            let unit = &forces.units[fighter.unit];
            if state[unit.stands] == 0 {
                continue;
            }
            let ledger = forces.formations[unit.formation].ledger;
            let with_it = |other: usize| self.fighters[other].formation == fighter.formation;
            let first = !gone_back.iter().any(with_it);
            gone_back.add(index);
            if first {
                state.add(ledger.retreat, distance);
            }
            dice.note(|| text!("{name} retreats {distance} cm", name = forces.name_of(fighter.unit), distance));
            state.put(unit.bonus, 0);
            if unit.is_a(Kind::Artillery) {
                forces.lose(state, dice, fighter.unit, u32::MAX);
            } else if let Some((room, stands)) = fighter.room
                && state[ledger.retreat] > room
            {
                forces.lose(state, dice, fighter.unit, stands.into());
            }
        }
    }
}
