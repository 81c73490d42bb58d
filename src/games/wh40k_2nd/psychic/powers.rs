//! Compiling what a hit of a power does (§17.6–17.8).

use crate::compiler::{self, Compiler};
use crate::damage::{Harm, called};
use crate::machine;
use crate::psychic::effect::Blow;
use crate::psychic::power::Power;
use crate::psychic::power::written::Avoid;
use crate::psychic::ward::{self, Avoiding, Failing, Once, Ward};
use crate::psychic::written;
use crate::target::{Target, Whom};
use battle_odds_engine::amount::Amount;
use battle_odds_engine::dice::Roll;
use battle_odds_plan::state::{Cell, NOTHING};
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span};

/// §17.7.7: the roll of a group that may avoid a power.
fn avoiding(who: &str, of: &Working) -> Roll {
    Roll::named(format!("{who} avoids {}", of.label), "17.7.7").in_words(text!(
        "{group} avoids {label}",
        group = called(who),
        label = called(&of.label)
    ))
}

/// A power at work in a step.
pub struct Working<'a> {
    /// What the step says of it.
    pub written: &'a written::Psychic,
    /// Where the step is written.
    pub span: &'a Span,
    /// The formation of the caster.
    pub by: usize,
    /// The power.
    pub power: &'a Power,
    /// "farseer: Electric Arc".
    pub label: String,
    /// How many have avoided it.
    pub avoided: Cell,
}

/// The power that a formation's psyker uses; reports what is not simulated of it.
pub fn power(compiler: &mut Compiler, name: &Marked<String>, by: usize) -> Result<Power, Problem> {
    let caster = compiler.forces.of(by).iter().find(|group| group.profile.psychic > 0);
    let caster = caster.map_or_else(String::new, |group| group.profile.key.clone());
    let power = compiler.own.powers.find(name, &caster)?;
    for text in &power.not_simulated {
        compiler.choose(text!("not simulated: {power}: {what}", power = power.name, what = text));
    }
    Ok(power)
}

/// What stops a power against a group.
pub fn ward(compiler: &mut Compiler, of: &Working, group: usize, avoid: Option<Avoiding>) -> Ward {
    let name = compiler::label(compiler, group);
    let of_group = &compiler.forces.groups[group];
    let shield = ward::shield(of_group, &name).zip(of_group.shield);
    if shield.is_some() {
        compiler.choose(text!(
            "Psychic Shield: one 4+ against all hits of a power; once it has held, it is used up (§17.8)"
        ));
    }
    Ward { avoid, avoided: of.avoided, shield }
}

/// §17.7.7: each model of a group that is hit rolls under a characteristic, if the power can be avoided.
pub fn avoided_by_each(compiler: &Compiler, of: &Working, group: usize) -> Result<Option<Avoiding>, Problem> {
    let Some(under) = of.power.avoid else { return Ok(None) };
    let (fails, models) = (fails(compiler, of, group, under)?, compiler.forces.groups[group].start);
    Ok(Some(Avoiding::Each(ward::avoid(fails, avoiding(&compiler::label(compiler, group), of), models.into()))))
}

/// §17.7.7: one roll for the soldiers of a squad, compared with each one's own characteristic, and one for each
/// character with it; several equal characters roll one by one when they are hit.
fn avoided_at_once(
    compiler: &mut Compiler,
    of: &Working,
    group: usize,
    soldiers: Cell,
) -> Result<Option<Avoiding>, Problem> {
    let Some(under) = of.power.avoid else { return Ok(None) };
    let group_of = &compiler.forces.groups[group];
    let (name, rolled) = match (group_of.is_character(), group_of.start) {
        (false, _) => (compiler.name(group_of.formation).to_owned(), soldiers),
        (true, 0 | 1) => (compiler::label(compiler, group), compiler.cell(of.span)?),
        (true, _) => return avoided_by_each(compiler, of, group),
    };
    let fails = fails(compiler, of, group, under)?;
    Ok(Some(Avoiding::Once(Once { roll: avoiding(&name, of), fails, rolled })))
}

