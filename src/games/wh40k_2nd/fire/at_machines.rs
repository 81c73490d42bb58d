//! Fire at machines (§15.4), buildings and doors (§16.11).

use crate::compiler::{self, Compiler};
use crate::fire::firing::{Firing, Gun};
use crate::fire::volley::Volley;
use crate::fire::written::Fire;
use crate::forces::Group;
use crate::machine;
use crate::machine::blow::Strike;
use crate::machine::compile::{Around, Stroking};
use crate::machine::hard::{Hard, Stroke};
use crate::machine::penetration::Penetration;
use crate::profile::{Ability, Kind};
use crate::values::mm;
use battle_odds_scenario::{Problem, Span, refuse_if};

/// §16.11: the range at which a door can be shot at, in mm.
const DOOR: u32 = 150;

/// The target, if it consists of machines or walls.
pub fn hard(compiler: &mut Compiler, firing: &Firing) -> Result<Option<Hard>, Problem> {
    let Firing { targets, fire, at, .. } = *firing;
    let forces = &compiler.forces;
    if !targets.iter().any(|&target| forces.is_hard(target)) {
        return troops_alone(fire, at).map(|()| None);
    }
    together(compiler, targets, at)?;
    if targets.iter().all(|&target| forces.of(target).iter().all(|group| group.profile.kind.is_built())) {
        no_sides(fire, at)?;
    }
    let speed = fire.speed.or(fire.target_moved).map_or(0, mm);
    let around = Around { near: &fire.near, speed, moved: speed > 0, attackers: &[] };
    let mut places = Vec::new();
    for &target in targets {
        places.extend(machine::compile::hard(compiler, target, around, at)?.places);
    }
    Ok(Some(Hard { places }))
}

/// §11.16: which machines and walls can be under fire together with others.
fn together(compiler: &Compiler, targets: &[usize], at: &Span) -> Result<(), Problem> {
    let forces = &compiler.forces;
    let groups = || targets.iter().flat_map(|&target| forces.of(target));
    refuse_if(
        groups().any(|group| group.profile.kind.is_built()) && !groups().all(|group| group.profile.kind.is_built()),
        || {
            Problem::new(text!("{targets}: walls together with other targets", targets = compiler.list(targets)))
                .at(at)
                .help(text!("a building is a target of its own (§16.11): shoot at one formation"))
        },
    )?;
    let passive = |group: &&Group| group.is_hard() && group.profile.ws == 0;
    if let Some(vehicle) = groups().find(passive).filter(|_| targets.len() > 1) {
        let problem =
            Problem::new(text!("`{key}` has no weapon skill: it is in no combat", key = vehicle.profile.key)).at(at);
        return Err(problem.help(text!("who attacks a vehicle is not engaged with it (§15.5): shoot at one formation")));
    }
    Ok(())
}

/// Refuses keys for vehicles when the target is walls.
fn no_sides(fire: &Fire, at: &Span) -> Result<(), Problem> {
    let told = [
        ("masked", fire.masked.as_ref().map(|of| &of.span)),
        ("facing", fire.facing.map(|_| at)),
        ("speed", fire.speed.filter(|cm| mm(*cm) > 0).map(|_| at)),
    ];
    match told.into_iter().find_map(|(key, span)| Some((key, span?))) {
        None => Ok(()),
        Some((key, span)) => {
            let problem = Problem::new(text!("`{key}` is of a vehicle, and walls have no sides and stand still", key));
            Err(problem.at(span).help(text!("leave it out")))
        }
    }
}

