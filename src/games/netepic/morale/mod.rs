//! §3.8: morale tests, falling back, instinct, rout.

pub mod compile;
pub mod play;
pub mod written;

use crate::abilities::Kind;
use crate::forces::written::Order;
use crate::forces::{Forces, Group, INSTINCT, Needs, RETREATS};
use crate::readings::{FreshMorale, MoraleTrigger, Readings, Rout};
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::state::State;

/// How formations take their morale tests.
#[derive(Debug)]
pub struct Morale {
    readings: Readings,
    /// The test of each formation, by the number that its dice need.
    tests: Vec<Vec<Pool>>,
}

/// The modifier of a formation's morale test after an action; nothing if it takes none.
pub type Nerve<'a> = dyn Fn(&State, usize) -> Option<i32> + 'a;

/// Dice that need more than this never pass.
const MOST: i32 = 13;

impl Morale {
    /// The tests of all formations.
    pub fn new(forces: &Forces, readings: Readings) -> Morale {
        let tests = |of: &crate::forces::Formation| {
            let roll = Roll::named(format!("morale of {}", of.name), "3.8")
                .in_words(text!("morale of {name}", name = of.name));
            let test = |least: i32| match of.morale {
                Some(Needs::OneDie(_)) => Test::once(Need::at_least(least)),
                _ => Test::Total { dice: 2, least: least as u32 },
            };
            (0..=MOST).map(|least| Pool::new(roll.clone(), test(least), 1)).collect()
        };
        Morale { readings, tests: forces.formations.iter().map(tests).collect() }
    }

    /// §3.8: after an action: tests the next formation, from this one on, that lost enough, as `nerve` says. Returns
    /// the one after it; nothing when all are done.
    pub fn after_losses<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        from: usize,
        nerve: &Nerve,
    ) -> Option<usize> {
        let tests = |formation: usize| {
            let modifier = nerve(state, formation).filter(|_| self.must_test(forces, state, formation));
            modifier.map(|modifier| (formation, modifier))
        };
        let (tested, modifier) = (from..self.tests.len()).find_map(tests)?;
        self.test(forces, state, dice, tested, modifier);
        Some(tested + 1).filter(|&next| next < self.tests.len())
    }

    /// §3.8, A-07, A-36: whether a formation lost enough in this action; not if no base of it is left.
    pub fn must_test(&self, forces: &Forces, state: &State, formation: usize) -> bool {
        let ledger = &forces.formations[formation].ledger;
        let lost = state.count(ledger.lost) + state.count(ledger.passengers_tested);
        let wounds = state.count(ledger.wounds) + state.count(ledger.passengers_wounds);
        if lost + wounds == 0 || forces.is_destroyed(state, formation) {
            return false;
        }
        match self.readings.morale_trigger {
            MoraleTrigger::BreakPoint => lost > 0 && forces.is_at_break_point(state, formation),
            MoraleTrigger::HalfInOneAction => {
                lost >= forces.bases(state, formation) || wounds >= forces.wounds(state, formation)
            }
        }
    }

    /// §3.8: a morale test with this modifier: whether it is passed. A formation that fails falls back, comes under
    /// instinct, or is routed.
    pub fn test<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        formation: usize,
        modifier: i32,
    ) -> bool {
        let passed = self.passes(forces, state, dice, formation, modifier);
        if !passed {
            self.fail(forces, state, dice, formation);
        }
        passed
    }

    /// §3.8, A-33: the roll of a test, without consequences.
    pub fn passes<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        formation: usize,
        modifier: i32,
    ) -> bool {
        if forces.passes_always(state, formation) {
            return true;
        }
        let Some(Needs::TwoDice(needs) | Needs::OneDie(needs)) = forces.formations[formation].morale else {
            return true;
        };
        let fresh = self.readings.fresh_morale == FreshMorale::PlusOne && forces.is_fresh(state, formation);
        let least = i32::from(needs) - modifier - i32::from(fresh);
        dice.successes(&self.tests[formation][least.clamp(0, MOST) as usize], 1) > 0
    }

    /// §3.8, A-35: a formation that falls back tries to rally; a failed attempt changes nothing.
    pub fn rally<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        formation: usize,
        modifier: i32,
    ) -> bool {
        let of = &forces.formations[formation];
        if of.has_fled(state) && self.passes(forces, state, dice, formation, modifier) {
            dice.note(|| text!("{name}: rallies (§3.8)", name = of.name));
            state.put(of.order, Order::None as u16);
            state.set(of.ledger.rallied, 1);
        }
        true
    }

    /// §3.8, #6, #7, A-08: a formation has failed its test.
    pub fn fail<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, formation: usize) {
        let of = &forces.formations[formation];
        if forces.is_of_slaves(state, formation) {
            if !of.is(state, INSTINCT) {
                dice.note(|| text!("{name}: under instinct (#6)", name = of.name));
                state[of.status] |= INSTINCT;
                state.put(of.order, Order::None as u16);
                state.set(of.ledger.instinct, 1);
            }
        } else if !of.has_fled(state) {
            dice.note(|| text!("{name}: falls back (§3.8)", name = of.name));
            state[of.status] &= !RETREATS;
            state.put(of.order, Order::FallBack as u16);
            state.set(of.ledger.fall_back, 1);
        } else if self.readings.rout == Rout::SecondFailure {
            forces.rout(state, dice, formation);
        }
    }
}

impl Forces {
    /// §3.8, #14, #27, A-16: whether a formation passes every test: it has no morale value, or Synapse, or an aura reached it
    /// when the action began.
    pub fn passes_always(&self, state: &State, formation: usize) -> bool {
        let of = &self.formations[formation];
        let bears = |group: &Group| group.profile.has(Kind::MoraleAura) && group.lived(state);
        of.morale.is_none()
            || self.of(formation).iter().any(|group| group.profile.has(Kind::Synapse) && group.lived(state))
            || of.near.iter().any(|&near| self.of(near).iter().any(bears))
    }

    /// #6, #7: whether a formation follows its instinct instead of falling back: all its bases do, except attached
    /// characters.
    pub fn is_of_slaves(&self, state: &State, formation: usize) -> bool {
        let living = self.of(formation).iter().filter(|group| group.is_alive(state));
        let mut own = living.filter(|group| !group.profile.has(Kind::AttachedCharacter)).peekable();
        own.peek().is_some() && own.all(|group| group.profile.is_slave())
    }

    /// whether a formation has lost no base yet.
    fn is_fresh(&self, state: &State, formation: usize) -> bool {
        let all: u32 = self.of(formation).iter().map(|group| u32::from(group.start)).sum();
        self.formations[formation].lost == 0 && self.bases(state, formation) == all
    }
}
