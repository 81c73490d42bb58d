//! All formations on the table, their groups of bases, and what is remembered of each from step to step.
//!
//! Equal bases are one group, counted by wounds left. A base with shields or locations is a group by itself, and so is
//! every base if dice are aimed at single bases. [`Group::of`] links the groups that the scenario does not distinguish.

pub mod compile;
pub mod losses;
pub mod written;

use std::ops::Range;

use crate::cargo::hold::Hold;
use crate::forces::written::{Altitude, Order};
use crate::locations::sheet::Sheet;
use crate::profile::Profile;
use battle_odds_plan as plan;
use battle_odds_plan::state::{Cell, NOTHING, State};

/// #6, #7: under instinct.
pub const INSTINCT: u16 = 1;
/// §3.8: routed: no base of it is left.
pub const ROUTED: u16 = 2;
/// §3.3: has charged into an assault in this turn.
pub const CHARGED: u16 = 4;
/// §3.6: has reacted in this turn, with more than close defences.
pub const REACTED: u16 = 8;
/// §3.3: falls back because it was ordered to, until the turn ends.
pub const RETREATS: u16 = 16;

/// Equal bases.
#[derive(Debug)]
pub struct Group {
    /// Their profile.
    pub profile: Profile,
    /// Their formation.
    pub formation: usize,
    /// The first of the groups that the scenario does not distinguish.
    pub of: usize,
    /// Bases when the trial begins.
    pub start: u16,
    /// The most bases that it can have: passengers that get out are more than at the start.
    pub most: u16,
    /// #30: whether its bases are aboard a transport: they do nothing, and cannot be hit.
    pub aboard: bool,
    /// #30: its hold in [`Forces::holds`], if it carries or is carried.
    pub hold: Option<usize>,
    /// §3.13: its cover, the penalty to hit it.
    pub cover: u8,
    /// How many bases have one wound left, two, and so on.
    pub left: Vec<Cell>,
    /// §3.4: shields that are up.
    pub shields: Cell,
    /// §3.9: its damages, if it is a titan with a chart.
    pub sheet: Option<Sheet>,
    /// #4: close defences spent in this turn.
    pub spent: Cell,
    /// §3.7: bases that have fought one duel in this turn, two, and so on, if a later assault needs it.
    pub fought: Vec<Cell>,
    /// For each weapon that fires once: bases that have fired it.
    pub used: Vec<Cell>,
    /// Bases lost in this step, if anything depends on it: bearers of auras.
    pub fallen: Cell,
    /// #20: HQ bases lost to shots in this step that others may die for.
    pub guarded: Cell,
}

/// One base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base {
    /// Its group.
    pub group: usize,
    /// The wounds that it has left.
    pub level: usize,
}

/// What is counted of a formation in a step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ledger {
    /// Hits on it.
    pub hits: Cell,
    /// Shields stripped.
    pub shields_lost: Cell,
    /// Wounds lost, but not of passengers.
    pub wounds: Cell,
    /// Bases lost, but not passengers.
    pub lost: Cell,
    /// HQ bases lost without another base dying in their place.
    pub hq_lost: Cell,
    /// Elite dice rerolled.
    pub rerolls: Cell,
    /// 1 once it falls back.
    pub fall_back: Cell,
    /// 1 once it is under instinct.
    pub instinct: Cell,
    /// 1 once it is routed.
    pub routed: Cell,
    /// §3.8: bases lost by rout.
    pub ran: Cell,
    /// 1 once it has passed a test of the scenario's own.
    pub passed: Cell,
    /// 1 once it has rallied.
    pub rallied: Cell,
    /// Passengers lost.
    pub passengers_lost: Cell,
    /// Passengers lost that no morale test has counted yet.
    pub passengers_tested: Cell,
    /// The wounds that these had.
    pub passengers_wounds: Cell,
    /// 1 once it could fire.
    pub activated: Cell,
}

/// §3.8: what a morale test needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// This number on 2D6.
    TwoDice(u8),
    /// This number on one die.
    OneDie(u8),
}

