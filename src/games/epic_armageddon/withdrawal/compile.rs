//! Reading the key `caught`, and which units cannot withdraw from enemies near: what formations lose when they withdraw
//! (§1.13.3).

use crate::actions::Action;
use crate::chapters::Stage;
use crate::compiler::Compiler;
use crate::counted::{Counted, Read};
use crate::counts::Counts;
use crate::forces::{Forces, Group};
use crate::names;
use crate::withdrawal::Caught;
use battle_odds_scenario::{Problem, refuse_if};

/// Units lost in withdrawal; for every war engine of a name, the enemies within 15 cm of it (§3.2.4).
pub fn caught(compiler: &Compiler, written: Option<&Counts>, among: &[usize]) -> Result<Caught, Problem> {
    let forces = &compiler.forces;
    let mut groups: Vec<(usize, u32)> = Vec::new();
    for (key, units) in written.into_iter().flat_map(|written| written.iter()) {
        let named = names::groups(forces, key, among)?;
        if named.iter().all(|&group| forces.groups[group].engine.is_some()) {
            names::not_yet(groups.iter().map(|&(group, _)| group), &named, key)?;
            let enemies = u32::from(units.value);
            refuse_if(enemies > 100, || {
                units.problem(text!("enemies within 15 cm are at most 100, found {enemies}", enemies))
            })?;
            groups.extend(named.into_iter().map(|group| (group, enemies)));
        } else {
            groups.extend(names::count(forces, key, units, among, &groups)?);
        }
    }
    groups.sort_by_key(|(group, _)| *group);
    Ok(Caught { groups, stranded: Vec::new(), engines: compiler.readings.immobile_engines })
}

impl Caught {
    /// The formations that may lose something.
    fn formations(&self, forces: &Forces) -> Vec<usize> {
        let groups = self.groups.iter().map(|(group, _)| group).chain(self.stranded.iter().map(|(group, _)| group));
        let mut formations: Vec<usize> = groups.map(|&group| forces.groups[group].formation).collect();
        formations.sort_unstable();
        formations.dedup();
        formations
    }
}

/// What a step counts if units are caught: all losses of their formations.
pub fn counted(forces: &Forces, caught: &Caught) -> Option<Counted> {
    (!caught.is_empty()).then(|| Counted::Caught(caught.formations(forces)))
}

/// The key `caught` of the step, for a chapter in which formations withdraw before its end: nothing is added then at the
/// end of the step.
pub fn taken(compiler: &mut Compiler) -> Option<Counts> {
    compiler.own.withdrawing.take()?.caught
}

/// A step in which formations may break, and withdraw when the action is resolved: any of those that it counts, and
/// those near an exploding engine.
pub fn at_the_end(compiler: &mut Compiler, written: Option<&Counts>, read: &mut Read) -> Result<(), Problem> {
    let mut among: Vec<usize> = Vec::new();
    let counted_ones = read.counted.iter().flat_map(Counted::formations);
    for formation in counted_ones.chain(compiler.forces.drawn_in.iter().copied()) {
        if !among.contains(&formation) {
            among.push(formation);
        }
    }
    let mut caught = caught(compiler, written, &among)?;
    caught.stranded = stranded(&compiler.forces, &caught, &read.action);
    tell_stranded(compiler, &caught, &read.action);
    read.counted.extend(counted(&compiler.forces, &caught));
    if written.is_some() || !caught.is_empty() {
        read.action.stages.push(Stage::Withdraw(Box::new(caught)));
    }
    Ok(())
}

/// Whether a group may be unable to withdraw when its formation breaks, and the scenario does not say what it loses
/// then.
fn may_be_stranded(caught: &Caught, group: usize, of: &Group) -> bool {
    let immobilised = || of.engine.as_ref().is_some_and(|engine| engine.immobilised.is_some());
    (of.unit.is_immobile() || immobilised()) && !of.fearless && !caught.tells(group)
}

/// The groups of a formation that may be unable to withdraw.
fn may_be_stranded_of(forces: &Forces, caught: &Caught, formation: usize) -> Vec<usize> {
    let groups = forces.formations[formation].groups.clone();
    groups.filter(|&group| may_be_stranded(caught, group, &forces.groups[group])).collect()
}

