//! Compiling how templates and psychic powers lie on machines (§15.4.3, §17.7), with names of locations looked up.

use crate::compiler::{self, Compiler};
use crate::damage::called;
use crate::fire::firing::{Firing, Gun};
use crate::fire::scatter::Distance;
use crate::fire::volley::{Backfire, OnMachines, OnTarget, Share};
use crate::fire::written::Locations;
use crate::forces::Group;
use crate::forces::written::Hidden;
use crate::machine;
use crate::machine::blow::Where;
use crate::machine::card::Part;
use crate::machine::compile::Around;
use crate::machine::hard::{Hard, Place};
use crate::machine::lie::{Lie, Struck};
use crate::profile::WeaponAbility;
use crate::readings::TemplateOnVehicle;
use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span, refuse_if, unknown};

/// §15.4.3, §16.11: what a template does to machines or walls that it is fired at.
pub fn on_target(
    compiler: &mut Compiler,
    firing: &Firing,
    gun: &Gun,
    hard: &Hard,
    distances: &[Distance],
    beside: Vec<Share>,
) -> Result<OnTarget, Problem> {
    let Firing { targets, fire, at, .. } = *firing;
    let label = &gun.attack.label;
    refuse_if(!targets.iter().all(|&target| compiler.forces.of(target).iter().all(Group::is_hard)), || {
        Problem::new(text!("{label}: {at} has men and machines", label, at = compiler.list(targets)))
            .at(at)
            .help(text!("a template is aimed at a man or at a location: shoot at one formation, all of one kind"))
    })?;
    let walls = hard.places.iter().filter(|place| matches!(place, Place::Walls(_))).count();
    if walls > 0 {
        walls_alone(compiler, firing, walls == hard.places.len())?;
        return Ok(OnTarget::AsShot);
    }
    no_layout(compiler, firing)?;
    let cone = gun.is_cone();
    let reading = compiler.readings.template_on_vehicle;
    let rolled = reading == TemplateOnVehicle::Rolled && !cone;
    if !cone {
        compiler.tell(reading);
    }
    told(compiler, firing, gun, rolled)?;
    if gun.weapon.has(WeaponAbility::AllTouched) {
        compiler
            .choose(text!("{label}: locations that it touches are hit on 4+, whatever the weapon (§15.4.3)", label));
    }
    let hole = if cone { &None } else { &fire.hole };
    let mut on_target = lies(compiler, hard, hole, &fire.touched)?;
    if rolled {
        for (lie, place) in on_target.iter_mut().zip(&hard.places) {
            lie.holes = vec![machine::compile::where_hit(compiler, place.group(), None, fire.masked.as_ref(), at)?];
        }
    }
    let mut scattered = Vec::new();
    for distance in distances {
        let written = fire.scattered.iter().flat_map(|of| &of.value);
        let covered = written.into_iter().find(|(key, _)| Distance::parse(key) == Some(*distance));
        let covered = covered.map(|(_, covered)| &covered.value);
        let [hole, touched] = covered.map_or([&None, &None], |covered| [&covered.hole, &covered.touched]);
        scattered.push(lies(compiler, hard, hole, touched)?);
    }
    let times = if gun.weapon.linked == 2 { 2 } else { 1 };
    let all = || on_target.iter().chain(scattered.iter().flatten());
    let struck = struck(compiler, label, times, all(), at)?;
    Ok(OnTarget::Machines(Box::new(OnMachines { struck, on_target, scattered, beside })))
}

/// §16.11: a building is hit as by any shot, and a template at it covers no models around it.
fn walls_alone(compiler: &Compiler, firing: &Firing, all: bool) -> Result<(), Problem> {
    let Firing { targets, fire, at, .. } = *firing;
    let name = compiler.list(targets);
    refuse_if(!all, || {
        Problem::new(text!("`{name}` has machines and walls", name))
            .at(at)
            .help(text!("a template hits one kind or the other: write them as two formations"))
    })?;
    let told = [
        ("hole", fire.hole.as_ref().map(|of| &of.span)),
        ("touched", fire.touched.as_ref().map(|of| &of.span)),
        ("under", fire.under.as_ref().filter(|of| !of.value.is_empty()).map(|of| &of.span)),
        ("partly", fire.partly.as_ref().filter(|of| !of.value.is_empty()).map(|of| &of.span)),
    ];
    match told.into_iter().find_map(|(key, span)| Some((key, span?))) {
        None => Ok(()),
        Some((key @ ("hole" | "touched"), span)) => {
            Err(Problem::new(text!("walls have no locations")).at(span).help(text!("leave out `{key}`", key)))
        }
        Some((key, span)) => {
            let problem = Problem::new(text!("a template at a building covers no models around it (§16.11)")).at(span);
            Err(problem.help(text!("leave out `{key}`, or shoot at the men", key)))
        }
    }
}

/// Refuses a layout for machines or walls, which neither the book nor the format has.
fn no_layout(compiler: &Compiler, firing: &Firing) -> Result<(), Problem> {
    let Firing { targets, at, .. } = *firing;
    let of = &compiler.forces.formations[targets[0]];
    refuse_if(of.layout.is_some(), || {
        Problem::new(text!("`{name}` has a layout, which says nothing of its locations", name = of.name))
            .at(at)
            .help(text!("leave the layout out, and name what the template strikes: `hole`, `touched`"))
    })?;
    refuse_if(of.hidden != Hidden::No, || {
        Problem::new(text!("`{name}` is hidden and has locations", name = of.name)).at(at).help(text!(
            "the book says which hidden men a template hits, but says nothing of a hidden machine (§10.9.5)"
        ))
    })?;
    Ok(())
}

