//! Reading a step `psychic` (#19).

use battle_odds_plan::chapter::Chapter;
use battle_odds_scenario::typed::Marked;
use std::ops::Range;

use crate::compiler::{Compiler, NetEpic};
use crate::counted::Read;
use crate::fire;
use crate::fire::compile::{alone, reaches, shooting, volley};
use crate::fire::salvo::With;
use crate::fire::shots::Shooting;
use crate::fire::written::Fire;
use crate::profile::Weapon;
use crate::profile::written::PowerKind;
use crate::psychic::written::{Power, Psychic};
use battle_odds_scenario::{Problem, Span, refuse_if, unknown};

impl Chapter<NetEpic> for Psychic {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        self.0.named(key)
    }

    fn compile(&self, compiler: &mut Compiler, at: &Span) -> Result<Read, Problem> {
        let (fire, power) = (&self.0, &self.1);
        let occasion = fire.reaction.as_ref().map(|reaction| fire::reaction::occasion(compiler, reaction.value));
        let shooting = shooting(compiler, fire, occasion.unwrap_or_default(), at)?;
        let powers = powers(compiler, &shooting, power)?;
        let volley = volley(compiler, &shooting, &powers)?;
        Ok(alone(compiler, volley, |by, at| text!("{by} use powers on {at}", by, at)))
    }
}

/// #19: the powers that are used, group by group.
fn powers(compiler: &Compiler, shooting: &Shooting, power: &Power) -> Result<Vec<(Range<usize>, With)>, Problem> {
    let &Shooting { fire, by, .. } = shooting;
    let other = fire.weapons.as_ref().map(|all| &all.span).or(fire.close_defences.as_ref().map(|all| &all.span));
    if let Some(other) = other {
        let problem = Problem::new(text!("a step `psychic` only uses powers")).at(other);
        return Err(problem.help(text!("name one with `power`; weapons fire in a step `shoot`")));
    }
    let forces = &compiler.forces;
    let known = || forces.of(by).iter().flat_map(|group| &group.profile.weapons).filter(|all| all.psychic.is_some());
    refuse_if(known().next().is_none(), || {
        fire.by
            .problem(text!("`{by}` has no psychic powers", by = fire.by.value))
            .help(text!("a power is a weapon with psychic = \"physical\" or \"ethereal\" (#19)"))
    })?;
    if let Some(power) = power.power.as_ref().filter(|power| !known().any(|known| known.name == power.value)) {
        return Err(unknown(mark!("power"), power, &power.span, known().map(|known| known.name.as_str())));
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
            if reaches(compiler, shooting, weapon.range) {
                all.push((groups.clone(), With::Power(place)));
            }
        }
    }
    Ok(all)
}

/// Why a power cannot be used in this step.
fn unfit(weapon: &Weapon, fire: &Fire, power: &Power) -> Option<Problem> {
    let other = text!("name another one with `power`");
    if weapon.template.is_some() || weapon.barrage_points.is_some() {
        let at = power.power.as_ref().unwrap_or(&fire.by);
        return Some(
            at.problem(text!("`{name}` is a template: it falls in a step `barrage`", name = weapon.name)).help(other),
        );
    }
    let reaction = fire.reaction.as_ref().filter(|_| weapon.psychic == Some(PowerKind::Ethereal))?;
    let problem =
        reaction.problem(text!("`{name}` is ethereal: no shot, and never a reaction (#19)", name = weapon.name));
    Some(problem.help(other))
}
