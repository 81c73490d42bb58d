//! Reading the key `caught`: what formations lose when they withdraw (§1.13.3).

use super::super::battle::Stage;
use super::super::forces::Forces;
use super::super::withdrawal::Caught;
use super::super::written::Counts;
use super::compiler::Compiler;
use super::counted::{Counted, Read};
use super::names;
use crate::scenario::Problem;

/// Units lost in withdrawal; for every war engine of a name, the enemies within 15 cm of it (§3.2.4).
pub fn caught(forces: &Forces, written: Option<&Counts>, among: &[usize]) -> Result<Caught, Problem> {
    let mut groups: Vec<(usize, u32)> = Vec::new();
    for (key, units) in written.into_iter().flat_map(|written| written.iter()) {
        let named = names::groups(forces, key, among)?;
        if named.iter().all(|&group| forces.groups[group].engine.is_some()) {
            names::not_yet(groups.iter().map(|&(group, _)| group), &named, key)?;
            let enemies = u32::from(units.value);
            if enemies > 100 {
                return Err(units.problem(text!("enemies within 15 cm are at most 100, found {enemies}", enemies)));
            }
            groups.extend(named.into_iter().map(|group| (group, enemies)));
        } else {
            groups.extend(names::count(forces, key, units, among, &groups)?);
        }
    }
    groups.sort_by_key(|(group, _)| *group);
    Ok(Caught { groups })
}

impl Caught {
    /// The formations that lose something.
    fn formations(&self, forces: &Forces) -> Vec<usize> {
        let mut formations: Vec<usize> = self.groups.iter().map(|(group, _)| forces.groups[*group].formation).collect();
        formations.dedup();
        formations
    }
}

/// What a step counts where units are caught: all losses of their formations.
pub fn counted(forces: &Forces, caught: &Caught) -> Option<Counted> {
    (!caught.groups.is_empty()).then(|| Counted::Caught(caught.formations(forces)))
}

/// A step in which formations may break, and withdraw when the action is resolved: any of those that it counts, and those
/// that stand near an exploding engine.
pub fn at_the_end(compiler: &Compiler, written: &Counts, read: &mut Read) -> Result<(), Problem> {
    let mut among: Vec<usize> = Vec::new();
    let counted_ones = read.counted.iter().flat_map(Counted::formations);
    for formation in counted_ones.chain(compiler.forces.drawn_in.iter().copied()) {
        if !among.contains(&formation) {
            among.push(formation);
        }
    }
    let caught = caught(&compiler.forces, Some(written), &among)?;
    read.counted.extend(counted(&compiler.forces, &caught));
    read.action.stages.push(Stage::Withdraw(caught));
    Ok(())
}
