//! Reading what aircraft do (§4.2): a sortie is one step, played in the order of [`Sortie`].

use super::super::actions::{Departure, Sortie};
use super::super::battle::{Action, Stage};
use super::super::forces::{Formation, LANDED, ON_MISSION, PATROL};
use super::super::sky::{Mission, jinking_helps};
use super::super::volley::{AirFire, Jink, Order};
use super::super::written::{self, Counts, FlakBy, Hold, Jinking, Step};
use super::beginning::{Beginning, beginning};
use super::charge::{Assaulting, Charge, assault_by};
use super::compiler::{Compiler, FlakRecord};
use super::coordinated::disembark;
use super::counted::{Counted, Read};
use super::fire_orders::fire_orders;
use super::names;
use super::orders::{BarrageUse, Orders};
use super::reactions::reactions;
use super::volleys::volley;
use battle_odds_plan::decision::Decision;
use battle_odds_scenario::typed::{InTwo, Marked};
use battle_odds_scenario::{Problem, Span};

/// A formation in the air: which, when it jinks, and whether it comes only if it leaves a patrol.
#[derive(Clone, Copy)]
struct Flight {
    formation: usize,
    policy: Jinking,
    from_patrol: bool,
}

/// A formation of aircraft; with `dogfights` one that can dogfight.
fn aircraft(compiler: &Compiler, name: &Marked<String>, dogfights: bool) -> Result<usize, Problem> {
    let formation = names::one_formation(&compiler.forces, name)?;
    if !compiler.forces.formations[formation].aircraft {
        let problem = name.problem(text!("`{formation}` are no aircraft", formation = compiler.name(formation)));
        return Err(problem.help(text!("aircraft say so in their profile: aircraft = \"fighter\"")));
    }
    if dogfights && !compiler.forces.dogfights(formation) {
        let problem = name.problem(text!("there are bombers in `{formation}`", formation = compiler.name(formation)));
        return Err(problem.help(text!("fighters and fighter-bombers alone patrol and intercept (§4.2)")));
    }
    Ok(formation)
}

/// The key `jink`.
fn flight(
    compiler: &mut Compiler,
    told: Option<&Marked<Jinking>>,
    formation: usize,
    below: Option<&str>,
) -> Result<Flight, Problem> {
    let policy = told.map(|told| told.value);
    let able = compiler.forces.dogfights(formation);
    if let Some(told) = told.filter(|told| told.value == Jinking::Always && !able) {
        let problem = told.problem(text!("bombers do not jink"));
        return Err(problem.help(text!("fighters and fighter-bombers alone do (§4.2.3)")));
    }
    if able {
        let name = compiler.name(formation);
        let line = text!(
            "{name}: jink only when they have no attack left to lose, and if it saves more often (key `jink`)",
            name
        );
        let decision = Decision::word(name, "jink", policy, Jinking::WhenFree).told(line);
        compiler.decide(below.into_iter().fold(decision, Decision::below));
    }
    Ok(Flight { formation, policy: policy.unwrap_or(Jinking::WhenFree), from_patrol: false })
}

impl Flight {
    /// Fire at them, depending on whether they still have an attack to make.
    fn under_fire(self, compiler: &Compiler, attack_to_come: bool, flak: bool) -> AirFire {
        let interceptors = self.from_patrol.then_some(self.formation);
        AirFire { flak, jink: self.jink(compiler, attack_to_come), interceptors }
    }

    /// Whether they jink, depending on whether they still have an attack to make.
    fn jink(self, compiler: &Compiler, attack_to_come: bool) -> Jink {
        let helps = || compiler.forces.groups_of(self.formation).iter().any(|group| jinking_helps(&group.unit));
        match self.policy {
            Jinking::Always => Jink::Always,
            Jinking::WhenFree if !attack_to_come && compiler.forces.dogfights(self.formation) && helps() => {
                Jink::Always
            }
            Jinking::Never | Jinking::WhenFree => Jink::Never,
        }
    }
}

