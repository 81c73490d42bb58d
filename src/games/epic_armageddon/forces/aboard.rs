//! Reading which units are aboard what (§1.7.5, §3.1.3, §4.2.5).

use crate::forces::{Aboard, Forces};
use crate::losses::wreck_saves;
use crate::names;
use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::Pool;
use battle_odds_plan::state::Layout;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, refuse_if, unknown};

/// A group that begins in a transport.
pub struct Boarding<'a> {
    /// The group.
    pub passengers: usize,
    /// Its `embarked-in`: a unit of its own formation, or `formation.unit`.
    pub carrier: &'a Marked<String>,
}

/// Puts groups into their transports: those of their own formation, or a war engine or aircraft of another, which
/// carries the formation as a whole (§3.1.3).
pub fn embark(forces: &mut Forces, boarding: &[Boarding], layout: &mut Layout) -> Result<(), Problem> {
    for Boarding { passengers, carrier } in boarding {
        let vehicle = transport(forces, *passengers, carrier)?;
        let on_foot = layout.need(&carrier.span)?;
        let of = &forces.groups[*passengers];
        let saves = wreck_saves(&of.unit).map(|test| {
            let roll = Roll::named(format!("save of {} thrown out of a wreck", of.unit.name), "1.7.5")
                .in_words(text!("save of {unit} thrown out of a wreck", unit = of.unit.words));
            test.map(|test| Pool::new(roll, test, of.start.into()))
        });
        let (rider, carried_by) = (of.formation, forces.groups[vehicle].formation);
        forces.groups[*passengers].aboard = Some(Aboard { on_foot, saves });
        forces.groups[vehicle].carries.push(*passengers);
        if rider != carried_by && !forces.drawn_in.contains(&rider) {
            forces.drawn_in.push(rider);
        }
        check_capacity(forces, vehicle, carrier)?;
    }
    for Boarding { passengers, carrier } in boarding {
        let rider = forces.groups[*passengers].formation;
        let ashore = |index: &usize| !forces.groups.iter().any(|group| group.carries.contains(index));
        let foreign = |group: usize| {
            let carried = forces.groups.iter().find(|other| other.carries.contains(&group));
            carried.is_some_and(|vehicle| vehicle.formation != rider)
        };
        refuse_if(foreign(*passengers) && forces.formations[rider].groups.clone().any(|group| ashore(&group)), || {
            Problem::new(text!("only a part of `{name}` is aboard", name = forces.formations[rider].name))
                .at(&carrier.span)
                .help(text!("another formation's transport takes all of it (§3.1.3)"))
        })?;
    }
    Ok(())
}

fn transport(forces: &Forces, passengers: usize, carrier: &Marked<String>) -> Result<usize, Problem> {
    let own = forces.groups[passengers].formation;
    let (owner, unit) = match carrier.split_once('.') {
        None => (own, carrier.as_str()),
        Some((owner, unit)) => (names::formation(forces, owner, &carrier.span)?, unit),
    };
    let groups = forces.formations[owner].groups.clone();
    let fits = |&group: &usize| {
        let of = &forces.groups[group];
        let whole = owner == own || of.engine.is_some() || of.unit.aircraft.is_some();
        of.unit.transport > 0 && whole && group != passengers
    };
    // The first vehicle with room left; vehicles of one group share their room.
    let room = |&group: &usize| {
        let of = &forces.groups[group];
        let inside: u32 = of.carries.iter().map(|&rider| u32::from(forces.groups[rider].start)).sum();
        inside + u32::from(forces.groups[passengers].start) <= u32::from(of.start) * u32::from(of.unit.transport)
    };
    let alike = |group: &usize| forces.groups[*group].unit.key == unit;
    let found = groups.clone().filter(fits).filter(alike);
    let mut with_room = found.clone().filter(room);
    match with_room.next().or_else(|| found.clone().next()) {
        Some(group) => Ok(group),
        None => {
            let known: Vec<&str> = groups.filter(fits).map(|group| forces.groups[group].unit.key.as_str()).collect();
            let what = if owner == own { "transport of this formation" } else { "transport for a whole formation" };
            Err(unknown(what, unit, &carrier.span, known))
        }
    }
}

fn check_capacity(forces: &Forces, vehicle: usize, carrier: &Marked<String>) -> Result<(), Problem> {
    let of = &forces.groups[vehicle];
    let places = u32::from(of.start) * u32::from(of.unit.transport);
    let riders: u32 = of.carries.iter().map(|&group| u32::from(forces.groups[group].start)).sum();
    refuse_if(riders > places, || {
        Problem::new(text!(
            "{riders} units do not fit into {start} {name}",
            riders,
            start = of.start,
            name = of.unit.words
        ))
        .at(&carrier.span)
        .help(text!("they carry {places} (§1.7.5)", places))
    })?;
    Ok(())
}
