//! §1.12.7 to §1.12.10: what defeat and victory cost.

use smallvec::SmallVec;

use super::super::forces::{Forces, WITHDRAWN};
use super::super::losses::Cause;
use super::super::state::State;
use super::{ATTACKER, Assault};
use crate::engine::dice::Dice;

impl Assault {
    /// §1.12.8 to §1.12.10: the loser's extra hits and flight, the winner's markers.
    pub(super) fn aftermath<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let winner = usize::from(state[self.winner].saturating_sub(1));
        let loser = 1 - winner;
        dice.note(|| match winner {
            ATTACKER => text!("the attacker wins"),
            _ => text!("the defender wins"),
        });
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
            dice.note(|| text!("1 blast marker on {name}, near enough to support the loser (§1.12.8)", name));
            forces.place_markers(state, dice, formation, 1);
            forces.check_broken(state, dice, formation);
        }
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
                    state[of.ledger.broke] = WITHDRAWN;
                }
            }
        }
        for &formation in self.sides.iter().flat_map(|side| &side.formations) {
            state[forces.formations[formation].ledger.due] = 0;
        }
        self.clear_markers(forces, state);
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
            state[forces.groups[group].alive] = 0;
            if let Some(aboard) = &forces.groups[group].aboard {
                state[aboard.on_foot] = 0;
            }
            state.add(of.ledger.losses, lost);
        }
    }
}
