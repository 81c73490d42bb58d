//! Shared by steps that hit machines and walls: which models an explosion reaches, which location a hit is on.

use crate::compiler::{self, Compiler};
use crate::damage::{Attack, Harm, called};
use crate::fire::written::Counts;
use crate::machine::blow::{Blow, Strike, Where};
use crate::machine::card::{Card, Explosion};
use crate::machine::each::{Each, House, Toll};
use crate::machine::hard::{Hard, Place, Stroke};
use crate::machine::hazards::{self, Hit, gets_away};
use crate::machine::scene::{Blast, CrewRolls, Scene};
use crate::machine::walls::{self, Ramming, Walls};
use crate::names;
use crate::profile::{Kind, Profile};
use crate::readings::{Leaping, Passengers};
use crate::values::{SaveModifier, Wounds};
use battle_odds_engine::amount::Amount;
use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::state::{Cell, NOTHING};
use battle_odds_scenario::typed::{Marked, Several};
use battle_odds_scenario::{Problem, Span, refuse_if, unknown};
use battle_odds_words::shown;

/// What a step says about the models around a machine.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    /// Models near it.
    pub near: &'a Counts,
    /// The distance of its last move, in mm.
    pub speed: u32,
    /// Whether it moved at all.
    pub moved: bool,
    /// Models of groups that attack it in close combat.
    pub attackers: &'a [(usize, u32)],
}

/// One kind of hit on machines or walls.
#[derive(Clone, Debug)]
pub struct Stroking {
    /// What it does to a machine.
    pub strike: Strike,
    /// §16.12: whether it only makes holes in walls.
    pub breaches: bool,
}

/// The machines and walls of a formation that may be hit in a step.
pub fn hard(compiler: &mut Compiler, formation: usize, around: Around, at: &Span) -> Result<Hard, Problem> {
    let mut places = Vec::new();
    for group in compiler.forces.formations[formation].groups.clone() {
        let profile = &compiler.forces.groups[group].profile;
        if !compiler.forces.groups[group].is_hard() {
            continue;
        }
        places.push(match profile.kind.is_built() {
            true => Place::Walls(Box::new(walls(compiler, group, at)?)),
            false => Place::Machine(Box::new(scene(compiler, group, around, at)?)),
        });
    }
    Ok(Hard { places })
}

/// One kind of hit on a machine, at a location, or on walls.
pub fn stroke(
    compiler: &Compiler,
    group: usize,
    Stroking { strike, breaches }: &Stroking,
    place: Option<Where>,
    at: &Span,
) -> Result<Stroke, Problem> {
    let name = compiler::label(compiler, group);
    let profile = &compiler.forces.groups[group].profile;
    if let Some(armour) = armour_of_walls(profile) {
        let ramming = Ramming::new(&strike.penetration, &strike.attack.label, profile.kind, armour);
        return Ok(Stroke::Walls(Ramming { breaches: *breaches, linked: strike.linked, ..ramming }));
    }
    let place = match place {
        Some(place) => place,
        None => where_hit(compiler, group, None, None, at)?,
    };
    Ok(Stroke::Machine(Blow::new(strike, card_of(compiler, group, at)?, &name, place, &compiler.readings)))
}

/// Something that happens to models of a group.
pub fn each(compiler: &mut Compiler, group: usize, toll: Toll, at: &Span) -> Result<Each, Problem> {
    let waiting = (0..compiler.forces.groups[group].left.len()).map(|_| compiler.cell(at)).collect::<Result<_, _>>()?;
    Ok(Each { group, toll, waiting, dodged: NOTHING })
}

/// A kind of hit on a group.
pub fn harm(compiler: &Compiler, attack: &Attack, group: usize) -> Harm {
    harm_of(compiler, attack, group, compiler.forces.groups[group].start.into())
}

/// The same if at most `most` hits are rolled at once.
pub fn harm_of(compiler: &Compiler, attack: &Attack, group: usize, most: u32) -> Harm {
    let (of, name) = (&compiler.forces.groups[group], &compiler::label(compiler, group));
    let harm = Harm::new(attack, &of.profile, name, &compiler.readings, most);
    match of.shield {
        Some(shield) => harm.at_shield(shield, name, most),
        None => harm,
    }
}

