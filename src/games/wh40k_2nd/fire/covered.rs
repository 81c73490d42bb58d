//! What a step says about templates (§11.18–11.22): which models they cover, with the names looked up, and the errors
//! in it.

use crate::compiler::{self, Compiler};
use crate::fire::firing::Firing;
use crate::fire::scatter::Distance;
use crate::fire::volley::{Blast, OnTarget, Volley};
use crate::fire::written::{Counts, Covered, Fire};
use crate::names;
use battle_odds_scenario::typed::{Marked, Named};
use battle_odds_scenario::{Problem, refuse_if};

/// What a step says about the templates fired in it, with the names looked up.
#[derive(Debug, Default)]
pub struct Told {
    /// The models that it covers on target.
    pub on_target: Covers,
    /// Those that it covers when it has scattered, by distance.
    pub scattered: Vec<(Distance, Covers)>,
    /// Those that it covers in addition to the firer when it explodes there.
    pub beside: Vec<(usize, u16)>,
    /// Whether the step gives fully covered models, even if 0.
    pub is_under: bool,
}

/// Models covered, group by group: fully, and in part.
#[derive(Debug, Default)]
pub struct Covers {
    /// Fully covered.
    pub under: Vec<(usize, u16)>,
    /// Partly covered.
    pub partly: Vec<(usize, u16)>,
}

impl Covers {
    /// Whether it covers no model.
    pub fn is_empty(&self) -> bool {
        self.under.iter().chain(&self.partly).all(|(_, models)| *models == 0)
    }

    /// The groups of these models.
    pub fn groups(&self) -> impl Iterator<Item = usize> {
        self.under.iter().chain(&self.partly).filter(|(_, models)| *models > 0).map(|(group, _)| *group)
    }
}

/// Numbers of models by names: a name means one of the groups in `first` if it can, otherwise any.
fn models(compiler: &Compiler, counts: &Counts, first: &[usize]) -> Result<Vec<(usize, u16)>, Problem> {
    let Some(counts) = counts else { return Ok(Vec::new()) };
    let all: Vec<usize> = (0..compiler.forces.groups.len()).collect();
    let mut told = Vec::new();
    for (key, count) in &counts.value {
        let meant = names::units(&compiler.forces, key, first).is_ok();
        let among = if meant { first } else { &all[..] };
        let one = Named(vec![(key.clone(), count.clone())]);
        told.extend(names::models(&compiler.forces, &Some(Marked { value: one, span: counts.span.clone() }), among)?);
    }
    Ok(told)
}

/// The models that a template covers; at most all of a group.
fn covers(compiler: &Compiler, under: &Counts, partly: &Counts, first: &[usize]) -> Result<Covers, Problem> {
    let covers = Covers { under: models(compiler, under, first)?, partly: models(compiler, partly, first)? };
    for &(group, models) in &covers.partly {
        let of = &compiler.forces.groups[group];
        let under: u16 = covers.under.iter().filter(|(known, _)| *known == group).map(|(_, models)| models).sum();
        if models + under > of.start {
            let name = compiler::label(compiler, group);
            let problem = Problem::new(text!(
                "a template covers {under} of the {start} `{name}`",
                under = models + under,
                start = of.start,
                name
            ));
            let problem = problem.help(text!("`under` counts those fully covered, `partly` the others"));
            return Err(partly.iter().fold(problem, |problem, partly| problem.at(&partly.span)));
        }
    }
    Ok(covers)
}