/// Fire of aircraft at aircraft.
fn dogfight(
    compiler: &mut Compiler,
    by: usize,
    at: usize,
    air: AirFire,
    order: Order,
    span: &Span,
) -> Result<Stage, Problem> {
    let orders = Orders { by, at, air: Some(air), ..Orders::default() };
    Ok(Stage::Volley(Box::new(volley(compiler, &orders, order, span)?)))
}

/// A list of flak: ground formations that fire at aircraft (§4.2.4).
fn flak(
    compiler: &mut Compiler,
    written: &written::Flak,
    at: Flight,
    leaving: bool,
    attack_to_come: bool,
) -> Result<Vec<Stage>, Problem> {
    let mut stages = Vec::new();
    let mut fired = Vec::new();
    for entry in written.iter().flatten() {
        let InTwo(fire, FlakBy { by: named, moved }) = &entry.value;
        let by = names::one_formation(&compiler.forces, named)?;
        if fired.contains(&by) {
            return Err(names::named_twice(compiler.name(by), &named.span));
        }
        fired.push(by);
        if compiler.forces.formations[by].aircraft {
            return Err(entry.problem(text!("`{by}` are aircraft: flak comes from the ground", by = compiler.name(by))));
        }
        let moved = *moved == Some(true);
        if moved && !leaving {
            let problem = entry.problem(text!("flak that has moved fires when the aircraft leave, at −1 (§4.2.4)"));
            return Err(problem.help(text!("put it into the `flak` of a `departure` step")));
        }
        let mut orders = fire_orders(compiler, fire, [by, at.formation], BarrageUse::None, &entry.span)?;
        if orders.crossfire.is_some() {
            return Err(entry.problem(text!("there is no crossfire at aircraft (§4.2.2)")));
        }
        orders.air = Some(at.under_fire(compiler, attack_to_come, true));
        once_each(compiler, &mut orders, leaving, &entry.span)?;
        let order = if moved { Order::MOVED_FLAK } else { Order::FLAK };
        stages.push(Stage::Volley(Box::new(volley(compiler, &orders, order, &entry.span)?)));
    }
    Ok(stages)
}

/// §4.2.4: a unit fires at the same aircraft once, when they come or when they leave.
fn once_each(compiler: &mut Compiler, orders: &mut Orders, leaving: bool, span: &Span) -> Result<(), Problem> {
    for group in compiler.forces.formations[orders.by].groups.clone() {
        let start = u32::from(compiler.forces.groups[group].start);
        let fired: u32 = compiler
            .own
            .flak
            .iter()
            .filter(|fired| (fired.group, fired.at) == (group, orders.at))
            .map(|fired| fired.units)
            .sum();
        let left = start.saturating_sub(fired);
        let told = orders.shooters.iter_mut().find(|(told, _)| *told == group);
        let units = match told {
            Some((_, units)) if *units > left => {
                let unit = compiler.forces.groups[group].unit.words.clone();
                let problem = Problem::new(text!(
                    "{units} of {unit} fire, but {left} have not fired at these aircraft yet",
                    units,
                    unit,
                    left
                ));
                return Err(problem
                    .at(span)
                    .help(text!("each fires once at the same aircraft, as they come or as they leave (§4.2.4)")));
            }
            Some((_, units)) => *units,
            None if fired > 0 => {
                orders.shooters.push((group, left));
                left
            }
            None => left,
        };
        if !leaving {
            compiler.own.flak.push(FlakRecord { group, at: orders.at, units });
        }
    }
    Ok(())
}

