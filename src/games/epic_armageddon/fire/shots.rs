//! §1.9.2 to §1.9.5: which units fire at what, and the dice to hit.

use crate::allocation::Slots;
use crate::fire::{Aim, KINDS, Kind, Shots, Source, Volley};
use crate::forces::{FIRED_AT, Forces, JINKED, MARCHED, ON_MISSION, OVERWATCH};
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::state::State;

/// Shots whose number is a D3.
const NUMBER_OF_SHOTS: Roll = Roll::new(mark!("number of shots, D3"), "1.1.3");

impl Volley {
    /// §1.9.2, §1.9.4: which units fire; the target comes under fire as soon as one unit may shoot. False if none
    /// fires.
    pub(super) fn open_fire<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let shooters = &forces.formations[self.by];
        if !self.may_open_fire(forces, state) {
            return false;
        }
        for target in &self.targets {
            if let Some((most, left)) = target.exposed {
                state.set(left, most.min(forces.groups[target.group].present(state)));
            }
        }
        self.suppress(forces, state);
        let fires = self.may_fire(forces, state);
        let flak = self.at.air.is_some_and(|air| air.flak);
        if self.from_overwatch || flak {
            state.put(shooters.ledger.activated, u16::from(fires));
        }
        // §1.10: once it has fired it is no longer on overwatch; acting otherwise ends it too. §4.2.4: but flak does
        // not.
        if (fires || !self.from_overwatch) && !flak {
            state[shooters.status] &= !OVERWATCH;
        }
        if !fires {
            self.cease_fire(state);
            return false;
        }
        let suppressed = state.count(shooters.ledger.suppressed);
        if suppressed > 0 {
            dice.note(|| text!("{suppressed} unit(s) of {name} suppressed (§1.9.2)", suppressed, name = shooters.name));
        }
        self.comes_under_fire(forces, state, dice);
        for (class, of) in self.classes.iter().enumerate().filter(|(_, of)| of.declared != 0) {
            if !self.anybody(forces, state, of.declared) {
                state[self.adrift] |= 1 << class;
            }
        }
        for kind in KINDS {
            let (open, covered) = self.mixed(forces, state, self.open_to[kind as usize]);
            if open && covered && self.aims[kind as usize] == Aim::Open {
                state[self.aimed] |= 1 << kind as u16;
            }
        }
        true
    }

    /// Whether the shooters can fire at this target at all.
    fn may_open_fire(&self, forces: &Forces, state: &State) -> bool {
        let (shooters, target) = (&forces.formations[self.by], &forces.formations[self.at.formation]);
        let ready = match self.at.air {
            // §4.2.4: neither broken nor marched formations fire flak; the aircraft must be there.
            Some(air) => {
                let there = target.flies(state) && state[target.status] & ON_MISSION != 0;
                let came = |formation: usize| state[forces.formations[formation].ledger.activated] == 1;
                there && air.interceptors.is_none_or(came) && !(air.flak && state[shooters.status] & MARCHED != 0)
            }
            // §4.2.3: nothing else can fire at aircraft in flight.
            None => !target.flies(state) && (!self.from_overwatch || shooters.is_on_overwatch(state)),
        };
        ready && forces.can_act(state, self.by) && forces.is_present(state, self.at.formation)
    }

    /// §1.9.4: a marker for coming under fire. §4.2.7: aircraft get one for each of their movements.
    fn comes_under_fire<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let target = &forces.formations[self.at.formation];
        if self.at.air.is_some() && state[target.status] & FIRED_AT != 0 {
            return;
        }
        if self.at.air.is_some() {
            state[target.status] |= FIRED_AT;
        }
        dice.note(|| text!("1 blast marker on {name} for coming under fire (§1.9.4)", name = target.name));
        forces.place_markers(state, dice, self.at.formation, 1);
    }

    /// §1.9.2: one unit is suppressed for each marker, rear to front, of those that have a weapon in range of a target;
    /// a war engine takes as many markers as its damage capacity (§3.2.4). §4.1.1: aircraft in flight never are.
    fn suppress(&self, forces: &Forces, state: &mut State) {
        let shooters = &forces.formations[self.by];
        let markers_on = |formation: usize| {
            let of = &forces.formations[formation];
            if of.flies(state) { 0 } else { of.rules.counted(state.count(of.markers)) }
        };
        let mut markers: u32 =
            std::iter::once(&self.by).chain(&self.with).map(|&formation| markers_on(formation)).sum();
        for firer in self.firers.iter().rev() {
            let group = &forces.groups[firer.group];
            // §4.2.3: aircraft that have jinked no longer attack, but they still count for suppression.
            let jinked = state[forces.formations[group.formation].status] & JINKED != 0;
            let able = group.present(state).min(firer.able);
            let absorbs = self.anybody(forces, state, firer.in_range);
            let suppressed = if absorbs { able.min(markers / firer.weight) } else { 0 };
            // An engine that would need more markers than are left still uses them up.
            markers -= if absorbs { markers.min(able * firer.weight) } else { 0 };
            state.add(shooters.ledger.suppressed, suppressed);
            state.set(firer.active, if jinked { 0 } else { able - suppressed });
        }
    }

    /// Whether any unit may shoot at all, even at a target that it cannot hurt (§1.9.4 Q).
    fn may_fire(&self, forces: &Forces, state: &State) -> bool {
        let shoots =
            |source: &Source| source.firing(&self.firers, state) > 0 && self.anybody(forces, state, source.reach);
        self.shots.iter().flat_map(|shots| &shots.from).any(shoots)
            || self.templates.iter().any(|barrage| barrage.fires(&self.firers, state))
    }

    /// Whether there is a unit in these slots that can be hit.
    pub(super) fn anybody(&self, forces: &Forces, state: &State, slots: Slots) -> bool {
        (0..self.targets.len()).any(|slot| slots >> slot & 1 == 1 && self.size(forces, state, slot) > 0)
    }

    /// Units in a slot that can be hit.
    pub(super) fn size(&self, forces: &Forces, state: &State, slot: usize) -> u32 {
        let target = &self.targets[slot];
        let present = forces.groups[target.group].present(state);
        target.exposed.map_or(present, |(_, left)| present.min(state.count(left)))
    }

    pub(super) fn covered(&self, forces: &Forces, state: &State, slot: usize) -> bool {
        let target = &self.targets[slot];
        target.covered || (target.covered_on_overwatch && forces.formations[self.at.formation].is_on_overwatch(state))
    }

    /// Whether some of these slots hold units in the open, and some hold units in cover.
    fn mixed(&self, forces: &Forces, state: &State, slots: Slots) -> (bool, bool) {
        let (mut open, mut covered) = (false, false);
        for slot in (0..self.targets.len()).filter(|slot| slots >> slot & 1 == 1) {
            if self.size(forces, state, slot) > 0 {
                *if self.covered(forces, state, slot) { &mut covered } else { &mut open } = true;
            }
        }
        (open, covered)
    }

    /// §1.9.5: one pool of dice to hit.
    pub(super) fn roll_to_hit<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, shots: &Shots) {
        let slots = self.declared(state, shots.class);
        let (open, covered) = self.mixed(forces, state, slots);
        if !open && !covered {
            return;
        }
        let in_the_open = shots.ignore_cover || !covered || self.spares_the_covered(state, shots.kind);
        let Some(to_hit) = &shots.to_hit[usize::from(!in_the_open)] else { return };
        let mut count = 0;
        // Units so far for a weapon that not every unit has: rounded up over all of them.
        let mut sharing = 0;
        for source in &shots.from {
            let other = source.instead_of.map(|other| self.open_to[other as usize] & source.reach);
            if other.is_some_and(|slots| self.anybody(forces, state, slots)) {
                continue;
            }
            let mut armed = source.firing(&self.firers, state);
            if source.one_in > 1 {
                let others = sharing;
                sharing += armed;
                armed = sharing.div_ceil(source.one_in.into()) - others.div_ceil(source.one_in.into());
            }
            count += source.dice.sum(dice, &NUMBER_OF_SHOTS, armed);
        }
        let hits = dice.successes(to_hit, count);
        state.add(self.classes[shots.class].pending, hits);
        state.add(forces.formations[self.at.formation].ledger.hits, hits);
    }

    /// §1.9.6, §3.2.1: the slots that a class of hits can be on: those in range of its kind, and of them those it is
    /// declared against, if any unit was there when fire was opened.
    pub(super) fn declared(&self, state: &State, class: usize) -> Slots {
        let of = &self.classes[class];
        let slots = of.reach & self.open_to[of.kind as usize];
        let declared = of.declared != 0 && state[self.adrift] >> class & 1 == 0;
        if declared { slots & of.declared } else { slots }
    }

    pub(super) fn spares_the_covered(&self, state: &State, kind: Kind) -> bool {
        state[self.aimed] >> kind as u16 & 1 == 1
    }
}