/// A detachment.
#[derive(Debug)]
pub struct Formation {
    /// Its key.
    pub name: String,
    /// Its side.
    pub side: usize,
    /// Its groups, front to back.
    pub groups: Range<usize>,
    /// Its points.
    pub points: Option<u32>,
    /// Bases that it lost before the scenario.
    pub lost: u32,
    /// §3.8: how many lost bases break it.
    pub break_point: u32,
    /// §3.8: what its morale tests need; nothing if it passes all.
    pub morale: Option<Needs>,
    /// #14: formations whose aura reaches it, including its own.
    pub near: Vec<usize>,
    /// §3.7: enemy formations in contact with it.
    pub engaged_by: Vec<usize>,
    /// #8: where its floaters are.
    pub altitude: Altitude,
    /// Where its bases are, in cm.
    pub layout: Option<Vec<[f64; 2]>>,
    /// §3.3: the order that it is given.
    pub given: Order,
    /// §3.3: the orders that steps give it; if there are any, its order is known only in play.
    pub ordered: Vec<Order>,
    /// §3.3: the order that it has, as [`Order`] counts.
    pub order: Cell,
    /// [`INSTINCT`] and the other flags.
    pub status: Cell,
    /// What is counted of it in a step.
    pub ledger: Ledger,
}

/// All formations.
#[derive(Debug, Default)]
pub struct Forces {
    /// Formations.
    pub formations: Vec<Formation>,
    /// Their groups.
    pub groups: Vec<Group>,
    /// #30: transports, and what they carry.
    pub holds: Vec<Hold>,
    /// #5: Elite dice that each side may still use in the battle.
    pub elite: Vec<Cell>,
}

impl plan::formations::Formations for Forces {
    type Profile = Profile;

    battle_odds_plan::listed!(formations);

    fn is_priced(&self, formation: usize) -> bool {
        self.formations[formation].points.is_some()
    }

    fn called(&self, formation: usize) -> Vec<&str> {
        self.of(formation).iter().map(|group| group.profile.unit()).collect()
    }

    fn profiles(&self) -> impl Iterator<Item = &Profile> {
        self.groups.iter().map(|group| &group.profile)
    }
}

impl Group {
    /// Bases left.
    #[inline]
    pub fn bases(&self, state: &State) -> u32 {
        self.left.iter().map(|&cell| state.count(cell)).sum()
    }

    /// Wounds left of all of them.
    pub fn wounds(&self, state: &State) -> u32 {
        self.left.iter().zip(1..).map(|(&cell, wounds)| state.count(cell) * wounds).sum()
    }

    /// The wounds left of the front base, which has the fewest; nothing if no base is left.
    #[inline]
    pub fn front(&self, state: &State) -> Option<usize> {
        self.left.iter().position(|&cell| state[cell] > 0).map(|place| place + 1)
    }

    /// Whether a base is left.
    #[inline]
    pub fn is_alive(&self, state: &State) -> bool {
        self.front(state).is_some()
    }

    /// Whether its bases differ only in wounds left: then equal groups can swap places.
    pub fn is_plain(&self) -> bool {
        let others = self.used.iter().chain(&self.fought);
        let others = others.chain([&self.shields, &self.spent, &self.fallen, &self.guarded]);
        others.copied().all(|cell| cell == NOTHING) && !self.profile.stands_alone() && self.hold.is_none()
    }

    /// Whether a base is left that is not aboard a transport.
    #[inline]
    pub fn is_out(&self, state: &State) -> bool {
        !self.aboard && self.is_alive(state)
    }

    /// Whether a base was there when the step began.
    pub fn lived(&self, state: &State) -> bool {
        !self.aboard && (self.is_alive(state) || state[self.fallen] > 0)
    }
}

impl Formation {
    /// Whether it has a status.
    #[inline]
    pub fn is(&self, state: &State, status: u16) -> bool {
        state[self.status] & status != 0
    }

    /// §3.3: its order.
    pub fn order(&self, state: &State) -> Order {
        let all = [Order::None, Order::FirstFire, Order::Advance, Order::Charge, Order::FallBack];
        all[usize::from(state[self.order])]
    }

    /// §3.3: whether it has this order.
    #[inline]
    pub fn has_order(&self, state: &State, order: Order) -> bool {
        state[self.order] == order as u16
    }

    /// §3.8: whether it falls back until it rallies, and not only because it was ordered to.
    #[inline]
    pub fn has_fled(&self, state: &State) -> bool {
        self.has_order(state, Order::FallBack) && !self.is(state, RETREATS)
    }

    /// §3.3: whether it may charge: under instinct, or with the order for it. The order to advance is as good where no
    /// step gives orders.
    pub fn may_charge(&self, state: &State) -> bool {
        self.is(state, INSTINCT)
            || match self.order(state) {
                Order::Charge => true,
                Order::Advance => self.ordered.is_empty(),
                Order::None | Order::FirstFire | Order::FallBack => false,
            }
    }
}

impl Forces {
    /// The groups of a formation.
    pub fn of(&self, formation: usize) -> &[Group] {
        &self.groups[self.formations[formation].groups.clone()]
    }

    /// The formation of a group.
    pub fn formation_of(&self, group: usize) -> &Formation {
        &self.formations[self.groups[group].formation]
    }

