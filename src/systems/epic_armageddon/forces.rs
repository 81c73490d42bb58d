//! The two sides as compiled: formations and their groups, with the cells in which a trial keeps their state, and the
//! rules that hold wherever a unit is lost or a marker placed (§1.3, §1.7.5, §1.13.2 to §1.13.4).

use std::ops::Range;

use super::army_rules::ArmyRules;
use super::profile::{Ability, Effect, Strength, Unit};
use super::state::{Cell, State};
use super::terrain::Terrain;
use super::war_engine::WarEngine;
use crate::engine::dice::Dice;
use crate::engine::pool::Pool;

/// Everybody on the table.
#[derive(Debug)]
pub struct Forces {
    /// In the order of the scenario.
    pub formations: Vec<Formation>,
    /// The groups of all formations, formation by formation, front to back.
    pub groups: Vec<Group>,
    /// Formations that can be hurt by what happens to others: near an engine that explodes, aboard one that is shot at.
    pub drawn_in: Vec<usize>,
}

/// A formation (§1.2).
#[derive(Debug)]
pub struct Formation {
    /// Its key in the scenario.
    pub name: String,
    /// The side it fights on.
    pub side: usize,
    /// §1.2.2: the face its tests need.
    pub initiative: u8,
    /// What it costs, if the scenario says so.
    pub points: Option<u32>,
    /// Its groups in [`Forces::groups`].
    pub groups: Range<usize>,
    /// Units at the start.
    pub start: u32,
    /// The same, with war engines as their damage capacity (§3.0).
    pub strength: u32,
    /// §4.1: it flies, until it lands.
    pub aircraft: bool,
    /// §4.3, §4.4.1: it comes from orbit: spacecraft, and formations whose planetfall fails are late.
    pub offworld: bool,
    /// What its army list has beyond the rulebook.
    pub rules: ArmyRules,
    /// §1.3: blast markers; 0 while broken.
    pub markers: Cell,
    /// [`BROKEN`], [`OVERWATCH`], [`MARCHED`] and the others.
    pub status: Cell,
    /// What the step being played has done to it.
    pub ledger: Ledger,
}

/// §1.13.2: the formation is broken.
pub const BROKEN: u8 = 1;
/// §1.10: the formation is on overwatch.
pub const OVERWATCH: u8 = 2;
/// §1.6.1: the formation marched this turn.
pub const MARCHED: u8 = 4;
/// §4.2.5: the aircraft are on the ground.
pub const LANDED: u8 = 8;
/// §4.2: the aircraft are on combat air patrol.
pub const PATROL: u8 = 16;
/// §4.2.3: the aircraft have jinked, and do not attack any more.
pub const JINKED: u8 = 32;
/// §4.2.7: the aircraft have their marker for being fired at in this movement.
pub const FIRED_AT: u8 = 64;
/// §4.2: the aircraft are over the table.
pub const ON_MISSION: u8 = 128;

/// What one step has done to a formation; all back to 0 when the step is over. The cells are assigned once everything
/// that outlives a step has its own.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ledger {
    /// 1: it carried out the action as ordered.
    pub activated: Cell,
    /// Its units that were suppressed.
    pub suppressed: Cell,
    /// Hits on it.
    pub hits: Cell,
    /// Units destroyed by hits.
    pub fallen: Cell,
    /// Points of damage capacity that its war engines lost in any way.
    pub damage: Cell,
    /// Those of the units destroyed by hits that are war engines.
    pub engines: Cell,
    /// Units lost in any way.
    pub losses: Cell,
    /// Markers placed on it.
    pub gained: Cell,
    /// Markers taken off it.
    pub removed: Cell,
    /// 1: it broke.
    pub broke: Cell,
    /// 1: it rallied.
    pub rallied: Cell,
    /// Markers its losses will cost once the fighting is over.
    pub due: Cell,
    /// A marker of which a half still has to be paid for ([`ArmyRules::halves_markers`]).
    pub half: Cell,
}

/// Units of one profile in one position, all alike.
#[derive(Debug)]
pub struct Group {
    /// Its profile, any character included.
    pub unit: Unit,
    /// The formation it belongs to.
    pub formation: usize,
    /// Units at the start.
    pub start: u8,
    /// Units alive, embarked ones included.
    pub alive: Cell,
    /// §3: what only a war engine has; it is a group of one.
    pub engine: Option<Box<WarEngine>>,
    /// Where it stands.
    pub terrain: Terrain,
    /// §1.7.5: for units aboard a transport.
    pub aboard: Option<Aboard>,
    /// §1.7.5: the groups its vehicles carry.
    pub carries: Vec<usize>,
    /// §2.1.17.
    pub fearless: bool,
    /// §2.1.19.
    pub expendable: bool,
}

