//! The rules for all losses and markers (§1.3, §1.7.5, §1.13.2 to §1.13.4).

use crate::forces::{BROKE, BROKEN, Forces, Formation, LANDED};
use crate::profile::{Effect, Profile, Strength};
use crate::saves::passenger_save;
use battle_odds_engine::dice::Dice;
use battle_odds_engine::pool::Test;
use battle_odds_plan::state::State;

/// What destroys units, as it matters for passengers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A hit; the flag says whether it came in crossfire (§1.11). Losses cost markers.
    Hit(Effect, bool),
    /// Something that costs no markers and leaves passengers their ordinary saves: markers on a broken formation, extra
    /// hits (§1.7.5 Q).
    Ordinary,
    /// Something that no passenger survives (§1.7.5 Q, §1.13.3 Q, §4.2.5).
    NoEscape,
}

impl Cause {
    /// A hit like any other.
    pub const HIT: Cause = Cause::Hit(Effect::PLAIN, false);
}

/// Which of the 24 kinds of hit it is, as it matters for passengers.
pub fn wreck(effect: Effect, crossfire: bool) -> usize {
    let strength = match effect.strength {
        Strength::Normal => 0,
        Strength::Macro => 8,
        Strength::TitanKiller => 16,
    };
    strength + usize::from(effect.ignore_cover) + 2 * usize::from(effect.lance) + 4 * usize::from(crossfire)
}

/// §1.7.5: the saves of a unit whose transport is destroyed, by [`wreck`].
pub fn wreck_saves(unit: &Profile) -> [Option<Test>; 24] {
    let mut saves: [Option<Test>; 24] = Default::default();
    for strength in [Strength::Normal, Strength::Macro, Strength::TitanKiller] {
        for bits in 0..8 {
            let effect = Effect { strength, ignore_cover: bits & 1 != 0, lance: bits & 2 != 0, ..Effect::PLAIN };
            let crossfire = bits & 4 != 0;
            saves[wreck(effect, crossfire)] = passenger_save(unit, effect, crossfire);
        }
    }
    saves
}

impl Forces {
    /// Units of a group die, and passengers of destroyed transports with them (§1.7.5);
    /// [`crate::forces::Ledger::losses`] is counted here, and for passengers from another formation (§3.1.3) the
    /// markers of a hit.
    pub fn lose<D: Dice>(&self, state: &mut State, dice: &mut D, group: usize, units: u32, cause: Cause) -> Lost {
        let of = &self.groups[group];
        let before = state.count(of.alive);
        let units = units.min(before);
        state.take(of.alive, units);
        if let Some(aboard) = &of.aboard {
            state.take(aboard.on_foot, units);
        }
        if let (Some(engine), 1..) = (&of.engine, units) {
            engine.wreck(state);
        }
        let mut lost = Lost { own: units, passengers: 0, costly_passengers: 0 };
        for &riders in &of.carries {
            let riding = &self.groups[riders];
            let Some(aboard) = &riding.aboard else { continue };
            let inside = state.count(riding.alive) - state.count(aboard.on_foot);
            if units == 0 || inside == 0 {
                continue;
            }
            // Passengers are spread over the vehicles as evenly as possible; the fuller ones go first.
            let thrown_out = inside / before * units + units.min(inside % before);
            let owner = &self.formations[riding.formation];
            let foreign = riding.formation != of.formation;
            let save = match cause {
                // §3.3 Q: a broken formation does not get out alive.
                _ if foreign && owner.is_broken(state) => None,
                Cause::Hit(effect, crossfire) => aboard.saves[wreck(effect, crossfire)].as_ref(),
                Cause::Ordinary => aboard.saves[wreck(Effect::PLAIN, false)].as_ref(),
                Cause::NoEscape => None,
            };
            let saved = save.map_or(0, |save| dice.successes(save, thrown_out));
            let dead = thrown_out - saved;
            state.take(riding.alive, dead);
            state.add(aboard.on_foot, saved);
            let costly = riding.costly(dead);
            if foreign {
                dice.note(|| {
                    text!("{dead} of {thrown_out} units of {name} aboard die", dead, thrown_out, name = owner.name)
                });
                state.add(owner.ledger.losses, dead);
                // §1.3: they are units lost like any others.
                state.add(owner.ledger.due, if cause == Cause::NoEscape { 0 } else { costly });
                if matches!(cause, Cause::Hit(..)) {
                    state.add(owner.ledger.fallen, dead);
                }
            } else {
                lost.passengers += dead;
                lost.costly_passengers += costly;
            }
        }
        state.add(self.formations[of.formation].ledger.losses, lost.own + lost.passengers);
        lost
    }

