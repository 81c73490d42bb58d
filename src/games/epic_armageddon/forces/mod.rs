//! The two sides as compiled: formations and their groups, with the cells in which a trial keeps their state.

pub mod aboard;
pub mod compile;
pub mod written;

use crate::army_rules::ArmyRules;
use crate::profile::{Ability, Profile};
use crate::terrain::Terrain;
use crate::war_engine::WarEngine;
use battle_odds_engine::pool::Pool;
use battle_odds_plan as plan;
use battle_odds_plan::state::{Cell, State};
use std::ops::Range;

/// All formations on the table.
#[derive(Debug, Default)]
pub struct Forces {
    /// In the order of the scenario.
    pub formations: Vec<Formation>,
    /// The groups of all formations, formation by formation, front to back.
    pub groups: Vec<Group>,
    /// Formations that can suffer from what happens to others: near an engine that explodes, or aboard one that is shot
    /// at.
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
    /// Its points, if the scenario has them.
    pub points: Option<u32>,
    /// Its groups in [`Forces::groups`].
    pub groups: Range<usize>,
    /// Units at the start.
    pub start: u32,
    /// The same, with war engines as their damage capacity (§3.0).
    pub strength: u32,
    /// §4.1: whether it flies until it lands.
    pub aircraft: bool,
    /// Whether it ever marches.
    pub marches: bool,
    /// The rules of its army list beyond the rulebook.
    pub rules: ArmyRules,
    /// §1.3: blast markers; 0 while broken.
    pub markers: Cell,
    /// [`BROKEN`], [`OVERWATCH`], [`MARCHED`] and the others.
    pub status: Cell,
    /// What is counted of it in the step being played.
    pub ledger: Ledger,
}

/// §1.13.2: the formation is broken.
pub const BROKEN: u16 = 1;
/// §1.10: the formation is on overwatch.
pub const OVERWATCH: u16 = 2;
/// §1.6.1: the formation marched this turn.
pub const MARCHED: u16 = 4;
/// §4.2.5: the aircraft are on the ground.
pub const LANDED: u16 = 8;
/// §4.2: the aircraft are on combat air patrol.
pub const PATROL: u16 = 16;
/// §4.2.3: the aircraft have jinked, and no longer attack.
pub const JINKED: u16 = 32;
/// §4.2.7: the aircraft have their marker for being fired at in this movement.
pub const FIRED_AT: u16 = 64;
/// §4.2: the aircraft are over the table.
pub const ON_MISSION: u16 = 128;

/// §1.13.2: the formation broke in this step, and has not withdrawn yet.
pub const BROKE: u16 = 1;
/// §1.13.3: it has withdrawn, or it need not (§1.12.9).
pub const WITHDRAWN: u16 = 2;

/// What one step has done to a formation; all 0 again when the step is over. These cells are taken after all cells that
/// outlive a step.
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
    /// War engines among the units destroyed by hits.
    pub engines: Cell,
    /// Units lost in any way.
    pub losses: Cell,
    /// Markers placed on it.
    pub gained: Cell,
    /// Markers taken off it.
    pub removed: Cell,
    /// [`BROKE`]: it broke; [`WITHDRAWN`]: and has withdrawn.
    pub broke: Cell,
    /// 1: it rallied.
    pub rallied: Cell,
    /// Markers that its losses will cost once the fighting is over.
    pub due: Cell,
    /// A marker of which half is not paid for yet ([`ArmyRules::halves_markers`]).
    pub half: Cell,
}

/// Units of one profile in one position, all alike.
#[derive(Debug)]
pub struct Group {
    /// Its profile, any character included.
    pub unit: Profile,
    /// §2.1.15: the key of the character who joined it.
    pub character: Option<String>,
    /// The formation it belongs to.
    pub formation: usize,
    /// Units at the start.
    pub start: u16,
    /// Units alive, embarked ones included.
    pub alive: Cell,
    /// §3: the parts that only a war engine has; it is a group of one.
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
    /// Marks units as having fired.
    pub fn fire(&self, state: &mut State, units: u32) {
        let fired = units.min(state.count(self.loaded));
        state.take(self.loaded, fired);
        if let Some((now, _)) = self.slow {
            state.add(now, fired);
        }
    }

    /// §2.2.8: a turn is over: weapons that fired in the turn before are loaded again.
    pub fn next_turn(&self, state: &mut State) {
        if let Some((now, before)) = self.slow {
            state[self.loaded] += state[before];
            state.put(before, state[now]);
            state.put(now, 0);
        }
    }
}

