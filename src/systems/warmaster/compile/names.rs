//! Names in steps: formations, units, commanders, and numbers told for some of them.

use super::super::forces::Forces;
use crate::scenario::{Node, Problem, Span, Value, unknown};
pub use crate::systems::plan::names::{formation, formations, one_formation};

/// One formation with units.
pub fn one_with_units(forces: &Forces, node: &Node, what: &str) -> Result<usize, Problem> {
    let formation = one_formation(forces, node, what)?;
    match forces.formations[formation].units.is_empty() {
        false => Ok(formation),
        true => Err(Problem::new(format!("`{}` has no units", forces.formations[formation].name)).at(&node.span)),
    }
}

/// A commander: by the key of his profile, or by a formation that has one.
pub fn commander(forces: &Forces, node: &Node, what: &str) -> Result<(usize, String), Problem> {
    let name = node.text(what)?;
    let (owner, key) = name.split_once('.').map_or((None, name), |(owner, key)| (Some(owner), key));
    let of = |index: usize| &forces.commanders[index];
    let owned = |index: usize| owner.is_none_or(|owner| forces.formations[of(index).formation].name == owner);
    if owner.is_none()
        && let Some(formation) = forces.formations.iter().find(|formation| formation.name == name)
    {
        return match formation.commanders[..] {
            [one] => Ok((one, name.to_owned())),
            [] => Err(Problem::new(format!("`{name}` has no commander")).at(&node.span)),
            _ => {
                Err(Problem::new(format!("`{name}` has several commanders")).at(&node.span).help("name one by his key"))
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
            Err(unknown("commander", name, &node.span, keys.chain(formations.map(|formation| formation.name.as_str()))))
        }
        _ => Err(Problem::new(format!("several formations have `{name}`"))
            .at(&node.span)
            .help("write \"formation.unit\"")),
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
        return Err(unknown("formation here", name, span, known));
    };
    if found.iter().any(|&unit| forces.units[unit].formation != forces.units[first].formation) {
        let problem = Problem::new(format!("several formations here have `{name}`")).at(span);
        return Err(problem.help("name the formation, or write \"formation.unit\""));
    }
    Ok(found)
}

/// Numbers of stands told for some units, filled front to back: (unit, stands).
pub fn stands(forces: &Forces, node: &Node, what: &str, among: &[usize]) -> Result<Vec<(usize, u16)>, Problem> {
    let mut told: Vec<(usize, u16)> = Vec::new();
    for (key, value) in node.entries(what)? {
        let units = units(forces, &key.name, &key.span, among)?;
        let there: u32 = units.iter().map(|&unit| u32::from(forces.units[unit].start)).sum();
        let asked = value.integer(&format!("{what} of {}", key.name), 0..=1000)? as u32;
        if asked > there {
            let problem = Problem::new(format!("{asked} stands of `{}` are more than the {there} there are", key.name));
            return Err(problem.at(&value.span));
        }
        let mut left = asked;
        for unit in units {
            let here = left.min(forces.units[unit].start.into());
            left -= here;
            told.push((unit, here as u16));
        }
    }
    Ok(told)
}

/// Something told for all units here, or in a table for some: (unit, where it is told).
pub fn told<'a>(forces: &Forces, node: &'a Node, among: &[usize]) -> Result<Vec<(usize, &'a Node)>, Problem> {
    match &node.value {
        Value::Table(entries) => {
            let mut told = Vec::new();
            for (key, value) in entries {
                told.extend(units(forces, &key.name, &key.span, among)?.into_iter().map(|unit| (unit, value)));
            }
            Ok(told)
        }
        _ => Ok(among.iter().map(|&unit| (unit, node)).collect()),
    }
}
