//! §1.13.1 regrouping: how formations remove blast markers, and engines raise shields (§3.2.5).

pub mod compile;
pub mod restore;
pub mod written;

use crate::battle::Battle;
use crate::forces::Forces;
use crate::profile::Ability;
use crate::readings::LoneEngine;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::State;
use schemars::JsonSchema;
use serde::Deserialize;

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

impl Play<Battle> for Regroup {
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        self.regroup(&battle.forces, state, dice);
        true
    }
}

/// Takes markers off a formation, as many as it has.
pub fn remove_markers<D: Dice>(forces: &Forces, state: &mut State, dice: &mut D, formation: usize, most: u32) {
    let of = &forces.formations[formation];
    let removed = most.min(state.count(of.markers));
    dice.note(|| text!("{removed} blast marker(s) taken off {name}", removed, name = of.name));
    state.take(of.markers, removed);
    state.add(of.ledger.removed, removed);
}
