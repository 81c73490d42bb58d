//! The compiler: what has been read of a scenario so far.

use super::decision::Decision;
use super::formations::Formations;
use super::readings::Reading;
use super::remarks::Remarks;
use super::sides::Relations;
use super::spending::Spending;
use super::state::{Cell, Layout};
use crate::system::Picture;
use battle_odds_scenario::{Problem, Span};

/// What has been compiled so far: the forces `F`, free cells, and the list of choices the scenario left open; `R` are
/// the readings, `O` the rulebook's own compile-time data.
pub struct Compiler<F, R, O> {
    /// All formations.
    pub forces: F,
    /// The side of each formation, if it is written.
    pub told_sides: Vec<Option<String>>,
    /// Which formations are friends and which enemies.
    pub relations: Relations,
    /// Cells still free.
    pub layout: Layout,
    /// Cells that do not start at 0, and their start values.
    pub starts: Vec<(Cell, u16)>,
    /// The readings of rules that the book leaves open.
    pub readings: R,
    /// When things that work once are spent.
    pub spending: Spending,
    /// Choices and readings, one in each line.
    pub choices: Vec<String>,
    /// What players decide, step by step.
    pub decisions: Vec<Decision>,
    /// The step being read, by its number in the report, and where it is written.
    pub reading: Option<(usize, Span)>,
    /// What has no effect, so that the odds may not be what was meant.
    pub warnings: Vec<String>,
    /// What imported formations leave open.
    pub remarks: Remarks,
    /// Placements that the program decided, drawn.
    pub pictures: Vec<Picture>,
    /// The rulebook's own compile-time data.
    pub own: O,
}

impl<F: Formations, R, O: Default> Compiler<F, R, O> {
    /// A compiler that has read nothing yet except the readings.
    pub fn new(readings: R) -> Self {
        Compiler {
            forces: F::default(),
            told_sides: Vec::new(),
            relations: Relations::default(),
            layout: Layout::default(),
            starts: Vec::new(),
            readings,
            spending: Spending::default(),
            choices: Vec::new(),
            decisions: Vec::new(),
            reading: None,
            warnings: Vec::new(),
            remarks: Remarks::default(),
            pictures: Vec::new(),
            own: O::default(),
        }
    }

    /// A free cell.
    pub fn cell(&mut self, at: &Span) -> Result<Cell, Problem> {
        self.layout.need(at)
    }

    /// A free cell with a start value.
    pub fn cell_with(&mut self, value: u16, at: &Span) -> Result<Cell, Problem> {
        let cell = self.layout.need(at)?;
        self.starts.push((cell, value));
        Ok(cell)
    }

    /// The start value of a cell.
    pub fn start_of(&self, cell: Cell) -> u16 {
        self.starts.iter().rfind(|(known, _)| *known == cell).map_or(0, |(_, value)| *value)
    }

    /// Reports a choice that the scenario left open, once.
    pub fn choose(&mut self, line: String) {
        if !self.choices.contains(&line) {
            self.choices.push(line);
        }
    }

    /// Reports something that has no effect, at the head of everything, once.
    pub fn warn(&mut self, line: &str) {
        let line = format!("! {line}");
        if !self.warnings.contains(&line) {
            self.warnings.push(line);
        }
    }

    /// Records what a player decides in the step being read, and reports it if it has a line, once.
    pub fn decide(&mut self, decision: Decision) {
        if let Some(line) = &decision.told {
            self.choose(line.clone());
        }
        let Some((step, at)) = &self.reading else { return };
        let decision = Decision { step: *step, at: decision.at.or_else(|| Some(at.clone())), ..decision };
        if !self.decisions.iter().any(|known| known.is_same(&decision)) {
            self.decisions.push(decision);
        }
    }

    /// Reports a reading that matters here.
    pub fn tell<A: Reading>(&mut self, reading: A) {
        self.choose(reading.told());
    }

    /// The name of a formation.
    pub fn name(&self, formation: usize) -> &str {
        self.forces.name(formation)
    }

    /// The names of formations as used in the keys of rolls.
    pub fn key(&self, formations: &[usize]) -> String {
        formations.iter().map(|&formation| self.name(formation)).collect::<Vec<_>>().join(" and ")
    }

    /// The names of formations, in words.
    pub fn list(&self, formations: &[usize]) -> String {
        formations.iter().map(|&formation| self.name(formation)).collect::<Vec<_>>().join(&text!(" and "))
    }
}
