//! §1.13.1 regrouping and §1.14.1 rallying: how formations remove blast markers, and engines raise shields (§3.2.5).

use schemars::JsonSchema;
use serde::Deserialize;

use super::activation::{Side, initiative_test};
use super::forces::{BROKEN, Forces};
use super::profile::Ability;
use super::readings::LoneEngine;
use super::withdrawal::Caught;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::Pool;
use battle_odds_plan::state::State;

const REGROUP: Roll = Roll::new(mark!("regrouping"), "1.13.1");

/// §3.2.5: what the result of regrouping is used for first by a formation that has both markers and shields that are
/// down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "what regrouping restores first", rename_all = "kebab-case")]
pub enum Restore {
    /// Shields come first.
    Shields,
    /// Markers come first.
    Markers,
}

/// §1.13.1: one formation regroups.
#[derive(Clone, Copy, Debug)]
pub struct Regroup {
    /// The formation.
    pub formation: usize,
    /// §3.2.5.
    pub restore: Restore,
    /// §3.2.5.
    pub lone_engine: LoneEngine,
}

impl Regroup {
    /// §1.13.1: 2D6, the higher is the number of markers removed, plus one for each leader (§2.1.11). §3.2.5: war
    /// engines with shields roll one die each, if there are several, and raise shields with the result or remove
    /// markers.
    pub fn regroup<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let of = &forces.formations[self.formation];
        let engines = || forces.groups_of(self.formation).iter().filter_map(|group| group.engine.as_ref());
        let down: u32 = engines().map(|engine| engine.shields_down(state)).sum();
        if !forces.can_act(state, self.formation) || of.flies(state) || (state[of.markers] == 0 && down == 0) {
            return;
        }
        let shielded = engines().filter(|engine| engine.shields.is_some() && state[engine.left] > 0).count();
        let count = match shielded {
            0 => 2,
            1 if self.lone_engine == LoneEngine::OneDie => 1,
            1 => 2,
            several => several as u32,
        };
        let result = u32::from(dice.highest_of(&REGROUP, count, 6));
        let shields = match self.restore {
            Restore::Shields => result.min(down),
            Restore::Markers => result.saturating_sub(state.count(of.markers)).min(down),
        };
        let mut left = shields;
        for engine in engines() {
            left -= engine.raise_shields(state, left);
        }
        if shields > 0 {
            dice.note(|| text!("{shields} shield(s) of {name} raised (§3.2.5)", shields, name = of.name));
        }
        let most = result - shields + forces.units_with(state, self.formation, Ability::Leader);
        remove_markers(forces, state, dice, self.formation, most);
    }
}

fn remove_markers<D: Dice>(forces: &Forces, state: &mut State, dice: &mut D, formation: usize, most: u32) {
    let of = &forces.formations[formation];
    let removed = most.min(state.count(of.markers));
    dice.note(|| text!("{removed} blast marker(s) taken off {name}", removed, name = of.name));
    state.take(of.markers, removed);
    state.add(of.ledger.removed, removed);
}

/// §1.14.1: one formation's attempt to rally in the end phase.
#[derive(Debug)]
pub struct Rally {
    /// The formation.
    pub formation: usize,
    /// Whether enemies stand within 30 cm: −1.
    pub enemy_within_30: bool,
    /// Added to the die.
    pub modifier: i32,
    /// §1.13.3: what it loses if it is broken and fails.
    pub caught: Caught,
    /// The test for every face needed.
    pub pools: Vec<Pool>,
}

impl Rally {
    /// Rolls the test: −2 if broken, −1 if enemies are near. Success removes half the markers, rounded up, and one for
    /// each leader; a broken formation counts as many markers as units and is no longer broken; if it fails it
    /// withdraws again.
    pub fn attempt<D: Dice>(&self, forces: &Forces, sides: &[Side], state: &mut State, dice: &mut D) {
        let of = &forces.formations[self.formation];
        let broken = of.is_broken(state);
        let markers = forces.markers(state, self.formation);
        // §4.2.7: aircraft in flight do not rally.
        if forces.heads(state, self.formation) == 0 || markers == 0 || of.flies(state) {
            return;
        }
        let mob = of.rules.mob(forces.units_that_cost(state, self.formation));
        let modifier = self.modifier + of.rules.initiative + mob;
        let need = i32::from(of.initiative) + if broken { 2 } else { 0 } + i32::from(self.enemy_within_30) - modifier;
        if !initiative_test(forces, sides, state, dice, self.formation, need, &self.pools) {
            if broken {
                self.caught.withdraw(forces, state, dice, self.formation);
            }
            return;
        }
        if broken {
            state[of.status] &= !BROKEN;
            state.set(of.markers, markers);
        }
        state[of.ledger.rallied] = 1;
        let leaders = forces.units_with(state, self.formation, Ability::Leader);
        remove_markers(forces, state, dice, self.formation, markers.div_ceil(2) + leaders);
    }
}