/// Reads what the step says about templates.
pub fn told(compiler: &Compiler, firing: &Firing) -> Result<Told, Problem> {
    let Firing { by, targets, fire, .. } = *firing;
    let groups = |formation: usize| compiler.forces.formations[formation].groups.clone();
    let there: Vec<usize> = targets.iter().flat_map(|&target| groups(target)).collect();
    let here: Vec<usize> = groups(by).collect();
    if !targets.iter().any(|&target| compiler.forces.is_hard(target)) {
        machines_alone(fire)?;
    }
    let mut told = Told {
        on_target: covers(compiler, &fire.under, &fire.partly, &there)?,
        beside: models(compiler, &fire.beside, &here)?,
        ..Told::default()
    };
    told.is_under = !told.on_target.under.is_empty();
    for (key, covered) in fire.scattered.iter().flat_map(|scattered| &scattered.value) {
        let distance = Distance::parse(key).ok_or_else(|| {
            let problem = key.problem(text!("`{key}` is not a distance in cm", key = key.value));
            problem
                .help(text!("write cm gone: scattered = {example}", example = "{ \"5\" = { under = { orks = 2 } } }"))
        })?;
        let covers = covers(compiler, &covered.value.under, &covered.value.partly, &there)?;
        told.scattered.push((distance, covers));
    }
    let aimed = targets.iter().find(|&&target| compiler.forces.formations[target].layout.is_some());
    if let Some(aim) = &fire.aim {
        let Some(&target) = aimed else {
            return Err(aim.problem(text!("`aim` is a model of a `layout`, and the target has none")));
        };
        let models = compiler.forces.formations[target].layout.as_ref().map_or(0, Vec::len);
        refuse_if(aim.get() >= models as i64, || {
            aim.problem(text!("the layout has {models} models: there is no model {aim}", models, aim = aim.get()))
                .help(text!("models are counted from 0"))
        })?;
    }
    Ok(told)
}

/// Refuses locations of machines when the target is troops.
fn machines_alone(fire: &Fire) -> Result<(), Problem> {
    let none = |what: &str| text!("`{what}` is for machines, and the target is none", what);
    let scattered = || fire.scattered.iter().flat_map(|scattered| scattered.value.iter().map(|(_, covered)| covered));
    let holes = fire.hole.iter().chain(scattered().filter_map(|covered| covered.value.hole.as_ref()));
    let touched = fire.touched.iter().chain(scattered().filter_map(|covered| covered.value.touched.as_ref()));
    match (holes.into_iter().next(), touched.into_iter().next()) {
        (Some(hole), _) => Err(hole.problem(none("hole"))),
        (_, Some(touched)) => Err(touched.problem(none("touched"))),
        _ => Ok(()),
    }
}

/// §11.18: refuses a template without a fully covered model if it has a centre, which lies on a model of its target.
pub fn lies_on_somebody(fire: &Fire, told: &Told) -> Result<(), Problem> {
    match &fire.under {
        Some(under) if told.is_under && told.on_target.under.iter().all(|(_, models)| *models == 0) => {
            let problem = under.problem(text!("the template lies on a model of the target, which is under it: not 0"));
            Err(problem.help(text!("write 1 at least, or ground = true for a point of the ground (§11.18, §11.21)")))
        }
        _ => Ok(()),
    }
}

/// Whether the target stands where a layout says.
pub fn has_layout(compiler: &Compiler, volley: &Volley) -> bool {
    volley.at.iter().any(|&target| compiler.forces.formations[target].layout.is_some())
}

/// Refuses counts of covered models if a layout already decides them.
pub fn counts_or_layout(compiler: &Compiler, fire: &Fire, volley: &Volley) -> Result<(), Problem> {
    let told = [
        ("under", fire.under.as_ref().filter(|told| !told.value.is_empty()).map(|told| &told.span)),
        ("partly", fire.partly.as_ref().filter(|told| !told.value.is_empty()).map(|told| &told.span)),
        ("scattered", fire.scattered.as_ref().filter(|told| !told.value.is_empty()).map(|told| &told.span)),
    ];
    let name = compiler.list(&volley.at);
    for (key, span) in told {
        if let Some(span) = span {
            let problem = Problem::new(text!(
                "`{name}` has a layout, which says which models a template covers: no `{key}`",
                name,
                key
            ));
            return Err(problem.at(span).help(text!("leave out `{key}`, or the layout", key)));
        }
    }
    refuse_if(volley.at.len() > 1, || {
        Problem::new(text!("templates by layout fall on one formation, not into a combat of two"))
            .help(text!("leave out the layouts and count the models it covers: `under`, `partly`"))
    })?;
    Ok(())
}