/// Refuses keys for machines when the target is troops.
fn troops_alone(fire: &Fire, at: &Span) -> Result<(), Problem> {
    let told = [
        ("location", fire.location.as_ref().map(|of| &of.span)),
        ("masked", fire.masked.as_ref().map(|of| &of.span)),
        ("near", fire.near.as_ref().filter(|near| !near.value.is_empty()).map(|of| &of.span)),
        ("facing", fire.facing.map(|_| at)),
    ];
    refuse_if(fire.speed.is_some_and(|cm| mm(cm) > 0), || {
        Problem::new(text!("`speed` is of machines, and the target is none"))
            .at(at)
            .help(text!("how far troops have moved is `target-moved` (§11.8)"))
    })?;
    match told.into_iter().find_map(|(key, span)| Some((key, span?))) {
        None => Ok(()),
        Some((key, span)) => {
            let problem = Problem::new(text!("`{key}` is for machines, and the target is none", key)).at(span);
            Err(problem.help(text!("leave it out")))
        }
    }
}

/// §16.11: whether it is hit without a roll: a building that is not small, a door.
pub fn cannot_be_missed(compiler: &Compiler, volley: &Volley) -> bool {
    volley.groups.iter().all(|aimed| {
        let profile = &compiler.forces.groups[aimed.group].profile;
        profile.kind.is_built() && !profile.has(Ability::Small)
    })
}

/// §15.4: what a hit does to each machine or building of the target.
pub fn strokes(compiler: &mut Compiler, volley: &Volley, firing: &Firing, gun: &Gun) -> Result<Vec<Stroke>, Problem> {
    let Some(hard) = &volley.hard else { return Ok(Vec::new()) };
    let Firing { fire, at, .. } = *firing;
    let Gun { weapon, attack, .. } = gun;
    let reading = compiler.readings.far_armour;
    if gun.range >= 600 {
        compiler.tell(reading);
    }
    let penetration = match &weapon.pen {
        Some(written) => Penetration::written(attack.s, written),
        None => Penetration::of(attack.s, attack.damage),
    };
    let strike = Strike {
        attack: attack.clone(),
        penetration: penetration.modified(reading.modifier(gun.range).into()),
        still: false,
        facing: fire.facing.unwrap_or_default(),
        linked: if weapon.sustained == 0 { weapon.linked } else { 1 },
    };
    let stroking = Stroking { strike, breaches: false };
    let mut strokes = Vec::new();
    for group in hard.places.iter().map(|place| place.group()) {
        let kind = compiler.forces.groups[group].profile.kind;
        refuse_if(kind == Kind::Door && gun.range > DOOR, || {
            Problem::new(text!("{group} is shot at from 15 cm at most", group = compiler::label(compiler, group)))
                .at(at)
                .help(text!("a door farther away is no target (§16.11)"))
        })?;
        if kind.is_built() {
            if let Some(location) = &fire.location {
                return Err(location.problem(text!("walls have no locations")).help(text!("leave out `location`")));
            }
            strokes.push(machine::compile::stroke(compiler, group, &stroking, None, at)?);
        } else {
            let place = machine::compile::where_hit(compiler, group, fire.location.as_ref(), fire.masked.as_ref(), at)?;
            strokes.push(machine::compile::stroke(compiler, group, &stroking, Some(place), at)?);
        }
    }
    Ok(strokes)
}

/// Reports what is decided for the player.
pub fn tell(compiler: &mut Compiler, fire: &Fire, volley: &Volley) {
    let Some(hard) = &volley.hard else { return };
    if hard.places.len() < volley.groups.len() && volley.at.len() == 1 {
        let name = compiler.list(&volley.at);
        compiler.choose(text!(
            "{name}: hits fall on men and machines alike, on the nearest as written (§8.5.1, §11.15)",
            name
        ));
    }
    let cards = hard.places.iter().filter_map(|place| compiler.forces.groups[place.group()].card.as_ref());
    let runs = cards.into_iter().any(|card| card.runs_away);
    if runs && fire.speed.is_none() && fire.target_moved.is_none() {
        let name = compiler.list(&volley.at);
        compiler.choose(text!("{name} has not moved, and does not get out of control (key `speed`, §15.3.6)", name));
    }
}
