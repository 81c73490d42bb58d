//! What changes in a trial: a row of small numbers, one memory block to copy, compare and hash. The layout is decided
//! when the scenario is compiled; every piece of the rules holds the cells it reads and writes.

use std::ops::{Index, IndexMut};

use crate::scenario::{Problem, Span};

/// A trial at one moment.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct State {
    cells: Box<[u8]>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        State { cells: self.cells.clone() }
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.cells.copy_from_slice(&source.cells);
    }
}

/// The place of one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cell(u16);

impl Index<Cell> for State {
    type Output = u8;
    #[inline]
    fn index(&self, cell: Cell) -> &u8 {
        &self.cells[usize::from(cell.0)]
    }
}

impl IndexMut<Cell> for State {
    #[inline]
    fn index_mut(&mut self, cell: Cell) -> &mut u8 {
        &mut self.cells[usize::from(cell.0)]
    }
}

impl State {
    /// Adds to a cell; 255 stays 255.
    #[inline]
    pub fn add(&mut self, cell: Cell, amount: u32) {
        self[cell] = self[cell].saturating_add(amount.min(255) as u8);
    }

    /// Takes from a cell; never below 0.
    #[inline]
    pub fn take(&mut self, cell: Cell, amount: u32) {
        self[cell] = self[cell].saturating_sub(amount.min(255) as u8);
    }

    /// A cell as the number of dice it stands for.
    #[inline]
    pub fn count(&self, cell: Cell) -> u32 {
        u32::from(self[cell])
    }

    /// How far the trial is: the cells from the step to the cursor, read as one number.
    pub fn clock(&self) -> u64 {
        [STEP, BRANCH, PHASE, ROUND, PIECE, CURSOR].iter().fold(0, |clock, &cell| clock << 8 | u64::from(self[cell]))
    }

    /// How many bytes its cells take.
    pub fn bytes(&self) -> usize {
        self.cells.len()
    }

    /// Sets a range of cells to 0.
    #[inline]
    pub fn clear(&mut self, from: Cell, to: Cell) {
        self.cells[usize::from(from.0)..usize::from(to.0)].fill(0);
    }
}

/// The step being played, from 0.
pub const STEP: Cell = Cell(0);
/// 0 while the step is played as it stands, 1 if something else is done instead of it.
pub const BRANCH: Cell = Cell(1);
/// The phase of the step.
pub const PHASE: Cell = Cell(2);
/// The round of the phase, where it has rounds.
pub const ROUND: Cell = Cell(3);
/// The piece of the phase.
pub const PIECE: Cell = Cell(4);
/// The next pool to roll in the piece.
pub const CURSOR: Cell = Cell(5);
/// 1 while everything asked for in the goal so far has come true.
pub const GOAL: Cell = Cell(6);
/// Always 0: stands for cells that a scenario has no use for.
pub const NOTHING: Cell = Cell(7);

/// Hands out cells while a scenario is compiled.
#[derive(Debug)]
pub struct Layout {
    next: u16,
}

impl Default for Layout {
    /// A layout in which only the cells named above are taken.
    fn default() -> Layout {
        Layout { next: 8 }
    }
}

impl Layout {
    /// The next free cell; nothing when a scenario is too large.
    pub fn cell(&mut self) -> Option<Cell> {
        let cell = Cell(self.next);
        self.next = self.next.checked_add(1)?;
        Some(cell)
    }

    /// The place where the next cell will be.
    pub fn here(&self) -> Cell {
        Cell(self.next)
    }

    /// Goes back to a place, so that steps share the cells after it.
    pub fn back_to(&mut self, place: Cell) {
        self.next = place.0;
    }

    /// The next free cell, or the problem that there is none, pointed at where it is needed.
    pub fn need(&mut self, at: &Span) -> Result<Cell, Problem> {
        let full = || Problem::new("the scenario has too many units, weapons and steps to be played").at(at);
        self.cell().ok_or_else(full)
    }

    /// All cells up to a place, set to 0.
    pub fn blank(end: Cell) -> State {
        State { cells: vec![0; usize::from(end.0)].into_boxed_slice() }
    }
}

/// The farther of two places.
pub fn farther(one: Cell, two: Cell) -> Cell {
    if one.0 > two.0 { one } else { two }
}
