//! Names in steps: formations, units, commanders, and numbers given for some of them.

use crate::forces::{Commander, Forces};
use battle_odds_plan::names::{Part, one_meant};
pub use battle_odds_plan::names::{all_named as formations, one_named as one_formation};
use battle_odds_scenario::typed::{ByName, Either, Marked, Named, Names, Whole};
use battle_odds_scenario::{Problem, refuse_if};

/// Numbers of stands by formation, or by `"formation.unit"`.
pub type Counts = Option<Marked<Named<Marked<Whole<0, 1000>>>>>;

/// The same, or `true` for all that there can be.
pub type CountsOrAll = Option<Marked<Named<Marked<Either<bool, Whole<0, 1000>>>>>>;

/// One formation with units.
pub fn one_with_units(forces: &Forces, name: &Marked<String>) -> Result<usize, Problem> {
    let formation = one_formation(forces, name)?;
    match forces.formations[formation].units.is_empty() {
        false => Ok(formation),
        true => {
            let problem = name.problem(text!("`{name}` is only a commander: there is no unit", name = name.value));
            Err(problem.help(text!(
                "a commander by himself neither charges, shoots, fights nor makes way: name a unit, such as the one that he joined (Commanders as playing pieces)"
            )))
        }
    }
}

/// One or several formations with units.
pub fn all_with_units(forces: &Forces, names: &Names, what: &str) -> Result<Vec<usize>, Problem> {
    names.iter().try_for_each(|name| one_with_units(forces, name).map(drop))?;
    formations(forces, names, what)
}

/// A commander: by the key of his profile, or by a formation that has only one; with the name to use for him.
pub fn commander(forces: &Forces, written: &Marked<String>) -> Result<(usize, String), Problem> {
    fn part((place, of): (usize, &Commander)) -> Part<'_> {
        Part { place, formation: of.formation, called: [Some(of.profile.key.as_str()), None] }
    }
    let all: Vec<Part> = forces.commanders.iter().enumerate().map(part).collect();
    let name = &written.value;
    refuse_if(
        forces.formations.iter().any(|of| of.name == *name && of.commanders.is_empty())
            && !all.iter().any(|part| part.called[0] == Some(name)),
        || written.problem(text!("`{name}` has no commander", name)),
    )?;
    match one_meant(forces, &all, written)?[..] {
        [one] => Ok((one, name.clone())),
        _ => {
            let problem = written.problem(text!("`{name}` has several commanders", name));
            Err(problem.help(text!("name one by his key")))
        }
    }
}

/// The units of one formation that a name means, among some ([`one_meant`]).
pub fn units(forces: &Forces, name: &Marked<String>, among: &[usize]) -> Result<Vec<usize>, Problem> {
    let part = |&place: &usize| {
        let unit = &forces.units[place];
        Part { place, formation: unit.formation, called: [Some(unit.profile.key.as_str()), None] }
    };
    one_meant(forces, &among.iter().map(part).collect::<Vec<_>>(), name)
}

/// Numbers of stands given for some units, filled front to back: (unit, stands).
pub fn stands(
    forces: &Forces,
    counts: &Named<Marked<Whole<0, 1000>>>,
    among: &[usize],
) -> Result<Vec<(usize, u16)>, Problem> {
    let mut told = Vec::new();
    for (key, asked) in counts {
        told.extend(filled(forces, key, asked.value, &units(forces, key, among)?).map_err(|text| asked.problem(text))?);
    }
    Ok(told)
}

/// The same, where `true` means all of a unit that there can be.
pub fn stands_or_all(
    forces: &Forces,
    counts: &Named<Marked<Either<bool, Whole<0, 1000>>>>,
    among: &[usize],
    all: impl Fn(usize) -> Option<u16>,
) -> Result<Vec<(usize, u16)>, Problem> {
    let mut told = Vec::new();
    for (key, asked) in counts {
        let units = units(forces, key, among)?;
        match asked.value {
            Either::First(false) => {}
            Either::First(true) => {
                for unit in units {
                    let here = all(unit).ok_or_else(|| {
                        let problem = asked.problem(text!("how many stands of `{name}` fight?", name = key.value));
                        problem.help(text!("give them with `fighting`; `true` means all the others"))
                    })?;
                    told.push((unit, here));
                }
            }
            Either::Second(number) => {
                told.extend(filled(forces, key, number, &units).map_err(|text| asked.problem(text))?);
            }
        }
    }
    Ok(told)
}

/// A number of stands, filled front to back; the error says that there are fewer.
fn filled(
    forces: &Forces,
    name: &Marked<String>,
    asked: Whole<0, 1000>,
    units: &[usize],
) -> Result<Vec<(usize, u16)>, String> {
    let there: u32 = units.iter().map(|&unit| u32::from(forces.units[unit].start)).sum();
    let mut left = u32::from(asked);
    if left > there {
        let name = &name.value;
        return Err(text!("{left} stands of `{name}` are more than the {there} there are", left, name, there));
    }
    let fill = |&unit: &usize| {
        let here = left.min(forces.units[unit].start.into());
        left -= here;
        (unit, here as u16)
    };
    Ok(units.iter().map(fill).collect())
}

/// A value given for all units here, or in a table for some: (unit, value).
pub fn told<'a, T>(
    forces: &Forces,
    written: &'a ByName<T>,
    among: &[usize],
) -> Result<Vec<(usize, &'a Marked<T>)>, Problem> {
    match written {
        ByName::All(value) => Ok(among.iter().map(|&unit| (unit, value)).collect()),
        ByName::Each(values) => {
            let mut told = Vec::new();
            for (key, value) in values {
                told.extend(units(forces, key, among)?.into_iter().map(|unit| (unit, value)));
            }
            Ok(told)
        }
    }
}

/// The same as numbers; empty if none are given.
pub fn told_numbers<T: Copy + Into<u16>>(
    forces: &Forces,
    written: Option<&ByName<T>>,
    among: &[usize],
) -> Result<Vec<(usize, u16)>, Problem> {
    let told = written.map_or(Ok(Vec::new()), |written| told(forces, written, among))?;
    Ok(told.into_iter().map(|(unit, number)| (unit, number.value.into())).collect())
}

/// The values for units, grouped by entry and formation.
pub fn by_formation<'a, T>(forces: &Forces, told: Vec<(usize, &'a Marked<T>)>) -> Vec<(Vec<usize>, &'a Marked<T>)> {
    let mut found: Vec<(Vec<usize>, &Marked<T>)> = Vec::new();
    for (unit, value) in told {
        let formation = |unit: usize| forces.units[unit].formation;
        match found.last_mut() {
            Some((units, known)) if std::ptr::eq(*known, value) && formation(units[0]) == formation(unit) => {
                units.push(unit);
            }
            _ => found.push((vec![unit], value)),
        }
    }
    found
}

/// L1906: a formation that makes way for another, or a brigade whose other units make way for the first.
pub fn who_makes_way(forces: &Forces, name: &Marked<String>, of: usize) -> Result<usize, Problem> {
    let formation = one_with_units(forces, name)?;
    match formation == of && forces.formations[of].units.len() == 1 {
        true => Err(name.problem(text!("`{name}` cannot make way for itself", name = name.value))),
        false => Ok(formation),
    }
}