/// §4.2.4: a sortie without its attack, and all formations fired at in the air.
fn approach(
    compiler: &mut Compiler,
    written: &written::Sortie,
    by: usize,
    span: &Span,
) -> Result<(Sortie, Vec<usize>), Problem> {
    let by = flight(compiler, written.jink.as_ref(), by, None)?;
    compiler.own.flak.retain(|fired| fired.at != by.formation);
    let approach = vec![Stage::Sky(Mission::Approach(by.formation))];
    let mut sortie = Sortie { approach, ..Sortie::default() };
    let mut drawn = vec![by.formation];
    let mut interceptors = None;
    if let Some(interception) = &written.interception {
        let formation = aircraft(compiler, &interception.by, true)?;
        let hunter = Flight {
            from_patrol: true,
            ..flight(compiler, interception.jink.as_ref(), formation, Some("interception"))?
        };
        compiler.own.flak.retain(|fired| fired.at != formation);
        sortie.scramble.push(Stage::Sky(Mission::Scramble(formation, by.formation)));
        sortie.escort_flak = flak(compiler, &written.escort_flak, hunter, false, true)?;
        if written.return_fire.as_ref().is_none_or(|answers| answers.value) {
            let air = hunter.under_fire(compiler, true, false);
            sortie.return_fire.push(dogfight(compiler, by.formation, formation, air, Order::AIR_TO_AIR, span)?);
        }
        drawn.push(formation);
        interceptors = Some(formation);
    } else if written.escort_flak.is_some() || written.return_fire.is_some() {
        let escorts = written.escort_flak.as_ref().and_then(|flak| flak.first()).map(|entry| &entry.span);
        let at = written.return_fire.as_ref().map_or(span, |answers| &answers.span);
        let problem = Problem::new(text!("nobody intercepts these aircraft")).at(escorts.unwrap_or(at));
        return Err(
            problem.help(text!("name the formation on patrol: interception = {example}", example = "{ by = \"…\" }"))
        );
    }
    sortie.flak = flak(compiler, &written.flak, by, false, true)?;
    if let Some(hunter) = interceptors {
        let air = AirFire { interceptors: Some(hunter), ..by.under_fire(compiler, true, false) };
        sortie.interception.push(dogfight(compiler, hunter, by.formation, air, Order::INTERCEPTION, span)?);
    }
    Ok((sortie, drawn))
}

/// The test of aircraft; those that fail stand down (§4.2), so there is no hold.
fn mission_test(
    compiler: &mut Compiler,
    written: &written::Beginning,
    by: usize,
    span: &Span,
) -> Result<Beginning, Problem> {
    let beginning = beginning(written, span)?;
    if !matches!(beginning.hold, None | Some(Hold::Nothing)) {
        return Err(
            Problem::new(text!("aircraft that fail their test stand down (§4.2): leave out `if-failed`")).at(span)
        );
    }
    beginning.tell(compiler, by);
    Ok(beginning)
}

/// `ground-attack`: aircraft shoot at a formation on the ground (§4.2.2); with `landing`, troops leave them first and
/// shoot with them (§4.2.5).
pub fn ground_attack(compiler: &mut Compiler, written: &written::GroundAttack, span: &Span) -> Result<Read, Problem> {
    let InTwo(fire, InTwo(begins, InTwo(coming, step))) = written;
    let by = aircraft(compiler, &step.by, false)?;
    let at = names::one_formation(&compiler.forces, &step.at)?;
    let beginning = mission_test(compiler, begins, by, span)?;
    let (mut sortie, drawn) = approach(compiler, coming, by, span)?;
    let mut orders = fire_orders(compiler, fire, [by, at], BarrageUse::None, span)?;
    if orders.crossfire.is_some() {
        return Err(Problem::new(text!("there is no crossfire with aircraft (§4.2.2)")).at(span));
    }
    if step.landing == Some(true) {
        let aboard = compiler.forces.passengers(by);
        sortie.landing = land(compiler, by, &aboard, span)?;
        sortie.overwatch = reactions(compiler, &step.reactions, &[aboard.clone(), vec![by]].concat())?;
        orders.with = aboard;
    } else if let Some(reactions) = &step.reactions {
        return Err(reactions.problem(text!("nobody lands here whom overwatch could fire at: write `landing = true`")));
    }
    sortie.attack.push(Stage::Volley(Box::new(volley(compiler, &orders, Order::GROUND_ATTACK, span)?)));
    let title = text!(
        "{by} attack {at} from the air ({beginning})",
        by = compiler.name(by),
        at = compiler.name(at),
        beginning = words(&beginning, &text!("ground attack"))
    );
    let mut counted = vec![Counted::Fire { by: vec![by], touched: orders.touched(&compiler.forces) }];
    counted.extend(drawn.into_iter().map(Counted::Sky));
    Ok(Read { action: only_if_passed(compiler, &beginning, by, sortie.stages()), title, counted })
}

