//! Compiling templates (§10.9.5, §11.18–11.22): which models they cover by the scenario's counts, or by the target's
//! layout.

use crate::chapters::Action;
use crate::compiler::{self, Compiler};
use crate::damage::called;
use crate::fire::covered::{Covers, Told, counts_or_layout, has_layout, leaves_room, lies_on_somebody, remark, told};
use crate::fire::firing::{Firing, Gun};
use crate::fire::layout::Model;
use crate::fire::lies;
use crate::fire::mob::{Mob, Placed};
use crate::fire::scatter::{Distance, Limit, Scatter};
use crate::fire::volley::{Blast, OnTarget, Reached, Share, Volley};
use crate::fire::written::Fire;
use crate::forces::written::Hidden;
use crate::machine;
use crate::profile::WeaponAbility;
use crate::values::Template;
use std::sync::OnceLock;

use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_scenario::{Problem, refuse_if};
use battle_odds_words::shown;

/// §11.18–11.22: what a salvo of one weapon with a template does.
pub fn blast(compiler: &mut Compiler, volley: &Volley, firing: &Firing, gun: &Gun) -> Result<Blast, Problem> {
    let fire = firing.fire;
    let told = &told(compiler, firing)?;
    let cone = gun.is_cone();
    let backfire = match cone || fire.ground {
        true => None,
        false => lies::backfire(compiler, firing, gun)?,
    };
    let thrown = gun.weapon.has(WeaponAbility::Grenade);
    let limit = if thrown { Limit::Thrown } else { Limit::HalfRange(gun.range) };
    let scatter = (!cone).then(|| Scatter::new(limit, &gun.attack.label));
    let distances = scatter.as_ref().map_or_else(Vec::new, |scatter| scatter.distances().to_vec());
    let radius = match gun.weapon.template {
        Some(Template::Blast(mm)) if !fire.ground && volley.hard.is_none() => {
            Some(mm).filter(|_| has_layout(compiler, volley))
        }
        _ => None,
    };
    if radius.is_some() {
        counts_or_layout(compiler, fire, volley)?;
    }
    if !cone && !fire.ground && volley.hard.is_none() {
        lies_on_somebody(fire, told)?;
    }
    let blown = (!cone && !fire.ground && backfire.is_none()).then_some(gun.group);
    let groups = groups_reached(volley, told, cone, blown);
    let reached = groups.iter().map(|&group| reached(compiler, volley, firing, gun, group));
    let reached: Vec<Reached> = reached.collect::<Result<_, _>>()?;
    let place = |group: usize| groups.iter().position(|&known| known == group).unwrap_or(0);
    let shares = |covers: &Covers| {
        let mut shares: Vec<Share> = Vec::new();
        let each = covers.under.iter().map(|&(group, models)| (group, models, 0));
        for (group, under, partly) in each.chain(covers.partly.iter().map(|&(group, models)| (group, 0, models))) {
            let place = place(group);
            match shares.iter_mut().find(|share| share.place == place) {
                Some(share) => (share.under, share.partly) = (share.under + under, share.partly + partly),
                None => shares.push(Share { place, under, partly }),
            }
        }
        shares
    };
    let on_target = match (radius, &volley.hard) {
        (_, Some(hard)) => lies::on_target(compiler, firing, gun, hard, &distances, shares(&told.on_target))?,
        (Some(mm), None) => OnTarget::Layout(mob(compiler, firing, gun, mm, &distances)?),
        (None, None) => on_target(compiler, volley, fire, told, shares(&told.on_target))?,
    };
    let beside = Covers { under: told.beside.clone(), partly: Vec::new() };
    let gone = |distance: &Distance| told.scattered.iter().find(|(known, _)| known == distance);
    let blast = Blast {
        ground: fire.ground,
        twice: gun.weapon.linked == 2,
        scattered: distances.iter().map(|of| gone(of).map_or_else(Vec::new, |(_, covers)| shares(covers))).collect(),
        beside: if blown.is_some() { shares(&beside) } else { Vec::new() },
        backfire,
        on_target,
        reached,
        scatter,
    };
    if !cone {
        leaves_room(compiler, fire, &told.beside, gun.group)?;
        remark(compiler, fire, told, &gun.attack.label, &blast);
    }
    Ok(blast)
}