/// §11.18: the firer is one of its group, so the counts must leave room for it.
pub fn leaves_room(compiler: &Compiler, fire: &Fire, beside: &[(usize, u16)], group: usize) -> Result<(), Problem> {
    let start = compiler.forces.groups[group].start;
    match (beside.iter().find(|(known, _)| *known == group), &fire.beside) {
        (Some((_, models)), Some(written)) if *models >= start => {
            let name = compiler::label(compiler, group);
            let told = text!(
                "{models} of the {start} `{name}` stand beside the one who fires: he is one of them",
                models,
                start,
                name
            );
            Err(written.problem(told))
        }
        _ => Ok(()),
    }
}

/// Reports what is left open about a template with a centre and decided by the program.
pub fn remark(compiler: &mut Compiler, fire: &Fire, told: &Told, label: &str, blast: &Blast) {
    let of_machines = |covered: &Covered| covered.hole.is_some() || covered.touched.is_some();
    let on_locations = fire.scattered.iter().any(|of| of.value.iter().any(|(_, of)| of_machines(&of.value)));
    if matches!(blast.on_target, OnTarget::Layout(_)) {
        compiler.choose(text!("{label}: it scatters in any direction alike (§11.18)", label));
    } else if told.scattered.iter().all(|(_, covers)| covers.is_empty()) && !on_locations {
        compiler.choose(text!("{label}: no model is under it when it scatters (key `scattered`)", label));
    }
    if told.beside.is_empty() && !blast.ground && blast.backfire.is_none() {
        compiler.choose(text!("{label}: when it explodes on its man, only he is under it (key `beside`)", label));
    }
}

/// Checks keys for templates when no template is fired: an impossible distance is an error, the rest is reported.
pub fn check(compiler: &mut Compiler, firing: &Firing, volley: &Volley) -> Result<(), Problem> {
    told(compiler, firing)?;
    let fire = firing.fire;
    let blasts = || volley.salvos.iter().filter_map(|salvo| salvo.blast.as_deref());
    let mut can_come: Vec<Distance> =
        blasts().filter_map(|blast| blast.scatter.as_ref()).flat_map(|scatter| scatter.distances().to_vec()).collect();
    can_come.sort_unstable();
    can_come.dedup();
    for key in fire.scattered.iter().flat_map(|of| &of.value.0).map(|(key, _)| key).filter(|_| !can_come.is_empty()) {
        if Distance::parse(key).is_none_or(|distance| !can_come.contains(&distance)) {
            let known: Vec<String> = can_come.iter().map(|distance| format!("\"{distance}\"")).collect();
            let problem = key.problem(text!(
                "it cannot scatter {key} cm: {known} can come",
                key = key.value,
                known = known.join(", ")
            ));
            return Err(problem.help(text!(
                "a shot scatters half its range at most (§11.19), a grenade half as far as other shots (§11.20)"
            )));
        }
    }
    let keys = [("under", &fire.under), ("partly", &fire.partly), ("beside", &fire.beside)];
    let told = keys.iter().filter(|(_, told)| told.as_ref().is_some_and(|told| !told.value.is_empty()));
    let mut idle: Vec<&str> = told.map(|(key, _)| *key).collect();
    idle.extend(fire.confined.then_some("confined"));
    idle.extend(fire.ground.then_some("ground"));
    idle.extend(fire.aim.as_ref().map(|_| "aim"));
    idle.extend(fire.hole.as_ref().map(|_| "hole"));
    idle.extend(fire.touched.as_ref().map(|_| "touched"));
    idle.extend(fire.scattered.as_ref().filter(|told| !told.value.is_empty()).map(|_| "scattered"));
    let any = blasts().next().is_some();
    let scatters = blasts().any(|blast| blast.scatter.is_some());
    let name = compiler.name(volley.by).to_owned();
    for key in idle.into_iter().filter(|key| !any || !scatters && ["scattered", "beside"].contains(key)) {
        compiler.own.remark(text!("{name}: `{key}` is for templates, and no such weapon is fired", name, key));
    }
    Ok(())
}
