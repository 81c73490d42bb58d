//! What the compiler works at, and what has to be known before the first step is read.

use super::super::forces::{Forces, Formation, OVERWATCH};
use super::super::state::{Cell, Layout};
use super::formations;
use crate::scenario::{Node, Problem, Span};

/// What the compiler works at: the forces, free cells, and the list of choices it was left to make.
pub struct Desk {
    /// Everybody.
    pub forces: Forces,
    /// Cells still free.
    pub layout: Layout,
    /// Choices and readings, one a line.
    pub choices: Vec<String>,
    /// Reading of §1.9.5 and §1.9.6 Q: shots at −1 hit units in cover alone.
    pub covered_only: bool,
    /// Formations that may be on overwatch at some time.
    pub waiting: Vec<bool>,
}

impl Desk {
    /// A free cell.
    pub fn cell(&mut self, span: &Span) -> Result<Cell, Problem> {
        formations::cell(&mut self.layout, span)
    }

    /// Tells a choice the scenario left open; each once.
    pub fn choose(&mut self, line: String) {
        if !self.choices.contains(&line) {
            self.choices.push(line);
        }
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
pub fn waiting(forces: &Forces, steps: &Node, starts: &[(Cell, u8)]) -> Vec<bool> {
    let text = |node: Option<&Node>| node.and_then(|node| node.text("a name").ok()).map(str::to_owned);
    let mut names: Vec<Option<String>> = Vec::new();
    for step in steps.list("steps").unwrap_or_default() {
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
