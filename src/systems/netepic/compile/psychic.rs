//! Reading a step `psychic` (#19).

use std::ops::Range;

use super::super::fire::salvo::With;
use super::super::profile::Weapon;
use super::super::written::fire::Fire;
use super::super::written::steps::{Power, Psychic};
use super::super::written::units::PowerKind;
use super::compiler::Compiler;
use super::counted::Read;
use super::fire::{parties, reaches, shown, volley};
use super::reactions;
use crate::scenario::{Problem, Span, unknown};

/// #19: a step `psychic`: powers are fired as weapons are.
pub fn psychic(compiler: &mut Compiler, step: &Psychic, at: &Span) -> Result<Read, Problem> {
    let (fire, power) = (&step.0, &step.1);
    let occasion = fire.reaction.as_ref().map(|reaction| reactions::occasion(compiler, reaction.value));
    let (by, target) = parties(compiler, fire)?;
    let powers = powers(compiler, (fire, power), (by, target))?;
    let volley = volley(compiler, fire, (by, target), (occasion.unwrap_or_default(), powers), at)?;
    Ok(shown(compiler, volley, "use powers on"))
}

/// #19: the powers that are used, group by group.
fn powers(
    compiler: &Compiler,
    (fire, power): (&Fire, &Power),
    (by, target): (usize, usize),
) -> Result<Vec<(Range<usize>, With)>, Problem> {
    let other = fire.weapons.as_ref().map(|all| &all.span).or(fire.close_defences.as_ref().map(|all| &all.span));
    if let Some(other) = other {
        let problem = Problem::new("powers alone are used in a step `psychic`").at(other);
        return Err(problem.help("name one with `power`; weapons fire in a step `shoot`"));
    }
    let forces = &compiler.forces;
    let known = || forces.of(by).iter().flat_map(|group| &group.profile.weapons).filter(|all| all.psychic.is_some());
    if known().next().is_none() {
        let problem = fire.by.problem(format!("`{}` has no psychic powers", fire.by.value));
        return Err(problem.help("a power is a weapon with psychic = \"physical\" or \"ethereal\" (#19)"));
    }
    if let Some(power) = power.power.as_ref().filter(|power| !known().any(|known| known.name == power.value)) {
        return Err(unknown("power", power, &power.span, known().map(|known| known.name.as_str())));
    }
    let is_named = |weapon: &Weapon| power.power.as_ref().is_none_or(|power| power.value == weapon.name);
    let mut all = Vec::new();
    for groups in forces.as_written(by) {
        for (place, weapon) in forces.groups[groups.start].profile.weapons.iter().enumerate() {
            if weapon.psychic.is_none() || !is_named(weapon) {
                continue;
            }
            if let Some(problem) = unfit(weapon, fire, power) {
                return Err(problem);
            }
            if reaches(compiler, fire, weapon.range, (by, target)) {
                all.push((groups.clone(), With::Power(place)));
            }
        }
    }
    Ok(all)
}

/// What speaks against a power in this step.
fn unfit(weapon: &Weapon, fire: &Fire, power: &Power) -> Option<Problem> {
    let other = "name another one with `power`";
    if weapon.template.is_some() || weapon.barrage_points.is_some() {
        let at = power.power.as_ref().unwrap_or(&fire.by);
        return Some(at.problem(format!("`{}` is a template: it falls in a step `barrage`", weapon.name)).help(other));
    }
    let reaction = fire.reaction.as_ref().filter(|_| weapon.psychic == Some(PowerKind::Ethereal))?;
    let problem = reaction.problem(format!("`{}` is ethereal: no shot, and never a reaction (#19)", weapon.name));
    Some(problem.help(other))
}