/// §1.7.5: units in a transport.
#[derive(Debug)]
pub struct Aboard {
    /// Those that have left it, or whose vehicle was destroyed under them.
    pub on_foot: Cell,
    /// Their saves when their vehicle is destroyed, by [`crate::losses::wreck`].
    pub saves: [Option<Pool>; 24],
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

    /// §2.1.19: the losses that cost a marker each: those of expendable units cost none.
    #[inline]
    pub fn costly(&self, losses: u32) -> u32 {
        if self.expendable { 0 } else { losses }
    }

    /// §1.13.3: whether its units cannot withdraw: their speed is 0, or a critical hit has immobilised the engine.
    pub fn cannot_withdraw(&self, state: &State) -> bool {
        let immobilised =
            || self.engine.as_ref().and_then(|engine| engine.immobilised).is_some_and(|cell| state[cell] > 0);
        self.unit.is_immobile() || immobilised()
    }

    /// Whether its units may ever be unable to withdraw.
    pub fn can_be_immobile(&self) -> bool {
        self.unit.is_immobile() || self.engine.as_ref().is_some_and(|engine| engine.immobilised.is_some())
    }

    /// §3.2.1: whether it has shields.
    pub fn is_shielded(&self) -> bool {
        self.engine.as_ref().is_some_and(|engine| engine.shields.is_some())
    }

    /// §3.0: how many units one of it counts as.
    #[inline]
    pub fn weight(&self) -> u32 {
        self.engine.as_ref().map_or(1, |engine| engine.dc.into())
    }
}

impl plan::formations::Formations for Forces {
    type Profile = Profile;

    battle_odds_plan::listed!(formations);

    fn is_priced(&self, formation: usize) -> bool {
        self.formations[formation].points.is_some()
    }

    fn called(&self, formation: usize) -> Vec<&str> {
        let groups = self.groups[self.formations[formation].groups.clone()].iter();
        groups.flat_map(|group| std::iter::once(group.unit.key.as_str()).chain(group.character.as_deref())).collect()
    }

    fn profiles(&self) -> impl Iterator<Item = &Profile> {
        self.groups.iter().map(|group| &group.unit)
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

    /// The same with every war engine counted as one.
    pub fn heads(&self, state: &State, formation: usize) -> u32 {
        self.groups_of(formation).iter().map(|group| state.count(group.alive)).sum()
    }

    /// Whether any unit of a formation is out of its transports.
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

    /// §3.1.3, §4.2.5: the formations aboard another.
    pub fn passengers(&self, carrier: usize) -> Vec<usize> {
        let mut formations = Vec::new();
        for &group in self.groups_of(carrier).iter().flat_map(|group| &group.carries) {
            let formation = self.groups[group].formation;
            if formation != carrier && !formations.contains(&formation) {
                formations.push(formation);
            }
        }
        formations
    }

    /// §4.2: whether all units of a formation intercept, patrol and jink.
    pub fn dogfights(&self, formation: usize) -> bool {
        self.groups_of(formation).iter().all(|group| group.unit.aircraft.is_some_and(|class| class.dogfights()))
    }

    /// §1.6: neither broken nor destroyed.
    pub fn can_act(&self, state: &State, formation: usize) -> bool {
        !self.formations[formation].is_broken(state) && self.heads(state, formation) > 0
    }

    /// Markers that break a formation with this many units left (§1.13.2, and the army list's own).
    pub fn breaks_at(&self, formation: usize, units: u32) -> u32 {
        self.formations[formation].rules.break_at(units)
    }

    /// §1.12.7 **, §1.13.4: a broken formation counts as many markers as would break what is left of it. §2.1.7,
    /// §1.12.10: those of a formation wiped out in the middle of an assault still count until the assault is over.
    pub fn markers(&self, state: &State, formation: usize) -> u32 {
        let of = &self.formations[formation];
        match of.is_broken(state) {
            true => self.breaks_at(formation, self.units(state, formation)),
            false => state.count(of.markers),
        }
    }

    /// §2.0, §2.1.14: stubborn only counts for formations of stubborn units.
    pub fn is_stubborn(&self, state: &State, formation: usize) -> bool {
        let mut alive = self.groups_of(formation).iter().filter(|group| state[group.alive] > 0).peekable();
        alive.peek().is_some() && alive.all(|group| group.unit.has(Ability::Stubborn))
    }

    /// §1.7.5: units leave their transport.
    pub fn disembark(&self, state: &mut State, group: usize) {
        let of = &self.groups[group];
        if let Some(aboard) = &of.aboard {
            state.put(aboard.on_foot, state[of.alive]);
        }
    }
}
