//! §3.3, §3.7: which groups may fire: orders, contact, instinct.

pub mod compile;

use crate::abilities::Kind;
use crate::forces::written::Order;
use crate::forces::{CHARGED, Forces, INSTINCT, REACTED};
use crate::profile::Profile;
use crate::readings::ReactionRerolls;
use battle_odds_plan::state::State;

/// What a group fires with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Its weapons.
    Weapon,
    /// #4.
    CloseDefences,
    /// #19.
    Power,
}

/// How a group fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fires {
    /// §3.3: whether natural ones are rerolled.
    pub ones: bool,
}

/// §3.3, §3.6, #4, #19, #32: whether an order lets a base fire in the combat phase, or react in the movement phase.
pub fn lets_fire(profile: &Profile, way: Way, order: Order, reacts: bool) -> bool {
    match order {
        Order::FirstFire => true,
        _ if reacts => way == Way::CloseDefences,
        Order::Advance => true,
        Order::Charge => way == Way::Power || profile.has(Kind::CommandUnit),
        Order::None | Order::FallBack => false,
    }
}

impl Forces {
    /// The living enemy groups in contact with a group.
    fn foes<'a>(&'a self, state: &'a State, group: usize) -> impl Iterator<Item = usize> + 'a {
        let foes = self.formation_of(group).engaged_by.iter();
        let groups = foes.flat_map(|&foe| self.formations[foe].groups.clone());
        groups.filter(|&foe| self.groups[foe].is_out(state))
    }

    /// §3.7, #2, #8: whether a group is pinned: by a foe in contact of its class or a higher one. Antigravs are pinned
    /// only by antigravs and jump packs, floaters never.
    pub fn is_pinned(&self, state: &State, group: usize) -> bool {
        let own = &self.groups[group].profile;
        let holds = |foe: usize| {
            let profile = &self.groups[foe].profile;
            let reaches = !own.has(Kind::Antigrav) || profile.has(Kind::Antigrav) || profile.has(Kind::JumpPacks);
            reaches && self.class(foe) >= self.class(group)
        };
        !own.has(Kind::Floater) && self.foes(state, group).any(holds)
    }

    /// §3.4: the contact penalty of a group, for its shots and for those at it: 1, unless it is three classes above
    /// every foe.
    pub fn contact(&self, state: &State, group: usize) -> usize {
        let highest = self.foes(state, group).map(|foe| self.class(foe)).max();
        highest.is_some_and(|highest| self.class(group) < highest + 3).into()
    }

    /// §3.3, #6, #7, #19, #32: how the order of a group's formation lets it fire in the combat phase; nothing if it
    /// does not. Powers may be used after a charge too.
    fn order_lets(&self, state: &State, group: usize, way: Way) -> Option<Fires> {
        let (of, profile) = (self.formation_of(group), &self.groups[group].profile);
        if of.is(state, INSTINCT) {
            return (!profile.has(Kind::SlaveDevastation)).then_some(Fires { ones: false });
        }
        let order = of.order(state);
        lets_fire(profile, way, order, false).then_some(Fires { ones: order == Order::FirstFire })
    }

    /// §3.6, #4: how a group reacts in the movement phase to an enemy that comes near: in First Fire, and with close
    /// defences under any order; nothing if it does not.
    fn reacts(&self, state: &State, group: usize, way: Way, rerolls: ReactionRerolls) -> Option<Fires> {
        let of = self.formation_of(group);
        let waits = of.order(state) == Order::FirstFire && !of.is(state, INSTINCT);
        let ones = waits && rerolls == ReactionRerolls::Ones;
        (waits || way == Way::CloseDefences).then_some(Fires { ones })
    }

    /// §3.4, §3.6, A-26: how a group fires; nothing if it may not. A pinned group has only powers and close defences;
    /// one that has charged has no close defences; one that has reacted has nothing but them.
    pub fn may_fire(&self, state: &State, group: usize, way: Way, reaction: Option<ReactionRerolls>) -> Option<Fires> {
        let of = self.formation_of(group);
        let free = match way {
            Way::Weapon => !of.is(state, CHARGED | REACTED) && !self.is_pinned(state, group),
            Way::Power => !of.is(state, REACTED),
            Way::CloseDefences => !of.is(state, CHARGED),
        };
        let lets = match reaction {
            None => self.order_lets(state, group, way),
            Some(rerolls) => self.reacts(state, group, way, rerolls),
        };
        lets.filter(|_| free)
    }
}
