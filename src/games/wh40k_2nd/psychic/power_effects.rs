//! §17.7: what a power does to its targets, of any kind.

use crate::compiler::{self, Compiler};
use crate::damage::{Harm, called};
use crate::psychic::effect::{Blow, Effect, Strikes};
use crate::psychic::powers::{self, Working};
use crate::psychic::ward::Ward;
use crate::psychic::written;
use crate::{machine, names};
use battle_odds_engine::amount::Amount;
use battle_odds_engine::dice::Roll;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, refuse_if};

/// Refuses keys for machines when the target is men.
pub fn on_men(written: &written::Psychic) -> Result<(), Problem> {
    let keys = [
        ("location", written.location.as_ref().map(|of| of.span.clone())),
        ("touched", written.touched.as_ref().map(|of| of.span.clone())),
        ("facing", written.facing.map(|_| written.at.span.clone())),
    ];
    match keys.into_iter().find_map(|(key, span)| Some((key, span?))) {
        Some((key, span)) => {
            let problem =
                Problem::new(text!("`{at}` is no machine: it has no `{key}`", at = written.at.value, key)).at(&span);
            Err(problem.help(text!("leave it out")))
        }
        None => Ok(()),
    }
}

/// Each covered model is hit once: refuses a power with another number of hits.
pub fn one_hit_each<T>(working: &Working, told: &Marked<T>) -> Result<(), Problem> {
    refuse_if(working.power.hits != Amount::fixed(1) || working.power.is_by_strength(), || {
        told.problem(text!("a power that covers models has no `hits`, nor a rolled `s` without `save`"))
            .help(text!("leave it out: its hits fall one by one, as shots do"))
    })?;
    Ok(())
}

/// The groups of the unit that a power on one model hits.
pub fn named(compiler: &Compiler, model: &Marked<String>, at: usize) -> Result<Vec<usize>, Problem> {
    let all: Vec<usize> = compiler.forces.formations[at].groups.clone().collect();
    names::units(&compiler.forces, model, &all)
}

/// A power on one model, of the first of these groups that is left.
pub fn one_model(compiler: &mut Compiler, working: &Working, groups: &[usize]) -> Result<Strikes, Problem> {
    let model = |&group: &usize| {
        // A model that avoids a power avoids all of it: that is rolled for once, then the shield against the rest.
        let avoid = powers::avoided_by_each(compiler, working, group)?;
        let ward = powers::ward(compiler, working, group, avoid);
        let shield = Ward { avoid: None, ..ward.clone() };
        let blow = powers::blow(compiler, working, group, &shield)?;
        Ok((group, Ward { shield: None, ..ward }, blow))
    };
    Ok(Strikes::Model(groups.iter().map(model).collect::<Result<_, Problem>>()?))
}

/// Models that a power covers, group by group, and what it does to each.
pub fn under(compiler: &mut Compiler, working: &Working) -> Result<Vec<(usize, u32, Harm)>, Problem> {
    let mut under = Vec::new();
    for (models, groups) in machine::compile::counted_models(compiler, &working.written.under)? {
        let mut left = models;
        for group in groups {
            let here = left.min(compiler.forces.groups[group].start.into());
            left -= here;
            if compiler.forces.groups[group].is_hard() {
                let name = compiler::label(compiler, group);
                let problem =
                    Problem::new(text!("`{name}` has locations: a power covers it by them", name)).at(working.span);
                return Err(problem.help(text!("write it as the target, and name them: `touched` (§17.7.4)")));
            }
            let avoid = powers::avoided_by_each(compiler, working, group)?;
            let ward = powers::ward(compiler, working, group, avoid);
            if let Blow::One(harm) = powers::blow(compiler, working, group, &ward)? {
                under.push((group, here, harm));
            }
        }
    }
    Ok(under)
}

/// What a power does to a formation.
pub fn effect(compiler: &mut Compiler, working: &Working, at: usize, strikes: Strikes) -> Result<Effect, Problem> {
    let hits = (
        working.power.hits,
        Roll::named(format!("hits of {}", working.label), "17.7.4")
            .in_words(text!("hits of {working}", working = called(&working.label))),
    );
    Ok(Effect { at, hits, left: compiler.cell(working.span)?, strikes })
}
