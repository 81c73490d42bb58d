//! Names in steps: formations, units, and numbers of models told for some of them.

use super::super::forces::Forces;
use super::super::written::fire::Counts;
use crate::scenario::typed::ByName;
use crate::scenario::{Problem, Span, unknown};
pub use crate::systems::plan::names::{all_named as formations, one_named as one_formation};

/// The groups that a name means among some: of a formation, `"formation.unit"`, or a unit's key where one formation has it.
pub fn units(forces: &Forces, name: &str, span: &Span, among: &[usize]) -> Result<Vec<usize>, Problem> {
    let name_of = |group: usize| forces.name_of(group);
    let key_of = |group: usize| forces.groups[group].profile.unit();
    let chosen =
        |wish: &dyn Fn(usize) -> bool| -> Vec<usize> { among.iter().copied().filter(|&group| wish(group)).collect() };
    let found = match name.split_once('.') {
        Some((owner, key)) => chosen(&|group| name_of(group) == owner && key_of(group) == key),
        None => {
            let formation = chosen(&|group| name_of(group) == name);
            if formation.is_empty() { chosen(&|group| key_of(group) == name) } else { formation }
        }
    };
    let Some(&first) = found.first() else {
        let mut known: Vec<&str> = among.iter().flat_map(|&group| [name_of(group), key_of(group)]).collect();
        known.sort_unstable();
        known.dedup();
        return Err(unknown(mark!("formation or unit here"), name, span, known));
    };
    if found.iter().any(|&group| forces.groups[group].formation != forces.groups[first].formation) {
        let problem = Problem::new(text!("several formations here have `{name}`", name)).at(span);
        return Err(problem.help(text!("name the formation, or write \"formation.unit\"")));
    }
    Ok(found)
}

/// Numbers of models told for some groups, filled near to far: (group, models).
pub fn models(forces: &Forces, counts: &Counts, among: &[usize]) -> Result<Vec<(usize, u16)>, Problem> {
    let mut told: Vec<(usize, u16)> = Vec::new();
    for (key, asked) in counts.iter().flat_map(|counts| &counts.value) {
        let groups = units(forces, key, &key.span, among)?;
        let there: u32 = groups.iter().map(|&group| u32::from(forces.groups[group].start)).sum();
        let mut left = u32::from(asked.value);
        if left > there {
            return Err(asked.problem(text!(
                "{left} models of `{key}` are more than the {there} there are",
                left,
                key = key.value,
                there
            )));
        }
        for group in groups {
            let here = left.min(forces.groups[group].start.into());
            left -= here;
            told.push((group, here as u16));
        }
    }
    Ok(told)
}

/// What is told of a group, if anything is: for all, or by a name that means it.
pub fn told_of<'a, T>(
    forces: &Forces,
    written: Option<&'a ByName<T>>,
    among: &[usize],
    group: usize,
) -> Result<Option<&'a T>, Problem> {
    match written {
        None => Ok(None),
        Some(ByName::All(value)) => Ok(Some(&value.value)),
        Some(ByName::Each(values)) => {
            let mut found = None;
            for (key, value) in values {
                if units(forces, key, &key.span, among)?.contains(&group) {
                    found = Some(&value.value);
                }
            }
            Ok(found)
        }
    }
}
