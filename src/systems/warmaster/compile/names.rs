//! Names in steps: formations, units, commanders, and numbers told for some of them.

use super::super::forces::Forces;
use crate::scenario::typed::{ByName, Marked, Named, Names, Whole};
use crate::scenario::{Problem, Span, unknown};
pub use crate::systems::plan::names::{all_named as formations, one_named as one_formation};

/// One formation with units.
pub fn one_with_units(forces: &Forces, name: &Marked<String>) -> Result<usize, Problem> {
    let formation = one_formation(forces, name)?;
    match forces.formations[formation].units.is_empty() {
        false => Ok(formation),
        true => {
            let problem = name.problem(text!("`{name}` is a commander alone: there is no unit", name = name.value));
            Err(problem.help(text!(
                "a commander by himself neither charges, shoots, fights nor makes way: name a unit, such as the one that he joined (L1979)"
            )))
        }
    }
}

/// One or several of them.
pub fn all_with_units(forces: &Forces, names: &Names, what: &str) -> Result<Vec<usize>, Problem> {
    names.iter().try_for_each(|name| one_with_units(forces, name).map(drop))?;
    formations(forces, names, what)
}

/// A commander: by the key of his profile, or by a formation that has one.
pub fn commander(forces: &Forces, written: &Marked<String>) -> Result<(usize, String), Problem> {
    let name = written.as_str();
    let (owner, key) = name.split_once('.').map_or((None, name), |(owner, key)| (Some(owner), key));
    let of = |index: usize| &forces.commanders[index];
    let owned = |index: usize| owner.is_none_or(|owner| forces.formations[of(index).formation].name == owner);
    if owner.is_none()
        && let Some(formation) = forces.formations.iter().find(|formation| formation.name == name)
    {
        return match formation.commanders[..] {
            [one] => Ok((one, name.to_owned())),
            [] => Err(written.problem(text!("`{name}` has no commander", name))),
            _ => {
                let problem = written.problem(text!("`{name}` has several commanders", name));
                Err(problem.help(text!("name one by his key")))
            }
        };
    }
    let found: Vec<usize> =
        (0..forces.commanders.len()).filter(|&index| owned(index) && of(index).profile.key == key).collect();
    match found[..] {
        [one] => Ok((one, name.to_owned())),
        [] => {
            let keys = forces.commanders.iter().map(|commander| commander.profile.key.as_str());
            let formations = forces.formations.iter().filter(|formation| !formation.commanders.is_empty());
            let known = keys.chain(formations.map(|formation| formation.name.as_str()));
            Err(unknown(mark!("commander"), name, &written.span, known))
        }
        _ => {
            let problem = written.problem(text!("several formations have `{name}`", name));
            Err(problem.help(text!("write \"formation.unit\"")))
        }
    }
}

/// The units a name means among some: of a formation, `"formation.unit"`, or a unit's key where one formation has it.
pub fn units(forces: &Forces, name: &str, span: &Span, among: &[usize]) -> Result<Vec<usize>, Problem> {
    let name_of = |unit: usize| forces.name_of(unit);
    let key_of = |unit: usize| forces.units[unit].profile.key.as_str();
    let chosen =
        |wish: &dyn Fn(usize) -> bool| -> Vec<usize> { among.iter().copied().filter(|&unit| wish(unit)).collect() };
    let found = match name.split_once('.') {
        Some((owner, key)) => chosen(&|unit| name_of(unit) == owner && key_of(unit) == key),
        None => {
            let formation = chosen(&|unit| name_of(unit) == name);
            if formation.is_empty() { chosen(&|unit| key_of(unit) == name) } else { formation }
        }
    };
    let Some(&first) = found.first() else {
        let mut known: Vec<&str> = among.iter().map(|&unit| name_of(unit)).collect();
        known.dedup();
        return Err(unknown(mark!("formation here"), name, span, known));
    };
    if found.iter().any(|&unit| forces.units[unit].formation != forces.units[first].formation) {
        let problem = Problem::new(text!("several formations here have `{name}`", name)).at(span);
        return Err(problem.help(text!("name the formation, or write \"formation.unit\"")));
    }
    Ok(found)
}

/// Numbers of stands told for some units, filled front to back: (unit, stands).
pub fn stands(
    forces: &Forces,
    counts: &Named<Marked<Whole<0, 1000>>>,
    among: &[usize],
) -> Result<Vec<(usize, u16)>, Problem> {
    let mut told: Vec<(usize, u16)> = Vec::new();
    for (key, asked) in counts {
        let units = units(forces, key, &key.span, among)?;
        let there: u32 = units.iter().map(|&unit| u32::from(forces.units[unit].start)).sum();
        let mut left = u32::from(asked.value);
        if left > there {
            let name = &key.value;
            let message = text!("{left} stands of `{name}` are more than the {there} there are", left, name, there);
            return Err(asked.problem(message));
        }
        for unit in units {
            let here = left.min(forces.units[unit].start.into());
            left -= here;
            told.push((unit, here as u16));
        }
    }
    Ok(told)
}

/// Something told for all units here, or in a table for some: (unit, what is told).
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
                told.extend(units(forces, key, &key.span, among)?.into_iter().map(|unit| (unit, value)));
            }
            Ok(told)
        }
    }
}

/// The same, as numbers; nothing where nothing is told.
pub fn told_numbers<T: Copy + Into<u16>>(
    forces: &Forces,
    written: Option<&ByName<T>>,
    among: &[usize],
) -> Result<Vec<(usize, u16)>, Problem> {
    let told = written.map_or(Ok(Vec::new()), |written| told(forces, written, among))?;
    Ok(told.into_iter().map(|(unit, number)| (unit, number.value.into())).collect())
}

/// What is told of units, entry by entry and formation by formation.
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
