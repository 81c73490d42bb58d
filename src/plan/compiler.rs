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

/// What has been compiled so far: the forces `F`, free cells, and the list of choices the scenario left open; `R` are the
/// readings, `O` what the rulebook keeps beside.
pub struct Compiler<F, R, O> {
    /// Everybody.
    pub forces: F,
    /// The side of each formation, where it is told.
    pub told_sides: Vec<Option<String>>,
    /// Who is friend and enemy, as formations have it of each other.
    pub relations: Relations,
    /// Cells still free.
    pub layout: Layout,
    /// Cells that do not begin at 0, and their first values.
    pub starts: Vec<(Cell, u16)>,
    /// How rules that the book leaves open are read.
    pub readings: R,
    /// When things that work once are spent.
    pub spending: Spending,
    /// Choices and readings, one a line.
    pub choices: Vec<String>,
    /// What players decide, step by step.
    pub decisions: Vec<Decision>,
    /// The step being read, as numbered in the report, and where it is written.
    pub reading: Option<(usize, Span)>,
    /// What comes to nothing, so that the odds are not what was meant.
    pub warnings: Vec<String>,
    /// What imported formations leave open.
    pub remarks: Remarks,
    /// Placements that the program decided, drawn.
    pub pictures: Vec<Picture>,
    /// What the rulebook keeps beside.
    pub own: O,
}

impl<F: Formations, R, O: Default> Compiler<F, R, O> {
    /// A compiler that has read nothing yet but the readings.
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

    /// A free cell that begins with a value.
    pub fn cell_with(&mut self, value: u16, at: &Span) -> Result<Cell, Problem> {
        let cell = self.layout.need(at)?;
        self.starts.push((cell, value));
        Ok(cell)
    }

    /// What a cell begins with.
    pub fn start_of(&self, cell: Cell) -> u16 {
        self.starts.iter().rfind(|(known, _)| *known == cell).map_or(0, |(_, value)| *value)
    }

    /// Tells a choice the scenario left open; each once.
    pub fn choose(&mut self, line: String) {
        if !self.choices.contains(&line) {
            self.choices.push(line);
        }
    }

    /// Tells what comes to nothing, at the head of everything; each once.
    pub fn warn(&mut self, line: &str) {
        let line = format!("! {line}");
        if !self.warnings.contains(&line) {
            self.warnings.push(line);
        }
    }

    /// Notes what a player decides in the step being read, and tells it if there is a line to tell; each once.
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

    /// Tells how a rule is read that matters here.
    pub fn tell<A: Reading>(&mut self, reading: A) {
        self.choose(reading.told());
    }

    /// The name of a formation.
    pub fn name(&self, formation: usize) -> &str {
        self.forces.name(formation)
    }

    /// The names of formations as they stand in the keys of rolls.
    pub fn key(&self, formations: &[usize]) -> String {
        formations.iter().map(|&formation| self.name(formation)).collect::<Vec<_>>().join(" and ")
    }

    /// The names of formations, in words.
    pub fn list(&self, formations: &[usize]) -> String {
        formations.iter().map(|&formation| self.name(formation)).collect::<Vec<_>>().join(&text!(" and "))
    }
}
