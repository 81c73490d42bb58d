//! §1.12.3, §1.12.4: the charge: which formations take part, which units are in contact, which fight from the air.

use crate::assault::{ATTACKER, Assault, Contact, DEFENDER, Fighter};
use crate::forces::Forces;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::state::State;
use smallvec::SmallVec;

impl Assault {
    /// §1.12.3: an assault needs a formation that can charge and one that can be charged. Units killed by fire on the
    /// way are no kills of the assault, and markers of formations wiped out before it are gone. Further rounds are
    /// always fought, even if no unit is left within reach (§1.12.7 Q).
    pub(super) fn begin(&self, forces: &Forces, state: &mut State) -> bool {
        self.aside.iter().for_each(|aside| aside.put(forces, state));
        self.clear_markers(forces, state);
        // §4.1.1: aircraft in flight cannot be assaulted.
        self.sides[ATTACKER].formations.iter().any(|&formation| forces.can_act(state, formation))
            && self.sides[DEFENDER].formations.iter().all(|&formation| !forces.formations[formation].flies(state))
            && self.units(forces, state, DEFENDER) > 0
    }

    /// Clears markers of formations of which no unit is left, before and after the assault.
    pub(super) fn clear_markers(&self, forces: &Forces, state: &mut State) {
        for &formation in self.sides.iter().flat_map(|side| &side.formations) {
            if forces.heads(state, formation) == 0 {
                state.put(forces.formations[formation].markers, 0);
            }
        }
    }

    /// Units of a fighter that take part.
    pub(super) fn ready(&self, forces: &Forces, state: &State, side: usize, fighter: &Fighter) -> u32 {
        let group = &forces.groups[fighter.group];
        if self.takes_part(forces, state, side, group.formation) { group.present(state) } else { 0 }
    }

    /// §1.6, §2.1.7: broken formations do not follow a commander.
    pub(super) fn takes_part(&self, forces: &Forces, state: &State, side: usize, formation: usize) -> bool {
        !(self.sides[side].commanded && forces.formations[formation].is_broken(state))
    }

    /// §1.12.3, §1.12.4: which units are in contact. Each further round pairs the survivors in the same way.
    pub(super) fn engage(&self, forces: &Forces, state: &mut State) {
        for side in [ATTACKER, DEFENDER].into_iter().filter(|&side| self.sides[side].counted) {
            for fighter in &self.sides[side].fighters {
                let ready = self.ready(forces, state, side, fighter);
                let touching = ready.min(fighter.most_in_contact);
                state.set(fighter.in_contact, touching);
                state.set(fighter.in_firefight, (ready - touching).min(fighter.most_in_firefight));
            }
        }
        // Attackers pair off one to one with the defenders, then the remaining attackers double up: two attackers for
        // each defender at most (§1.12.3), two for every point of a war engine's damage capacity (§3.3.1). Remaining
        // defenders double up only by countercharging (§1.12.4).
        if !self.sides[ATTACKER].counted {
            let room = if self.sides[DEFENDER].counted {
                self.in_contact(state, DEFENDER, true)
            } else {
                self.all(forces, state, DEFENDER)
            };
            let most = if self.contact == Contact::None { 0 } else { 2 * room };
            self.line_up(forces, state, ATTACKER, most);
        }
        if !self.sides[DEFENDER].counted {
            let doubling = matches!(self.contact, Contact::PairedOff { countercharge: true });
            let charging = self.in_contact(state, ATTACKER, doubling);
            self.line_up(forces, state, DEFENDER, if doubling { 2 * charging } else { charging });
        }
        self.take_off(state);
    }

    /// Units of a side that are ready to fight, war engines as their damage capacity.
    fn all(&self, forces: &Forces, state: &State, side: usize) -> u32 {
        let of = |fighter: &Fighter| self.ready(forces, state, side, fighter) * fighter.weight;
        self.sides[side].fighters.iter().map(of).sum()
    }

    /// Units of a side in contact; weighed, war engines count as their damage capacity.
    fn in_contact(&self, state: &State, side: usize, weighed: bool) -> u32 {
        let of = |fighter: &Fighter| state.count(fighter.in_contact) * if weighed { fighter.weight } else { 1 };
        self.sides[side].fighters.iter().map(of).sum()
    }

    /// Puts the first `touching` units of a side into contact, all others into the firefight.
    fn line_up(&self, forces: &Forces, state: &mut State, side: usize, mut touching: u32) {
        for fighter in &self.sides[side].fighters {
            let ready = self.ready(forces, state, side, fighter);
            let here = ready.min(touching);
            touching -= here;
            state.set(fighter.in_contact, here);
            state.set(fighter.in_firefight, ready - here);
        }
    }

    /// §2.1.2: units in contact with a skimmer that forces a firefight use their firefight value, as it does. Pairs are
    /// those of the charge: the nth unit of the longer line touches the nth of the shorter one, starting again at its
    /// end.
    fn take_off(&self, state: &mut State) {
        if self.sides.iter().flat_map(|side| &side.fighters).all(|fighter| fighter.aloft.is_none()) {
            return;
        }
        let lines = [ATTACKER, DEFENDER].map(|side| {
            let mut line: SmallVec<[(usize, bool); 64]> = SmallVec::new();
            for (index, fighter) in self.sides[side].fighters.iter().enumerate() {
                if let Some(aloft) = fighter.aloft {
                    state.set(aloft, 0);
                }
                line.extend((0..state[fighter.in_contact]).map(|_| (index, fighter.forces_firefight)));
            }
            line
        });
        if lines.iter().all(|line| line.iter().all(|(_, forces)| !forces)) {
            return;
        }
        let (short, long) = if lines[0].len() < lines[1].len() { (0, 1) } else { (1, 0) };
        if lines[short].is_empty() {
            return;
        }
        let mut up: SmallVec<[bool; 64]> = lines[short].iter().map(|&(_, forces)| forces).collect();
        for (place, &(_, forces)) in lines[long].iter().enumerate() {
            let partner = place % lines[short].len();
            up[partner] |= forces;
        }
        let raise = |state: &mut State, side: usize, index: usize| {
            if let Some(aloft) = self.sides[side].fighters[index].aloft {
                state.add(aloft, 1);
            }
        };
        for (place, &(index, forces)) in lines[long].iter().enumerate() {
            if forces || lines[short][place % lines[short].len()].1 {
                raise(state, long, index);
            }
        }
        for (&(index, _), _) in lines[short].iter().zip(&up).filter(|(_, up)| **up) {
            raise(state, short, index);
        }
    }

    /// Clears the places in the fight, which no longer matter.
    pub(super) fn disengage(&self, state: &mut State) {
        [ATTACKER, DEFENDER].into_iter().for_each(|side| self.leave_places(state, side));
    }

    /// Where all ways are followed, clears the places of a side as soon as nothing more depends on them.
    pub(super) fn done_with_places<D: Dice>(&self, state: &mut State, dice: &D, side: usize) {
        if dice.puts_off() && !self.counts_enemies_near {
            self.leave_places(state, side);
        }
    }

    fn leave_places(&self, state: &mut State, side: usize) {
        for fighter in &self.sides[side].fighters {
            state.set(fighter.in_contact, 0);
            state.set(fighter.in_firefight, 0);
            if let Some(aloft) = fighter.aloft {
                state.set(aloft, 0);
            }
        }
    }
}
