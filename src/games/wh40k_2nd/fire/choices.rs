//! What a player decides about fire, and what the program decides if the scenario leaves it open.

use crate::compiler::{self, Compiler};
use crate::fire::firing::Firing;
use crate::fire::firing::rapid;
use crate::fire::reach::may_fire;
use crate::fire::scatter::Distance;
use crate::fire::volley::Volley;
use crate::fire::written::Fire;
use crate::forces::{Carried, Group};
use crate::names;
use battle_odds_plan::decision::{Choice, Decision};
use battle_odds_scenario::{Problem, Span, Value};

/// §11.6, §11.10.1, §11.23: which weapons a formation fires and how; `table` is the table of the scenario about it.
pub fn fire(compiler: &mut Compiler, firing: &Firing, volley: &Volley, table: &Span) -> Result<(), Problem> {
    let Firing { by, fire, occasion, .. } = *firing;
    let name = compiler.name(by).to_owned();
    aboard(compiler, &volley.at);
    if fire.range.is_none() {
        compiler.choose(text!("{name}: at 0 cm from their target (key `range`, §11.6)", name));
    }
    if fire.shooters.is_none() {
        compiler.choose(text!("{name}: all models fire (key `shooters`)", name));
    }
    if occasion.at_charge && fire.target_moved.is_none() {
        let (whom, cm) = (compiler.list(&volley.at), Distance::of_mm(occasion.speed_of(compiler, &volley.at)));
        compiler.choose(text!(
            "{name}: {whom} can charge {cm} cm, which is their speed under fire (key `target-moved`, FAQ 1.2)",
            name,
            whom,
            cm
        ));
    }
    let willing = Fire { rapid_fire: None, ..fire.clone() };
    let willing = Firing { fire: &willing, ..*firing };
    let twice = |compiler: &Compiler| {
        volley.salvos.iter().any(|salvo| {
            let of = &compiler.forces.groups[salvo.group];
            rapid(&willing, of, &of.weapons[salvo.weapon].weapon)
        })
    };
    if twice(compiler) {
        let told = text!("{name} use rapid fire: two shots each (key `rapid-fire`, §11.10.1)", name);
        let decision = Decision::yes_or_no(&name, "rapid-fire", fire.rapid_fire, true);
        compiler.decide(decision.told(told).written_in(table));
    }
    for salvo in &volley.salvos {
        let weapon = &compiler.forces.groups[salvo.group].weapons[salvo.weapon].weapon;
        let (key, dice) = (weapon.key.clone(), weapon.sustained);
        if dice < 2 {
            continue;
        }
        let number = |dice: u8| Choice { word: dice.to_string(), value: Value::Integer(dice.into()) };
        let written = fire.dice.iter().flat_map(|all| &all.value).find(|(name, _)| name.value == key);
        let written = written.map(|(_, dice)| dice.get().to_string());
        let told = text!("{name} roll all sustained fire dice (key `dice`, §11.23)", name);
        let options = (1..=dice).map(number).collect();
        let decision = Decision::new(&name, &key, options, written, &dice.to_string());
        compiler.decide(decision.below("dice").told(told).written_in(table));
    }
    for (unit, groups) in names_of_units(compiler, by) {
        weapon(compiler, firing, &groups, &unit, table)?;
    }
    Ok(())
}

/// The units of a formation with their groups.
fn names_of_units(compiler: &Compiler, formation: usize) -> Vec<(String, Vec<usize>)> {
    compiler.forces.units(formation).into_iter().map(|(unit, groups)| (unit.to_owned(), groups)).collect()
}

/// §11.6: which of several weapons the models of a unit fire.
fn weapon(compiler: &mut Compiler, firing: &Firing, groups: &[usize], unit: &str, table: &Span) -> Result<(), Problem> {
    let forces = &compiler.forces;
    let of = &forces.groups[groups[0]];
    let alike = groups.iter().all(|&group| keys(&forces.groups[group]) == keys(of));
    if of.profile.is_machine() || of.profile.bs == 0 || !alike {
        return Ok(());
    }
    let shooters = firing.shooters(compiler);
    let range = firing.range_of(compiler, groups[0])?;
    let may = |carried: &&Carried, told| may_fire(firing, of, &carried.weapon, range, told);
    let usual = of.weapons.iter().find(|carried| may(carried, false));
    let options: Vec<&str> =
        of.weapons.iter().filter(|carried| may(carried, true)).map(|carried| carried.weapon.key.as_str()).collect();
    let mut written = None;
    for (key, weapons) in firing.fire.fire.iter().flat_map(|fire| &fire.value) {
        if names::units(forces, key, &shooters)?.contains(&groups[0]) {
            let all: Vec<&str> = weapons.value.iter().map(|weapon| weapon.value.as_str()).collect();
            written = Some(all.join(", "));
        }
    }
    let Some(usual) = usual.filter(|_| options.len() > 1) else { return Ok(()) };
    let label = compiler::label(compiler, groups[0]);
    let told =
        text!("{label} fire the first weapon that reaches: {key} (key `fire`, §11.6)", label, key = usual.weapon.key);
    let options = options.into_iter().chain(["hold"]).map(Choice::text).collect();
    let decision = Decision::new(&label, unit, options, written, &usual.weapon.key);
    compiler.decide(decision.below("fire").told(told).written_in(table));
    Ok(())
}

/// Reports targets that are hit although they are inside a machine.
pub fn aboard(compiler: &mut Compiler, targets: &[usize]) {
    for &target in targets {
        let vehicle = compiler.forces.formations[target].inside;
        let Some(vehicle) = vehicle.filter(|&of| compiler.forces.of(of).iter().any(|group| group.profile.is_machine()))
        else {
            continue;
        };
        let (who, vehicle) = (compiler.name(target), compiler.name(vehicle));
        compiler.choose(text!(
            "{who}: inside {vehicle}, and struck here as if they had got out (key `inside`)",
            who,
            vehicle
        ));
    }
}

fn keys(of: &Group) -> Vec<&str> {
    of.weapons.iter().map(|carried| carried.weapon.key.as_str()).collect()
}
