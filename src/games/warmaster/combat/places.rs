//! Where the stands of the units in a combat are: which fight, which support, which are caught in flank or rear.

use crate::combat::Places;
use crate::combat::contact::places_of;
use crate::combat::written;
use crate::compiler::Compiler;
use crate::names::CountsOrAll;
use crate::profile::Kind;
use crate::{compiler, names};
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span};

/// Where the stands of all units are: by a named contact, by numbers, or else all in the first line; a formation that
/// supports fights with the rest of its stands.
pub fn stand_places(
    compiler: &Compiler,
    written: &written::Places,
    at: &Span,
    units: &[Vec<usize>; 2],
    sides: &[Vec<usize>; 2],
    supporters: &[(usize, usize)],
) -> Result<Vec<Places>, Problem> {
    let everybody: Vec<usize> = units.concat();
    let named = written.contact.as_ref().map(|contact| places_of(contact.value));
    if let Some(contact) =
        written.contact.as_ref().filter(|_| units[0].len() != 1 || units[1].is_empty() || sides[0].len() != 1)
    {
        return Err(between_two(contact));
    }
    let find =
        |told: &[(usize, u16)], unit: usize| told.iter().find(|(known, _)| *known == unit).map(|(_, stands)| *stands);
    let forces = &compiler.forces;
    let fighting = match &written.fighting {
        None => Vec::new(),
        Some(counts) => names::stands(forces, counts, &everybody)?,
    };
    let only_supports = |unit: usize| supporters.iter().any(|(_, known)| *known == forces.units[unit].formation);
    let counts = |counts: &CountsOrAll, all: &dyn Fn(usize) -> Option<u16>| match counts {
        None => Ok(Vec::new()),
        Some(counts) => names::stands_or_all(forces, counts, &everybody, all),
    };
    let not_fighting = |unit: usize| {
        let of = &forces.units[unit];
        let free = find(&fighting, unit).map(|fighting| of.start.saturating_sub(fighting));
        let free = free.or_else(|| only_supports(unit).then_some(of.start));
        free.map(|free| if of.is_a(Kind::Infantry) { free } else { 0 })
    };
    let support = back_to_front(compiler, counts(&written.support, &not_fighting)?, &fighting).map_err(|name| {
        let problem =
            Problem::new(text!("`{name}` does not have that many stands of infantry that do not fight", name));
        let problem = problem.at(written.support.as_ref().map_or(at, |support| &support.span));
        problem.help(text!("only infantry supports"))
    })?;
    let fights = |unit: usize| {
        let rest = || forces.units[unit].start - find(&support, unit).unwrap_or(0);
        Some(find(&fighting, unit).unwrap_or_else(rest))
    };
    let flanked = counts(&written.flanked, &fights)?;
    let mut places = Vec::new();
    for (index, &unit) in everybody.iter().enumerate() {
        let stands = compiler.forces.units[unit].start;
        let mut place = Places { fighting: stands, support: 0, flanked: 0 };
        if let Some(named) = named {
            place = named[usize::from(index >= units[0].len())];
            if !compiler.forces.units[unit].is_a(Kind::Infantry) {
                place.support = 0;
            }
        }
        if only_supports(unit) {
            place.fighting = 0;
        }
        if let Some(stands) = find(&support, unit) {
            place.support = stands;
            place.fighting =
                place.fighting.min(compiler.forces.units[unit].start - stands.min(compiler.forces.units[unit].start));
        }
        if let Some(stands) = find(&fighting, unit) {
            place.fighting = stands;
        }
        if let Some(stands) = find(&flanked, unit) {
            place.flanked = stands;
        }
        let told = |told: &[(usize, u16)]| find(told, unit).is_some();
        let told = told(&fighting) || told(&support) || told(&flanked);
        if told && (place.fighting + place.support > stands || place.flanked > place.fighting) {
            let Places { fighting, support, flanked } = place;
            let message = text!(
                "`{name}` has {stands} stands, not {fighting} that fight, {flanked} of them caught in flank or rear, and {support} in support",
                name = compiler::label(compiler, unit),
                stands,
                fighting,
                flanked,
                support
            );
            return Err(Problem::new(message).at(at));
        }
        places.push(place);
    }
    Ok(places)
}

/// The error for a named contact with more than two units: it is for one unit against another.
pub fn between_two(contact: &Marked<written::Contact>) -> Problem {
    let problem = contact.problem(text!("a named contact is between one unit and another"));
    problem.help(text!("give the stands with `fighting`"))
}

/// L1432: supporting stands are those of infantry in a formation that do not fight: its hindmost units first, unless
/// given by unit.
fn back_to_front(
    compiler: &Compiler,
    told: Vec<(usize, u16)>,
    fighting: &[(usize, u16)],
) -> Result<Vec<(usize, u16)>, String> {
    let mut formations: Vec<usize> = told.iter().map(|(unit, _)| compiler.forces.units[*unit].formation).collect();
    formations.dedup();
    let mut spread = Vec::new();
    for formation in formations {
        let of: Vec<usize> = told
            .iter()
            .map(|(unit, _)| *unit)
            .filter(|&unit| compiler.forces.units[unit].formation == formation)
            .collect();
        let mut left: u16 = told.iter().filter(|(unit, _)| of.contains(unit)).map(|(_, stands)| *stands).sum();
        for &unit in of.iter().rev() {
            let taken = fighting.iter().find(|(known, _)| *known == unit).map_or(0, |(_, stands)| *stands);
            let of = &compiler.forces.units[unit];
            let free = if of.is_a(Kind::Infantry) { of.start.saturating_sub(taken) } else { 0 };
            let here = left.min(free);
            left -= here;
            spread.push((unit, here));
        }
        if left > 0 {
            return Err(compiler.name(formation).to_owned());
        }
    }
    Ok(spread)
}