/// Checks that the step says where it lies, unless the location under its hole is rolled.
fn told(compiler: &mut Compiler, firing: &Firing, gun: &Gun, rolled: bool) -> Result<(), Problem> {
    let Firing { fire, at, .. } = *firing;
    let (label, cone) = (&gun.attack.label, gun.is_cone());
    if cone && fire.hole.is_some() {
        compiler.own.remark(text!("{label}: a cone of flame has no hole: `touched` says what it strikes", label));
    }
    if rolled && fire.hole.is_some() {
        compiler
            .own
            .remark(text!("{label}: the location under the hole is rolled, whatever `hole` names (§20)", label));
    }
    let named = |names: &Locations| names.as_ref().is_some_and(|names| !names.value.is_empty());
    if rolled || named(&fire.touched) || !cone && named(&fire.hole) {
        return Ok(());
    }
    let problem =
        Problem::new(text!("{label}: the scenario does not say which locations its template hits", label)).at(at);
    Err(match cone {
        true => problem.help(text!("name those that it touches, each hit on 4+: touched = [\"hull\"] (§15.4.3)")),
        false => problem.help(text!(
            "name the one under its hole, and those that it touches: hole = \"hull\", touched = [\"track\"] (§15.4.3)"
        )),
    })
}

/// How it lies on each machine.
fn lies(compiler: &Compiler, hard: &Hard, hole: &Locations, touched: &Locations) -> Result<Vec<Lie>, Problem> {
    hard.places.iter().map(|place| lie(compiler, place.group(), hole, touched)).collect()
}

/// How it lies on one machine.
pub fn lie(compiler: &Compiler, group: usize, hole: &Locations, touched: &Locations) -> Result<Lie, Problem> {
    let mut known: Vec<usize> = Vec::new();
    let mut places = |names: &Locations| -> Result<Vec<usize>, Problem> {
        let names: Vec<&Marked<String>> = names.iter().flat_map(|names| names.value.iter()).collect();
        let first = known.len();
        for name in names {
            let place = machine::compile::location_named(compiler, group, name)?;
            refuse_if(known.contains(&place), || {
                name.problem(text!("the template strikes `{name}` twice", name = name.value))
                    .help(text!("each location is under the hole, or touched, once"))
            })?;
            known.push(place);
        }
        Ok(known[first..].to_vec())
    };
    let holes = places(hole)?.into_iter().map(Where::At).collect();
    Ok(Lie { holes, touched: places(touched)? })
}

/// The cells for the locations that are hit, enough for every way it can lie.
pub fn struck<'a>(
    compiler: &mut Compiler,
    label: &str,
    times: u32,
    lies: impl Iterator<Item = &'a Lie>,
    at: &Span,
) -> Result<Struck, Problem> {
    let most = lies.map(|lie| lie.holes.len() + lie.touched.len()).max().unwrap_or(0) * times as usize;
    let touch = Pool::new(
        Roll::named(format!("{label}, a location touched"), "15.4.3")
            .in_words(text!("{label}, a location touched", label = called(label))),
        Test::once(Need::at_least(4)),
        times,
    );
    let waiting = (0..most).map(|_| compiler.cell(at)).collect::<Result<_, _>>()?;
    Ok(Struck { touch, times, waiting })
}

/// §15.4.1: what happens to a machine whose template weapon explodes on it; nothing if men fire.
pub fn backfire(compiler: &mut Compiler, firing: &Firing, gun: &Gun) -> Result<Option<Backfire>, Problem> {
    let Firing { fire, at, .. } = *firing;
    let (group, weapon) = (gun.group, &gun.weapon);
    let profile = &compiler.forces.groups[group].profile;
    if !profile.is_machine() {
        return Ok(None);
    }
    let unit = profile.key.clone();
    let told = |problem: Problem| {
        let example = format!("weapons.{} = {{ location = \"hull\" }}", weapon.key);
        problem.help(text!("its weapon may explode there: write where it is carried, {example} (§15.4.1)", example))
    };
    let Some(location) = &weapon.location else {
        return Err(told(
            Problem::new(text!("`{unit}` fires `{key}`, which has no `location`", unit, key = weapon.key)).at(at),
        ));
    };
    let card = machine::compile::card_of(compiler, group, at)?;
    let known = card.locations.iter().map(|location| location.name.as_str());
    let place = card.location(location).ok_or_else(|| told(unknown(mark!("location"), location, at, known)))?;
    if let Part::Crew(_) = card.locations[place].part {
        let problem =
            Problem::new(text!("`{location}` of `{unit}` is a crewman: it has no damage table", location, unit)).at(at);
        return Err(told(problem));
    }
    let name = compiler::label(compiler, group);
    let around = Around { near: &None, speed: 0, moved: fire.moved, attackers: &[] };
    let scene = machine::compile::scene(compiler, group, around, at)?;
    if !scene.blasts.is_empty() {
        compiler.choose(text!("{name}: no model is near it when its own weapon explodes on it (§15.4.1)", name));
    }
    if fire.beside.is_some() {
        compiler
            .own
            .remark(text!("{name}: what explodes on a machine hits its location, and no model `beside` it", name));
    }
    Ok(Some(Backfire { scene, place }))
}