/// §1.13.3: groups that cannot withdraw from enemies within 15 cm, each with the enemy formation: those fired at from
/// that near, and those that fire.
pub fn stranded(forces: &Forces, caught: &Caught, action: &Action) -> Vec<(usize, usize)> {
    let mut stranded: Vec<(usize, usize)> = Vec::new();
    for (_, volley) in action.volleys() {
        let near = volley.near.iter().flatten().copied();
        let near: Vec<usize> = near.filter(|&group| may_be_stranded(caught, group, &forces.groups[group])).collect();
        let shooters = || std::iter::once(volley.by).chain(volley.with.iter().copied());
        stranded.extend(near.iter().flat_map(|&group| shooters().map(move |shooters| (group, shooters))));
        if volley.near.iter().flatten().next().is_some() {
            let groups = shooters().flat_map(|shooters| may_be_stranded_of(forces, caught, shooters));
            stranded.extend(groups.map(|group| (group, volley.at.formation)));
        }
    }
    stranded.sort_unstable();
    stranded.dedup();
    stranded
}

/// Reports that no enemy is taken to be near targets that could not withdraw from one, if the scenario does not say;
/// and which reading holds for war engines near enemies.
fn tell_stranded(compiler: &mut Compiler, caught: &Caught, action: &Action) {
    let of_the_ground = action.volleys().map(|(_, volley)| volley).filter(|volley| volley.at.air.is_none());
    let untold = of_the_ground.filter(|volley| volley.near.is_none()).map(|volley| volley.at.formation);
    let mut untold: Vec<usize> =
        untold.flat_map(|formation| may_be_stranded_of(&compiler.forces, caught, formation)).collect();
    untold.sort_unstable();
    untold.dedup();
    if !untold.is_empty() {
        let units = units(&compiler.forces, &untold);
        compiler.choose(text!(
            "{units} cannot withdraw: no enemy is within 15 cm if their formation breaks (keys `caught`, `range`)",
            units
        ));
    }
    let groups: Vec<usize> = caught.stranded.iter().map(|(group, _)| *group).collect();
    tell_engines(compiler, &groups);
}

/// Reports the reading for war engines among these groups with enemies within 15 cm.
fn tell_engines(compiler: &mut Compiler, groups: &[usize]) {
    if groups.iter().any(|&group| compiler.forces.groups[group].engine.is_some()) {
        compiler.tell(compiler.readings.immobile_engines);
    }
}

/// Units by name, each once.
fn units(forces: &Forces, groups: &[usize]) -> String {
    let mut words: Vec<String> = Vec::new();
    for &group in groups {
        let of = &forces.groups[group];
        let name = format!("{}.{}", forces.formations[of.formation].name, of.unit.key);
        if !words.contains(&name) {
            words.push(name);
        }
    }
    words.join(", ")
}

/// Formations near an assault that may lose units which cannot withdraw: all their losses.
pub fn left_behind(forces: &Forces, caught: &Caught, bystanders: &[usize]) -> Option<Counted> {
    let stuck = |formation: &&usize| !may_be_stranded_of(forces, caught, **formation).is_empty();
    let formations: Vec<usize> = bystanders.iter().filter(stuck).copied().collect();
    (!formations.is_empty()).then_some(Counted::Caught(formations))
}

/// §1.12.8, §1.13.3: reports what the losers of an assault lose when they withdraw, if the scenario does not say: units
/// that can move away lose nothing, and those that cannot are left behind.
pub fn tell_assault(compiler: &mut Compiler, caught: &Caught, formations: &[usize], bystanders: &[usize]) {
    let forces = &compiler.forces;
    let stuck = |&formation: &usize| may_be_stranded_of(forces, caught, formation);
    let stranded: Vec<usize> = formations.iter().chain(bystanders).flat_map(stuck).collect();
    let moves = |group: &Group| !group.unit.is_immobile() && !group.fearless;
    let untold = |&&formation: &&usize| {
        let mut groups = forces.formations[formation].groups.clone();
        groups.any(|group| moves(&forces.groups[group]) && !caught.tells(group))
    };
    let untold: Vec<usize> = formations.iter().filter(untold).copied().collect();
    if !untold.is_empty() {
        compiler.choose(text!(
            "{names}: the loser has no units within 15 cm of an enemy afterwards (key `caught`)",
            names = compiler.list(&untold)
        ));
    }
    if !stranded.is_empty() {
        let units = units(&compiler.forces, &stranded);
        compiler.choose(text!(
            "{units} cannot withdraw: lost if their formation breaks with enemies within 15 cm (key `caught`)",
            units
        ));
    }
    tell_engines(compiler, &stranded);
}