    /// Units of a group without damage capacity die of hits: counted here; of the markers only those for their
    /// passengers, their own are left to the caller.
    pub fn fall<D: Dice>(&self, state: &mut State, dice: &mut D, group: usize, units: u32, cause: Cause) -> Lost {
        let of = &self.groups[group];
        let Formation { name, ledger, .. } = &self.formations[of.formation];
        let lost = self.lose(state, dice, group, units, cause);
        dice.note(|| text!("{units} of {name} destroyed", units = lost.words(&of.unit.words), name));
        state.add(ledger.fallen, lost.units());
        state.add(ledger.due, lost.costly_passengers);
        lost
    }

    /// §1.3: places markers. §1.13.4: a broken formation loses a unit for each instead, front to back, without a save;
    /// a war engine loses a point of damage (§3.2.4); fearless units are immune (§2.1.17), and such losses cost no
    /// further markers.
    pub fn place_markers<D: Dice>(&self, state: &mut State, dice: &mut D, formation: usize, markers: u32) {
        let of = &self.formations[formation];
        if !of.is_broken(state) {
            state.add(of.ledger.gained, markers);
            if self.heads(state, formation) > 0 {
                state.add(of.markers, markers);
            }
            return;
        }
        let mut left = markers;
        if of.rules.halves_markers {
            let halves = left + state.count(of.ledger.half);
            state.set(of.ledger.half, halves % 2);
            left = halves / 2;
        }
        // Passengers thrown out of a wreck may stand in front of groups already passed over.
        while left > 0 {
            let mortal = |group: &usize| !self.groups[*group].fearless && self.groups[*group].present(state) > 0;
            let Some(group) = of.groups.clone().find(mortal) else { break };
            dice.note(|| text!("blast markers on the broken {name}: losses instead (§1.13.4)", name = of.name));
            left -= self.lose_without_save(state, dice, group, left, Cause::Ordinary);
        }
    }

    /// A loss without saves and shields: up to `most` units of a group, or points of damage of a war engine. Returns
    /// how many.
    pub fn lose_without_save<D: Dice>(
        &self,
        state: &mut State,
        dice: &mut D,
        group: usize,
        most: u32,
        cause: Cause,
    ) -> u32 {
        let of = &self.groups[group];
        match &of.engine {
            Some(engine) => {
                let points = most.min(state.count(engine.left));
                self.damage(state, dice, group, points, cause);
                points
            }
            None => {
                let units = most.min(of.present(state));
                dice.note(|| text!("{units} {unit} lost without a save", units, unit = of.unit.words));
                self.lose(state, dice, group, units, cause);
                units
            }
        }
    }

    /// §1.13.2: a formation with as many markers as units breaks; a stubborn one needs one more (§2.1.14). §4.1.1:
    /// aircraft in flight do not break.
    pub fn check_broken<D: Dice>(&self, state: &mut State, dice: &mut D, formation: usize) {
        let of = &self.formations[formation];
        let units = self.units(state, formation);
        if units == 0 || of.is_broken(state) || of.flies(state) {
            return;
        }
        let bears = self.breaks_at(formation, units) + u32::from(self.is_stubborn(state, formation));
        if state.count(of.markers) >= bears {
            self.break_formation(state, dice, formation);
        }
    }

    /// Markers for losses of formations that were not the target: explosions, wrecked transports.
    pub fn settle<D: Dice>(&self, state: &mut State, dice: &mut D) {
        for &formation in &self.drawn_in {
            let due = std::mem::take(&mut state[self.formations[formation].ledger.due]);
            if due > 0 {
                dice.note(|| {
                    text!("{due} blast marker(s) on {name} (§1.3)", due, name = self.formations[formation].name)
                });
                self.place_markers(state, dice, formation, due.into());
                self.check_broken(state, dice, formation);
            }
        }
    }

    /// §1.13.2: becoming broken removes all markers; a broken formation is not on overwatch.
    pub fn break_formation<D: Dice>(&self, state: &mut State, dice: &mut D, formation: usize) {
        let of = &self.formations[formation];
        if self.heads(state, formation) == 0 || of.is_broken(state) {
            return;
        }
        dice.note(|| text!("{name} breaks (§1.13.2)", name = of.name));
        state.put(of.status, BROKEN | state[of.status] & LANDED);
        state.put(of.markers, 0);
        state.put(of.ledger.broke, BROKE);
    }
}

/// Units lost at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost {
    /// Units of the group itself.
    pub own: u32,
    /// Units that were aboard.
    pub passengers: u32,
    /// Those of them that are not expendable.
    pub costly_passengers: u32,
}

impl Lost {
    /// "2 Rhino with 3 passengers".
    pub fn words(self, unit: &str) -> String {
        match self.passengers {
            0 => format!("{} {unit}", self.own),
            passengers => text!("{own} {unit} with {passengers} passenger(s)", own = self.own, unit, passengers),
        }
    }

    /// All units lost.
    pub fn units(self) -> u32 {
        self.own + self.passengers
    }
}
