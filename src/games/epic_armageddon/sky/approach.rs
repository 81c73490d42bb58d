//! §4.2.4: how aircraft come: their flight, the flak and the interceptors on their way.

use crate::chapters::Stage;
use crate::compiler::{Compiler, FlakRecord};
use crate::fire::draft::volley;
use crate::fire::keys::fire_orders;
use crate::fire::orders::{BarrageUse, Orders};
use crate::fire::{AirFire, Jink, Order};
use crate::names;
use crate::sky::parts::Sortie;
use crate::sky::written::{FlakBy, Jinking};
use crate::sky::{Mission, jinking_helps, written};
use battle_odds_plan::decision::Decision;
use battle_odds_scenario::typed::{InTwo, Marked};
use battle_odds_scenario::{Problem, Span, refuse_if};

/// A formation in the air.
#[derive(Clone, Copy)]
pub struct Flight {
    /// Which.
    pub formation: usize,
    /// When it jinks.
    pub policy: Jinking,
    /// Whether it comes only if it leaves a patrol.
    pub from_patrol: bool,
}

/// A formation of aircraft; with `dogfights` one that can dogfight.
pub fn aircraft(compiler: &Compiler, name: &Marked<String>, dogfights: bool) -> Result<usize, Problem> {
    let formation = names::one_formation(&compiler.forces, name)?;
    refuse_if(!compiler.forces.formations[formation].aircraft, || {
        name.problem(text!("`{formation}` are no aircraft", formation = compiler.name(formation)))
            .help(text!("aircraft say so in their profile: aircraft = \"fighter\""))
    })?;
    refuse_if(dogfights && !compiler.forces.dogfights(formation), || {
        name.problem(text!("there are bombers in `{formation}`", formation = compiler.name(formation)))
            .help(text!("only fighters and fighter-bombers patrol and intercept (§4.2)"))
    })?;
    Ok(formation)
}

/// The key `jink`.
pub fn flight(
    compiler: &mut Compiler,
    told: Option<&Marked<Jinking>>,
    formation: usize,
    below: Option<&str>,
) -> Result<Flight, Problem> {
    let policy = told.map(|told| told.value);
    let able = compiler.forces.dogfights(formation);
    if let Some(told) = told.filter(|told| told.value == Jinking::Always && !able) {
        let problem = told.problem(text!("bombers do not jink"));
        return Err(problem.help(text!("only fighters and fighter-bombers do (§4.2.3)")));
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
    pub fn under_fire(self, compiler: &Compiler, attack_to_come: bool, flak: bool) -> AirFire {
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
pub fn dogfight(
    compiler: &mut Compiler,
    by: usize,
    at: usize,
    air: AirFire,
    order: Order,
    span: &Span,
) -> Result<Stage, Problem> {
    let orders = Orders { by, at, air: Some(air), ..Orders::default() };
    Ok(Stage::Shoot(Box::new(volley(compiler, &orders, order, span)?)))
}

/// A list of flak: ground formations that fire at aircraft (§4.2.4).
pub fn flak(
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
        refuse_if(fired.contains(&by), || names::named_twice(compiler.name(by), &named.span))?;
        fired.push(by);
        refuse_if(compiler.forces.formations[by].aircraft, || {
            entry.problem(text!("`{by}` are aircraft: flak comes from the ground", by = compiler.name(by)))
        })?;
        let moved = *moved == Some(true);
        refuse_if(moved && !leaving, || {
            entry
                .problem(text!("flak that has moved fires when the aircraft leave, at −1 (§4.2.4)"))
                .help(text!("put it into the `flak` of a `departure` step"))
        })?;
        let mut orders = fire_orders(compiler, fire, [by, at.formation], BarrageUse::None, &entry.span)?;
        refuse_if(orders.crossfire.is_some(), || entry.problem(text!("there is no crossfire at aircraft (§4.2.2)")))?;
        orders.air = Some(at.under_fire(compiler, attack_to_come, true));
        once_each(compiler, &mut orders, leaving, &entry.span)?;
        let order = if moved { Order::MOVED_FLAK } else { Order::FLAK };
        stages.push(Stage::Shoot(Box::new(volley(compiler, &orders, order, &entry.span)?)));
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
pub fn approach(
    compiler: &mut Compiler,
    written: &written::Sortie,
    by: usize,
    span: &Span,
) -> Result<(Sortie, Vec<usize>), Problem> {
    let by = flight(compiler, written.jink.as_ref(), by, None)?;
    compiler.own.flak.retain(|fired| fired.at != by.formation);
    let approach = vec![Stage::Sky(Box::new(Mission::Approach(by.formation)))];
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
        sortie.scramble.push(Stage::Sky(Box::new(Mission::Scramble(formation, by.formation))));
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
        let problem = Problem::new(text!("no formation intercepts these aircraft")).at(escorts.unwrap_or(at));
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
