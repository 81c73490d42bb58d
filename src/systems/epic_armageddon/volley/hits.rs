//! §1.9.6, §1.9.7, §1.11, §2.2.7, §3.2: hits allocated and saved, losses and damage, and the markers they cost.

use smallvec::SmallVec;

use super::super::allocation::{Blow, Hits, Line, MOST_CLASSES, Slots, allocate, strike};
use super::super::forces::{Forces, JINKED, MARCHED};
use super::super::losses::Cause;
use super::super::profile::{Effect, Strength};
use super::super::readings::{CrossfireDisrupt, CrossfirePassengers};
use super::super::state::{Cell, State};
use super::super::war_engine::Impact;
use super::{Aim, Jink, Volley};
use crate::engine::dice::Dice;
use crate::engine::pool::Pool;

/// One kind of hit on one group.
#[derive(Clone, Copy)]
pub struct Hit<'a> {
    /// What it does.
    pub effect: Effect,
    /// The save against it.
    pub save: Option<&'a Pool>,
}

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

    /// §1.9.6: allocates one round of hits and rolls their saves.
    pub(super) fn roll_saves<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        round: (Strength, bool),
    ) {
        self.jink(forces, state, dice);
        let variant = self.variant(forces, state, self.at);
        let sizes: SmallVec<[u32; 16]> = (0..self.targets.len()).map(|slot| self.size(forces, state, slot)).collect();
        let mut hits: SmallVec<[Hits; MOST_CLASSES]> = SmallVec::new();
        let mut which: SmallVec<[usize; MOST_CLASSES]> = SmallVec::new();
        for (index, class) in self.classes.iter().enumerate() {
            if (class.effect.strength, class.effect.sniper) == round && state[class.pending] > 0 {
                let mut slots = self.slots(forces, state, index);
                if round.1 && self.anybody(forces, state, slots & self.sniper_at) {
                    slots &= self.sniper_at;
                }
                let damage = class.effect.damage;
                hits.push(Hits { count: state.count(class.pending), slots, saves: &class.saves[variant], damage });
                which.push(index);
                state[class.pending] = 0;
            }
        }
        let front_to_back: SmallVec<[usize; 16]> = (0..self.targets.len()).collect();
        let order = if round.1 { &self.sniper_order[..] } else { &front_to_back[..] };
        let line = Line { sizes: &sizes, engines: &self.engines, order, in_turn: &[] };
        // §2.2.7: hits with disrupt place a marker each, saved or not, but none on those who cost no markers.
        if hits.iter().zip(&which).any(|(_, &class)| self.classes[class].effect.disrupt) {
            self.disrupt(forces, state, line, &hits, &which);
        }
        strike(dice, line, &hits, |dice, slot, class, blow| {
            let hit = Hit { effect: self.classes[which[class]].effect, save: hits[class].saves[slot].as_ref() };
            let dead = self.land(forces, state, dice, self.targets[slot].group, blow, hit);
            if let Some((_, left)) = self.targets[slot].exposed {
                state.take(left, dead);
            }
        });
    }

    /// §2.2.7: a marker for every hit of disrupting weapons that falls on a unit that costs markers. Those on war engines
    /// are counted when their shields have let them through.
    fn disrupt(&self, forces: &Forces, state: &mut State, line: Line, hits: &[Hits], which: &[usize]) {
        allocate(line, hits, |slot, class, units| {
            let group = &forces.groups[self.targets[slot].group];
            if self.classes[which[class]].effect.disrupt && !group.expendable && group.engine.is_none() {
                state.add(forces.formations[group.formation].ledger.due, units);
            }
        });
    }

    /// A blow lands on a group; how many of its units it destroyed.
    pub fn land<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        group: usize,
        blow: Blow,
        hit: Hit,
    ) -> u32 {
        match blow {
            Blow::Dead(units) => {
                self.fall(forces, state, dice, group, units, hit.effect);
                units
            }
            Blow::Hits(_) | Blow::Points(_) => self.batter(forces, state, dice, group, blow, hit),
        }
    }

    /// §3.2: a war engine is hit; 1 if it was destroyed.
    fn batter<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        group: usize,
        blow: Blow,
        hit: Hit,
    ) -> u32 {
        let of = &forces.groups[group];
        let crossfire = of.formation == self.at && self.in_crossfire(forces, state);
        let cause = self.cause(group, hit.effect, crossfire);
        let impact = Impact { blow, save: hit.save, past_shields: false, cause };
        let (hits, suffered) = forces.batter(state, dice, group, impact);
        // §2.2.7: a marker a hit with disrupt, else one a point of damage (§3.2.4).
        let own = if hit.effect.disrupt { hits } else { suffered.points };
        let due = forces.formations[of.formation].ledger.due;
        state.add(due, if of.expendable { 0 } else { own });
        if let Some(lost) = suffered.lost {
            let costly = !of.expendable && self.costs_extra(hit.effect) || lost.costly_passengers > 0;
            self.first_loss(state, dice, due, crossfire && costly);
        }
        u32::from(suffered.lost.is_some())
    }

    /// What destroys those aboard with their vehicle: §4.2.5, §2.1.2: in the air, nothing lets them out.
    fn cause(&self, group: usize, effect: Effect, crossfire: bool) -> Cause {
        if self.air.is_some() || self.aloft.contains(&group) {
            return Cause::NoEscape;
        }
        let passengers = self.crossfire.map(|crossfire| crossfire.passengers);
        Cause::Hit(effect, crossfire && passengers == Some(CrossfirePassengers::MinusOne))
    }

    /// Units die of hits: counted, and their markers noted. §2.1.19: expendable units cost none; §2.2.7: nor do those
    /// who die of disrupting hits; their passengers do.
    fn fall<D: Dice>(
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
        let lost = forces.lose(state, dice, group, units, self.cause(group, effect, crossfire));
        dice.note(|| format!("{} of {} destroyed", lost.words(&of.unit.name), formation.name));
        state.add(formation.ledger.fallen, lost.units());
        let own = if of.expendable { 0 } else { lost.own };
        let markers = lost.costly_passengers + if effect.disrupt { 0 } else { own };
        state.add(formation.ledger.due, markers);
        let costly = own > 0 && self.costs_extra(effect) || lost.costly_passengers > 0;
        self.first_loss(state, dice, formation.ledger.due, crossfire && costly);
    }

    /// §1.11, §2.2.7: whether a unit lost to such a hit costs crossfire's extra marker, by the reading in force.
    fn costs_extra(&self, effect: Effect) -> bool {
        let disrupt = self.crossfire.map(|crossfire| crossfire.disrupt);
        !(effect.disrupt && disrupt == Some(CrossfireDisrupt::NoExtraMarker))
    }

    /// §1.11: the first unit lost to crossfire costs one more marker.
    fn first_loss<D: Dice>(&self, state: &mut State, dice: &mut D, due: Cell, costly: bool) {
        if costly && state[self.crossed] == 0 {
            state[self.crossed] = 1;
            state.add(due, 1);
            dice.note(|| "the first unit lost to crossfire costs one more blast marker (§1.11)".into());
        }
    }

    /// §4.2.3: aircraft that have to save may jink: all of the formation, and they do not attack any more.
    fn jink<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let target = &forces.formations[self.at];
        let jinks = self.air.is_some_and(|air| air.jink == Jink::Always);
        if jinks && state[target.status] & JINKED == 0 {
            state[target.status] |= JINKED;
            dice.note(|| format!("{} jink (§4.2.3)", target.name));
        }
    }

    /// Which saves a formation hit has: 1 more in crossfire (§1.11), 2 more on overwatch (§1.8.4); for aircraft in flight,
    /// to which neither happens, 1 more if they jink.
    pub fn variant(&self, forces: &Forces, state: &State, formation: usize) -> usize {
        if let Some(air) = self.air {
            return usize::from(air.jink == Jink::Always);
        }
        let crossfire = formation == self.at && self.in_crossfire(forces, state);
        usize::from(crossfire) + 2 * usize::from(forces.formations[formation].is_on_overwatch(state))
    }

    /// §1.11: the other end of the line must be neither broken nor marched.
    fn in_crossfire(&self, forces: &Forces, state: &State) -> bool {
        // §4.1.1: nor must it be in flight.
        let holds = |with: usize| {
            let of = &forces.formations[with];
            forces.can_act(state, with) && state[of.status] & MARCHED == 0 && !of.flies(state)
        };
        self.crossfire.is_some_and(|crossfire| crossfire.with.is_none_or(holds))
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
        self.aside.iter().for_each(|aside| aside.put(forces, state));
        self.cease_fire(state);
    }

    /// What served the volley alone matters no more.
    pub(super) fn cease_fire(&self, state: &mut State) {
        state[self.aimed] = 0;
        state[self.crossed] = 0;
        state[self.adrift] = 0;
        for left in self.targets.iter().filter_map(|target| target.exposed) {
            state[left.1] = 0;
        }
        for firer in &self.firers {
            state[firer.active] = 0;
        }
    }
}