/// §17.7.7: when the roll of a group under a characteristic fails.
fn fails(compiler: &Compiler, of: &Working, group: usize, under: Avoid) -> Result<Failing, Problem> {
    let group_of = &compiler.forces.groups[group];
    ward::fails(&group_of.profile, under).ok_or_else(|| {
        let what = if under == Avoid::Ld { "ld" } else { "t" };
        let problem =
            text!("`{key}` has no `{what}`, under which it avoids the power", key = group_of.profile.key, what);
        of.written.at.problem(problem)
    })
}

/// A hit of a power of a strength on a group.
fn power_harm(
    compiler: &Compiler,
    of: &Working,
    s: Option<Amount>,
    group: usize,
    ward: &Ward,
) -> Result<Harm, Problem> {
    let attack = of.power.attack(&of.label, s);
    let profile = &compiler.forces.groups[group].profile;
    if s.is_some() && profile.t.is_none() {
        let problem = text!("`{key}` has no `t`: a power of a strength does not wound it", key = profile.key);
        return Err(of.written.at.problem(problem).help(text!("such as t = 4 in its profile (§11.11)")));
    }
    let harm = machine::compile::harm(compiler, &attack, group).of_power(ward.clone());
    Ok(if s.is_none() { harm.of_the_mind() } else { harm })
}

/// The same with the strength of the power.
pub fn blow(compiler: &Compiler, of: &Working, group: usize, ward: &Ward) -> Result<Blow<Harm>, Problem> {
    by_strength(of, |s| power_harm(compiler, of, s, group, ward))
}

/// Hits of a power on a formation, spread like shots.
pub fn falling(compiler: &mut Compiler, of: &Working, formation: usize) -> Result<Blow<Target>, Problem> {
    let wards = wards(compiler, of, formation)?;
    by_strength(of, |s| fall_of(compiler, of, s, formation, &wards))
}

/// What stops a power at a squad for each of its groups; nothing for machines.
pub fn wards(compiler: &mut Compiler, of: &Working, formation: usize) -> Result<Vec<Option<Ward>>, Problem> {
    let soldiers = if of.power.avoid.is_some() { compiler.cell(of.span)? } else { NOTHING };
    let groups = compiler.forces.formations[formation].groups.clone();
    let ward = |group: usize| match compiler.forces.groups[group].is_hard() {
        true => Ok(None),
        false => {
            let avoid = avoided_at_once(compiler, of, group, soldiers)?;
            Ok(Some(ward(compiler, of, group, avoid)))
        }
    };
    groups.map(ward).collect()
}

/// Hits of a power of this strength on a formation, with what stops them for each of its groups.
pub fn fall_of(
    compiler: &Compiler,
    of: &Working,
    s: Option<Amount>,
    formation: usize,
    wards: &[Option<Ward>],
) -> Result<Target, Problem> {
    let groups = compiler.forces.formations[formation].groups.clone();
    let harm = |(group, ward): (usize, &Option<Ward>)| {
        ward.as_ref().map(|ward| power_harm(compiler, of, s, group, ward)).transpose()
    };
    Ok(Target {
        at: vec![formation],
        harms: groups.clone().zip(wards).map(harm).collect::<Result<_, _>>()?,
        sheltered: vec![NOTHING; groups.len()],
        whom: Whom::new(&compiler.forces, &[formation], &of.label),
    })
}

/// What a hit of a power does, for each strength if that is rolled for each hit.
pub fn by_strength<T>(of: &Working, make: impl Fn(Option<Amount>) -> Result<T, Problem>) -> Result<Blow<T>, Problem> {
    match of.power.s.filter(|_| of.power.is_by_strength()) {
        None => Ok(Blow::One(make(of.power.s)?)),
        Some(s) => {
            let all = (s.least()..=s.most()).map(|s| make(Some(Amount::fixed(s as u16)))).collect::<Result<_, _>>()?;
            Ok(Blow::ByStrength(
                s,
                Roll::named(format!("strength of {}", of.label), "17.7.6")
                    .in_words(text!("strength of {label}", label = called(&of.label))),
                all,
            ))
        }
    }
}