/// A test of each model of a group, on this face or higher.
pub fn rolls_on(compiler: &Compiler, what: &str, section: &'static str, need: Need, group: usize) -> Pool {
    let roll = Roll::named(format!("{what} {}", compiler::label(compiler, group)), section).in_words(text!(
        "{what} {group}",
        what = shown(what),
        group = called(&compiler::label(compiler, group))
    ));
    Pool::new(roll, Test::once(need), compiler.forces.groups[group].start.into())
}

/// The models of a step's table, in order: how many, and of which groups, none of them twice. Its keys are
/// formations, units, and `formation.unit`.
pub fn counted_models(compiler: &Compiler, written: &Counts) -> Result<Vec<(u32, Vec<usize>)>, Problem> {
    let mut all: Vec<(u32, Vec<usize>)> = Vec::new();
    for (key, count) in written.iter().flat_map(|written| &written.value) {
        let groups = models_named(compiler, key)?;
        refuse_if(all.iter().flat_map(|(_, known)| known).any(|known| groups.contains(known)), || {
            names::named_twice(key, &key.span)
        })?;
        all.push((names::within(count, key, names::start_of(&compiler.forces, &groups))?, groups));
    }
    Ok(all)
}

/// The groups that a name means among all.
pub fn models_named(compiler: &Compiler, key: &Marked<String>) -> Result<Vec<usize>, Problem> {
    let all: Vec<usize> = (0..compiler.forces.groups.len()).collect();
    names::units(&compiler.forces, key, &all)
}

/// Checks that these are men, which an explosion or a fall can hurt.
fn are_men(compiler: &Compiler, groups: &[usize], at: &Span) -> Result<(), Problem> {
    match groups.iter().find(|&&group| compiler.forces.groups[group].is_hard()) {
        None => Ok(()),
        Some(&group) => {
            let problem =
                Problem::new(text!("{group} is no man that is hurt there", group = compiler::label(compiler, group)))
                    .at(at);
            Err(problem.help(text!("the book does not say where an explosion or a fall hits a machine: leave it out")))
        }
    }
}

/// Something that happens to counted models: as many of each list of groups as the step says.
pub fn befalls(
    compiler: &mut Compiler,
    counts: &Counts,
    at: &Span,
    toll: impl Fn(&Compiler, usize) -> Toll,
) -> Result<Vec<(u32, Vec<Each>)>, Problem> {
    let mut all = Vec::new();
    for (models, groups) in counted_models(compiler, counts)? {
        are_men(compiler, &groups, counts.as_ref().map_or(at, |counts| &counts.span))?;
        all.push((models, all_of(compiler, &groups, at, &toll)?));
    }
    Ok(all)
}

fn all_of(
    compiler: &mut Compiler,
    groups: &[usize],
    at: &Span,
    toll: &impl Fn(&Compiler, usize) -> Toll,
) -> Result<Vec<Each>, Problem> {
    let mut all = Vec::new();
    for &group in groups {
        let toll = toll(compiler, group);
        all.push(each(compiler, group, toll, at)?);
    }
    Ok(all)
}

/// A machine that may be hit in a step.
pub fn scene(compiler: &mut Compiler, group: usize, around: Around, at: &Span) -> Result<Scene, Problem> {
    let card = card_of(compiler, group, at)?;
    let (explosions, has_passengers) = (card.explosions.clone(), card.has_passengers);
    let name = compiler::label(compiler, group);
    if explosions.is_empty() && !counted_models(compiler, around.near)?.is_empty() {
        compiler.own.remark(text!("`near` says nothing of `{name}`, which never explodes", name));
    }
    let mut blasts = Vec::new();
    for explosion in &explosions {
        let attack = blast_of(explosion, &name);
        let near = befalls(compiler, around.near, at, |compiler, group| Toll::Hit(harm(compiler, &attack, group)))?;
        let mut attackers = Vec::new();
        for &(attacker, models) in around.attackers {
            let harm = harm(compiler, &attack, attacker);
            attackers.push((models, each(compiler, attacker, Toll::Hit(harm), at)?));
        }
        let most = attackers.iter().map(|(models, _)| *models).max();
        let least = (1..=6).find(|&face| gets_away(face, explosion.radius)).unwrap_or(7);
        let roll = Roll::named(format!("away from {name}"), "15.5.1")
            .in_words(text!("away from {name}", name = called(&name)));
        let away = most.map(|most| Pool::new(roll, Test::once(Need::at_least(least.into())), most));
        blasts.push(Blast { near, attackers, away });
    }
    let passengers = if has_passengers { passengers(compiler, group, around.speed, at)? } else { Vec::new() };
    let of = &compiler.forces.groups[group];
    let crew = CrewRolls::new(&name, of.profile.machine.as_ref().map_or(0, |machine| machine.crew));
    Ok(Scene { group, moved: around.moved, blasts, passengers, crew })
}

