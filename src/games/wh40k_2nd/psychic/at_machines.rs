//! Psychic powers at machines (§17.7.13): which locations they hit, and their penetration.

use crate::compiler::{self, Compiler};
use crate::fire::lies;
use crate::fire::written::Locations;
use crate::forces::Group;
use crate::machine;
use crate::machine::blow::{Strike, Where};
use crate::machine::compile::{Around, Stroking};
use crate::machine::hard::{Hard, Stroke};
use crate::machine::lie::{Lie, Struck};
use crate::machine::penetration::Penetration;
use crate::profile::{Facing, Profile};
use crate::psychic::effect::{Blow, Effect, Machines, Mixed, Strikes};
use crate::psychic::power::written::{Avoid, PowerTarget};
use crate::psychic::power_effects::{effect, named, on_men, one_hit_each, one_model, under};
use crate::psychic::powers::{self, Working};
use crate::psychic::ward::Ward;
use crate::psychic::written;
use battle_odds_engine::amount::Amount;
use battle_odds_scenario::typed::{Marked, Several};
use battle_odds_scenario::{Problem, Span};

/// Where a power strikes machines (§17.7.2).
#[derive(Clone, Copy)]
struct Aim<'a> {
    /// The side.
    facing: Facing,
    /// The location, if it is not rolled.
    location: Option<&'a Marked<String>>,
}

impl Aim<'_> {
    /// As the step has it.
    fn of(written: &written::Psychic) -> Aim<'_> {
        Aim { facing: written.facing.unwrap_or_default(), location: written.location.as_ref() }
    }
}

/// What a power does to machines, and to models that it covers as well; which formations it hits.
pub fn machines(compiler: &mut Compiler, working: &Working, at: usize) -> Result<(Effect, Vec<usize>), Problem> {
    let written = working.written;
    no_walls(compiler, at, &written.at.span)?;
    let mut hard = hard(compiler, at, working.span)?;
    let alone = compiler.forces.of(at).iter().all(Group::is_hard);
    match &written.model {
        Some(model) if working.power.on == PowerTarget::Squad => {
            let problem = model.problem(text!("{name} strikes a squad, no single `model`", name = working.power.name));
            return Err(problem.help(text!("write on = \"model\" in the power")));
        }
        Some(model) => {
            let groups = named(compiler, model, at)?;
            hard.places.retain(|place| groups.contains(&place.group()));
            if hard.places.is_empty() {
                on_men(written)?;
                let strikes = one_model(compiler, working, &groups)?;
                return Ok((effect(compiler, working, at, strikes)?, vec![at]));
            }
        }
        None if alone || written.touched.is_some() || written.under.is_some() => (),
        None if working.power.on == PowerTarget::Squad => return mixed(compiler, working, at, hard),
        None => {
            let problem = written.at.problem(text!("`{at}` has men and machines", at = compiler.name(at)));
            return Err(problem.help(text!("say which of them {name} strikes: `model`", name = working.power.name)));
        }
    }
    let mut struck = vec![at];
    struck.extend(hard.reached(&compiler.forces).into_iter().filter(|of| *of != at));
    let lies = lies(compiler, working, &hard)?;
    let covered = match &written.under {
        Some(told) => {
            one_hit_each(working, told)?;
            under(compiler, working)?
        }
        None => Vec::new(),
    };
    for formation in covered.iter().map(|(group, ..)| compiler.forces.groups[*group].formation) {
        if !struck.contains(&formation) {
            struck.push(formation);
        }
    }
    let blow = blow(compiler, working, &hard, Aim::of(written))?;
    let wards = wards(compiler, working, &hard)?;
    let machines = Machines { hard, blow, lies, wards, under: covered, next: compiler.cell(working.span)? };
    Ok((effect(compiler, working, at, Strikes::Machines(Box::new(machines)))?, struck))
}

