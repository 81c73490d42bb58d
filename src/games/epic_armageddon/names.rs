//! Names in steps: formations, and counts of units.

use crate::counts::Counts;
use crate::forces::Forces;
use battle_odds_plan::names::{Part, one_meant};
pub use battle_odds_plan::names::{all_named as formations, formation, named_twice, one_named as one_formation};
use battle_odds_scenario::typed::{Marked, Several, Whole};
use battle_odds_scenario::{Problem, refuse_if};

/// The groups that a name means, among some formations ([`one_meant`]); a character's name means the unit that it
/// joined (§2.1.15).
pub fn groups(forces: &Forces, written: &Marked<String>, among: &[usize]) -> Result<Vec<usize>, Problem> {
    let part = |place: usize| {
        let group = &forces.groups[place];
        Part { place, formation: group.formation, called: [Some(group.unit.key.as_str()), group.character.as_deref()] }
    };
    let all = among.iter().flat_map(|&formation| forces.formations[formation].groups.clone()).map(part);
    one_meant(forces, &all.collect::<Vec<_>>(), written)
}

/// Refuses groups of which one has been named already, by its own name or with its whole formation.
pub fn not_yet(named: impl IntoIterator<Item = usize>, groups: &[usize], name: &Marked<String>) -> Result<(), Problem> {
    match named.into_iter().any(|group| groups.contains(&group)) {
        true => Err(named_twice(name, &name.span)),
        false => Ok(()),
    }
}

/// A table of counts, spread over the groups of each name front to back: (group, units).
pub fn counts(forces: &Forces, written: Option<&Counts>, among: &[usize]) -> Result<Vec<(usize, u32)>, Problem> {
    counts_beside(forces, written, among, &[])
}

/// The same, without units that other counts have already taken.
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
    refuse_if(asked > there, || {
        units.problem(text!("{asked} of `{key}` are more than the {there} there are", asked, key = key.value, there))
    })?;
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