/// The card of a group; a machine without one cannot be hit.
pub fn card_of<'a>(compiler: &'a Compiler, group: usize, at: &Span) -> Result<&'a Card, Problem> {
    let of = &compiler.forces.groups[group];
    of.card.as_ref().ok_or_else(|| {
        let problem = Problem::new(text!("`{key}` needs its `locations` to be hit", key = of.profile.key)).at(at);
        problem.help(text!(
            "vehicles' cards are not in the book: locations.hull = {example} (§15.4.3)",
            example = "{ roll = \"1-6\", front = 20, damage = { \"1-3\" = \"nothing\", \"4-6\" = \"destroyed\" } }"
        ))
    })
}

fn blast_of(explosion: &Explosion, name: &str) -> Attack {
    Attack {
        label: format!("explosion of {name}"),
        s: explosion.s,
        damage: explosion.damage,
        save: explosion.save,
        wound: None,
        fear: false,
    }
}

/// What happens to the passengers of a machine, by the face that kills them; 0 means all.
fn passengers(compiler: &mut Compiler, group: usize, speed: u32, at: &Span) -> Result<Vec<(u8, Vec<Each>)>, Problem> {
    let reading = compiler.readings.passengers;
    let vehicle = compiler.forces.groups[group].formation;
    let riders = compiler.forces.formations.iter().filter(|of| of.inside == Some(vehicle));
    let groups: Vec<usize> = riders.flat_map(|of| of.groups.clone()).collect();
    if groups.is_empty() {
        return Ok(Vec::new());
    }
    are_men(compiler, &groups, at)?;
    compiler.tell(reading);
    if reading == Passengers::House && leaps(speed, false) {
        compiler.tell(compiler.readings.leaping);
    }
    let mut all = Vec::new();
    for face in [0, 2, 3, 4, 5, 6] {
        let toll = |compiler: &Compiler, group: usize| match reading {
            Passengers::Card => Toll::Death(rolls_on(
                compiler,
                mark!("fate of"),
                "15.4.8",
                Need::at_least(i32::from(face).max(1)),
                group,
            )),
            Passengers::House => house(compiler, group, face == 0, speed),
        };
        all.push((face, all_of(compiler, &groups, at, &toll)?));
    }
    Ok(all)
}

/// §20: what happens to passengers that a result kills (on a 4+, or always).
fn house(compiler: &Compiler, group: usize, all: bool, speed: u32) -> Toll {
    let name = compiler::label(compiler, group);
    let wound = Attack {
        label: format!("wreck around {name}"),
        s: Amount::fixed(0),
        damage: Amount::fixed(1),
        save: SaveModifier::By(0),
        wound: Some(Wounds::Always),
        fear: false,
    };
    Toll::House(Box::new(House {
        on: rolls_on(compiler, mark!("fate of"), "20", Need::at_least(4), group),
        wounds: Amount::rolled(1, if all { 6 } else { 3 }),
        roll: Roll::named(format!("wounds of {name}"), "20").in_words(text!("wounds of {name}", name = called(&name))),
        harm: harm(compiler, &wound, group),
        leap: if all { leap(compiler, group, speed, false) } else { None },
    }))
}

/// §15.3.5, §15.6.1, §20: a leap off a vehicle that moves at this speed, in mm; none if it is safe.
pub fn leap(compiler: &Compiler, group: usize, speed: u32, bike: bool) -> Option<Toll> {
    let hit = hazards::leap(speed, bike)?;
    let harm = harm(compiler, &by_itself(hit, &format!("leap of {}", compiler::label(compiler, group))), group);
    Some(match compiler.readings.leaping {
        Leaping::Hurts => Toll::Hit(harm),
        Leaping::Initiative => {
            let need = hazards::at_most(compiler.forces.groups[group].profile.i);
            Toll::Dodge(rolls_on(compiler, mark!("leap of"), "20", need, group), harm)
        }
    })
}