/// §17.4.5: what a power does to the machine of the caster when it rebounds, through a card: at the location that the
/// die shows.
pub fn rebounding(compiler: &mut Compiler, working: &Working, card: &Span) -> Result<Effect, Problem> {
    let by = working.by;
    no_walls(compiler, by, card)?;
    if !compiler.forces.of(by).iter().all(Group::is_hard) {
        let problem = Problem::new(text!("`{by}` has men and machines", by = compiler.name(by))).at(card);
        return Err(
            problem.help(text!("a power comes back at its caster: write him as a formation of his own (§17.4.5)"))
        );
    }
    let hard = hard(compiler, by, working.span)?;
    let blow = blow(compiler, working, &hard, Aim { facing: Facing::Front, location: None })?;
    let wards = wards(compiler, working, &hard)?;
    compiler
        .choose(text!("{name}: it comes back at the front, at a rolled location (§17.7.2)", name = working.power.name));
    let next = compiler.cell(working.span)?;
    let machines = Machines { hard, blow, lies: None, wards, under: Vec::new(), next };
    effect(compiler, working, by, Strikes::Machines(Box::new(machines)))
}

/// §17.7.4: a squad of men and machines, which are hit as by shots.
fn mixed(compiler: &mut Compiler, working: &Working, at: usize, hard: Hard) -> Result<(Effect, Vec<usize>), Problem> {
    let name = compiler.name(at).to_owned();
    compiler.choose(text!("{name}: hits fall on men and machines alike, on the nearest as written (§17.7.4)", name));
    let wards = wards(compiler, working, &hard)?;
    let of_men = powers::wards(compiler, working, at)?;
    without_strength(compiler, working);
    let blow = powers::by_strength(working, |s| {
        let strokes = match s {
            Some(_) => strokes(compiler, working, &hard, Aim::of(working.written), s)?,
            None => Vec::new(),
        };
        Ok((powers::fall_of(compiler, working, s, at, &of_men)?, strokes))
    })?;
    let mut struck = vec![at];
    struck.extend(hard.reached(&compiler.forces).into_iter().filter(|of| *of != at));
    let strikes = Strikes::Mixed(Box::new(Mixed { hard, wards, blow }));
    Ok((effect(compiler, working, at, strikes)?, struck))
}

/// Checks that there are no walls among them.
fn no_walls(compiler: &Compiler, formation: usize, at: &Span) -> Result<(), Problem> {
    if !compiler.forces.of(formation).iter().any(|group| group.profile.kind.is_built()) {
        return Ok(());
    }
    let problem =
        Problem::new(text!("`{formation}` is a building: no power harms it", formation = compiler.name(formation)))
            .at(at);
    Err(problem.help(text!("the book has powers at men and at vehicles (§17.7.13): name those inside")))
}

/// The machines, with no models near and standing still: the step says nothing about that.
fn hard(compiler: &mut Compiler, formation: usize, span: &Span) -> Result<Hard, Problem> {
    let around = Around { near: &None, speed: 0, moved: false, attackers: &[] };
    let hard = machine::compile::hard(compiler, formation, around, span)?;
    let name = compiler.name(formation).to_owned();
    let cards = || compiler.forces.of(formation).iter().filter_map(|group| group.card.as_ref());
    let (runs, explodes) = (cards().any(|card| card.runs_away), cards().any(|card| !card.explosions.is_empty()));
    if runs {
        compiler
            .choose(text!("{name}: a power does not put it out of control, as if it had not moved (§15.3.6)", name));
    }
    if explodes {
        compiler.choose(text!("{name}: no model is near it when a power makes it explode (§15.5.1)", name));
    }
    Ok(hard)
}

