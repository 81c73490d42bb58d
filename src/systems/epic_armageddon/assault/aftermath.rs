//! §1.12.7 to §1.12.10: what defeat and victory cost.

use smallvec::SmallVec;

use super::super::forces::Forces;
use super::super::losses::Cause;
use super::super::readings::ExtraHitsOnEngines;
use super::super::state::{Cell, State};
use super::super::withdrawal::WITHDRAWN;
use super::{ATTACKER, Assault, Fighter};
use crate::engine::dice::Dice;

impl Assault {
    /// §1.12.8 to §1.12.10: the loser's extra hits and flight, the winner's markers.
    pub(super) fn aftermath<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let winner = usize::from(state[self.winner].saturating_sub(1));
        let loser = 1 - winner;
        dice.note(|| format!("the {} wins", if winner == ATTACKER { "attacker" } else { "defender" }));
        self.extra_hits(forces, state, dice, loser);
        let side = &self.sides[loser];
        for &formation in &side.formations {
            // §4.2.5: aircraft on the ground do not get away from a lost assault.
            if forces.formations[formation].aircraft {
                self.destroy(forces, state, dice, formation);
            }
            if forces.formations[formation].is_broken(state) {
                // Broken formations that lose are destroyed, their fearless units excepted (§2.1.17).
                if self.takes_part(forces, state, loser, formation) {
                    self.destroy(forces, state, dice, formation);
                }
                continue;
            }
            forces.break_formation(state, dice, formation);
            self.caught.withdraw(forces, state, dice, formation);
        }
        let near = side.neighbours.iter().filter(|&&formation| !forces.formations[formation].flies(state));
        for formation in near.copied().collect::<SmallVec<[usize; 4]>>() {
            let name = &forces.formations[formation].name;
            dice.note(|| format!("1 blast marker on {name}, near enough to support the loser (§1.12.8)"));
            forces.place_markers(state, dice, formation, 1);
            forces.check_broken(state, dice, formation);
        }
        for &formation in &self.sides[winner].formations {
            let of = &forces.formations[formation];
            if !of.is_broken(state) {
                let due = state.count(of.ledger.due);
                if due > 0 {
                    dice.note(|| format!("{due} blast marker(s) on {} for its losses (§1.12.9)", of.name));
                }
                forces.place_markers(state, dice, formation, due);
                forces.check_broken(state, dice, formation);
                // A winner broken by its losses stays where it is (§1.12.9).
                if of.is_broken(state) {
                    state[of.ledger.broke] = WITHDRAWN;
                }
            }
        }
        for &formation in self.sides.iter().flat_map(|side| &side.formations) {
            state[forces.formations[formation].ledger.due] = 0;
        }
        self.clear_markers(forces, state);
    }

    /// §1.12.7, §2.1.14, §2.1.17: as many hits without any save as the winner's lead, one fewer on stubborn units, none
    /// on fearless ones; those in contact first, then those within 15 cm, then all others.
    fn extra_hits<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, loser: usize) {
        let side = &self.sides[loser];
        let alive = |formation: &&usize| forces.units(state, **formation) > 0;
        let stubborn = side.formations.iter().filter(alive).all(|&formation| forces.is_stubborn(state, formation));
        let shares =
            side.formations.iter().filter(alive).map(|&formation| forces.formations[formation].rules.extra_hits);
        let share = shares.max().unwrap_or(100);
        let mut left = state.count(self.margin).saturating_sub(u32::from(stubborn)) * share / 100;
        let mut take = |state: &mut State, dice: &mut D, fighter: &Fighter, units: u32| {
            let group = &forces.groups[fighter.group];
            let here = units.min(self.ready(forces, state, loser, fighter));
            // §3.3.3: a war engine loses a point for each. §3.2.1: how many come before the next unit is a reading.
            let hits = match &group.engine {
                Some(engine) if here > 0 => match self.extra_hits {
                    ExtraHitsOnEngines::DcLeft => left.min(state.count(engine.left)),
                    ExtraHitsOnEngines::DcAtStart => left.min(engine.dc.into()),
                },
                _ => left.min(here),
            };
            if hits > 0 && !group.fearless {
                left -= hits;
                dice.note(|| format!("{hits} extra hit(s) on {} (§1.12.7)", group.unit.name));
                forces.lose_without_save(state, dice, fighter.group, hits, Cause::Ordinary);
            }
        };
        let nearest_first: [fn(&Fighter) -> Cell; 2] = [|fighter| fighter.in_contact, |fighter| fighter.in_firefight];
        for places in nearest_first {
            for fighter in &side.fighters {
                let here = state.count(places(fighter));
                take(state, dice, fighter, here);
            }
        }
        for fighter in &side.fighters {
            take(state, dice, fighter, u32::MAX);
        }
    }

    fn destroy<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, formation: usize) {
        let of = &forces.formations[formation];
        if forces.units(state, formation) == 0 {
            return;
        }
        dice.note(|| match of.aircraft {
            true => format!("{} is destroyed on the ground (§4.2.5)", of.name),
            false => format!("{} was broken already: destroyed (§1.12.8)", of.name),
        });
        for group in of.groups.clone().filter(|&group| !forces.groups[group].fearless) {
            // §1.7.5, §3.3 Q: formations aboard get out, if they can.
            let others = |&rider: &usize| forces.groups[rider].formation != formation;
            if forces.groups[group].carries.iter().any(others) {
                forces.lose(state, dice, group, u32::MAX, Cause::HIT);
                continue;
            }
            if let Some(engine) = &forces.groups[group].engine {
                engine.wreck(state);
                engine.forget_those_gone(state);
            }
            let lost = state.count(forces.groups[group].alive);
            state[forces.groups[group].alive] = 0;
            if let Some(aboard) = &forces.groups[group].aboard {
                state[aboard.on_foot] = 0;
            }
            state.add(of.ledger.losses, lost);
        }
    }
}
