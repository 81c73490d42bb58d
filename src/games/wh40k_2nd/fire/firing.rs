//! Fire as a step has it: who fires at whom, and with which weapons.

use crate::compiler::{self, Compiler};
use crate::damage::Attack;
use crate::fire::written::Fire;
use crate::forces::Group;
use crate::names;
use crate::profile::{Ability, Kind, Weapon, WeaponAbility};
use crate::values::{Strength, Template, mm};
use battle_odds_engine::amount::Amount;
use battle_odds_scenario::{Problem, Span};

/// The occasion on which a formation fires.
#[derive(Clone, Copy, Debug, Default)]
pub struct Occasion {
    /// §11.24.2: from overwatch.
    pub reacts: bool,
    /// §11.24.2: at those who charge: only at short range.
    pub at_charge: bool,
    /// §11.24.2: they charge the firers, which is −1.
    pub is_charged: bool,
}

impl Occasion {
    /// FAQ 1.2: a charging model is as hard to hit from overwatch as if it had moved as far as it could, in mm; of
    /// several the slowest counts.
    pub fn speed_of(self, compiler: &Compiler, targets: &[usize]) -> u32 {
        let groups = targets.iter().flat_map(|&target| compiler.forces.of(target));
        groups.map(|group| 2 * group.profile.m).min().filter(|_| self.at_charge).unwrap_or(0)
    }
}

/// Fire of a formation at one or two others, as a step has it.
#[derive(Clone, Copy)]
pub struct Firing<'a> {
    /// The formation that fires.
    pub by: usize,
    /// The formations fired at; two means into their combat (§11.16).
    pub targets: &'a [usize],
    /// How it fires.
    pub fire: &'a Fire,
    /// The occasion.
    pub occasion: Occasion,
    /// Where the step is written.
    pub at: &'a Span,
}

impl Firing<'_> {
    /// The groups of the formation that fires.
    pub fn shooters(&self, compiler: &Compiler) -> Vec<usize> {
        compiler.forces.formations[self.by].groups.clone().collect()
    }

    /// §11.6: how far a group is from its target, in mm.
    pub fn range_of(&self, compiler: &Compiler, group: usize) -> Result<u32, Problem> {
        let shooters = self.shooters(compiler);
        let told = names::told_of(&compiler.forces, self.fire.range.as_ref(), &shooters, group)?;
        Ok(told.map_or(0, |&range| mm(range)))
    }
}

/// A weapon that a group fires or throws.
#[derive(Clone, Debug)]
pub struct Gun {
    /// The group.
    pub group: usize,
    /// The weapon's index among those of the group.
    pub place: usize,
    /// The weapon.
    pub weapon: Weapon,
    /// The most models that fire it.
    pub models: u16,
    /// §11.10.1: shots of each model.
    pub each: u8,
    /// How far away the target is, in mm.
    pub range: u32,
    /// What a hit does.
    pub attack: Attack,
}

impl Gun {
    /// The weapon at this place of a group, fired by this many models at most.
    pub fn new(compiler: &Compiler, firing: &Firing, group: usize, place: usize, models: u16) -> Result<Gun, Problem> {
        let of = &compiler.forces.groups[group];
        let weapon = of.weapons[place].weapon.clone();
        let each = if rapid(firing, of, &weapon) { 2 } else { 1 };
        let s = match weapon.s {
            Strength::Of(s) => s,
            Strength::User(more) => Amount::fixed(u16::from(of.profile.s) + u16::from(more)),
        };
        let attack = Attack {
            label: format!("{}: {}", compiler::label(compiler, group), weapon.name),
            s,
            damage: weapon.damage,
            save: weapon.save,
            wound: weapon.wound,
            fear: weapon.has(WeaponAbility::Fear),
        };
        let explodes = matches!(weapon.template, Some(Template::Blast(_)));
        let attack = if firing.fire.confined && explodes { attack.confined() } else { attack };
        let range = firing.range_of(compiler, group)?;
        Ok(Gun { group, place, weapon, models, each, range, attack })
    }

    /// The most hits of it that are rolled at once.
    pub fn most(&self) -> u32 {
        u32::from(self.models) * u32::from(self.each) * if self.weapon.sustained > 0 { 18 } else { 1 }
    }

    /// §11.22: whether it needs no aim.
    pub fn is_cone(&self) -> bool {
        self.weapon.template == Some(Template::Flame)
    }
}

/// §11.10.1: whether Space Marines fire twice.
pub fn rapid(firing: &Firing, of: &Group, weapon: &Weapon) -> bool {
    let Firing { fire, occasion, .. } = *firing;
    let marine = of.profile.has(Ability::SpaceMarine) && of.profile.kind != Kind::Vehicle;
    let may = fire.rapid_fire.unwrap_or(true) && !fire.moved && !occasion.reacts;
    marine && may && weapon.has(WeaponAbility::Rapid)
}