/// §17.7.3–17.7.4: how a power that hits several locations lies on each machine.
fn lies(compiler: &mut Compiler, working: &Working, hard: &Hard) -> Result<Option<(Struck, Vec<Lie>)>, Problem> {
    let written = working.written;
    let name = &working.power.name;
    let Some(touched) = &written.touched else {
        if let Some(under) = written.under.as_ref().filter(|under| !under.value.is_empty()) {
            let problem = under.problem(text!("the scenario does not say which locations the power touches"));
            return Err(problem.help(text!("name them, each is hit on 4+: touched = [\"hull\"] (§17.7.4)")));
        }
        return Ok(None);
    };
    one_hit_each(working, touched)?;
    let first = written.location.as_ref();
    let first: Locations = first.map(|name| Marked { value: Several(vec![name.clone()]), span: name.span.clone() });
    match first {
        Some(_) => compiler.choose(text!("{name}: a line: its first location is hit, others on 4+ (§17.7.3)", name)),
        None => {
            compiler.choose(text!("{name}: a template: what it touches is hit on 4+, and nothing else (§17.7.4)", name))
        }
    }
    let all = hard.places.iter().map(|place| lies::lie(compiler, place.group(), &first, &written.touched));
    let all: Vec<Lie> = all.collect::<Result<_, _>>()?;
    let struck = lies::struck(compiler, &working.label, 1, all.iter(), working.span)?;
    Ok(Some((struck, all)))
}

/// §17.7.13: the penetration of a hit: as in close combat, but without the modifiers for range and standing still;
/// nothing if the power has no strength.
fn blow(
    compiler: &mut Compiler,
    working: &Working,
    hard: &Hard,
    aim: Aim,
) -> Result<Option<Blow<Vec<Stroke>>>, Problem> {
    if without_strength(compiler, working) {
        return Ok(None);
    }
    powers::by_strength(working, |s| strokes(compiler, working, hard, aim, s)).map(Some)
}

/// §17.7.13: whether a power does nothing to machines, which is reported.
fn without_strength(compiler: &mut Compiler, working: &Working) -> bool {
    let none = working.power.s.is_none();
    if none {
        let name = &working.power.name;
        compiler.choose(text!("{name} has no strength: it does nothing to machines (§17.7.13)", name));
    }
    none
}

/// What a hit of this strength does to each machine.
fn strokes(
    compiler: &Compiler,
    working: &Working,
    hard: &Hard,
    aim: Aim,
    s: Option<Amount>,
) -> Result<Vec<Stroke>, Problem> {
    let attack = working.power.attack(&working.label, s);
    let penetration = Penetration::of(attack.s, attack.damage).with_bonus();
    let strike = Strike { attack, penetration, still: false, facing: aim.facing, linked: 1 };
    let stroking = Stroking { strike, breaches: false };
    let stroke = |group: usize| {
        let place: Where = machine::compile::where_hit(compiler, group, aim.location, None, working.span)?;
        machine::compile::stroke(compiler, group, &stroking, Some(place), working.span)
    };
    hard.places.iter().map(|place| stroke(place.group())).collect()
}

/// §17.7.7: what each machine rolls to avoid a power: under a characteristic that it has.
fn wards(compiler: &mut Compiler, working: &Working, hard: &Hard) -> Result<Vec<Option<Ward>>, Problem> {
    let Some(under) = working.power.avoid else { return Ok(hard.places.iter().map(|_| None).collect()) };
    let mut wards = Vec::new();
    for group in hard.places.iter().map(|place| place.group()) {
        if !has(&compiler.forces.groups[group].profile, under) {
            let name = compiler::label(compiler, group);
            compiler.choose(text!(
                "{name} has no such characteristic: it does not avoid {power}",
                name,
                power = working.power.name
            ));
            wards.push(None);
            continue;
        }
        let avoid = powers::avoided_by_each(compiler, working, group)?;
        wards.push(Some(Ward { avoid, avoided: working.avoided, shield: None }));
    }
    Ok(wards)
}

fn has(profile: &Profile, characteristic: Avoid) -> bool {
    match characteristic {
        Avoid::M => profile.m > 0,
        Avoid::S => profile.s > 0,
        Avoid::T => profile.t.is_some(),
        Avoid::I => profile.i > 0,
        Avoid::Ld => profile.ld.is_some(),
    }
}
