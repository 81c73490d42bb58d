//! §1.13.3: formations that withdraw, and what they lose by it: units that end it within 15 cm of an enemy, and those
//! that cannot move away from one. The scenario says where they stand, the rules when they withdraw.

pub mod compile;
pub mod written;

use crate::battle::Battle;
use crate::forces::{BROKE, Forces, WITHDRAWN};
use crate::losses::Cause;
use crate::readings::ImmobileEngines;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::State;

/// What formations lose when they withdraw.
#[derive(Clone, Debug, Default)]
pub struct Caught {
    /// (group, units) as given in the scenario; for a war engine the enemies within 15 cm of it (§3.2.4).
    pub groups: Vec<(usize, u32)>,
    /// Groups that may be unable to withdraw, each with an enemy formation within 15 cm of it.
    pub stranded: Vec<(usize, usize)>,
    /// The reading for war engines that cannot withdraw from enemies near.
    pub engines: ImmobileEngines,
}

/// Units of a broken group that have enemies within 15 cm.
#[derive(Clone, Copy, Debug)]
pub struct NearEnemies {
    /// The group.
    pub group: usize,
    /// How many of its units at most.
    pub units: u32,
    /// The enemies.
    pub enemies: u32,
}

impl Caught {
    /// Whether the scenario says how many of a group are lost.
    pub fn tells(&self, group: usize) -> bool {
        self.groups.iter().any(|&(told, _)| told == group)
    }

    /// Whether no formation can lose anything by it.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty() && self.stranded.is_empty()
    }

    /// §1.13.3: a formation withdraws: units with an enemy within 15 cm at the end of it are destroyed, without a save,
    /// with their passengers. §2.1.17: fearless units stay where they are. §3.2.4: a war engine loses one point for
    /// each enemy.
    pub fn withdraw<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, formation: usize) {
        let broke = forces.formations[formation].ledger.broke;
        if state[broke] == BROKE {
            state.put(broke, WITHDRAWN);
            self.leave_the_stranded(forces, state, dice, formation);
        }
        for &(group, caught) in &self.groups {
            let of = &forces.groups[group];
            if of.formation == formation && !of.fearless && caught > 0 && of.present(state) > 0 {
                dice.note(|| text!("{name} caught in withdrawal (§1.13.3)", name = of.unit.words));
                forces.lose_without_save(state, dice, group, caught, Cause::NoEscape);
            }
        }
    }

    /// §1.13.3: the action is resolved: all broken formations that have not withdrawn yet do so now.
    pub fn withdraw_all<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        for formation in 0..forces.formations.len() {
            let of = &forces.formations[formation];
            if state[of.ledger.broke] == BROKE && of.is_broken(state) {
                self.withdraw(forces, state, dice, formation);
            }
        }
    }

    /// Units of a broken formation that are near enemies and cannot withdraw.
    fn leave_the_stranded<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, formation: usize) {
        for group in forces.formations[formation].groups.clone() {
            let near = self.stranded.iter().filter(|(stranded, _)| *stranded == group);
            let units = |&(_, enemy): &(usize, usize)| {
                let groups = forces.groups_of(enemy).iter();
                groups.map(|group| group.present(state)).sum::<u32>()
            };
            let enemies = near.map(units).sum();
            self.leave_behind(forces, state, dice, NearEnemies { group, units: u32::MAX, enemies });
        }
    }

    /// Whether units of a group can ever be left behind.
    pub fn could_leave(&self, forces: &Forces, group: usize) -> bool {
        let of = &forces.groups[group];
        !of.fearless && !self.tells(group) && of.can_be_immobile()
    }

    /// §1.13.3: units near enemies that cannot withdraw are destroyed, without a save, with their passengers; for a war
    /// engine the reading in force decides. §2.1.17: fearless units are not. A number in the scenario takes precedence.
    pub fn leave_behind<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, near: NearEnemies) {
        let NearEnemies { group, units: most, enemies } = near;
        let of = &forces.groups[group];
        let units = of.present(state).min(most);
        if units == 0 || enemies == 0 || !self.could_leave(forces, group) || !of.cannot_withdraw(state) {
            return;
        }
        let lost = match (&of.engine, self.engines) {
            (None, _) => units,
            (Some(_), ImmobileEngines::PointAnEnemy) => enemies,
            (Some(engine), ImmobileEngines::Destroyed) => state.count(engine.left),
        };
        dice.note(|| text!("{name} cannot withdraw from enemies within 15 cm (§1.13.3)", name = of.unit.words));
        forces.lose_without_save(state, dice, group, lost, Cause::NoEscape);
    }
}

impl Play<Battle> for Caught {
    fn advance<D: Dice>(&self, _: usize, battle: &Battle, state: &mut State, dice: &mut D) -> bool {
        self.withdraw_all(&battle.forces, state, dice);
        true
    }
}
