//! The rulebook's own compile-time data, and what must be known before the first step is read.

use std::collections::BTreeMap;

use super::super::activation::Side;
use super::super::forces::{Formation, Group, Magazine, OVERWATCH};
use super::super::placement::Ground;
use super::super::rally::{Regroup, Restore};
use super::super::written::{Standing, Step};
use battle_odds_plan as plan;
use battle_odds_plan::decision::Decision;
use battle_odds_plan::state::Cell;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span};

/// Weapons that cannot fire in every turn, by group and name.
pub type Loaded = BTreeMap<(usize, String), Magazine>;

/// What has been compiled so far.
pub type Compiler = plan::rulebook::CompilerOf<EpicArmageddon>;

/// The rulebook's own compile-time data.
#[derive(Default)]
pub struct EpicArmageddon {
    /// Formations that may be on overwatch at some time.
    pub waiting: Vec<bool>,
    /// Weapons that cannot fire in every turn.
    pub loaded: Loaded,
    /// What each side remembers from step to step.
    pub sides: Vec<Side>,
    /// The cells for the outcome of an assault: winner, margin, rounds.
    pub outcome: [Cell; 3],
    /// §4.2.4: which units have fired at which aircraft since they came.
    pub flak: Vec<FlakRecord>,
    /// §4.2.3: aircraft that never land: only AA can be fired at them, and they only attack from the air.
    pub always_aloft: Vec<bool>,
    /// The layout of each formation, as written.
    pub layouts: Vec<Option<Standing>>,
    /// The layout of each formation, as the program understands it.
    pub grounds: Vec<Option<Ground>>,
}

/// §4.2.4: units of a group that have fired at aircraft on their approach.
pub struct FlakRecord {
    /// The group.
    pub group: usize,
    /// The formation of aircraft.
    pub at: usize,
    /// Units.
    pub units: u32,
}

/// §1.13.1, §3.2.5: a formation regroups; if it has shields, reports the choice.
pub fn regroup(compiler: &mut Compiler, formation: usize, restore: Option<Restore>) -> Regroup {
    let shielded = compiler.forces.groups_of(formation).iter().any(Group::is_shielded);
    if shielded {
        compiler.tell(compiler.readings.lone_engine);
    }
    if restore.is_none() && shielded {
        compiler.choose(text!(
            "{formation}: regrouping raises shields before it takes off markers (key `restore`)",
            formation = compiler.name(formation)
        ));
    }
    Regroup { formation, restore: restore.unwrap_or(Restore::Shields), lone_engine: compiler.readings.lone_engine }
}

/// The same if the step says what comes first.
pub fn regroup_as_told(compiler: &mut Compiler, formation: usize, restore: Option<Restore>) -> Regroup {
    let regroup = regroup(compiler, formation, restore);
    if compiler.forces.groups_of(formation).iter().any(Group::is_shielded) {
        compiler.decide(Decision::word(
            &compiler.forces.formations[formation].name,
            "restore",
            restore,
            Restore::Shields,
        ));
    }
    regroup
}

/// §4.2.3: refuses aircraft in an action on the ground.
pub fn on_the_ground(compiler: &Compiler, formations: &[usize], span: &Span) -> Result<(), Problem> {
    let Some(&flying) = formations.iter().find(|&&formation| compiler.own.always_aloft[formation]) else {
        return Ok(());
    };
    let problem = Problem::new(text!("`{flying}` are aircraft in flight", flying = compiler.name(flying))).at(span);
    Err(problem.help(
        text!("they attack with `ground-attack` and `air-assault`, and only `flak` and interceptors can hurt them (§4.2.3); on the ground: state = \"landed\""),
    ))
}

/// Whether a formation may be on overwatch.
pub fn can_wait(compiler: &Compiler, formation: usize) -> bool {
    compiler.own.waiting[formation]
}

/// Formations that may be on overwatch: some step or reaction lets them fire from it, or go on it.
pub fn waiting(compiler: &Compiler, steps: &[Marked<&Step>]) -> Vec<bool> {
    let mut names: Vec<&str> = Vec::new();
    for step in steps {
        let by = step.1.by().into_iter().filter(|_| step.1.is_overwatch());
        names.extend(by.chain(step.1.reacting()).map(|name| name.as_str()));
    }
    let waits = |formation: &Formation| {
        compiler.starts.contains(&(formation.status, OVERWATCH)) || names.contains(&formation.name.as_str())
    };
    compiler.forces.formations.iter().map(waits).collect()
}
