//! §1.9.6, §1.9.7, §2.2.7: hits allocated and saved, and the markers they cost.

use crate::allocation::{Hits, Line, MOST_CLASSES, Slots, allocate, strike};
use crate::fire::{Aim, Hit, Volley};
use crate::forces::Forces;
use crate::profile::Strength;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::state::State;
use smallvec::SmallVec;

impl Volley {
    /// §1.9.6: the slots a class of hits may be allocated to.
    fn slots(&self, forces: &Forces, state: &State, index: usize) -> Slots {
        let class = &self.classes[index];
        let slots = self.declared(state, index);
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

    /// §1.9.6: allocates one round of hits and rolls their saves, from this blow on; the first of the next piece.
    pub(super) fn roll_saves<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        (round, from): ((Strength, bool), usize),
    ) -> Option<usize> {
        self.at.jink(forces, state, dice);
        let (variant, sizes) = self.begun.with(state, from, || {
            let sizes = (0..self.targets.len()).map(|slot| self.size(forces, state, slot)).collect();
            (self.at.variant(forces, state, self.at.formation), sizes)
        });
        let mut hits: SmallVec<[Hits; MOST_CLASSES]> = SmallVec::new();
        let due = |&index: &usize| self.classes[index].round == round && state[self.classes[index].pending] > 0;
        let mut which: SmallVec<[usize; MOST_CLASSES]> = (0..self.classes.len()).filter(due).collect();
        which.sort_by_key(|&index| self.classes[index].effect.strength);
        for &index in &which {
            let class = &self.classes[index];
            let mut slots = self.slots(forces, state, index);
            let at = slots & self.sniper_at;
            if round.1 && sizes.iter().enumerate().any(|(slot, &size)| at >> slot & 1 == 1 && size > 0) {
                slots = at;
            }
            let damage = class.effect.damage;
            hits.push(Hits { count: state.count(class.pending), slots, saves: &class.saves[variant], damage });
        }
        let front_to_back: SmallVec<[usize; 16]> = (0..self.targets.len()).collect();
        let order = if round.1 { &self.sniper_order[..] } else { &front_to_back[..] };
        let line = Line { sizes: &sizes, engines: &self.engines, order, alike: 0, in_turn: &[] };
        // §2.2.7: hits with disrupt place a marker each, saved or not, but none on units that cost no markers.
        if from == 0 && hits.iter().zip(&which).any(|(_, &class)| self.classes[class].effect.disrupt) {
            self.disrupt(forces, state, line, &hits, &which);
        }
        let next = strike(dice, line, &hits, from, |dice, slot, class, blow| {
            let hit = Hit { effect: self.classes[which[class]].effect, save: hits[class].save(slot) };
            let dead = self.at.land(forces, state, dice, self.targets[slot].group, blow, hit);
            if let Some((_, left)) = self.targets[slot].exposed {
                state.take(left, dead);
            }
        });
        if next.is_none() {
            which.iter().for_each(|&index| state.put(self.classes[index].pending, 0));
        }
        self.begun.keep(state, (from, next), (variant, &sizes));
        next
    }

    /// §2.2.7: a marker for every hit of disrupting weapons on a unit that costs markers. Those on war engines are
    /// counted once their shields have let them through.
    fn disrupt(&self, forces: &Forces, state: &mut State, line: Line, hits: &[Hits], which: &[usize]) {
        allocate(line, hits, |slot, class, units| {
            let group = &forces.groups[self.targets[slot].group];
            if self.classes[which[class]].effect.disrupt && !group.expendable && group.engine.is_none() {
                state.add(forces.formations[group.formation].ledger.due, units);
            }
        });
    }

    /// §1.9.4, §1.9.7: markers for the losses, then the check whether a formation breaks.
    pub(super) fn reckon<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        for firer in &self.firers {
            for magazine in &firer.magazines {
                let active = state.count(firer.active);
                magazine.fire(state, active);
            }
        }
        let others = self.templates.iter().flat_map(|barrage| barrage.others());
        for formation in std::iter::once(self.at.formation).chain(others) {
            let ledger = forces.formations[formation].ledger;
            let due = state.count(ledger.due);
            state.put(ledger.due, 0);
            if due > 0 {
                dice.note(|| {
                    text!(
                        "{due} blast marker(s) more for {name} (§1.9.4)",
                        due,
                        name = forces.formations[formation].name
                    )
                });
                forces.place_markers(state, dice, formation, due);
            }
            forces.check_broken(state, dice, formation);
        }
        self.aside.iter().for_each(|aside| aside.put(forces, state));
        self.cease_fire(state);
    }

    /// Clears the cells of the volley.
    pub(super) fn cease_fire(&self, state: &mut State) {
        state.put(self.aimed, 0);
        state.put(self.at.crossed, 0);
        state.put(self.adrift, 0);
        for left in self.targets.iter().filter_map(|target| target.exposed) {
            state.put(left.1, 0);
        }
        for firer in &self.firers {
            state.put(firer.active, 0);
        }
    }
}