/// §2.2.8, §2.2.10: a weapon of a group that cannot fire in every turn, counted in units that carry it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Magazine {
    /// Units that can fire it.
    pub loaded: Cell,
    /// Slow firing weapons: units that fired it in this turn, and in the turn before.
    pub slow: Option<(Cell, Cell)>,
}

impl Magazine {
    /// So many units fire.
    pub fn fire(&self, state: &mut State, units: u32) {
        let fired = units.min(state.count(self.loaded));
        state.take(self.loaded, fired);
        if let Some((now, _)) = self.slow {
            state.add(now, fired);
        }
    }

    /// §2.2.8: a turn is over: what fired in the turn before is loaded again.
    pub fn next_turn(&self, state: &mut State) {
        if let Some((now, before)) = self.slow {
            state[self.loaded] = state[self.loaded].saturating_add(state[before]);
            state[before] = state[now];
            state[now] = 0;
        }
    }
}

/// §1.7.5: units in a transport.
#[derive(Debug)]
pub struct Aboard {
    /// Those of them who have left it, or whose vehicle was destroyed under them.
    pub on_foot: Cell,
    /// Their saves when their vehicle is destroyed, by [`wreck`].
    pub saves: [Option<Pool>; 24],
}

/// What destroys units, as far as those aboard care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A hit; the flag tells whether it came in crossfire (§1.11). Losses cost markers.
    Hit(Effect, bool),
    /// Something that costs no markers and leaves those aboard their ordinary saves: markers on a broken formation, extra
    /// hits (§1.7.5 Q).
    Ordinary,
    /// Something nobody aboard survives (§1.7.5 Q, §1.13.3 Q, §4.2.5).
    NoEscape,
}

impl Cause {
    /// A hit like any other.
    pub const HIT: Cause = Cause::Hit(Effect::PLAIN, false);
}

/// Which of the 24 kinds of hit, as far as passengers care.
pub fn wreck(effect: Effect, crossfire: bool) -> usize {
    let strength = match effect.strength {
        Strength::Normal => 0,
        Strength::Macro => 8,
        Strength::TitanKiller => 16,
    };
    strength + usize::from(effect.ignore_cover) + 2 * usize::from(effect.lance) + 4 * usize::from(crossfire)
}

impl Group {
    /// Units that can act and be hit: all but those inside a transport.
    #[inline]
    pub fn present(&self, state: &State) -> u32 {
        match &self.aboard {
            None => state.count(self.alive),
            Some(aboard) => state.count(aboard.on_foot),
        }
    }

    /// §3.0: how many units one of it counts as.
    #[inline]
    pub fn weight(&self) -> u32 {
        self.engine.as_ref().map_or(1, |engine| engine.dc.into())
    }
}

impl Formation {
    /// Whether it is broken (§1.13.2).
    pub fn is_broken(&self, state: &State) -> bool {
        state[self.status] & BROKEN != 0
    }

    /// Whether it is on overwatch (§1.10).
    pub fn is_on_overwatch(&self, state: &State) -> bool {
        state[self.status] & OVERWATCH != 0
    }

    /// §4.1.1: aircraft are never suppressed or broken in the air, and normal units once they have landed.
    pub fn flies(&self, state: &State) -> bool {
        self.aircraft && state[self.status] & LANDED == 0
    }
}

impl Forces {
    /// The groups of a formation.
    pub fn groups_of(&self, formation: usize) -> &[Group] {
        &self.groups[self.formations[formation].groups.clone()]
    }

    /// Units alive in a formation, embarked ones included (§1.7.5); war engines count as their damage capacity at the
    /// start (§3.0).
    pub fn units(&self, state: &State, formation: usize) -> u32 {
        self.groups_of(formation).iter().map(|group| state.count(group.alive) * group.weight()).sum()
    }

    /// The same, every war engine counted as one.
    pub fn heads(&self, state: &State, formation: usize) -> u32 {
        self.groups_of(formation).iter().map(|group| state.count(group.alive)).sum()
    }

    /// Whether something of a formation is out of its transports.
    pub fn is_present(&self, state: &State, formation: usize) -> bool {
        self.groups_of(formation).iter().any(|group| group.present(state) > 0)
    }

    /// Units alive with an ability.
    pub fn units_with(&self, state: &State, formation: usize, ability: Ability) -> u32 {
        let able = self.groups_of(formation).iter().filter(|group| group.unit.has(ability));
        able.map(|group| state.count(group.alive)).sum()
    }

    /// Units alive that are not expendable (§2.1.19), war engines as their damage capacity.
    pub fn units_that_cost(&self, state: &State, formation: usize) -> u32 {
        let groups = self.groups_of(formation).iter().filter(|group| !group.expendable);
        groups.map(|group| state.count(group.alive) * group.weight()).sum()
    }

