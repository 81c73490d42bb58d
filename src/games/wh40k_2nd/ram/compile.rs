//! The step `ram` (§15.3.7, §16.12).

use crate::chapters::Action;
use crate::compiler::{self, Compiler, Wh40k2nd};
use crate::counted::{Counted, Read, read};
use crate::damage::{Attack, Harm, called};
use crate::machine::blow::{Blow, Strike, Where};
use crate::machine::card::Part;
use crate::machine::compile::{Around, by_itself};
use crate::machine::each::Toll;
use crate::machine::hazards::{Rammer, at_most};
use crate::machine::penetration::Penetration;
use crate::machine::written::Ram as Factor;
use crate::profile::{Ability, Facing, Kind};
use crate::ram::written::Ram as Written;
use crate::ram::{Crash, Over, Ram, Touched, Wall};
use crate::readings::CreaturesStruck;
use crate::values::SaveModifier;
use crate::{machine, metrics, names};
use battle_odds_engine::amount::Amount;
use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::names::one_named;
use battle_odds_scenario::typed::{Marked, Several};
use battle_odds_scenario::{Problem, Span, refuse_if};

/// Names of locations.
type Locations = Option<Marked<Several<Marked<String>>>>;

impl Chapter<Wh40k2nd> for Written {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.by],
            "at" => vec![&self.at],
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, at: &Span) -> Result<Read, Problem> {
        let by = one_named(&compiler.forces, &self.by)?;
        let target = one_named(&compiler.forces, &self.at)?;
        refuse_if(by == target, || self.at.problem(text!("it rams itself")).help(text!("`at` is another formation")))?;
        let rammer = one_machine(compiler, by, &self.by)?;
        let verb = [mark!("{who} rams {whom}"), mark!("{who} ram {whom}")];
        let title = compiler::acting_on(compiler, &[by], verb, compiler.name(target));
        of_a_machine(compiler, self, target)?;
        let mut counted = vec![Counted::Struck(target), Counted::Struck(by)];
        let ram = if !compiler.forces.is_hard(target) {
            let (over, dodged) = run_over(compiler, self, rammer, target, at)?;
            counted.push(dodged);
            Ram::Over(Box::new(over))
        } else {
            let other = one_hard(compiler, target, &self.at)?;
            match machine::compile::armour_of_walls(&compiler.forces.groups[other].profile).is_some() {
                true => Ram::Wall(Box::new(into_wall(compiler, self, [rammer, other], at)?)),
                false => Ram::Machine(Box::new(collide(compiler, self, [rammer, other], at)?)),
            }
        };
        let scenes = match &ram {
            Ram::Over(over) => vec![&over.vehicle],
            Ram::Machine(crashes) => crashes.iter().map(|crash| &crash.scene).collect(),
            Ram::Wall(wall) => vec![&wall.vehicle.scene],
        };
        let reached = scenes.into_iter().flat_map(|scene| scene.reached(&compiler.forces));
        counted.extend(reached.map(Counted::Struck).collect::<Vec<_>>());
        if let Ram::Wall(wall) = &ram {
            let inside = wall.walls.inside.iter().map(|each| compiler.forces.groups[each.group].formation);
            counted.extend(inside.map(Counted::Struck).collect::<Vec<_>>());
        }
        Ok(read(Action::Ram(Box::new(ram)), title, counted))
    }
}

/// §15.3.7, §15.6.1: refuses keys for a rammed machine when the target is none.
fn of_a_machine(compiler: &Compiler, written: &Written, target: usize) -> Result<(), Problem> {
    let is_machine = compiler.forces.of(target).iter().all(|group| group.profile.is_machine());
    let told = [("facing", written.facing.is_some()), ("light", written.light)];
    if let Some((key, _)) = told.into_iter().find(|(_, told)| *told && !is_machine) {
        let problem = written.at.problem(text!(
            "`{key}` is of a machine that is rammed, and `{at}` is none",
            key,
            at = written.at.value
        ));
        return Err(problem.help(text!("leave it out (§15.3.7)")));
    }
    Ok(())
}

/// The only group of a formation, a machine.
fn one_machine(compiler: &Compiler, formation: usize, name: &Marked<String>) -> Result<usize, Problem> {
    let group = one_hard(compiler, formation, name)?;
    let profile = &compiler.forces.groups[group].profile;
    match profile.is_machine() {
        true => Ok(group),
        false => {
            let problem = name.problem(text!("`{name}` is no vehicle: it does not ram", name = name.value));
            Err(problem.help(text!("a vehicle, or a bike with `locations`, rams (§15.3.7)")))
        }
    }
}

fn one_hard(compiler: &Compiler, formation: usize, name: &Marked<String>) -> Result<usize, Problem> {
    let groups = compiler.forces.formations[formation].groups.clone();
    match groups.len() == 1 && compiler.forces.is_hard(formation) {
        true => Ok(groups.start),
        false => {
            let problem = name.problem(match compiler.forces.is_hard(formation) {
                true => text!("`{name}` is more than one vehicle or building", name = name.value),
                false => text!("`{name}` is no vehicle: it does not ram", name = name.value),
            });
            Err(problem.help(text!(
                "one vehicle runs into one other, or into one building: write each as a formation of its own (§15.3.7)"
            )))
        }
    }
}