/// The groups that a template may cover: those fired at, then the others that the step names, then the firer's.
fn groups_reached(volley: &Volley, told: &Told, cone: bool, blown: Option<usize>) -> Vec<usize> {
    let men = volley.groups.iter().filter(|_| volley.hard.is_none());
    let mut groups: Vec<usize> = men.map(|aimed| aimed.group).collect();
    let scattered = told.scattered.iter().filter(|_| !cone).flat_map(|(_, covers)| covers.groups());
    let beside = told.beside.iter().map(|(group, _)| *group).filter(|_| blown.is_some());
    let others = told.on_target.groups().chain(scattered).chain(beside).chain(blown);
    for group in others {
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    groups
}

/// A group that a template may cover, with the roll to affect its models if that is not certain.
fn reached(
    compiler: &mut Compiler,
    volley: &Volley,
    firing: &Firing,
    gun: &Gun,
    group: usize,
) -> Result<Reached, Problem> {
    let Firing { fire, at, .. } = *firing;
    let Gun { weapon, attack, .. } = gun;
    let known = volley.salvos.iter().filter_map(|salvo| salvo.blast.as_deref()).flat_map(|blast| &blast.reached);
    let [under, partly] = match known.into_iter().find(|of| of.group == group) {
        Some(of) => [of.under, of.partly],
        None => [compiler.layout.need(at)?, compiler.layout.need(at)?],
    };
    let of = &compiler.forces.groups[group];
    let name = compiler::label(compiler, group);
    refuse_if(of.is_hard(), || {
        Problem::new(text!("`{name}` has locations: a template covers it by them", name))
            .at(at)
            .help(text!("of the target name them: `hole`, `touched` (§15.4.3); leave others out"))
    })?;
    refuse_if(of.profile.t.is_none(), || {
        Problem::new(text!("`{name}` has no `t`: a template cannot wound it", name))
            .at(at)
            .help(text!("write its toughness, such as t = 3 (§11.11)"))
    })?;
    // §16.8: flames add 1 to this roll in a confined space.
    let affected = if gun.is_cone() && fire.confined { 3 } else { 4 };
    // §10.9.5: a hidden model under it is hit on a 4+, even if it is fully covered.
    let hidden = compiler.forces.formations[of.formation].hidden != Hidden::No;
    let roll = |what: &str, section| {
        let key = format!("{}, {name} {what}", attack.label);
        let weapon = called(&attack.label);
        let words = text!("{weapon}, {name} {how}", weapon, name, how = shown(what));
        Pool::new(Roll::named(key, section).in_words(words), Test::once(Need::at_least(affected)), of.start.into())
    };
    let sheltered = volley.groups.iter().any(|aimed| aimed.group == group && aimed.exposed.is_some());
    if sheltered {
        compiler.own.remark(text!("{name}: `exposed` does not matter to a template, which hits what it covers", name));
    }
    Ok(Reached {
        group,
        harm: machine::compile::harm_of(compiler, attack, group, gun.most().max(of.start.into())),
        under_roll: hidden.then(|| roll(mark!("hidden under it"), "10.9.5")),
        partly_roll: match () {
            () if hidden => Some(roll(mark!("hidden under it"), "10.9.5")),
            () if weapon.has(WeaponAbility::AllTouched) => None,
            () => Some(roll(mark!("partly under it"), "11.18")),
        },
        under,
        partly,
    })
}

/// Which models it covers on target, by counts.
fn on_target(
    compiler: &Compiler,
    volley: &Volley,
    fire: &Fire,
    told: &Told,
    shares: Vec<Share>,
) -> Result<OnTarget, Problem> {
    if told.is_under || fire.ground {
        return Ok(OnTarget::Counts { shares, nearest: false });
    }
    let is_character = |group: usize| compiler.forces.groups[group].is_character();
    let mixed = volley.groups.len() > 1 && volley.groups.iter().any(|aimed| is_character(aimed.group));
    let hidden = volley.at.iter().any(|&target| compiler.forces.formations[target].hidden != Hidden::No);
    if volley.at.len() == 1 && !mixed || hidden {
        return Ok(OnTarget::Counts { shares, nearest: true });
    }
    match &fire.partly {
        Some(partly) if !told.on_target.is_empty() => {
            let problem = partly
                .problem(text!("the one who is hit is found at random, so `partly` does not say who the others are"));
            Err(problem.help(text!("say who is fully covered too: `under`")))
        }
        _ => Ok(OnTarget::AsShot),
    }
}

/// The models of a layout under templates of this radius, in mm.
fn mob(
    compiler: &mut Compiler,
    firing: &Firing,
    gun: &Gun,
    radius: u32,
    distances: &[Distance],
) -> Result<Mob, Problem> {
    let Firing { targets, fire, at, .. } = *firing;
    let label = &gun.attack.label;
    let formation = targets[0];
    let of = &compiler.forces.formations[formation];
    let places = of.layout.clone().unwrap_or_default();
    let cells = of.places.clone();
    let groups = of.groups.clone().enumerate();
    let each = groups
        .flat_map(|(place, group)| std::iter::repeat_n((place, group), compiler.forces.groups[group].start.into()));
    let each: Vec<(usize, usize)> = each.collect();
    let cm = |mm: i32| f64::from(mm) / 10.0;
    let mut models = Vec::new();
    let mut standing = Vec::new();
    for (nth, (place, group)) in each.into_iter().enumerate() {
        let covered = compiler.layout.need(at)?;
        models.push(Placed { place, group, wounds: cells[nth], covered });
        let base = compiler.forces.groups[group].profile.base;
        standing.push(Model { at: places[nth].map(cm), radius: f64::from(base) / 20.0 });
    }
    Ok(Mob {
        aims: models.iter().map(|_| OnceLock::new()).collect(),
        models,
        at: standing,
        radius: f64::from(radius) / 10.0,
        aim: fire.aim.as_ref().map_or(0, |aim| aim.get() as usize),
        distances: distances.to_vec(),
        roll: Roll::named(format!("direction of {label}"), "11.18")
            .in_words(text!("direction of {label}", label = called(label))),
        last: false,
        nth: compiler.own.at_layout(formation),
    })
}

/// Formations besides the targets that a template or an explosion may hit: they can have losses too.
pub fn others(compiler: &Compiler, volley: &Volley) -> Vec<usize> {
    let mut others: Vec<usize> = Vec::new();
    let mut add = |formation: usize| {
        if !volley.at.contains(&formation) && !others.contains(&formation) {
            others.push(formation);
        }
    };
    for blast in volley.salvos.iter().filter_map(|salvo| salvo.blast.as_deref()) {
        let covered = blast.reached.iter().map(|of| compiler.forces.groups[of.group].formation);
        let own = blast.backfire.iter().flat_map(|of| {
            let machine = compiler.forces.groups[of.scene.group].formation;
            [machine].into_iter().chain(of.scene.reached(&compiler.forces))
        });
        covered.chain(own).for_each(&mut add);
    }
    volley.hard.iter().flat_map(|hard| hard.reached(&compiler.forces)).for_each(add);
    others
}

/// Positions no longer matter after the last template at a layout.
pub fn mark_last<'a>(compiler: &Compiler, actions: impl Iterator<Item = &'a mut Action>) {
    for action in actions {
        let Action::Shoot(volley) = action else { continue };
        let at = volley.at[0];
        for blast in volley.salvos.iter_mut().filter_map(|salvo| salvo.blast.as_deref_mut()) {
            if let OnTarget::Layout(mob) = &mut blast.on_target {
                mob.last = compiler.own.is_last_at(at, mob.nth);
            }
        }
    }
}
