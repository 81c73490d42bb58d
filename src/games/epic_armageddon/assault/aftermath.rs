//! §1.12.8 to §1.12.10: the consequences of losing and winning.

use crate::assault::Assault;
use crate::forces::{BROKE, Forces, WITHDRAWN};
use crate::losses::Cause;
use crate::withdrawal::NearEnemies;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::state::State;
use smallvec::SmallVec;

impl Assault {
    /// The winner and the loser.
    pub(super) fn winner_and_loser(&self, state: &State) -> (usize, usize) {
        let winner = usize::from(state[self.winner].saturating_sub(1));
        (winner, 1 - winner)
    }

    /// §1.12.8: the losers break and withdraw; those broken already are destroyed.
    pub(super) fn flight<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let (winner, loser) = self.winner_and_loser(state);
        let side = &self.sides[loser];
        let enemies = self.enemies_near(forces, state, winner);
        for &formation in &side.formations {
            // §4.2.5: aircraft on the ground cannot get away from a lost assault.
            if forces.formations[formation].aircraft {
                self.destroy(forces, state, dice, formation);
            }
            if forces.formations[formation].is_broken(state) {
                // Broken formations that lose are destroyed, except for fearless units (§2.1.17).
                if self.takes_part(forces, state, loser, formation) {
                    self.destroy(forces, state, dice, formation);
                }
                continue;
            }
            forces.break_formation(state, dice, formation);
            let fighters = side.fighters.iter().filter(|fighter| forces.groups[fighter.group].formation == formation);
            for fighter in fighters {
                let units = state.count(fighter.in_contact) + state.count(fighter.in_firefight);
                self.caught.leave_behind(forces, state, dice, NearEnemies { group: fighter.group, units, enemies });
            }
            self.caught.withdraw(forces, state, dice, formation);
        }
        for &formation in &side.formations {
            state.put(forces.formations[formation].ledger.due, 0);
        }
    }

    /// Whether the loser may have friends near by.
    pub(super) fn has_neighbours(&self, state: &State) -> bool {
        let loser = &self.sides[self.winner_and_loser(state).1];
        !loser.supporters.is_empty() || !loser.neighbours.is_empty()
    }

    /// §1.12.8: friends near the loser get a marker.
    pub(super) fn mark_near_the_loser<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let (winner, loser) = self.winner_and_loser(state);
        let enemies = self.enemies_near(forces, state, winner);
        for formation in self.near_the_loser(forces, state, loser) {
            let name = &forces.formations[formation].name;
            dice.note(|| text!("1 blast marker on {name}, near enough to support the loser (§1.12.8)", name));
            forces.place_markers(state, dice, formation, 1);
            forces.check_broken(state, dice, formation);
            if state[forces.formations[formation].ledger.broke] == BROKE {
                for group in forces.formations[formation].groups.clone() {
                    let units = self.near_by(state, loser, group, forces.groups[group].formation);
                    self.caught.leave_behind(forces, state, dice, NearEnemies { group, units, enemies });
                }
            }
        }
    }

    /// §1.12.9: the winners get markers for what they have lost.
    pub(super) fn mark_the_winner<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let (winner, _) = self.winner_and_loser(state);
        for &formation in &self.sides[winner].formations {
            let of = &forces.formations[formation];
            if !of.is_broken(state) {
                let due = state.count(of.ledger.due);
                if due > 0 {
                    dice.note(|| {
                        text!("{due} blast marker(s) on {name} for its losses (§1.12.9)", due, name = of.name)
                    });
                }
                forces.place_markers(state, dice, formation, due);
                forces.check_broken(state, dice, formation);
                // A winner broken by its losses stays where it is (§1.12.9).
                if of.is_broken(state) {
                    state.put(of.ledger.broke, WITHDRAWN);
                }
            }
            state.put(of.ledger.due, 0);
        }
    }

    /// §1.12.8: friends of the loser with a unit within 15 cm of a fighting enemy: those in support in the round that
    /// was lost, and those that the scenario names in addition. Aircraft in flight do not count.
    fn near_the_loser(&self, forces: &Forces, state: &State, loser: usize) -> SmallVec<[usize; 4]> {
        let side = &self.sides[loser];
        let there = |group: &usize| forces.groups[*group].present(state).min(self.in_support(state, loser, *group)) > 0;
        let supporters = side.supporters.iter().map(|(group, _)| *group).filter(there);
        let supporters = supporters.map(|group| forces.groups[group].formation);
        let mut near: SmallVec<[usize; 4]> = SmallVec::new();
        for formation in supporters.chain(side.neighbours.iter().copied()) {
            if !near.contains(&formation) && !forces.formations[formation].flies(state) {
                near.push(formation);
            }
        }
        near
    }

    /// §1.12.6: units of a group that can support a side in this round.
    fn in_support(&self, state: &State, side: usize, group: usize) -> u32 {
        let later = usize::from(state[self.rounds] > 1);
        let of_group = self.sides[side].supporters.iter().filter(|(other, _)| *other == group);
        of_group.map(|(_, units)| units[later]).sum()
    }

    /// The most units of a group of a formation near the loser that are within 15 cm of an enemy: those in support, or
    /// all if the scenario names the formation as near.
    fn near_by(&self, state: &State, loser: usize, group: usize, formation: usize) -> u32 {
        match self.sides[loser].neighbours.contains(&formation) {
            true => u32::MAX,
            false => self.in_support(state, loser, group),
        }
    }

    /// §1.13.3: enemy units near the losers: all that have fought them, and those near enough to support these; not
    /// counted if all units can withdraw.
    fn enemies_near(&self, forces: &Forces, state: &State, winner: usize) -> u32 {
        if !self.counts_enemies_near {
            return 0;
        }
        let supporting = |&(group, _): &(usize, [u32; 2])| {
            let flies = forces.formations[forces.groups[group].formation].flies(state);
            if flies { 0 } else { forces.groups[group].present(state).min(self.in_support(state, winner, group)) }
        };
        self.engaged(state, winner) + self.sides[winner].supporters.iter().map(supporting).sum::<u32>()
    }

    fn destroy<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, formation: usize) {
        let of = &forces.formations[formation];
        if forces.units(state, formation) == 0 {
            return;
        }
        dice.note(|| match of.aircraft {
            true => text!("{name} is destroyed on the ground (§4.2.5)", name = of.name),
            false => text!("{name} was broken already: destroyed (§1.12.8)", name = of.name),
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
            state.put(forces.groups[group].alive, 0);
            if let Some(aboard) = &forces.groups[group].aboard {
                state.put(aboard.on_foot, 0);
            }
            state.add(of.ledger.losses, lost);
        }
    }
}
