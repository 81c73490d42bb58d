//! §1.9.6, §1.9.7, §1.11, §2.2.7: hits allocated and saved, losses, and the markers they cost.

use smallvec::SmallVec;

use super::super::allocation::{Hits, MOST_CLASSES, Slots, allocate, strike};
use super::super::forces::{Cause, Forces, MARCHED};
use super::super::profile::{Effect, Strength};
use super::super::state::State;
use super::{Aim, Class, Volley};
use crate::engine::dice::Dice;

impl Volley {
    /// §1.9.6: the slots a class of hits may be allocated to.
    fn slots(&self, forces: &Forces, state: &State, class: &Class) -> Slots {
        let slots = class.reach & self.open_to[class.kind as usize];
        if class.effect.ignore_cover {
            return slots;
        }
        let only = |keep: bool| {
            let kept = (0..self.targets.len()).filter(|&slot| self.covered(forces, state, slot) == keep);
            kept.fold(0, |slots, slot| slots | 1 << slot)
        };
        if self.spares_the_covered(state, class.kind) {
            return slots & only(false);
        }
        let covered = slots & only(true);
        if self.aims[class.kind as usize] == Aim::Covered && covered != 0 { covered } else { slots }
    }

    /// §1.9.6: allocates one round of hits and rolls their saves.
    pub(super) fn roll_saves<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        round: (Strength, bool),
    ) {
        let variant = self.variant(forces, state, self.at);
        let sizes: SmallVec<[u32; 16]> = (0..self.targets.len()).map(|slot| self.size(forces, state, slot)).collect();
        let mut hits: SmallVec<[Hits; MOST_CLASSES]> = SmallVec::new();
        let mut which: SmallVec<[usize; MOST_CLASSES]> = SmallVec::new();
        for (index, class) in self.classes.iter().enumerate() {
            if (class.effect.strength, class.effect.sniper) == round && state[class.pending] > 0 {
                let mut slots = self.slots(forces, state, class);
                if round.1 && self.anybody(forces, state, slots & self.sniper_at) {
                    slots &= self.sniper_at;
                }
                hits.push(Hits { count: state.count(class.pending), slots, saves: &class.saves[variant] });
                which.push(index);
                state[class.pending] = 0;
            }
        }
        let front_to_back: SmallVec<[usize; 16]> = (0..self.targets.len()).collect();
        let order = if round.1 { &self.sniper_order[..] } else { &front_to_back[..] };
        // §2.2.7: hits with disrupt place a marker each, saved or not, but none on those who cost no markers.
        if hits.iter().zip(&which).any(|(_, &class)| self.classes[class].effect.disrupt) {
            self.disrupt(forces, state, &sizes, order, &hits, &which);
        }
        strike(dice, &sizes, order, &hits, |dice, slot, class, units| {
            let effect = self.classes[which[class]].effect;
            if let Some((_, left)) = self.targets[slot].exposed {
                state.take(left, units);
            }
            self.fall(forces, state, dice, self.targets[slot].group, units, effect);
        });
    }

    /// §2.2.7: a marker for every hit of disrupting weapons that falls on a unit that costs markers.
    fn disrupt(
        &self,
        forces: &Forces,
        state: &mut State,
        sizes: &[u32],
        order: &[usize],
        hits: &[Hits],
        which: &[usize],
    ) {
        allocate(sizes, order, hits, |slot, class, units| {
            let group = &forces.groups[self.targets[slot].group];
            if self.classes[which[class]].effect.disrupt && !group.expendable {
                state.add(forces.formations[group.formation].ledger.due, units);
            }
        });
    }

    /// Units die of hits: counted, and their markers noted. §2.1.19: expendable units cost none; §2.2.7: nor do those
    /// who die of disrupting hits; their passengers do. §1.11: the first unit lost to crossfire costs one more.
    pub fn fall<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        group: usize,
        units: u32,
        effect: Effect,
    ) {
        let of = &forces.groups[group];
        let formation = &forces.formations[of.formation];
        let crossfire = of.formation == self.at && self.in_crossfire(forces, state);
        let lost = forces.lose(state, dice, group, units, Cause::Hit(effect, crossfire));
        dice.note(|| format!("{} of {} destroyed", lost.words(&of.unit.name), formation.name));
        state.add(formation.ledger.fallen, lost.units());
        let own = if of.expendable { 0 } else { lost.own };
        let markers = lost.costly_passengers + if effect.disrupt { 0 } else { own };
        state.add(formation.ledger.due, markers);
        let costly = own + lost.costly_passengers > 0;
        if costly && crossfire && state[self.crossed] == 0 {
            state[self.crossed] = 1;
            state.add(formation.ledger.due, 1);
            dice.note(|| "the first unit lost to crossfire costs one more blast marker (§1.11)".into());
        }
    }

    /// Which saves a formation hit has: 1 more in crossfire (§1.11), 2 more on overwatch (§1.8.4).
    pub fn variant(&self, forces: &Forces, state: &State, formation: usize) -> usize {
        let crossfire = formation == self.at && self.in_crossfire(forces, state);
        usize::from(crossfire) + 2 * usize::from(forces.formations[formation].is_on_overwatch(state))
    }

    /// §1.11: the other end of the line must be neither broken nor marched.
    fn in_crossfire(&self, forces: &Forces, state: &State) -> bool {
        self.crossfire.is_some_and(|crossfire| {
            crossfire
                .with
                .is_none_or(|with| forces.can_act(state, with) && state[forces.formations[with].status] & MARCHED == 0)
        })
    }

    /// §1.9.4, §1.9.7: markers for the losses, then the check whether a formation breaks.
    pub(super) fn reckon<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        for firer in &self.firers {
            for magazine in &firer.magazines {
                let active = state.count(firer.active);
                magazine.fire(state, active);
            }
        }
        let others = self.barrage.iter().flat_map(|barrage| barrage.others());
        for formation in std::iter::once(self.at).chain(others) {
            let ledger = forces.formations[formation].ledger;
            let due = state.count(ledger.due);
            state[ledger.due] = 0;
            if due > 0 {
                dice.note(|| format!("{due} blast marker(s) more for {} (§1.9.4)", forces.formations[formation].name));
                forces.place_markers(state, dice, formation, due);
            }
            forces.check_broken(state, dice, formation);
        }
        self.cease_fire(state);
    }

    /// What served the volley alone matters no more.
    pub(super) fn cease_fire(&self, state: &mut State) {
        state[self.aimed] = 0;
        state[self.crossed] = 0;
        for left in self.targets.iter().filter_map(|target| target.exposed) {
            state[left.1] = 0;
        }
        for firer in &self.firers {
            state[firer.active] = 0;
        }
    }
}
