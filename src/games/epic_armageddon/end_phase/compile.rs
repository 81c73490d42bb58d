//! Reading `end-phase`.

use crate::actions::Action;
use crate::battle::Battle;
use crate::chapters::{Stage, Written};
use crate::compiler::{Compiler, EpicArmageddon};
use crate::counted::{Counted, Read};
use crate::end_phase::parts::EndPhase;
use crate::end_phase::{Shields, Smoulder, written};
use crate::forces::Forces;
use crate::rally::compile::{attempt, near, tell_nobody_near};
use crate::withdrawal::Caught;
use crate::{chapters, withdrawal};
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::play::Step;
use battle_odds_scenario::typed::InTwo;
use battle_odds_scenario::{Problem, Span};

impl Chapter<EpicArmageddon> for written::EndPhase {
    fn compile(&self, compiler: &mut Compiler, _: &Span) -> Result<Read, Problem> {
        let caught = withdrawal::compile::taken(compiler);
        let caught = caught.as_ref();
        let forces = &compiler.forces;
        let everybody: Vec<usize> = (0..forces.formations.len()).collect();
        let near = near(forces, self.enemy_within_30.as_ref(), &everybody)?;
        let modifier = self.initiative_modifier.map_or(0, i32::from);
        let caught = withdrawal::compile::caught(compiler, caught, &everybody)?;
        if self.enemy_within_30.is_none() {
            tell_nobody_near(compiler, &everybody);
        }
        Ok(end_phase(compiler, &everybody, &near, modifier, &caught))
    }
}

/// §1.14: each turn ends with an end phase, written or not.
pub fn end_of_turn(compiler: &mut Compiler, last: Option<&Written>) -> Option<Read> {
    if matches!(last, Some(InTwo(_, chapters::Step::EndPhase(_)))) {
        return None;
    }
    let everybody: Vec<usize> = (0..compiler.forces.formations.len()).collect();
    Some(end_phase(compiler, &everybody, &[], 0, &Caught::default()))
}

/// §1.14: the end phase of these formations.
fn end_phase(compiler: &Compiler, who: &[usize], near: &[usize], modifier: i32, caught: &Caught) -> Read {
    let engines =
        || compiler.forces.groups.iter().enumerate().filter_map(|(group, of)| Some((group, of.engine.as_ref()?)));
    let smoulder = engines().filter(|(_, engine)| engine.smouldering.is_some());
    let criticals: Vec<Stage> =
        smoulder.map(|(group, _)| Stage::Smoulder(Box::new(Smoulder { group, last: false }))).collect();
    let withdraws = !criticals.is_empty() && !caught.groups.is_empty();
    let shielded = engines().any(|(_, engine)| engine.shields.is_some());
    let end = EndPhase {
        criticals,
        withdrawals: withdraws.then(|| Stage::Withdraw(Box::new(caught.clone()))).into_iter().collect(),
        shields: shielded.then(|| Stage::Shields(Box::new(Shields))).into_iter().collect(),
        rallies: who.iter().map(|&formation| attempt(compiler, formation, near, modifier, caught)).collect(),
    };
    let mut counted = vec![Counted::Rally(who.to_vec())];
    counted.extend(withdrawal::compile::counted(&compiler.forces, caught));
    let burning = engines().filter(|(_, engine)| engine.smouldering.is_some());
    let mut burning: Vec<usize> = burning.map(|(group, _)| compiler.forces.groups[group].formation).collect();
    burning.dedup();
    counted.extend(burning.into_iter().map(Counted::Sky));
    Read { action: Action::untested(end.stages()), title: text!("end phase: all formations rally"), counted }
}

/// Marks the last end phase of each group.
pub fn mark_last(steps: &mut [Step<Battle>]) {
    let mut later: Vec<usize> = Vec::new();
    for step in steps.iter_mut().rev() {
        let mut here = Vec::new();
        for stage in step.actions_mut().flat_map(|action| &mut action.stages) {
            if let Stage::Smoulder(smoulder) = stage {
                smoulder.last = !later.contains(&smoulder.group);
                here.push(smoulder.group);
            }
        }
        later.extend(here);
    }
}

/// Critical hits that continue are not counted if there is no end phase in which they do.
pub fn forget_what_goes_out<'a>(forces: &mut Forces, actions: impl Iterator<Item = &'a Action>) {
    let stages = actions.flat_map(|action| &action.stages);
    let smoulders = stages.filter_map(|stage| if let Stage::Smoulder(of) = stage { Some(of.group) } else { None });
    let smoulders: Vec<usize> = smoulders.collect();
    for (group, of) in forces.groups.iter_mut().enumerate() {
        if let Some(engine) = of.engine.as_mut().filter(|_| !smoulders.contains(&group)) {
            engine.smouldering = None;
        }
    }
}
