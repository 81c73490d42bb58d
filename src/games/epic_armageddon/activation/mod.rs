//! §1.6: the action test, and what happens to a formation that fails it.

pub mod asked_later;
pub mod compile;
pub mod written;

use crate::forces::{Forces, OVERWATCH};
use crate::profile::Ability;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::state::{Cell, State};
use schemars::JsonSchema;
use serde::Deserialize;

/// An action test as compiled.
#[derive(Debug)]
pub struct ActionTest {
    /// The formation that tests, and that suffers if it fails.
    pub by: usize,
    /// §2.1.7: the other formations of a combined assault; one test for all.
    pub with: Vec<usize>,
    /// Whether it must roll at all.
    pub kind: Activation,
    /// §4.3.2, §4.4.1: it comes from orbit: if it fails it only comes later.
    pub from_orbit: bool,
    /// Added to the die.
    pub modifier: i32,
    /// The test for every face needed, from [`test_pools`].
    pub pools: Vec<Pool>,
    /// What later tests need to know.
    pub later: AskedLater,
}

/// What later tests of the turn need to know of the side that takes this one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AskedLater {
    /// §1.6.3: whether it has lost the initiative.
    pub initiative: bool,
    /// §2.1.6: how many re-rolls it has used.
    pub rerolls: bool,
}

impl AskedLater {
    /// Everything that either needs.
    #[must_use]
    pub fn or(self, other: AskedLater) -> AskedLater {
        AskedLater { initiative: self.initiative || other.initiative, rerolls: self.rerolls || other.rerolls }
    }
}

/// How a step begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "an activation", rename_all = "kebab-case")]
pub enum Activation {
    /// No test.
    None,
    /// An action test (§1.6.2).
    Test,
    /// An action test while retaining the initiative: −1 (§1.6.3).
    Retain,
}

/// What a side remembers from step to step.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    /// 1: its last action test failed, so that it cannot retain (§1.6.3).
    pub lost_initiative: Cell,
    /// §2.1.6: re-rolls used by its supreme commanders this turn.
    pub rerolls: Cell,
}

/// One pool for each face from 1 to 7 or worse that an initiative test may need.
pub fn test_pools(roll: &Roll) -> Vec<Pool> {
    (1..=7).map(|face| Pool::new(roll.clone(), Test::once(Need::at_least(face)), 1)).collect()
}

/// Rolls an initiative test: the face needed, and a supreme commander's re-roll if it fails (§2.1.6: it is used on the
/// first failed test of the turn that a re-roll can save). A natural 1 is not a failure by itself (§1.6.2 Q).
pub fn initiative_test<D: Dice>(
    forces: &Forces,
    sides: &[Side],
    state: &mut State,
    dice: &mut D,
    formation: usize,
    need: i32,
    pools: &[Pool],
) -> bool {
    let pool = &pools[need.clamp(1, 7) as usize - 1];
    if dice.successes(pool, 1) == 1 {
        return true;
    }
    if need > 6 {
        return false;
    }
    let side = forces.formations[formation].side;
    let friends = (0..forces.formations.len()).filter(|&friend| forces.formations[friend].side == side);
    let commanders: u32 = friends.map(|friend| forces.units_with(state, friend, Ability::SupremeCommander)).sum();
    if state.count(sides[side].rerolls) >= commanders {
        return false;
    }
    state.add(sides[side].rerolls, 1);
    dice.note(|| text!("the supreme commander has it rolled again (§2.1.6)"));
    dice.successes(pool, 1) == 1
}

impl ActionTest {
    /// §1.6.2: whether the formation may carry out the action it was ordered to. A failure costs it a marker, which may
    /// break it at once (§1.13.3).
    pub fn pass<D: Dice>(&self, forces: &Forces, sides: &[Side], state: &mut State, dice: &mut D) -> bool {
        let of = &forces.formations[self.by];
        let mut passed = true;
        if self.kind != Activation::None {
            // §2.1.7: one test for all, −1 if any of them has a marker. §4.2.7: for aircraft −1 for each marker. Broken
            // formations do not take part (§2.1.1).
            let markers = |formation: usize| state.count(forces.formations[formation].markers);
            let called = std::iter::once(&self.by).chain(&self.with);
            let marked = called.copied().any(|formation| forces.can_act(state, formation) && markers(formation) > 0);
            let marked = if of.flies(state) { markers(self.by) as i32 } else { i32::from(marked) };
            let side = sides[of.side];
            // §1.6.3: after a failed test the initiative cannot be retained: the opponent acts first, and this is an
            // ordinary test.
            let retains = self.kind == Activation::Retain && state[side.lost_initiative] == 0;
            let modifier = self.modifier + of.rules.initiative;
            let need = i32::from(of.initiative) + marked + i32::from(retains) - modifier;
            passed = initiative_test(forces, sides, state, dice, self.by, need, &self.pools);
            if of.flies(state) {
                // §4.2.7: the test removes all markers.
                state.put(of.markers, 0);
            }
        }
        // An action without a test counts as passed: the next may retain after it.
        let Side { lost_initiative, rerolls } = sides[of.side];
        state.set(lost_initiative, u32::from(self.later.initiative && !passed));
        if !self.later.rerolls {
            state.set(rerolls, 0);
        }
        // §1.10: a formation that acts is no longer on overwatch. §2.1.7: after a failed test the others have not
        // acted.
        state[of.status] &= !OVERWATCH;
        if passed {
            for &formation in std::iter::once(&self.by).chain(&self.with) {
                let formation = (forces.can_act(state, formation), &forces.formations[formation]);
                state[formation.1.status] &= !OVERWATCH;
                state.put(formation.1.ledger.activated, u16::from(formation.0));
            }
        } else if of.flies(state) || self.from_orbit {
            // §4.2.7, §4.3.2: no marker; it stands down, or comes later.
            dice.note(|| text!("{name} fails its action test and does not come (§4.2, §4.3.2)", name = of.name));
        } else {
            dice.note(|| {
                text!("{name} fails its action test: 1 blast marker, and it may only hold (§1.6.2)", name = of.name)
            });
            forces.place_markers(state, dice, self.by, 1);
            forces.check_broken(state, dice, self.by);
        }
        passed
    }
}
