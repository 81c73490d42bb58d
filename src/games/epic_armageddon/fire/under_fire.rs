//! §1.9.7, §1.11, §2.2.7, §3.2, §4.2.3: the formation fired at: its saves, and what a hit costs it.

use crate::allocation::Blow;
use crate::damage::Impact;
use crate::forces::{Forces, JINKED, MARCHED};
use crate::losses::Cause;
use crate::profile::{Effect, Profile};
use crate::readings::{CrossfireDisrupt, CrossfirePassengers};
use crate::saves::Circumstance;
use crate::terrain::Terrain;
use battle_odds_engine::dice::Dice;
use battle_odds_engine::pool::Pool;
use battle_odds_plan::state::{Cell, State};

/// The formation aimed at, and what changes the saves and losses of the formations hit.
#[derive(Debug)]
pub struct UnderFire {
    /// The formation.
    pub formation: usize,
    /// §4.2: it is hit in flight.
    pub air: Option<AirFire>,
    /// §2.1.2: its groups that have popped up: their passengers do not survive.
    pub popped_up: Vec<usize>,
    /// §1.11.
    pub crossfire: Option<Crossfire>,
    /// 1: the first loss to crossfire has been paid for.
    pub crossed: Cell,
}

/// §4.2.3, §4.2.4: fire at aircraft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AirFire {
    /// Whether it comes from the ground: then it ends no overwatch and is not an action, but broken and marched
    /// formations give none.
    pub flak: bool,
    /// When the aircraft fired at jink.
    pub jink: Jink,
    /// §4.2: part of an interception: the interceptors must have left their patrol in this step.
    pub interceptors: Option<usize>,
}

/// §4.2.3: when aircraft jink, if they have to save at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Jink {
    /// They jink.
    Always,
    /// They do not jink.
    Never,
}

/// The variants of saves that a formation can have, as [`UnderFire::variant`] numbers them: with crossfire (for
/// aircraft: if they jink), and if it may be on overwatch.
pub fn variants(worse: bool, can_wait: bool) -> Vec<usize> {
    (0..4).filter(|variant| (worse || variant % 2 == 0) && (can_wait || *variant < 2)).collect()
}

/// What changes the save of a unit on the ground in such a variant.
pub fn circumstance(unit: &Profile, terrain: Terrain, variant: usize) -> Circumstance {
    Circumstance::of(unit, terrain, variant % 2 == 1, variant >= 2)
}

/// §1.11: the formation at the other end of the line.
#[derive(Clone, Copy, Debug)]
pub struct Crossfire {
    /// A formation that must be neither broken nor marched, if the scenario names it.
    pub with: Option<usize>,
    /// The reading for saves of passengers of what it destroys.
    pub passengers: CrossfirePassengers,
    /// The reading for the extra marker of units lost to disrupting hits.
    pub disrupt: CrossfireDisrupt,
}

/// One kind of hit on one group.
#[derive(Clone, Copy)]
pub struct Hit<'a> {
    /// What it does.
    pub effect: Effect,
    /// The save against it.
    pub save: Option<&'a Pool>,
}

impl UnderFire {
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
        let crossfire = of.formation == self.formation && self.in_crossfire(forces, state);
        let cause = self.cause(group, hit.effect, crossfire);
        let impact = Impact { blow, save: hit.save, past_shields: false, cause };
        let (hits, suffered) = forces.batter(state, dice, group, impact);
        // §2.2.7: one marker for each hit with disrupt, otherwise one for each point of damage (§3.2.4).
        let own = if hit.effect.disrupt { hits } else { suffered.points };
        let due = forces.formations[of.formation].ledger.due;
        state.add(due, of.costly(own));
        if let Some(lost) = suffered.lost {
            let costly = !of.expendable && self.costs_extra(hit.effect) || lost.costly_passengers > 0;
            self.first_loss(state, dice, due, crossfire && costly);
        }
        u32::from(suffered.lost.is_some())
    }

    /// What destroys passengers with their vehicle: §4.2.5, §2.1.2: in the air they cannot get out.
    fn cause(&self, group: usize, effect: Effect, crossfire: bool) -> Cause {
        if self.air.is_some() || self.popped_up.contains(&group) {
            return Cause::NoEscape;
        }
        let passengers = self.crossfire.map(|crossfire| crossfire.passengers);
        Cause::Hit(effect, crossfire && passengers == Some(CrossfirePassengers::MinusOne))
    }

    /// Units die of hits: counted, with their markers. §2.1.19: expendable units cost none; §2.2.7: nor do units killed
    /// by disrupting hits; their passengers do.
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
        let due = forces.formations[of.formation].ledger.due;
        let crossfire = of.formation == self.formation && self.in_crossfire(forces, state);
        let lost = forces.fall(state, dice, group, units, self.cause(group, effect, crossfire));
        let own = of.costly(lost.own);
        state.add(due, if effect.disrupt { 0 } else { own });
        let costly = own > 0 && self.costs_extra(effect) || lost.costly_passengers > 0;
        self.first_loss(state, dice, due, crossfire && costly);
    }

    /// §1.11, §2.2.7: whether a unit lost to such a hit costs crossfire's extra marker, by the reading in force.
    fn costs_extra(&self, effect: Effect) -> bool {
        let disrupt = self.crossfire.map(|crossfire| crossfire.disrupt);
        !(effect.disrupt && disrupt == Some(CrossfireDisrupt::NoExtraMarker))
    }

    /// §1.11: the first unit lost to crossfire costs one more marker.
    fn first_loss<D: Dice>(&self, state: &mut State, dice: &mut D, due: Cell, costly: bool) {
        if costly && state[self.crossed] == 0 {
            state.put(self.crossed, 1);
            state.add(due, 1);
            dice.note(|| text!("the first unit lost to crossfire costs one more blast marker (§1.11)"));
        }
    }

    /// §4.2.3: aircraft that have to save may jink: all of the formation, and then they no longer attack.
    pub fn jink<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let target = &forces.formations[self.formation];
        let jinks = self.air.is_some_and(|air| air.jink == Jink::Always);
        if jinks && state[target.status] & JINKED == 0 {
            state[target.status] |= JINKED;
            dice.note(|| text!("{name} jink (§4.2.3)", name = target.name));
        }
    }

    /// Which saves a formation has when it is hit: 1 more in crossfire (§1.11), 2 more on overwatch (§1.8.4); for
    /// aircraft in flight, to which neither applies, 1 more if they jink.
    pub fn variant(&self, forces: &Forces, state: &State, formation: usize) -> usize {
        if let Some(air) = self.air {
            return usize::from(air.jink == Jink::Always);
        }
        let crossfire = formation == self.formation && self.in_crossfire(forces, state);
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
}
