//! What a player decides about close combat, and what the program decides if the scenario leaves it open.

use crate::combat::duel::ParryPolicy;
use crate::combat::written::CloseCombat;
use crate::compiler::{self, Compiler};
use crate::fire::choices::aboard;
use crate::forces::Carried;
use battle_odds_plan::decision::{Choice, Decision};

/// §10.7, §12: whether a combat begins with a charge, and how long it lasts, if the scenario does not say.
pub fn charge_and_rounds(compiler: &mut Compiler, written: &CloseCombat, [by, at]: [&[usize]; 2]) {
    let (names, whom) = (compiler.list(by), compiler.list(at));
    aboard(compiler, at);
    let told = text!("{names}: the combat begins with a charge (key `charge`, §10.7)", names);
    compiler.decide(Decision::yes_or_no(compiler.name(by[0]), "charge", written.charge, true).told(told));
    if written.rounds.is_none() {
        compiler.choose(text!("{names} and {whom}: one round of combat (key `rounds`)", names, whom));
    }
}

/// §12.2: what a group strikes with; `told` is true if the scenario says so.
pub fn strike(compiler: &mut Compiler, group: usize, place: usize, told: bool) {
    let weapons = &compiler.forces.groups[group].weapons;
    let fit: Vec<&Carried> = weapons.iter().filter(|carried| carried.weapon.strikes()).collect();
    if fit.len() < 2 {
        return;
    }
    let label = compiler::label(compiler, group);
    let now = &weapons[place].weapon;
    let line = text!("{label} fights with {name} (key `strike`)", label, name = now.name);
    let options = fit.iter().map(|carried| Choice::text(&carried.weapon.key)).collect();
    let written = told.then(|| now.key.clone());
    let decision = Decision::new(&label, &label, options, written, &now.key).below("strike");
    compiler.decide(decision.told(line));
}

/// §15.5: whether a weapon's written penetration includes the bonus die of close combat.
pub fn bonus_die(compiler: &mut Compiler, group: usize, place: usize) {
    let of = &compiler.forces.groups[group];
    let weapon = &of.weapons[place].weapon;
    let Some((die, is_written)) = weapon.written_bonus(of.profile.s) else { return };
    let name = &weapon.name;
    compiler.choose(match is_written {
        true => text!("{name}: the {die} of its strength in close combat is in its `pen` (§15.5, FAQ 1.18)", name, die),
        false => {
            text!("{name}: the {die} of its strength in close combat comes on top of its `pen` (§15.5)", name, die)
        }
    });
}

/// §12.5.1: when a formation parries.
pub fn parry(compiler: &mut Compiler, formation: usize, policy: Option<ParryPolicy>) {
    let name = compiler.name(formation).to_owned();
    let line = text!("{name} parries while the fight as the dice lie would not be won (key `parry`)", name);
    let decision = Decision::word(&name, &name, policy, ParryPolicy::default());
    compiler.decide(decision.below("parry").told(line));
}
