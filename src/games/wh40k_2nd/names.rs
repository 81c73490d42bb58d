//! Names in steps: formations, units, and numbers of models given for some of them.

use crate::fire::written::Counts;
use crate::forces::Forces;
use battle_odds_plan::names::{self, Part};
pub use battle_odds_plan::names::{all_named as formations, named_twice, one_named as one_formation};
use battle_odds_scenario::typed::{ByName, Marked, Whole};
use battle_odds_scenario::{Problem, refuse_if};

/// What a name means among some groups, formation by formation ([`names::meant`]).
pub fn of_each(forces: &Forces, name: &Marked<String>, among: &[usize]) -> Result<Vec<Vec<usize>>, Problem> {
    let found = names::meant(forces, &parts(forces, among), name)?;
    Ok(found.into_iter().map(|(_, groups)| groups).collect())
}

/// The groups of one formation that a name means, among some ([`names::one_meant`]).
pub fn units(forces: &Forces, name: &Marked<String>, among: &[usize]) -> Result<Vec<usize>, Problem> {
    names::one_meant(forces, &parts(forces, among), name)
}

fn parts<'a>(forces: &'a Forces, among: &[usize]) -> Vec<Part<'a>> {
    let part = |&place: &usize| {
        let group = &forces.groups[place];
        Part { place, formation: group.formation, called: [Some(group.profile.unit()), None] }
    };
    among.iter().map(part).collect()
}

/// Checks that a number of models of a name is not more than there are.
pub fn within(asked: &Marked<Whole<0, 1000>>, key: &str, there: u32) -> Result<u32, Problem> {
    let asked_for = u32::from(asked.value);
    match asked_for > there {
        true => Err(asked.problem(text!(
            "{left} models of `{key}` are more than the {there} there are",
            left = asked_for,
            key,
            there
        ))),
        false => Ok(asked_for),
    }
}

/// Models of some groups when the battle begins.
pub fn start_of(forces: &Forces, groups: &[usize]) -> u32 {
    groups.iter().map(|&group| u32::from(forces.groups[group].start)).sum()
}

/// Numbers of models given for some groups, filled near to far: (group, models).
pub fn models(forces: &Forces, counts: &Counts, among: &[usize]) -> Result<Vec<(usize, u16)>, Problem> {
    let mut told: Vec<(usize, u16)> = Vec::new();
    for (key, asked) in counts.iter().flat_map(|counts| &counts.value) {
        let groups = units(forces, key, among)?;
        refuse_if(told.iter().any(|(known, _)| groups.contains(known)), || named_twice(key, &key.span))?;
        let mut left = within(asked, key, start_of(forces, &groups))?;
        for group in groups {
            let here = left.min(forces.groups[group].start.into());
            left -= here;
            told.push((group, here as u16));
        }
    }
    Ok(told)
}

/// What the scenario gives for a group, if anything: for all, or by a name that means it.
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
                if units(forces, key, among)?.contains(&group) {
                    found = Some(&value.value);
                }
            }
            Ok(found)
        }
    }
}
