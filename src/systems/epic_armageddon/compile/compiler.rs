//! What the compiler of Epic Armageddon keeps beside what all keep, and what has to be known before the first step is read.

use std::collections::BTreeMap;

use super::super::activation::Side;
use super::super::forces::{Formation, Group, Magazine, OVERWATCH};
use super::super::placement::Ground;
use super::super::rally::{Regroup, Restore};
use super::super::state::Cell;
use super::placing;
use crate::scenario::{Node, Problem, Span};
use crate::systems::plan;

/// Weapons that cannot fire in every turn, by group and name.
pub type Loaded = BTreeMap<(usize, String), Magazine>;

/// What has been compiled so far.
pub type Compiler = plan::compiler::Compiler<EpicArmageddon>;

/// What it keeps beside what all keep.
#[derive(Default)]
pub struct EpicArmageddon {
    /// Formations that may be on overwatch at some time.
    pub waiting: Vec<bool>,
    /// Weapons that cannot fire in every turn.
    pub loaded: Loaded,
    /// What each side keeps from step to step.
    pub sides: Vec<Side>,
    /// Where the outcome of an assault is kept: winner, margin, rounds.
    pub outcome: [Cell; 3],
    /// §4.2.4: who has fired at which aircraft since they came.
    pub flak: Vec<FlakRecord>,
    /// §4.2.3: aircraft that never land: nothing but AA can be fired at them, and they attack from the air alone.
    pub always_aloft: Vec<bool>,
    /// Where formations stand, by formation, as written.
    pub layouts: Vec<Option<placing::Written>>,
    /// The same as it is understood.
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

impl Compiler {
    /// §1.13.1, §3.2.5: a formation regroups; where it has shields, that is a choice to be told.
    pub fn regroup(&mut self, formation: usize, restore: Option<Restore>) -> Regroup {
        let shields = |group: &Group| group.engine.as_ref().is_some_and(|engine| engine.shields.is_some());
        let shielded = self.forces.groups_of(formation).iter().any(shields);
        if shielded {
            self.tell(self.readings.lone_engine);
        }
        if restore.is_none() && shielded {
            self.choose(format!(
                "{}: regrouping raises shields before it takes off markers (key `restore`)",
                self.name(formation)
            ));
        }
        Regroup { formation, restore: restore.unwrap_or(Restore::Shields), lone_engine: self.readings.lone_engine }
    }

    /// §4.2.3: refuses aircraft in an action on the ground.
    pub fn on_the_ground(&self, formations: &[usize], span: &Span) -> Result<(), Problem> {
        let Some(&flying) = formations.iter().find(|&&formation| self.own.always_aloft[formation]) else {
            return Ok(());
        };
        let problem = Problem::new(format!("`{}` are aircraft in flight", self.name(flying))).at(span);
        Err(problem.help(
            "they attack with `ground-attack` and `air-assault`, and only `flak` and interceptors can hurt them (§4.2.3); on the ground: state = \"landed\"",
        ))
    }

    /// Whether a formation may be on overwatch.
    pub fn can_wait(&self, formation: usize) -> bool {
        self.own.waiting[formation]
    }
}

/// Formations that some step or reaction has fire from overwatch, or go on it: they may wait.
pub fn waiting(compiler: &Compiler, steps: &[&Node]) -> Vec<bool> {
    let text = |node: Option<&Node>| node.and_then(|node| node.text("a name").ok()).map(str::to_owned);
    let mut names: Vec<Option<String>> = Vec::new();
    for step in steps {
        let is = |key: &str, value: &str| text(step.child(key)).as_deref() == Some(value);
        if is("order", "overwatch") || is("action", "overwatch") {
            names.push(text(step.child("by")));
        }
        let reactions = step.child("reactions").and_then(|reactions| reactions.list("reactions").ok());
        names.extend(reactions.unwrap_or_default().iter().map(|reaction| text(reaction.child("by"))));
    }
    let waits = |formation: &Formation| {
        compiler.starts.contains(&(formation.status, OVERWATCH)) || names.contains(&Some(formation.name.clone()))
    };
    compiler.forces.formations.iter().map(waits).collect()
}
