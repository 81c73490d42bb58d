//! Reading templates (§10.9.5, §11.18–11.22): whom they cover by the scenario's counts, or by the target's layout.

use std::sync::OnceLock;

use super::super::action::Action;
use super::super::damage::{Attack, Harm};
use super::super::fire::Volley;
use super::super::fire::mob::{Mob, Placed};
use super::super::fire::template::{Blast, OnTarget, Reached, Share};
use super::super::layout::Model;
use super::super::profile::{Weapon, WeaponAbility};
use super::super::scatter::{Distance, Limit, Scatter};
use super::super::written::fire::{Counts, Fire};
use super::super::written::formations::Hidden;
use super::super::written::values::Template;
use super::compiler::Compiler;
use super::names;
use crate::engine::dice::Roll;
use crate::engine::pool::{Need, Pool, Test};
use crate::scenario::typed::{Marked, Named};
use crate::scenario::{Problem, Span};

/// What a step says of the templates fired in it, with the names looked up.
#[derive(Debug, Default)]
pub struct Told {
    on_target: Covers,
    scattered: Vec<(Distance, Covers)>,
    beside: Vec<(usize, u16)>,
    /// Whether fully covered models are told.
    is_under: bool,
}

/// Models covered, group by group: fully, and in part.
#[derive(Debug, Default)]
struct Covers {
    under: Vec<(usize, u16)>,
    partly: Vec<(usize, u16)>,
}

impl Covers {
    fn is_empty(&self) -> bool {
        self.under.iter().chain(&self.partly).all(|(_, models)| *models == 0)
    }

    fn groups(&self) -> impl Iterator<Item = usize> {
        self.under.iter().chain(&self.partly).filter(|(_, models)| *models > 0).map(|(group, _)| *group)
    }
}

/// Numbers of models told by names: of those who are meant first of all, or of anybody.
fn models(compiler: &Compiler, counts: &Counts, first: &[usize]) -> Result<Vec<(usize, u16)>, Problem> {
    let Some(counts) = counts else { return Ok(Vec::new()) };
    let all: Vec<usize> = (0..compiler.forces.groups.len()).collect();
    let mut told = Vec::new();
    for (key, count) in &counts.value {
        let meant = names::units(&compiler.forces, key, &key.span, first).is_ok();
        let among = if meant { first } else { &all[..] };
        let one = Named(vec![(key.clone(), count.clone())]);
        told.extend(names::models(&compiler.forces, &Some(Marked { value: one, span: counts.span.clone() }), among)?);
    }
    Ok(told)
}

/// Whom a template covers; all of a group at most.
fn covers(compiler: &Compiler, under: &Counts, partly: &Counts, first: &[usize]) -> Result<Covers, Problem> {
    let covers = Covers { under: models(compiler, under, first)?, partly: models(compiler, partly, first)? };
    for &(group, models) in &covers.partly {
        let of = &compiler.forces.groups[group];
        let under: u16 = covers.under.iter().filter(|(known, _)| *known == group).map(|(_, models)| models).sum();
        if models + under > of.start {
            let name = compiler.label(group);
            let problem = Problem::new(format!("a template covers {} of the {} `{name}`", models + under, of.start));
            let problem = problem.help("`under` counts those fully covered, `partly` the others");
            return Err(partly.iter().fold(problem, |problem, partly| problem.at(&partly.span)));
        }
    }
    Ok(covers)
}

