//! The cells of a sheet, by the columns that a game knows.

use super::diagnostics::Diagnostics;
use super::sheet::Sheet;

/// Cells by column: the column, its name as the catalogue has it, its text.
pub struct Columns<'a, C>(Vec<(C, &'a str, &'a str)>);

impl<'a, C: Copy + PartialEq> Columns<'a, C> {
    /// Finds the columns; a cell that the game does not have, and that says something, is told.
    pub fn find(
        sheet: &'a Sheet,
        column: fn(&str) -> Option<C>,
        says_nothing: fn(&str) -> bool,
        told: &mut Diagnostics,
    ) -> Columns<'a, C> {
        let mut columns = Vec::new();
        for (name, text) in &sheet.cells {
            match column(name) {
                Some(column) => columns.push((column, name.as_str(), text.trim())),
                None if says_nothing(text) => {}
                None => told.misunderstood(name, text, mark!("profiles of this game have no such column")),
            }
        }
        Columns(columns)
    }

    /// The name of a column and its text, if there is such a column.
    pub fn get(&self, column: C) -> Option<(&'a str, &'a str)> {
        self.0.iter().find(|(known, ..)| *known == column).map(|(_, name, text)| (*name, *text))
    }
}