fn words(beginning: &Beginning, order: &str) -> String {
    format!("{order}{}", beginning.words())
}

fn only_if_passed(compiler: &Compiler, beginning: &Beginning, by: usize, stages: Vec<Stage>) -> Action {
    Action::tested(beginning.test(compiler, &[by]), stages, Vec::new())
}

/// §4.2.5: aircraft with passengers land, and the passengers leave them.
fn land(compiler: &Compiler, by: usize, aboard: &[usize], span: &Span) -> Result<Vec<Stage>, Problem> {
    if compiler.forces.groups_of(by).iter().any(|group| group.unit.transport == 0) {
        let problem = Problem::new(text!("`{by}` cannot land", by = compiler.name(by))).at(span);
        return Err(problem.help(text!("aircraft that carry others alone do (§4.2.5): key `transport`")));
    }
    let mut stages = vec![Stage::Sky(Mission::Land(by))];
    stages.extend(disembark(compiler, aboard));
    Ok(stages)
}

/// `air-assault`: aircraft land, their troops leave them, and together they assault (§4.2.5).
pub fn air_assault(
    compiler: &mut Compiler,
    written: &written::AirAssault,
    caught: Option<&Counts>,
    span: &Span,
) -> Result<Read, Problem> {
    let InTwo(fire, InTwo(beginning, InTwo(coming, InTwo(fighting, step)))) = written;
    let by = aircraft(compiler, &step.by, false)?;
    let (mut sortie, drawn) = approach(compiler, coming, by, span)?;
    let aboard = compiler.forces.passengers(by);
    sortie.landing = land(compiler, by, &aboard, span)?;
    let attackers = [vec![by], aboard.clone()].concat();
    let charge = Charge { by: attackers, leaving: aboard, before: sortie.stages(), from_the_air: true, drawn };
    assault_by(compiler, charge, &Assaulting { fighting, fire, beginning, caught }, span)
}

/// `intercept`: aircraft attack others that are over the table (§4.2).
pub fn intercept(compiler: &mut Compiler, written: &written::Intercept, span: &Span) -> Result<Read, Problem> {
    let InTwo(begins, step) = written;
    let by = aircraft(compiler, &step.by, true)?;
    let prey = aircraft(compiler, &step.at, false)?;
    let beginning = mission_test(compiler, begins, by, span)?;
    let hunter = flight(compiler, step.jink.as_ref(), by, None)?;
    compiler.own.flak.retain(|fired| fired.at != by);
    let mut sortie = Sortie { approach: vec![Stage::Sky(Mission::Approach(by))], ..Sortie::default() };
    // §4.2.4: every formation may fire after the approach of others: the target, and flak of its side.
    if step.return_fire != Some(false) {
        let air = hunter.under_fire(compiler, true, false);
        sortie.return_fire.push(dogfight(compiler, prey, by, air, Order::AIR_TO_AIR, span)?);
    }
    sortie.flak = flak(compiler, &step.flak, hunter, false, true)?;
    // The target has already made its attack.
    let prey = Flight { formation: prey, policy: Jinking::WhenFree, from_patrol: false };
    let air = prey.under_fire(compiler, false, false);
    sortie.interception.push(dogfight(compiler, by, prey.formation, air, Order::INTERCEPTION, span)?);
    let title = format!(
        "{} intercept {} ({})",
        compiler.name(by),
        compiler.name(prey.formation),
        words(&beginning, "interception")
    );
    let counted = vec![Counted::Fire { by: vec![by], touched: vec![prey.formation] }, Counted::Sky(by)];
    Ok(Read { action: only_if_passed(compiler, &beginning, by, sortie.stages()), title, counted })
}