/// What the step says of templates.
pub fn told(compiler: &Compiler, fire: &Fire, by: usize, targets: &[usize]) -> Result<Told, Problem> {
    let groups = |formation: usize| compiler.forces.formations[formation].groups.clone();
    let there: Vec<usize> = targets.iter().flat_map(|&target| groups(target)).collect();
    let here: Vec<usize> = groups(by).collect();
    machines_alone(fire)?;
    let mut told = Told {
        on_target: covers(compiler, &fire.under, &fire.partly, &there)?,
        beside: models(compiler, &fire.beside, &here)?,
        ..Told::default()
    };
    told.is_under = told.on_target.under.iter().any(|(_, models)| *models > 0);
    for (key, covered) in fire.scattered.iter().flat_map(|scattered| &scattered.value) {
        let distance = Distance::parse(key).ok_or_else(|| {
            let problem = key.problem(format!("`{}` is not a distance in cm", key.value));
            problem.help("write cm gone: scattered = { \"5\" = { under = { orks = 2 } } }")
        })?;
        let covers = covers(compiler, &covered.value.under, &covered.value.partly, &there)?;
        told.scattered.push((distance, covers));
    }
    let aimed = targets.iter().find(|&&target| compiler.forces.formations[target].layout.is_some());
    if let Some(aim) = &fire.aim {
        let Some(&target) = aimed else {
            return Err(aim.problem("`aim` is a model of a `layout`, and the target has none"));
        };
        let models = compiler.forces.formations[target].layout.as_ref().map_or(0, Vec::len);
        if aim.get() >= models as i64 {
            let problem = aim.problem(format!("the layout has {models} models: there is no model {}", aim.get()));
            return Err(problem.help("models are counted from 0"));
        }
    }
    Ok(told)
}

/// What is told of machines' locations is of no use at troops.
fn machines_alone(fire: &Fire) -> Result<(), Problem> {
    let none = |what: &str| format!("`{what}` is for machines, and the target is none");
    let scattered = || fire.scattered.iter().flat_map(|scattered| scattered.value.iter().map(|(_, covered)| covered));
    let holes = fire.hole.iter().chain(scattered().filter_map(|covered| covered.value.hole.as_ref()));
    let touched = fire.touched.iter().chain(scattered().filter_map(|covered| covered.value.touched.as_ref()));
    match (holes.into_iter().next(), touched.into_iter().next()) {
        (Some(hole), _) => Err(hole.problem(none("hole"))),
        (_, Some(touched)) => Err(touched.problem(none("touched"))),
        _ => Ok(()),
    }
}

/// §11.18–11.22: what a salvo of one weapon with a template does.
pub fn blast(
    compiler: &mut Compiler,
    volley: &Volley,
    (fire, told): (&Fire, &Told),
    (group, weapon, radius): (usize, &Weapon, Template),
    (range, attack, most): (u32, &Attack, u32),
    at: &Span,
) -> Result<Blast, Problem> {
    let cone = radius == Template::Flame;
    if !cone && compiler.forces.groups[group].is_hard() {
        let problem = Problem::new(format!("`{}` may explode on the machine that fires it (§15.4.1)", weapon.key));
        return Err(problem.at(at).help("that is not played yet: fire another weapon"));
    }
    let thrown = weapon.has(WeaponAbility::Grenade);
    let limit = if thrown { Limit::Thrown } else { Limit::HalfRange(range) };
    let scatter = (!cone).then(|| Scatter::new(limit, &attack.label));
    let distances = scatter.as_ref().map_or_else(Vec::new, |scatter| scatter.distances().to_vec());
    let radius = match radius {
        Template::Blast(mm) if !fire.ground => Some(mm).filter(|_| has_layout(compiler, volley)),
        _ => None,
    };
    if radius.is_some() {
        counts_or_layout(compiler, fire, volley)?;
    }
    let groups = groups_reached(volley, told, (group, cone, fire.ground));
    let reached = groups.iter().map(|&group| reached(compiler, volley, (group, weapon), (attack, most), at));
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
    let on_target = match radius {
        Some(mm) => OnTarget::Layout(mob(compiler, volley, fire, (mm, &distances), &attack.label, at)?),
        None => on_target(compiler, volley, (fire, told), shares(&told.on_target))?,
    };
    let beside = Covers { under: told.beside.clone(), partly: Vec::new() };
    if !cone {
        leaves_room(compiler, fire, &told.beside, group)?;
        remark(compiler, fire, told, (&attack.label, radius.is_some()));
    }
    let gone = |distance: &Distance| told.scattered.iter().find(|(known, _)| known == distance);
    Ok(Blast {
        ground: fire.ground,
        twice: weapon.linked == 2,
        scattered: distances.iter().map(|of| gone(of).map_or_else(Vec::new, |(_, covers)| shares(covers))).collect(),
        beside: if cone { Vec::new() } else { shares(&beside) },
        on_target,
        reached,
        scatter,
    })
}

/// Whether the target stands where a layout says.
fn has_layout(compiler: &Compiler, volley: &Volley) -> bool {
    volley.at.iter().any(|&target| compiler.forces.formations[target].layout.is_some())
}

