//! Names in steps: formations, units, and numbers told for some of them.

use super::super::forces::Forces;
use crate::scenario::{Problem, Span, unknown};

/// The groups of some that a name means: of a formation, `"formation.unit"`, or a unit's key.
pub fn units(forces: &Forces, name: &str, span: &Span, among: &[usize]) -> Result<Vec<usize>, Problem> {
    let name_of = |group: usize| forces.formation_of(group).name.as_str();
    let key_of = |group: usize| forces.groups[group].profile.unit();
    let chosen =
        |wish: &dyn Fn(usize) -> bool| -> Vec<usize> { among.iter().copied().filter(|&group| wish(group)).collect() };
    let found = match name.split_once('.') {
        Some((owner, key)) => chosen(&|group| name_of(group) == owner && key_of(group) == key),
        None => {
            let unit = chosen(&|group| key_of(group) == name);
            if unit.is_empty() { chosen(&|group| name_of(group) == name) } else { unit }
        }
    };
    let Some(&first) = found.first() else {
        let mut known: Vec<&str> = among.iter().flat_map(|&group| [key_of(group), name_of(group)]).collect();
        known.sort_unstable();
        known.dedup();
        return Err(unknown(mark!("unit or formation here"), name, span, known));
    };
    if found.iter().any(|&group| forces.groups[group].formation != forces.groups[first].formation) {
        let problem = Problem::new(text!("several formations here have `{name}`", name)).at(span);
        return Err(problem.help(text!("name the formation, or write \"formation.unit\"")));
    }
    Ok(found)
}