/// `patrol`: aircraft go on combat air patrol, from which they intercept without another test (§4.2).
pub fn patrol(compiler: &mut Compiler, written: &written::Patrol, span: &Span) -> Result<Read, Problem> {
    let InTwo(begins, step) = written;
    let by = aircraft(compiler, &step.by, true)?;
    let beginning = mission_test(compiler, begins, by, span)?;
    let title = text!(
        "{by} go on patrol ({beginning})",
        by = compiler.name(by),
        beginning = words(&beginning, &text!("combat air patrol"))
    );
    let stages = vec![Stage::Sky(Mission::Patrol(by))];
    Ok(Read { action: only_if_passed(compiler, &beginning, by, stages), title, counted: vec![Counted::Action(by)] })
}

/// `departure`: aircraft leave the table, under the fire of flak that has not fired at them yet (§4.2.6, §4.2.7).
pub fn departure(compiler: &mut Compiler, step: &written::Departure) -> Result<Read, Problem> {
    let by = aircraft(compiler, &step.by, false)?;
    let flying = flight(compiler, step.jink.as_ref(), by, None)?;
    let departure = Departure {
        take_off: vec![Stage::Sky(Mission::TakeOff(by))],
        flak: flak(compiler, &step.flak, flying, true, false)?,
        leave: vec![Stage::Sky(Mission::Leave(by, step.foreign_edge == Some(true)))],
    };
    let title = text!("{by} leave the table", by = compiler.name(by));
    Ok(Read { action: Action::untested(departure.stages()), title, counted: vec![Counted::Sky(by)] })
}

/// By formation: aircraft that are in the air from the first step to the last.
pub fn always_aloft(compiler: &Compiler, steps: &[Marked<&Step>]) -> Vec<bool> {
    let lands = |formation: &Formation| {
        let landed = compiler.starts.iter().any(|&(cell, status)| cell == formation.status && status & LANDED != 0);
        landed || steps.iter().any(|step| step.1.lands() && is_alone(&step.1.by(), &formation.name))
    };
    compiler.forces.formations.iter().map(|formation| formation.aircraft && !lands(formation)).collect()
}

/// Whether a formation is the only one named.
fn is_alone(names: &[&Marked<String>], formation: &str) -> bool {
    matches!(names, [one] if one.as_str() == formation)
}

/// Aircraft that steps take to be on patrol, or over the table, without an earlier step that brings them there, have
/// been there from the start.
pub fn already_there(compiler: &mut Compiler, steps: &[Marked<&Step>]) {
    let mut chosen = Vec::new();
    for formation in compiler.forces.formations.iter().filter(|formation| formation.aircraft) {
        let name = formation.name.as_str();
        let first = |wish: &dyn Fn(&written::Action) -> bool| {
            steps.iter().position(|step| wish(&step.1)).unwrap_or(steps.len())
        };
        let acts = |action: &written::Action| is_alone(&action.by(), name);
        let hunting = |action: &written::Action| action.interceptor().is_some_and(|by| by.as_str() == name);
        let coming = |action: &written::Action| {
            matches!(
                action,
                written::Action::GroundAttack(_) | written::Action::AirAssault(_) | written::Action::Intercept(_)
            ) && acts(action)
        };
        let comes = first(&|action| coming(action) || hunting(action));
        let there = first(&|action| match action {
            written::Action::Intercept(_) => is_alone(&action.at(), name),
            written::Action::Departure(_) => acts(action),
            _ => false,
        });
        let patrols = first(&|action| matches!(action, written::Action::Patrol(_)) && acts(action));
        let hunts = first(&hunting);
        let Some((_, status)) = compiler.starts.iter_mut().find(|(cell, _)| *cell == formation.status) else {
            continue;
        };
        if there < comes {
            *status |= ON_MISSION;
            chosen.push(text!("{name} are over the table at the start", name = formation.name));
        }
        if hunts < patrols && *status & PATROL == 0 {
            *status |= PATROL;
            chosen.push(text!("{name} begin on combat air patrol (key `state`)", name = formation.name));
        }
    }
    chosen.into_iter().for_each(|line| compiler.choose(line));
}