    /// The class of a group where it is.
    pub fn class(&self, group: usize) -> u8 {
        self.groups[group].profile.class_at(self.formation_of(group).altitude)
    }

    /// Bases left of a formation.
    pub fn bases(&self, state: &State, formation: usize) -> u32 {
        self.of(formation).iter().map(|group| group.bases(state)).sum()
    }

    /// Wounds left of a formation.
    pub fn wounds(&self, state: &State, formation: usize) -> u32 {
        self.of(formation).iter().map(|group| group.wounds(state)).sum()
    }

    /// Whether no base of it is left.
    #[inline]
    pub fn is_destroyed(&self, state: &State, formation: usize) -> bool {
        !self.of(formation).iter().any(|group| group.is_alive(state))
    }

    /// #30: whether any base of it is left that is not aboard a transport.
    #[inline]
    pub fn is_out(&self, state: &State, formation: usize) -> bool {
        self.of(formation).iter().any(|group| group.is_out(state))
    }

    /// The groups of a formation that the scenario does not distinguish, front to back, without those aboard
    /// transports.
    pub fn as_written(&self, formation: usize) -> Vec<Range<usize>> {
        let mut all: Vec<Range<usize>> = Vec::new();
        for group in self.formations[formation].groups.clone().filter(|&group| !self.groups[group].aboard) {
            match all.last_mut() {
                Some(last) if self.groups[last.start].of == self.groups[group].of => last.end = group + 1,
                _ => all.push(group..group + 1),
            }
        }
        all
    }

    /// A unit of a formation: its groups by the key of their profile.
    pub fn units(&self, formation: usize) -> Vec<(&str, Vec<usize>)> {
        let mut units: Vec<(&str, Vec<usize>)> = Vec::new();
        for group in self.formations[formation].groups.clone() {
            let key = self.groups[group].profile.unit();
            match units.iter_mut().find(|(known, _)| *known == key) {
                Some((_, groups)) => groups.push(group),
                None => units.push((key, vec![group])),
            }
        }
        units
    }

    /// §3.8: whether a formation is broken: it has lost enough bases, and some are left.
    pub fn is_broken(&self, state: &State, formation: usize) -> bool {
        !self.is_destroyed(state, formation) && self.is_at_break_point(state, formation)
    }

    /// §3.8: whether a formation has lost as many bases as break it.
    pub fn is_at_break_point(&self, state: &State, formation: usize) -> bool {
        let of = &self.formations[formation];
        let start: u32 = self.of(formation).iter().map(|group| u32::from(group.start)).sum();
        of.lost + start - self.bases(state, formation) >= of.break_point
    }

    /// The cells that are only added to and read off when their step is over, so that no play depends on them.
    pub fn only_counted(&self) -> impl Iterator<Item = Cell> {
        let counts = |ledger: &Ledger| [ledger.hits, ledger.shields_lost, ledger.rerolls, ledger.passengers_lost];
        self.formations.iter().flat_map(move |of| counts(&of.ledger)).filter(|cell| *cell != NOTHING)
    }

    /// A formation in words, for the narrator.
    pub fn describe(&self, formation: usize, state: &State) -> String {
        let of = &self.formations[formation];
        let mut words: Vec<String> = Vec::new();
        for part in self.as_written(formation) {
            let part = &self.groups[part];
            let sum = |count: &dyn Fn(&Group) -> u32| part.iter().map(count).sum::<u32>();
            let bases = sum(&|group| group.bases(state));
            if bases > 0 {
                let start = sum(&|group| group.most.into());
                let mut text = text!("{name} {bases} of {start}", name = part[0].profile.name, bases, start);
                let lost = bases * u32::from(part[0].profile.wounds) - sum(&|group| group.wounds(state));
                if lost > 0 {
                    text += &text!(", {lost} wound(s)", lost);
                }
                if part[0].profile.shields > 0 {
                    text += &text!(", {shields} shield(s)", shields = sum(&|group| state.count(group.shields)));
                }
                words.push(text);
            }
        }
        let aboard: u32 = self.of(formation).iter().filter(|group| group.aboard).map(|group| group.bases(state)).sum();
        if aboard > 0 {
            words.push(text!("{aboard} aboard", aboard));
        }
        if words.is_empty() {
            return match of.is(state, ROUTED) {
                true => text!("{name}: routed", name = of.name),
                false => text!("{name}: destroyed", name = of.name),
            };
        }
        if of.has_order(state, Order::FallBack) {
            words.push(text!("falling back"));
        }
        if of.is(state, INSTINCT) {
            words.push(text!("under instinct"));
        }
        text!("{name}: {state}", name = of.name, state = words.join("; "))
    }
}