/// A layout says whom a template covers; counts beside it would say it again.
fn counts_or_layout(compiler: &Compiler, fire: &Fire, volley: &Volley) -> Result<(), Problem> {
    let told = [
        ("under", fire.under.as_ref().filter(|told| !told.value.is_empty()).map(|told| &told.span)),
        ("partly", fire.partly.as_ref().filter(|told| !told.value.is_empty()).map(|told| &told.span)),
        ("scattered", fire.scattered.as_ref().filter(|told| !told.value.is_empty()).map(|told| &told.span)),
    ];
    let name = compiler.list(&volley.at);
    for (key, span) in told {
        if let Some(span) = span {
            let problem = Problem::new(format!("`{name}` has a layout, which says whom a template covers: no `{key}`"));
            return Err(problem.at(span).help(format!("leave out `{key}`, or the layout")));
        }
    }
    if volley.at.len() > 1 {
        let problem = Problem::new("templates by layout fall on one formation, not into a combat of two");
        return Err(problem.help("leave out the layouts and count whom it covers: `under`, `partly`"));
    }
    Ok(())
}

/// The groups that a template may cover: those fired at, then whoever else is told, then the firer's.
fn groups_reached(volley: &Volley, told: &Told, (group, cone, ground): (usize, bool, bool)) -> Vec<usize> {
    let mut groups: Vec<usize> = volley.groups.iter().map(|aimed| aimed.group).collect();
    let scattered = told.scattered.iter().filter(|_| !cone).flat_map(|(_, covers)| covers.groups());
    let blown = told.beside.iter().map(|(group, _)| *group).chain([group]);
    let others = told.on_target.groups().chain(scattered).chain(blown.filter(|_| !cone && !ground));
    for group in others {
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    groups
}

/// A group that a template may cover.
fn reached(
    compiler: &mut Compiler,
    volley: &Volley,
    (group, weapon): (usize, &Weapon),
    (attack, most): (&Attack, u32),
    at: &Span,
) -> Result<Reached, Problem> {
    let known = volley.salvos.iter().filter_map(|salvo| salvo.blast.as_deref()).flat_map(|blast| &blast.reached);
    let [under, partly] = match known.into_iter().find(|of| of.group == group) {
        Some(of) => [of.under, of.partly],
        None => [compiler.layout.need(at)?, compiler.layout.need(at)?],
    };
    let of = &compiler.forces.groups[group];
    let name = compiler.label(group);
    if of.is_hard() {
        return Err(Problem::new(format!("templates on machines such as `{name}` are not played yet")).at(at));
    }
    if of.profile.t.is_none() {
        let problem = Problem::new(format!("`{name}` has no `t`: a template cannot wound it")).at(at);
        return Err(problem.help("write its toughness, such as t = 3 (§11.11)"));
    }
    // §10.9.5: of those who are hidden, whoever is under it is hit on a 4+, however much of him.
    let hidden = compiler.forces.formations[of.formation].hidden != Hidden::No;
    let roll = |what: &str, section| {
        let key = format!("{}, {name} {what}", attack.label);
        Pool::new(Roll::named(key, section), Test::once(Need::at_least(4)), of.start.into())
    };
    let sheltered = volley.groups.iter().any(|aimed| aimed.group == group && aimed.exposed.is_some());
    if sheltered {
        compiler.own.remark(format!("{name}: `exposed` does not matter to a template, which hits whom it covers"));
    }
    Ok(Reached {
        group,
        harm: Harm::new(attack, &of.profile, &name, &compiler.readings, most.max(of.start.into())),
        under_roll: hidden.then(|| roll("hidden under it", "10.9.5")),
        partly_roll: match () {
            () if hidden => Some(roll("hidden under it", "10.9.5")),
            () if weapon.has(WeaponAbility::AllTouched) => None,
            () => Some(roll("partly under it", "11.18")),
        },
        under,
        partly,
    })
}

/// Whom it covers on its target by counts.
fn on_target(
    compiler: &Compiler,
    volley: &Volley,
    (fire, told): (&Fire, &Told),
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
            let problem =
                partly.problem("the one who is hit is found at random, so `partly` does not say who the others are");
            Err(problem.help("say who is fully covered too: `under`"))
        }
        _ => Ok(OnTarget::AsShot),
    }
}