/// The ram factor of a machine: its own, or a dreadnought's (§15.3.7).
pub fn factor(compiler: &Compiler, group: usize, at: &Span) -> Result<Attack, Problem> {
    let profile = &compiler.forces.groups[group].profile;
    let label = format!("ram of {}", compiler::label(compiler, group));
    match profile.machine.as_ref().and_then(|machine| machine.ram.as_ref()) {
        Some(Factor { s, damage, save }) => Ok(Attack {
            label,
            s: s.0,
            damage: damage.map_or(Amount::fixed(1), |of| of.0),
            save: save.unwrap_or(SaveModifier::By(0)),
            wound: None,
            fear: false,
        }),
        None if profile.kind == Kind::Walker => Ok(by_itself(Rammer::Dreadnought.factor(), &label)),
        None if profile.kind == Kind::Bike => Ok(by_itself(Rammer::Bike.factor(), &label)),
        None => {
            let problem = Problem::new(text!("`{key}` needs its `ram`", key = profile.key)).at(at);
            Err(problem.help(text!(
                "ram = {small} for a buggy, {large} for what is larger (§15.3.7)",
                small = "{ s = 6, damage = \"D6\", save = -3 }",
                large = "{ s = 8, damage = \"D12\", save = -5 }"
            )))
        }
    }
}

/// §15.3.7: running over men on foot.
fn run_over(
    compiler: &mut Compiler,
    written: &Written,
    rammer: usize,
    target: usize,
    at: &Span,
) -> Result<(Over, Counted), Problem> {
    let not_here = [("contact", &written.contact), ("own", &written.own)];
    if let Some((key, named)) = not_here.into_iter().find_map(|(key, named)| Some((key, named.as_ref()?))) {
        return Err(named.problem(text!("`{key}` is for what is rammed that has locations or walls", key)));
    }
    refuse_if(compiler.forces.groups[rammer].profile.kind == Kind::Walker, || {
        written
            .by
            .problem(text!("a walker does not run men over: it fights them"))
            .help(text!("use a step `close-combat` (§15.6.2)"))
    })?;
    let attack = factor(compiler, rammer, &written.by.span)?;
    let (bonus, struck) = (compiler.readings.dodge_bonus, compiler.readings.creatures_struck);
    compiler.tell(bonus);
    compiler.tell(struck);
    let around = Around { near: &None, speed: 0, moved: true, attackers: &[] };
    let vehicle = machine::compile::scene(compiler, rammer, around, &written.by.span)?;
    let place = machine::compile::where_hit(compiler, rammer, None, None, &written.by.span)?;
    let (mut men, mut dodges, mut blows, mut cells) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let groups = compiler.forces.formations[target].groups.clone();
    for group in groups.clone() {
        let of = &compiler.forces.groups[group];
        let (i, t) = (of.profile.i, toughness(compiler, group, at)?);
        // The best dodge is a 5 or less, so the sixth model that tries stands for all after it.
        let dodge = |tried: u8| {
            machine::compile::rolls_on(compiler, mark!("dodge of"), "15.3.7", at_most(i + bonus.of(tried)), group)
        };
        dodges.push((0..=5).map(dodge).collect());
        blows.push(underfoot(compiler, rammer, group, t, place.clone()));
        men.push(machine::compile::each(
            compiler,
            group,
            Toll::Hit(machine::compile::harm(compiler, &attack, group)),
            at,
        )?);
        cells.push(compiler.cell(at)?);
    }
    let mut by_toughness: Vec<usize> = (0..men.len()).collect();
    by_toughness.sort_by_key(|&nth| std::cmp::Reverse(compiler.forces.groups[groups.start + nth].profile.t));
    let dodged = compiler.cell(at)?;
    let counted = Counted::Own(compiler.name(target).to_owned(), &metrics::DODGED, dodged);
    let there = names::start_of(&compiler.forces, &groups.clone().collect::<Vec<_>>());
    let path = written.path.as_ref().map(|path| names::within(path, compiler.name(target), there)).transpose()?;
    let path = path.unwrap_or(u32::MAX);
    let once = struck == CreaturesStruck::Once;
    let tried = compiler.cell(at)?;
    Ok((
        Over { at: target, path, men, dodges, tried, dodged, vehicle, blows, struck: cells, once, by_toughness },
        counted,
    ))
}

fn toughness(compiler: &Compiler, group: usize, at: &Span) -> Result<u8, Problem> {
    let profile = &compiler.forces.groups[group].profile;
    profile.t.ok_or_else(|| {
        let problem = Problem::new(text!("`{key}` needs its `t` to be hit", key = profile.key)).at(at);
        problem.help(text!("such as t = 3 (§11.11)"))
    })
}