/// A building or a door that may be hit in a step.
pub fn walls(compiler: &mut Compiler, group: usize, at: &Span) -> Result<Walls, Problem> {
    let own = compiler.forces.groups[group].formation;
    let is_door = compiler.forces.groups[group].profile.kind == Kind::Door;
    let around = compiler.forces.formations[own].inside.filter(|_| is_door);
    let of_building = |formation: usize| {
        compiler.forces.formations[formation]
            .groups
            .clone()
            .find(|&group| compiler.forces.groups[group].profile.kind == Kind::Building)
    };
    let building = around.and_then(of_building).unwrap_or(group);
    let formation = compiler.forces.groups[building].formation;
    let mut inside = Vec::new();
    for other in 0..compiler.forces.formations.len() {
        if compiler.forces.formations[other].inside != Some(formation) || compiler.forces.is_hard(other) {
            continue;
        }
        for man in compiler.forces.formations[other].groups.clone() {
            let rubble = Attack {
                label: "rubble".to_owned(),
                s: Amount::fixed(0),
                damage: Amount::fixed(1),
                save: SaveModifier::By(0),
                wound: Some(Wounds::Always),
                fear: false,
            };
            let harm = harm(compiler, &rubble, man);
            inside.push(each(compiler, man, Toll::Buried(harm), at)?);
        }
    }
    let damage = walls::damage(&compiler::label(compiler, building));
    let armour = armour_of_walls(&compiler.forces.groups[group].profile).map_or(0, i32::from);
    Ok(Walls { group, armour, building, damage, inside })
}

/// Which location of a machine a hit is on: the one named, otherwise rolled, and rerolled for masked ones.
pub fn where_hit(
    compiler: &Compiler,
    group: usize,
    location: Option<&Marked<String>>,
    masked: Option<&Marked<Several<Marked<String>>>>,
    at: &Span,
) -> Result<Where, Problem> {
    let card = card_of(compiler, group, at)?;
    if let Some(location) = location {
        return Ok(Where::At(location_named(compiler, group, location)?));
    }
    let hidden = match masked {
        Some(masked) => {
            masked.value.iter().map(|name| location_named(compiler, group, name)).collect::<Result<Vec<_>, _>>()?
        }
        None => Vec::new(),
    };
    if let Some(masked) = masked.filter(|_| (0..card.locations.len()).all(|place| hidden.contains(&place))) {
        let problem = masked
            .problem(text!("all locations of `{key}` are masked", key = compiler.forces.groups[group].profile.key));
        return Err(problem.help(text!("one at least must be open to the hit (§15.4.3)")));
    }
    Ok(Where::rolled(card, &compiler::label(compiler, group), &hidden))
}

/// The index of a location of a machine.
pub fn location_named(compiler: &Compiler, group: usize, name: &Marked<String>) -> Result<usize, Problem> {
    let card = card_of(compiler, group, &name.span)?;
    let known = card.locations.iter().map(|location| location.name.as_str());
    card.location(name).ok_or_else(|| unknown(mark!("location"), name, &name.span, known))
}

/// §16.11: the armour value of a building or a door; nothing for other profiles.
pub fn armour_of_walls(profile: &Profile) -> Option<u8> {
    profile.av.filter(|_| profile.kind.is_built())
}

/// Whether a leap off something that moves this many mm is dangerous.
pub fn leaps(speed: u32, bike: bool) -> bool {
    hazards::leap(speed, bike).is_some()
}

/// The attack of a hazard.
pub fn by_itself(hit: Hit, label: &str) -> Attack {
    Attack {
        label: label.to_owned(),
        s: Amount::fixed(hit.strength.into()),
        damage: hit.damage,
        save: SaveModifier::By(hit.save),
        wound: None,
        fear: false,
    }
}

/// The same, with a cell that counts dodges.
#[must_use]
pub fn counting(mut each: Each, dodged: Cell) -> Each {
    each.dodged = dodged;
    each
}