/// §11.18: the firer is one of his group.
fn leaves_room(compiler: &Compiler, fire: &Fire, beside: &[(usize, u16)], group: usize) -> Result<(), Problem> {
    let start = compiler.forces.groups[group].start;
    match (beside.iter().find(|(known, _)| *known == group), &fire.beside) {
        (Some((_, models)), Some(written)) if *models >= start => {
            let name = compiler.label(group);
            let told = format!("{models} of the {start} `{name}` stand beside the one who fires: he is one of them");
            Err(written.problem(told))
        }
        _ => Ok(()),
    }
}

/// What is left open and decided.
fn remark(compiler: &mut Compiler, fire: &Fire, told: &Told, (label, by_layout): (&str, bool)) {
    if by_layout {
        compiler.choose(format!("{label}: it scatters in any direction alike (§11.18)"));
    } else if told.scattered.iter().all(|(_, covers)| covers.is_empty()) {
        compiler.choose(format!("{label}: nobody is under it when it scatters (key `scattered`)"));
    }
    if told.beside.is_empty() && !fire.ground {
        compiler.choose(format!("{label}: when it explodes on its man, he alone is under it (key `beside`)"));
    }
}

/// The models of a layout under templates of this radius, in mm.
fn mob(
    compiler: &mut Compiler,
    volley: &Volley,
    fire: &Fire,
    (radius, distances): (u32, &[Distance]),
    label: &str,
    at: &Span,
) -> Result<Mob, Problem> {
    let formation = volley.at[0];
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
        roll: Roll::named(format!("direction of {label}"), "11.18"),
        last: false,
        nth: compiler.own.at_layout(formation),
    })
}

/// What of the keys for templates has no template to serve: a distance that cannot come is a mistake, the rest is remarked.
pub fn check(compiler: &mut Compiler, fire: &Fire, volley: &Volley) -> Result<(), Problem> {
    let blasts = || volley.salvos.iter().filter_map(|salvo| salvo.blast.as_deref());
    let mut can_come: Vec<Distance> =
        blasts().filter_map(|blast| blast.scatter.as_ref()).flat_map(|scatter| scatter.distances().to_vec()).collect();
    can_come.sort_unstable();
    can_come.dedup();
    for key in fire.scattered.iter().flat_map(|of| &of.value.0).map(|(key, _)| key).filter(|_| !can_come.is_empty()) {
        if Distance::parse(key).is_none_or(|distance| !can_come.contains(&distance)) {
            let known: Vec<String> = can_come.iter().map(|distance| format!("\"{distance}\"")).collect();
            let problem = key.problem(format!("it cannot scatter {} cm: {} can come", key.value, known.join(", ")));
            return Err(problem
                .help("a shot scatters half its range at most (§11.19), a grenade half as far as another (§11.20)"));
        }
    }
    let keys = [("under", &fire.under), ("partly", &fire.partly), ("beside", &fire.beside)];
    let told = keys.iter().filter(|(_, told)| told.as_ref().is_some_and(|told| !told.value.is_empty()));
    let mut idle: Vec<&str> = told.map(|(key, _)| *key).collect();
    idle.extend(fire.scattered.as_ref().filter(|told| !told.value.is_empty()).map(|_| "scattered"));
    let any = blasts().next().is_some();
    let scatters = blasts().any(|blast| blast.scatter.is_some());
    let name = compiler.name(volley.by).to_owned();
    for key in idle.into_iter().filter(|key| !any || !scatters && ["scattered", "beside"].contains(key)) {
        compiler.own.remark(format!("{name}: `{key}` is for templates, and no such weapon is fired"));
    }
    Ok(())
}

/// Formations other than those fired at whom a template may cover: they can lose men too.
pub fn others(compiler: &Compiler, volley: &Volley) -> Vec<usize> {
    let mut others: Vec<usize> = Vec::new();
    for blast in volley.salvos.iter().filter_map(|salvo| salvo.blast.as_deref()) {
        for of in &blast.reached {
            let formation = compiler.forces.groups[of.group].formation;
            if !volley.at.contains(&formation) && !others.contains(&formation) {
                others.push(formation);
            }
        }
    }
    others
}

/// After the last template at a layout it matters no more who stands where.
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
