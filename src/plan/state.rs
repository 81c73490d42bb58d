//! What changes in a trial: a row of small numbers, one memory block to copy, compare and hash. The layout is decided
//! when the scenario is compiled; every piece of the rules holds the cells that it reads and writes.
//!
//! A cell counts up to [`MOST`]. Anything that could count further is refused when the scenario is compiled; a count
//! that exceeds it nevertheless is a bug of this program and ends it: no number is ever cut off silently.

use std::ops::{Index, IndexMut};

use battle_odds_engine::row::Row;
use battle_odds_scenario::{Problem, Span};

/// A trial at one moment.
#[derive(Debug)]
pub struct State {
    cells: Row,
}

/// The most that a cell can count.
pub const MOST: u32 = u16::MAX as u32;

impl Clone for State {
    fn clone(&self) -> Self {
        State { cells: self.cells.clone() }
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.cells.clone_from(&source.cells);
    }
}

/// The index of one number; [`NOTHING`] until one is assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cell(u16);

impl Cell {
    /// Its place in the row, by which dice name it.
    pub fn mark(self) -> u16 {
        self.0
    }
}

impl Default for Cell {
    fn default() -> Cell {
        NOTHING
    }
}

impl AsRef<Row> for State {
    #[inline]
    fn as_ref(&self) -> &Row {
        &self.cells
    }
}

impl AsMut<Row> for State {
    #[inline]
    fn as_mut(&mut self) -> &mut Row {
        &mut self.cells
    }
}

impl Index<Cell> for State {
    type Output = u16;
    #[inline]
    fn index(&self, cell: Cell) -> &u16 {
        self.cells.at(cell.0)
    }
}

impl IndexMut<Cell> for State {
    #[inline]
    fn index_mut(&mut self, cell: Cell) -> &mut u16 {
        self.cells.at_mut(cell.0)
    }
}

impl State {
    /// Makes a cell this number.
    #[inline]
    pub fn set(&mut self, cell: Cell, number: u32) {
        self.cells.put(cell.0, number_of(number));
    }

    /// Makes a cell this number, whatever it was. (`state[cell] = number` counts as reading the cell: an exact walk would
    /// keep states apart by what it was.)
    #[inline]
    pub fn put(&mut self, cell: Cell, number: u16) {
        self.cells.put(cell.0, number);
    }

    /// Adds to a cell.
    #[inline]
    pub fn add(&mut self, cell: Cell, amount: u32) {
        let number = self.cells.at_to_add(cell.0);
        *number = number_of(u32::from(*number).saturating_add(amount));
    }

    /// Subtracts from a cell; it must hold at least that much.
    #[inline]
    pub fn take(&mut self, cell: Cell, amount: u32) {
        let number = self.cells.at_to_add(cell.0);
        *number = u32::from(*number).saturating_sub(amount) as u16;
    }

    /// A cell as a number of dice.
    #[inline]
    pub fn count(&self, cell: Cell) -> u32 {
        u32::from(self[cell])
    }

    /// How far the trial is: the cells from the step to the cursor, read as one number, 16 bits each.
    pub fn clock(&self) -> u128 {
        [STEP, BRANCH, STAGE, ROUND, PIECE, CURSOR].iter().fold(0, |clock, &cell| clock << 16 | u128::from(self[cell]))
    }

    /// Sets a range of cells to 0.
    #[inline]
    pub fn clear(&mut self, from: Cell, to: Cell) {
        self.cells.clear(from.0, to.0);
    }
}

/// The error for a number that a cell could not hold.
///
/// # Errors
/// If it could be that large.
pub fn fits(most: u64, what: &str, span: &Span) -> Result<(), Problem> {
    if most <= MOST.into() {
        return Ok(());
    }
    let problem = Problem::new(text!(
        "{what}: there could be {most}, and {limit} is the most that is counted",
        what,
        most,
        limit = MOST
    ));
    Err(problem.at(span).help(text!("fewer units, or fewer dice each")))
}

#[inline]
fn number_of(number: u32) -> u16 {
    u16::try_from(number).unwrap_or_else(|_| too_many(number))
}

#[cold]
fn too_many(number: u32) -> ! {
    panic!("a count of {number} where {MOST} is the most: the scenario should have been refused")
}

/// The step being played, from 0.
pub(super) const STEP: Cell = Cell(0);
/// 0 while the step itself is played, 1 if something else is done instead of it.
pub(super) const BRANCH: Cell = Cell(1);
/// The stage of the step, from 1; 0 before its first piece. Only `sequence` moves this and the next three.
pub(super) const STAGE: Cell = Cell(2);
/// The round of the stage, if it has rounds.
pub(super) const ROUND: Cell = Cell(3);
/// The part that is being played.
pub(super) const PIECE: Cell = Cell(4);
/// The index in the list that the part goes through.
pub(super) const CURSOR: Cell = Cell(5);
/// 1 while every clause of the goal decided so far has come true.
pub const GOAL: Cell = Cell(6);
/// Always 0: used for cells that a scenario does not need. A piece of play that leaves anything else in it is a bug of
/// this program, which debug builds detect.
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

    /// The position of the next cell.
    pub fn here(&self) -> Cell {
        Cell(self.next)
    }

    /// Goes back to a position, so that steps share the cells after it.
    pub fn back_to(&mut self, place: Cell) {
        self.next = place.0;
    }

    /// The next free cell, or the error that there is none, with the place that needs it.
    pub fn need(&mut self, at: &Span) -> Result<Cell, Problem> {
        let full = || Problem::new(text!("the scenario has too many units, weapons and steps to be played")).at(at);
        self.cell().ok_or_else(full)
    }

    /// All cells up to a position, set to 0.
    pub fn blank(end: Cell) -> State {
        State { cells: Row::blank(end.0.into()) }
    }
}

/// The larger of two positions.
pub fn farther(one: Cell, two: Cell) -> Cell {
    if one.0 > two.0 { one } else { two }
}
