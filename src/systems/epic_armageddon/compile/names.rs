//! Names in steps: formations, and counts of units keyed `"formation.unit"` or `"unit"`.

use super::super::forces::Forces;
use super::super::written::Counts;
use crate::scenario::typed::{Marked, Several, Whole};
use crate::scenario::{Problem, unknown};
pub use crate::systems::plan::names::{all_named as formations, formation, named_twice, one_named as one_formation};

/// The groups a name means: `"formation.unit"`, or `"unit"` where only one of the formations has it; a character's name means
/// the unit that he joined (§2.1.15).
pub fn groups(forces: &Forces, written: &Marked<String>, among: &[usize]) -> Result<Vec<usize>, Problem> {
    let (name, span) = (written.as_str(), &written.span);
    let of = |formation: usize, unit: &str| -> Vec<usize> {
        let groups = forces.formations[formation].groups.clone();
        groups.filter(|&group| forces.groups[group].is_called(unit)).collect()
    };
    if let Some((owner, unit)) = name.split_once('.') {
        let owner = formation(forces, owner, span)?;
        if !among.contains(&owner) {
            let problem =
                Problem::new(text!("`{name}` has no part in this", name = forces.formations[owner].name)).at(span);
            let names = among.iter().map(|&formation| forces.formations[formation].name.as_str());
            return Err(problem.help(text!("known here: {names}", names = names.collect::<Vec<_>>().join(", "))));
        }
        let groups = of(owner, unit);
        if groups.is_empty() {
            return Err(unknown(mark!("unit of this formation"), unit, span, unit_keys(forces, &[owner])));
        }
        return Ok(groups);
    }
    let owners: Vec<usize> = among.iter().copied().filter(|&formation| !of(formation, name).is_empty()).collect();
    match owners[..] {
        [owner] => Ok(of(owner, name)),
        [] => Err(unknown(mark!("unit here"), name, span, unit_keys(forces, among))),
        _ => {
            let owners = owners.iter().map(|&owner| format!("\"{}.{name}\"", forces.formations[owner].name));
            let problem = Problem::new(text!("several formations here have `{name}`", name)).at(span);
            Err(problem.help(text!("write {names}", names = owners.collect::<Vec<_>>().join(&text!(" or ")))))
        }
    }
}

/// Refuses groups of which one has been named already, be it by its own name or with its whole formation.
pub fn not_yet(named: impl IntoIterator<Item = usize>, groups: &[usize], name: &Marked<String>) -> Result<(), Problem> {
    match named.into_iter().any(|group| groups.contains(&group)) {
        true => Err(named_twice(name, &name.span)),
        false => Ok(()),
    }
}

fn unit_keys<'a>(forces: &'a Forces, among: &[usize]) -> Vec<&'a str> {
    let groups = among.iter().flat_map(|&formation| forces.groups_of(formation));
    let names = groups.flat_map(|group| std::iter::once(group.unit.key.as_str()).chain(group.character.as_deref()));
    let mut keys: Vec<&str> = names.collect();
    keys.dedup();
    keys
}

/// A table of counts, spread over the groups of each name front to back: (group, units).
pub fn counts(forces: &Forces, written: Option<&Counts>, among: &[usize]) -> Result<Vec<(usize, u32)>, Problem> {
    counts_beside(forces, written, among, &[])
}

/// The same, with units that other counts have taken already left out.
pub fn counts_beside(
    forces: &Forces,
    written: Option<&Counts>,
    among: &[usize],
    taken: &[(usize, u32)],
) -> Result<Vec<(usize, u32)>, Problem> {
    let mut counts: Vec<(usize, u32)> = Vec::new();
    for (key, units) in written.into_iter().flat_map(|written| written.iter()) {
        let all = [taken, &counts].concat();
        counts.extend(count(forces, key, units, among, &all)?);
    }
    Ok(counts)
}

/// One entry of such a table.
pub fn count(
    forces: &Forces,
    key: &Marked<String>,
    units: &Marked<Whole<0, 100_000>>,
    among: &[usize],
    taken: &[(usize, u32)],
) -> Result<Vec<(usize, u32)>, Problem> {
    let groups = groups(forces, key, among)?;
    let free = |group: usize| {
        let taken = taken.iter().filter(|(other, _)| *other == group).map(|(_, units)| units).sum::<u32>();
        u32::from(forces.groups[group].start).saturating_sub(taken)
    };
    let there: u32 = groups.iter().map(|&group| free(group)).sum();
    let asked = u32::from(units.value);
    if asked > there {
        return Err(units.problem(text!(
            "{asked} of `{key}` are more than the {there} there are",
            asked,
            key = key.value,
            there
        )));
    }
    let mut left = asked;
    let mut take = |group: usize| {
        let here = left.min(free(group));
        left -= here;
        (group, here)
    };
    Ok(groups.into_iter().map(&mut take).collect())
}

/// The groups of several names.
pub fn all_groups(
    forces: &Forces,
    written: Option<&Several<Marked<String>>>,
    among: &[usize],
) -> Result<Vec<usize>, Problem> {
    let mut all = Vec::new();
    for name in written.into_iter().flatten() {
        all.extend(groups(forces, name, among)?);
    }
    Ok(all)
}
