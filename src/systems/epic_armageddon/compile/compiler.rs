//! The compiler: what it has read so far, and what has to be known before the first step is read.

use std::collections::BTreeMap;

use super::super::forces::{Forces, Formation, Group, Magazine, OVERWATCH};
use super::super::placement::Ground;
use super::super::rally::{Regroup, Restore};
use super::super::readings::Readings;
use super::super::state::{Cell, Layout};
use crate::scenario::{Node, Problem, Span};
use crate::systems::Picture;
use crate::systems::plan::readings::Reading;
use crate::systems::plan::spending::Spending;

/// How a formation or a weapon stands when a trial begins: cells and their first values.
pub type Starts = Vec<(Cell, u16)>;

/// Weapons that cannot fire in every turn, by group and name.
pub type Loaded = BTreeMap<(usize, String), Magazine>;

/// What has been compiled so far: the forces, free cells, and the list of choices the scenario left open.
pub struct Compiler {
    /// Everybody.
    pub forces: Forces,
    /// Cells still free.
    pub layout: Layout,
    /// Choices and readings, one a line.
    pub choices: Vec<String>,
    /// How rules that the book leaves open are read.
    pub readings: Readings,
    /// Formations that may be on overwatch at some time.
    pub waiting: Vec<bool>,
    /// Weapons that cannot fire in every turn.
    pub loaded: Loaded,
    /// §2.2.10: when one-shot weapons are fired.
    pub spending: Spending,
    /// Where the outcome of an assault is kept: winner, margin, rounds.
    pub outcome: [Cell; 3],
    /// §4.2.4: who has fired at which aircraft since they came.
    pub flak: Vec<FlakRecord>,
    /// §4.2.3: aircraft that never land: nothing but AA can be fired at them, and they attack from the air alone.
    pub always_aloft: Vec<bool>,
    /// Where formations stand, by formation.
    pub grounds: Vec<Option<Ground>>,
    /// Templates laid, drawn.
    pub pictures: Vec<Picture>,
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
    /// A free cell.
    pub fn cell(&mut self, span: &Span) -> Result<Cell, Problem> {
        self.layout.need(span)
    }

    /// Tells a choice the scenario left open; each once.
    pub fn choose(&mut self, line: String) {
        if !self.choices.contains(&line) {
            self.choices.push(line);
        }
    }

    /// Tells how a rule is read that matters here.
    pub fn tell<R: Reading>(&mut self, reading: R) {
        self.choose(reading.told());
    }

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
        let Some(&flying) = formations.iter().find(|&&formation| self.always_aloft[formation]) else { return Ok(()) };
        let problem = Problem::new(format!("`{}` are aircraft in flight", self.name(flying))).at(span);
        Err(problem.help(
            "they attack with `ground-attack` and `air-assault`, and only `flak` and interceptors can hurt them (§4.2.3); on the ground: state = \"landed\"",
        ))
    }

    /// Whether a formation may be on overwatch.
    pub fn can_wait(&self, formation: usize) -> bool {
        self.waiting[formation]
    }

    /// The name of a formation.
    pub fn name(&self, formation: usize) -> &str {
        &self.forces.formations[formation].name
    }

    /// The names of formations, in words.
    pub fn list(&self, formations: &[usize]) -> String {
        formations.iter().map(|&formation| self.name(formation)).collect::<Vec<_>>().join(" and ")
    }
}
/// Formations that some step or reaction has fire from overwatch, or go on it: they may wait.
pub fn waiting(forces: &Forces, steps: &[&Node], starts: &[(Cell, u16)]) -> Vec<bool> {
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
        starts.contains(&(formation.status, OVERWATCH)) || names.contains(&Some(formation.name.clone()))
    };
    forces.formations.iter().map(waits).collect()
}