    /// §1.6: neither broken nor destroyed.
    pub fn can_act(&self, state: &State, formation: usize) -> bool {
        !self.formations[formation].is_broken(state) && self.heads(state, formation) > 0
    }

    /// Markers that break a formation of so many units (§1.13.2, and the army list's own).
    fn breaks_at(&self, formation: usize, units: u32) -> u32 {
        self.formations[formation].rules.break_at(units)
    }

    /// §1.13.4: a broken formation counts as many markers as break it, a destroyed one none.
    pub fn markers(&self, state: &State, formation: usize) -> u32 {
        let of = &self.formations[formation];
        match self.units(state, formation) {
            0 => 0,
            units if of.is_broken(state) => self.breaks_at(formation, units),
            _ => state.count(of.markers),
        }
    }

    /// §2.0, §2.1.14: stubborn works for formations of stubborn units alone.
    pub fn is_stubborn(&self, state: &State, formation: usize) -> bool {
        let mut alive = self.groups_of(formation).iter().filter(|group| state[group.alive] > 0).peekable();
        alive.peek().is_some() && alive.all(|group| group.unit.has(Ability::Stubborn))
    }

    /// Units of a group die, passengers of destroyed transports with them (§1.7.5); [`Ledger::losses`] is kept here, and
    /// for passengers from another formation (§3.1.3) what a hit costs them.
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
            // Passengers are spread over the vehicles as evenly as can be; the fuller ones go first.
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
            let costly = if riding.expendable { 0 } else { dead };
            if foreign {
                dice.note(|| format!("{dead} of {thrown_out} units of {} aboard die", owner.name));
                state.add(owner.ledger.losses, dead);
                if matches!(cause, Cause::Hit(..)) {
                    state.add(owner.ledger.fallen, dead);
                    state.add(owner.ledger.due, costly);
                }
            } else {
                lost.passengers += dead;
                lost.costly_passengers += costly;
            }
        }
        state.add(self.formations[of.formation].ledger.losses, lost.own + lost.passengers);
        lost
    }

    /// §1.7.5: units leave their transport.
    pub fn disembark(&self, state: &mut State, group: usize) {
        let of = &self.groups[group];
        if let Some(aboard) = &of.aboard {
            state[aboard.on_foot] = state[of.alive];
        }
    }

    /// §1.3: places markers. §1.13.4: a broken formation loses a unit for each instead, front to back, without a save, a
    /// war engine a point of damage (§3.2.4); fearless units are immune (§2.1.17), and such losses cost no further markers.
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
            state[of.ledger.half] = (halves % 2) as u8;
            left = halves / 2;
        }
        // Passengers thrown out of a wreck may stand in front of groups already passed over.
        while left > 0 {
            let mortal = |group: &usize| !self.groups[*group].fearless && self.groups[*group].present(state) > 0;
            let Some(group) = of.groups.clone().find(mortal) else { break };
            dice.note(|| format!("blast markers on the broken {}: losses instead (§1.13.4)", of.name));
            left -= self.lose_without_save(state, dice, group, left, Cause::Ordinary);
        }
    }

    /// A loss that no save and no shield helps against: so many units of a group at most, or points of damage of a war
    /// engine. How many of them it took.
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
                dice.note(|| format!("{units} {} lost without a save", of.unit.name));
                self.lose(state, dice, group, units, cause);
                units
            }
        }
    }

    /// §1.13.2: a formation with as many markers as units breaks; stubborn ones bear one more (§2.1.14). §4.1.1: aircraft
    /// in flight do not break.
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

    /// Markers for losses that befell formations besides those fought for: explosions, wrecked transports.
    pub fn settle<D: Dice>(&self, state: &mut State, dice: &mut D) {
        for &formation in &self.drawn_in {
            let due = std::mem::take(&mut state[self.formations[formation].ledger.due]);
            if due > 0 {
                dice.note(|| format!("{due} blast marker(s) on {} (§1.3)", self.formations[formation].name));
                self.place_markers(state, dice, formation, due.into());
                self.check_broken(state, dice, formation);
            }
        }
    }

    /// §1.13.2: becoming broken removes all markers; a broken formation is on no overwatch.
    pub fn break_formation<D: Dice>(&self, state: &mut State, dice: &mut D, formation: usize) {
        let of = &self.formations[formation];
        if self.heads(state, formation) == 0 || of.is_broken(state) {
            return;
        }
        dice.note(|| format!("{} breaks (§1.13.2)", of.name));
        state[of.status] = BROKEN | state[of.status] & LANDED;
        state[of.markers] = 0;
        state[of.ledger.broke] = 1;
    }
}

/// Units lost together.
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
            passengers => format!("{} {unit} with {passengers} passenger(s)", self.own),
        }
    }

    /// All units lost.
    pub fn units(self) -> u32 {
        self.own + self.passengers
    }
}