/// §15.3.7: the hit of a man under its wheels on a vehicle: D6 and his toughness.
fn underfoot(compiler: &Compiler, rammer: usize, group: usize, t: u8, place: Where) -> Blow {
    let attack = by_itself(Rammer::Creature(t).factor(), &format!("{} underfoot", compiler::label(compiler, group)));
    let penetration = Penetration::of(attack.s, attack.damage);
    let strike = Strike { attack, penetration, still: false, facing: Facing::Front, linked: 1 };
    let of = &compiler.forces.groups[rammer];
    // A machine with a scene has a card.
    match &of.card {
        Some(card) => Blow::new(&strike, card, &compiler::label(compiler, rammer), place, &compiler.readings),
        None => Blow { place, linked: 0, parts: Vec::new() },
    }
}

/// What a collision does to one machine: what hits it, on which side, and the locations.
struct Collision<'a> {
    attack: &'a Attack,
    facing: Facing,
    contact: &'a Locations,
    /// §15.6.1: whether only the location where they touch is hit.
    contact_only: bool,
    moved: bool,
}

fn crash(compiler: &mut Compiler, group: usize, of: &Collision, at: &Span) -> Result<Crash, Problem> {
    let around = Around { near: &None, speed: 0, moved: of.moved, attackers: &[] };
    let scene = machine::compile::scene(compiler, group, around, at)?;
    let mut meets = Vec::new();
    for name in of.contact.iter().flat_map(|names| names.value.iter()) {
        meets.push(machine::compile::location_named(compiler, group, name)?);
    }
    let name = compiler::label(compiler, group);
    let card = machine::compile::card_of(compiler, group, at)?;
    let mut touched = Vec::new();
    for (place, location) in card.locations.iter().enumerate() {
        let met = meets.contains(&place);
        if !met && of.contact_only {
            continue;
        }
        let roll = || {
            Roll::named(format!("{} of {name} in the crash", location.name), "15.3.7").in_words(text!(
                "{location} of {name} in the crash",
                location = location.name,
                name = called(&name)
            ))
        };
        let on = (!met).then(|| Pool::new(roll(), Test::once(Need::at_least(4)), 1));
        let crew = match &location.part {
            Part::Crew(profile) => {
                Some(Harm::new(of.attack, profile, &format!("crew of {name}"), &compiler.readings, 1))
            }
            Part::Armour { .. } => None,
        };
        touched.push(Touched { place, on, armour: location.part.armour(of.facing), crew });
    }
    let roll = Roll::named(format!("penetration of {}", of.attack.label), "15.3.7")
        .in_words(text!("penetration of {attack}", attack = called(&of.attack.label)));
    let roll = Penetration::of(of.attack.s, of.attack.damage).total(roll);
    Ok(Crash { scene, roll, touched, total: compiler.cell(at)?, next: compiler.cell(at)? })
}

/// §15.3.7: into another machine. The rammer meets it with its front.
fn collide(
    compiler: &mut Compiler,
    written: &Written,
    [rammer, other]: [usize; 2],
    at: &Span,
) -> Result<[Crash; 2], Problem> {
    no_path(written)?;
    let (out, back) = (factor(compiler, rammer, &written.by.span)?, factor(compiler, other, &written.at.span)?);
    let facing = written.facing.unwrap_or(Facing::Side);
    let target =
        Collision { attack: &out, facing, contact: &written.contact, contact_only: written.light, moved: false };
    let own =
        Collision { attack: &back, facing: Facing::Front, contact: &written.own, contact_only: false, moved: true };
    Ok([crash(compiler, other, &target, at)?, crash(compiler, rammer, &own, at)?])
}

fn no_path(written: &Written) -> Result<(), Problem> {
    match &written.path {
        None => Ok(()),
        Some(path) => {
            Err(path.problem(text!("`path` counts men on foot in the way of the vehicle")).help(text!("leave it out")))
        }
    }
}

/// §16.12: into a building or a door.
fn into_wall(
    compiler: &mut Compiler,
    written: &Written,
    [rammer, other]: [usize; 2],
    at: &Span,
) -> Result<Wall, Problem> {
    no_path(written)?;
    if let Some(contact) = &written.contact {
        return Err(contact.problem(text!("walls have no locations")).help(text!("leave out `contact`")));
    }
    let attack = factor(compiler, rammer, &written.by.span)?;
    let own =
        Collision { attack: &attack, facing: Facing::Front, contact: &written.own, contact_only: false, moved: true };
    let vehicle = crash(compiler, rammer, &own, at)?;
    let walls = machine::compile::walls(compiler, other, at)?;
    let roll = || {
        Roll::named(format!("bulldozer of {}", compiler::label(compiler, rammer)), "16.12")
            .in_words(text!("bulldozer of {rammer}", rammer = called(&compiler::label(compiler, rammer))))
    };
    let bulldozer = compiler.forces.groups[rammer].profile.has(Ability::Bulldozer).then(roll);
    Ok(Wall { walls, bulldozer, vehicle })
}
