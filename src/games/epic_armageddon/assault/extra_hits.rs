//! §1.12.7: the extra hits of a lost assault.

use crate::assault::{ATTACKER, Assault, Near};
use crate::forces::Forces;
use crate::losses::Cause;
use crate::readings::ExtraHitsOnEngines;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::state::State;
use smallvec::{SmallVec, smallvec};

/// Extra hits that are not taken yet.
struct Due {
    /// The side that takes them.
    side: usize,
    left: u32,
    /// The most that units in one place take at once.
    at_once: u32,
    /// Those that each fighter has taken.
    struck: SmallVec<[u32; 16]>,
}

impl Assault {
    /// §1.12.7, §2.1.14, §2.1.17: as many hits without any save as the winner's lead, one fewer on stubborn formations,
    /// none on fearless units; those in contact first, then those within 15 cm, then all others. §1.12.10: formations
    /// that fight as one share them.
    pub(super) fn extra_hits<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let (winner, loser) = self.winner_and_loser(state);
        dice.note(|| match (winner, state.count(self.margin)) {
            (ATTACKER, 0) => text!("the attacker wins"),
            (ATTACKER, lead) => text!("the attacker wins by {lead}", lead),
            (_, 0) => text!("the defender wins"),
            (_, lead) => text!("the defender wins by {lead}", lead),
        });
        let side = &self.sides[loser];
        let left = self.extra_hits_due(forces, state, loser);
        // §1.12.10: one for each formation in turn.
        let at_once = if side.in_turn.is_empty() { u32::MAX } else { 1 };
        let mut due = Due { side: loser, left, at_once, struck: smallvec![0; side.fighters.len()] };
        if side.in_turn.is_empty() {
            for &place in &side.places {
                if due.left == 0 {
                    return;
                }
                self.extra_hits_at(forces, state, dice, place, &mut due);
            }
            return;
        }
        loop {
            let before = due.left;
            for &formation in &side.formations {
                let own = |&&(fighter, _): &&(usize, Near)| side.in_turn[fighter] == formation;
                let mut places = side.places.iter().filter(own);
                places.any(|&place| self.extra_hits_at(forces, state, dice, place, &mut due) > 0);
            }
            if due.left == before {
                return;
            }
        }
    }

    /// Extra hits of the losing side.
    fn extra_hits_due(&self, forces: &Forces, state: &State, loser: usize) -> u32 {
        let side = &self.sides[loser];
        let alive = |formation: &&usize| forces.units(state, **formation) > 0;
        let stubborn = side.formations.iter().filter(alive).all(|&formation| forces.is_stubborn(state, formation));
        let shares =
            side.formations.iter().filter(alive).map(|&formation| forces.formations[formation].rules.extra_hits);
        let share = shares.max().unwrap_or(100);
        state.count(self.margin).saturating_sub(u32::from(stubborn)) * share / 100
    }

    /// Takes extra hits from units in one place: each a unit, or a point of a war engine (§3.3.3).
    fn extra_hits_at<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        (index, near): (usize, Near),
        due: &mut Due,
    ) -> u32 {
        let fighter = &self.sides[due.side].fighters[index];
        let group = &forces.groups[fighter.group];
        let ready = self.ready(forces, state, due.side, fighter);
        let here = fighter.units(near).map_or(ready, |cell| ready.min(state.count(cell)));
        // §3.2.1: a reading decides how many a war engine takes before the next unit does.
        let room = match (&group.engine, self.extra_hits) {
            (None, _) => here,
            (Some(engine), ExtraHitsOnEngines::DcLeft) if here > 0 => state.count(engine.left),
            (Some(engine), ExtraHitsOnEngines::DcAtStart) if here + due.struck[index] > 0 => {
                u32::from(engine.dc) - due.struck[index]
            }
            _ => 0,
        };
        let hits = if group.fearless { 0 } else { due.at_once.min(room).min(due.left) };
        if hits > 0 {
            due.left -= hits;
            due.struck[index] += hits;
            dice.note(|| text!("{hits} extra hit(s) on {name} (§1.12.7)", hits, name = group.unit.words));
            forces.lose_without_save(state, dice, fighter.group, hits, Cause::Ordinary);
            if let (None, Some(cell)) = (&group.engine, fighter.units(near)) {
                state.take(cell, hits);
            }
        }
        hits
    }
}
